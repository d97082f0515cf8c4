"""Summaries and goals of the runs of learning_cases.py."""

import math

import page
from learning_figures import BASELINE, LOSS_BOUND, TUNING_LOSS_BOUND, is_loss_off, spread

#: Bounds of the weights of dead units and of the displacement of rare embeddings, relative
#: to f32 states.
SIZE_BOUNDS = (0.95, 1.05)
#: Largest lost part of the displacement in fine-tuning, for any length of an epoch.
LOST_BOUNDS = {"fp8-split8": 0.17, "fp8-split16": 0.005}
#: Largest lost part, relative to rounding with independent random bits.
INDEPENDENT_BOUND = 1.2
#: Bounds of the part of the applied updates that reaches the weights, along their sum.
ALONG_BOUNDS = (0.97, 1.03)
#: Bounds of the root mean square of updates, relative to f32 states.
UPDATE_BOUNDS = (0.98, 1.02)


def mean(runs, key):
    return sum(run[key] for run in runs) / len(runs)


def root_mean_square(runs, key):
    return math.sqrt(sum(run[key] ** 2 for run in runs) / len(runs))


def divide(a, b):
    return a / b if b else math.nan


def finite(figure):
    """Replaces NaN, which JSON does not support."""
    return figure if math.isfinite(figure) else None


#: {part: (description, figure of a preset's runs relative to f32 states, bounds by preset)}
FIGURES = {
    "dying": (
        "weights of dead units: rms, divided by the rms with f32 states",
        lambda own, wide: divide(*(root_mean_square(side, "dead_rms") for side in (own, wide))),
        lambda preset: SIZE_BOUNDS,
    ),
    "epochs": (
        "lost part of the displacement",
        lambda own, wide: mean(own, "displacement_error"),
        lambda preset: (0.0, LOST_BOUNDS[preset]),
    ),
    "rare": (
        "displacement of rare embeddings: rms, divided by the rms with f32 states",
        lambda own, wide: divide(mean(own, "rare_way"), mean(wide, "rare_way")),
        lambda preset: SIZE_BOUNDS,
    ),
    "rates": (
        "arrived part of the updates",
        lambda own, wide: mean(own, "along"),
        lambda preset: ALONG_BOUNDS,
    ),
    "long": (
        "updates: rms, divided by the rms with f32 moments",
        lambda own, wide: mean(own, "update_ratio"),
        lambda preset: UPDATE_BOUNDS,
    ),
}
#: Bounds of validation losses, by part. Fine-tuning in epochs has none: it overfits the
#: repeated batches, so the loss on held-out text increases.
LOSS_BOUNDS = {
    "dying": LOSS_BOUND,
    "rare": LOSS_BOUND,
    "rates": TUNING_LOSS_BOUND,
    "long": LOSS_BOUND,
}


def summarize(part, runs):
    """Returns a row per variant and preset except f32."""
    rows = []
    for variant, preset in dict.fromkeys((run["variant"], run["preset"]) for run in runs):
        if preset == BASELINE:
            continue
        of = {
            name: sorted(
                (r for r in runs if r["variant"] == variant and r["preset"] == name),
                key=lambda run: run["seed"],
            )
            for name in (preset, BASELINE)
        }
        own, wide = of[preset], of[BASELINE]
        _, figure, bounds = FIGURES[part]
        row = {"variant": variant, "preset": preset, "validation": mean(own, "validation")}
        pairs = zip(own, wide, strict=True)
        row["validation_difference"] = spread([a["validation"] - b["validation"] for a, b in pairs])
        row |= {"figure": finite(figure(own, wide)), "bounds": list(bounds(preset))}
        if part == "dying":
            died = [f"{mean(side, 'died'):.0f}" for side in (own, wide)]
            row["counted"] = f"{died[0]} others died, f32 {died[1]}"
        if part == "epochs" and preset == "fp8-split8":
            row["of_independent"] = mean(own, "of_independent")
            row["counted"] = f"{row['of_independent']:.2f} of independent draws"
        if part == "rare":
            row["counted"] = f"{mean(wide, 'rare_symbols'):.0f} symbols"
        rows.append(row)
    return rows


def failures(record):
    """Lists the missed goals; a goal without a result is missed."""
    found = []
    for part, own in record.items():
        for row in own["rows"]:
            where = ", ".join(filter(None, (part, row["variant"], row["preset"])))
            low, high = row["bounds"]
            if row["figure"] is None or not low <= row["figure"] <= high:
                found.append(
                    f"{where}: {FIGURES[part][0]}: {format_figure(row)}, allowed is {low} to {high}"
                )
            if not row.get("of_independent", 0.0) <= INDEPENDENT_BOUND:
                found.append(
                    f"{where}: {row['of_independent']:.2f} of what independent draws lose, "
                    f"allowed is {INDEPENDENT_BOUND}"
                )
            bound = LOSS_BOUNDS.get(part, math.inf)
            if is_loss_off(row["validation_difference"], bound):
                found.append(
                    f"{where}: the validation loss is "
                    f"{row['validation_difference']['mean']:+.5f} off, allowed is {bound}"
                )
    return found


# --- table -------------------------------------------------------------------

COLUMNS = ["preset", "off f32", "per seed", "allowed", "figure", "goal"]


def format_figure(row):
    return "nothing" if row["figure"] is None else f"{row['figure']:.3f}"


def format_goal(bounds):
    low, high = bounds
    return f"{low} to {high}" if low else f"at most {high}"


def make_row(part, row):
    difference = row["validation_difference"]
    error = "" if difference["error"] is None else f" ± {difference['error']:.4f}"
    bound = LOSS_BOUNDS.get(part)
    counted = f" ({row['counted']})" if "counted" in row else ""
    return [
        row["variant"],
        f"`{row['preset']}`",
        f"{difference['mean']:+.4f}{error}",
        ", ".join(f"{1e4 * x:+.0f}" for x in difference["seeds"]),
        "" if bound is None else str(bound),
        f"**{format_figure(row)}**{counted}",
        format_goal(row["bounds"]),
    ]


def make_table(record):
    """Returns a table for each part, below its settings."""
    blocks = []
    for part, own in record.items():
        model = ", ".join(f"{key} {value}" for key, value in own["model"].items())
        steps = " to ".join(str(n) for n in sorted({own["steps"][0], own["steps"][-1]}))
        rate = f"{steps} steps, a rate of {own['lr']:g}"
        if own["base_steps"]:
            rate += f" after {own['base_steps']} steps of f32 states at 0.001"
        heading = f"{part}: {own['about']}"
        rows = [make_row(part, row) for row in own["rows"]]
        columns = ["", *COLUMNS]
        columns[columns.index("figure")] = FIGURES[part][0]
        # Without variants the first column is empty.
        if not any(row[0] for row in rows):
            columns, rows = columns[1:], [row[1:] for row in rows]
        blocks.append(
            f"**{heading}.** {own['date']}, {own['seeds']} seeds, {rate}, recipe "
            f"`{own['recipe']}`, {own['parameters']} parameters: {model}; {own['minutes']} minutes "
            f"of one core.\n\n{page.format_table(columns, rows)}"
        )
    return "\n".join(blocks)
