"""Losses of a run, from the table that fp8-run --csv writes."""

import csv
import sys


def read_losses(table, steps=None):
    """Returns the loss of each step. Exits if there are not `steps` of them."""
    with open(table, newline="") as file:
        losses = [float(row["loss"]) for row in csv.DictReader(file)]
    if steps is not None and len(losses) != steps:
        sys.exit(f"{table}: expected {steps} steps, but got {len(losses)}")
    return losses
