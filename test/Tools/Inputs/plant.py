"""Puts a library under every name that a program looks for into a folder.

plant.py LIBRARY FOLDER PROGRAM...

The names are those that the programs need, and what else looks like the name
of a library in them: they open some of these themselves. A program may be a
script that starts another one, so the names of the C and C++ libraries, which
every program needs, are always among them.
"""

import os
import re
import shutil
import sys

library, folder, *programs = sys.argv[1:]
names = {b"libc.so.6", b"libdl.so.2", b"libgcc_s.so.1", b"libm.so.6",
         b"libpthread.so.0", b"librt.so.1", b"libstdc++.so.6"}
for program in programs:
    with open(program, "rb") as file:
        names |= set(re.findall(rb"lib[A-Za-z0-9_+-]+\.so(?:\.[0-9]+)*(?=\0)", file.read()))
os.makedirs(folder, exist_ok=True)
for name in sorted(names):
    shutil.copy(library, os.path.join(folder, name.decode()))
    print(name.decode())
