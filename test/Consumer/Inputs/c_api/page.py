"""Writes a C program with the C examples of a page, in their order."""

import pathlib
import re
import sys

page = pathlib.Path(sys.argv[1]).read_text()
examples = re.findall(r"```c\n(.*?)```", page, re.DOTALL)
assert len(examples) == 2, len(examples)
print(
    '#include "fp8-c/fp8c.h"\n#include <stdio.h>\n#include <string.h>\n'
    "enum { NUM_ARGUMENTS = 8 };\n"
    "void train(const char *text, size_t size, int64_t completed_steps) {\n"
    "fp8c_context context = NULL;\nfp8c_step step = NULL;"
)
print(*examples, "}", sep="\n")
