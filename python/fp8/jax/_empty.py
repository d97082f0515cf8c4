"""Removal of tensors without elements.

An associative or unrolled scan creates them: slices that begin at the end of a
tensor, which MLIR rejects.
"""

from fp8.jax._inline import inline_text, walk
from fp8.jax._text import tensor


def drop_all(module):
    """Removes empty tensors from all operations.

    For operations with a nonempty result, removes the empty operands. Replaces other
    operations, such as sums over no elements in a layer without units.
    """
    # Collect all operations first: erasing one also erases operations in its
    # region.
    for op in [op for op in walk(module.operation) if _reads_empty(op)]:
        with op.location:
            whole = _without(op)
        if whole is not None:
            op.results[0].replace_all_uses_with(whole)
            op.erase()
    for op in reversed(walk(module.operation)):
        if not op.name.startswith("stablehlo.") or not op.results:
            continue
        if not all(map(_is_empty, op.results)):
            continue
        if op.name == "stablehlo.reduce":
            with op.location:
                for result in op.results:
                    result.replace_all_uses_with(_nothing(op, result.type))
        if not any(list(result.uses) for result in op.results):
            op.erase()


def _reads_empty(op):
    return (
        op.name.startswith("stablehlo.")
        and len(op.results) > 0
        and not _is_empty(op.results[0])
        and any(map(_is_empty, op.operands))
    )


def _is_empty(value):
    return 0 in getattr(value.type, "shape", ())


def _nothing(op, type_):
    """Creates a constant without elements before `op`."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    with ir.InsertionPoint(op):
        return stablehlo.constant(ir.Attribute.parse(f"dense<> : {type_}"))


def _without(op):
    """Returns the result of `op` without its empty operands, None if it is unknown."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    if op.name == "stablehlo.concatenate":
        parts = [part for part in op.operands if not _is_empty(part)]
        if len(parts) == 1:
            return parts[0]
        with ir.InsertionPoint(op):
            return stablehlo.concatenate(parts, op.attributes["dimension"])
    if op.name in ("stablehlo.scatter", "stablehlo.dynamic_update_slice"):
        return op.operands[0] if len(op.results) == 1 else None
    if op.name in ("stablehlo.pad", "stablehlo.reduce") and len(op.operands) == 2:
        # Every element is the padding value, or an empty sum.
        type_ = op.results[0].type
        element = str(type_.element_type)
        one, all_ = tensor([], element), tensor(list(type_.shape), element)
        text = f"""func.func @splat(%x: {one}) -> {all_} {{
  %r = stablehlo.broadcast_in_dim %x, dims = [] : ({one}) -> {all_}
  return %r : {all_}
}}"""
        return inline_text(op, text, [op.operands[1]])[0]
    return None
