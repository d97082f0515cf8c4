"""Batches: the inputs of each step, from any iterable."""


class Batches:
    """The inputs of the steps of a loop.

    Args:
      batches: the iterable.
      inputs: {name: value in the example} of the arguments that are not states.
      is_endless: whether an iterable that ends starts again.
      skip: the number of completed steps.
    """

    def __init__(self, batches, inputs, is_endless, skip):
        import jax

        self._iterable = batches
        try:
            self._iterator = iter(batches)
        except TypeError:
            raise TypeError(
                f"expected batches with values for {', '.join(inputs)}, in any iterable, "
                f"but got {batches!r:.80}"
            ) from None
        self._is_endless = is_endless and self._iterator is not batches
        self._inputs = inputs
        # Leave out arguments without leaves, such as the state of an optimizer
        # without state.
        self._names = [name for name, tree in inputs.items() if jax.tree.leaves(tree)]
        for _ in range(skip):
            self._next_item()

    def next(self):
        """Returns a list of the inputs of the next step, or None after the last."""
        item = self._next_item()
        if item is None:
            return None
        values = self._inputs | self._by_name(*item)
        for name, tree in values.items():
            _check_concrete(name, tree)
        return list(values.values())

    def _next_item(self):
        """Returns a tuple of the next item, or None."""
        for item in self._iterator:
            return (item,)
        if self._is_endless:
            self._iterator = iter(self._iterable)
            for item in self._iterator:
                return (item,)
            raise ValueError("expected batches, but the iterable has none")
        return None

    def _by_name(self, item):
        """Returns {name: value} of an item."""
        import jax

        names = self._names
        if len(names) == 1:
            (name,) = names
            is_by_name = isinstance(item, dict) and set(item) == {name}
            if is_by_name and jax.tree.structure(item) != jax.tree.structure(
                self._inputs[name]
            ):
                return item
            return {name: item}
        if isinstance(item, dict):
            if set(item) <= set(names):
                return item
            given = ", ".join(map(str, item))
            raise ValueError(
                f"expected a batch with some of {', '.join(names)}, but got {given}"
            )
        if isinstance(item, (tuple, list)) and len(item) == len(names):
            return dict(zip(names, item))
        given = type(item).__name__
        if isinstance(item, (tuple, list)):
            given = f"{len(item)} values"
        raise ValueError(
            f"expected {len(names)} values in a batch, one for each argument that is "
            f"not a state ({', '.join(names) or 'none'}), or a dict of some of them, "
            f"but got {given}"
        )


def _check_concrete(name, tree):
    import jax

    if any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree.leaves(tree)):
        raise ValueError(
            f"expected a value of '{name}' in each batch, because `args` has only its "
            "shape"
        )
