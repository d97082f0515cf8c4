# RUN: %pytest %s
"""tools/bench/learning.py: every preset trains, and the probes leave the step as it is."""

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
PRESETS = ["fp32", "bf16-residual", "fp8-split8", "fp8-split16"]
STEPS = ["--steps=8", "--validation=3", "--counted=4", "--tail=4"]


@pytest.fixture(scope="module")
def fp8_run():
    path = os.environ.get("FP8_RUN")
    if not path:
        pytest.skip("FP8_RUN does not name the fp8-run binary")
    return pathlib.Path(path)


@pytest.fixture(scope="module")
def bench():
    sys.path.insert(0, str(BENCH))
    yield __import__("learning")
    sys.path.remove(str(BENCH))


def run_script(work, fp8_run, small_text):
    command = [sys.executable, BENCH / "learning.py", f"--fp8-run={fp8_run}"]
    command += [f"--work={work}", f"--json={work}/learning.json", f"--page={work}/learning.md"]
    command += [*STEPS, "--seeds=2", "--recipes", "none", "--beta2", "0.999", "--layers=1"]
    command += ["--text", small_text]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def trained(tmp_path_factory, fp8_run, small_text):
    """The folder of a short run of the script."""
    work = tmp_path_factory.mktemp("learning")
    page = work / "learning.md"
    page.write_text("before\n<!-- table -->\nold\n<!-- end of table -->\nafter\n")
    run_script(work, fp8_run, small_text)
    return work


def test_runs_are_kept(trained, fp8_run, small_text):
    """A second call of the script repeats the one run whose result is missing."""
    results = sorted(trained.glob("runs/*.json"))
    assert len(results) == 2 * len(PRESETS)
    before = json.loads((trained / "learning.json").read_text())
    times = [path.stat().st_mtime_ns for path in results]
    results[0].unlink()
    run_script(trained, fp8_run, small_text)
    again = [path.stat().st_mtime_ns for path in results]
    assert again[0] > times[0] and again[1:] == times[1:]
    assert json.loads((trained / "learning.json").read_text()) == before


def test_every_preset_trains(trained):
    record = json.loads((trained / "learning.json").read_text())
    rows = {row["preset"]: row for row in record["rows"]}
    assert list(rows) == PRESETS
    assert len(record["runs"]) == 2 * len(PRESETS)
    # No preset is another one in disguise, and no seed another.
    assert len({run["validation"] for run in record["runs"]}) == len(record["runs"])
    wide = rows["fp32"]
    assert wide["validation_difference"]["seeds"] == [0.0, 0.0]
    # The AdamW beside the step is the step's own if nothing is stored otherwise.
    assert (wide["update_ratio"], wide["update_error"], wide["displacement_error"]) == (1, 0, 0)
    for preset in PRESETS[1:]:
        row = rows[preset]
        assert 0.9 < row["update_ratio"] < 1.1
        updates = row["updates"].values()
        assert min(updates) <= row["update_ratio"] <= max(updates)
        assert 0 < row["update_error"] < 0.3
        assert 0 < row["displacement_error"] < 0.1
        seeds = row["validation_difference"]["seeds"]
        assert row["validation_difference"]["mean"] == pytest.approx(np.mean(seeds))
        assert 0 < max(map(abs, seeds)) < 0.1
    # 8 more bits keep more of an update.
    lost = {preset: row["displacement_error"] for preset, row in rows.items()}
    assert lost["fp8-split16"] < 0.1 * lost["fp8-split8"]


def test_bytes(trained):
    rows = json.loads((trained / "learning.json").read_text())["rows"]
    stored = {row["preset"]: row["bytes_per_stored"] for row in rows}
    assert stored["fp32"] == 12
    assert stored["bf16-residual"] == 8
    # Two moments with 4 bytes per group of 128 each; a scale and an amax per weight. The
    # columns of the output layer, a ninth of one layer, are 64 long.
    columns = 1 / 9 / 16
    assert 4 + 1 / 16 + columns < stored["fp8-split8"] < 4.065 + columns
    assert 5 + 1 / 16 + columns < stored["fp8-split16"] < 5.065 + columns


def test_page(trained):
    lines = (trained / "learning.md").read_text().splitlines()
    assert "old" not in lines and lines[0] == "before" and lines[-1] == "after"
    assert all(any(f"| `{preset}` |" in line for line in lines) for preset in PRESETS)


def test_probes_change_nothing(trained, tmp_path, fp8_run):
    """The captured step without probes has the very same losses."""
    for preset in ("fp32", "fp8-split8"):
        table = tmp_path / f"{preset}.csv"
        command = [fp8_run, trained / "plain-0.999.mlir", "--loss=0", "--steps=11"]
        command += [f"--storage={preset}", f"--csv={table}", "--num-threads=1"]
        command += [f"--inputs={without_probes(trained, tmp_path)}"]
        command += ["--arg=fp8.rng=1"] if preset != "fp32" else []
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        probed = trained / f"0.999-none-{preset}-1.csv"
        assert losses(table) == losses(probed), preset


