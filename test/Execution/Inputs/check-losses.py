"""FILE LOW HIGH: losses that start between LOW and HIGH and fall."""
import csv
import sys

with open(sys.argv[1]) as file:
    losses = [float(row["loss"]) for row in csv.DictReader(file)]
assert float(sys.argv[2]) < losses[0] < float(sys.argv[3]), losses
assert losses[-1] < losses[0], losses
