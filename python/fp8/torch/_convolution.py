"""Convolutions in groups, transposed ones, and their gradients, in terms of the
convolutions that torch-mlir lowers.

torch-mlir lowers gradients only of convolutions in one group that are not transposed,
and transposed convolutions only in one group.
"""


def convolution(
    x, weight, bias, stride, padding, dilation, transposed, output_padding, groups
):
    """Decomposes aten.convolution of a transposed convolution in groups."""
    if not transposed or groups == 1:
        return NotImplemented
    return convolve_transposed(
        x, weight, bias, stride, padding, dilation, output_padding, groups
    )


def convolution_backward(
    gradient,
    x,
    weight,
    bias_sizes,
    stride,
    padding,
    dilation,
    transposed,
    output_padding,
    groups,
    output_mask,
):
    """Decomposes aten.convolution_backward of a convolution that is transposed or in
    groups.

    The gradient of the input is the adjoint of the convolution, applied to `gradient`.
    The adjoint of a transposed convolution is the convolution with its weight, so the
    two exchange `x` and `gradient` in the gradient of the weight.
    """
    if not transposed and groups == 1:
        return NotImplemented
    window = (stride, padding, dilation)
    for_input, for_weight, for_bias = output_mask
    x_gradient = weight_gradient = bias_gradient = None
    if for_input and transposed:
        x_gradient = _begin(convolve(gradient, weight, *window, groups), x.shape[2:])
    elif for_input:
        rest = uncovered(x.shape[2:], gradient.shape[2:], weight.shape[2:], *window)
        x_gradient = convolve_transposed(gradient, weight, None, *window, rest, groups)
    if for_weight:
        pair = (gradient, x) if transposed else (x, gradient)
        weight_gradient = _weight_gradient(*pair, weight.shape[2:], *window, groups)
    if for_bias:
        bias_gradient = gradient.sum([0, *range(2, gradient.dim())])
    return x_gradient, weight_gradient, bias_gradient


def convolve(x, weight, stride, padding, dilation, groups, bias=None):
    import torch

    zeros = [0] * len(stride)
    return torch.ops.aten.convolution(
        x, weight, bias, stride, padding, dilation, False, zeros, groups
    )


def uncovered(inputs, outputs, kernel, stride, padding, dilation):
    """Returns the number of inputs at the end of each dimension that no window of a
    convolution reaches: the output padding of its adjoint.
    """
    reached = [
        (size - 1) * step - 2 * border + gap * (length - 1) + 1
        for size, length, step, border, gap in zip(
            outputs, kernel, stride, padding, dilation
        )
    ]
    return [size - last for size, last in zip(inputs, reached)]


def convolve_transposed(
    x, weight, bias, stride, padding, dilation, output_padding, groups
):
    """Returns the transposed convolution as a convolution of stride 1: of `x` with
    zeros between its elements, with the mirrored weight.
    """
    spatial = range(2, x.dim())
    for axis, step in zip(spatial, stride):
        x = _spread(x, axis, step)
    for i, axis in enumerate(spatial):
        border = dilation[i] * (weight.shape[axis] - 1) - padding[i]
        x = _extend(x, axis, border, border + output_padding[i])
    inputs, outputs, *kernel = weight.shape
    mirrored = weight.reshape(groups, inputs // groups, outputs, *kernel)
    mirrored = mirrored.transpose(1, 2).reshape(-1, inputs // groups, *kernel)
    ones, zeros = [1] * len(stride), [0] * len(stride)
    return convolve(
        x, mirrored.flip(list(spatial)), ones, zeros, dilation, groups, bias
    )


def _weight_gradient(x, gradient, kernel, stride, padding, dilation, groups):
    """Returns the gradient of the weight of a convolution of `x`, whose result has the
    gradient `gradient`.

    This is a convolution of `x` with `gradient` as its weight: the batch is its input
    channel, and strides and dilations change places.
    """
    batch, channels, *sizes = x.shape
    x = x.reshape(batch, groups, channels // groups, *sizes)
    x = x.transpose(0, 2).reshape(channels // groups, groups * batch, *sizes)
    result = convolve(x, gradient.transpose(0, 1), dilation, padding, stride, groups)
    # Drop additional positions, which come from elements of `x` that no window
    # reaches.
    return _begin(result, kernel).transpose(0, 1)


def _begin(x, sizes):
    """Returns the first elements along each spatial dimension."""
    for axis, size in enumerate(sizes, 2):
        x = x.narrow(axis, 0, size)
    return x


def _spread(x, axis, step):
    """Returns `x` with step - 1 zeros between neighbors along an axis."""
    if step == 1:
        return x
    size = x.shape[axis]
    x = _extend(x.unsqueeze(axis + 1), axis + 1, 0, step - 1).flatten(axis, axis + 1)
    return x.narrow(axis, 0, (size - 1) * step + 1)


def _extend(x, axis, before, after):
    """Returns `x` with zeros around it along an axis, or without elements where the
    numbers are negative.
    """
    import torch

    first, size = max(0, -before), x.shape[axis]
    x = x.narrow(axis, first, size - first - max(0, -after))
    border = [0, 0] * (x.dim() - 1 - axis) + [max(0, before), max(0, after)]
    return torch.nn.functional.pad(x, border)
