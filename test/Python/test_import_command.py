# RUN: %pytest %s
"""python -m fp8.import_stablehlo: files, options, errors, and steps that run."""

import csv
import os
import pathlib
import re
import subprocess
import sys

import conftest
import pytest

pytest.importorskip("jax", reason="jax is not installed")

import fp8
from fp8 import import_stablehlo

STEP = """
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %d = stablehlo.subtract %w, %x : tensor<4xf32>
  %sum = "stablehlo.all_reduce"(%d) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %mean = stablehlo.divide %sum, %two : tensor<4xf32>
  %new = stablehlo.subtract %w, %mean : tensor<4xf32>
  %squares = stablehlo.multiply %d, %d : tensor<4xf32>
  %loss = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across
      dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %new, %loss : tensor<4xf32>, tensor<f32>
}
"""

NOTES = """\
fp8.import_stablehlo: note: on one device, stablehlo.all_reduce (x1) gives back its operand
fp8.import_stablehlo: note: a number of devices that sums are divided by stays what it is
"""


@pytest.fixture
def step(tmp_path):
    path = tmp_path / "in.mlir"
    path.write_text(STEP)
    return path


def run(capsys, *arguments):
    """Returns the status, stdout and stderr."""
    status = import_stablehlo.main([str(a) for a in arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_file(step, tmp_path, capsys):
    output = tmp_path / "out.mlir"
    result = run(capsys, step, "-o", output, "--one-device")
    assert result == (0, "", NOTES)
    assert output.read_text() == fp8.jax.import_stablehlo(STEP, one_device=True)
    assert output.stat().st_mode & 0o777 == step.stat().st_mode & 0o777
    assert sorted(os.listdir(tmp_path)) == ["in.mlir", "out.mlir"]


def test_pipe_and_link(step, tmp_path, capsys):
    """Neither is replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
    assert run(capsys, step, "-o", pipe, "--one-device")[0] == 0
    text = reader.communicate(timeout=60)[0]
    assert text == fp8.jax.import_stablehlo(STEP, one_device=True)
    assert pipe.is_fifo()
    link = tmp_path / "link.mlir"
    link.symlink_to("real.mlir")
    assert run(capsys, step, "-o", link, "--one-device")[0] == 0
    assert link.is_symlink()
    assert (tmp_path / "real.mlir").read_text() == text


def test_options(step, capsys):
    lists = ("--names=x=data,w=p.w", "--result-names=new,loss")
    maps = ("--updates=new=p", "--states", "p=param")
    status, text, _ = run(capsys, step, "--one-device", "--entry=main", *lists)
    assert status == 0
    assert re.findall(r'fp8.name = "([^"]*)"', text) == ["p.w", "data", "new", "loss"]
    lists = ("--names", "w", "--names", "data", *lists[1:], "--updates=new=w")
    status, text, _ = run(capsys, step, "--one-device", *lists, "--states=w=param")
    assert status == 0
    assert text.count('fp8.updates = "w"') == text.count("#fp8.state<param>") == 1
    status, text, _ = run(capsys, step, "--one-device", "--no-attributes")
    assert "fp8." not in text
    status, _, error = run(capsys, step, "--one-device", *maps)
    assert (status, error.count("\n")) == (1, 1)
    assert "updates names no result: 'new'" in error


@pytest.mark.parametrize(
    "options, message",
    [
        (
            ["--no-attributes"],
            r'in.mlir: the step of one rank of #fp8.mesh<"dp" = 2> needs .*annotate=True',
        ),
        (["--entry=step"], "in.mlir: no function @step; .* public functions are @main"),
        (["--updates=new"], "in.mlir: expected NAME=NAME in --updates, got 'new'"),
        (["--updates=a=b,a=c"], "in.mlir: --updates names 'a' twice"),
        (["--names=a=b,c"], "in.mlir: expected NAME=NAME in --names, got 'c'"),
    ],
)
def test_errors_leave_what_was_there(step, tmp_path, capsys, options, message):
    output = tmp_path / "out.mlir"
    output.write_text("old")
    status, text, error = run(capsys, step, "-o", output, *options)
    assert (status, text, error.count("\n")) == (1, "", 1)
    assert re.search(f"^fp8.import_stablehlo: error: .*{message}", error)
    assert output.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["in.mlir", "out.mlir"]


def test_files_that_cannot_be_opened(step, tmp_path, capsys):
    status, _, error = run(capsys, tmp_path / "none.mlir")
    assert (status, error.count("\n")) == (1, 1)
    assert error.endswith("none.mlir: No such file or directory\n")
    output = tmp_path / "none" / "out.mlir"
    status, _, error = run(capsys, step, "-o", output, "--one-device")
    assert (status, error.count("\n")) == (1, 1)
    assert error.endswith("No such file or directory\n")
    output = tmp_path / "folder"
    output.mkdir()
    status, _, error = run(capsys, step, "-o", output, "--one-device")
    assert (status, error.count("\n")) == (1, 1)
    assert sorted(os.listdir(tmp_path)) == ["folder", "in.mlir"]


def test_as_a_program(tmp_path):
    environment = dict(os.environ, PYTHONPATH=str(conftest.ROOT / "python"))
    command = [sys.executable, "-m", "fp8.import_stablehlo", "-", "--one-device"]
    done = subprocess.run(
        command, input=STEP, env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, NOTES)
    assert done.stdout == fp8.jax.import_stablehlo(STEP, one_device=True)
    done = subprocess.run(
        command[:-1], input=STEP, env=environment, capture_output=True, text=True
    )
    note = "fp8.import_stablehlo: note: this is the step of one rank: fp8-run --mesh=dp:2"
    assert (done.returncode, done.stderr) == (0, note + "\n")
    assert done.stdout == fp8.jax.import_stablehlo(STEP)
    done = subprocess.run(
        command[:-1], input="step", env=environment, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


# Steps that run.


@pytest.fixture
def losses(tmp_path):
    """A function: a step and options of fp8-run to its losses, as text."""
    fp8_run = os.environ.get("FP8_RUN")
    if not fp8_run:
        pytest.skip("FP8_RUN does not name the fp8-run binary")

    def run(path, *options):
        table = tmp_path / "losses.csv"
        command = [fp8_run, str(path), f"--csv={table}", *options]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        with open(table) as file:
            return [row["loss"] for row in csv.DictReader(file)]

    return run


def shared(name):
    folder = os.environ.get("FP8_SHARED_GRAPHS", "")
    path = pathlib.Path(folder) / name
    if not folder or not path.is_file():
        pytest.skip(f"FP8_SHARED_GRAPHS names no folder with {name}")
    return path


def imported(path, output, *options):
    assert import_stablehlo.main([str(path), "-o", str(output), *options]) == 0
    return output


def test_mean_of_two_devices_on_one(step, tmp_path, losses):
    output = imported(step, tmp_path / "out.mlir", "--one-device")
    found = losses(output, "--steps=3", "--arg=w=1", "--arg=x=0")
    # The sum has one summand, and its half is subtracted.
    assert [float(loss) for loss in found] == [4.0, 1.0, 0.25]


def test_stablehlo_and_linalg_of_one_step(tmp_path, losses):
    other = shared("jax_mnist_mlp_sgd.linalg.mlir")
    step = shared("jax_mnist_mlp_sgd.stablehlo.mlir")
    output = imported(step, tmp_path / "out.mlir")
    options = (
        "--steps=2",
        "--inputs=random:1",
        "--arg=8=0.01",
        "--arg=7=random:3:0:10",
    )
    assert losses(output, *options) == losses(other, *options)


@pytest.mark.parametrize("target", ["reference", "cpu"])
def test_mean_of_two_devices(step, tmp_path, losses, target):
    output = imported(step, tmp_path / "out.mlir")
    (tmp_path / "x.npy").write_bytes(npy([[1.0] * 4, [3.0] * 4]))
    found = losses(
        output,
        "--mesh=dp:2",
        f"--target={target}",
        "--steps=3",
        "--arg=w=1",
        f"--arg=x={tmp_path / 'x.npy'}",
    )
    # The loss is the mean of 4 * (1 - 1)^2 and 4 * (1 - 3)^2. The states are the
    # mean of the batches from then on.
    assert [float(loss) for loss in found] == [8.0, 4.0, 4.0]


def npy(values):
    import io

    import numpy as np

    file = io.BytesIO()
    np.save(file, np.array(values, np.float32))
    return file.getvalue()


def test_data_parallel_step_on_two_ranks(tmp_path, losses):
    step = shared("lean_cifar8_adamw_dp.stablehlo.mlir")
    output = imported(step, tmp_path / "out.mlir")
    found = losses(
        output, "--mesh=dp:2", "--steps=2", "--inputs=random:1", "--target=cpu"
    )
    assert len(found) == 2 and all(abs(float(loss)) < 10 for loss in found)


def test_data_parallel_step_on_one_device(tmp_path, losses):
    step = shared("lean_cifar8_adamw_dp.stablehlo.mlir")
    output = imported(step, tmp_path / "out.mlir", "--one-device")
    found = losses(output, "--steps=2", "--inputs=random:1", "--target=cpu")
    assert len(found) == 2 and all(abs(float(loss)) < 10 for loss in found)
