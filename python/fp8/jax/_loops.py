"""Loops and branches, which `stablehlo-legalize-to-linalg` does not lower.

* A `stablehlo.while` with a counter, such as lax.scan, lax.fori_loop and the
  rounds of a random number generator, is unrolled. Its integer scalars are
  folded meanwhile, so positions in the stacked tensors of a scan are constants
  afterwards.
* A `stablehlo.case` or `stablehlo.if`, such as lax.cond, becomes all its
  branches, and a select for each result: branches have no side effects.
"""

from fp8._errors import CaptureError
from fp8.jax._inline import definition, walk

#: Operations that the iterations of one loop may have together.
MAX_OPERATIONS = 100_000
_MAX_TRIPS = 65_536


def expand_all(module):
    """Expands loops and branches of all functions, outer ones first."""
    pending = _outermost(module.operation)
    pending.reverse()
    while pending:
        op = pending.pop()
        inner = _unroll(op) if op.name == "stablehlo.while" else _select(op)
        pending.extend(reversed(inner))


def _outermost(operation):
    """Yields the loops and branches in `operation`, itself included, that are not
    inside of another one."""
    from jaxlib.mlir import ir

    found = []

    def visit(op):
        if op.name not in ("stablehlo.while", "stablehlo.case", "stablehlo.if"):
            return ir.WalkResult.ADVANCE
        found.append(op)
        return ir.WalkResult.SKIP

    operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def _body_moved_before(op, region, anchor, operands, inner):
    """Moves the operations of a copy of a region of `op` before `anchor`.

    Replaces its arguments by `operands`, and adds nested loops and branches to
    `inner`. Returns the results of the region.
    """
    copy = op.clone()
    (block,) = copy.regions[region].blocks
    for argument, operand in zip(block.arguments, operands, strict=True):
        argument.replace_all_uses_with(operand)
    *body, terminator = list(block.operations)
    for nested in body:
        nested.operation.move_before(anchor)
        if len(nested.operation.regions):
            inner.extend(_outermost(nested.operation))
        _fold(nested.operation)
    results = list(terminator.operands)
    terminator.operation.erase()
    copy.erase()
    return results


def _unroll(loop):
    """Unrolls a loop, and returns the loops and branches inside."""
    inner = []
    values = list(loop.operands)
    size = len(walk(loop))
    trips = 0
    while True:
        (condition,) = _body_moved_before(loop, 0, loop, values, inner)
        goes_on = constant(condition)
        if goes_on is None:
            raise CaptureError(
                "a loop whose number of iterations is not known before it runs "
                f"({loop.location}); supported are loops that count, as lax.scan "
                "and lax.fori_loop with constant bounds"
            )
        if not goes_on:
            break
        trips += 1
        if trips * size > MAX_OPERATIONS or trips > _MAX_TRIPS:
            raise CaptureError(
                f"a loop of {size} operations runs more than {trips - 1} times "
                f"({loop.location}); supported are {MAX_OPERATIONS} operations in "
                "all iterations together: make it shorter, or its body smaller"
            )
        values = _body_moved_before(loop, 1, loop, values, inner)
    for result, value in zip(loop.results, values, strict=True):
        result.replace_all_uses_with(value)
    loop.erase()
    return inner


