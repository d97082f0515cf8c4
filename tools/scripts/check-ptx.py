#!/usr/bin/env python3
"""Assembles PTX and fails on errors, on warnings and on spilled registers.

    check-ptx.py PTXAS FILE.ptx

The chip is the .target of the file. Prints one line per kernel:

    quantize: sm_90a, 24 registers, 128 bytes of shared memory
"""
import re
import subprocess
import sys


def main() -> int:
    ptxas, path = sys.argv[1:]
    with open(path) as file:
        target = re.search(r"^\.target (\w+)", file.read(), re.M)
    if not target:
        print(f"error: expected a .target line in {path}", file=sys.stderr)
        return 1
    chip = target.group(1)
    run = subprocess.run([ptxas, "-v", f"-arch={chip}", path, "-o", "/dev/null"],
                         capture_output=True, text=True)
    log = run.stderr + run.stdout
    if run.returncode or re.search(r"warning|error", log):
        print(log, file=sys.stderr)
        return 1
    status = 0
    entries = re.split(r"Compiling entry function '(\w+)'", log)
    for kernel, text in zip(entries[1::2], entries[2::2]):
        registers = re.search(r"Used (\d+) registers", text).group(1)
        shared = re.search(r"(\d+) bytes smem", text)
        print(f"{kernel}: {chip}, {registers} registers, "
              f"{shared.group(1) if shared else 0} bytes of shared memory")
        spills = [int(n) for n in re.findall(r"(\d+) bytes spill", text)]
        if any(spills):
            print(f"error: expected no spilled registers in '{kernel}' for "
                  f"{chip}, but {max(spills)} bytes are", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
