"""Scatter-add, the one operation of a usual training step that
`stablehlo-legalize-to-linalg` leaves behind.

Two forms are expanded here:

* rows: the gradient of an embedding lookup. Becomes an `scf.for` that adds one
  row of the updates at a time, in order;
* along the last axis: the gradient of `take_along_axis(x, i, axis=-1)`. Becomes
  one `linalg.generic` that compares the index with the position.

Before legalisation each scatter is replaced by a call of a function that is
only declared (`declare`); afterwards, when the linalg dialect is loaded, its
body is parsed and inlined (`expand`).
"""

from fp8.jax._inline import inline_call, walk


def declare(module):
    """Replaces every supported stablehlo.scatter by a call.

    Returns {callee name: MLIR text of the callee}. Scatters of other forms stay
    and are reported with whatever else was not legalised.
    """
    from jaxlib.mlir import ir

    texts = {}
    scatters = [op for op in walk(module.operation) if op.name == "stablehlo.scatter"]
    for op in scatters:
        writer = _writer(op)
        if writer is None:
            continue
        name = f"scatter_add_{len(texts)}"
        texts[name] = writer(name, op)
        types = [op.results[0].type]
        with ir.InsertionPoint(op), op.location:
            call = ir.Operation.create(
                "func.call",
                results=types,
                operands=list(op.operands),
                attributes={"callee": ir.FlatSymbolRefAttr.get(name)},
            )
        signature = ir.FunctionType.get([v.type for v in op.operands], types)
        with ir.InsertionPoint(module.body), op.location:
            ir.Operation.create(
                "func.func",
                regions=1,
                attributes={
                    "sym_name": ir.StringAttr.get(name),
                    "sym_visibility": ir.StringAttr.get("private"),
                    "function_type": ir.TypeAttr.get(signature),
                },
            )
        op.results[0].replace_all_uses_with(call.results[0])
        op.erase()
    return texts


def expand(module, texts):
    """Inlines the bodies `texts` where `declare` left calls."""
    from jaxlib.mlir import ir

    for op in [op for op in walk(module.operation) if op.name == "func.call"]:
        text = texts[op.attributes["callee"].value]
        body = ir.Module.parse(text, module.context)
        inline_call(op, body.body.operations[0].operation)


