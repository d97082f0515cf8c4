"""CompiledStep: a compiled step and the tensors that it changes."""

from collections.abc import Mapping

from fp8._one_thread import OneThread
from fp8.torch._stale import StaleClasses
from fp8.torch._tensors import check_device, check_state
from fp8.torch._variant import Variant, capture_batch, kind_of, to_numpy

#: Maximum number of kinds of batches for which steps are compiled. More of them
#: indicate a mistake.
_MAX_VARIANTS = 16

#: The place of failures before and in a capture.
_CAPTURE = "the capture of a step"


class CompiledStep:
    """A compiled PyTorch step, made by fp8.torch.compile_step.

    States that are stored unchanged use the memory of the tensors of the model and the
    optimizer, which a call overwrites. Other states, as under storage="fp8-split8", are
    codes and scales of the step; their tensors get the values when something reads
    them.
    """

    def __init__(self, function, model, optimizer, tensors, batch, seed, options):
        self._arguments = (function, model, optimizer)
        self._optimizer = optimizer
        self._seed, self._options = seed, options
        self._tensors = tensors
        self._use = OneThread("the step")
        self._variants = {}
        #: {name: (tensor, its address)} of the states that are memory of tensors.
        self._bound = {}
        #: {name: tensor} of the states in other formats.
        self._packed = {}
        self._stale = StaleClasses(self.sync)
        self._is_stale = False
        self._number = 0
        self._first = self._variant(batch)

    @property
    def number(self):
        """The number of completed steps."""
        return self._number

    @property
    def step(self):
        """The fp8.Step for the first batch, with report() and warnings."""
        return self._first.step

    def __call__(self, *batch):
        """Runs one step on a batch.

        A batch of another shape, and modules in another mode or with other numbers or
        hooks, compile another step on the same states. Learning rates and weight
        decays are read from `optimizer.param_groups`.

        Returns:
          The value of the step of the user, with new tensors.

        Raises:
          ValueError, TypeError: the batch, the model or the optimizer do not fit.
            Nothing has run.
          CaptureError, CompileError: the step for this batch is not supported.
          RuntimeError: another thread is using the step, or the run failed.
        """
        from fp8._compile import announcing

        with self._use:
            variant = self._variant(batch)
            with announcing(self._options, "the inputs of a step"):
                self._follow_tensors()
                self._store_values()
                inputs = variant.inputs(self._tensors, batch)
            step = variant.step
            step._native.number = self._number
            try:
                result = variant.run(inputs)
            finally:
                # Ctrl-C takes effect after the step, which has been counted.
                self._number = step.number
        # Without this, schedulers warn that the optimizer has made no step.
        self._optimizer._opt_called = True
        return result

    def __reduce__(self):
        from fp8._step import UNCOPIED

        raise TypeError(UNCOPIED)

    def sync(self):
        """Updates the tensors of the model and of the optimizer to the current values.
        A read of a tensor does the same.
        """
        with self._use:
            self._refresh()

    def state_dict(self):
        """Returns {"number": completed steps, "states": {name: tensor}} with copies of
        the states as they are stored, also those that PyTorch does not have: scales,
        histories and counters of random numbers."""
        import torch

        with self._use:
            self._follow_tensors()
            self._store_values()
            states = self.step.state_dict()["states"]
        return {
            "number": self._number,
            "states": {n: torch.from_numpy(_bits(a)) for n, a in states.items()},
        }

    def load_state_dict(self, state_dict):
        """Sets the states to a result of state_dict(). A run then continues with the
        same bits.
        """
        with self._use:
            self._tensors.check()
            self._follow_tensors()
            self._store_values()
            self.step._native.number = self._number
            given = state_dict
            is_mapping = isinstance(given, Mapping)
            if is_mapping and isinstance(given.get("states"), Mapping):
                states = {n: to_numpy(t) for n, t in given["states"].items()}
                given = {**given, "states": states}
            self.step.load_state_dict(given)
            self._number = self.step.number

    def _variant(self, batch):
        """Returns the step for a batch; compiles it at its first use."""
        from fp8._compile import agreement, announcing, make_alike
        from fp8._warn import warn_of

        with announcing(self._options, _CAPTURE):
            self._tensors.check()
            key = (kind_of(batch), self._tensors.constants())
            if key in self._variants:
                return self._variants[key]
        with agreement(self._options, _CAPTURE):
            if len(self._variants) == _MAX_VARIANTS:
                raise ValueError(self._describe_kinds(key))
            # The capture reads the tensors.
            self._refresh()
            captured = capture_batch(*self._arguments, batch, self._seed)
        if self._variants:
            with agreement(self._options, "the start of another step"):
                made = Variant(*captured, self._seed, self._options)
                self._check_states(made)
                self._share_states(made)
        else:
            made = make_alike(self._options, lambda: self._start(captured))
        self._variants[key] = made
        warn_of(made.step.warnings)
        return made

    def _start(self, captured):
        """Creates the states. Returns the first step and {name: array} that all
        processes share."""
        made = Variant(*captured, self._seed, self._options)
        self._tensors.create_states()
        self._packed = {name: self._tensors.get(name) for name in made.packed}
        self._share_states(made)
        return made, made.common_values(self._tensors)

    def _describe_kinds(self, key):
        """Returns the text of the error for too many kinds of batches."""
        constants = {constants for _, constants in (*self._variants, key)}
        message = (
            f"expected at most {_MAX_VARIANTS} kinds of batches; shapes, values that "
            "are neither tensors nor floats, and numbers of modules are constants "
            "of a step"
        )
        varying = self._tensors.find_varying(constants)
        if not varying:
            return message
        names = ", ".join(f"'{name}'" for name in varying)
        return (
            f"{message}. Here these numbers of modules differ: {names}; a number that "
            "changes at each step, such as a counter, has to be a buffer, or have a "
            "name that begins with '_' if results do not depend on it"
        )

    def _check_states(self, made):
        """Checks that another step stores its states as the first one does."""
        first = self._first.states()
        same = made.packed == self._first.packed
        for name, argument in made.states().items():
            if name in self._tensors and name not in self._packed:
                continue
            other = first.get(name)
            same = same and other is not None and other.dtype == argument.dtype
            same = same and other.shape == argument.shape
        if not same:
            raise ValueError(
                "the step for this batch stores its states in other formats than the "
                "step for the first batch; pad the batch to the first shape, or call "
                "fp8.torch.compile_step again"
            )

    def _share_states(self, made):
        """Binds the states of a step to the memory that all steps share."""
        memory = {}
        for name in made.states():
            if name in self._tensors and name not in self._packed:
                tensor = self._tensors.get(name)
                check_state(name, tensor)
                self._bound[name] = (tensor, tensor.data_ptr())
                memory[name] = tensor.detach()
            elif self._variants:
                memory[name] = self._first.step.states[name]
        made.step.bind(memory)

    def _follow_tensors(self):
        """Uses the tensors that the model and the optimizer have now, for example
        after optimizer.load_state_dict()."""
        for name, (old, address) in self._bound.items():
            tensor = self._tensors.get(name)
            if tensor is old and tensor.data_ptr() == address:
                continue
            check_state(name, tensor)
            for variant in self._variants.values():
                if name in variant.states():
                    variant.step.bind({name: tensor.detach()})
            self._bound[name] = (tensor, tensor.data_ptr())
        for name, old in self._packed.items():
            tensor = self._tensors.get(name)
            if tensor is not old:
                self._refresh()
                check_device(name, tensor)
                self._packed[name] = tensor

    def _refresh(self):
        """Converts the stored states to the values of stale tensors."""
        import torch

        if not self._is_stale:
            return
        with torch.inference_mode(False):
            values = {
                a.name: torch.empty(
                    a.shape, dtype=getattr(torch, a.dtype), device="cpu"
                )
                for a in self.step._functions["unpack"].with_role("result")
            }
            self._convert("unpack", self.step.states, values)
        self._is_stale = False
        for name, tensor in self._packed.items():
            self._stale.fill(tensor, values[name])

    def _store_values(self):
        """Converts tensors whose values have been changed to stored states. Afterwards,
        the tensors are stale.
        """
        if self._is_stale or not self._packed:
            return
        values = {n: t.detach().contiguous() for n, t in self._packed.items()}
        stored = self._convert("unpack", self.step.states, {})
        if any(to_numpy(v).tobytes() != stored[n].tobytes() for n, v in values.items()):
            self._convert("pack", values, self.step.states)
        self._is_stale = True
        for tensor in self._packed.values():
            self._stale.empty(tensor)

    def _convert(self, function, inputs, outputs):
        from fp8 import _states

        return _states.run(self.step, function, inputs, outputs)


def _bits(array):
    """Returns an array of a type that numpy has."""
    if array.dtype.isbuiltin == 1:
        return array.view("int16") if array.dtype == "uint16" else array
    return array.view("uint8" if array.dtype.itemsize == 1 else "int16")
