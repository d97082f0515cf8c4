"""Stored results of runs, for learning.py and learning_cases.py.

A result is a JSON file, named by a hash of everything that it depends on. So a command
that is stopped continues with the runs that are missing.
"""

import functools
import hashlib
import json
import os
import pathlib


def hash_of(*values):
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:16]


@functools.cache
def hash_of_file(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def hash_of_text(text):
    return hashlib.sha256(text.encode()).hexdigest()


def store(path, result):
    """Writes a result atomically, so that an interrupted run leaves no file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(result, indent=1) + "\n")
    os.replace(part, path)


def load(path):
    return json.loads(path.read_text())
