"""Batch norm, of which torch-mlir lowers only the part that trains on one type.

The schema of aten.native_batch_norm does not declare that training writes the running
statistics, so a trace would lose these writes.
"""


def batch_norm(x, weight, bias, mean, variance, training, momentum, eps):
    """Decomposes aten.native_batch_norm if it does not train, if it updates statistics,
    or if its input is bf16 or f16 under autocast."""
    if not training:
        return _normalize(x, weight, bias, mean, variance, eps)
    return _train(x, weight, bias, mean, variance, momentum, eps)


def _normalize(x, weight, bias, mean, variance, eps):
    """Returns the result by given statistics, with the two empty saved statistics. A
    channel has one factor and one summand, as in PyTorch's kernel for CPUs."""
    import torch

    shape = [1, -1, *[1] * (x.dim() - 2)]
    factor = torch.rsqrt(variance + eps)
    if weight is not None:
        factor = factor * weight
    summand = -mean * factor
    if bias is not None:
        summand = summand + bias
    y = x.to(factor.dtype) * factor.reshape(shape) + summand.reshape(shape)
    return y.to(x.dtype), factor.new_empty(0), factor.new_empty(0)


def _train(x, weight, bias, mean, variance, momentum, eps):
    import torch

    is_mixed = weight is not None and x.dtype != weight.dtype
    if mean is None and not is_mixed:
        return NotImplemented
    y, *saved = torch.ops.aten.native_batch_norm(
        x.to(weight.dtype) if is_mixed else x, weight, bias, None, None, True, momentum, eps
    )
    if mean is not None:
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
