"""What MLIR says about a module, in one line."""

import re


def first_line(error):
    """Where and what the first diagnostic of an ir.MLIRError is; a place in a text
    only, as other modules have none."""
    message = " ".join(str(error).split())
    pattern = r'error: (?:unknown|"-":(\d+):(\d+)): (.*?)(?: (?:note|error): |$)'
    found = re.search(pattern, message)
    if not found:
        return message
    line, column, what = found.groups()
    # Bytecode has a line 0.
    return f"line {line}, column {column}: {what}" if int(line or 0) else what
