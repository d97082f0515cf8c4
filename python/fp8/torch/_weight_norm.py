"""The gradient of weight norm, which torch-mlir does not lower."""


def backward(gradient, direction, length, norms, dim):
    """Decomposes aten._weight_norm_interface_backward.

    The weight is `direction * length / norms`, where the norms are of `direction` over
    all dimensions except `dim`.
    """
    axes = [axis for axis in range(direction.dim()) if axis != dim % direction.dim()]
    along = (gradient * direction).sum(axes, keepdim=True)
    rest = gradient - direction * (along / (norms * norms))
    return (rest * (length / norms)).to(gradient.dtype), (along / norms).to(
        length.dtype
    )
