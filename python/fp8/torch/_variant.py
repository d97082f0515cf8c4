"""A step for batches of one shape: the compiled step, its inputs and its results."""

from collections import abc

from fp8.torch import _batch, _capture
from fp8.torch._tensors import check_device, check_input


class Variant:
    """A compiled step for batches of one kind.

    Attributes:
      step: the fp8.Step.
      packed: the names of the states that are stored in other formats.
    """

    def __init__(self, captured, tree, seed, options):
        from fp8 import _functions
        from fp8._compile import compile_native

        options = dict(options)
        target, target_options = options.pop("target"), options.pop("target_options")
        text = captured.text.encode()
        native = compile_native(text, target, target_options, "step", options)
        functions = _functions.read_functions(native.describe())
        pack = functions.get("pack")
        self.packed = (
            [a.name for a in pack.with_role("input", "scalar")] if pack else []
        )
        self._tree = tree
        self._roots = captured._batch_roots
        self._roles = {a.name: a.role for a in captured.arguments}
        self._results = [
            (argument.name, result.shape, result.dtype)
            for result, argument in zip(
                captured.results, functions["step"].results.values()
            )
            if result.updates is None
        ]
        self._seed = seed
        self.step = _make_step(native, functions, captured)

    def states(self):
        """Returns {name: Argument} of the states in memory."""
        return {a.name: a for a in self.step._functions["step"].with_role("state")}

    def common_values(self, tensors):
        """Returns {name: array} of the arguments that all ranks of a mesh share."""
        import numpy

        values = {}
        for name, role in self._roles.items():
            if role == "hyperparameter":
                values[name] = numpy.asarray(tensors.hyperparameter(name))
            elif role == "rng":
                values[name] = numpy.asarray(self._seed)
            elif name in tensors:
                values[name] = to_numpy(tensors.get(name))
        return values

    def inputs(self, tensors, batch):
        """Returns the inputs of the step."""
        leaves = dict(_batch.flatten(batch, self._roots))
        return [self._input(a.name, tensors, leaves) for a in self.step.inputs]

    def run(self, inputs):
        """Runs the step. Returns what the step of the user returns."""
        import torch
        import torch.utils._pytree as pytree

        outputs = {
            name: torch.empty(shape, dtype=dtype, device="cpu")
            for name, shape, dtype in self._results
        }
        self.step(*inputs, out=outputs)
        return pytree.tree_unflatten(list(outputs.values()), self._tree)

    def _input(self, name, tensors, leaves):
        import torch

        role = self._roles[name]
        if role == "hyperparameter":
            return tensors.hyperparameter(name)
        if role == "rng":
            return self._seed
        value = leaves[name] if role == "batch" else tensors.get(name)
        if not torch.is_tensor(value):
            return value
        check_input(name, value)
        return value.detach().contiguous()


def capture_batch(step, model, optimizer, batch, seed):
    """Returns the Captured for a batch, and the tree that the step returns."""
    for name, leaf in _batch.flatten(batch, _batch.roots(step, len(batch))):
        if hasattr(leaf, "device"):
            check_device(name, leaf)
    return _capture.capture_tree(step, model, optimizer, batch, seed)


def kind_of(batch):
    """Returns a key that equal batches share: types, shapes and constants."""
    import torch
    import torch.utils._pytree as pytree

    leaves, tree = pytree.tree_flatten(batch)
    parts = []
    for leaf in leaves:
        if torch.is_tensor(leaf):
            parts.append((leaf.dtype, leaf.shape))
        elif isinstance(leaf, float):
            parts.append(float)
        elif isinstance(leaf, abc.Hashable):
            parts.append((type(leaf), leaf))
        else:
            raise TypeError(
                "expected tensors and numbers in a batch, but got a "
                f"{type(leaf).__module__}.{type(leaf).__name__}; torch.as_tensor "
                "converts arrays"
            )
    return tree, tuple(parts)


def to_numpy(tensor):
    """Returns an array with the values of a tensor; numpy has bf16 as bits. Arrays stay
    as they are."""
    import torch

    if not torch.is_tensor(tensor):
        return tensor
    tensor = tensor.detach().contiguous()
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.view(torch.int16)
    return tensor.numpy()


def _make_step(native, functions, captured):
    """Returns the fp8.Step. Values of states that are not converted stay where they
    are, and are bound later."""
    from fp8._states import value_arguments
    from fp8._step import Step

    values = value_arguments(functions) if "pack" in functions else {}
    first = {a.name: to_numpy(a.value) for a in captured.arguments if a.name in values}
    return Step(native, first, 0)
