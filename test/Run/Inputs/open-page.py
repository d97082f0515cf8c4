"""Opens a page in headless Chromium at two widths, light and dark.

usage: open-page.py PAGE.html

Prints the number of drawings, and what the page reports as errors. With
FP8_SCREENSHOTS, a folder, also saves what the browser shows.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
# A browser does not work with the preloaded runtime of a sanitizer.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}


def browse(page, width, dark, *options):
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            [
                BROWSER,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--enable-logging=stderr",
                f"--user-data-dir={profile}",
                f"--window-size={width},2600",
                f"--blink-settings=preferredColorScheme={0 if dark else 1}",
                *options,
                page.as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=300,
            check=True,
            env=ENVIRONMENT,
        )


def main():
    page = pathlib.Path(sys.argv[1]).resolve()
    folder = os.environ.get("FP8_SCREENSHOTS")
    for width, dark in ((1600, False), (1600, True), (360, False), (360, True)):
        result = browse(page, width, dark, "--dump-dom")
        errors = re.findall(r"CONSOLE.*|Uncaught.*", result.stderr)
        assert not errors, errors
        sections = re.findall(r'<section id="(\w+)">(.*?)</section>', result.stdout, re.DOTALL)
        drawn = [name for name, body in sections if "<svg" in body or "<td" in body]
        print(f"{width} pixels, {'dark' if dark else 'light'}:", *drawn)
        if folder:
            name = f"{page.stem}-{width}-{'dark' if dark else 'light'}.png"
            browse(page, width, dark, f"--screenshot={pathlib.Path(folder) / name}")


main()
