"""Computations of each device, `sdy.manual_computation`, which jax.shard_map writes.

The body is the program of a rank. It replaces the computation, and arguments and
results of the step become those of a rank. Operations outside compute with whole
values, as every rank does.
"""

import collections
import re

from fp8._errors import CaptureError
from fp8.jax._inline import definition, walk

COMPUTATION = "sdy.manual_computation"

#: An argument or result of which a rank has a part: the axes of the mesh along
#: which each dimension is divided, and the shape of the whole.
Part = collections.namedtuple("Part", "axes shape")


def split(module, mesh, argument_names):
    """Replaces the computations of each device by their bodies.

    Returns {index: Part} of the arguments of the step, and the same of its results.
    """
    computations = [op for op in walk(module.operation) if op.name == COMPUTATION]
    if not computations:
        return {}, {}
    for op in computations:
        _check_place(op)
        _check_axes(op, mesh)
    arguments = _arguments(computations, argument_names)
    # {whole value: (Part, part)} of the values between computations.
    between = {}
    for op in computations:
        _inline(op, between)
    function = computations[0].parent
    results = _return_parts(function, arguments, between)
    # Process the last computation first, because it may read results of others.
    for op in reversed(computations):
        for result in op.results:
            for use in result.uses:
                raise CaptureError(
                    f"{use.owner.name} reads the result of a shard_map, but each "
                    f"device has only a part of {result.type}; supported are readers "
                    "inside of a shard_map with the same in_specs, and results of the "
                    "step"
                )
        op.erase()
    _convert_signature(function, arguments)
    return {i: part for i, (part, _) in arguments.items()}, results


def _check_place(op):
    parent = op.parent.name
    if parent != "func.func":
        raise CaptureError(
            f"a shard_map inside of {parent}; supported is the body of the step, and "
            "functions that it calls"
        )


def _check_axes(op, mesh):
    """Checks that no axis is left to the compiler."""
    manual = re.findall(r'"([^"]*)"', str(op.attributes["manual_axes"]))
    automatic = [
        axis for axis, size in mesh.sizes.items() if size > 1 and axis not in manual
    ]
    if automatic:
        raise CaptureError(
            f"a shard_map leaves the axes {automatic} of {mesh.attribute()} to the "
            "compiler; supported are shard_maps over all axes"
        )


def axes_of(sharding):
    """Returns the axes along which each dimension is divided, as tuples."""
    from jaxlib.mlir.dialects import sdy

    dims = [
        sdy.DimensionShardingAttr(dim)
        for dim in sdy.TensorShardingAttr(sharding).dimension_shardings
    ]
    axes = [[sdy.AxisRefAttr(axis) for axis in dim.axes] for dim in dims]
    if any(axis.sub_axis_info is not None for names in axes for axis in names):
        raise CaptureError(
            f"the sharding {sharding} divides an axis of the mesh; supported are "
            "whole axes"
        )
    return tuple(tuple(axis.name for axis in names) for names in axes)


def _shardings(op, name):
    """Returns the axes of the dimensions of all operands, or results."""
    from jaxlib.mlir.dialects import sdy

    shardings = sdy.TensorShardingPerValueAttr(op.attributes[name]).shardings
    return [axes_of(sharding) for sharding in shardings]


def _inputs(op):
    """Returns (operand, argument of the body, axes) of each operand."""
    (block,) = op.regions[0].blocks
    axes = _shardings(op, "in_shardings")
    return list(zip(op.operands, block.arguments, axes, strict=True))


def _arguments(computations, names):
    """Returns {index: (Part, type of the part)} of the divided arguments of a step."""
    from jaxlib.mlir import ir

    found = {}
    for op in computations:
        for operand, value, axes in _inputs(op):
            if operand.type == value.type or definition(operand) is not None:
                continue
            part = Part(axes, tuple(ir.RankedTensorType(operand.type).shape))
            i = operand.arg_number
            if found.setdefault(i, (part, value.type))[0] != part:
                raise CaptureError(
                    f"argument '{names[i]}' is divided in two ways: along the axes "
                    f"{list(found[i][0].axes)} and {list(axes)} of its dimensions"
                )
    block = computations[0].parent.regions[0].blocks[0]
    for i in found:
        for use in block.arguments[i].uses:
            _check_reader(use, names[i])
    return found


def _check_reader(use, name):
    """Checks that a divided argument is read by a shard_map, as its part."""
    op = getattr(use.owner, "operation", use.owner)
    if op.name == COMPUTATION:
        operand, value, _ = _inputs(op)[use.operand_number]
        if operand.type != value.type:
            return
    elif op.name == "func.return":
        return
    raise CaptureError(
        f"{op.name} reads all of argument '{name}', but a shard_map gives each "
        "device only a part; supported are readers inside of a shard_map with the same "
        "in_specs"
    )


def _inline(op, between):
    from jaxlib.mlir import ir

    (block,) = op.regions[0].blocks
    *body, terminator = [nested.operation for nested in block.operations]
    # Arguments of the step still have the types of whole values.
    types = [value.type for value in terminator.operands]
    for operand, value, axes in _inputs(op):
        part = operand
        if operand.type != value.type and definition(operand) is not None:
            known, part = between.get(operand, (None, None))
            if known is None or known.axes != axes:
                raise CaptureError(
                    f"a shard_map divides {operand.type}, a value computed outside of "
                    "it; supported are arguments of the step, and results of a "
                    "shard_map with the same out_specs"
                )
        value.replace_all_uses_with(part)
    values = list(terminator.operands)
    for nested in body:
        nested.move_before(op)
    axes = _shardings(op, "out_shardings")
    for result, value, type_, dims in zip(op.results, values, types, axes, strict=True):
        if result.type == type_:
            result.replace_all_uses_with(value)
            continue
        part = Part(dims, tuple(ir.RankedTensorType(result.type).shape))
        between[result] = part, value


def _return_parts(function, arguments, between):
    """Lets the step return parts of divided values. Returns {index: Part} of them."""
    (block,) = function.regions[0].blocks
    terminator = block.operations[len(block.operations) - 1].operation
    found = {}
    for i, value in enumerate(list(terminator.operands)):
        if value in between:
            found[i], terminator.operands[i] = between[value]
        elif definition(value) is None and value.arg_number in arguments:
            found[i], _ = arguments[value.arg_number]
    return found


def _convert_signature(function, arguments):
    (block,) = function.regions[0].blocks
    for i, (_, type_) in arguments.items():
        block.arguments[i].set_type(type_)
    set_function_type(function)


def set_function_type(function):
    """Gives a function the type of its arguments and results."""
    from jaxlib.mlir import ir

    (block,) = function.regions[0].blocks
    terminator = block.operations[len(block.operations) - 1].operation
    type_ = ir.FunctionType.get(
        [value.type for value in block.arguments],
        [value.type for value in terminator.operands],
    )
    function.attributes["function_type"] = ir.TypeAttr.get(type_)