def _select(op):
    """Converts a branch to selects, and returns the loops and branches inside."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    index = op.operands[0]
    inner = []
    branches = [
        _body_moved_before(op, region, op, [], inner)
        for region in range(len(op.regions))
    ]
    known = constant(index)
    with ir.InsertionPoint(op), op.location:
        if op.name == "stablehlo.if":
            # The first region is the branch for true.
            selected = _merge(branches[1], branches[0], index)
        elif known is not None:
            # An index out of bounds selects the last branch.
            inside = 0 <= known < len(branches)
            selected = branches[known if inside else -1]
        else:
            selected = branches[-1]
            for i, branch in reversed(list(enumerate(branches[:-1]))):
                here = stablehlo.compare(
                    index,
                    _create_constant(i, index.type),
                    stablehlo.ComparisonDirectionAttr.get("EQ"),
                )
                selected = _merge(selected, branch, here)
    for result, value in zip(op.results, selected, strict=True):
        result.replace_all_uses_with(value)
    op.erase()
    return inner


def _merge(otherwise, then, condition):
    from jaxlib.mlir.dialects import stablehlo

    return [
        a if a == b else stablehlo.select(condition, b, a)
        for a, b in zip(otherwise, then, strict=True)
    ]


def constant(value):
    """Returns the integer value of the scalar `value`, None if it is unknown."""
    from jaxlib.mlir import ir

    op = definition(value)
    if op is None or op.name != "stablehlo.constant":
        return None
    if ir.RankedTensorType(value.type).rank != 0 or not _bits(value.type):
        return None
    return _wrap(int(ir.DenseIntElementsAttr(op.attributes["value"])[0]), value.type)


def _bits(type_):
    """Returns the bit width of a tensor of integers, 0 for others."""
    from jaxlib.mlir import ir

    element = ir.RankedTensorType(type_).element_type
    return element.width if isinstance(element, ir.IntegerType) else 0


def _wrap(number, type_):
    """Wraps `number` to the range of the type."""
    from jaxlib.mlir import ir

    bits = _bits(type_)
    number &= (1 << bits) - 1
    element = ir.IntegerType(ir.RankedTensorType(type_).element_type)
    if bits > 1 and not element.is_unsigned and number >> (bits - 1):
        number -= 1 << bits
    return number


def _create_constant(number, type_):
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    element = ir.RankedTensorType(type_).element_type
    attribute = ir.DenseElementsAttr.get_splat(
        type_, ir.IntegerAttr.get(element, number)
    )
    return stablehlo.constant(attribute)


_COMPARE = {
    "EQ": lambda a, b: a == b,
    "NE": lambda a, b: a != b,
    "LT": lambda a, b: a < b,
    "LE": lambda a, b: a <= b,
    "GT": lambda a, b: a > b,
    "GE": lambda a, b: a >= b,
}

_EVALUATE = {
    "stablehlo.add": lambda a, b: a + b,
    "stablehlo.subtract": lambda a, b: a - b,
    "stablehlo.multiply": lambda a, b: a * b,
    "stablehlo.minimum": min,
    "stablehlo.maximum": max,
    "stablehlo.and": lambda a, b: a & b,
    "stablehlo.or": lambda a, b: a | b,
    "stablehlo.xor": lambda a, b: a ^ b,
    "stablehlo.not": lambda a: ~a,
    "stablehlo.negate": lambda a: -a,
    "stablehlo.select": lambda p, a, b: a if p else b,
    "stablehlo.clamp": lambda low, a, high: min(max(a, low), high),
    "stablehlo.convert": lambda a: a,
    "stablehlo.reshape": lambda a: a,
}


def _fold(op):
    """Replaces an integer scalar by its value, if it is known."""
    from jaxlib.mlir import ir

    if op.name != "stablehlo.compare" and op.name not in _EVALUATE:
        return
    result = op.results[0]
    if ir.RankedTensorType(result.type).rank != 0 or not _bits(result.type):
        return
    operands = [constant(operand) for operand in op.operands]
    if None in operands:
        return
    if op.name == "stablehlo.compare":
        direction = str(op.attributes["comparison_direction"])
        name = next(n for n in _COMPARE if f" {n}>" in direction)
        number = int(_COMPARE[name](*operands))
    elif op.name == "stablehlo.convert" and _bits(result.type) == 1:
        number = int(operands[0] != 0)
    else:
        number = _EVALUATE[op.name](*operands)
    with ir.InsertionPoint(op), op.location:
        value = _create_constant(_wrap(number, result.type), result.type)
    result.replace_all_uses_with(value)
    op.erase()
