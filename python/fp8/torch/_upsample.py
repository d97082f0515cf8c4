"""Bilinear interpolation, which torch-mlir does not lower, as two matmuls."""


def bilinear(x, output_size, align_corners, scales_h=None, scales_w=None):
    """Decomposes aten.upsample_bilinear2d."""
    rows, columns = _matrices(
        x, x.shape[2:], output_size, align_corners, scales_h, scales_w
    )
    return (rows @ x.to(rows.dtype) @ columns.transpose(0, 1)).to(x.dtype)


def bilinear_backward(
    gradient, output_size, input_size, align_corners, scales_h=None, scales_w=None
):
    """Decomposes aten.upsample_bilinear2d_backward."""
    rows, columns = _matrices(
        gradient, input_size[2:], output_size, align_corners, scales_h, scales_w
    )
    wide = rows.transpose(0, 1) @ gradient.to(rows.dtype) @ columns
    return wide.to(gradient.dtype)


def _matrices(like, input_size, output_size, align_corners, *scales):
    return [
        _matrix(like, *sizes, align_corners, scale)
        for *sizes, scale in zip(input_size, output_size, scales)
    ]


def _matrix(like, inputs, outputs, align_corners, scale):
    """Returns the weights of the inputs in each output, outputs x inputs. The weight
    decreases from 1 to 0 over the distance of one element.
    """
    import torch

    # Positions need more precision than bf16 and f16 have.
    dtype = torch.promote_types(like.dtype, torch.float32)
    options = {"dtype": dtype, "device": like.device}
    places = torch.arange(outputs, **options)
    if align_corners:
        places = places * ((inputs - 1) / (outputs - 1) if outputs > 1 else 0.0)
    else:
        ratio = 1 / scale if scale else inputs / outputs
        places = ((places + 0.5) * ratio - 0.5).clamp(0, inputs - 1)
    distances = places.unsqueeze(1) - torch.arange(inputs, **options)
    return (1 - distances.abs()).clamp(min=0)
