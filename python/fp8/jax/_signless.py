"""Conversion of integers at the boundary to signless ones.

linalg supports no others, and the casts that `stablehlo-legalize-to-linalg` inserts
have no effect.
"""

from fp8.jax._inline import walk

_CAST = "builtin.unrealized_conversion_cast"


def convert_signature(module):
    """Converts unsigned integers of arguments and results to signless integers of the
    same width, and removes their casts.
    """
    from jaxlib.mlir import ir

    # Skip functions without bodies, which are added later.
    entry = next(op for op in module.body.operations if list(op.regions[0].blocks))
    (block,) = entry.regions[0].blocks
    terminator = block.operations[len(block.operations) - 1].operation
    for i, value in enumerate(list(terminator.operands)):
        source = _cast_source(value)
        if source is not None:
            terminator.operands[i] = source
    for argument in block.arguments:
        signless = _signless(argument.type)
        if signless != argument.type:
            argument.set_type(signless)
    for op in walk(module.operation):
        if op.name == _CAST and len(op.operands) == 1:
            (operand,), (result,) = op.operands, op.results
            if operand.type == result.type:
                result.replace_all_uses_with(operand)
                op.erase()
    # Erase casts that remain after unused casts to unsigned integers.
    for op in reversed(walk(module.operation)):
        if op.name == _CAST and not any(list(r.uses) for r in op.results):
            op.erase()
    type_ = ir.FunctionType.get(
        [a.type for a in block.arguments], [v.type for v in terminator.operands]
    )
    entry.attributes["function_type"] = ir.TypeAttr.get(type_)


def _cast_source(value):
    owner = getattr(value.owner, "operation", value.owner)
    if getattr(owner, "name", "") == _CAST and len(owner.operands) == 1:
        return owner.operands[0]
    return None


def _signless(type_):
    from jaxlib.mlir import ir

    element = ir.RankedTensorType(type_).element_type
    if not isinstance(element, ir.IntegerType) or element.is_signless:
        return type_
    return ir.RankedTensorType.get(
        ir.RankedTensorType(type_).shape, ir.IntegerType.get_signless(element.width)
    )
