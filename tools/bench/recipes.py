"""Trains examples/char_gpt with every recipe and format, and in fp32.

    python recipes.py --fp8-run build/bin/fp8-run --json recipes.json --page recipes.md

Every run starts from the same weights and reads the same batches. The final
loss is the mean of the last 30 steps. Replaces the text between the lines
<!-- table --> and <!-- end of table --> of the page; the picture is a .svg file
beside it, if matplotlib is installed. Exits with 1 if a loss with the default
formats differs from fp32 by more than 1 %.
"""

import argparse
import datetime
import json
import pathlib
import statistics
import subprocess
import sys

import page
from losses import read_losses

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "char_gpt"
BASELINE = "none"
RECIPES = ["current", "delayed", "row", "block", "mx"]
FORMATS = ["hybrid", "e4m3", "e5m2"]
TAIL = 30  # steps at the end whose mean loss is compared
TOLERANCE = 1.0  # percent
WINDOW = 20  # steps of the running mean in the picture
COLORS = ["#c8501e", "#1b6e4b", "#4a3aa7", "#b8860b", "#2a7ab0"]


def train(arguments, inputs, recipe, form):
    """Returns the losses of one run."""
    table = arguments.work / f"{recipe}-{form}.csv"
    # A table of an earlier run must not be taken for the table of this run.
    table.unlink(missing_ok=True)
    command = [
        str(arguments.fp8_run), str(EXAMPLE / "char_gpt.mlir"), f"--target={arguments.target}",
        f"--steps={arguments.steps}", f"--inputs={inputs}", "--loss=0",
        f"--recipe={recipe}", f"--csv={table}",
    ]  # fmt: skip
    if recipe != BASELINE:
        command.append(f"--format={form}")
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return read_losses(table, arguments.steps)


def make_table(record):
    formats = record["formats"]
    losses = {(row["recipe"], row["format"]): row["final_loss"] for row in record["rows"]}
    wide = losses[BASELINE, ""]
    columns = ["recipe"] + [column for form in formats for column in (f"{form}, loss", "of fp32")]
    rows = []
    for recipe in RECIPES:
        row = [f"`{recipe}`"]
        for loss in (losses[recipe, form] for form in formats):
            row += [f"{loss:.4f}", f"{100 * (loss / wide - 1):+.2f} %"]
        rows.append(row)
    return (
        f"{record['date']}, {record['steps']} steps, fp8-run --target={record['target']}; "
        f"fp32 ends at {wide:.4f}.\n\n{page.format_table(columns, rows)}"
    )


def draw(curves, path):
    """Plots the loss of fp32 and the differences of the recipes."""
    try:
        import matplotlib
    except ImportError:
        print("no picture: matplotlib is not installed")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    def smooth(losses):
        means = [statistics.fmean(losses[max(0, i - WINDOW) : i]) for i in range(1, len(losses) + 1)]
        return means

    pyplot.rcParams.update({"font.size": 11, "svg.hashsalt": "recipes"})
    figure, (top, bottom) = pyplot.subplots(
        2, 1, figsize=(9, 7), sharex=True, height_ratios=(2, 2), layout="constrained"
    )
    wide = smooth(curves[BASELINE])
    steps = range(1, len(wide) + 1)
    top.plot(steps, wide, color="#b8c4d0", linewidth=5.0, label="fp32")
    for color, recipe in zip(COLORS, RECIPES):
        mean = smooth(curves[recipe])
        top.plot(steps, mean, color=color, linewidth=1.0, label=recipe)
        off = [100.0 * (a / b - 1.0) for a, b in zip(mean, wide)]
        bottom.plot(steps, off, color=color, linewidth=1.4, label=recipe)
    top.set_ylabel(f"loss, mean of {WINDOW} steps")
    top.legend(frameon=False)
    bottom.axhspan(-TOLERANCE, TOLERANCE, color="#eef2f5", zorder=0)
    bottom.set_ylabel("% off fp32")
    bottom.set_xlabel("step")
    for axes in (top, bottom):
        axes.grid(color="#eeeeee")
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fp8-run", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, help="a page whose table to replace")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--formats", nargs="+", choices=FORMATS, default=FORMATS)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--text", type=pathlib.Path, nargs="*", help="what to train on")
    arguments = parser.parse_args()
    sys.path.insert(0, str(EXAMPLE))
    import config as sizes
    import data

    inputs = arguments.work / "inputs.safetensors"
    data.write(inputs, data.inputs(sizes.Config(), arguments.steps, arguments.seed, arguments.text))
    curves, rows = {}, []
    for recipe in [BASELINE, *RECIPES]:
        for form in arguments.formats if recipe != BASELINE else [""]:
            losses = train(arguments, inputs, recipe, form)
            curves.setdefault(recipe, losses)
            final = statistics.fmean(losses[-TAIL:])
            rows.append({"recipe": recipe, "format": form, "final_loss": final})
            print(f"{recipe:8} {form:7} {final:.4f}", flush=True)
    record = {
        "date": datetime.date.today().isoformat(),
        "steps": arguments.steps,
        "seed": arguments.seed,
        "target": arguments.target,
        "tail": TAIL,
        "formats": arguments.formats,
        "rows": rows,
    }
    arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    table = make_table(record)
    print(table)
    if arguments.page:
        page.replace_table(arguments.page, table)
        draw(curves, arguments.page.with_suffix(".svg"))
    wide = rows[0]["final_loss"]
    off = [
        row["recipe"]
        for row in rows
        # `not <=`, so that NaN fails.
        if row["format"] == FORMATS[0]
        and not abs(100.0 * (row["final_loss"] / wide - 1.0)) <= TOLERANCE
    ]
    if off:
        sys.exit(f"more than {TOLERANCE} % off fp32: {', '.join(off)}")


if __name__ == "__main__":
    main()
