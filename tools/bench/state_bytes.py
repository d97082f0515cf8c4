"""Bytes of the states of GPTs under each storage preset, without training them.

    python state_bytes.py --fp8-opt build/bin/fp8-opt --json state-bytes.json --page ../guide/Choosing.md

The states are the arguments that a step overwrites, as --fp8-train-pipeline stores
them: weights, moments, scales, histories and counters. `fp8-run --report` counts the
same states ("states"); a test compares both.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

import page

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAPTURE = ROOT / "examples" / "char_gpt" / "capture.py"

# name: layers, width, heads
MODELS = {"124 M": (12, 768, 12), "1.3 B": (24, 2048, 16), "6.7 B": (32, 4096, 32)}
PRESETS = ["fp32", "bf16-residual", "fp8-split16", "fp8-split8"]
#: Bits of the types of elements.
BITS = {"f8E4M3FN": 8, "f8E5M2": 8, "f8E8M0FNU": 8}


def count_bits(type_):
    return BITS.get(type_) or int(re.fullmatch(r"[a-z]+(\d+)", type_)[1])


def read_signature(text):
    """Returns [(elements, bits, attributes)] of the arguments of the step, and the names
    of the arguments that its results overwrite."""
    head = re.search(r"func\.func (?:public )?@\w+\((%.*)\) -> \((.*)\) (?:attributes )?\{", text)
    arguments = []
    for shape, attributes in re.findall(r"%\w+: tensor<([^>]*)> \{([^}]*)\}", head[1]):
        *extents, type_ = shape.split("x")
        elements = 1
        for extent in extents:
            elements *= int(extent)
        name = re.search(r'fp8\.name = "([^"]*)"', attributes)[1]
        arguments.append((name, elements, count_bits(type_), attributes))
    return arguments, set(re.findall(r'fp8\.updates = "([^"]*)"', head[2]))


def state_bytes(text):
    """Returns the bytes of the states of a stored step."""
    arguments, updated = read_signature(text)
    return sum(n * bits // 8 for name, n, bits, _ in arguments if name in updated)


def count_parameters(text):
    """Returns the number of parameters of a step as captured."""
    arguments, _ = read_signature(text)
    return sum(n for _, n, _, attributes in arguments if "<param>" in attributes)


def store(fp8_opt, path, preset):
    """Returns the text of a step under a preset."""
    options = f"--fp8-train-pipeline=recipe=delayed storage={preset}"
    command = [str(fp8_opt), str(path), options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def measure(arguments, name):
    layers, width, heads = MODELS[name]
    path = arguments.work / f"gpt-{name.replace(' ', '')}.mlir"
    sizes = [f"--layers={layers}", f"--width={width}", f"--heads={heads}", "--vocab=50304"]
    command = [sys.executable, str(CAPTURE), "--output", str(path), *sizes]
    command += ["--context=1024", "--batch=1", "--tied"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "python")}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    row = {"model": name, "parameters": count_parameters(path.read_text())}
    for preset in PRESETS:
        row[preset] = state_bytes(store(arguments.fp8_opt, path, preset))
        print(name, preset, row[preset], flush=True)
    return row


def make_table(record):
    rows = []
    for row in record["rows"]:
        cells = [row["model"], f"{row['parameters']:,}"]
        for preset in PRESETS:
            size, each = row[preset] / 1e9, row[preset] / row["parameters"]
            cells.append(f"{size:.2f} GB ({each:.2f})")
        rows.append(cells)
    columns = ["model", "parameters", *(f"`{preset}`" for preset in PRESETS)]
    return f"{record['date']}, computed.\n\n" + page.format_table(columns, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fp8-opt", type=pathlib.Path, required=True)
    page.add_arguments(parser)
    arguments = parser.parse_args()
    rows = [measure(arguments, name) for name in MODELS]
    page.write(arguments, rows, make_table)


if __name__ == "__main__":
    main()
