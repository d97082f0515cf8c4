#!/usr/bin/env python3
"""Creates a virtual environment with the packages of a requirements file.

    make-venv.py [--add] FOLDER REQUIREMENTS

With --add, installs more packages in an environment that exists.
The captured text of the examples depends on exact versions, which are built
for Debian 12's Python 3.11. That interpreter is preferred if it exists.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys


def create(folder: pathlib.Path):
    python = next(
        (p for p in ("/usr/bin/python3.11", shutil.which("python3.11")) if p and pathlib.Path(p).exists()),
        sys.executable,
    )
    subprocess.run([python, "-m", "venv", "--clear", folder], check=True)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--add", action="store_true")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("requirements", type=pathlib.Path)
    options = parser.parse_args()
    folder, requirements = options.folder, options.requirements
    if not options.add:
        create(folder)
    pip = [folder / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    # Most modules are never imported: Python compiles the others at their first import.
    install = subprocess.run([*pip, "install", "--quiet", "--no-compile", "-r", requirements])
    if install.returncode:
        print(f"make-venv: could not install {requirements}", file=sys.stderr)
    return install.returncode


if __name__ == "__main__":
    sys.exit(main())
