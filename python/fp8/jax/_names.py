"""Names for the flattened arguments and results of a step.

A leaf is named by its path: the name of the argument it belongs to, then the
dictionary keys, attribute names or indices that lead to it, joined by dots:
``params.h0.attn.qkv.weight``.
"""

from fp8._errors import CaptureError
from fp8._parameters import positional_names


def argument_names(step, count, names):
    """Returns one name per positional argument.

    `names` has precedence; without it the names come from the signature of `step`.
    """
    if names is None:
        names = positional_names(step, count)
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
    check_unique(leaves)
    return leaves


def check_unique(leaves):
    seen = set()
    for _, name, _ in leaves:
        if name in seen:
            raise CaptureError(f"two values are named '{name}'; rename one of them")
        seen.add(name)


def roots_of(leaves):
    return list(dict.fromkeys(root for root, _, _ in leaves))


def renamed(kind, leaves, names):
    """Returns `leaves` with other roots: `names` has one for each root, or is
    {root: other name}.
    """
    roots = roots_of(leaves)
    if not hasattr(names, "items"):
        if len(names) != len(roots):
            raise CaptureError(
                f"expected one name for each of the {len(roots)} {kind}s, got "
                f"{len(names)}: {list(names)}"
            )
        names = dict(zip(roots, names, strict=True))
    for root in names:
        if root not in roots:
            raise CaptureError(f"no {kind} is named '{root}'; there are {roots}")
    return [
        (names.get(root, root), names.get(root, root) + name[len(root) :], leaf)
        for root, name, leaf in leaves
    ]


def _part(key):
    """Returns the text of one step of a jax key path."""
    for attribute in ("key", "name", "idx"):
        if hasattr(key, attribute):
            return str(getattr(key, attribute))
    return str(key)


def pair_updates(updates, argument_roots, arguments, result_roots, results):
    """Returns {result leaf name: argument leaf name}.

    `updates` maps the name of a result to the name of the argument that it
    overwrites: names of leaves, or prefixes of them. `arguments` and `results`
    are the results of leaf_names() for the roots. Both sides must have the same
    leaves, of the same shape and dtype. Both may be empty, as for an optimizer
    without state. No leaf is in two pairs.
    """
    pairs = {}
    updated_by = {}
    for result, argument in updates.items():
        new = _leaves_of(result, results)
        old = _leaves_of(argument, arguments)
        if not new:
            _check_root(result, result_roots, "result", "result_names")
        if not old:
            _check_root(argument, argument_roots, "argument", "names")
        if [n for n, _ in new] != [n for n, _ in old]:
            raise CaptureError(
                f"result '{result}' cannot update argument '{argument}': their trees "
                "differ"
            )
        for (suffix, new_leaf), (_, old_leaf) in zip(new, old, strict=True):
            new_name, old_name = result + suffix, argument + suffix
            new_type = (tuple(new_leaf.shape), str(new_leaf.dtype))
            old_type = (tuple(old_leaf.shape), str(old_leaf.dtype))
            if new_type != old_type:
                raise CaptureError(
                    f"result '{new_name}' is {new_type}, the argument '{old_name}' "
                    f"that it updates is {old_type}"
                )
            first = updated_by.setdefault(old_name, new_name)
            if first != new_name:
                raise CaptureError(
                    f"updates has two results for argument '{old_name}': '{first}' "
                    f"and '{new_name}'"
                )
            if pairs.setdefault(new_name, old_name) != old_name:
                raise CaptureError(
                    f"updates has two arguments for result '{new_name}': "
                    f"'{pairs[new_name]}' and '{old_name}'"
                )
    return pairs


def _check_root(root, roots, kind, option):
    if root not in roots:
        raise CaptureError(
            f"updates names no {kind}: '{root}'; there are {sorted(roots)}, and "
            f"{option} sets other names"
        )


def covers(prefix, name):
    """Returns whether `name` is a leaf below `prefix`."""
    return name == prefix or name.startswith(prefix + ".")


def _leaves_of(prefix, leaves):
    """Returns [(name without the prefix, leaf)] of the leaves below the prefix."""
    return [
        (name[len(prefix) :], leaf) for _, name, leaf in leaves if covers(prefix, name)
    ]
