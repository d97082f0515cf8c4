"""Drawn mutants that no test can notice: (file name, line, replacement, reason).

Blanks around the line and the replacement do not count. A mutant that compiles
to the code of the original needs no entry.
"""

EQUIVALENT = []
