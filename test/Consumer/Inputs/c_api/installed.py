"""Compiles MODULE with the package and the libraries of INSTALLATION alone.

installed.py MODULE INSTALLATION
"""
import pathlib
import sys

import fp8

module, installation = sys.argv[1:]
fp8.compile(pathlib.Path(module))
assert sys.modules["fp8._fp8c"].__file__.startswith(installation)
maps = open("/proc/self/maps").read()
assert f"{installation}/lib/libFP8C.so" in maps, maps
