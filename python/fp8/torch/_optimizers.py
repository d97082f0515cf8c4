"""fp8.torch.AdamW, SGD and Lion: optimizers of PyTorch with compiled updates."""

import math

from fp8.torch._update_optimizer import UpdateOptimizer


def _check_number(name, value, lower, upper=math.inf):
    if not lower <= float(value) < upper:
        bound = f"at least {lower}"
        if upper != math.inf:
            bound += f" and below {upper}"
        raise ValueError(f"expected {name} to be {bound}, but got {value}")


def _check_betas(group):
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

    ``storage`` is "fp32" or "fp8-split8"; ``seed`` seeds stochastic rounding. ``foreach``
    and ``fused``, which choose a kernel of PyTorch, change nothing.
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

    ``storage`` is "fp32" or "fp8-split8"; ``seed`` seeds stochastic rounding.
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

    Arguments beside those of PyTorch are as for AdamW.
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
            # The first step takes the whole gradient.
            damped = 0.0 if step == 1 else float(group["dampening"])
            scalars |= {"momentum": float(group["momentum"]), "undamped": 1.0 - damped}
        return scalars
