"""Text of scatters that add their slices in a loop."""

import math

from fp8.jax._text import drop_units, generic, iota, reshape, tensor, transpose


def add_in_loop(scatter):
    """Returns lines that define %new: the slices, added one after another."""
    places = sorted(set(scatter.places) | set(scatter.batching))
    windows = [d for d in range(len(scatter.old_shape)) if d not in places]
    count = math.prod(scatter.index_shape[d] for d in scatter.counts)
    counts = [scatter.index_shape[d] for d in scatter.counts]
    row = [scatter.old_shape[d] for d in windows]
    lines, names, kind = scatter.coordinates()
    lines += _transposed_updates(scatter, counts, windows)
    split, flat = [*counts, *row], [count, *row]
    source = "%update_rows"
    if not scatter.in_bounds:
        lines += _drop_out_of_bounds(scatter, names, kind, source, split)
        names, source = [f"%j{k}" for k in range(len(names))], "%update_kept"
    lines += reshape("%flat", source, split, flat, len(counts), scatter.element)
    reads = []
    for k, d in enumerate(places):
        if d in scatter.scattered:
            name = names[scatter.scattered.index(d)]
        else:
            # The coordinate along a batch dimension is the loop counter of this
            # dimension.
            name = f"%b{k}"
            at = scatter.counts.index(scatter.index_batching[scatter.batching.index(d)])
            lines += iota(name, counts, at)
        lines += reshape(f"%rows{k}", name, counts, [count], len(counts), "i32")
        reads += [
            f"  %e{k} = tensor.extract %rows{k}[%i] : {tensor([count], 'i32')}",
            f"  %r{k} = arith.index_cast %e{k} : i32 to index",
        ]
    order = places + windows
    is_sorted = order == list(range(len(order)))
    shape = [scatter.old_shape[d] for d in order]
    old = tensor(shape, scatter.element)
    source = "%old"
    if not is_sorted:
        lines += transpose("%turned", "%old", scatter.old_shape, order, scatter.element)
        source = "%turned"
    result = "%new" if is_sorted else "%sums"
    taken = tensor([1, *row], scatter.element)
    at = ", ".join([*[f"%r{k}" for k in range(len(places))], *["0"] * len(row)])
    sizes = ", ".join(str(e) for e in [1] * len(places) + row)
    ones = ", ".join("1" for _ in shape)
    zeros = "".join(", 0" for _ in row)
    update_sizes = ", ".join(str(e) for e in [1, *row])
    update_ones = ", ".join("1" for _ in [1, *row])
    flat_type = tensor(flat, scatter.element)
    if row or len(places) == 1:
        step = [
            f"  %a = tensor.extract_slice %acc[{at}] [{sizes}] [{ones}] : "
            f"{old} to {taken}",
            f"  %b = tensor.extract_slice %flat[%i{zeros}] [{update_sizes}] "
            f"[{update_ones}] : {flat_type} to {taken}",
            f"  %s = arith.addf %a, %b : {taken}",
            f"  %w = tensor.insert_slice %s into %acc[{at}] [{sizes}] [{ones}] : "
            f"{taken} into {old}",
        ]
    else:
        step = [
            f"  %a = tensor.extract %acc[{at}] : {old}",
            f"  %b = tensor.extract %flat[%i] : {flat_type}",
            f"  %s = arith.addf %a, %b : {scatter.element}",
            f"  %w = tensor.insert %s into %acc[{at}] : {old}",
        ]
    lines += [
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        f"%count = arith.constant {count} : index",
        f"{result} = scf.for %i = %c0 to %count step %c1 iter_args(%acc = {source})"
        f" -> ({old}) {{",
        *reads,
        *step,
        f"  scf.yield %w : {old}",
        "}",
    ]
    if not is_sorted:
        back = [order.index(d) for d in range(len(order))]
        lines += transpose("%new", "%sums", shape, back, scatter.element)
    return lines


def _transposed_updates(scatter, counts, windows):
    """Returns lines that define %update_rows: counts, then windows."""
    order = scatter.update_counts + [scatter.window_of[d] for d in windows]
    # Omit dimensions along which windows have one element.
    dropped = [scatter.window_of[d] for d in scatter.parts]
    source, shape = "%updates", scatter.update_shape
    lines = []
    if dropped:
        kept = [d for d in range(len(shape)) if d not in dropped]
        lines += drop_units("%update_part", source, shape, kept, scatter.element)
        source, shape = "%update_part", [shape[d] for d in kept]
        order = [kept.index(d) for d in order]
    if order == list(range(len(order))):
        type_ = tensor(shape, scatter.element)
        return lines + [f"%update_rows = tensor.cast {source} : {type_} to {type_}"]
    return lines + transpose("%update_rows", source, shape, order, scatter.element)


def _drop_out_of_bounds(scatter, names, kind, source, shape):
    """Replaces updates whose index is out of bounds, which StableHLO ignores, by zeros
    that are added where all coordinates are 0.
    """
    counts = ", ".join(f"d{i}" for i in range(len(scatter.counts)))
    whole = ", ".join(f"d{i}" for i in range(len(shape)))
    inside, extents = [], []
    for k, d in enumerate(scatter.scattered):
        inside += [
            f"%ok{k} = arith.cmpi ult, %c{k}, %extent{k} : i32",
            f"%in{k} = arith.andi {f'%in{k - 1}' if k else '%true'}, %ok{k} : i1",
        ]
        extents.append(f"%extent{k} = arith.constant {scatter.old_shape[d]} : i32")
    flag = f"%in{len(scatter.scattered) - 1}" if scatter.scattered else "%true"
    head = ["%true = arith.constant true", *extents, *inside]
    coordinates = [f"%c{k}: i32" for k in range(len(names))]
    inputs = [(name, kind, counts) for name in names]
    lines = []
    for k in range(len(names)):
        lines.append(f"%j{k}_init = tensor.empty() : {kind}")
        lines += generic(
            f"%j{k}",
            inputs,
            (f"%j{k}_init", kind, counts),
            ["parallel"] * len(scatter.counts),
            coordinates,
            "%o: i32",
            [
                *head,
                "%first = arith.constant 0 : i32",
                f"%v = arith.select {flag}, %c{k}, %first : i32",
            ],
            "%v : i32",
        )
    type_ = tensor(shape, scatter.element)
    return [
        *lines,
        f"%kept_init = tensor.empty() : {type_}",
        *generic(
            "%update_kept",
            [*inputs, (source, type_, whole)],
            ("%kept_init", type_, whole),
            ["parallel"] * len(shape),
            [*coordinates, f"%u: {scatter.element}"],
            f"%o: {scatter.element}",
            [
                *head,
                f"%zero = arith.constant 0.0 : {scatter.element}",
                f"%v = arith.select {flag}, %u, %zero : {scatter.element}",
            ],
            f"%v : {scatter.element}",
        ),
    ]