def without_probes(trained, tmp_path):
    from safetensors import numpy as safetensors

    tensors = safetensors.load_file(trained / "inputs-0.999-1.safetensors")
    extra = ("probes.", "counts", "training", "limit")
    path = tmp_path / "inputs.safetensors"
    safetensors.save_file({n: x for n, x in tensors.items() if not n.startswith(extra)}, path)
    return path


def losses(table):
    return [line.split(",")[1] for line in table.read_text().splitlines()]


def test_fine_tuning(tmp_path, fp8_run, small_text):
    """Every preset begins at the weights that f32 states reached, at a constant rate."""
    page = tmp_path / "page.md"
    page.write_text("<!-- table -->\nkept\n<!-- end of table -->\n<!-- fine-tuning -->\n<!-- end of fine-tuning -->\n")
    command = [sys.executable, BENCH / "learning.py", f"--fp8-run={fp8_run}", f"--work={tmp_path}"]
    command += [f"--json={tmp_path}/tuning.json", f"--page={page}", "--base-steps=6", "--base-lr=0.01"]
    command += [*STEPS, "--lr=1e-5", "--seeds=1", "--recipes", "current", "--beta2", "0.999"]
    command += ["--layers=1", "--text", small_text, "--presets", "fp32", "fp8-split8", "fp8-split16", "msamp"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    record = json.loads((tmp_path / "tuning.json").read_text())
    rows = {row["preset"]: row for row in record["rows"]}
    assert (record["base_steps"], record["base_lr"]) == (6, 0.01)
    assert rows["fp32"]["displacement_error"] == 0
    # 8 steps of 1e-5: a weight moves by less than their sum, and not by much less.
    assert 1e-5 < rows["fp32"]["displacement"] < 8.1e-5
    lost = {preset: row["displacement_error"] for preset, row in rows.items()}
    assert lost["fp8-split16"] < 0.02 < lost["fp8-split8"]
    # An f16 weight hardly moves by 1e-5.
    assert lost["msamp"] > 0.3
    assert rows["msamp"]["bytes_per_stored"] < 5.01
    # Losses start from the weights of the previous run.
    from safetensors import numpy as safetensors

    given = safetensors.load_file(tmp_path / "inputs-0.999-0.safetensors")
    base = safetensors.load_file(tmp_path / "base-0.999-0.safetensors")
    name = "params.h0.mlp.fc.weight"
    np.testing.assert_array_equal(given[name], base[name])
    assert set(given["lr"][:8]) == {np.float32(1e-5)}
    text = page.read_text()
    assert "kept" in text and "8 steps of the rate 1e-05 after 6 steps with f32 states" in text


def test_failures_of_tuning(bench):
    row = {"preset": "fp8-split8", "recipe": "current", "beta2": 0.999, "displacement_error": 0.11}
    row |= {"bytes_per_stored": 4.065, "validation_difference": {"mean": 0.0002}}
    find = bench.learning_figures.failures_of_tuning
    assert not find([row], [0.999])
    assert len(find([row | {"displacement_error": float("nan")}], [0.999])) == 1
    assert len(find([row | {"bytes_per_stored": 4.1}], [0.999])) == 1
    worse = row | {"validation_difference": {"mean": 0.01}}
    assert len(find([worse], [0.999])) == 1
    # Without a recipe f32 weights are read in f32.
    assert not find([worse | {"recipe": "none"}], [0.999])
    assert len(find([row | {"preset": "fp8-split16"}], [0.999])) == 1
    assert not find([worse | {"preset": "msamp"}], [0.999])
    assert len(find([row | {"displacement_error": 0.13}], [0.999])) == 1


def test_held_out_text_is_not_trained_on(bench):
    kept, held_out = bench.learning_inputs.split_text(np.arange(1200))
    assert len(kept) == 1100 and len(held_out) == 100
    assert not set(kept) & set(held_out)


def test_limit_is_that_of_exact_moments(bench):
    """No gradients make a larger update, and the worst ones come near."""
    beta1, beta2, steps = 0.9, 0.999, 50
    limits = bench.learning_inputs.limits(steps, beta1, beta2)
    assert limits[0] == pytest.approx(1)
    for t in (1, 2, 10, 50):
        # Equality in the Cauchy-Schwarz inequality.
        g = (beta1 / beta2) ** np.arange(t)[::-1]
        age = np.arange(t)[::-1]
        m = (1 - beta1) * (beta1**age * g).sum() / (1 - beta1**t)
        v = (1 - beta2) * (beta2**age * g * g).sum() / (1 - beta2**t)
        assert m / np.sqrt(v) == pytest.approx(limits[t - 1])


def test_failures(bench):
    row = {"preset": "fp8-split8", "recipe": "current", "beta2": 0.999, "update_ratio": 1.01}
    row["validation_difference"] = {"mean": 0.001}
    assert not bench.learning_figures.failures([row], [0.999])
    assert len(bench.learning_figures.failures([row | {"update_ratio": 1.25}], [0.999])) == 1
    worse = row | {"validation_difference": {"mean": float("nan")}}
    assert len(bench.learning_figures.failures([worse], [0.999])) == 1
    assert not bench.learning_figures.failures([worse], [0.95])
