"""Pieces of MLIR text."""


def tensor(shape, element):
    return f"tensor<{'x'.join(str(d) for d in [*shape, element])}>"


def generic(result, inputs, output, loops, arguments, init, body, value):
    """Returns lines of a linalg.generic with one result.

    Args:
      inputs: (value, type, dimensions) of each; the output alike.
      loops: "parallel" or "reduction" each.
      arguments: "%name: type" of each input; `init` of the output.
      body: lines; `value`: "%name : type" that they define.
    """
    domain = ", ".join(f"d{i}" for i in range(len(loops)))
    results = [m for _, _, m in [*inputs, output]]
    maps = ", ".join(f"affine_map<({domain}) -> ({m})>" for m in results)
    kinds = ", ".join(f'"{kind}"' for kind in loops)
    names = ", ".join(name for name, _, _ in inputs)
    types = ", ".join(type_ for _, type_, _ in inputs)
    ins = f"ins({names} : {types}) " if inputs else ""
    name, type_, _ = output
    return [
        f"{result} = linalg.generic {{indexing_maps = [{maps}], "
        f"iterator_types = [{kinds}]}} {ins}outs({name} : {type_}) {{",
        f"^bb0({', '.join([*arguments, init])}):",
        *[f"  {line}" for line in body],
        f"  linalg.yield {value}",
        f"}} -> {type_}",
    ]


def drop_units(result, source, shape, kept, element):
    """Returns lines that drop all dimensions except `kept`; they have one element."""
    if not kept:
        return [
            f"{result} = tensor.collapse_shape {source} [] : "
            f"{tensor(shape, element)} into {tensor([], element)}"
        ]
    groups = [[] for _ in kept]
    for d in range(len(shape)):
        at = max((i for i, k in enumerate(kept) if k <= d), default=0)
        groups[at].append(d)
    return [
        f"{result} = tensor.collapse_shape {source} {groups} : "
        f"{tensor(shape, element)} into {tensor([shape[d] for d in kept], element)}"
    ]


def reshape(result, source, shape, target, joined, element):
    """Merges the first `joined` dimensions, or adds one if there are none."""
    from_, to = tensor(shape, element), tensor(target, element)
    rest = len(shape) - joined
    if joined == 1:
        return [f"{result} = tensor.cast {source} : {from_} to {to}"]
    if joined == 0:
        groups = [[0, 1], *[[i + 1] for i in range(1, rest)]] if rest else []
        return [
            f"{result} = tensor.expand_shape {source} {groups} output_shape {target}"
            f" : {from_} into {to}"
        ]
    groups = [list(range(joined)), *[[joined + i] for i in range(rest)]]
    return [f"{result} = tensor.collapse_shape {source} {groups} : {from_} into {to}"]


def transpose(result, source, shape, order, element):
    """Transposes: dimension i of the result is dimension order[i] of `source`."""
    from_, to = tensor(shape, element), tensor([shape[d] for d in order], element)
    return [
        f"{result}_init = tensor.empty() : {to}",
        f"{result} = linalg.transpose ins({source} : {from_}) outs({result}_init : "
        f"{to}) permutation = {order}",
    ]


def iota(result, shape, dim):
    """Returns the index along `dim`, as i32."""
    type_ = tensor(shape, "i32")
    whole = ", ".join(f"d{i}" for i in range(len(shape)))
    return [
        f"{result}_init = tensor.empty() : {type_}",
        *generic(
            result,
            [],
            (f"{result}_init", type_, whole),
            ["parallel"] * len(shape),
            [],
            "%o: i32",
            [
                f"%d = linalg.index {dim} : index",
                "%v = arith.index_cast %d : index to i32",
            ],
            "%v : i32",
        ),
    ]
