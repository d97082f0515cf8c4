"""two-runs.py FOLDER COMMAND...

Starts a run that writes checkpoints to FOLDER and waits for a reader of its
losses; meanwhile a second one; and another when the first has been killed.
"""

import fcntl
import os
import subprocess
import sys
import time

folder, *command = sys.argv[1:]
command.append(f"--checkpoint={folder}")


def is_locked():
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)


def run(*options):
    done = subprocess.run([*command, *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    print(done.stderr, end="")
    print("status", done.returncode)


pipe = f"{folder}.pipe"
os.mkfifo(pipe)
first = subprocess.Popen([*command, f"--csv={pipe}"])
try:
    deadline = time.monotonic() + 60
    while not is_locked() and time.monotonic() < deadline:
        assert first.poll() is None, "the first run ended"
        time.sleep(0.01)
    run()
    run("--resume")
finally:
    first.kill()
    first.wait()
run("--resume")
print(*sorted(os.listdir(folder)))
