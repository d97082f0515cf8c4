"""Arrays as memory of steps."""

import functools
import math
import numbers as abstract
import operator

import numpy as np

#: Types that numpy lacks, and their size in bytes. Without ml_dtypes, arrays have
#: their bits.
_EXTENSIONS = {
    "bfloat16": 2,
    "float8_e4m3fn": 1,
    "float8_e5m2": 1,
    "float8_e8m0fnu": 1,
}


def dtype_of(argument):
    """Returns numpy's type of the elements of an argument."""
    return _dtype_called(argument.dtype)


@functools.cache
def _dtype_called(name):
    if name not in _EXTENSIONS:
        return np.dtype(name)
    try:
        import ml_dtypes

        return np.dtype(getattr(ml_dtypes, name))
    except (ImportError, AttributeError):
        return np.dtype(f"uint{8 * _EXTENSIONS[name]}")


def is_extension(argument):
    """Returns true if numpy lacks the type of an argument."""
    return argument.dtype in _EXTENSIONS


def make_empty(argument):
    """Returns a new array for an argument."""
    return np.empty(argument.shape, dtype_of(argument))


def make_aligned(argument):
    """Returns a new array for an argument, aligned to 64 bytes, so that a jax array can
    share its memory.
    """
    dtype = dtype_of(argument)
    size = math.prod(argument.shape) * dtype.itemsize
    memory = np.empty(size + 63, np.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size].view(dtype).reshape(argument.shape)


def make_full(argument, value):
    """Returns a new array with `value` in every element."""
    dtype = dtype_of(argument)
    is_bits = argument.dtype in _EXTENSIONS and dtype.kind == "u"
    if is_bits and value != 0:
        raise ImportError(
            f"the initial value {value} of '{argument.name}' is a {argument.dtype}; "
            "install ml_dtypes"
        )
    return np.full(argument.shape, value, dtype)


def exportable(array):
    """Returns an array whose memory DLPack can describe: bits for types that numpy
    lacks.
    """
    # Computing the name of a type is slow.
    if not isinstance(array, np.ndarray) or array.dtype.isbuiltin == 1:
        return array
    if array.dtype.name in _EXTENSIONS:
        return array.view(f"uint{8 * array.dtype.itemsize}")
    return array


def check_mutable(array, argument):
    """Raises an error for an array that must not be written, such as one of jax."""
    if type(array).__module__.split(".")[0] in ("jax", "jaxlib"):
        raise ValueError(
            f"expected memory that can be written for '{argument.name}', but got a "
            "jax array, which never changes"
        )


def as_array(value, argument):
    """Returns an input as an array. Numbers of Python and numpy are scalars."""
    if argument.role != "scalar" or isinstance(value, np.ndarray):
        return value
    if type(value) is float and argument.dtype == "float32":
        # Handle the most frequent kind first, without slow checks of types.
        return np.array(value, np.float32)
    if isinstance(value, (abstract.Number, np.generic)):
        return _number(value, argument)
    return value


def _number(value, argument):
    dtype = dtype_of(argument)
    if dtype.kind in "iu" and argument.dtype not in _EXTENSIONS:
        try:
            value = operator.index(value)
        except TypeError:
            raise TypeError(
                f"expected an integer for '{argument.name}', but got {value!r}"
            ) from None
    try:
        return np.array(value, dtype)
    except (OverflowError, TypeError, ValueError):
        raise ValueError(
            f"expected a number that {argument.dtype} holds for '{argument.name}', "
            f"but got {value!r}"
        ) from None


def as_numpy(value, argument):
    """Returns `value` as a numpy array after checking its type and shape."""
    if isinstance(value, (abstract.Number, np.generic)) and argument.shape == ():
        value = _number(value, argument)
    elif not isinstance(value, np.ndarray):
        value = _to_numpy(value, argument)
    expected, given = dtype_of(argument), value.dtype
    same_bits = given.kind in "iu" and given.itemsize == expected.itemsize
    if given != expected and not (
        same_bits and (expected.kind in "iu" or argument.dtype in _EXTENSIONS)
    ):
        raise TypeError(
            f"expected {argument.dtype} for '{argument.name}', but got {given}"
        )
    if value.shape != argument.shape:
        raise ValueError(
            f"expected the shape {argument.shape} for '{argument.name}', but got "
            f"{value.shape}"
        )
    return value.view(expected) if given != expected else value


def _to_numpy(value, argument):
    try:
        if hasattr(value, "__array__"):
            return np.asarray(value)
        return np.from_dlpack(value)
    except (TypeError, ValueError, RuntimeError, BufferError, AttributeError) as error:
        raise TypeError(
            f"expected an array for '{argument.name}', but got a "
            f"{type(value).__name__}: {error}"
        ) from None
