"""Lines of the user's program."""

import os
import sys

_OWN = os.path.dirname(os.path.abspath(__file__))


def _is_users(filename):
    """Returns whether a file belongs neither to torch, nor to this package, nor to
    Python itself."""
    import torch

    if filename.startswith("<"):
        return False
    folders = (os.path.dirname(torch.__file__), _OWN, os.path.dirname(os.__file__))
    path = os.path.abspath(filename)
    if "site-packages" in path:
        folders = folders[:2]
    return not any(path.startswith(folder + os.sep) for folder in folders)


class Lines:
    """Finds lines of the user's program; remembers which files are the user's."""

    def __init__(self):
        self._users = {}

    def _users_file(self, filename):
        if filename not in self._users:
            self._users[filename] = _is_users(filename)
        return self._users[filename]

    def current(self):
        """Returns (file, line, function) of the innermost frame of the user."""
        frame = sys._getframe(1)
        while frame is not None:
            if self._users_file(frame.f_code.co_filename):
                return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name
            frame = frame.f_back
        return None

    def of_error(self, error):
        """Returns the same for the innermost frame that an exception passed."""
        found = None
        entry = error.__traceback__
        while entry is not None:
            code = entry.tb_frame.f_code
            if self._users_file(code.co_filename):
                found = code.co_filename, entry.tb_lineno, code.co_name
            entry = entry.tb_next
        return found


def where(place):
    """Returns the start of a message about a (file, line, function)."""
    return f"{place[0]}:{place[1]}: " if place else ""


def stack_trace(place):
    """Returns the text that nodes of FX graphs hold for a (file, line, function)."""
    return f'File "{place[0]}", line {place[1]}, in {place[2]}\n'


def of_node(node):
    """Returns the (file, line, function) that a node holds, or None."""
    import re

    found = re.search(r'File "([^"]+)", line (\d+), in (\S+)', node.stack_trace or "")
    return (found.group(1), int(found.group(2)), found.group(3)) if found else None
