"""States and hyperparameters of a torch.optim.Optimizer."""

import collections
import copy

from fp8._errors import CaptureError

#: Hyperparameters that are arguments of the step, if they are numbers.
HYPERPARAMETERS = ("lr", "weight_decay")

#: The learning rate of trials. A warm-up starts at 0, which would hide the effect of
#: states.
_CHECKED_RATE = 0.01


def parameter_names(model, optimizer):
    """Returns {id of a parameter: name}, after checking that the model has all
    parameters of the optimizer."""
    if getattr(optimizer, "has_compiled_updates", False):
        raise CaptureError(
            f"fp8.torch.{type(optimizer).__name__} runs compiled updates, which cannot "
            "be captured; pass an optimizer of PyTorch, such as torch.optim.AdamW: "
            "`storage` of compile_step chooses the formats of its states"
        )
    names = {id(p): name for name, p in model.named_parameters()}
    for number, group in enumerate(optimizer.param_groups):
        for parameter in group["params"]:
            if id(parameter) not in names:
                raise CaptureError(
                    f"param group {number} has a parameter of shape "
                    f"{tuple(parameter.shape)} that is not in the model; pass a module "
                    "that holds every parameter of the optimizer"
                )
    return names


def initial_states(optimizer):
    """Returns {id of a parameter: {key: value}} of all states.

    Optimizers create states in their first step. This step runs on copies with
    gradients and weight decay of 0, and a state has the value with which it was
    created. (SGD creates its momentum from the gradient and the decay.)
    """
    import torch

    states = {id(p): dict(s) for p, s in optimizer.state.items() if s}
    parameters = [p for group in optimizer.param_groups for p in group["params"]]
    if all(id(p) in states for p in parameters if p.requires_grad):
        return states
    zeros = [torch.zeros_like(p) for p in parameters]
    created = _first_states(optimizer, zeros)
    fresh = dict(zip(map(id, parameters), created))
    if not states:
        # Some states start from the learning rate.
        checked = _first_states(optimizer, zeros, _CHECKED_RATE)
        _check_first_step(optimizer, parameters, checked)
    return {**fresh, **states}


def _first_states(optimizer, gradients, rate=None):
    """Runs the first step on copies, with another learning rate if `rate` is one.
    Returns the created states of each parameter."""
    with _Trial(optimizer, None, rate) as trial:
        for group in optimizer.param_groups:
            if "weight_decay" in group:
                group["weight_decay"] = 0.0
        trial.step(gradients)
        return [trial.created(p) for p in trial.copies]


def _check_first_step(optimizer, parameters, created):
    """Checks that a step from the created states is the first step, as the captured
    step assumes.

    SGD with momentum and dampening differs: its first step does not dampen.
    """
    import torch

    generator = torch.Generator().manual_seed(0)
    gradients = [
        torch.randn(p.shape, generator=generator).to(p.device, p.dtype)
        for p in parameters
    ]
    with _Trial(optimizer, None, _CHECKED_RATE) as trial:
        trial.step(gradients)
        first = trial.copies
    with _Trial(optimizer, created, _CHECKED_RATE) as trial:
        trial.step(gradients)
        second = trial.copies
    for number, (a, b) in enumerate(zip(first, second)):
        if not torch.allclose(a, b, rtol=1e-5, atol=1e-7, equal_nan=True):
            raise CaptureError(
                f"the first step of {type(optimizer).__name__} differs from later ones "
                f"(parameter {number}); run one step before the capture, so that the "
                "states exist"
            )


class _Recorder(dict):
    """States of a parameter that remember the first value of each key."""

    def __init__(self):
        super().__init__()
        self.first = {}

    def __setitem__(self, key, value):
        import torch

        # SGD sets None before the first step.
        if key not in self.first and value is not None:
            self.first[key] = value.clone() if torch.is_tensor(value) else value
        super().__setitem__(key, value)


class _Trial:
    """Runs the optimizer on copies of its parameters, then restores it."""

    def __init__(self, optimizer, states, rate):
        self.optimizer = optimizer
        self.states = states
        self.rate = rate

    def __enter__(self):
        import torch

        optimizer = self.optimizer
        self.attributes = dict(optimizer.__dict__)
        self.groups = [(group, dict(group)) for group in optimizer.param_groups]
        self.copies = []
        optimizer.state = collections.defaultdict(_Recorder)
        # Do not call hooks of the user in this trial.
        for name, value in self.attributes.items():
            if name.startswith("_optimizer_step_"):
                setattr(optimizer, name, type(value)())
        for group, saved in self.groups:
            group["params"] = [_copied(p) for p in saved["params"]]
            if "lr" in group and self.rate is not None:
                group["lr"] = self.rate
            self.copies += group["params"]
        for parameter, states in zip(self.copies, self.states or ()):
            optimizer.state[parameter] = {
                key: value.clone() if torch.is_tensor(value) else copy.copy(value)
                for key, value in states.items()
            }
        return self

    def step(self, gradients):
        for parameter, gradient in zip(self.copies, gradients):
            # Frozen parameters get no gradients, as after a backward pass.
            if parameter.requires_grad:
                parameter.grad = gradient.clone()
        # Call the method of the class, because schedulers replace the method of
        # the object.
        type(self.optimizer).step(self.optimizer)

    def created(self, parameter):
        states = self.optimizer.state.get(parameter)
        return dict(states.first) if states is not None else {}

    def __exit__(self, *_):
        for group, saved in self.groups:
            group.clear()
            group.update(saved)
        self.optimizer.__dict__.clear()
        self.optimizer.__dict__.update(self.attributes)


def _copied(parameter):
    return parameter.detach().clone().requires_grad_(parameter.requires_grad)
