"""Collectives on one device, which are the identity.

A group of one device sums, gathers or scatters only its own values. jax writes
such groups for a mesh of one device. Groups of several devices belong to a
program for several devices, and `_exchange` converts them. If the caller declares
that it runs on one device, it is treated as if it had been lowered for one replica
and one partition: sums have one summand, and the number of a device is 0.
"""

import collections

from fp8._errors import CaptureError
from fp8.jax import _mesh
from fp8.jax._inline import walk

_PERMUTE = "stablehlo.collective_permute"
# With a channel, groups of these operations contain partitions. Groups of the
# other operations contain replicas in all partitions.
_OF_PARTITIONS = (
    "stablehlo.all_to_all",
    "stablehlo.collective_broadcast",
    _PERMUTE,
)
_COLLECTIVES = (
    "stablehlo.all_gather",
    "stablehlo.all_reduce",
    "stablehlo.reduce_scatter",
    *_OF_PARTITIONS,
)
# Collectives whose meaning on one device is not defined by their meaning on
# several devices.
_EXCHANGES = ("stablehlo.all_to_all", _PERMUTE)
_REPLICAS, _PARTITIONS = _mesh.REPLICAS, _mesh.PARTITIONS
_IDS = {
    "stablehlo.partition_id": _PARTITIONS,
    "stablehlo.replica_id": _REPLICAS,
}


def find_all(module):
    """Returns the collectives of `module`, and the numbers of devices."""
    return [op for op in walk(module.operation) if op.name in (*_COLLECTIVES, *_IDS)]


def drop_all(module, one_device):
    """Replaces collectives of one device by their operands, and its number by 0.

    Returns {operation: count} of the operations of several devices. They are
    replaced as well if the step runs on `one_device`.
    """
    extents = {key: _mesh.extent(module, key) for key in _IDS.values()}
    decided = collections.Counter()
    for op in find_all(module):
        if op.name in _IDS:
            alone = extents[_IDS[op.name]] == 1
        else:
            alone = _is_alone(op, extents)
        if not alone:
            decided[op.name] += 1
            if one_device and op.name in _EXCHANGES:
                raise CaptureError(
                    f"{op.name} between several devices, which one device cannot "
                    "compute"
                )
        if alone or one_device:
            _replace(op)
    return decided


def refuse(decided):
    """Reports operations of several devices in a module that does not say how many
    there are."""
    names = [f"{name} (x{count})" for name, count in sorted(decided.items())]
    raise CaptureError(
        f"the step runs on several devices: {', '.join(names)}; supported are modules "
        f"with {_REPLICAS} or {_PARTITIONS}, or a mesh, which become the step of one "
        "rank, and any module with one_device=True (--one-device), which gives sums "
        "over devices one summand"
    )


def _is_alone(op, extents):
    """Returns whether every group has one member."""
    from jaxlib.mlir import ir

    permute = op.name == _PERMUTE
    key = "source_target_pairs" if permute else "replica_groups"
    groups = op.attributes[key]
    if not isinstance(groups, ir.DenseIntElementsAttr):
        return False  # Axes of a mesh.
    shape = ir.RankedTensorType(groups.type).shape
    numbers = list(groups)
    if permute:
        return 0 in numbers and numbers[::2] == numbers[1::2]
    channel = "channel_handle" in op.attributes
    everywhere = channel and "use_global_device_ids" not in op.attributes
    if everywhere and op.name not in _OF_PARTITIONS and extents[_PARTITIONS] != 1:
        return False
    if 0 in shape:  # There is only one group, with all members.
        of_partitions = channel and op.name in _OF_PARTITIONS
        return extents[_PARTITIONS if of_partitions else _REPLICAS] == 1
    return shape[1] == 1


def _replace(op):
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    values = list(op.operands)
    if op.name in _IDS:
        type_ = ir.RankedTensorType(op.results[0].type)
        zero = ir.IntegerAttr.get(type_.element_type, 0)
        with ir.InsertionPoint(op), op.location:
            values = [stablehlo.constant(ir.DenseElementsAttr.get_splat(type_, zero))]
    before = ", ".join(str(v.type) for v in values)
    after = ", ".join(str(v.type) for v in op.results)
    if before != after:
        raise CaptureError(
            f"{op.name} turns {before} into {after}; on one device both must be "
            "the same"
        )
    for result, value in zip(op.results, values, strict=True):
        result.replace_all_uses_with(value)
    op.erase()
