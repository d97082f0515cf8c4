#!/usr/bin/env python3
"""Finds slow code in loops: calls and scalar arithmetic.

    fp8-opt kernel.mlir --fp8-expand-math --fp8-emit-cpu \\
      | inspect-loops.py --fp8-opt fp8-opt --llvm /usr/lib/llvm-22/bin --cpu znver4

Reads a module after --fp8-emit-cpu, compiles its functions for a CPU, which may
differ from the host, and disassembles the object file. A loop is the code from the
target of a backward jump to the jump; an innermost loop contains no other loop.
Prints a line for each function with loops. Fails if an innermost loop calls a
function or computes on single floats.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)(?:\s+(.*))?$")
# mul, add, ..., fused ones too, on one f32 or f64: vmulss, vfmadd231sd.
SCALAR = re.compile(r"^v?(add|sub|mul|div|sqrt|max|min|fn?m(add|sub)\d*|cvt\w+2)s[sd]$")


def host_functions_removed(text):
    """Removes functions that launch kernels, which belong to the host."""
    return re.sub(r"^  func\.func [^\n]*\{\n(?:(?!^  \}).*\n)*?.*fp8\.launch(?:.*\n)*?  \}\n", "",
                  text, flags=re.M)


def compile_object(text, args, directory):
    """Returns the path of the object file."""
    llvm = pathlib.Path(args.llvm)
    path = directory / "kernel.o"
    steps = [
        [args.fp8_opt, f"--fp8-kernels-to-llvm=use-avx512={int(args.use_avx512)}"],
        [llvm / "mlir-translate", "--mlir-to-llvmir"],
        [llvm / "opt", "-O3", "-mtriple=x86_64-linux-gnu", f"-mcpu={args.cpu}"],
        [llvm / "llc", "-O2", f"-mcpu={args.cpu}", "-filetype=obj", "-o", path],
    ]
    data = text.encode()
    for step in steps:
        data = subprocess.run(step, input=data, stdout=subprocess.PIPE, check=True).stdout
    return path


def functions(listing):
    """Yields (name, [(address, mnemonic, operands)]) of each function."""
    name, code = None, []
    for line in listing.splitlines():
        header = re.match(r"^[0-9a-f]+ <(.+)>:$", line)
        if header:
            if name:
                yield name, code
            name, code = header.group(1), []
            continue
        instruction = INSTRUCTION.match(line)
        if instruction and name:
            address, mnemonic, operands = instruction.groups()
            code.append((int(address, 16), mnemonic, operands or ""))
    if name:
        yield name, code


def innermost_loops(code):
    """Yields the instructions of each loop without an inner loop."""
    loops = set()
    for address, mnemonic, operands in code:
        target = re.match(r"0x([0-9a-f]+)", operands)
        if mnemonic.startswith("j") and target and int(target.group(1), 16) <= address:
            loops.add((int(target.group(1), 16), address))
    for first, last in sorted(loops):
        if not any((a, b) != (first, last) and first <= a and b <= last for a, b in loops):
            yield [entry for entry in code if first <= entry[0] <= last]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fp8-opt", required=True)
    parser.add_argument("--llvm", required=True, help="the directory of LLVM's tools")
    parser.add_argument("--cpu", required=True, help="as llc names it: znver4, haswell")
    parser.add_argument("--use-avx512", action="store_true", help="the CPU has AVX512-VBMI")
    args = parser.parse_args()
    text = host_functions_removed(sys.stdin.read())
    with tempfile.TemporaryDirectory() as directory:
        path = compile_object(text, args, pathlib.Path(directory))
        listing = subprocess.run(
            [pathlib.Path(args.llvm) / "llvm-objdump", "-d", "--no-show-raw-insn", path],
            stdout=subprocess.PIPE, check=True, text=True).stdout
    failed = False
    for name, code in functions(listing):
        loops = list(innermost_loops(code))
        if not loops:
            continue
        bad = {m for loop in loops for _, m, _ in loop if SCALAR.match(m) or m.startswith("call")}
        text = " ".join(operands for loop in loops for _, _, operands in loop)
        widest = next((w for w in ("zmm", "ymm", "xmm") if w in text), "no vectors")
        print(f"{name}: {widest}, " + (f"not expected: {' '.join(sorted(bad))}" if bad
                                       else "neither calls nor scalar arithmetic"))
        failed |= bool(bad)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
