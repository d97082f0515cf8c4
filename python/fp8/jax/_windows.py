"""Attributes of operations on windows."""


def numbers(op, name, default):
    """Returns the attribute `name`, a list of numbers."""
    return list(op.attributes[name]) if name in op.attributes else default


def padding_of(op, rank):
    """Returns (low, high) of each dimension."""
    from jaxlib.mlir import ir

    if "padding" not in op.attributes:
        return [(0, 0)] * rank
    elements = ir.DenseIntElementsAttr(op.attributes["padding"])
    if elements.is_splat:
        return [(int(elements.get_splat_value().value),) * 2] * rank
    ends = [int(n) for n in elements]
    return list(zip(ends[::2], ends[1::2], strict=True))
