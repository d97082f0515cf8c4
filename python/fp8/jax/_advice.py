"""Removal of advisory operations.

They tell a compiler where values are located or when they are computed, but do
not change values, and have no equivalent in linalg.
"""

import collections

from fp8._errors import CaptureError
from fp8.jax._inline import walk

# Operations whose results are their operands, one for one.
_IDENTITIES = (
    "stablehlo.optimization_barrier",
    "sdy.propagation_barrier",
    "sdy.reshard",
    "sdy.sharding_constraint",
)
_COMPUTATION = "sdy.manual_computation"
_WITHOUT_RESULT = ("sdy.mesh", "sdy.sharding_group")
# Targets of stablehlo.custom_call that have one operand and return it.
_ANNOTATIONS = (
    "LayoutConstraint",
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "annotate_device_placement",
    "xla.sdy.FuncResultSharding",
    "xla.sdy.GlobalToLocalShape",
    "xla.sdy.LocalToGlobalShape",
)


def drop_all(module):
    """Replaces advisory operations by the values that they advise about."""
    for op in walk(module.operation):
        if op.name != "builtin.module":
            _drop_attributes(op)
    # Collect all operations first: erasing one also erases operations in its
    # region.
    for op in [op for op in walk(module.operation) if _is_advice(op)]:
        if op.name == _COMPUTATION:
            _inline_computation(op)
        else:
            _replace(op, op.operands if op.results else [])
    left = collections.Counter(
        op.name for op in walk(module.operation) if op.name.startswith("sdy.")
    )
    # A terminator is removed together with the operation that contains its region.
    left.pop("sdy.return", None)
    if left:
        names = ", ".join(f"{name} (x{count})" for name, count in sorted(left.items()))
        raise CaptureError(
            f"the step is divided between devices: {names}; supported are hints "
            "where values are stored, and computations on one device that holds whole "
            "values"
        )


def _is_advice(op):
    return op.name in (*_IDENTITIES, *_WITHOUT_RESULT, _COMPUTATION) or (
        _is_annotation(op)
    )


def _replace(op, values):
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()


def _is_annotation(op):
    """Returns whether shards have the shape of the whole value; otherwise the operation
    changes values.
    """
    return (
        op.name == "stablehlo.custom_call"
        and op.attributes["call_target_name"].value in _ANNOTATIONS
        and [v.type for v in op.operands] == [v.type for v in op.results]
    )


def _inline_computation(op):
    """Inlines a per-device computation where the device has all of each value.

    Other operations in the body that depend on devices are rejected later.
    """
    (block,) = op.regions[0].blocks
    *body, terminator = [nested.operation for nested in block.operations]
    shards = [*block.arguments, *terminator.operands]
    if [v.type for v in shards] != [v.type for v in [*op.operands, *op.results]]:
        return
    for argument, operand in zip(block.arguments, op.operands, strict=True):
        argument.replace_all_uses_with(operand)
    results = list(terminator.operands)
    for nested in body:
        nested.move_before(op)
    _replace(op, results)


def _drop_attributes(op):
    """Removes mhlo.sharding and similar attributes, which would outlive their
    operations."""
    for name in list(op.attributes):
        name = getattr(name, "name", name)
        if "." in name or name in ("arg_attrs", "res_attrs"):
            del op.attributes[name]
