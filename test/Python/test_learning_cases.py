# RUN: %pytest %s
"""tools/bench/learning_cases.py: its runs, its cache of them, and its goals."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed")
pytest.importorskip("jax", reason="jax is not installed")
pytest.importorskip("safetensors", reason="safetensors is not installed")

BENCH = pathlib.Path(__file__).resolve().parents[2] / "tools" / "bench"


@pytest.fixture(scope="module")
def goals():
    sys.path.insert(0, str(BENCH))
    yield __import__("learning_goals")
    sys.path.remove(str(BENCH))


@pytest.fixture(scope="module")
def bench():
    sys.path.insert(0, str(BENCH))
    yield __import__("learning_inputs")
    sys.path.remove(str(BENCH))


def run(work, text, *options):
    path = os.environ.get("FP8_RUN")
    if not path:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    command = [sys.executable, BENCH / "learning_cases.py", f"--fp8-run={path}", f"--work={work}", "--quick"]
    command += [f"--json={work}/cases.json", f"--page={work}/page.md", *options, "--text", text]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_runs_are_kept(tmp_path, small_text):
    """A run is made once, and a part keeps the rows of the others."""
    page, table = tmp_path / "page.md", tmp_path / "cases.json"
    page.write_text("before\n<!-- cases -->\nold\n<!-- end of cases -->\nafter\n")
    assert "2 runs made" in run(tmp_path, small_text, "--parts", "dying")
    first = json.loads(table.read_text())
    wide, stored = first["dying"]["runs"]
    assert (wide["preset"], stored["preset"]) == ("fp32", "fp8-split8")
    assert wide["displacement_error"] == 0 and wide["along"] == 1
    assert 0 < stored["displacement_error"] < 0.1 and stored["along"] == pytest.approx(1, abs=0.05)
    # A unit that is shut off in a step of 12 keeps nearly the weights of others.
    for key in ("dead_rms", "alive_rms"):
        assert stored[key] == pytest.approx(wide[key], rel=0.05)
    assert stored["dead_rms"] != stored["alive_rms"]
    text = page.read_text()
    assert "old" not in text and text.startswith("before\n") and text.endswith("after\n")
    assert "**dying: " in text and "| `fp8-split8` |" in text

    # One run is missing: it alone is made, as it was.
    (path,) = (tmp_path / "runs").glob("dying-fp8-split8-*.json")
    path.unlink()
    table.write_text(json.dumps({"epochs": first["dying"]}))
    assert "1 runs made" in run(tmp_path, small_text, "--parts", "dying")
    assert json.loads(path.read_text()) | {"seconds": 0} == stored | {"seconds": 0}
    assert set(json.loads(table.read_text())) == {"epochs", "dying"}


def test_pairs(bench):
    """The most common pair is symbol 0; pairs without a symbol share the last one."""
    tokens = np.array([1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 7, 8, 9], np.int32)
    assert bench.make_pairs(tokens, 16).tolist() == [0, 0, 0, 1, 1, 2, 3]
    assert bench.make_pairs(tokens, 3).tolist() == [0, 0, 0, 1, 1, 2, 2]


def test_repeated_batches(bench):
    first, second = bench.repeat((np.arange(10), np.arange(10, 20)), 7, 3)
    assert first.tolist() == [0, 1, 2, 0, 1, 2, 0] and second.tolist() == [10, 11, 12, 10, 11, 12, 10]


def make_run(preset, seed, variant="", **figures):
    return {"variant": variant, "preset": preset, "seed": seed, "validation": 2.0} | figures


def check(goals, part, runs):
    return goals.failures({part: {"rows": goals.summarize(part, runs)}})


@pytest.mark.parametrize(
    "part, key, good, bad",
    [
        ("dying", "dead_rms", 0.96, 1.06),
        ("epochs", "displacement_error", 0.16, 0.18),
        ("rare", "rare_way", 1.04, 1.06),
        ("rates", "along", 0.98, 0.9),
        ("long", "update_ratio", 1.01, 1.03),
    ],
)
def test_figures(goals, part, key, good, bad):
    rest = {"rare_symbols": 9, "died": 1, "of_independent": 1.1}
    wide = make_run("fp32", 0, **rest, **{key: 1.0})
    assert not check(goals, part, [wide, make_run("fp8-split8", 0, **rest, **{key: good})])
    (missed,) = check(goals, part, [wide, make_run("fp8-split8", 0, **rest, **{key: bad})])
    assert missed.startswith(f"{part}, fp8-split8: ")


def test_draws_that_resonate(goals):
    runs = [make_run("fp32", 0, displacement_error=0.0, of_independent=0.0)]
    (missed,) = check(goals, "epochs", [*runs, make_run("fp8-split8", 0, displacement_error=0.16, of_independent=1.3)])
    assert "1.30 of what independent draws lose" in missed


def test_a_figure_of_nothing_fails(goals):
    runs = [make_run(preset, 0, rare_way=0.0, rare_symbols=0) for preset in ("fp32", "fp8-split8")]
    (missed,) = check(goals, "rare", runs)
    assert "nothing" in missed


def test_shut_units(bench):
    """One unit in four sums up less than any bias and weights make up for, from a step on."""
    import argparse

    import config as sizes

    config = sizes.Config(width=8, heads=2)
    offsets = bench.offsets(argparse.Namespace(shut_off=3), config, 5)
    assert offsets.shape == (5, 32) and not offsets[:3].any()
    assert (offsets[3:] < -1000).sum(axis=1).tolist() == [8, 8] and (offsets[3:] == 0).sum(axis=1).tolist() == [24, 24]


def test_losses(goals):
    """With fewer than five seeds, a difference must exceed two standard errors."""

    def runs(*off):
        pairs = [(make_run("fp32", i, along=1.0), make_run("fp8-split8", i, along=1.0)) for i in range(len(off))]
        return [a for a, _ in pairs] + [b | {"validation": 2.0 + x} for (_, b), x in zip(pairs, off)]

    assert not check(goals, "rates", runs(1e-4, 1e-4))
    assert len(check(goals, "rates", runs(2e-3, 2.1e-3))) == 1
    assert not check(goals, "rates", runs(2e-3, -1e-3))
    assert len(check(goals, "rates", runs(8e-3, -1e-3, 1e-3, 0.0, 0.0))) == 1
    assert len(check(goals, "rates", runs(float("nan"), 0.0))) == 1
