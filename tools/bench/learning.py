"""Trains examples/char_gpt with every storage preset, and with f32 states.

    python learning.py --fp8-run build/bin/fp8-run --json learning.json --page learning.md

Every run of a seed starts from the same weights and reads the same batches, so that
differences from f32 states are paired. After the training steps come steps on held-out
text with a learning rate of 0. Their mean loss is the validation loss of the weights
that contractions read in training. Each run also computes an AdamW in f32
(learning_probe.py) from the same gradients.

Replaces the text between the lines <!-- table --> and <!-- end of table --> of the
page; the picture is a .svg file beside it, if matplotlib is installed. Exits with 1 if
an 8-bit preset misses the bounds of the page, at the beta2 that --check names.

With --base-steps the runs of a seed fine-tune: they start from the weights that f32
states reach in that many steps, with new moments, other batches and a constant learning
rate. Their table is between <!-- fine-tuning --> and <!-- end of fine-tuning -->.

The work folder keeps the results of runs, so the command can be stopped and restarted.
"""

import argparse
import concurrent.futures
import dataclasses
import datetime
import itertools
import json
import pathlib
import sys

import learning_runs  # also adds the example and the package to the path
from learning_runs import BASELINE, Run

import capture  # noqa: E402 (need the path)
import config as sizes  # noqa: E402
import data  # noqa: E402
import learning_cache  # noqa: E402
import learning_figures  # noqa: E402
import learning_inputs  # noqa: E402
import learning_page  # noqa: E402
import learning_probe  # noqa: E402
import page  # noqa: E402

PRESETS = [BASELINE, "bf16-residual", "fp8-split8", "fp8-split16"]


# --- command line ------------------------------------------------------------


def parse_arguments():
    # --beta2 is a list here.
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], conflict_handler="resolve"
    )
    sizes.add_arguments(parser)
    parser.add_argument("--fp8-run", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, help="a page whose table to replace")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("."))
    parser.add_argument("--target", default="cpu")
    parser.add_argument("--presets", nargs="+", default=PRESETS)
    parser.add_argument("--storage-override", nargs="+", default=[], help="of fp8-run")
    parser.add_argument("--recipes", nargs="+", default=["none", "current"])
    parser.add_argument("--beta2", nargs="+", type=float, default=[0.999, 0.95])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=1000, help="of training")
    parser.add_argument("--validation", type=int, default=256, help="steps on held out text")
    parser.add_argument("--counted", type=int, default=100, help="last steps whose updates count")
    parser.add_argument("--tail", type=int, default=50, help="last steps whose mean loss counts")
    parser.add_argument("--lr", type=float, default=1e-3, help="at the end of the warm-up")
    parser.add_argument(
        "--base-steps", type=int, default=0, help="steps in f32 before; then --lr is constant"
    )
    parser.add_argument("--base-lr", type=float, default=1e-3, help="of those, after a warm-up")
    parser.add_argument(
        "--check", nargs="*", type=float, default=[], help="the beta2 whose rows must hold"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--text", type=pathlib.Path, nargs="*", help="what to train on")
    arguments = parser.parse_args()
    if BASELINE not in arguments.presets:
        parser.error(f"--presets must hold {BASELINE}, which others are compared with")
    return arguments


def report(run):
    name = Run(*(run[field.name] for field in dataclasses.fields(Run))).name()
    figures = f"validation {run['validation']:.4f}  update {run['update_ratio']:.4f}"
    print(f"{name:32} {figures}", flush=True)


def train_seed(arguments, config, settings, seed, pool):
    """Returns the runs of all settings; those with a stored result are not repeated."""
    module = arguments.work / f"probed-{config.beta2}.mlir"
    runs = [Run(config.beta2, *setting, seed) for setting in settings]
    text = module.read_text()
    paths = [learning_runs.result_path(arguments, run, config, text) for run in runs]
    missing = [(run, path) for run, path in zip(runs, paths) if not path.exists()]
    if missing:
        given = arguments.work / f"inputs-{config.beta2}-{seed}.safetensors"
        begin = sizes.initial_parameters(config, seed)
        if arguments.base_steps:
            begin = learning_runs.train_base(arguments, config, seed)
        data.write(given, learning_inputs.inputs(arguments, config, seed, begin))
        own = [(path, (arguments, module, given, run, config, begin)) for run, path in missing]
        jobs = [(path, pool.submit(learning_runs.train, *inputs)) for path, inputs in own]
        for path, job in jobs:
            learning_cache.store(path, job.result())
            report(job.result())
    return [learning_cache.load(path) for path in paths]


def collect(arguments, config, pool):
    """Returns all runs, and the bytes by beta2, recipe and preset."""
    runs, bytes_ = [], {}
    for beta2 in arguments.beta2:
        own = dataclasses.replace(config, beta2=beta2)
        probed = arguments.work / f"probed-{beta2}.mlir"
        probed.write_text(learning_probe.captured(own))
        (arguments.work / f"plain-{beta2}.mlir").write_text(capture.captured(own))
        settings = list(itertools.product(arguments.recipes, arguments.presets))
        for setting in settings:
            bytes_[beta2, *setting] = learning_runs.measure_bytes(arguments, own, beta2, *setting)
        for seed in range(arguments.seeds):
            runs += train_seed(arguments, own, settings, seed, pool)
    return runs, bytes_


def main():
    arguments = parse_arguments()
    arguments.work.mkdir(parents=True, exist_ok=True)
    config = sizes.from_arguments(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs, bytes_ = collect(arguments, config, pool)
    rows = learning_figures.summarize(runs, bytes_)
    settings = ("target", "seeds", "steps", "validation", "counted", "tail", "lr")
    settings += ("base_steps", "base_lr") if arguments.base_steps else ()
    record = {
        "date": datetime.date.today().isoformat(),
        **{key: getattr(arguments, key) for key in settings},
        "storage_override": arguments.storage_override,
        "curve": learning_figures.CURVE,
        "text": [path.name for path in arguments.text or []] or data.LICENSES.name,
        "config": {k: v for k, v in dataclasses.asdict(config).items() if k != "beta2"},
        "rows": rows,
        "runs": [{k: v for k, v in run.items() if k != "losses"} for run in runs],
    }
    arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    table = learning_page.make_table(record)
    print(table)
    if arguments.page and arguments.base_steps:
        page.replace_table(arguments.page, table, "fine-tuning")
    elif arguments.page:
        page.replace_table(arguments.page, table)
        learning_page.draw(record, arguments.page.with_suffix(".svg"))
    find = learning_figures.failures
    if arguments.base_steps:
        find = learning_figures.failures_of_tuning
    if missed := find(rows, arguments.check):
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
