"""The step of the user as a function of tensors."""

import contextlib
import threading

from fp8._errors import CaptureError
from fp8.torch import _batch, _mode, _optimizer, _source
from fp8.torch._inputs import GRADIENT
from fp8.torch._numbers import Numbers
from fp8.torch._random import Random

#: Advice for training with several optimizers.
ONE_EACH = (
    "capture or compile one step for each optimizer, with all models in one "
    "torch.nn.ModuleDict"
)


class Step:
    """Runs the step of the user on the tensors of a trace.

    Attributes:
      results: [(name of a result, name of the input that it overwrites or None)] of
        the last run, in the order of its outputs.
      returned: the tree that the step of the user returned in the last run.
      leaves_gradients: whether a parameter had a gradient after the last run.
    """

    def __init__(self, step, model, optimizer, batch, inputs):
        self.step = step
        self.model = model
        self.optimizer = optimizer
        self.batch = batch
        self.inputs = inputs
        self.names = _optimizer.parameter_names(model, optimizer)
        self.use_gradients = True
        self.results = []
        self.returned = None
        self.leaves_gradients = False
        self.random = None

    def decompositions(self):
        """Returns decompositions of ops that draw random numbers."""

        # Look up the generator when an op is called: its tensors do not exist
        # before the trace.
        def draw(op):
            return lambda *a, **k: self.random.decompositions()[op](*a, **k)

        return {op: draw(op) for op in Random(_zero(), _zero()).decompositions()}

    def __call__(self, *tensors):
        """Returns the outputs of the step for tensors in the order of the inputs."""
        import torch
        from torch.nn.attention import SDPBackend, sdpa_kernel
        from torch.nn.utils.stateless import _reparametrize_module

        by_role = {}
        for item, tensor in zip(self.inputs, tensors, strict=True):
            by_role.setdefault(item.role, {})[item.key] = tensor
        parameters = {
            item.key: tensor.detach().requires_grad_(item.value.requires_grad)
            for item, tensor in zip(self.inputs, tensors)
            if item.role == "param"
        }
        buffers = by_role.get("buffer", {})
        if self.use_gradients:
            for name, gradient in by_role.get(GRADIENT, {}).items():
                parameters[name].grad = gradient
        rng = by_role["rng"]
        self.random = Random(rng["seed"], rng["step"])
        hyper = by_role.get("hyperparameter", {})
        self._set_optimizer(parameters, by_role.get("state", {}), hyper)
        numbers = {
            id(hyper[i.key]): float(i.value)
            for i in self.inputs
            if i.role == "hyperparameter"
        }
        replaced = self._replaced(parameters, buffers)
        members = {**parameters, **buffers}
        python_numbers = Numbers(self.model, self.optimizer)
        with contextlib.ExitStack() as stack:
            stack.enter_context(torch.enable_grad())
            stack.enter_context(sdpa_kernel(SDPBackend.MATH))
            stack.enter_context(
                _reparametrize_module(self.model, members, tie_weights=True)
            )
            stack.enter_context(_mode.step_mode(numbers, replaced))
            stack.enter_context(_refuse_others(self.optimizer, parameters.values()))
            returned = self.step(self.model, self.optimizer, *self._batch(by_role))
        python_numbers.check()
        self.leaves_gradients = any(p.grad is not None for p in parameters.values())
        outputs = self._returned(returned)
        outputs += self._updates(parameters, {k: members[k] for k in buffers})
        outputs.append(("rng.step", "rng.step", rng["step"] + 1))
        self.results = [(name, updates) for name, updates, _ in outputs]
        return [tensor.detach() for _, _, tensor in outputs]

    def _set_optimizer(self, parameters, states, hyperparameters):
        """Makes the optimizer work on tensors of the trace. `unchanged` restores it."""
        optimizer = self.optimizer
        originals = dict(optimizer.state)
        optimizer.state.clear()
        for number, group in enumerate(optimizer.param_groups):
            group["params"] = [parameters[self.names[id(p)]] for p in group["params"]]
            for key in ("foreach", "fused"):
                if key in group:
                    group[key] = False
            if "capturable" in group:
                group["capturable"] = True
            for key in _optimizer.HYPERPARAMETERS:
                if (number, key) in hyperparameters:
                    group[key] = hyperparameters[number, key]
        for original, values in originals.items():
            name = self.names.get(id(original))
            if name is not None:
                optimizer.state[parameters[name]] = dict(values)
        for (name, key), tensor in states.items():
            optimizer.state[parameters[name]][key] = tensor

    def _replaced(self, parameters, buffers):
        originals = {
            item.key: item.value
            for item in self.inputs
            if item.role in ("param", "buffer")
        }
        traced = {**parameters, **buffers}
        return {id(value): traced[key] for key, value in originals.items()}

    def _batch(self, by_role):
        """Returns the batch with tensors of the trace."""
        import torch.utils._pytree as pytree

        tensors = by_role.get("batch", {})
        names = _batch.roots(self.step, len(self.batch))
        leaves = [
            tensors.get(name, leaf) for name, leaf in _batch.flatten(self.batch, names)
        ]
        _, spec = pytree.tree_flatten(tuple(self.batch))
        return pytree.tree_unflatten(leaves, spec)

    def _returned(self, returned):
        """Returns (name, None, tensor) of each value that the step returns."""
        import torch
        import torch.utils._pytree as pytree

        if returned is None:
            raise CaptureError("the step returns nothing; expected the loss, a tensor")
        self.returned = pytree.tree_structure(returned)
        if torch.is_tensor(returned):
            return [("loss", None, returned)]
        if isinstance(returned, dict):
            roots = {str(key): value for key, value in returned.items()}
        else:
            values = returned if isinstance(returned, (tuple, list)) else (returned,)
            roots = {f"result{i}": value for i, value in enumerate(values)}
        found = []
        for root, tree in roots.items():
            for name, leaf in _batch.named_leaves(root, tree):
                if not torch.is_tensor(leaf):
                    raise CaptureError(
                        f"the step returns a {type(leaf).__name__} as '{name}'; "
                        "expected tensors"
                    )
                found.append((name, None, leaf))
        return found

    def _updates(self, parameters, buffers):
        """Returns (name, updated input, tensor) of parameters, buffers and states."""
        import torch

        outputs = []
        states = {}
        for name, parameter in parameters.items():
            for key, value in self.optimizer.state.get(parameter, {}).items():
                if torch.is_tensor(value):
                    states[name, key] = value
        known = {i.key for i in self.inputs if i.role == "state"}
        for name, key in states:
            if (name, key) not in known:
                raise CaptureError(
                    f"the optimizer adds a state '{key}' of '{name}' in a later step; "
                    "run one step before the capture, so that the state exists"
                )
        new = {"param": parameters, "buffer": buffers, "state": states}
        for item in self.inputs:
            if item.role in new and item.key in new[item.role]:
                outputs.append((item.name, item.name, new[item.role][item.key]))
        return outputs


@contextlib.contextmanager
def _refuse_others(optimizer, parameters):
    """Raises an error if another optimizer steps. It has the parameters from outside of
    the trace, which get no gradients there, so its step would be lost."""
    from torch.optim.optimizer import register_optimizer_step_pre_hook

    traced = set(map(id, parameters))
    thread = threading.get_ident()

    def check(other, *_):
        # The hook is called for the optimizers of all threads.
        if threading.get_ident() != thread or other is optimizer:
            return
        if all(id(p) in traced for group in other.param_groups for p in group["params"]):
            return
        raise CaptureError(
            f"{_source.where(_source.Lines().current())}the step of another "
            f"optimizer, {type(other).__name__}; {ONE_EACH}"
        )

    handle = register_optimizer_step_pre_hook(check)
    try:
        yield
    finally:
        handle.remove()


def _zero():
    import torch

    return torch.tensor(0, dtype=torch.int32)
