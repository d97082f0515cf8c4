# RUN: %pytest %s
"""tools/bench/recipes.py: every recipe trains, and the page says how well."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("numpy", reason="numpy is not installed")

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "bench" / "recipes.py"


def test_every_recipe_is_near_fp32(tmp_path, small_text):
    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    page = tmp_path / "recipes.md"
    page.write_text("before\n<!-- table -->\nold\n<!-- end of table -->\nafter\n")
    command = [sys.executable, SCRIPT, f"--fp8-run={fp8_run}", "--target=upstream"]
    command += [f"--work={tmp_path}", f"--json={tmp_path}/r.json", f"--page={page}"]
    command += ["--steps=12", "--formats", "hybrid", "--text", small_text]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "r.json").read_text())["rows"]
    recipes = ["none", "current", "delayed", "row", "block", "mx"]
    assert [row["recipe"] for row in rows] == recipes
    losses = {row["final_loss"] for row in rows}
    assert len(losses) == len(rows)  # No recipe is another one in disguise.
    lines = page.read_text().splitlines()
    assert "old" not in lines and lines[0] == "before" and lines[-1] == "after"
    assert all(any(f"| `{name}` |" in line for line in lines) for name in recipes[1:])
