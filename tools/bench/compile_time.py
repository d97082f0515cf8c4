"""Times the compiler on training steps of examples/char_gpt, from text to Scaled form,
to an object file of a CPU and to a fatbin.

    python compile_time.py --bin build/bin --work build/compile-time --json compile-time.json --page compile-time.md

Each command runs in a separate process. Its figures are the CPU seconds of the
process and its children, the elapsed seconds, and the peak memory.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time

import page

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAPTURE = ROOT / "examples" / "char_gpt" / "capture.py"

# name: options of examples/char_gpt/capture.py
GPT2 = ["--layers=12", "--width=768", "--heads=12", "--context=1024", "--batch=8", "--vocab=50304", "--tied"]
MODELS = {
    "2 layers": ["--layers=2"],
    "12 layers": ["--layers=12"],
    "48 layers": ["--layers=48"],
    "GPT-2 124M": GPT2,
}
RECIPES = ("none", "delayed")


def run(command):
    """Returns CPU seconds, wall-clock seconds, and the peak of memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(list(map(str, command)))
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return {
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "seconds": time.perf_counter() - start,
        "megabytes": usage.ru_maxrss / 1024,
    }


def together(*parts):
    """Combines the figures of commands that run one after another."""
    total = {key: sum(part[key] for part in parts) for key in ("cpu_seconds", "seconds")}
    return total | {"megabytes": max(part["megabytes"] for part in parts)}


def measure(arguments, name, recipe):
    stem = arguments.work / f"{name}-{recipe}".replace(" ", "-")
    source = stem.with_suffix(".mlir")
    subprocess.run(
        [sys.executable, CAPTURE, "--output", source, *MODELS[name]],
        check=True, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": str(ROOT / "python")},
    )  # fmt: skip
    opt, translate = arguments.bin / "fp8-opt", arguments.bin / "fp8-translate"
    train = f"--fp8-train-pipeline=recipe={recipe}"
    form2, cpu, gpu = (f"{stem}.{form}.mlirbc" for form in ("form2", "cpu", "gpu"))
    row = {"model": name, "recipe": recipe, "text_megabytes": source.stat().st_size / 1e6}
    row["Scaled form"] = run([opt, source, train, "--emit-bytecode", "-o", form2])
    row["object"] = together(
        run([opt, source, train, "--fp8-cpu-pipeline", "--emit-bytecode", "-o", cpu]),
        run([translate, "--fp8-to-object", "--prefix=", f"--object={stem}", cpu]),
    )
    row["fatbin"] = run(
        [opt, source, f"{train} wide-type=bf16", "--fp8-cuda-pipeline=chips=sm_90a", "--emit-bytecode", "-o", gpu]
    )
    return row


def make_table(record):
    columns = [
        "step", "recipe", "text, MB", "to Scaled form", "to an object", "to a fatbin", "to a fatbin, by the clock",
        "peak of memory, MB",
    ]  # fmt: skip
    rows = []
    for row in record["rows"]:
        cpu = [f"{row[form]['cpu_seconds']:.2f}" for form in ("Scaled form", "object", "fatbin")]
        peak = max(row[form]["megabytes"] for form in ("Scaled form", "object", "fatbin"))
        text, clock = f"{row['text_megabytes']:.2f}", f"{row['fatbin']['seconds']:.2f}"
        rows.append([row["model"], row["recipe"], text, *cpu, clock, f"{peak:.0f}"])
    where = f"{record['date']}, {record['cpu']}, {os.cpu_count()} CPUs, load {record['load']:.1f}"
    return f"{where}.\n\n{page.format_table(columns, rows)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    page.add_arguments(parser)
    parser.add_argument("--models", nargs="*", choices=MODELS, default=list(MODELS))
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    rows = [measure(arguments, model, recipe) for model in arguments.models for recipe in RECIPES]
    page.write(arguments, rows, make_table)


if __name__ == "__main__":
    main()
