"""The tensors of a model and an optimizer as states of a compiled step."""

import itertools
import operator

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


#: Types of the constants of modules.
_NUMBERS = {int, float, bool, str, type(None)}


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
        self._numbers = []
        #: A function for each module that reads its numbers.
        self._readers = []
        for path, module in named_modules:
            keys = [name for name, x in module.__dict__.items() if _is_number(name, x)]
            self._numbers += [f"{path}.{key}" if path else key for key in keys]
            if keys:
                # The first key is repeated, because itemgetter returns no tuple
                # for a single key.
                read = operator.itemgetter(*keys, keys[0])
                self._readers.append((read, module.__dict__))
        #: {values of constants(): their number}, and the latest values.
        self._kinds = {}
        self._latest, self._kind = None, None
        self._hooks = [
            getattr(module, name) for module in self._modules for name in _HOOKS
        ]
        self._identities = self._members()
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
        import torch

        with torch.device("cpu"):
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
        """Returns an integer for the values of modules that a captured step has as
        constants: their modes, numbers and hooks. Other values have another integer."""
        # Read and compare all numbers at once, because models have thousands of
        # modules, # and most steps change none of them.
        try:
            numbers = [read(table) for read, table in self._readers]
        except KeyError as error:
            _refuse(f"a module has lost its attribute {error}")
        # Check types before values are compared, because a comparison of
        # tensors has no truth value.
        kinds = set(map(type, itertools.chain.from_iterable(numbers)))
        if not kinds <= _NUMBERS:
            self._check_numbers(numbers)
        hooks = ()
        if any(self._hooks):
            hooks = tuple(map(tuple, self._hooks))
        if self._latest != (numbers, hooks):
            self._latest = numbers, hooks
            values = tuple(numbers), hooks
            self._kind = self._kinds.setdefault(values, len(self._kinds))
        return self._kind

    def _check_numbers(self, numbers):
        """Raises an error for a value that cannot be a constant of a step."""
        # The first number of a module is there twice.
        values = [value for part in numbers for value in part[:-1]]
        for name, value in zip(self._numbers, values, strict=True):
            if not isinstance(value, tuple(_NUMBERS)):
                _refuse(
                    f"expected an int, float, bool, str or None for '{name}', a number "
                    f"of a module, but it is a {type(value).__name__} now"
                )

    def find_varying(self, kinds):
        """Returns the names of the numbers that differ between results of constants()."""
        found = [numbers for (numbers, _), kind in self._kinds.items() if kind in kinds]
        # The first number of a module is there twice.
        rows = [[value for part in numbers for value in part[:-1]] for numbers in found]
        columns = zip(*rows, strict=True)
        return [
            name
            for name, column in zip(self._numbers, columns, strict=True)
            if len(set(column)) > 1
        ]

    def hyperparameter(self, name):
        """Returns the current value of a hyperparameter, such as the argument `lr` or
        `weight_decay.1`.
        """
        key, _, number = name.partition(".")
        value = self._optimizer.param_groups[int(number or 0)].get(key)
        if type(value) is float:
            return value
        try:
            return float(None if isinstance(value, str) else value)
        except (TypeError, ValueError, RuntimeError):
            raise ValueError(
                f"expected a number for '{key}' of param group {number or 0}, but got "
                f"{value!r}"
            ) from None

    def check_devices(self):
        """Checks that all tensors are in host memory."""
        for name in self._places:
            check_device(name, self.get(name))

    def check(self):
        """Checks that parameters and constants are those of the captured step."""
        import torch

        # Do not refresh stale tensors: the checks read only properties such as
        # `requires_grad`.
        with torch._C.DisableTorchFunctionSubclass():
            if self._members() != self._identities:
                self._check_members()
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

    def _members(self):
        """Returns the names, and the identities, of all parameters and modules, and
        how many each module has."""
        tables = [table for table, _ in self._tables]
        names = list(itertools.chain.from_iterable(tables))
        values = itertools.chain.from_iterable(table.values() for table in tables)
        return names, list(map(id, values)), list(map(len, tables))

    def _check_members(self):
        """Checks that no parameter and no module has been replaced."""
        for table, saved in self._tables:
            names = {**table, **saved}
            for name in names:
                if table.get(name) is not saved.get(name):
                    _refuse(f"the model has another parameter or module '{name}'")

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


def _is_number(key, value):
    return isinstance(value, (int, float, str)) and not key.startswith("_")


def check_device(name, tensor):
    """Checks that a tensor is in host memory."""
    if tensor.device.type != "cpu":
        raise ValueError(
            f"expected a tensor on cpu for '{name}', but got one on {tensor.device}; "
            "move the model and the batch to cpu"
        )


def check_state(name, tensor):
    """Checks that a step can use the memory of a tensor for a state."""
    check_device(name, tensor)
    if not tensor.is_contiguous():
        raise ValueError(
            f"expected contiguous memory for '{name}', but it has the strides "
            f"{tensor.stride()}; model.to(memory_format=torch.contiguous_format) "
            "converts a model"
        )


def check_input(name, tensor):
    """Checks that a step can read a tensor."""
    import torch

    check_device(name, tensor)
    if tensor.layout is not torch.strided:
        raise ValueError(
            f"expected a dense tensor for '{name}', but got one of {tensor.layout}; "
            "to_dense() converts it"
        )
    if tensor.numel() and not tensor.data_ptr():
        raise ValueError(f"expected a tensor for '{name}' whose memory is not freed")


def _refuse(what):
    raise ValueError(f"{what}; call fp8.torch.compile_step again")
