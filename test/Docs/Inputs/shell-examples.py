"""Prints the examples of a page, for a shell that finds the tools, or their
output.

shell-examples.py PAGE            the ```sh blocks, as one script
shell-examples.py PAGE --output   the ```text blocks
"""

import pathlib
import re
import sys

text = pathlib.Path(sys.argv[1]).read_text()
kind = "text" if "--output" in sys.argv else "sh"
if kind == "sh":
    print('export PATH="$(dirname "$FP8_RUN"):$PATH"')
print("\n".join(re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)), end="")
