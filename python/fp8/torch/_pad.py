"""Pads with negative numbers, which remove elements."""


def pad(x, pads, value=0.0):
    """Decomposes aten.constant_pad_nd: removes elements, then adds elements.

    torch-mlir drops a pad that leaves the shape as it is, such as a shift by (1, -1).
    """
    if all(count >= 0 for count in pads):
        return NotImplemented
    for i in range(0, len(pads), 2):
        # The last dimension comes first.
        dim = x.dim() - 1 - i // 2
        before, after = (max(-count, 0) for count in pads[i : i + 2])
        x = x.narrow(dim, before, x.shape[dim] - before - after)
    added = [max(count, 0) for count in pads]
    if not any(added):
        return x.clone()
    import torch

    return torch.ops.aten.constant_pad_nd.default(x, added, value)
