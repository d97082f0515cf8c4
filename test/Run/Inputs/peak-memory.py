"""peak-memory.py MIB COMMAND...: runs a command and says whether it took more."""

import resource
import subprocess
import sys

limit, command = int(sys.argv[1]), sys.argv[2:]
status = subprocess.run(command).returncode
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
print(f"status {status}, " + (f"{peak} MiB" if peak > limit else f"at most {limit} MiB"))
