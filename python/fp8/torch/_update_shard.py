"""Parts of parameters that several processes store in 8 bits.

The scale of a weight is common to all parts. It depends on the largest magnitude that
earlier steps have stored, which the processes exchange after each step. The random
bits of an element depend on its position in the whole parameter.
"""

import dataclasses

import torch

from fp8.torch._update_tensors import is_distributed, local

#: Number of elements that share a scale of a moment; parts begin at multiples of it.
_GRANULE = 128


@dataclasses.dataclass(frozen=True)
class Shard:
    """The part of a flattened parameter that this process holds.

    Attributes:
      offset: the position of its first element.
      group: the process group whose members hold the other parts.
    """

    offset: int
    group: object


def find_shard(param):
    """Returns the Shard of a parameter, or None if this process holds all of it."""
    if not is_distributed(param):
        return None
    mesh, shape = param.device_mesh, tuple(param.shape)
    cut = [
        axis
        for axis, entry in enumerate(param.placements)
        if not entry.is_replicate() and mesh.size(axis) > 1
    ]
    if not cut:
        return None
    from torch.distributed.tensor import Shard as Rows

    advice = "a param group with storage='fp32' takes it"
    entry = param.placements[cut[0]]
    if len(cut) > 1 or type(entry) is not Rows or entry.dim != 0:
        raise ValueError(
            f"unsupported in storage 'fp8-split8': a parameter of shape {shape} with "
            f"the placements {param.placements}; expected Shard(0) along one dimension "
            f"of the mesh; {advice}"
        )
    size, rank = mesh.size(cut[0]), mesh.get_local_rank(cut[0])
    rows = -(-shape[0] // size)
    part = rows * (param.numel() // max(shape[0], 1))
    if part < param.numel() and part % _GRANULE:
        raise ValueError(
            f"expected each part of a parameter of shape {shape} over {size} processes "
            f"to have a multiple of {_GRANULE} elements in storage 'fp8-split8', but "
            f"it has {part}; {advice}"
        )
    return Shard(min(rank * part, param.numel()), mesh.get_group(cut[0]))


def describe_part(param, shard):
    """Returns the first and the last position of a part, and the size of the whole."""
    return [shard.offset, shard.offset + local(param).numel(), param.numel()]


def reduce_maxima(values, shards):
    """Replaces f32 tensors that are not negative by the maxima over all parts."""
    by_group = {}
    for value, shard in zip(values, shards, strict=True):
        if shard is not None:
            by_group.setdefault(shard.group, []).append(value.view(torch.int32))
    for group, found in by_group.items():
        # The bits have the order of the values, and NaN is the largest.
        maxima = torch.cat([value.reshape(1) for value in found])
        torch.distributed.all_reduce(
            maxima, op=torch.distributed.ReduceOp.MAX, group=group
        )
        for value, maximum in zip(found, maxima.unbind(), strict=True):
            value.fill_(maximum)


def find_in_any(positions, shards):
    """Returns the positions that some process has in its list."""
    flags = torch.zeros(len(shards), dtype=torch.float32, device="cpu")
    flags[positions] = 1.0
    reduce_maxima(flags.unbind(), shards)
    return flags.nonzero().flatten().tolist()
