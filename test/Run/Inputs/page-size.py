"""Prints the size of the page of --html: page-size.py PAGE.html"""

import json
import pathlib
import re
import sys

page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
data = json.loads(found[1])
size = "under" if len(page.encode()) < 3e6 else "above"
print(f"{len(data['ops'])} launches, {len(data['tensors'])} tensors, {size} 3 MB")
