"""Compares the bytes that ranks send with the report of the compiled step.

    counts.py INTERPOSER WORK FP8_RUN_ARGUMENT...

Runs fp8-run under mpirun with --report. The bytes of the report, times the number
of steps, are the bytes that the runtime counts, and together with the bytes of
comparisons they are the bytes that the preloaded INTERPOSER counts. The report
divides them by value, and states the least and the most bytes of a rank.
"""

import os
import pathlib
import re
import subprocess
import sys


def count(table):
    """Returns {kind: (calls, bytes)} of the rows of a table."""
    rows = re.findall(r"^  (all_gather|all_to_all|comparisons of ranks).*? +(\d+) +(\d+)$",
                      table, re.M)
    totals = {}
    for kind, calls, sent in rows:
        before = totals.get(kind, (0, 0))
        totals[kind] = (before[0] + int(calls), before[1] + int(sent))
    return totals


def add_functions(report, steps):
    """Returns the counts of a run: @step0 runs the first step, @step the others."""
    functions = {part.split("\n", 1)[0]: count(part)
                 for part in re.split(r"^@", report, flags=re.M)[1:]}
    runs = {"step0": 1, "step": steps - ("step0" in functions)}
    totals = {}
    for name, counts in functions.items():
        for kind, (calls, sent) in counts.items():
            before = totals.get(kind, (0, 0))
            totals[kind] = (before[0] + runs[name] * calls, before[1] + runs[name] * sent)
    return totals


def check_values(report):
    """Exits unless the calls and bytes of all values are those of all exchanges."""
    for part in re.split(r"^@", report, flags=re.M)[1:]:
        values = re.findall(r"^  (?:parameters|gradients|scalars) +(\d+) +(\d+) +[\d.]+$",
                            part, re.M)
        by_value = tuple(sum(map(int, column)) for column in zip(*values))
        by_kind = tuple(map(sum, zip(*count(part).values())))
        if by_value != by_kind or len(values) != 3:
            sys.exit(f"expected {by_kind} calls and bytes of values, but got {values}")


def check_extremes(report, sent, steps):
    """Exits unless the least and the most bytes that ranks sent are in the report.

    `sent` has the bytes of the steps of each rank. @step0, if there is one, must
    send as many bytes as @step.
    """
    extremes = set(re.findall(r"^  a rank sends (\d+) to (\d+) bytes$", report, re.M))
    found = {(str(min(sent) // steps), str(max(sent) // steps))}
    if extremes != found or any(value % steps for value in sent):
        sys.exit(f"expected ranks to send {extremes} bytes in a step, but got {sent} in {steps}")


def main(interposer, work, ranks, steps, *arguments):
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1",
                   "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                   "FP8_MPI_COUNTS": str(work / "counts")}
    # The runtime of a sanitizer comes first.
    libraries = ":".join(filter(None, [os.environ.get("LD_PRELOAD"), interposer]))
    command = ["mpirun", "--oversubscribe", "-n", ranks, "-x", f"LD_PRELOAD={libraries}",
               os.environ["FP8_RUN"], *arguments, f"--steps={steps}", "--report"]
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stderr[:4000]}")
    planned, _, measured = result.stdout.partition("exchanges of ")
    report = planned
    check_values(report)
    planned = add_functions(planned, int(steps))
    measured = count(measured)
    others = measured.pop("comparisons of ranks")
    measured = {kind: counts for kind, counts in measured.items() if counts[0]}
    if planned != measured or not planned:
        sys.exit(f"expected the counts {planned} of the report, but got {measured}")
    messages, sent = map(int, (work / "counts.0").read_text().split())
    calls = others[0] + sum(counts[0] for counts in measured.values())
    total = others[1] + sum(counts[1] for counts in measured.values())
    # An exchange sends a message for each of its tensors to each of the other ranks.
    peers = int(ranks) - 1
    if sent != total or messages % peers or messages < calls * peers:
        sys.exit(f"expected at least {calls * peers} messages of {total} bytes, but MPI "
                 f"sent {messages} of {sent}")
    by_rank = [int((work / f"counts.{rank}").read_text().split()[1]) - others[1]
               for rank in range(int(ranks))]
    check_extremes(report, by_rank, int(steps))
    print(f"{sent} bytes in {messages} messages")


if __name__ == "__main__":
    main(*sys.argv[1:])
