# RUN: %pytest %s
"""The char_gpt example: checked-in text, data, demo."""

import os
import re
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed")

import config as sizes  # noqa: E402 (need numpy)
import data  # noqa: E402


@pytest.fixture(scope="module")
def text(example):
    return (example / "char_gpt.mlir").read_text()


def signature(text):
    """([argument attributes], [result attributes]) of @train_step."""
    head = re.search(r"func\.func public @train_step\((.*)\) -> \((.*)\) \{\n", text)
    pattern = r"tensor<([^>]*)> \{([^}]*)\}"
    sides = []
    for side in head.groups():
        values = []
        for shape, attributes in re.findall(pattern, side):
            strings = re.findall(r'([\w.]+) = "([^"]*)"', attributes)
            kinds = re.findall(r"(fp8\.state) = #fp8\.state<(\w+)>", attributes)
            values.append(dict(strings + kinds))
            values[-1]["type"] = shape
        sides.append(values)
    return sides


def test_capture_gives_the_checked_in_text(text):
    pytest.importorskip("jax", reason="jax is not installed")
    from importlib import metadata

    from fp8.jax._packages import TESTED_JAX

    if metadata.version("jaxlib") != TESTED_JAX:
        pytest.skip(f"the text is jaxlib {TESTED_JAX}'s")
    import capture

    assert capture.captured(sizes.Config()) == text


