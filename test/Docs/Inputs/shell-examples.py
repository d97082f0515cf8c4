"""Prints the ```sh examples of a page as one script that finds fp8-run.

shell-examples.py PAGE
"""

import pathlib
import re
import sys

text = pathlib.Path(sys.argv[1]).read_text()
print('export PATH="$(dirname "$FP8_RUN"):$PATH"')
print("\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)))
