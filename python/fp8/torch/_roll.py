"""Rotations of a tensor along dimensions, which torch-mlir does not lower."""


def roll(x, shifts, dims=()):
    """Decomposes aten.roll: the last elements of a dimension come first."""
    import torch

    if not dims:
        return roll(x.flatten(), shifts, [0]).reshape(x.shape)
    for shift, axis in zip(shifts, dims, strict=True):
        if x.numel():
            last = shift % x.shape[axis]
            first, rest = x.split([x.shape[axis] - last, last], axis)
            x = torch.cat([rest, first], axis)
    return x
