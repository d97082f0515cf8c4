"""The largest elements, which torch-mlir finds by a sort that fp8 does not read."""

#: Upper bound of the number of elements: each is one pass over the tensor.
MAX_COUNT = 64


def topk(x, k, dim=-1, largest=True, sorted=True):
    """Decomposes aten.topk of a few elements: one maximum after another."""
    import torch

    size = x.shape[dim] if x.dim() else 1
    if (
        not 0 < k <= min(MAX_COUNT, size)
        or not x.dtype.is_floating_point
        or not x.dim()
    ):
        return NotImplemented
    # NaN is the largest element: the first of the largest, the last of the smallest.
    ordered = x if largest else torch.where(x.isnan(), -float("inf"), -x)
    places = torch.arange(size, device=x.device)
    shape = [1] * x.dim()
    shape[dim] = size
    places = places.reshape(shape)
    lowest = -float("inf")
    free = torch.ones_like(x, dtype=torch.bool)
    indices = []
    for _ in range(k):
        # An element of -inf that is still free must be preferred to an element
        # that is taken.
        candidates = torch.where(free, ordered, lowest)
        largest_one = candidates.amax(dim, keepdim=True)
        fits = free & ((candidates == largest_one) | candidates.isnan())
        index = torch.where(fits, places, size).amin(dim, keepdim=True)
        free = free & (places != index)
        indices.append(index)
    indices = torch.cat(indices, dim)
    return x.gather(dim, indices), indices
