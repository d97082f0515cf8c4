"""two-runs.py FOLDER COMMAND...

Starts a run that writes checkpoints to FOLDER and waits for a reader of its
losses; meanwhile a second one; and another when the first has been killed.
"""

import os
import pathlib
import subprocess
import sys
import time

folder, *command = sys.argv[1:]
command.append(f"--checkpoint={folder}")


def has_folder(process):
    """Returns True if a process has opened, and thereby locked, the folder."""
    opened = pathlib.Path(f"/proc/{process.pid}/fd").iterdir()
    return any(os.path.realpath(file) == os.path.realpath(folder) for file in opened)


def run(*options):
    done = subprocess.run([*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    print(done.stderr, end="")
    print("status", done.returncode)


pipe = f"{folder}.pipe"
os.mkfifo(pipe)
first = subprocess.Popen([*command, f"--csv={pipe}"])
try:
    deadline = time.monotonic() + 60
    while not has_folder(first) and time.monotonic() < deadline:
        assert first.poll() is None, "the first run ended"
        time.sleep(0.05)
    time.sleep(0.05)
    run()
    run("--resume")
finally:
    first.kill()
    first.wait()
run("--resume")
print(*sorted(os.listdir(folder)))
