"""Pairs of results and arguments that extend from leaves to whole trees."""


def pair_whole_trees(functions, captured):
    """Returns {result leaf: argument leaf} if the compiler paired a tree in part.

    The compiler pairs a result with the argument that it is computed from. It
    cannot see a pair if the new value does not depend on the old one: flags, or
    placeholders that an optimizer returns unchanged. If the paired leaves of an
    argument lie at the same places of one result of the same structure and types,
    the other leaves are paired, too.

    Args:
      functions: of read_functions.
      captured: a Captured.

    Returns:
      All pairs, for the `updates` of a second capture; None if every tree is a state
      as a whole or not at all, or if a tree has no such result.
    """
    step = functions["step"]
    results = _leaves_of(captured.results)
    arguments = _leaves_of(captured.arguments)
    positions = dict(
        zip([name for _, name, _ in captured.results], step.results.values())
    )
    pairs = {
        result: argument.name
        for result, argument in positions.items()
        if argument.role == "state"
    }
    paired = set(pairs.values())
    added = {}
    for root, leaves in arguments.items():
        names = [name for name, _ in leaves]
        if not any(name in paired for name in names) or paired.issuperset(names):
            continue
        matches = [
            other
            for result_root, other in results.items()
            if _paths(result_root, other) == _paths(root, leaves)
            and _extends(pairs, other, leaves)
        ]
        if len(matches) != 1:
            return None
        added.update(zip([name for name, _ in matches[0]], names))
    return {**pairs, **added} if added else None


def _leaves_of(leaves):
    """Returns {root: [(name, leaf)]}."""
    trees = {}
    for root, name, leaf in leaves:
        trees.setdefault(root, []).append((name, leaf))
    return trees


def _paths(root, leaves):
    """Returns the paths of leaves in their tree."""
    return [name[len(root) :] for name, _ in leaves]


def _extends(pairs, results, arguments):
    """Returns True if the leaves of two trees agree in types, and the pairs of the
    arguments are the leaves at the same places.
    """
    sources = {argument: result for result, argument in pairs.items()}
    for (result, new), (argument, old) in zip(results, arguments):
        if tuple(new.shape) != tuple(old.shape) or new.dtype != old.dtype:
            return False
        if pairs.get(result, argument) != argument:
            return False
        if sources.get(argument, result) != result:
            return False
    return True
