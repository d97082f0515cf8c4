"""Combinations of test parameters: few in `make test`, all in `make test-slow`."""

import itertools
import os


def choose(*axes):
    """Returns tuples with a value of each axis: all of them if FP8_TEST_ALL_SETS is
    set, otherwise as few as contain every value of every axis."""
    if os.environ.get("FP8_TEST_ALL_SETS"):
        return list(itertools.product(*axes))
    longest = max(map(len, axes))
    return [tuple(axis[i % len(axis)] for axis in axes) for i in range(longest)]
