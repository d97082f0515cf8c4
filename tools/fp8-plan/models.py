#!/usr/bin/env python3
"""Plans steps of GPTs on 8 to 16,384 ranks: a table and a picture.

    models.py --bin build/bin --work build/plan --json plan.json --page plan.md

Captures each model from examples/char_gpt with JAX, which allocates no parameter, with 4
and with 8 layers. Compiles the step of one of 8 ranks, and scales the reports to other
numbers of ranks. Layers are alike, so costs grow linearly with their number. Compares one
model of 12 layers with such a line. Replaces the table of the page; the picture is a .svg
file beside it. A model whose report is in the work folder is not compiled again.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import subprocess
import sys

import machine
import schedule
import step

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "bench"))
import page

CAPTURE = ROOT / "examples" / "char_gpt" / "capture.py"
COMMON = ["--context=1024", "--batch=1", "--tied"]


@dataclasses.dataclass(frozen=True)
class Model:
    layers: int
    width: int
    vocab: int = 50304

    def get_options(self, layers):
        sizes = [f"--layers={layers}", f"--width={self.width}", f"--heads={self.width // 128}"]
        return [*sizes, f"--vocab={self.vocab}", *COMMON]


MODELS = {"1.3 B": Model(24, 2048), "13 B": Model(40, 5120), "406 B": Model(126, 16384, 131072)}
# Numbers of layers that are compiled, and a number whose plan is checked.
FEW, MORE, CHECKED = 4, 8, 12
# Positions stay whole: their 1024 rows are fewer than the ranks.
TRAIN = (
    "recipe=delayed storage=fp8-split16 wide-type=bf16 remat=full ranks=8 shard=zero3"
    " reshard=always shard-override=.*wpe.*=whole"
)
RANKS = [8 * 2**i for i in range(12)]
EXCHANGES = {"flat": False, "hierarchical": True}
SHOWN = (8, 64, 512, 4096, 16384)


def compile_report(arguments, name, layers):
    """Returns the report of the step of a model with `layers` layers."""
    stem = arguments.work / f"{name}-{layers}".replace(" ", "-").lower()
    report = stem.with_name(stem.name + ".json")
    if not report.exists():
        source, part = (stem.with_name(stem.name + end) for end in (".mlir", ".part"))
        subprocess.run(
            [sys.executable, CAPTURE, "--output", source, *MODELS[name].get_options(layers)],
            check=True, env=os.environ | {"PYTHONPATH": str(ROOT / "python")},
        )  # fmt: skip
        subprocess.run(
            [arguments.bin / "fp8-opt", source, f"--fp8-train-pipeline={TRAIN}",
             "--fp8-gpu-pipeline", f"--fp8-report=format=json output={part}", "-o", os.devnull],
            check=True, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        part.rename(report)
    functions = json.loads(report.read_text())
    return next(entry for entry in functions if entry["function"] == "step")


def extend(few, more, layers):
    """Returns the plan of `layers` layers, on the line through those of FEW and MORE."""

    def follow(a, b):
        if isinstance(a, dict):
            return {key: follow(a[key], b[key]) for key in a}
        if isinstance(a, list):
            return [follow(*pair) for pair in zip(a, b)]
        change = (b - a) * (layers - MORE)
        return b + (change / (MORE - FEW) if isinstance(a, float) else change // (MORE - FEW))

    fixed = {"ranks": more.ranks, "padded": more.padded}
    fields = {field.name for field in dataclasses.fields(more)} - set(fixed)
    return schedule.Plan(**fixed, **{key: follow(getattr(few, key), getattr(more, key)) for key in fields})


def plan_model(arguments, name):
    """Returns a row per number of ranks and way to exchange."""
    reports = [compile_report(arguments, name, layers) for layers in (FEW, MORE)]
    rows = []
    for ranks in RANKS:
        for exchange, hierarchical in EXCHANGES.items():
            few, more = (
                schedule.make_plan(step.Step(report, ranks), machine.Machine(), hierarchical)
                for report in reports
            )
            if more.padded:
                continue
            plan = extend(few, more, MODELS[name].layers)
            rows.append({"model": name, "exchanges": exchange, **dataclasses.asdict(plan),
                         "bytes_per_parameter": plan.get_bytes_per_parameter()})  # fmt: skip
            print(f"{name}, {ranks} ranks, {exchange}: {plan.seconds:.3f} s", flush=True)
    return rows


def check_layers(arguments, ranks=512):
    """Returns plans of the first model with CHECKED layers: from the line, and compiled."""
    name = next(iter(MODELS))
    few, more, compiled = (
        schedule.make_plan(step.Step(compile_report(arguments, name, layers), ranks), machine.Machine())
        for layers in (FEW, MORE, CHECKED)
    )
    extended = extend(few, more, CHECKED)
    return {"extended": dataclasses.asdict(extended), "compiled": dataclasses.asdict(compiled)}


def make_table(record):
    columns = [
        "model", "ranks", "exchanges", "kernels, s", "waiting, flat, s", "waiting, hierarchical, s",
        "states, GB", "step, GB", "sent, GB", "per parameter",
    ]  # fmt: skip
    plans = record["rows"][:-1]
    found = {(row["model"], row["ranks"], row["exchanges"]): row for row in plans}
    rows = []
    for (name, ranks, exchange), flat in found.items():
        if exchange != "flat" or ranks not in SHOWN:
            continue
        other = found[name, ranks, "hierarchical"]
        rows.append([
            name, f"{ranks:,}", str(flat["calls"]), f"{flat['compute']:.2f}", f"{flat['exposed']:.2f}",
            f"{other['exposed']:.2f}", f"{flat['arguments'] / 1e9:.2f}", f"{flat['peak'] / 1e9:.2f}",
            f"{flat['sent'] / 1e9:.1f}", f"{flat['bytes_per_parameter']:.2f}",
        ])  # fmt: skip
    check = record["rows"][-1]
    extended, compiled = check["extended"], check["compiled"]
    differences = ", ".join(
        f"{name} {100 * (extended[key] / compiled[key] - 1):+.2f} %"
        for key, name in {"parameters": "parameters", "sent": "bytes sent", "arguments": "states",
                          "compute": "kernels", "seconds": "step", "peak": "memory of the step"}.items()
    )  # fmt: skip
    return (
        f"{record['date']}, planned, not measured.\n\n{page.format_table(columns, rows)}\n"
        f"From {FEW} and {MORE} to {CHECKED} layers, on {compiled['ranks']} ranks, against the"
        f" compiled step of {CHECKED}: {differences}.\n"
    )


def draw(rows, path):
    """Draws times and memory over the number of ranks."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({"font.size": 11, "svg.hashsalt": "plan"})
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.6), layout="constrained")
    for color, name in zip(("#0072b2", "#d55e00", "#009e73", "#cc79a7"), MODELS):
        for exchange, style in (("flat", "--"), ("hierarchical", "-")):
            own = [row for row in rows if (row["model"], row["exchanges"]) == (name, exchange)]
            ranks = [row["ranks"] for row in own]
            left.plot(ranks, [row["seconds"] for row in own], style, color=color,
                      marker="o", markersize=3, label=f"{name}, {exchange}")  # fmt: skip
        left.plot(ranks, [row["compute"] for row in own], ":", color=color)
        right.plot(ranks, [(row["arguments"] + row["peak"]) / 1e9 for row in own], color=color,
                   marker="o", markersize=3, label=name)  # fmt: skip
        right.plot(ranks, [row["arguments"] / 1e9 for row in own], ":", color=color)
    right.axhline(80, color="#999999", linewidth=1)
    right.annotate("80 GB of an H100", (8, 83), color="#777777", fontsize=9)
    left.set_ylabel("seconds of a step; dotted: kernels alone")
    right.set_ylabel("GB of a rank; dotted: states alone")
    for axes in (left, right):
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xlabel("ranks")
        axes.grid(color="#eeeeee")
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(frameon=False, fontsize=9, ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0))
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    page.add_arguments(parser)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    rows = [row for name in MODELS for row in plan_model(arguments, name)]
    page.write(arguments, [*rows, check_layers(arguments)], make_table)
    if arguments.page:
        draw(rows, arguments.page.with_suffix(".svg"))


if __name__ == "__main__":
    main()
