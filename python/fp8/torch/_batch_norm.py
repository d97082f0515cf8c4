"""Batch norm in training, with its writes to the running statistics.

The schema of aten.native_batch_norm does not declare these writes, so a trace would
lose them.
"""


def batch_norm(x, weight, bias, mean, variance, training, momentum, eps):
    """Decomposes aten.native_batch_norm if it updates statistics."""
    import torch

    if not training or mean is None:
        return NotImplemented
    results = torch.ops.aten.native_batch_norm(
        x, weight, bias, None, None, True, momentum, eps
    )
    values = x.detach().to(variance.dtype)
    axes = [0, *range(2, x.dim())]
    for statistic, value in (
        (mean, values.mean(axes)),
        (variance, values.var(axes, correction=1)),
    ):
        statistic.copy_(statistic * (1 - momentum) + value * momentum)
    return results
