"""Inlining of func.call, by moving the operations of a copy of the callee.

The `inline` pass that jaxlib ships leaves func.call alone (it registers no
inliner interface for the func dialect), and jax.numpy makes many small private
functions.
"""


def walk(operation):
    """Yields `operation` and every operation nested in it, in program order."""
    yield operation
    for region in operation.regions:
        for block in region:
            for op in block:
                yield from walk(op.operation)


def inline_all(module):
    """Inlines every call in the public functions, callees of callees included.

    Private functions stay behind unused; `symbol-dce` removes them.
    """
    functions = {_symbol(op): op for op in module.body.operations}
    for function in functions.values():
        if _is_private(function):
            continue
        while calls := [op for op in walk(function.operation) if _is_call(op)]:
            for call in calls:
                inline_call(call, functions[_callee(call)].operation)


def inline_call(call, function):
    """Replaces `call` by the body of `function`, which has one block."""
    # A detached copy; its operations move, so that nested uses come along.
    copy = function.clone()
    (block,) = copy.regions[0].blocks
    for argument, operand in zip(block.arguments, call.operands, strict=True):
        argument.replace_all_uses_with(operand)
    *body, terminator = list(block.operations)
    for op in body:
        op.operation.move_before(call)
    for result, value in zip(call.results, terminator.operands, strict=True):
        result.replace_all_uses_with(value)
    call.erase()
    copy.erase()


def _is_call(operation):
    return operation.name == "func.call"


def _is_private(function):
    attributes = function.attributes
    return (
        "sym_visibility" in attributes
        and attributes["sym_visibility"].value == "private"
    )


def _symbol(function):
    return function.attributes["sym_name"].value


def _callee(call):
    return call.attributes["callee"].value
