"""A step as a custom call of XLA, for use inside jax.jit."""

import operator
import secrets

import numpy as np

from fp8 import _native
from fp8._arrays import as_array, dtype_of, is_extension

_TARGET = "fp8_step"
#: {key: native step} of the steps that compiled programs of XLA may run.
_shared = {}


def as_ffi(step):
    """Returns the function of Step.as_ffi."""
    import jax

    native = _native.load()
    if not hasattr(native, "ffi_handler"):
        raise ImportError(
            "as_ffi() needs a native module that was built with the headers of "
            "jaxlib; install jaxlib, then compile python/native again"
        )
    if not _shared:
        jax.ffi.register_ffi_target(_TARGET, native.ffi_handler(), platform="cpu")
    # Compiled programs contain the key. If another process loads such a
    # program, the key must not be the key of another step there.
    key = secrets.randbits(63)
    step._native.share(key)
    _shared[key] = step._native
    return _FfiStep(step, key)


class _FfiStep:
    """A step whose states are arguments and results."""

    def __init__(self, step, key):
        self._step = step
        self._key = np.int64(key)
        self._states = step._functions["step"].with_role("state")

    def __call__(self, states, *inputs, number, **named):
        import jax

        operands = self._states_in_order(states)
        operands += [
            _operand(value, argument)
            for value, argument in zip(
                self._step._take_inputs(inputs, named), self._step.inputs
            )
        ]
        results = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in operands]
        results = results[: len(self._states)]
        results += [
            jax.ShapeDtypeStruct(a.shape, _jax_dtype(a)) for a in self._step.results
        ]
        call = jax.ffi.ffi_call(
            _TARGET,
            results,
            input_output_aliases={i: i for i in range(len(self._states))},
        )
        made = call(*operands, _step_number(number), key=self._key)
        names = [a.name for a in self._states + self._step.results]
        named = dict(zip(names, made))
        new = {a.name: named.pop(a.name) for a in self._states}
        return named, new

    def _states_in_order(self, states):
        names = [a.name for a in self._states]
        if set(states) != set(names):
            raise ValueError(
                f"expected the states {', '.join(names)}, but got "
                f"{', '.join(map(str, states)) or 'none'}"
            )
        return [_operand(states[a.name], a) for a in self._states]


def _step_number(number):
    """Returns a number of completed steps as an array or a tracer."""
    import jax.numpy as jnp

    if not hasattr(number, "dtype"):
        number = operator.index(number)
    elif number.dtype.kind not in "iu":
        raise TypeError(f"expected an integer for 'number', but got {number.dtype}")
    return jnp.int32(number)


def _jax_dtype(argument):
    """Returns the type of JAX for the elements of an argument."""
    import jax

    dtype = dtype_of(argument)
    if jax.dtypes.canonicalize_dtype(dtype) != dtype:
        raise ValueError(
            f"'{argument.name}' is of {dtype}, which JAX holds only with "
            "jax.config.update('jax_enable_x64', True)"
        )
    return dtype


def _operand(value, argument):
    """Returns an array or a tracer of the type and shape of an argument."""
    import jax.numpy as jnp

    expected = _jax_dtype(argument)
    value = jnp.asarray(value if hasattr(value, "dtype") else as_array(value, argument))
    same_bits = (
        value.dtype.kind in "iu"
        and value.dtype.itemsize == expected.itemsize
        and (expected.kind in "iu" or is_extension(argument))
    )
    if value.dtype != expected and not same_bits:
        raise TypeError(
            f"expected {argument.dtype} for '{argument.name}', but got {value.dtype}"
        )
    if value.shape != argument.shape:
        raise ValueError(
            f"expected the shape {argument.shape} for '{argument.name}', but got "
            f"{value.shape}"
        )
    return value
