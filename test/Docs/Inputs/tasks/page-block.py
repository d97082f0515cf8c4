"""Prints the program of a page: its only block of a language with a certain text.

page-block.py PAGE LANGUAGE TEXT
"""

import pathlib
import re
import sys

page, language, text = sys.argv[1:]
blocks = re.findall(rf"^```{language}\n(.*?)^```", pathlib.Path(page).read_text(), re.M | re.S)
found = [block for block in blocks if text in block]
if len(found) != 1:
    sys.exit(f"expected one block of {language} with '{text}' in {page}, but got {len(found)}")
print(found[0], end="")
