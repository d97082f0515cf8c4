"""save() and load(): trees of arrays in the files that fp8-run reads and writes."""

from fp8 import _safetensors
from fp8.jax import _names
from fp8.jax._leaves import as_jax, as_numpy, without_key
from fp8.jax._packages import import_jax


def save(path, **trees):
    """Writes trees of arrays to a safetensors file, which `fp8-run --inputs` reads.

    Args:
      path: the file. A file that exists is replaced.
      trees: the values of arguments, under the names of the arguments of the step:
        save("state.safetensors", params=params, opt_state=opt_state). A leaf has
        the name that fp8.jax.capture gives it: "params.w1".
    """
    import_jax("fp8.jax.save")
    leaves = _names.leaf_names(list(trees), list(trees.values()))
    _safetensors.write(path, {name: as_numpy(leaf) for _, name, leaf in leaves})


def load(path, **examples):
    """Reads trees of arrays from a safetensors file: one that fp8.jax.save or
    `fp8-run --outputs` has written.

    Args:
      path: the file. It may have other tensors, too.
      examples: for each argument, a tree of arrays or jax.ShapeDtypeStruct, under
        the name of the argument. Only shapes and dtypes matter.

    Returns:
      {name: tree of jax arrays}, the trees of `examples` with the values of the file.

    Raises:
      ValueError: the file is damaged, has no tensor for a leaf, or has one of
        another shape or type. `fp8-run --storage` writes states as codes;
        --unpack writes their values.
    """
    jax = import_jax("fp8.jax.load")
    arrays, _ = _safetensors.read(path)
    loaded = {}
    for root, tree in examples.items():
        leaves = [
            _read_leaf(path, arrays, name, leaf)
            for _, name, leaf in _names.leaf_names([root], [tree])
        ]
        loaded[root] = jax.tree.unflatten(jax.tree.structure(tree), leaves)
    return loaded


def _read_leaf(path, arrays, name, leaf):
    import jax

    if name not in arrays:
        raise ValueError(f"expected {path} to have a tensor '{name}', but it has none")
    array = arrays[name]
    expected = jax.eval_shape(without_key, leaf)
    # Files of fp8-run have signed integers in place of unsigned ones.
    is_same = array.dtype == expected.dtype or (
        array.dtype.kind == "i"
        and expected.dtype.kind == "u"
        and array.dtype.itemsize == expected.dtype.itemsize
    )
    if array.shape != expected.shape or not is_same:
        raise ValueError(
            f"expected '{name}' of {path} to be "
            f"{expected.dtype}{list(expected.shape)}, but it is "
            f"{array.dtype}{list(array.shape)}"
        )
    return as_jax(array, leaf)
