"""Step: a compiled training step and the memory of its states."""

import operator
import pathlib
from collections.abc import Mapping

from fp8 import _states
from fp8._arrays import as_array, check_mutable, exportable
from fp8._arrays import is_extension, make_empty
from fp8._functions import read_functions
from fp8._one_thread import OneThread
from fp8._replace import replace_files
from fp8._transport import raise_interrupt


#: The reason why no compiled step can be copied.
UNCOPIED = (
    "a compiled step cannot be copied or pickled; keep its state_dict(), compile again, "
    "and call load_state_dict()"
)


class Step:
    """A compiled training step, made by fp8.compile.

    A call runs one step: states are overwritten in place, and inputs are read without
    copies. One thread at a time may use a step; other Python threads run meanwhile.
    Memory of the step is freed with the object, so it must not be used in a process
    that was forked later.

    Attributes:
      inputs: the Arguments of a call, in order.
      results: the Arguments that a call returns.
      states: {name: array}, the memory of the states, in the formats in which
        they are stored. `unpack` returns their values.
    """

    def __init__(self, native, states, seed):
        self._native = native
        self._functions = read_functions(native.describe())
        step = self._functions["step"]
        self.inputs = [a for a in step.arguments if a.role in ("input", "scalar")]
        self.results = [a for a in step.arguments if a.role == "result"]
        self.states = {}
        self._input_names = [a.name for a in self.inputs]
        self._num_states = sum(a.role == "state" for a in step.arguments)
        self._positions = {a.name: i for i, a in enumerate(step.arguments)}
        given = self.inputs + self.results
        #: The positions of the inputs and then of the results.
        self._given = [self._positions[a.name] for a in given]
        #: The inputs that are scalars, and the inputs and results whose types numpy
        #: lacks.
        self._scalars = [(i, a) for i, a in enumerate(given) if a.role == "scalar"]
        self._extensions = [i for i, a in enumerate(given) if is_extension(a)]
        #: The memory of each argument of the step that is a state.
        self._memories = [None] * len(step.arguments)
        #: {position: Argument} of the states that are not numpy arrays. Their memory
        #: may change, so they are bound at each step.
        self._foreign = {}
        self._use = OneThread("the step")
        self._missing = []
        _states.initialize(self, states, seed)

    @property
    def number(self):
        """The number of completed steps. It selects the function that runs: the
        first step of the recipe `delayed` differs, for example.
        """
        return self._native.number

    @property
    def warnings(self):
        """The warnings of the compilation, one per line."""
        return self._native.messages

    def __call__(self, *inputs, out=None, **named):
        """Runs one step.

        Args:
          inputs, named: the inputs, by position or by name: arrays of numpy, or
            of a library with DLPack, such as jax and torch, of the exact type and
            shape, contiguous in host memory. Python numbers are accepted for
            scalars.
          out: {name: array}, memory for results. Others are new arrays.

        Returns:
          {name: array} of the results that are not states. An array in `out` is
          the same object.

        Raises:
          TypeError, ValueError: an argument that does not fit. Nothing has run.
          RuntimeError: another thread is using the step, or the run failed; then
            states may be partly updated.
        """
        with self._use:
            return self._run(inputs, out, named)

    def _run(self, inputs, out, named):
        # The native module checks the arrays, because small steps take only
        # microseconds.
        if len(self.states) != self._num_states:
            _states.check_complete(self)
        if named or len(inputs) != len(self.inputs):
            inputs = self._take_inputs(inputs, named)
        if out:
            results = self._take_results(out)
        else:
            results = {a.name: make_empty(a) for a in self.results}
        arrays = [*inputs, *results.values()]
        for index, argument in self._scalars:
            arrays[index] = as_array(arrays[index], argument)
        for index in self._extensions:
            arrays[index] = exportable(arrays[index])
        positions = self._given
        if self._foreign:
            positions = positions + list(self._foreign)
            arrays += [exportable(self.states[a.name]) for a in self._foreign.values()]
        try:
            self._train(positions, arrays)
            return results
        except TypeError:
            pass
        # An array of a type that numpy lacks may be taken as its bits. This is no part
        # of the handler, so that an error has no other one as its context.
        self._train(positions, list(map(exportable, arrays)))
        return results

    def _train(self, positions, arrays):
        try:
            self._native.train(self._memories, positions, arrays)
        except Exception as error:
            raise_interrupt(error)
            raise

    def _take_inputs(self, inputs, named):
        names = self._input_names
        if len(inputs) > len(names):
            raise TypeError(
                f"expected at most {len(names)} inputs ({', '.join(names)}), but got "
                f"{len(inputs)}"
            )
        given = dict(zip(names, inputs))
        for name, value in named.items():
            if name not in names:
                raise TypeError(
                    f"expected inputs called {', '.join(names)}, but got '{name}'"
                )
            if name in given:
                raise TypeError(f"expected one value for '{name}', but got two")
            given[name] = value
        if len(given) < len(names):
            missing = [name for name in names if name not in given]
            raise TypeError(f"expected a value for {', '.join(missing)}")
        return [given[name] for name in names]

    def _take_results(self, out):
        results = {}
        for argument in self.results:
            array = out.get(argument.name)
            if array is None:
                array = make_empty(argument)
            check_mutable(array, argument)
            results[argument.name] = array
        for name in out:
            if name not in results:
                raise TypeError(
                    f"expected results called {', '.join(results)} in `out`, but got "
                    f"'{name}'"
                )
        return results

    def __reduce__(self):
        raise TypeError(UNCOPIED)

    def bind(self, states):
        """Uses memory of the caller for states: {name: array}, in the formats in
        which they are stored. The step reads and overwrites it from now on, and
        keeps it alive. Arrays have to be writable and contiguous.
        """
        arguments = {a.name: a for a in self._functions["step"].with_role("state")}
        for name in states:
            if name not in arguments:
                raise ValueError(
                    f"expected names of states ({', '.join(arguments)}), but got "
                    f"'{name}'"
                )
        with self._use:
            # Check all arrays before any of them is used.
            for name, array in states.items():
                self._bind("step", self._positions[name], array)
            for name, array in states.items():
                _states.attach(self, arguments[name], array)

    def unpack(self):
        """Returns {name: array}, copies of the values of all states, as the step as
        written has them.
        """
        with self._use:
            _states.check_complete(self)
            return _states.unpack(self)

    def state_dict(self):
        """Returns {"number": completed steps, "states": {name: copy of a state}}."""
        with self._use:
            _states.check_complete(self)
            return {"number": self.number, "states": _states.copies(self)}

    def load_state_dict(self, state_dict):
        """Sets the number of completed steps and all states. `state_dict` has the form
        of state_dict(), or has the values that unpack() returns as its states.
        """
        number = _check_state_dict(state_dict)
        with self._use:
            previous = self._native.number
            self._native.number = number
            try:
                _states.load(self, state_dict["states"])
            except BaseException:
                self._native.number = previous
                raise

    def as_ffi(self):
        """Returns the step as a function for use inside jax.jit, on a CPU.

        `function(states, *inputs, number=, **named)` is pure: `states` is
        {name: array} as in `states`, `number` is the number of completed steps, and
        inputs are as in a call of the step. It returns ({name: array} of the other
        results, {name: array} of the new states). The new states have the memory of
        those that jax.jit may reuse: arguments that are donated, or values of the
        same program. The states of this object stay as they are. The compiled step
        is kept until the process ends.

        Raises:
          ImportError: jax is not installed, or the native module was built without
            the headers of jaxlib.
        """
        from fp8 import _ffi

        return _ffi.as_ffi(self)

    def report(self, format="table"):
        """Returns the bytes, kernels and memory of the step: the text of fp8-run
        --report, as "table" or "json".
        """
        return self._native.report(format)

    def save(self, path):
        """Writes `path`.o and `path`.h: the step as an object file for C hosts, which
        links with libfp8rt alone.
        """
        contents = self._native.object(pathlib.Path(path).name)
        replace_files(dict(zip((f"{path}.o", f"{path}.h"), contents)))

    def _bind(self, function, index, array):
        """Returns the memory of `array` as an argument, after all checks."""
        argument = self._functions[function].arguments[index]
        if argument.role in ("state", "result"):
            check_mutable(array, argument)
        return self._native.bind(
            self._functions[function].index, index, exportable(array)
        )


def _check_state_dict(state_dict):
    """Checks the form of a state dict. Returns its number of steps."""
    is_mapping = isinstance(state_dict, Mapping)
    if not is_mapping or set(state_dict) != {"number", "states"}:
        given = type(state_dict).__name__
        if is_mapping:
            given = "one with " + (", ".join(map(str, state_dict)) or "nothing")
        raise ValueError(f"expected a dict with number and states, but got {given}")
    if not isinstance(state_dict["states"], Mapping):
        _refuse_entry("a dict", "states", state_dict)
    try:
        return operator.index(state_dict["number"])
    except TypeError:
        pass
    _refuse_entry("an integer", "number", state_dict)


def _refuse_entry(kind, key, state_dict):
    raise TypeError(
        f"expected {kind} for '{key}' of a state_dict, but got {state_dict[key]!r:.60}"
    )
