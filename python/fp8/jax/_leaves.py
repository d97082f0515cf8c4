"""Conversion between leaves of trees and arrays of numpy."""


def without_key(leaf):
    """Returns the array of a key of a generator, and other leaves as they are."""
    import jax

    return jax.random.key_data(leaf) if _is_key(leaf) else leaf


def as_numpy(leaf):
    """Returns a leaf as an array of numpy, of the type that jax.jit gives it."""
    import jax
    import numpy as np

    if isinstance(leaf, (int, float)):
        return np.array(leaf, jax.eval_shape(lambda x: x, leaf).dtype)
    return np.asarray(without_key(leaf))


def as_jax(array, leaf):
    """Returns an array with the bits of `array` and the type of `leaf`."""
    import jax

    if _is_key(leaf):
        return jax.random.wrap_key_data(jax.numpy.asarray(array.view("uint32")))
    dtype = jax.eval_shape(lambda x: x, leaf).dtype
    return jax.numpy.asarray(array.view(dtype))


def share(array, leaf):
    """Returns an array of jax like as_jax(), in the memory of `array`. Keys, bf16 and
    FP8 types are copied.
    """
    import jax

    if not _is_key(leaf):
        typed = array.view(jax.eval_shape(lambda x: x, leaf).dtype)
        if typed.dtype.isbuiltin == 1:
            return jax.dlpack.from_dlpack(typed)
    return as_jax(array, leaf)


def as_input(leaf):
    """Returns a leaf with the type that jax.jit gives it: f64 becomes f32, for example.
    Leaves that are not arrays, and arrays of jax, are unchanged.
    """
    import jax
    import numpy as np

    if isinstance(leaf, jax.Array) or not hasattr(leaf, "__array__"):
        return leaf
    array = np.asarray(leaf)
    return array.astype(jax.dtypes.canonicalize_dtype(array.dtype), "C", copy=False)


def _is_key(leaf):
    import jax

    dtype = getattr(leaf, "dtype", None)
    return dtype is not None and jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key)
