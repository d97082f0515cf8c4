"""check-remat.py WHAT REPORTS...: saved activations and memory of a step.

budget R BYTES: R saves at most BYTES, in every function.
falls BEFORE AFTER FACTOR: the arena of each function falls to FACTOR or less.
keeps FEWER MORE: FEWER saves fewer bytes than MORE, with more work.
"""
import json
import sys


def read(path):
    return {step["function"]: step for step in json.load(open(path))}


what, *args = sys.argv[1:]
if what == "budget":
    for name, step in read(args[0]).items():
        kept = step["remat"]["kept_bytes"]
        print(f"@{name} keeps {kept}")
        assert 0 < kept <= int(args[1]), "more is kept than was allowed"
        assert step["remat"]["recomputed_values"] > 0, "nothing is computed again"
elif what == "falls":
    before, after = read(args[0]), read(args[1])
    assert before.keys() == after.keys() and before
    for name in before:
        old = before[name]["memory"]["arena_bytes"]
        new = after[name]["memory"]["arena_bytes"]
        print(f"@{name}: {old} to {new}")
        assert new <= float(args[2]) * old, "the arena is too large"
        assert after[name]["remat"]["kept_bytes"] < new, "what is kept is in the arena"
elif what == "keeps":
    fewer, more = read(args[0]), read(args[1])
    for name in fewer:
        a, b = fewer[name]["remat"], more[name]["remat"]
        print(f"@{name}: {a} and {b}")
        assert a["kept_bytes"] < b["kept_bytes"]
        assert a["recomputed_bytes"] > b["recomputed_bytes"]
        assert a["recomputed_flops"] > b["recomputed_flops"] == 0
else:
    sys.exit(f"unknown: {what}")
