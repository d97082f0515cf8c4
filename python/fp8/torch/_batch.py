"""Batches: trees whose tensors are arguments of the step."""

import inspect

from fp8._errors import CaptureError
from fp8._parameters import positional_names


def roots(step, count):
    """Returns a name for each element of the batch: the parameters of the step after
    the model and the optimizer."""
    names = positional_names(step, 2 + count)[2:]
    if len(names) != count:
        raise CaptureError(
            f"expected a step(model, optimizer, ...) with {count} more parameters, one "
            f"for each element of the batch, got {inspect.signature(step)}"
        )
    return tuple(names)


def flatten(batch, names):
    """Returns [(name, leaf)] of all leaves; a name is a path such as `x.tokens`."""
    if len(batch) != len(names):
        raise CaptureError(f"expected a batch of {len(names)}, got {len(batch)}")
    return [
        leaf for name, tree in zip(names, batch) for leaf in named_leaves(name, tree)
    ]


def named_leaves(root, tree):
    """Returns [(name, leaf)] of a tree; a name is `root` and the path to the leaf."""
    import torch.utils._pytree as pytree

    return [
        (".".join([root, *map(_part, path)]), leaf)
        for path, leaf in pytree.tree_flatten_with_path(tree)[0]
    ]


def is_argument(leaf):
    """Returns whether a leaf is an argument: a tensor or a float. Other leaves, such
    as int, bool and str, are constants of the step."""
    import torch

    return isinstance(leaf, (torch.Tensor, float))


def _part(key):
    for attribute in ("key", "name", "idx"):
        if hasattr(key, attribute):
            return str(getattr(key, attribute))
    return str(key)
