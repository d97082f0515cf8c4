"""What the runs of learning.py amount to."""

import math
import statistics

import numpy as np

BASELINE = "fp32"
#: Of a preset in 8 bits: the difference of validation losses, and the update.
LOSS_BOUND, UPDATE_BOUNDS = 0.003, (0.98, 1.02)
#: Steps per point of a curve.
CURVE = 20


def spread(values):
    """Mean, and the standard error of it."""
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return {"mean": statistics.fmean(values), "error": error, "seeds": values}


def block_means(curves):
    """The mean of all, and over blocks of steps; what is left at the end is left out."""
    mean = np.mean(curves, axis=0)
    whole = len(mean) // CURVE * CURVE
    return mean[:whole].reshape(-1, CURVE).mean(axis=1).round(6).tolist()


def summarize(runs, sizes_):
    """A row per setting and preset."""
    by_run = {(r["beta2"], r["recipe"], r["preset"], r["seed"]): r for r in runs}
    rows = []
    for beta2, recipe, preset in dict.fromkeys(key[:3] for key in by_run):
        own = [r for key, r in by_run.items() if key[:3] == (beta2, recipe, preset)]
        wide = [by_run[beta2, recipe, BASELINE, r["seed"]] for r in own]
        row = {"beta2": beta2, "recipe": recipe, "preset": preset}
        for key in ("validation", "train"):
            row[key] = statistics.fmean(r[key] for r in own)
            row[f"{key}_difference"] = spread([a[key] - b[key] for a, b in zip(own, wide)])
        for key in ("update_ratio", "update_error", "displacement_error"):
            row[key] = statistics.fmean(r[key] for r in own)
        pairs = [(a["losses"], b["losses"]) for a, b in zip(own, wide)]
        row["curve"] = block_means([np.subtract(*pair) for pair in pairs])
        row["updates"] = {
            name: statistics.fmean(r["updates"][name] for r in own) for name in own[0]["updates"]
        }
        row["limited"] = sum(r["limited"] for r in own)
        saturated = [r["saturated"] for r in own if r["saturated"] is not None]
        row["saturated"] = sum(saturated) if saturated else None
        rows.append(row | sizes_[beta2, recipe, preset])
    return rows


def failures(rows, checked):
    """What rows of presets in 8 bits miss. `not <=`, so that NaN fails."""
    low, high = UPDATE_BOUNDS
    found = []
    for row in rows:
        if not row["preset"].startswith("fp8") or row["beta2"] not in checked:
            continue
        where = f"{row['preset']}, recipe {row['recipe']}, beta2 {row['beta2']}"
        difference = row["validation_difference"]["mean"]
        if not abs(difference) <= LOSS_BOUND:
            found.append(
                f"{where}: the validation loss is {difference:+.4f} off, allowed is "
                f"{LOSS_BOUND}"
            )
        if not low <= row["update_ratio"] <= high:
            found.append(
                f"{where}: updates are {row['update_ratio']:.3f} times f32's, allowed is "
                f"{low} to {high}"
            )
    return found
