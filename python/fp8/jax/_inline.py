"""Inlining of func.call, by moving the operations of a copy of the callee.

The `inline` pass that jaxlib ships does not inline func.call (it registers no
inliner interface for the func dialect), and jax.numpy creates many small private
functions.
"""


def walk(operation):
    """Yields `operation` and every operation nested in it, in program order."""
    from jaxlib.mlir import ir

    operations = []

    def visit(op):
        operations.append(op)
        return ir.WalkResult.ADVANCE

    # Do not use the iterators of blocks. They search a Python class for each
    # operation, and for dialects without such classes in jaxlib, such as
    # linalg, they search the disk every time.
    operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return operations


def definition(value):
    """Returns the operation that defines `value`, None for a block argument."""
    owner = value.owner
    return getattr(owner, "operation", owner) if hasattr(owner, "name") else None


def inline_all(module):
    """Inlines every call in the public functions, including nested calls.

    Private functions remain unused; `symbol-dce` removes them.
    """
    functions = {_symbol(op): op for op in module.body.operations}
    for function in functions.values():
        if is_private(function):
            continue
        while calls := [op for op in walk(function.operation) if _is_call(op)]:
            for call in calls:
                inline_call(call, functions[_callee(call)].operation)


def inline_call(call, function):
    """Replaces `call` by the body of `function`, which has one block."""
    # Move the operations of a detached copy, so that nested uses stay
    # consistent.
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


def inline_text(anchor, text, operands):
    """Inserts the function `text` on `operands` before `anchor`, and returns its
    results."""
    from jaxlib.mlir import ir

    # The module has to live as long as the function.
    module = ir.Module.parse(text, anchor.context)
    function = module.body.operations[0].operation
    types = ir.FunctionType(
        ir.TypeAttr(function.attributes["function_type"]).value
    ).results
    with ir.InsertionPoint(anchor), anchor.location:
        call = ir.Operation.create("fp8.call", results=list(types), operands=operands)
        # Collect the readers first: their operands change below.
        users = [
            ir.Operation.create("fp8.use", operands=[result]) for result in call.results
        ]
    inline_call(call, function)
    results = [user.operands[0] for user in users]
    for user in users:
        user.erase()
    return results


def _is_call(operation):
    return operation.name == "func.call"


def is_private(function):
    attributes = function.attributes
    return (
        "sym_visibility" in attributes
        and attributes["sym_visibility"].value == "private"
    )


def _symbol(function):
    return function.attributes["sym_name"].value


def _callee(call):
    return call.attributes["callee"].value
