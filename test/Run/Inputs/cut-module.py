"""cut-module.py FOLDER MODULE COMMAND...

Cuts MODULE to nothing once the command has read it: it has opened FOLDER for
its checkpoints, and waits for a reader of its losses. Prints what it says then.
"""

import os
import pathlib
import subprocess
import sys
import time

folder, module, *command = sys.argv[1:]
pipe = f"{folder}.pipe"
os.mkdir(folder)
os.mkfifo(pipe)
process = subprocess.Popen([*command, module, f"--checkpoint={folder}", f"--csv={pipe}"],
                           stderr=subprocess.PIPE, text=True)
deadline = time.monotonic() + 60
while time.monotonic() < deadline and process.poll() is None:
    opened = pathlib.Path(f"/proc/{process.pid}/fd").iterdir()
    if any(os.path.realpath(file) == os.path.realpath(folder) for file in opened):
        break
    time.sleep(0.05)
os.truncate(module, 0)
with open(pipe) as losses:
    losses.read()
print(process.communicate(timeout=60)[1], end="")
print("status", process.returncode)
