"""truncate-inputs.py FOLDER INPUTS COMMAND...

Runs a command twice, and cuts INPUTS to nothing after the first step of the
second time: both times the losses are the same.
"""

import os
import subprocess
import sys

folder, inputs, *command = sys.argv[1:]


def read_losses(lines):
    return [line.rsplit(",", 1)[0] for line in lines]


whole = os.path.join(folder, "whole.csv")
subprocess.run([*command, f"--inputs={inputs}", f"--csv={whole}"], check=True)

pipe = os.path.join(folder, "pipe")
os.mkfifo(pipe)
process = subprocess.Popen([*command, f"--inputs={inputs}", f"--csv={pipe}"])
with open(pipe) as lines:
    first = [lines.readline(), lines.readline()]
    os.truncate(inputs, 0)
    cut = first + lines.readlines()
print("status", process.wait())
with open(whole) as lines:
    print("losses", "equal" if read_losses(lines) == read_losses(cut) else "differ")
