"""Collectives between ranks, as operations of fp8.

`fp8.all_reduce`, `fp8.all_gather` and `fp8.reduce_scatter` combine the first
dimension, in f32. Other dimensions are transposed, and narrower floats are widened,
which is exact.
"""

from fp8._errors import CaptureError
from fp8.jax import _groups, _manual
from fp8.jax._inline import inline_text, walk
from fp8.jax._text import tensor

#: Names of the operations that replace collectives.
OPERATIONS = ("fp8.all_reduce", "fp8.all_gather", "fp8.reduce_scatter")

#: Name of the argument that is the number of the rank.
RANK = "fp8.rank"

# The enum values of `sum` and `max`.
_KINDS = {"stablehlo.add": 0, "stablehlo.maximum": 1}
_WIDER = ("bf16", "f16")
_REASONS = {
    "stablehlo.all_to_all": "ranks exchange sums, maxima and gathered rows alone",
    "stablehlo.collective_broadcast": "all ranks compute replicated values alike",
    "stablehlo.collective_permute": "ranks exchange data in whole groups",
}


def convert_all(module, mesh):
    """Converts the collectives between ranks, and the numbers of devices.

    Returns whether the step reads the number of its rank, which is then its last
    argument.
    """
    ops = walk(module.operation)
    for op in ops:
        if op.name in _REASONS:
            raise CaptureError(
                f"{op.name} between {mesh.num_ranks} ranks ({op.location}): "
                f"{_REASONS[op.name]}; supported are all_reduce (sums and maxima), "
                "all_gather and reduce_scatter (sums and maxima)"
            )
    converters = {
        "stablehlo.all_reduce": _convert_all_reduce,
        "stablehlo.all_gather": _convert_all_gather,
        "stablehlo.reduce_scatter": _convert_reduce_scatter,
    }
    # Collect all operations first: erasing one also erases operations in its
    # region.
    numbered = "stablehlo.replica_id" if mesh.of_replicas else "stablehlo.partition_id"
    ids = [op for op in ops if op.name == numbered]
    for op in [op for op in ops if op.name in converters]:
        with op.location:
            converters[op.name](op, mesh)
    if ids:
        _replace_ids(ids)
    return bool(ids)


def _kind(op):
    """Returns the number of the reduction by which a region combines two values."""
    (block,) = op.regions[0].blocks
    body = [nested.operation for nested in block.operations]
    names = [nested.name for nested in body]
    if (
        len(body) == 2
        and names[0] in _KINDS
        and list(body[0].operands) == list(block.arguments)
        and list(body[1].operands) == list(body[0].results)
    ):
        return _KINDS[names[0]]
    raise CaptureError(
        f"{op.name} by {', '.join(names[:-1])} ({op.location}); supported are sums, "
        "stablehlo.add, and maxima, stablehlo.maximum"
    )


def _check_element(op, type_, supported):
    element = str(type_.element_type)
    if element not in supported:
        raise CaptureError(
            f"{op.name} of {type_} ({op.location}); supported are tensors of "
            f"{', '.join(supported)}: convert the operand"
        )


def _call(op, name, value, target, axes, kind=None):
    """Emits the collective `name` of `value`, with the shape `target`."""
    from jaxlib.mlir import ir

    type_ = ir.RankedTensorType(value.type)
    element = str(type_.element_type)
    wide = "f32" if kind is not None else element
    old, new = tensor(list(type_.shape), element), tensor(target, element)
    wide_old, wide_new = tensor(list(type_.shape), wide), tensor(target, wide)
    names = ", ".join(f'"{axis}"' for axis in axes)
    of_kind = "" if kind is None else f", kind = {kind} : i32"
    widens = f"%w = stablehlo.convert %x : ({old}) -> {wide_old}"
    narrows = f"%n = stablehlo.convert %r : ({wide_new}) -> {new}"
    is_wide = element == wide
    text = f"""func.func @exchange(%x: {old}) -> {new} {{
  {"" if is_wide else widens}
  %e = tensor.empty() : {wide_new}
  %r = "{name}"({"%x" if is_wide else "%w"}, %e) <{{axes = [{names}]{of_kind}}}>
      : ({wide_old}, {wide_new}) -> {wide_new}
  {"" if is_wide else narrows}
  return {"%r" if is_wide else "%n"} : {new}
}}"""
    (result,) = inline_text(op, text, [value])
    return result


def _transposed(op, value, dim):
    """Exchanges dimension `dim` of `value` and the first one."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    if dim == 0:
        return value
    order = list(range(ir.RankedTensorType(value.type).rank))
    order[0], order[dim] = order[dim], order[0]
    with ir.InsertionPoint(op):
        return stablehlo.transpose(value, order)


def _shape(value):
    from jaxlib.mlir import ir

    return list(ir.RankedTensorType(value.type).shape)


def _convert_all_reduce(op, mesh):
    axes, kind = _groups.axes_of(op, mesh), _kind(op)
    for operand, result in zip(op.operands, op.results, strict=True):
        _check_element(op, operand.type, ("f32", *_WIDER))
        total = _call(op, "fp8.all_reduce", operand, _shape(operand), axes, kind)
        result.replace_all_uses_with(total)
    op.erase()


def _convert_all_gather(op, mesh):
    axes = _groups.axes_of(op, mesh)
    dim = op.attributes["all_gather_dim"].value
    for operand, result in zip(op.operands, op.results, strict=True):
        _check_element(op, operand.type, ("f32", *_WIDER, "i8"))
        rows = _transposed(op, operand, dim)
        target = _shape(result)
        target[0], target[dim] = target[dim], target[0]
        whole = _call(op, "fp8.all_gather", rows, target, axes)
        result.replace_all_uses_with(_transposed(op, whole, dim))
    op.erase()


def _convert_reduce_scatter(op, mesh):
    axes, kind = _groups.axes_of(op, mesh), _kind(op)
    dim = op.attributes["scatter_dimension"].value
    (operand,), (result,) = op.operands, op.results
    _check_element(op, operand.type, ("f32", *_WIDER))
    rows = _transposed(op, operand, dim)
    target = _shape(result)
    target[0], target[dim] = target[dim], target[0]
    part = _call(op, "fp8.reduce_scatter", rows, target, axes, kind)
    result.replace_all_uses_with(_transposed(op, part, dim))
    op.erase()


def _replace_ids(ids):
    """Replaces numbers of devices by the number of the rank, a new argument."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    function = ids[0].parent
    (block,) = function.regions[0].blocks
    with function.location:
        type_ = ir.RankedTensorType.get([], ir.IntegerType.get_signless(32))
        rank = block.add_argument(type_, ir.Location.name(RANK))
        _manual.set_function_type(function)
    for op in ids:
        with ir.InsertionPoint(op), op.location:
            number = stablehlo.convert(op.results[0].type, rank)
        op.results[0].replace_all_uses_with(number)
        op.erase()
