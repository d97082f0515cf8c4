"""check-memory.py REPORT COUNT: the memory of the report against a count."""
import json
import sys

report, count = json.load(open(sys.argv[1])), int(sys.argv[2])
(step,) = report
memory = step["memory"]
peak, arena = memory["live_peak_bytes"], memory["arena_bytes"]
print(f"live {peak}, arena {arena}, counted {count}")
assert 0 < peak <= arena, "the arena holds what lives"
assert peak <= count, "more lives than was counted"
assert arena <= 1.1 * peak, "the arena has gaps"
assert step["total"]["launches"] > 80
