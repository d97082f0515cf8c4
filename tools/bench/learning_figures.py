"""Summaries and checks of the runs of learning.py."""

import math
import statistics

import numpy as np

BASELINE = "fp32"
#: Bounds for a preset in 8 bits: the difference of validation losses, and the relative
#: size of updates.
LOSS_BOUND, UPDATE_BOUNDS = 0.003, (0.98, 1.02)
#: Of a preset that fine-tunes: the displacement that is lost, the bytes of states per
#: parameter that is stored, the difference of validation losses.
DISPLACEMENT_BOUNDS = {"fp8-split16": 0.005, "fp8-split8": 0.12}
BYTES_BOUNDS = {"fp8-split16": 5.07, "fp8-split8": 4.07}
TUNING_LOSS_BOUND = 0.001
#: Steps per point of a curve.
CURVE = 20


def spread(values):
    """Returns the mean and its standard error."""
    error = None
    if len(values) > 1:
        error = float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return {"mean": statistics.fmean(values), "error": error, "seeds": values}


def is_loss_off(difference, bound):
    """Returns whether losses differ by more than the bound.

    With fewer than five seeds, the difference must exceed two standard errors. Uses
    `not <=`, so that NaN counts as different.
    """
    off = abs(difference["mean"])
    error, seeds = difference.get("error"), difference.get("seeds", [])
    if error is not None and len(seeds) < 5:
        return not off <= max(bound, 2 * error)
    return not off <= bound


def block_means(curves):
    """Returns the mean of all steps, and of blocks of steps without the incomplete last
    one."""
    mean = np.mean(curves, axis=0)
    whole = len(mean) // CURVE * CURVE
    return mean[:whole].reshape(-1, CURVE).mean(axis=1).round(6).tolist()


def summarize(runs, sizes_):
    """Returns a row per setting and preset."""
    by_run = {(r["beta2"], r["recipe"], r["preset"], r["seed"]): r for r in runs}
    rows = []
    for beta2, recipe, preset in dict.fromkeys(key[:3] for key in by_run):
        own = [r for key, r in by_run.items() if key[:3] == (beta2, recipe, preset)]
        wide = [by_run[beta2, recipe, BASELINE, r["seed"]] for r in own]
        row = {"beta2": beta2, "recipe": recipe, "preset": preset}
        for key in ("validation", "train"):
            row[key] = statistics.fmean(r[key] for r in own)
            row[f"{key}_difference"] = spread([a[key] - b[key] for a, b in zip(own, wide)])
        for key in ("update_ratio", "update_error", "displacement_error", "displacement"):
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
    """Lists the goals that rows of 8-bit presets miss. Uses `not <=`, so that NaN
    fails."""
    low, high = UPDATE_BOUNDS
    found = []
    for row in rows:
        if not row["preset"].startswith("fp8") or row["beta2"] not in checked:
            continue
        where = f"{row['preset']}, recipe {row['recipe']}, beta2 {row['beta2']}"
        difference = row["validation_difference"]
        if is_loss_off(difference, LOSS_BOUND):
            found.append(
                f"{where}: the validation loss is {difference['mean']:+.4f} off, allowed is "
                f"{LOSS_BOUND}"
            )
        if not low <= row["update_ratio"] <= high:
            found.append(
                f"{where}: updates are {row['update_ratio']:.3f} times f32's, allowed is "
                f"{low} to {high}"
            )
    return found


def failures_of_tuning(rows, checked):
    """Lists the goals that rows of 8-bit presets miss in fine-tuning, like failures().
    """
    found = []
    for row in rows:
        preset = row["preset"]
        if preset not in BYTES_BOUNDS or row["beta2"] not in checked:
            continue
        where = f"{preset}, recipe {row['recipe']}, beta2 {row['beta2']}"
        lost, allowed = row["displacement_error"], DISPLACEMENT_BOUNDS[preset]
        if not lost <= allowed:
            found.append(f"{where}: {lost:.4f} of the displacement is lost, allowed is {allowed}")
        stored, allowed = row["bytes_per_stored"], BYTES_BOUNDS[preset]
        if not stored <= allowed:
            found.append(f"{where}: {stored:.3f} bytes per parameter, allowed are {allowed}")
        difference = row["validation_difference"]
        # Without a recipe, contractions read f32 weights with f32 states, but e4m3
        # weights with the presets, so losses differ.
        if row["recipe"] != "none" and is_loss_off(difference, TUNING_LOSS_BOUND):
            found.append(
                f"{where}: the validation loss is {difference['mean']:+.5f} off, allowed is "
                f"{TUNING_LOSS_BOUND}"
            )
    return found
