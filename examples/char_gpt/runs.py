"""Runs of fp8-run for the demo: progress, losses, seconds, bytes of states."""

import csv
import json
import statistics
import subprocess
import sys
import tempfile
import time

#: Steps at the end whose mean loss is compared.
TAIL = 30


class DemoError(Exception):
    """A run failed or wrote something unexpected."""


class Run:
    """A training run: the loss and the seconds of each step, and the bytes of the
    states, which are weights, moments and counters."""

    def __init__(self, losses, seconds, state_bytes):
        self.losses = losses
        self.seconds = seconds
        self.state_bytes = state_bytes

    @property
    def final_loss(self):
        """The mean loss of the last steps."""
        return statistics.fmean(self.losses[-TAIL:])

    @property
    def step_seconds(self):
        """The median time of a step, which no first step that compiles changes."""
        return statistics.median(self.seconds)


def train(command, label, table, steps):
    """Runs fp8-run and shows its progress. `command` writes the CSV file `table`.

    Returns (losses, seconds per step).
    """
    # A table of an earlier demo must not pass for this run's.
    table.unlink(missing_ok=True)
    with tempfile.TemporaryFile("w+") as messages:
        try:
            process = subprocess.Popen(command, stdout=messages, stderr=messages)
        except OSError as error:
            raise DemoError(f"cannot start fp8-run: {error}") from error
        try:
            while process.poll() is None:
                show(label, read_table(table), steps, end="\r")
                time.sleep(0.2)
        finally:
            process.kill()
            process.wait()
        if process.returncode:
            messages.seek(0)
            raise DemoError(
                f"{' '.join(command)} ended with status {process.returncode}:\n"
                + messages.read().strip()
            )
    rows = read_table(table)
    if len(rows) != steps:
        raise DemoError(f"{table} has {len(rows)} steps, expected {steps}")
    show(label, rows, steps, end="\n")
    losses, seconds = zip(*rows, strict=True)
    return list(losses), list(seconds)


def read_table(path):
    """Returns [(loss, seconds)] from a `step,loss,seconds` file, which may not be
    there yet."""
    try:
        # A line is written while this reads.
        text = path.read_text()
        rows = list(csv.DictReader(text[: text.rfind("\n") + 1].splitlines()))
        return [(float(row["loss"]), float(row["seconds"])) for row in rows]
    except FileNotFoundError:
        return []
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise DemoError(f"{path} is not a step,loss,seconds table: {error!r}") from None


def show(label, rows, steps, end):
    """Prints the progress of a run. Only a terminal shows it before the end."""
    if end == "\r" and not sys.stdout.isatty():
        return
    loss = f", loss {rows[-1][0]:.4f}" if rows else ", compiling"
    print(f"  {label:24} step {len(rows)}/{steps}{loss}".ljust(70), end=end, flush=True)


def state_bytes(command):
    """Returns the bytes of the states of a step, by the report of fp8-run."""
    done = subprocess.run([*command, "--report=json"], capture_output=True, text=True)
    if done.returncode:
        raise DemoError(f"fp8-run --report failed:\n{done.stderr.strip()}")
    try:
        (step,) = [f for f in json.loads(done.stdout) if f["function"] == "step"]
        return step["memory"]["state_bytes"]
    except (KeyError, TypeError, ValueError) as error:
        raise DemoError(f"fp8-run --report=json is unexpected: {error!r}") from None
