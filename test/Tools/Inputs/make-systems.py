"""Makes folders that look like systems to setup.sh: make-systems.py FOLDER.

A system has its commands in bin, with the version that they print, and its files.
"""

import pathlib
import shutil
import sys

BASE = ["cat", "dirname", "grep", "head", "sort"]
LLVM = "/usr/lib/llvm-22/lib/cmake/mlir/MLIRConfig.cmake"
HEADERS = ["/usr/include/zlib.h", "/usr/include/zstd.h", "/usr/include/gtest/gtest.h"]
OPENBLAS = "\tlibopenblas.so.0 (libc6,x86-64) => /usr/lib/libopenblas.so.0"
ONEDNN_3 = "\tlibdnnl.so.3 (libc6,x86-64) => /usr/lib/libdnnl.so.3"

# Name of the system: (lines of os-release, commands with what they print, files).
SYSTEMS = {
    # As they are installed, with Ubuntu's own compiler.
    "ubuntu-22.04": (
        ["ID=ubuntu", "ID_LIKE=debian", 'VERSION_ID="22.04"'],
        {"g++": "g++ (Ubuntu 11.4.0) 11.4.0", "cmake": "cmake version 3.22.1", "ldconfig": ""},
        [],
    ),
    # With LLVM of apt.llvm.org.
    "ubuntu-24.04": (
        ["ID=ubuntu", "ID_LIKE=debian", 'VERSION_ID="24.04"'],
        {
            "clang++-22": "", "llvm-config-22": "22.1.2", "cmake": "cmake version 3.28.3",
            "ninja": "", "python3": "", "ldconfig": OPENBLAS,
        },
        [LLVM, *HEADERS],
    ),
    "debian-13": (
        ["ID=debian", 'VERSION_ID="13"'],
        {
            "g++": "g++ (Debian 14.2.0) 14.2.0", "llvm-config": "19.1.7", "ninja": "",
            "cmake": "cmake version 3.31.6", "python3": "", "ldconfig": ONEDNN_3,
        },
        HEADERS,
    ),
    # LLVM 21 of the distribution.
    "fedora-43": (
        ["ID=fedora", "VERSION_ID=43"],
        {
            "clang++": "clang version 21.1.8", "llvm-config-64": "21.1.8", "ninja": "",
            "cmake": "cmake version 3.31.6", "python3": "", "ldconfig": "",
        },
        HEADERS,
    ),
    "fedora-44": (
        ["ID=fedora", "VERSION_ID=44"],
        {
            "clang++": "clang version 22.1.1", "llvm-config-64": "22.1.1", "ninja-build": "",
            "cmake": "cmake version 4.0.1", "python3": "", "ldconfig": OPENBLAS,
        },
        [LLVM, *HEADERS],
    ),
    # A system of no known family, without a way to list libraries.
    "other": (["ID=void"], {}, []),
    "debian-12": (["ID=debian", 'VERSION_ID="12"'], {"dpkg-query": "ii", "id": "1000"}, []),
}  # fmt: skip


def add_command(path, output):
    path.write_text(f"#!/bin/sh\ncat <<'END'\n{output}\nEND\n")
    path.chmod(0o755)


def make(folder, release, commands, files):
    tools = folder / "bin"
    tools.mkdir(parents=True)
    (folder / "etc").mkdir()
    (folder / "etc/os-release").write_text("\n".join(release) + "\n")
    for name in BASE:
        (tools / name).symlink_to(shutil.which(name))
    for name, output in commands.items():
        add_command(tools / name, output)
    for file in files:
        path = pathlib.Path(f"{folder}{file}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    # The CMake files of LLVM are found through its command.
    for name in commands:
        if name.startswith("llvm-config"):
            config = tools / name
            text = config.read_text()
            where = f"{folder}/usr/lib/llvm-22/lib/cmake/llvm"
            answer = f'if [ "$1" = --cmakedir ]; then echo {where}; exit; fi'
            config.write_text(text.replace("#!/bin/sh", f"#!/bin/sh\n{answer}"))
            (folder / "usr/lib/llvm-22/lib/cmake/llvm").mkdir(parents=True, exist_ok=True)


def main():
    root = pathlib.Path(sys.argv[1])
    for name, system in SYSTEMS.items():
        make(root / name, *system)


if __name__ == "__main__":
    main()
