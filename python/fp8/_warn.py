"""Warnings of the compiler as warnings of Python."""

import os
import re
import sys
import warnings

from fp8._errors import CompilerWarning

_FOLDER = os.path.dirname(__file__) + os.sep
#: The start of a line of a diagnostic: its location, if it has one, and its kind.
_START = re.compile(r"(?:\S.*?:\d+:\d+: )?(warning|remark|note): ")


def warn_of(messages):
    """Issues a CompilerWarning for each warning in the messages of a compilation. It
    is attributed to the first caller outside the package."""
    level = _caller_level()
    for text in split_warnings(messages):
        warnings.warn(text, CompilerWarning, stacklevel=level)


def split_warnings(messages):
    """Returns the warnings in the messages of a compilation, each with its notes in one
    line. Remarks are left out."""
    found, is_kept = [], False
    for line in messages.splitlines():
        start = _START.match(line)
        kind = start[1] if start else None
        if kind == "warning":
            found.append([line])
        elif is_kept and kind != "remark":
            found[-1].append(line)
        if kind in ("warning", "remark"):
            is_kept = kind == "warning"
    return ["; ".join(lines) for lines in found]


def _caller_level():
    """Returns the stacklevel, for the caller of this function, of the first frame
    outside the package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_code.co_filename.startswith(_FOLDER):
        frame, level = frame.f_back, level + 1
    return level
