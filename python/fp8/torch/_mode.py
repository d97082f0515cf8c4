"""Rules for calls of PyTorch while a step is traced."""

from fp8._errors import CaptureError
from fp8.torch import _source

_COMPARISONS = {
    "__eq__": lambda a, b: a == b,
    "__ne__": lambda a, b: a != b,
    "__lt__": lambda a, b: a < b,
    "__le__": lambda a, b: a <= b,
    "__gt__": lambda a, b: a > b,
    "__ge__": lambda a, b: a >= b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
# Functions that convert a tensor to a Python value.
_READS = {
    "item": ".item()",
    "numpy": ".numpy()",
    "data_ptr": ".data_ptr()",
    "__bool__": "a branch on a tensor",
    "__float__": "float()",
    "__int__": "int()",
    "__index__": "an index from a tensor",
    "__array__": "a NumPy array",
}


def step_mode(hyperparameters, replaced):
    """Returns a context for the trace of a step.

    Args:
      hyperparameters: {id of a rank-0 tensor: number}. Comparisons of these tensors
        have the result for the number: they decide which terms an optimizer has.
      replaced: {id of a tensor of the model: traced tensor}, for steps that hold
        tensors of the model besides the model.
    """
    import torch
    from torch._subclasses import FakeTensor
    from torch.overrides import TorchFunctionMode

    class StepMode(TorchFunctionMode):
        def __init__(self):
            super().__init__()
            self.lines = _source.Lines()

        def __torch_function__(self, func, types, args=(), kwargs=None):
            kwargs = dict(kwargs or {})
            args = self._traced(args)
            kwargs = {key: self._traced(value) for key, value in kwargs.items()}
            name = getattr(func, "__name__", "")
            self._note_line()
            if args and id(args[0]) in hyperparameters:
                value = hyperparameters[id(args[0])]
                if name in _COMPARISONS and not torch.is_tensor(args[1]):
                    return _COMPARISONS[name](value, args[1])
                if name == "__bool__":
                    return bool(value)
            if name in _READS and args and isinstance(args[0], FakeTensor):
                self._refuse(_READS[name])
            if name.startswith("embedding") and kwargs.get("sparse"):
                self._refuse_sparse(name)
            if isinstance(func, torch._ops.HigherOrderOperator):
                self._refuse_functions(name)
            return _with_tensor_factors(func, name, args, kwargs)

        def _traced(self, value):
            if torch.is_tensor(value):
                return replaced.get(id(value), value)
            if type(value) in (list, tuple):
                return type(value)(self._traced(v) for v in value)
            return value

        def _note_line(self):
            place = self.lines.current()
            if place:
                meta = torch.fx.traceback.current_meta
                meta["stack_trace"] = _source.stack_trace(place)

        def _refuse(self, what):
            raise CaptureError(
                f"{_source.where(self.lines.current())}the step reads a value that is "
                f"known only when it runs: {what}; supported are tensors throughout, "
                "such as torch.where instead of a branch, and the loss as a tensor"
            )

        def _refuse_sparse(self, name):
            raise CaptureError(
                f"{_source.where(self.lines.current())}{name} with sparse=True has "
                "sparse gradients, and only dense tensors are supported; use "
                "sparse=False"
            )

        def _refuse_functions(self, name):
            raise CaptureError(
                f"{_source.where(self.lines.current())}{name} takes functions and "
                "cannot be captured; supported are loops of Python, and torch.where"
            )

    return StepMode()


def _with_tensor_factors(func, name, args, kwargs):
    """Calls an op. The factors `alpha` and `value` must be numbers in PyTorch: a
    factor that is a tensor becomes a multiplication."""
    import torch

    name = name.rstrip("_")
    if name in ("add", "sub", "subtract") and torch.is_tensor(kwargs.get("alpha")):
        alpha = kwargs.pop("alpha")
        return func(args[0], args[1] * alpha, *args[2:], **kwargs)
    if name in ("addcmul", "addcdiv") and torch.is_tensor(kwargs.get("value")):
        value = kwargs.pop("value")
        return func(args[0], args[1] * value, *args[2:], **kwargs)
    return func(*args, **kwargs)
