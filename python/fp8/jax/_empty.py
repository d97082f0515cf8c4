"""Tensors without elements, which an associative or unrolled scan makes: slices
that begin at the end of a tensor, which MLIR refuses."""

from fp8.jax._inline import inline_text, walk
from fp8.jax._text import tensor


def drop_all(module):
    """Takes them out of all operations with a result that has elements."""
    for op in list(walk(module.operation)):
        if not op.results or not op.name.startswith("stablehlo."):
            continue
        if _is_empty(op.results[0]) or not any(map(_is_empty, op.operands)):
            continue
        with op.location:
            whole = _without(op)
        if whole is not None:
            op.results[0].replace_all_uses_with(whole)
            op.erase()
    for op in reversed(list(walk(module.operation))):
        if op.name.startswith("stablehlo.") and op.results:
            if all(_is_empty(r) and not list(r.uses) for r in op.results):
                op.erase()


def _is_empty(value):
    return 0 in getattr(value.type, "shape", ())


def _without(op):
    """What `op` gives without its empty operands, None if that is unknown."""
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
        # All elements are the padding, or the sum of none.
        type_ = op.results[0].type
        element = str(type_.element_type)
        one, all_ = tensor([], element), tensor(list(type_.shape), element)
        text = f"""func.func @splat(%x: {one}) -> {all_} {{
  %r = stablehlo.broadcast_in_dim %x, dims = [] : ({one}) -> {all_}
  return %r : {all_}
}}"""
        return inline_text(op, text, [op.operands[1]])[0]
    return None
