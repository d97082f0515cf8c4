"""Scatter, which `stablehlo-legalize-to-linalg` does not lower.

It has three lowerings:

* an `scf.for` that adds one slice at a time, in order: for sums of many slices,
  such as the gradient of an embedding lookup;
* a `linalg.generic` that compares the position of each element of the result
  with the indices: for few slices per element, as in the gradient of
  `take_along_axis(x, i, axis=-1)`, and for maxima, minima and products;
* for slices that are written and not combined, a maximum finds the number of the
  last slice at each position, and a gather reads it.

Before legalization each scatter is replaced by a call of a function that is
only declared (`declare`). Afterwards, when the linalg dialect is loaded, its
body is parsed and inlined (`expand`).
"""

from fp8.jax._inline import definition, inline_call, walk
from fp8.jax._scatter_text import Scatter


def declare(module):
    """Replaces every supported stablehlo.scatter by a call.

    Returns {callee name: MLIR text of the callee}. Other scatters are unchanged and
    are reported with all other operations that were not legalized.
    """
    from jaxlib.mlir import ir

    texts = {}
    scatters = [op for op in walk(module.operation) if op.name == "stablehlo.scatter"]
    for op in scatters:
        _make_signed(op)
        scatter = _read(op)
        if scatter is None:
            continue
        name = f"scatter_{len(texts)}"
        texts[name] = scatter.write(name)
        types = [op.results[0].type]
        with ir.InsertionPoint(op), op.location:
            call = ir.Operation.create(
                "func.call",
                results=types,
                operands=list(op.operands),
                attributes={"callee": ir.FlatSymbolRefAttr.get(name)},
            )
        declare_function(module, op, name)
        op.results[0].replace_all_uses_with(call.results[0])
        op.erase()
    return texts


def declare_function(module, op, name):
    """Declares a private function from the operands to the results of `op`."""
    from jaxlib.mlir import ir

    signature = ir.FunctionType.get(
        [v.type for v in op.operands], [v.type for v in op.results]
    )
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


def expand(module, texts):
    """Inlines the bodies `texts` where `declare` inserted calls."""
    from jaxlib.mlir import ir

    for op in [op for op in walk(module.operation) if op.name == "func.call"]:
        text = texts[op.attributes["callee"].value]
        body = ir.Module.parse(text, module.context)
        inline_call(op, body.body.operations[0].operation)


def _make_signed(op):
    """Converts indices of other integer types to i32, which can represent all
    positions."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    type_ = ir.RankedTensorType(op.operands[1].type)
    i32 = ir.IntegerType.get_signless(32, op.context)
    if type_.element_type == i32:
        return
    with ir.InsertionPoint(op), op.location:
        signed = ir.RankedTensorType.get(type_.shape, i32)
        op.operands[1] = stablehlo.convert(signed, op.operands[1])


_COMBINERS = {
    "stablehlo.add": "add",
    "stablehlo.multiply": "mul",
    "stablehlo.maximum": "max",
    "stablehlo.minimum": "min",
}

_ELEMENTS = ("f32", "bf16", "f16", "i32", "i1")


def _read(op):
    """Returns `op` as a Scatter, None if it is not supported."""
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    combiner = _combiner(op)
    if len(op.results) != 1 or combiner is None:
        return None
    operand, indices, updates = [ir.RankedTensorType(v.type) for v in op.operands]
    element = str(operand.element_type)
    if element not in _ELEMENTS or str(indices.element_type) != "i32":
        return None
    if element == "i1" and combiner != "set":
        return None
    numbers = stablehlo.ScatterDimensionNumbers(
        op.attributes["scatter_dimension_numbers"]
    )
    in_bounds = len(numbers.scattered_dims_to_operand_dims) == 1 and _in_bounds(
        op.operands[1], operand.shape[numbers.scattered_dims_to_operand_dims[0]]
    )
    return Scatter(
        combiner=combiner,
        element=element,
        old_shape=list(operand.shape),
        index_shape=list(indices.shape),
        update_shape=list(updates.shape),
        window=list(numbers.update_window_dims),
        inserted=list(numbers.inserted_window_dims),
        batching=list(numbers.input_batching_dims),
        index_batching=list(numbers.scatter_indices_batching_dims),
        scattered=list(numbers.scattered_dims_to_operand_dims),
        index_dim=numbers.index_vector_dim,
        in_bounds=in_bounds,
    )


def _combiner(op):
    """Returns how an old element and an update are combined, None if that is unknown."""
    block = op.regions[0].blocks[0]
    *body, terminator = [inner.operation for inner in block.operations]
    if not body:
        # A body that returns the old element would not write anything.
        is_update = list(terminator.operands) == [block.arguments[1]]
        return "set" if is_update else None
    combine, *more = body
    operands = list(combine.operands)
    arguments = list(block.arguments)
    if more or operands not in (arguments, arguments[::-1]):
        return None
    if list(terminator.operands) != list(combine.results):
        return None
    return _COMBINERS.get(combine.name)


def _in_bounds(indices, extent):
    """Returns whether `indices` provably lie in [0, extent): jax clips them in some
    modes."""
    op = definition(indices)
    if op is None or op.name != "stablehlo.clamp":
        return False
    low, high = _splat(op.operands[0]), _splat(op.operands[2])
    return low is not None and high is not None and low >= 0 and high < extent


def _splat(value):
    """Returns the integer that all elements of `value` equal, None if that is unknown."""
    from jaxlib.mlir import ir

    op = definition(value)
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
