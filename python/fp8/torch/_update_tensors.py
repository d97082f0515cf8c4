"""Tensors that updates read and write. A DTensor is processed as its local tensor."""

import itertools
import operator
import sys

import torch
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

#: Types of parameters and gradients.
TYPES = {torch.float32: "f32", torch.bfloat16: "bf16"}


#: The classes of most tensors. They are tested first, because models have thousands of
#: tensors.
_PLAIN = {torch.Tensor, torch.nn.Parameter}

_DTYPE, _IS_CPU, _LAYOUT, _SHAPE = map(
    operator.attrgetter, ("dtype", "is_cpu", "layout", "shape")
)


def is_distributed(tensor):
    """Returns true for a DTensor."""
    if type(tensor) in _PLAIN:
        return False
    # Do not import the module, which is slow: without it no DTensor can exist.
    module = sys.modules.get("torch.distributed.tensor")
    return module is not None and isinstance(tensor, module.DTensor)


def local(tensor):
    """Returns the elements that this process holds."""
    return tensor._local_tensor if is_distributed(tensor) else tensor


def placement(tensor):
    """Returns a value that two tensors share if they are distributed alike."""
    if not is_distributed(tensor):
        return None
    return tensor.device_mesh, tuple(tensor.placements)


def distribute(value, param):
    """Returns a local tensor with the distribution of a parameter."""
    if not is_distributed(param):
        return value
    return type(param).from_local(
        value,
        param.device_mesh,
        param.placements,
        run_check=False,
        shape=param.shape,
        stride=param.stride(),
    )


def _is_plain(tensor):
    """Returns true for an ordinary tensor that updates can read."""
    return (
        type(tensor) in _PLAIN
        and tensor.is_cpu
        and tensor.dtype in TYPES
        and tensor.layout == torch.strided
    )


def are_plain(params, gradients):
    """Returns true if updates can read ordinary gradients and write ordinary parameters
    of the same shapes. A false result does not say that they cannot.

    Each test is one pass over a list, because models have thousands of tensors.
    """
    tensors = params + gradients
    return (
        set(map(type, tensors)) <= _PLAIN
        and all(map(_IS_CPU, tensors))
        and set(map(_DTYPE, tensors)) <= TYPES.keys()
        and set(map(_LAYOUT, tensors)) == {torch.strided}
        and all(map(operator.eq, map(_SHAPE, params), map(_SHAPE, gradients)))
        and are_contiguous(params)
        and not any(map(torch.Tensor.is_neg, params))
        and not any(map(torch.Tensor.is_inference, params))
        # A parameter without elements has no memory: _check_memory() decides.
        and all(map(torch.Tensor.data_ptr, params))
    )


def check_tensor(kind, tensor):
    """Raises an error for a tensor that updates cannot read."""
    if is_distributed(tensor):
        if any(entry.is_partial() for entry in tensor.placements):
            raise ValueError(
                f"expected a {kind} that is sharded or replicated, but got the "
                f"placements {tensor.placements}; DTensor.redistribute converts it"
            )
        tensor = tensor._local_tensor
    if tensor.layout != torch.strided:
        raise ValueError(f"expected a dense {kind}, but got layout {tensor.layout}")
    if is_traceable_wrapper_subclass(tensor):
        raise ValueError(
            f"expected a {kind} with memory of its own, but got "
            f"{type(tensor).__name__}"
        )
    if tensor.device.type != "cpu":
        raise ValueError(
            f"expected a {kind} on the CPU, but got one on {tensor.device}"
        )
    if tensor.dtype not in TYPES:
        raise ValueError(
            f"expected a {kind} of torch.float32 or torch.bfloat16, but got "
            f"{tensor.dtype}"
        )


# Models have thousands of tensors, so the next functions process lists by `map`, which
# takes half the time of a loop.


def get_addresses(tensors):
    """Returns the addresses of tensors."""
    return list(map(torch.Tensor.data_ptr, tensors))


def get_sizes(tensors):
    """Returns the numbers of elements of tensors."""
    return list(map(torch.Tensor.numel, tensors))


def are_contiguous(tensors):
    """Returns true if the elements of each tensor are in row-major order."""
    return all(map(torch.Tensor.is_contiguous, tensors))


def make_dense(tensors):
    """Returns tensors whose memory has their elements in row-major order."""
    if are_contiguous(tensors) and not any(map(torch.Tensor.is_neg, tensors)):
        return tensors
    return list(map(dense, tensors))


def dense(tensor):
    """Returns a tensor whose memory has its elements in row-major order."""
    # Some views of complex tensors are negated when they are read.
    return tensor.contiguous().resolve_neg()


def check_param(param):
    """Raises an error for a parameter that updates cannot write."""
    own = param
    if not _is_plain(param):
        check_tensor("parameter", param)
        own = local(param)
    if not own.is_contiguous():
        raise ValueError(
            f"expected contiguous parameters, but got one of shape "
            f"{tuple(param.shape)} with strides {param.stride()}; "
            "model.to(memory_format=torch.contiguous_format) converts a model"
        )
    if own.is_neg():
        raise ValueError(
            f"expected a parameter with memory of its own, but the one of shape "
            f"{tuple(param.shape)} is a negated view; resolve_neg() copies it"
        )
    if param.is_inference():
        raise ValueError(
            "expected a parameter that is no inference tensor; make the model outside "
            "of torch.inference_mode()"
        )


def check_gradient(gradient, param):
    """Raises an error for a gradient that the update of a parameter cannot read."""
    is_plain = _is_plain(gradient)
    if not is_plain:
        check_tensor("gradient", gradient)
    if gradient.shape != param.shape:
        raise ValueError(
            f"expected a gradient of the shape {tuple(param.shape)} of its parameter, "
            f"but got {tuple(gradient.shape)}"
        )
    if is_plain and not is_distributed(param):
        return
    if placement(gradient) != placement(param):
        raise ValueError(
            f"expected a gradient that is distributed as its parameter, but got "
            f"{_describe(gradient)} for {_describe(param)}"
        )


def _describe(tensor):
    if not is_distributed(tensor):
        return "a tensor"
    return f"a DTensor with the placements {tensor.placements}"


def check_memory(kind, tensor):
    """Raises an error for a tensor whose memory has been freed."""
    own = local(tensor)
    if not own.data_ptr() and own.numel():
        refuse_freed(kind, own.shape)


def refuse_freed(kind, shape):
    raise ValueError(
        f"expected a {kind} of shape {tuple(shape)} with memory, but its storage has "
        "been freed"
    )


def check_disjoint(params, starts, sizes):
    """Raises an error if parameters share elements: threads update them at once.
    `starts` and `sizes` have the address and the elements of each parameter."""
    filled = filter(sizes.__getitem__, range(len(params)))
    order = sorted(filled, key=starts.__getitem__)
    for i, j in itertools.pairwise(order):
        if starts[j] < starts[i] + params[i].element_size() * sizes[i]:
            raise ValueError(
                f"expected parameters with memory of their own, but two of shapes "
                f"{tuple(params[i].shape)} and {tuple(params[j].shape)} share "
                "elements; let modules have the same parameter: a.weight = b.weight"
            )


def get_mark(param):
    """Returns a value that changes when any code writes to a parameter."""
    tensor = local(param)
    return tensor.data_ptr(), tensor._version
