"""Checks that a step of more micro-batches has no more kernels, and no more
memory but for gaps: compare-reports.py FEW MANY"""

import json
import sys

few, many = (json.load(open(path)) for path in sys.argv[1:])
for a, b in zip(few, many, strict=True):
    if b["total"]["launches"] <= 2 * a["total"]["launches"]:
        sys.exit(f"expected a multiple of the launches of {a['total']}, got {b['total']}")
    if b["total"]["functions"] != a["total"]["functions"]:
        sys.exit(f"expected the functions of {a['total']}, but got {b['total']}")
    if b["memory"]["live_peak_bytes"] > 1.02 * a["memory"]["live_peak_bytes"]:
        sys.exit(f"expected the memory of {a['memory']}, but got {b['memory']}")
