#!/usr/bin/env python3
"""Plans the step of one rank for other numbers of ranks.

    fp8-opt step.mlir --fp8-train-pipeline="ranks=8 shard=zero3" --fp8-gpu-pipeline \\
        --fp8-report="format=json output=step.json" -o /dev/null
    fp8-plan.py step.json --ranks 8 64 1024

Reads a report of a step in Planned form and scales it along the first axis of its mesh.
Simulates the list of ops on one GPU and the links of its node and between nodes. Prints,
for each number of ranks, the time of a step, the time in which the GPU waits for
exchanges, memory and bytes. All times follow from the rates of a machine, not from a
measurement.
"""

import argparse
import dataclasses
import json
import pathlib
import sys

import machine
import schedule
import step

EXCHANGES = ("flat", "hierarchical")


def read_report(path, function):
    functions = json.loads(path.read_text())
    for report in functions:
        if report["function"] == function:
            return report
    names = ", ".join("@" + report["function"] for report in functions)
    raise step.PlanError(f"expected function @{function} in {path}, but it has {names}")


def plan(report, ranks, gpu, exchanges):
    """Yields (exchange, plan) for each number of ranks and each way to exchange."""
    for count in ranks:
        scaled = step.Step(report, count)
        for exchange in exchanges:
            yield exchange, schedule.make_plan(scaled, gpu, exchange == "hierarchical")


def print_table(plans, out):
    print(
        "  ranks  exchanges        step, ms  waiting, ms  memory, MiB  calls     sent, MiB"
        "  to other nodes  per parameter",
        file=out,
    )
    for exchange, plan_ in plans:
        print(
            f"{plan_.ranks:7}  {exchange:12} {plan_.seconds * 1e3:12.3f} {plan_.exposed * 1e3:12.3f}"
            f" {plan_.memory / 2**20:12.2f} {plan_.calls:6} {plan_.sent / 2**20:13.2f}"
            f" {plan_.network / 2**20:15.2f} {plan_.get_bytes_per_parameter():14.3f}",
            file=out,
        )
    padded = {(plan_.ranks, rows) for _, plan_ in plans for rows in plan_.padded}
    for ranks, rows in sorted(padded):
        print(
            f"note: on {ranks} ranks, tensors of {rows} rows have more padding than rows;"
            " the compiler would keep them whole",
            file=out,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("--ranks", type=int, nargs="+", required=True)
    parser.add_argument("--exchanges", choices=EXCHANGES, nargs="+", default=EXCHANGES)
    parser.add_argument("--function", default="step")
    parser.add_argument("--machine", type=pathlib.Path, help="a JSON file with rates; default: H100")
    parser.add_argument("--json", type=pathlib.Path, help="write the plans to this file")
    arguments = parser.parse_args()
    try:
        gpu = machine.Machine.read(arguments.machine) if arguments.machine else machine.Machine()
        report = read_report(arguments.report, arguments.function)
        plans = list(plan(report, arguments.ranks, gpu, arguments.exchanges))
    except (OSError, ValueError, step.PlanError) as error:
        sys.exit(f"fp8-plan: error: {error}")
    print_table(plans, sys.stdout)
    if arguments.json:
        rows = [{"exchanges": exchange, **dataclasses.asdict(plan_)} for exchange, plan_ in plans]
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")


if __name__ == "__main__":
    main()
