"""fp8.torch.AdamW, SGD and Lion: optimizers of PyTorch with compiled updates."""

import math

from fp8.torch._update_optimizer import UpdateOptimizer


def _check_number(name, value, lower, upper=math.inf):
    try:
        number = math.nan if isinstance(value, str) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if math.isnan(number):
        raise ValueError(f"expected a number for {name}, but got {value!r}")
    if not lower <= number < upper:
        bound = f"at least {lower}"
        if upper != math.inf:
            bound += f" and below {upper}"
        raise ValueError(f"expected {name} to be {bound}, but got {value}")


def _check_betas(group):
    if not isinstance(group["betas"], (tuple, list)) or len(group["betas"]) != 2:
        raise ValueError(f"expected two betas, but got {group['betas']!r}")
    for name, beta in zip(("beta1", "beta2"), group["betas"], strict=True):
        _check_number(name, beta, 0.0, 1.0)


def _decay_and_betas(group):
    """Returns the scalars that AdamW and Lion share."""
    beta1, beta2 = (float(beta) for beta in group["betas"])
    return {
        "decay": 1.0 - float(group["lr"]) * float(group["weight_decay"]),
        "beta1": beta1,
        "one_minus_beta1": 1.0 - beta1,
        "beta2": beta2,
        "one_minus_beta2": 1.0 - beta2,
    }


class AdamW(UpdateOptimizer):
    """Adam with decoupled weight decay, as ``torch.optim.AdamW``.

    Args:
      params: contiguous f32 or bf16 tensors on the CPU, of any shapes, or param groups.
      lr, betas, eps, weight_decay: numbers, or tensors with one element.
      amsgrad: False; True is not supported.
      maximize: whether steps go up the gradient.
      foreach, fused: ignored. They choose a kernel in PyTorch.
      storage: the formats of states. "fp32" adds 8 bytes per f32 parameter,
        "fp8-split8" 4.1 bytes. A param group may have its own.
      seed: the seed of stochastic rounding, from 0 to 2**32 - 1.

    Raises:
      ValueError: a tensor, a hyperparameter or the storage is not supported, when the
        optimizer is made or at a step.
      ImportError: libfp8rt or libfp8rt_updates is missing.
      RuntimeError: the CPU has no AVX2, or another thread uses the optimizer.
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        fused=None,
        storage="fp32",
        seed=0,
    ):
        defaults = {
            "lr": lr,
            "betas": betas,
            "eps": eps,
            "weight_decay": weight_decay,
            "amsgrad": amsgrad,
            "maximize": maximize,
        }
        super().__init__(params, defaults, storage, seed)

    def _update_name(self, group):
        return "adamw"

    def _check_group(self, group):
        _check_number("lr", group["lr"], 0.0)
        _check_number("eps", group["eps"], 0.0)
        _check_number("weight_decay", group["weight_decay"], 0.0)
        _check_betas(group)
        self._check_step(group)

    def _check_step(self, group):
        if group.get("amsgrad"):
            raise ValueError("unsupported: AdamW with amsgrad; expected amsgrad=False")

    def _scalars(self, group, step):
        beta1, beta2 = (float(beta) for beta in group["betas"])
        lr = float(group["lr"])
        return _decay_and_betas(group) | {
            "eps": float(group["eps"]),
            "step_size": lr / (1.0 - beta1**step),
            "root_scale": 1.0 / math.sqrt(1.0 - beta2**step),
        }


class Lion(UpdateOptimizer):
    """Lion: steps by the sign of an interpolated momentum.

    Arguments and errors are as for AdamW. The states of "fp32" add 4 bytes per f32
    parameter.
    """

    def __init__(
        self,
        params,
        lr=1e-4,
        betas=(0.9, 0.99),
        weight_decay=0.0,
        *,
        maximize=False,
        storage="fp32",
        seed=0,
    ):
        defaults = {
            "lr": lr,
            "betas": betas,
            "weight_decay": weight_decay,
            "maximize": maximize,
        }
        super().__init__(params, defaults, storage, seed)

    def _update_name(self, group):
        return "lion"

    def _check_group(self, group):
        _check_number("lr", group["lr"], 0.0)
        _check_number("weight_decay", group["weight_decay"], 0.0)
        _check_betas(group)

    def _scalars(self, group, step):
        return _decay_and_betas(group) | {"lr": float(group["lr"])}


class SGD(UpdateOptimizer):
    """Gradient descent, optionally with momentum, as ``torch.optim.SGD``.

    Arguments are as for torch.optim.SGD; others, and errors, are as for AdamW. The
    states of "fp32" add 4 bytes per f32 parameter if there is momentum.
    """

    _counts_steps = False

    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0.0,
        dampening=0.0,
        weight_decay=0.0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        fused=None,
        storage="fp32",
        seed=0,
    ):
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
        }
        super().__init__(params, defaults, storage, seed)

    def _update_name(self, group):
        if not group["momentum"]:
            return "sgd"
        return "sgd-nesterov" if group["nesterov"] else "sgd-momentum"

    def _check_group(self, group):
        _check_number("lr", group["lr"], 0.0)
        _check_number("momentum", group["momentum"], 0.0, 1.0)
        _check_number("weight_decay", group["weight_decay"], 0.0)
        if group["nesterov"] and (not group["momentum"] or group["dampening"]):
            raise ValueError("expected momentum and no dampening with nesterov=True")

    def _scalars(self, group, step):
        names = ("weight_decay", "lr")
        scalars = {name: float(group[name]) for name in names}
        if group["momentum"]:
            # The first step of PyTorch does not dampen the gradient.
            damped = 0.0 if step == 1 else float(group["dampening"])
            scalars |= {"momentum": float(group["momentum"]), "undamped": 1.0 - damped}
        return scalars
