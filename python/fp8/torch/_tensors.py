"""The tensors of a model and an optimizer as states of a compiled step."""

from fp8.torch import _optimizer

#: Attributes of modules with functions that a step calls.
_HOOKS = (
    "_forward_hooks",
    "_forward_pre_hooks",
    "_backward_hooks",
    "_backward_pre_hooks",
)

#: Keys of param groups that choose an implementation, not a result.
_IMPLEMENTATION = ("foreach", "fused", "capturable", "differentiable")


class Tensors:
    """Tensors by the names of their arguments, and checks that they are the same."""

    def __init__(self, model, optimizer):
        self._optimizer = optimizer
        named_modules = list(model.named_modules())
        self._modules = [module for _, module in named_modules]
        self._named = dict(model.named_parameters())
        self._tables = [
            (table, dict(table))
            for module in self._modules
            for table in (module._parameters, module._modules)
        ]
        #: Numbers of modules, such as the probability of a dropout, and their mode.
        self._numbers = {
            f"{path}.{key}" if path else key: (module.__dict__, key)
            for path, module in named_modules
            for key, value in module.__dict__.items()
            if isinstance(value, (int, float, str)) and not key.startswith("_")
        }
        self._hooks = [
            getattr(module, name) for module in self._modules for name in _HOOKS
        ]
        self._places = {}
        for name in self._named:
            self._places[f"params.{name}"] = self._place(model, "_parameters", name)
        for name, _ in model.named_buffers():
            self._places[f"buffers.{name}"] = self._place(model, "_buffers", name)
        self._trained = {n: p.requires_grad for n, p in self._named.items()}
        self._groups = self._group_members()
        self._constants = self._group_constants()

    @staticmethod
    def _place(model, table, name):
        path, _, key = name.rpartition(".")
        return getattr(model.get_submodule(path), table), key

    def create_states(self):
        """Creates the states of the optimizer that its first step would create."""
        initial = _optimizer.initial_states(self._optimizer)
        for name, parameter in self._named.items():
            states = initial.get(id(parameter), {})
            if states and not self._optimizer.state.get(parameter):
                self._optimizer.state[parameter] = dict(states)
            self._add_places(name, states)

    def _add_places(self, name, states):
        for key in states:
            self._places[f"params.{name}.{key}"] = (name, key)

    def __contains__(self, name):
        return name in self._places

    def get(self, name):
        """Returns the tensor that the model or the optimizer has now."""
        import torch

        table, key = self._places[name]
        if isinstance(table, str):
            table = self._optimizer.state.get(self._named[table]) or {}
        tensor = table.get(key)
        if not torch.is_tensor(tensor):
            raise ValueError(
                f"expected a tensor for '{name}', but there is none now; call "
                "fp8.torch.compile_step again"
            )
        return tensor

    def constants(self):
        """Returns the values of modules that a captured step has as constants: their
        modes, numbers and hooks."""
        numbers = tuple(table.get(key) for table, key in self._numbers.values())
        return numbers, tuple(map(tuple, self._hooks))

    def find_varying(self, constants):
        """Returns the names of the numbers that differ between results of constants()."""
        columns = zip(*(numbers for numbers, _ in constants), strict=True)
        return [
            name
            for name, column in zip(self._numbers, columns, strict=True)
            if len(set(column)) > 1
        ]

    def hyperparameter(self, name):
        """Returns the present value of the argument `lr` or `weight_decay.1`."""
        key, _, number = name.partition(".")
        return float(self._optimizer.param_groups[int(number or 0)][key])

    def check_devices(self):
        """Checks that all tensors are in host memory."""
        for name in self._places:
            check_device(name, self.get(name))

    def check(self):
        """Checks that parameters and constants are those of the captured step."""
        import torch

        # Reading `requires_grad` leaves stale tensors as they are.
        with torch._C.DisableTorchFunctionSubclass():
            for table, saved in self._tables:
                if len(table) != len(saved) or any(
                    table.get(key) is not value for key, value in saved.items()
                ):
                    names = {**table, **saved}
                    name = next(k for k in names if table.get(k) is not saved.get(k))
                    _refuse(f"the model has another parameter or module '{name}'")
            for name, trained in self._trained.items():
                if self._named[name].requires_grad != trained:
                    _refuse(f"requires_grad of parameter '{name}' has changed")
            if self._group_members() != self._groups:
                _refuse("the param groups of the optimizer have other parameters")
        constants = self._group_constants()
        if constants != self._constants:
            number = next(i for i, c in enumerate(constants) if c != self._constants[i])
            old, new = self._constants[number], constants[number]
            key = next(k for k in old if old[k] != new.get(k))
            _refuse(
                f"'{key}' of param group {number} was {old[key]} in the compiled step, "
                f"where it is a constant, and is {new.get(key)} now"
            )

    def _group_members(self):
        return [
            [id(p) for p in group["params"]] for group in self._optimizer.param_groups
        ]

    def _group_constants(self):
        """Returns the hyperparameters of each group that the step has as constants."""
        tables = []
        for number, group in enumerate(self._optimizer.param_groups):
            table = {}
            for key in self._optimizer.defaults:
                if key in _IMPLEMENTATION or key == "lr":
                    continue
                value = group.get(key)
                if key == "weight_decay":
                    # A weight decay of 0 has no argument.
                    first = getattr(self, "_constants", None)
                    was_zero = (
                        first[number][key] == 0 if first else float(value or 0) == 0
                    )
                    value = float(value or 0) if was_zero else "an argument"
                table[key] = value.tolist() if hasattr(value, "tolist") else value
            tables.append(table)
        return tables


def check_device(name, tensor):
    """Checks that a tensor is in host memory."""
    if tensor.device.type != "cpu":
        raise ValueError(
            f"expected a tensor on cpu for '{name}', but got one on {tensor.device}; "
            "move the model and the batch to cpu"
        )


def _refuse(what):
    raise ValueError(f"{what}; call fp8.torch.compile_step again")
