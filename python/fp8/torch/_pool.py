"""Gradients of pools, which torch-mlir does not lower."""

from fp8.torch import _convolution


def average_backward(
    gradient, x, kernel, stride, padding, ceil_mode, count_include_pad, divisor
):
    """Decomposes aten.avg_pool2d_backward: the adjoint of a convolution with ones, of
    each channel by itself.
    """
    if ceil_mode:
        return NotImplemented
    kernel, padding = _pair(kernel), _pair(padding)
    stride = _pair(stride) if stride else kernel
    window = (stride, padding, [1, 1])
    ones = gradient.new_ones([1, 1, *kernel])
    if divisor is None and not count_include_pad:
        inside = x.new_ones([1, 1, *x.shape[2:]])
        divisor = _convolution.convolve(inside, ones, *window, 1)
    elif divisor is None:
        divisor = kernel[0] * kernel[1]
    rest = _convolution.uncovered(x.shape[2:], gradient.shape[2:], kernel, *window)
    # Each channel is an item of a batch.
    channels = (gradient / divisor).reshape(-1, 1, *gradient.shape[2:])
    return _convolution.convolve_transposed(
        channels, ones, None, *window, rest, 1
    ).reshape(x.shape)


def adaptive_average_backward(gradient, x):
    """Decomposes aten._adaptive_avg_pool2d_backward, as two matmuls."""
    rows, columns = (
        _averages(gradient, inputs, outputs)
        for inputs, outputs in zip(x.shape[-2:], gradient.shape[-2:])
    )
    return rows.transpose(0, 1) @ gradient @ columns


def adaptive_max_backward(gradient, x, indices):
    """Decomposes aten.adaptive_max_pool2d_backward."""
    return _max_backward(gradient, x, indices, 2)


def max_backward(gradient, x, kernel, stride, padding, dilation, ceil_mode, indices):
    """Decomposes aten.max_pool3d_with_indices_backward."""
    return _max_backward(gradient, x, indices, 3)


def _max_backward(gradient, x, indices, rank):
    """Adds each gradient at its index, a position in the last `rank` dimensions."""
    zeros = x.new_zeros(x.shape).flatten(-rank)
    added = zeros.scatter_add(
        zeros.dim() - 1, indices.flatten(-rank), gradient.flatten(-rank)
    )
    return added.reshape(x.shape)


def _averages(like, inputs, outputs):
    """Returns the weights of the inputs in each output, outputs x inputs."""
    import torch

    first = torch.arange(outputs, device=like.device) * inputs // outputs
    end = ((torch.arange(outputs, device=like.device) + 1) * inputs - 1) // outputs + 1
    places = torch.arange(inputs, device=like.device)
    inside = (places >= first.unsqueeze(1)) & (places < end.unsqueeze(1))
    return inside.to(like.dtype) / (end - first).to(like.dtype).unsqueeze(1)


def _pair(values):
    return [*values] * 2 if len(values) == 1 else [*values]
