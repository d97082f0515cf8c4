"""Names for the flattened arguments and results of a step.

A leaf is named by its path: the name of the argument it belongs to, then the
dictionary keys, attribute names or indices that lead to it, joined by dots:
``params.h0.attn.qkv.weight``.
"""

import inspect

from fp8._errors import CaptureError


def argument_names(step, count, names):
    """Returns one name per positional argument.

    `names` wins; without it the names come from the signature of `step`.
    """
    if names is None:
        parameters = list(inspect.signature(step).parameters.values())
        positional = (
            inspect.Parameter.POSITIONAL_ONLY,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
        )
        names = [p.name for p in parameters if p.kind in positional][:count]
    if len(names) != count:
        raise CaptureError(
            f"expected one name for each of the {count} example arguments, got "
            f"{len(names)}: {list(names)}"
        )
    return list(names)


def result_names(count, names):
    """Returns one name per top-level result: `names`, else result0, result1..."""
    if names is None:
        return [f"result{i}" for i in range(count)]
    if len(names) != count:
        raise CaptureError(
            f"the step returns {count} results, got {len(names)} result names: "
            f"{list(names)}"
        )
    return list(names)


def leaf_names(roots, trees):
    """Returns [(root, leaf name, leaf)] of all `trees`, in jax's order."""
    import jax

    leaves = []
    for root, tree in zip(roots, trees, strict=True):
        for path, leaf in jax.tree_util.tree_leaves_with_path(tree):
            parts = [root] + [_part(key) for key in path]
            leaves.append((root, ".".join(parts), leaf))
    seen = set()
    for _, name, _ in leaves:
        if name in seen:
            raise CaptureError(f"two values are named '{name}'; rename one of them")
        seen.add(name)
    return leaves


def _part(key):
    """The text of one step of a jax key path."""
    for attribute in ("key", "name", "idx"):
        if hasattr(key, attribute):
            return str(getattr(key, attribute))
    return str(key)


def pair_updates(updates, argument_roots, arguments, result_roots, results):
    """Returns {result leaf name: argument leaf name}.

    `updates` maps a top-level result name to the top-level argument name that
    it overwrites, each argument once. `arguments` and `results` are what
    leaf_names() returned for the roots. Both sides must have the same leaves, of
    the same shape and dtype; or none, as the state of an optimizer without any.
    """
    pairs = {}
    updated_by = {}
    for result_root, argument_root in updates.items():
        _check_root(result_root, result_roots, "result", "result_names")
        _check_root(argument_root, argument_roots, "argument", "names")
        first = updated_by.setdefault(argument_root, result_root)
        if first != result_root:
            raise CaptureError(
                f"updates has two results for argument '{argument_root}': "
                f"'{first}' and '{result_root}'"
            )
        new = _leaves_of(result_root, results)
        old = _leaves_of(argument_root, arguments)
        if [n for n, _ in new] != [n for n, _ in old]:
            raise CaptureError(
                f"result '{result_root}' cannot update argument "
                f"'{argument_root}': their trees differ"
            )
        for (suffix, new_leaf), (_, old_leaf) in zip(new, old, strict=True):
            new_type = (tuple(new_leaf.shape), str(new_leaf.dtype))
            old_type = (tuple(old_leaf.shape), str(old_leaf.dtype))
            if new_type != old_type:
                raise CaptureError(
                    f"result '{result_root}{suffix}' is {new_type}, the argument "
                    f"'{argument_root}{suffix}' that it updates is {old_type}"
                )
            pairs[result_root + suffix] = argument_root + suffix
    return pairs


def _check_root(root, roots, kind, option):
    if root not in roots:
        raise CaptureError(
            f"updates names no {kind}: '{root}'; there are {sorted(roots)}, and "
            f"{option} gives others"
        )


def _leaves_of(root, leaves):
    """Returns [(name without its root, leaf)] of the leaves below `root`."""
    return [(name[len(root) :], leaf) for r, name, leaf in leaves if r == root]
