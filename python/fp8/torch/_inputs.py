"""Inputs of a traced step: names, roles and values."""

import dataclasses

from fp8._errors import CaptureError
from fp8.torch import _batch, _optimizer

_DTYPES = (
    "float32",
    "bfloat16",
    "float16",
    "int64",
    "int32",
    "int16",
    "int8",
    "uint8",
    "bool",
)
GRADIENT = "gradient"


@dataclasses.dataclass
class Input:
    """One input of a traced step.

    Attributes:
      role: a role of Argument, or `gradient`: the gradient that a parameter has before
        the step. A step that reads it is rejected.
      key: the identity of the input within its role.
      kind: the `#fp8.state` of the input, or None.
    """

    name: str
    role: str
    key: object
    value: object
    kind: str | None = None


def collect(step, model, optimizer, batch, seed):
    """Returns the inputs of a step, after checking them."""
    import torch

    names = _optimizer.parameter_names(model, optimizer)
    inputs = [
        Input(f"params.{name}", "param", name, p, "param")
        for name, p in model.named_parameters()
    ]
    inputs += [
        Input(f"buffers.{name}", "buffer", name, b) for name, b in model.named_buffers()
    ]
    inputs += _states(model, optimizer, names)
    inputs += _hyperparameters(optimizer)
    inputs += [
        Input("seed", "rng", "seed", torch.tensor(seed, dtype=torch.int32)),
        Input("rng.step", "rng", "step", torch.tensor(0, dtype=torch.int32), "step"),
    ]
    for name, leaf in _batch.flatten(batch, _batch.roots(step, len(batch))):
        if _batch.is_argument(leaf):
            value = leaf if torch.is_tensor(leaf) else _float(leaf)
            inputs.append(Input(name, "batch", name, value))
    inputs += [
        Input(f"gradient of {name}", GRADIENT, name, torch.zeros_like(p))
        for name, p in model.named_parameters()
        if p.requires_grad
    ]
    _check(inputs)
    return inputs


def _states(model, optimizer, names):
    """Returns inputs for the states that are tensors."""
    import torch

    inputs = []
    states = _optimizer.initial_states(optimizer)
    for name, parameter in model.named_parameters():
        for key, value in states.get(id(parameter), {}).items():
            if not torch.is_tensor(value):
                continue
            kind = None
            if value.shape == parameter.shape and value.dim() > 0:
                kind = "moment"
            elif key == "step":
                kind = "step"
            full = f"params.{name}.{key}"
            inputs.append(Input(full, "state", (name, key), value, kind))
    return inputs


def _hyperparameters(optimizer):
    """Returns inputs for learning rates and weight decays. A weight decay of 0 has no
    input, because optimizers leave out its term."""
    groups = optimizer.param_groups
    inputs = []
    for number, group in enumerate(groups):
        for key in _optimizer.HYPERPARAMETERS:
            value = group.get(key)
            if value is None or (key != "lr" and float(value) == 0.0):
                continue
            name = key if len(groups) == 1 else f"{key}.{number}"
            tensor = _float(value)
            inputs.append(Input(name, "hyperparameter", (number, key), tensor))
    return inputs


def _float(value):
    """Returns a float as a tensor; its type does not depend on the default of torch."""
    import torch

    return torch.tensor(float(value), dtype=torch.float32)


def _check(inputs):
    seen = set()
    for item in inputs:
        if item.name in seen:
            raise CaptureError(
                f"two values are named '{item.name}'; rename one of them"
            )
        seen.add(item.name)
        value = item.value
        if value.layout is not _strided() or value.is_quantized:
            raise CaptureError(
                f"argument '{item.name}' is {value.layout}; only dense tensors are "
                "supported"
            )
        if str(value.dtype).removeprefix("torch.") not in _DTYPES:
            raise CaptureError(
                f"argument '{item.name}' is {value.dtype}; supported are "
                f"{', '.join(_DTYPES)}"
            )


def _strided():
    import torch

    return torch.strided
