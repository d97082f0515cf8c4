"""Prints facts about the page of --html and the file of --trace.

usage: read-page.py PAGE.html TRACE.json
"""

import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    page = file.read()
with open(sys.argv[2], encoding="utf-8") as file:
    events = json.load(file)["traceEvents"]
found = re.search(
    r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL
)
data = json.loads(found[1])
print("title:", data["title"])
print("summary:", data["summary"])
compared = data["compare"]
same = "equal" if data["loss"] == compared["loss"] else "different"
print(
    f"losses: {len(data['loss'])}, compared: {len(compared['loss'])}"
    f" of {compared['name']}, {same}"
)
assert len(data["seconds"]) == len(data["ops"]) and min(data["seconds"]) > 0
for buffer in data["buffers"]:
    assert 0 <= buffer["first"] <= buffer["last"] < len(data["ops"]), buffer
    assert buffer["offset"] + buffer["bytes"] <= data["arena"], buffer
print("one time per op, buffers within the arena")
products = [op for op in data["ops"] if "formats" in op]
print("classes of products:", *sorted({op["tensor"].split(":")[-1] for op in products}))
for tensor in data["tensors"]:
    sizes = {key: len(tensor[key]) for key in ("amax", "scale")}
    assert tensor["steps"] == list(range(sizes["amax"])), tensor["steps"]
    print(f"tensor {tensor['name']}: amax {sizes['amax']}, scale {sizes['scale']}")
links = re.findall(r"(?:src|href)=|https?://(?!www\.w3\.org/2000/svg)|@import|fetch\(", page)
print("network:", " ".join(links) or "none")
ops = [event for event in events if event["ph"] == "X"]
assert [event["pid"] for event in ops] == [1] * len(data["ops"]) + [2] * len(data["ops"])
print("trace: one plan and one measured event per op")
