"""Python numbers that a step changes: they would be constants of the captured step."""

from fp8._errors import CaptureError


class Numbers:
    """The numbers that a model and an optimizer hold before a step."""

    def __init__(self, model, optimizer):
        self._model = model
        self._optimizer = optimizer
        self._before = self._collect()

    def check(self):
        """Checks that no number has changed since then."""
        for place, value in self._collect().items():
            if self._before.get(place) != value:
                raise CaptureError(
                    f"the step changes {place[-1]}, a Python number, which would be "
                    "constant in the captured step; keep it in a tensor: a buffer of "
                    "the model or a state of the optimizer"
                )

    def _collect(self):
        """Returns {path: number}; the last part of a path is the name of the number."""
        owner = type(self._optimizer).__name__
        numbers = _of("optimizer", self._optimizer.__dict__, f" of {owner}")
        for number, group in enumerate(self._optimizer.param_groups):
            numbers |= _of(number, group, f" of param group {number} of {owner}")
        for parameter, values in self._optimizer.state.items():
            if isinstance(values, dict):
                numbers |= _of(id(parameter), values, f", a state of {owner}")
        for name, module in self._model.named_modules():
            where = f" of module '{name}'" if name else " of the model"
            numbers |= _of(f"module {name}", module.__dict__, where)
        return numbers


def _of(place, table, where):
    """Returns numbers of a dictionary. Names with an underscore are PyTorch's own."""
    return {
        (place, key, f"'{key}'{where}"): value
        for key, value in table.items()
        if isinstance(value, (int, float)) and not str(key).startswith("_")
    }
