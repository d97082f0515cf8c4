"""The table and the picture of learning.py."""

import math

import numpy as np

import page
from learning_figures import BASELINE, LOSS_BOUND

COLORS = {
    "bf16-residual": "#1b6e4b",
    "fp8-split8": "#c8501e",
    "fp8-split16": "#4a3aa7",
    "msamp": "#777777",
}
COLUMNS = [
    "beta2", "recipe", "preset", "bytes", "validation", "off f32", "per seed", "training, off f32",
    "update", "farthest", "its error", "lost", "at the limit", "saturated",
]  # fmt: skip


def off(figure):
    error = "" if figure["error"] is None else f" ± {figure['error']:.4f}"
    return f"{figure['mean']:+.4f}{error}"


def make_farthest(row):
    """Names the tensor whose update ratio differs most from f32's."""
    name = max(row["updates"], key=lambda name: abs(math.log(row["updates"][name])))
    return f"`{name}` {row['updates'][name]:.3f}"


def make_row(row):
    wide = row["preset"] == BASELINE
    seeds = ", ".join(f"{1e4 * x:+.0f}" for x in row["validation_difference"]["seeds"])
    return [
        str(row["beta2"]),
        f"`{row['recipe']}`",
        f"`{row['preset']}`",
        f"{row['bytes_per_stored']:.3f}",
        f"{row['validation']:.4f}",
        "" if wide else f"**{off(row['validation_difference'])}**",
        "" if wide else seeds,
        "" if wide else off(row["train_difference"]),
        f"{row['update_ratio']:.4f}",
        "" if wide else make_farthest(row),
        f"{row['update_error']:.3f}",
        f"{row['displacement_error']:.1e}",
        str(row["limited"]),
        "" if row["saturated"] is None else str(row["saturated"]),
    ]


def make_table(record):
    first = record["rows"][0]
    shape = ", ".join(f"{key} {value}" for key, value in record["config"].items())
    overrides = "".join(f" Override: `{text}`." for text in record["storage_override"])
    warm_up = max(1, record["steps"] // 10)
    steps = f"{record['steps']} steps with a warm-up of {warm_up} to the rate {record['lr']:g}"
    if "base_steps" in record:
        steps = (
            f"{record['steps']} steps of the rate {record['lr']:g} after {record['base_steps']} "
            f"steps with f32 states and a rate of {record['base_lr']:g}"
        )
    return (
        f"{record['date']}, {record['seeds']} seeds, {steps}, fp8-run --target={record['target']}; "
        f"{shape}; {first['stored']} of {first['parameters']} parameters are stored. Validation: "
        f"{record['validation']} batches. `per seed` is in 1e-4 nats.{overrides}\n\n"
        f"{page.format_table(COLUMNS, map(make_row, record['rows']))}"
    )


def same_setting(row, other):
    return (row["recipe"], row["beta2"]) == (other["recipe"], other["beta2"])


def draw_seeds(axes, rows):
    """Plots the difference of validation losses, a dot per seed and a bar for the mean.
    """
    axes.axvspan(-LOSS_BOUND, LOSS_BOUND, color="#eef2f5", zorder=0)
    labels = []
    for place, row in enumerate(rows):
        figure, color = row["validation_difference"], COLORS.get(row["preset"], "#555555")
        axes.scatter(figure["seeds"], [place] * len(figure["seeds"]), color=color, s=14, alpha=0.5)
        axes.scatter([figure["mean"]], [place], color=color, s=220, marker="|", linewidths=2.5)
        labels.append(f"{row['preset']}, {row['recipe']}, {row['beta2']}")
    axes.set_yticks(range(len(labels)), labels)
    axes.invert_yaxis()
    axes.set_xlabel("validation loss less that of f32 states, nats")


def draw_curves(axes, rows, block):
    """Plots the mean over seeds of the difference of training losses."""
    axes.axhspan(-LOSS_BOUND, LOSS_BOUND, color="#eef2f5", zorder=0)
    for row in rows:
        steps = block * (1 + np.arange(len(row["curve"])))
        color = COLORS.get(row["preset"], "#555555")
        axes.plot(steps, row["curve"], color=color, linewidth=1.4, label=row["preset"])
    axes.set_xlabel(f"step; recipe {rows[0]['recipe']}, beta2 {rows[0]['beta2']}")
    axes.set_ylabel(f"training loss off f32, nats,\nmean of {block} steps")
    axes.legend(frameon=False)


def draw(record, path):
    try:
        import matplotlib
    except ImportError:
        print("no picture: matplotlib is not installed")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows = [row for row in record["rows"] if row["preset"] != BASELINE]
    if not rows:
        return
    pyplot.rcParams.update({"font.size": 11, "svg.hashsalt": "learning"})
    heights = (1.2 + 0.3 * len(rows), 3)
    figure, (top, bottom) = pyplot.subplots(
        2, 1, figsize=(9, sum(heights)), height_ratios=heights, layout="constrained"
    )
    draw_seeds(top, rows)
    draw_curves(bottom, [row for row in rows if same_setting(row, rows[0])], record["curve"])
    for axes in (top, bottom):
        axes.grid(color="#eeeeee")
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})
