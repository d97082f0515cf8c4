# RUN: %pytest %s
"""--fp8-raise-updates takes optimizers that it has no name for, and keeps every bit."""

import os
import pathlib
import re
import subprocess

import optimizers
import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)
FP8_OPT = pathlib.Path(FP8_RUN).with_name("fp8-opt")

# These steps need ops on gradients and weights together before any update.
READS_WEIGHTS_FIRST = {"lars"}


def call(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(params=optimizers.OPTIMIZERS)
def raised(request, tmp_path):
    """The name of an optimizer, its step, and the same with updates."""
    states, optimizer, _ = optimizers.OPTIMIZERS[request.param]
    plain, result = tmp_path / "plain.mlir", tmp_path / "raised.mlir"
    plain.write_text(optimizers.make_step(states, optimizer))
    call(FP8_OPT, plain, "--canonicalize", "--cse", "--fp8-raise-updates", "--canonicalize", "-o", result)
    return request.param, plain, result


def run(path, target, *options):
    outputs = path.with_suffix(".safetensors")
    options += ("--steps=3", "--inputs=random:7", "--arg=lr=0.01", "--arg=t=counter:1", f"--outputs={outputs}")
    call(FP8_RUN, path, f"--target={target}", *options)
    return outputs.read_bytes()


def test_one_update_per_parameter(raised):
    name, _, result = raised
    text = result.read_text()
    assert text.count("fp8.update ") == optimizers.OPTIMIZERS[name][2]
    # Remaining ops on tensors with shapes of parameters read no state.
    outside = re.findall(r"^    %\S+ = (?:arith|math)\.(?!constant).*tensor<(?:10x7|7)xf32>$", text, re.M)
    if name not in READS_WEIGHTS_FIRST:
        squares_of_gradients = 2 if name == "lion_ema_clip" else 0
        assert len(outside) == squares_of_gradients, outside


TARGETS = ["reference", "upstream", "cpu", "sim"]
PRESETS = ["fp8-split8", "bf16-residual"]
# Each optimizer takes its turn on half of the targets and presets.
TURNS = range(4) if os.environ.get("FP8_TEST_ALL_SETS") else range(2)


def take_turn(name, turn, choices):
    number = list(optimizers.OPTIMIZERS).index(name)
    return choices[(number + 2 * turn + turn // 2) % len(choices)]


@pytest.mark.parametrize("turn", TURNS)
def test_same_bits(raised, turn):
    name, plain, result = raised
    target = take_turn(name, turn, TARGETS)
    if name == "adan" and target in ("cpu", "sim"):
        # Only an update can replace the gradient of the last step in place.
        assert run(result, "cpu") == run(result, "sim")
        return
    assert run(result, target) == run(plain, target)


@pytest.mark.parametrize("turn", TURNS[::2])
def test_any_optimizer_in_any_storage(raised, turn):
    name, _, result = raised
    preset = take_turn(name, turn, PRESETS)
    options = (f"--storage={preset}", f"--storage-override=w={preset}")
    assert run(result, "cpu", *options) == run(result, "sim", *options)
