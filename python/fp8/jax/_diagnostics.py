"""One-line messages from MLIR diagnostics."""

import re


def first_line(error):
    """Returns the location and the text of the first diagnostic of an ir.MLIRError.

    The location is omitted unless the module is text.
    """
    message = " ".join(str(error).split())
    pattern = r'error: (?:unknown|"-":(\d+):(\d+)): (.*?)(?: (?:note|error): |$)'
    found = re.search(pattern, message)
    if not found:
        return message
    line, column, what = found.groups()
    # Bytecode has a line 0.
    return f"line {line}, column {column}: {what}" if int(line or 0) else what
