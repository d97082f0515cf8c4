"""Batch norm in training, with its writes to the running statistics.

The schema of aten.native_batch_norm does not declare these writes, so a trace would
lose them.
"""


def batch_norm(x, weight, bias, mean, variance, training, momentum, eps):
    """Decomposes aten.native_batch_norm if it updates statistics, or if it trains on
    bf16 or f16 under autocast, which torch-mlir does not lower."""
    import torch

    updates = training and mean is not None
    is_mixed = training and weight is not None and x.dtype != weight.dtype
    if not updates and not is_mixed:
        return NotImplemented
    y, *saved = torch.ops.aten.native_batch_norm(
        x.to(weight.dtype) if is_mixed else x,
        weight,
        bias,
        None if updates else mean,
        None if updates else variance,
        training,
        momentum,
        eps,
    )
    if updates:
        _update(mean, variance, x, momentum)
    return y.to(x.dtype), *saved


def _update(mean, variance, x, momentum):
    values = x.detach().to(variance.dtype)
    axes = [0, *range(2, x.dim())]
    for statistic, value in (
        (mean, values.mean(axes)),
        (variance, values.var(axes, correction=1)),
    ):
        statistic.copy_(statistic * (1 - momentum) + value * momentum)
