"""Folders of compiled libraries."""

import os
import pathlib


def find_folders(variable, installed, built):
    """Returns the folders that may contain a library.

    Args:
      variable: the environment variable that names the only folder.
      installed: the folder of an installation, relative to this package.
      built: the folder in the build of a checkout.
    """
    # An empty name would be the current folder.
    if named := os.environ.get(variable):
        return [pathlib.Path(named)]
    package = pathlib.Path(__file__).resolve().parent
    return [package / installed, package.parents[1] / "build" / built]
