"""Draws loss curves: all runs in one picture, and their distance from the first."""

import matplotlib
import numpy as np

matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402 (the backend has to be chosen first)

WINDOW = 20  # steps of the running mean

# Wide and pale below, thin and dark above: curves that coincide stay visible.
STYLES = [
    {"color": "#b8c4d0", "linewidth": 6.0},
    {"color": "#c8501e", "linewidth": 2.4},
    {"color": "#1b6e4b", "linewidth": 1.6, "linestyle": (0, (5, 3))},
    {"color": "#4a3aa7", "linewidth": 1.2, "linestyle": (0, (1, 2))},
]


def running_mean(values):
    """The mean of the last WINDOW values (of those there are, at the start)."""
    total = np.concatenate([[0.0], np.cumsum(values)])
    end = np.arange(1, len(values) + 1)
    start = np.maximum(0, end - WINDOW)
    return (total[end] - total[start]) / (end - start)


def draw(runs, folder):
    """Draws {label: Run} to loss.svg and loss.png in `folder`.

    Returns the two paths.
    """
    pyplot.rcParams.update(
        {"font.size": 11, "svg.hashsalt": "char_gpt", "svg.fonttype": "none"}
    )
    figure, (top, bottom) = pyplot.subplots(
        2, 1, figsize=(9, 7), sharex=True, height_ratios=(3, 1), layout="constrained"
    )
    means = {label: running_mean(run.losses) for label, run in runs.items()}
    (first, baseline), *others = means.items()
    steps = np.arange(1, len(baseline) + 1)
    raw = runs[first].losses
    top.plot(steps, raw, color="#d9dee3", linewidth=0.7, label=f"{first}, every step")
    top.plot(steps, baseline, label=first, **STYLES[0])
    for style, (label, mean) in zip(STYLES[1:], others):
        top.plot(steps, mean, label=label, **style)
        bottom.plot(steps, 100.0 * (mean / baseline - 1.0), **style)
    top.set_title("char_gpt: training loss")
    top.set_ylabel(f"loss (nats per character), mean of {WINDOW} steps")
    top.legend(frameon=False)
    bottom.axhline(0.0, color=STYLES[0]["color"], linewidth=2.0, zorder=0)
    bottom.set_ylabel(f"% off {first}")
    bottom.set_xlabel("step")
    for axes in (top, bottom):
        axes.grid(color="#eeeeee")
        axes.spines[["top", "right"]].set_visible(False)
    paths = [folder / "loss.svg", folder / "loss.png"]
    for path in paths:
        figure.savefig(
            path, dpi=140, metadata={"Date": None} if path == paths[0] else {}
        )
    pyplot.close(figure)
    return paths