def test_parses(text, mlir_opt):
    command = [mlir_opt, "--allow-unregistered-dialect", "-o", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_names_and_updates_agree(text):
    arguments, results = signature(text)
    assert results[0]["fp8.name"] == "loss" and results[0]["type"] == "f32"
    by_name = {value["fp8.name"]: value for value in arguments}
    assert len(by_name) == len(arguments)
    for result in results[1:]:
        argument = by_name[result["fp8.updates"]]
        assert argument["type"] == result["type"]
        assert argument["fp8.state"] in ("param", "moment", "step")
    updated = [result["fp8.updates"] for result in results[1:]]
    data_names = ["idx", "targets", "lr"]
    assert updated + data_names == [value["fp8.name"] for value in arguments]


def test_parameters_of_text_and_config_agree(text):
    arguments, _ = signature(text)
    shapes = {
        f"params.{name}": "x".join([*map(str, shape), "f32"])
        for name, shape in sizes.parameter_shapes(sizes.Config()).items()
    }
    captured = {
        value["fp8.name"]: value["type"]
        for value in arguments
        if value.get("fp8.state") == "param"
    }
    assert captured == shapes


def test_inputs(small_text):
    config, steps = sizes.Config(), 7
    tensors = data.inputs(config, steps, seed=3, text=[small_text])
    shape = (steps, config.batch, config.context)
    assert tensors["idx"].shape == tensors["targets"].shape == shape
    assert tensors["idx"].dtype == tensors["targets"].dtype == np.int32
    assert 0 <= tensors["idx"].min() and tensors["idx"].max() < config.vocab
    assert (tensors["idx"][..., 1:] == tensors["targets"][..., :-1]).all()
    assert tensors["lr"].shape == (steps,) and tensors["lr"].dtype == np.float32
    for name, shape in sizes.parameter_shapes(config).items():
        assert tensors[f"params.{name}"].shape == shape
        assert tensors[f"params.{name}"].dtype == np.float32
    assert len(tensors) == 3 + len(sizes.parameter_shapes(config))


def test_inputs_depend_on_the_seed_only(small_text):
    first, second, other = (
        data.inputs(sizes.Config(), 5, seed, [small_text]) for seed in (1, 1, 2)
    )
    assert all((first[name] == second[name]).all() for name in first)
    assert (first["idx"] != other["idx"]).any()


def test_streams_are_frozen():
    """Other versions of numpy must give the same batches and weights."""
    tokens = np.arange(10000, dtype=np.int32)
    idx, _ = data.batches(tokens, 1, sizes.Config(), seed=0)
    assert idx[0, :, 0].tolist() == FIRST_STARTS
    wte = sizes.initial_parameters(sizes.Config(), 0)["wte"]
    np.testing.assert_allclose(wte[0, :3], FIRST_WEIGHTS, rtol=1e-6)


FIRST_STARTS = [2732, 9845, 3264, 4859]
FIRST_WEIGHTS = [0.11025327, 0.02500983, 0.06117112]


def test_alphabet(small_text):
    assert len(data.ALPHABET) == len(set(data.ALPHABET)) == 96
    tokens = data.encode("\n a~\u00e9")
    assert tokens.tolist() == [0, 1, 66, 95, 1]


def test_schedule():
    lr = data.schedule(100, peak=1.0)
    assert lr.argmax() in (9, 10) and lr.max() == 1.0
    assert 0.0 < lr[0] <= 0.1 and lr[-1] == pytest.approx(0.1, abs=0.01)


def test_errors(small_text, monkeypatch, tmp_path):
    with pytest.raises(ValueError, match="not a multiple of the 5 heads"):
        sizes.Config(heads=5)
    with pytest.raises(ValueError, match="the vocabulary has 96 symbols, the model 64"):
        data.inputs(sizes.Config(vocab=64), 1, text=[small_text])
    with pytest.raises(ValueError, match="the text has 3 characters"):
        data.batches(np.zeros(3, np.int32), 1, sizes.Config())
    monkeypatch.setattr(data, "LICENSES", tmp_path / "absent")
    with pytest.raises(FileNotFoundError, match="name files with --text"):
        data.read_text()


def test_safetensors_round_trip(tmp_path, small_text):
    safetensors = pytest.importorskip("safetensors.numpy")
    tensors = data.inputs(sizes.Config(), 2, text=[small_text])
    data.write(tmp_path / "f.safetensors", tensors)
    read = safetensors.load_file(tmp_path / "f.safetensors")
    assert read.keys() == tensors.keys()
    assert all((read[k] == tensors[k]).all() for k in read)


FAKE_RUN = """#!{python}
import json, shutil, sys
options = dict(a[2:].split("=", 1) for a in sys.argv[1:] if a.startswith("--") and "=" in a)
if "report" in options:
    print(json.dumps([dict(function="step", memory=dict(state_bytes=123456))]))
    sys.exit()
offset = {offsets}[options["recipe"] + options.get("storage", "")]
if offset is None:
    sys.exit("no such device")
rows = open({jax!r}).read().split()[1:]
rows = [row.split(",") for row in rows]
lines = [f"{{k}},{{float(loss) * offset}},0.01" for k, loss, _ in rows]
open(options["csv"], "w").write("\\n".join(["step,loss,seconds", *lines]) + "\\n")
shutil.copy(options["inputs"], options["outputs"])
"""
LABELS = ("none", "current", "currentfp8-split8")


def run_demo(example, folder, offsets):
    """Runs demo.py with a stand-in for fp8-run, whose losses are those of JAX times
    an offset."""
    pytest.importorskip("jax", reason="jax is not installed")
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    pytest.importorskip("safetensors", reason="safetensors is not installed")
    fake, out = folder / "fp8-run", folder / "out"
    offsets = dict(zip(LABELS, offsets))
    jax_table = str(out / "jax.csv")
    fake.write_text(FAKE_RUN.format(python=sys.executable, offsets=repr(offsets).replace('inf', 'float("inf")'), jax=jax_table))
    fake.chmod(0o755)
    return subprocess.run(
        [sys.executable, example / "demo.py", "--steps=8", f"--output={out}"]
        + [f"--fp8-run={fake}", f"--text={example / 'model.py'}"],
        capture_output=True,
        text=True,
        env=os.environ | {"FP8RT_CUDA_DRIVER": "/nonexistent"},
    )


def test_demo_succeeds(example, tmp_path):
    done = run_demo(example, tmp_path, (1.0, 1.005, 0.999))
    assert done.returncode == 0, done.stderr
    for line in (
        "This machine's CPU cannot multiply FP8",
        "text before training:\n  | The ",
        "text after 8 steps:\n  | The ",
        "  JAX, fp32                step 8/8, loss ",
    ):
        assert line in done.stdout
    row = r"^{} +\d\.\d{{4}} +{} +{} +{}$"
    for label, versus, size, time in (
        ("JAX, fp32", "", "1,373,188", r"\d+\.\d\d"),
        ("FP8 matmuls", r"\+0\.50 %", "123,456", r"10\.00"),
        ("FP8 matmuls and states", r"-0\.10 %", "123,456", r"10\.00"),
    ):
        assert re.search(row.format(label, versus, size, time), done.stdout, re.M)
    # One measure of time.
    assert "steps/s" not in done.stdout and done.stdout.count("ms/step") == 2
    svg = (tmp_path / "out" / "loss.svg").read_text()
    assert "</svg>" in svg and (tmp_path / "out" / "loss.png").stat().st_size > 10000
    assert (tmp_path / "out" / "inputs.safetensors").stat().st_mode & 0o044


def test_demo_reports_losses_that_are_off(example, tmp_path):
    done = run_demo(example, tmp_path, (1.0, 1.02, float("inf")))
    assert done.returncode == 1 and "try next" not in done.stdout
    assert done.stderr == (
        "demo: FP8 matmuls: the final loss is +2.00 % off JAX's, allowed is 1.0 %\n"
        "demo: FP8 matmuls and states: the final loss is +inf % off JAX's, allowed is "
        "1.0 %\n"
    )


def test_demo_reports_a_failed_run(example, tmp_path):
    done = run_demo(example, tmp_path, (1.0, None, 1.0))
    assert done.returncode == 1
    assert re.search("--recipe=current .* ended with status 1:\nno such dev", done.stderr)
