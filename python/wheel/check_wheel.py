#!/usr/bin/env python3
"""Checks what a wheel needs of a machine, and names the platform in its tag.

    check_wheel.py WHEEL

Its compiled files may need glibc 2.35 and nothing else, and look for libraries in
the package alone. Its headers may include only each other and those of C. Replaces the tag linux_x86_64 by manylinux_2_35_x86_64, and
prints the path of the wheel. Needs the package wheel, and readelf.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

GLIBC = (2, 35)
MAX_BYTES = 60 << 20
#: Libraries of glibc and of the wheel.
ALLOWED = re.compile(
    r"(lib(c|m|dl|pthread)\.so\.\d|ld-linux-x86-64\.so\.2|lib(FP8C|fp8rt|fp8rt_updates)\.so\.\d+)"
)
#: Starts of the names of compiled files that a wheel has.
EXPECTED = (
    "fp8/_fp8c.",
    "fp8/lib/libFP8C.",
    "fp8/lib/libfp8rt.",
    "fp8/lib/libfp8rt_updates.",
)
#: Paths of libraries, relative to a file of the package.
RUNPATHS = ("$ORIGIN", "$ORIGIN/lib", "$ORIGIN/../lib")


def faults_of(path):
    """Yields the faults of a compiled file."""
    text = subprocess.run(
        ["readelf", "-W", "-d", "-V", path], capture_output=True, text=True, check=True
    ).stdout
    for tag, value in re.findall(r"\((NEEDED|RPATH|RUNPATH)\).*\[(.*)\]", text):
        if tag == "NEEDED" and not ALLOWED.fullmatch(value):
            yield f"needs {value}"
        if tag != "NEEDED" and value not in RUNPATHS:
            yield f"looks for libraries in '{value}'"
    for version in set(re.findall(r"Name: GLIBC_([0-9.]+)", text)):
        if tuple(map(int, version.split("."))) > GLIBC:
            yield f"needs glibc {version}"


def faults_of_headers(folder):
    """Yields the includes of headers that are not in a package."""
    include = folder / "fp8/include"
    for path in sorted(include.rglob("*.h")):
        for name in re.findall(r'#include "(.*)"', path.read_text()):
            if not (include / name).is_file():
                yield f"{path.relative_to(folder)} includes {name}, which is not there"


def faults(wheel):
    """Yields the faults of a wheel."""
    if wheel.stat().st_size > MAX_BYTES:
        yield f"{wheel.name} has {wheel.stat().st_size} bytes, at most {MAX_BYTES}"
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        compiled = [
            path
            for path in sorted(pathlib.Path(folder).rglob("*"))
            if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"
        ]
        names = [str(path.relative_to(folder)) for path in compiled]
        for start in EXPECTED:
            if not any(name.startswith(start) for name in names):
                yield f"expected a file {start}*, but there are {', '.join(names)}"
        for path, name in zip(compiled, names):
            for fault in faults_of(path):
                yield f"{name} {fault}"
        yield from faults_of_headers(pathlib.Path(folder))


def main():
    wheel = pathlib.Path(sys.argv[1])
    found = list(faults(wheel))
    print(*(f"check_wheel: {fault}" for fault in found), sep="\n", file=sys.stderr)
    if found:
        return 1
    tags = [sys.executable, "-m", "wheel", "tags", "--remove"]
    platform = "--platform-tag=manylinux_{}_{}_x86_64".format(*GLIBC)
    name = subprocess.run(
        [*tags, platform, wheel], capture_output=True, text=True, check=True
    ).stdout.strip()
    path = wheel.parent / name
    print(f"{path}: {path.stat().st_size / (1 << 20):.1f} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
