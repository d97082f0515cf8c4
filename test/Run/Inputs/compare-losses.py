"""Compares the first and last losses of runs with the first run."""
import csv
import os
import sys


def read(path):
    with open(path) as file:
        return [float(row["loss"]) for row in csv.DictReader(file)]


wide = read(sys.argv[1])
for path in sys.argv[2:]:
    narrow = read(path)
    assert len(narrow) == len(wide)
    start, end = (abs(narrow[i] / wide[i] - 1) for i in (0, -1))
    print(f"{os.path.basename(path)} starts within "
          f"{'0.1%' if start < 1e-3 else start} and ends within {end:.1%}")
