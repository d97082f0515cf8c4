"""Combinations of test parameters: few in `make test`, more in `make test-slow`."""

import itertools
import os


def choose(*axes):
    """Returns tuples with a value of each axis: all of them if FP8_TEST_ALL_SETS is
    set, otherwise as few as contain every value of every axis."""
    if os.environ.get("FP8_TEST_ALL_SETS"):
        return list(itertools.product(*axes))
    return choose_each(*axes)


def choose_each(*axes):
    """Returns as few tuples as contain every value of every axis."""
    longest = max(map(len, axes))
    return [tuple(axis[i % len(axis)] for axis in axes) for i in range(longest)]


def pick_pairs(*axes):
    """Returns tuples with a value of each axis: all of them if FP8_TEST_ALL_SETS is
    set, otherwise a few in which every pair of values of two axes occurs."""
    axes = [list(axis) for axis in axes]
    if os.environ.get("FP8_TEST_ALL_SETS"):
        return list(itertools.product(*axes))
    return cover_pairs(*axes)


def cover_pairs(*axes):
    """Returns tuples with a value of each axis in which every pair of values of two
    axes occurs. Each tuple takes the values that add the most new pairs."""
    def pairs(chosen):
        return itertools.combinations(sorted(chosen.items()), 2)

    missing = {((i, a), (j, b))
               for i, j in itertools.combinations(range(len(axes)), 2)
               for a in range(len(axes[i])) for b in range(len(axes[j]))}
    tuples = []
    while missing:
        chosen = dict(min(missing))
        for axis in range(len(axes)):
            if axis not in chosen:
                chosen[axis] = max(
                    range(len(axes[axis])),
                    key=lambda value: len(missing.intersection(pairs({**chosen, axis: value}))))
        missing.difference_update(pairs(chosen))
        tuples.append(tuple(axes[axis][value] for axis, value in sorted(chosen.items())))
    return tuples
