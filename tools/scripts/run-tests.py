#!/usr/bin/env python3
"""Runs lit and closes with the line `N passed, N failed`.

    run-tests.py FOLDER [FOLDERS AND LIT OPTIONS]

FOLDER, or a test, is in a build. Its lit is the one that CMake has found.
"""
import collections
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys

FAILED = {"FAIL", "TIMEOUT", "UNRESOLVED", "XPASS"}
# Seconds after which lit stops a test, without and with sanitizers.
LIMIT, SANITIZER_LIMIT = 900, 3600


def find_value(cache: str, name: str) -> str:
    """Returns the value of `name` in the text of a CMake cache, or an empty string."""
    found = re.search(rf"^{name}:\w+=(.+)$", cache, re.M)
    return found[1] if found else ""


def read_cache(place: pathlib.Path) -> str:
    """Returns the CMake cache of the build around `place`, which has found lit."""
    for folder in place.resolve().parents:
        file = folder / "CMakeCache.txt"
        cache = file.read_text() if file.exists() else ""
        if find_value(cache, "LLVM_EXTERNAL_LIT"):
            return cache
    sys.exit(f"expected a test or a folder of tests in a build, such as build/test, but got {place}")


def main() -> int:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, *options = sys.argv[1:]
    place = pathlib.Path(folder)
    cache = read_cache(place)
    lit = find_value(cache, "LLVM_EXTERNAL_LIT")
    report = (place if place.is_dir() else place.parent) / "results.json"
    report.unlink(missing_ok=True)
    jobs = str(min(os.cpu_count() or 1, 8))
    command = [sys.executable, lit, "-sv", "-j", jobs]
    # lit stops a test that hangs only where it can find the test's children.
    if importlib.util.find_spec("psutil"):
        limit = SANITIZER_LIMIT if find_value(cache, "FP8_SANITIZE") else LIMIT
        command.append(f"--timeout={limit}")
    status = subprocess.run([*command, "-o", report, folder, *options])
    if not report.exists():
        return status.returncode or 1
    tests = json.loads(report.read_text())["tests"]
    codes = collections.Counter(test["code"] for test in tests)
    print("Slowest tests:")
    for test in sorted(tests, key=lambda t: -t.get("elapsed", 0))[:5]:
        print(f"  {test.get('elapsed', 0):6.1f} s  {test['name']}")
    failed = sum(codes[code] for code in FAILED)
    passed = codes["PASS"] + codes["XFAIL"] + codes["FLAKYPASS"]
    skipped = codes["UNSUPPORTED"] + codes["SKIPPED"]
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return status.returncode


if __name__ == "__main__":
    sys.exit(main())
