"""Fails where a loader may look for libraries in a folder that moves.

check-runpath.py FILE_OR_FOLDER...

An empty element of RPATH or RUNPATH stands for the current folder, and a
relative one lies below it. Folders of tests and of CMake are left out.
"""

import os
import re
import subprocess
import sys

ELF_MAGIC = b"\x7fELF"
SKIPPED = {"CMakeFiles", "Output"}


def find_files(path):
    if os.path.isfile(path):
        yield path
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if name not in SKIPPED]
        for name in names:
            yield os.path.join(folder, name)


def is_dynamic_elf(path):
    if os.path.islink(path) or not os.path.isfile(path) or path.endswith((".o", ".a")):
        return False
    with open(path, "rb") as file:
        return file.read(4) == ELF_MAGIC


def is_fixed(element):
    return element.startswith("/") or re.match(r"\$(ORIGIN|\{ORIGIN\})(/|$)", element)


def find_faults(path):
    output = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True).stdout
    for tag, value in re.findall(r"\((RPATH|RUNPATH|NEEDED)\).*\[(.*)\]", output):
        if tag == "NEEDED":
            if "/" in value and not is_fixed(value):
                yield f"{path}: needs '{value}' of the current folder"
            continue
        for element in value.split(":"):
            if not is_fixed(element):
                yield f"{path}: {tag} '{value}' has the element '{element}'"


def main():
    files = [file for path in sys.argv[1:] for file in find_files(path) if is_dynamic_elf(file)]
    faults = [fault for file in files for fault in find_faults(file)]
    print(*faults, sep="\n")
    print(f"{len(files)} files, {len(faults)} faults")
    return bool(faults) or not files


sys.exit(main())
