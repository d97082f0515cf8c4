#!/usr/bin/env python3
"""Writes measurements of bundles into the tables of a page.

    report.py RECORDS.json PAGE.md [--add OUT.json]

RECORDS.json contains the records of runs that run.py writes, the oldest first;
--add appends one. The table of results shows the first and the last run. The
table of goals shows every goal of cases.py, with the last figure or the command
that measures it. The table of the budget shows the last profile of each case.
"""
import argparse
import json
import pathlib
import sys

import cases

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import page  # noqa: E402: it is in another folder

MS = 1e3


def bold(text):
    return f"**{text}**"


def times(record, label):
    ratio = record.get("faster_than", {}).get(label)
    return "" if ratio is None else f"{ratio:.3f}"


def make_results(runs):
    """Returns the table of the first run and of the last run of each case, with the last
    ratio to each peer.
    """
    rows = []
    for name, labels in find_labels(runs).items():
        timed = [run for run in runs if "seconds" in run["cases"].get(name, {})]
        first, last = runs[0]["cases"].get(name, {}), timed[-1]["cases"][name]
        peers = [f"{label} {find_last(runs, name, label)[1]:.3g}" for label in labels
                 if label != "copy" and label not in cases.CASES]
        of_copy = times(last, "copy")
        rows.append([f"`{name}`",
                     f"{first['seconds']['fp8'] * MS:.3g}" if "seconds" in first else "",
                     times(first, "copy"), f"{last['seconds']['fp8'] * MS:.3g}",
                     bold(of_copy) if of_copy else "", timed[-1]["date"], ", ".join(peers)])
    return page.format_table(["case", "first run, ms", "of copy", "last run, ms", "of copy",
                              "date", "times as fast as"], rows)


def find_labels(runs):
    """Returns the labels of all ratios of each timed case, in order of the first run that
    has them.
    """
    labels = {}
    for run in runs:
        for name, record in run["cases"].items():
            if "seconds" in record:
                labels.setdefault(name, {}).update(dict.fromkeys(record["faster_than"]))
    return labels


def find_last(runs, name, label):
    """Returns the last run that has the ratio, and the ratio; or nothing."""
    for run in reversed(runs):
        ratio = run["cases"].get(name, {}).get("faster_than", {}).get(label)
        if ratio is not None:
            return run, ratio
    return None


def describe_goal(runs, name, label, goal):
    """Returns the goal and the last ratio, in bold if the goal is reached."""
    text = f"{f'`{label}`' if label in cases.CASES else label} {goal:.3g}: "
    found = find_last(runs, name, label)
    if not found:
        return text + "owed"
    run, ratio = found
    figure = bold(f"{ratio:.3g}") if ratio >= goal else f"{ratio:.3g}, missed"
    return f"{text}{figure} ({run['gpu'].removeprefix('NVIDIA ')}, {run['date']})"


def make_goals(runs):
    rows = []
    for name, case in cases.CASES.items():
        if not case.goals:
            continue
        # A case and its reference cases are timed in one run.
        chosen = [name, *(label for label in case.goals if label in cases.CASES)]
        rows.append([f"`{name}`",
                     "; ".join(describe_goal(runs, name, *goal) for goal in case.goals.items()),
                     f"`--only '^({'|'.join(chosen)})$'`".replace("|", r"\|")])
    return page.format_table(["case", "times as fast as", "run.py"], rows)


def make_budget(runs):
    """Returns the table of the last profile of each case."""
    profiles = {}
    for run in runs:
        for name, record in run["cases"].items():
            if "profile" in record:
                profiles[name] = record["profile"]
    rows = []
    for name, profile in profiles.items():
        for group, total in profile["groups"].items():
            part = total["part_of_copy"]
            rows.append([f"`{name}`", group, str(total["launches"]),
                         f"{total['seconds'] * MS:.3f}", f"{total['bytes'] / 1e9:.3f}",
                         "" if part is None else f"{part:.2f}"])
        launches = sum(total["launches"] for total in profile["groups"].values())
        moved = sum(total["bytes"] for total in profile["groups"].values())
        rows.append([f"`{name}`", bold("all"), str(launches),
                     bold(f"{profile['seconds'] * MS:.3f}"), f"{moved / 1e9:.3f}", ""])
    if not rows:
        rows = [["owed", "", "", "", "", ""]]
    return page.format_table(["case", "ops", "launches", "ms", "GB", "of copy"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("records", type=pathlib.Path)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--add", type=pathlib.Path, help="the record of one more run")
    options = parser.parse_args()
    record = json.loads(options.records.read_text())
    if options.add:
        record["runs"].append(json.loads(options.add.read_text()))
        options.records.write_text(json.dumps(record, indent=1) + "\n")
    page.replace_table(options.page, make_results(record["runs"]), "results")
    page.replace_table(options.page, make_goals(record["runs"]), "goals")
    page.replace_table(options.page, make_budget(record["runs"]), "budget")


if __name__ == "__main__":
    main()
