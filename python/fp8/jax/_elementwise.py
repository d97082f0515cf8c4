"""Bodies of reductions and sorts, applied elementwise to tensors."""

from fp8._errors import CaptureError


def apply_body(anchor, block, values, what):
    """Inserts the operations of `block`, a function of scalars, before `anchor`, on
    tensors `values` of one shape. Returns what the block returns. `what` names the
    function in an error."""
    from jaxlib.mlir import ir

    shape = values[0].type.shape
    # Values of MLIR have no hash, so compare them one by one.
    known = [(ir.Value(a), v) for a, v in zip(block.arguments, values, strict=True)]

    def mapped(value):
        return next((new for old, new in known if old == value), value)

    for op in block.operations:
        op = op.operation
        operands = [mapped(operand) for operand in op.operands]
        if op.name == "stablehlo.return":
            return operands[0]
        attributes = {}
        types = [
            ir.RankedTensorType.get(shape, result.type.element_type)
            for result in op.results
        ]
        for name in op.attributes:
            name = getattr(name, "name", name)
            attributes[name] = op.attributes[name]
        if op.name == "stablehlo.constant":
            value = ir.DenseElementsAttr(attributes["value"]).get_splat_value()
            attributes["value"] = ir.DenseElementsAttr.get_splat(types[0], value)
        elif op.regions or any(operand.type.shape != shape for operand in operands):
            raise CaptureError(
                f"{what} uses {op.name} ({anchor.location}); supported are elementwise "
                "operations"
            )
        with ir.InsertionPoint(anchor), op.location:
            new = ir.Operation.create(
                op.name, results=types, operands=operands, attributes=attributes
            )
        known += [
            (ir.Value(a), b) for a, b in zip(op.results, new.results, strict=True)
        ]
    return None