def _writer(op):
    """Returns the function that writes the expansion of `op`, None if there is none."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    if len(op.results) != 1 or not _adds(op):
        return None
    operand, indices, updates = [ir.RankedTensorType(v.type) for v in op.operands]
    if str(operand.element_type) != "f32" or str(indices.element_type) != "i32":
        return None
    numbers = stablehlo.ScatterDimensionNumbers(
        op.attributes["scatter_dimension_numbers"]
    )
    last = operand.rank - 1
    batch = list(range(indices.rank - 1))
    if numbers.index_vector_dim != len(batch) or indices.shape[-1] != 1:
        return None
    batching = list(numbers.input_batching_dims)
    target = list(numbers.scattered_dims_to_operand_dims)
    if list(numbers.inserted_window_dims) != target:
        return None
    window = list(numbers.update_window_dims)
    if target == [0] and not batching and batch:
        whole_rows = list(updates.shape[len(batch) :]) == list(operand.shape[1:])
        if window == list(range(len(batch), updates.rank)) and whole_rows:
            return _rows
    if target == [last] and batching == batch[:-1] and not window:
        if list(numbers.scatter_indices_batching_dims) == batching:
            return _along_last_axis
    return None


def _adds(op):
    """Whether the body of the scatter is exactly old + update."""
    block = op.regions[0].blocks[0]
    names = [inner.operation.name for inner in block.operations]
    return names == ["stablehlo.add", "stablehlo.return"] and list(
        block.operations[0].operands
    ) == list(block.arguments)


def _tensor(shape, element):
    return f"tensor<{'x'.join(str(d) for d in [*shape, element])}>"


def _shapes(op):
    return [list(value.type.shape) for value in op.operands]


def _rows(name, op):
    """old [V, D...], indices [B..., 1], updates [B..., D...]: old[index] += update."""
    old_shape, index_shape, update_shape = _shapes(op)
    batch, row = index_shape[:-1], old_shape[1:]
    count = 1
    for extent in batch:
        count *= extent
    old, rows = _tensor(old_shape, "f32"), _tensor([count], "i32")
    flat, one = _tensor([count, *row], "f32"), _tensor([1, *row], "f32")
    lines = [
        f"func.func private @{name}(%old: {old}, "
        f"%indices: {_tensor(index_shape, 'i32')}, "
        f"%updates: {_tensor(update_shape, 'f32')}) -> {old} {{",
        f"%rows0 = tensor.collapse_shape %indices [{list(range(len(index_shape)))}]"
        f" : {_tensor(index_shape, 'i32')} into {rows}",
    ]
    if len(batch) == 1:
        flat_name = "%updates"
    else:
        groups = [list(range(len(batch)))]
        groups += [[d] for d in range(len(batch), len(update_shape))]
        flat_name = "%flat0"
        lines.append(
            f"%flat0 = tensor.collapse_shape %updates {groups}"
            f" : {_tensor(update_shape, 'f32')} into {flat}"
        )
    rows_name = "%rows0"
    if not _in_bounds(op.operands[1], old_shape[0]):
        lines += _drop_out_of_bounds(flat_name, old_shape[0], count, row)
        rows_name, flat_name = "%rows", "%flat"
    zeros, ones = "".join(", 0" for _ in row), ", ".join("1" for _ in old_shape)
    sizes = ", ".join(str(d) for d in [1, *row])
    lines += [
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        f"%count = arith.constant {count} : index",
        f"%new = scf.for %i = %c0 to %count step %c1 iter_args(%acc = %old)"
        f" -> ({old}) {{",
        f"  %e = tensor.extract {rows_name}[%i] : {rows}",
        "  %r = arith.index_cast %e : i32 to index",
        f"  %a = tensor.extract_slice %acc[%r{zeros}] [{sizes}] [{ones}]"
        f" : {old} to {one}",
        f"  %b = tensor.extract_slice {flat_name}[%i{zeros}] [{sizes}] [{ones}]"
        f" : {flat} to {one}",
        f"  %s = arith.addf %a, %b : {one}",
        f"  %w = tensor.insert_slice %s into %acc[%r{zeros}] [{sizes}] [{ones}]"
        f" : {one} into {old}",
        f"  scf.yield %w : {old}",
        "}",
        f"return %new : {old}",
        "}",
    ]
    return "\n".join(lines)


def _drop_out_of_bounds(flat_name, extent, count, row):
    """StableHLO ignores updates whose index is out of bounds: they become zeros
    that are added to row 0."""
    dims = ", ".join(f"d{i}" for i in range(1 + len(row)))
    rows, flat = _tensor([count], "i32"), _tensor([count, *row], "f32")
    parallel = ", ".join('"parallel"' for _ in range(1 + len(row)))
    return [
        f"%extent = arith.constant {extent} : i32",
        "%first = arith.constant 0 : i32",
        "%zero = arith.constant 0.0 : f32",
        f"%rows_init = tensor.empty() : {rows}",
        "%rows = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, "
        'affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} '
        f"ins(%rows0 : {rows}) outs(%rows_init : {rows}) {{",
        "^bb0(%r: i32, %o: i32):",
        "  %ok = arith.cmpi ult, %r, %extent : i32",
        "  %s = arith.select %ok, %r, %first : i32",
        "  linalg.yield %s : i32",
        f"}} -> {rows}",
        f"%flat_init = tensor.empty() : {flat}",
        f"%flat = linalg.generic {{indexing_maps = [affine_map<({dims}) -> (d0)>, "
        f"affine_map<({dims}) -> ({dims})>, affine_map<({dims}) -> ({dims})>], "
        f"iterator_types = [{parallel}]}} ins(%rows0, {flat_name} : {rows}, {flat})"
        f" outs(%flat_init : {flat}) {{",
        "^bb0(%r: i32, %u: f32, %o: f32):",
        "  %ok = arith.cmpi ult, %r, %extent : i32",
        "  %s = arith.select %ok, %u, %zero : f32",
        "  linalg.yield %s : f32",
        f"}} -> {flat}",
    ]


def _along_last_axis(name, op):
    """old [B..., V], indices [B..., K, 1], updates [B..., K].

    new[b, j] = old[b, j] + sum over k of (indices[b, k] == j ? updates[b, k] : 0)
    """
    old_shape, index_shape, update_shape = _shapes(op)
    rank = len(old_shape)
    old, updates = _tensor(old_shape, "f32"), _tensor(update_shape, "f32")
    indices, flat = _tensor(index_shape, "i32"), _tensor(update_shape, "i32")
    groups = [[d] for d in range(rank - 1)] + [[rank - 1, rank]]
    dims = [f"d{i}" for i in range(rank + 1)]
    source = ", ".join(dims[: rank - 1] + dims[rank:])
    domain, place = ", ".join(dims), ", ".join(dims[:rank])
    kinds = ", ".join(['"parallel"'] * rank + ['"reduction"'])
    return f"""func.func private @{name}(%old: {old}, %indices: {indices},
    %updates: {updates}) -> {old} {{
  %flat = tensor.collapse_shape %indices {groups} : {indices} into {flat}
  %zero = arith.constant 0.0 : f32
  %new = linalg.generic {{indexing_maps = [affine_map<({domain}) -> ({source})>,
      affine_map<({domain}) -> ({source})>, affine_map<({domain}) -> ({place})>],
      iterator_types = [{kinds}]}}
      ins(%flat, %updates : {flat}, {updates}) outs(%old : {old}) {{
  ^bb0(%i: i32, %u: f32, %o: f32):
    %j = linalg.index {rank - 1} : index
    %n = arith.index_cast %i : i32 to index
    %hit = arith.cmpi eq, %n, %j : index
    %s = arith.select %hit, %u, %zero : f32
    %a = arith.addf %o, %s : f32
    linalg.yield %a : f32
  }} -> {old}
  return %new : {old}
}}"""


def _in_bounds(indices, extent):
    """Whether `indices` provably lie in [0, extent): jax clips them in some modes."""
    op = _definition(indices)
    if op is None or op.name != "stablehlo.clamp":
        return False
    low, high = _splat(op.operands[0]), _splat(op.operands[2])
    return low is not None and high is not None and low >= 0 and high < extent


def _splat(value):
    """The integer that all elements of `value` equal, None if that is unknown."""
    from jaxlib.mlir import ir

    op = _definition(value)
    if op is None:
        return None
    if op.name == "stablehlo.constant":
        constant = ir.DenseIntElementsAttr(op.attributes["value"])
        if constant.is_splat or len(constant) == 1:
            return int(constant[0])
    elif op.name in ("stablehlo.broadcast_in_dim", "stablehlo.reshape"):
        return _splat(op.operands[0])
    elif op.name == "stablehlo.minimum":
        parts = [_splat(operand) for operand in op.operands]
        if None not in parts:
            return min(parts)
    return None


def _definition(value):
    """The operation that makes `value`, None for a block argument."""
    owner = value.owner
    return getattr(owner, "operation", owner) if hasattr(owner, "name") else None
