# RUN: %pytest %s
"""Whatever ends a run of fp8-run, --resume ends where an unbroken run ends.

FP8_TEST_KILLS is how often the run is killed.
"""

import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import time

import numpy as np
import pytest
import tensors

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

STEP = pathlib.Path(__file__).resolve().parents[1] / "Run" / "Inputs" / "stored.mlir"
KILLS = int(os.environ.get("FP8_TEST_KILLS", "12"))


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Gradients of five steps, and the seed of the draws."""
    numbers = random.Random(5)
    count = 5 * 16 * 64
    gradients = np.array([numbers.gauss(0, 1) for _ in range(count)], np.float32)
    path = tmp_path_factory.mktemp("inputs") / "inputs.safetensors"
    tensors.write(path, {"g": ("F32", gradients.reshape(5, 16, 64)), "seed": ("I32", np.array(7, np.int32))})
    return path


def command(inputs, steps, *options):
    base = [
        FP8_RUN,
        STEP,
        f"--inputs={inputs}",
        "--arg=t=counter:1",
        f"--steps={steps}",
    ]
    return [*map(str, base), *options]


def run(inputs, steps, *options):
    """The text of stderr."""
    done = subprocess.run(
        command(inputs, steps, *options), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def checkpoints(folder):
    """The steps of the checkpoints, in order."""
    names = (
        re.fullmatch(r"step-(\d+)\.safetensors", path.name) for path in folder.iterdir()
    )
    return sorted(int(name[1]) for name in names if name)


def losses(path):
    return [line.split(",")[:2] for line in path.read_text().splitlines()]


def test_killed_at_random_moments(inputs, tmp_path):
    steps, every = 600, 7
    begin = time.monotonic()
    run(inputs, 1)
    start = time.monotonic() - begin
    run(
        inputs,
        steps,
        f"--outputs={tmp_path / 'whole'}",
        f"--csv={tmp_path / 'whole.csv'}",
    )
    moments = random.Random(KILLS)
    kills = rounds = with_progress = 0
    while kills < KILLS:
        folder = tmp_path / f"round-{rounds}"
        folder.mkdir()
        rounds += 1
        options = [f"--checkpoint={folder}", f"--checkpoint-every={every}", "--resume"]
        options += [
            f"--outputs={tmp_path / 'resumed'}",
            f"--csv={tmp_path / 'resumed.csv'}",
        ]
        before = []
        while True:
            process = subprocess.Popen(
                command(inputs, steps, *options),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            if kills < KILLS:
                # Some moments are before the first step; others after a checkpoint.
                if moments.random() < 0.5:
                    while (
                        process.poll() is None
                        and checkpoints(folder)[-1:] == before[-1:]
                    ):
                        time.sleep(0.001)
                time.sleep(moments.uniform(0, start))
                process.kill()
            _, notes = process.communicate()
            assert "warning" not in notes and "error" not in notes, notes
            # The checkpoint of the last step leaves nothing to run.
            latest = [step for step in before if step < steps]
            if latest and notes:
                assert f"going on from {folder}/step-{latest[-1]}.safetensors" in notes
            if process.returncode == 0:
                break
            assert process.returncode == -signal.SIGKILL
            kills += 1
            after = checkpoints(folder)
            # A file that is there is whole, and only a newer one removes it.
            assert after[-2:] == after or len(after) == 3, after
            assert not before or after[-1] >= before[-1]
            with_progress += after != before
            before = after
        assert checkpoints(folder) == [595, 600]
        assert not list(folder.glob("*.tmp"))
        assert (tmp_path / "resumed").read_bytes() == (tmp_path / "whole").read_bytes()
        assert losses(tmp_path / "resumed.csv") == losses(tmp_path / "whole.csv")
    # Not all died before they had done anything.
    assert with_progress >= 1


def test_resumes_on_another_target(inputs, tmp_path):
    run(inputs, 12, "--target=reference", f"--outputs={tmp_path / 'whole'}")
    folder = f"--checkpoint={tmp_path / 'c'}"
    run(inputs, 3, folder, "--target=sim")
    run(inputs, 6, folder, "--resume", "--target=reference")
    run(inputs, 9, folder, "--resume", "--target=upstream")
    # stock has its own order of sums: only the loss is one.
    run(
        inputs,
        12,
        folder,
        "--resume",
        "--target=cpu",
        f"--outputs={tmp_path / 'resumed'}",
    )
    assert (tmp_path / "resumed").read_bytes() == (tmp_path / "whole").read_bytes()


def damaged(content):
    """The content with a byte changed, in every part of a file, or shortened."""
    header = 8 + struct.unpack("<Q", content[:8])[0]
    places = [
        0,
        7,
        content.index(b'"checksum":"') + 15,
        content.index(b"plus the step"),
        header - 1,
    ]
    numbers = random.Random(3)
    places += [
        header,
        len(content) - 1,
        *(numbers.randrange(len(content)) for _ in range(6)),
    ]
    for place in places:
        flipped = bytearray(content)
        flipped[place] ^= 1 << numbers.randrange(8)
        yield bytes(flipped)
    for size in (0, 7, 8, header - 1, header, len(content) - 1):
        yield content[:size]
    yield content + b"\0"


def test_damaged_files_are_skipped(inputs, tmp_path):
    run(inputs, 9, f"--outputs={tmp_path / 'whole'}")
    folder = tmp_path / "c"
    run(inputs, 6, f"--checkpoint={folder}", "--checkpoint-every=4")
    assert checkpoints(folder) == [4, 6]
    good = {step: (folder / f"step-{step}.safetensors").read_bytes() for step in (4, 6)}
    (folder / "step-6.safetensors").write_bytes(
        good[6].replace(b"1 plus the step", b"2 plus the step")
    )
    edited = (folder / "step-6.safetensors").read_bytes()
    assert edited != good[6]
    for content in [edited, *damaged(good[6])]:
        for path in folder.iterdir():
            path.unlink()
        (folder / "step-4.safetensors").write_bytes(good[4])
        (folder / "step-6.safetensors").write_bytes(content)
        notes = run(
            inputs,
            9,
            f"--checkpoint={folder}",
            "--resume",
            f"--outputs={tmp_path / 'resumed'}",
        )
        assert (
            f"skipping a checkpoint that is not valid: {folder}/step-6.safetensors: "
            in notes
        )
        assert f"going on from {folder}/step-4.safetensors" in notes
        assert (tmp_path / "resumed").read_bytes() == (tmp_path / "whole").read_bytes()


def test_no_valid_file_is_an_error(inputs, tmp_path):
    folder = tmp_path / "c"
    run(inputs, 6, f"--checkpoint={folder}", "--checkpoint-every=4")
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[:-1])
    done = subprocess.run(
        command(inputs, 9, f"--checkpoint={folder}", "--resume"),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.count("warning: skipping") == 2
    assert (
        f"expected a valid checkpoint in {folder}, but there is none left to resume from"
        in done.stderr
    )


@pytest.mark.parametrize("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_run_after_a_step(inputs, tmp_path, number, status):
    csv, outputs, plot = (tmp_path / name for name in ("a.csv", "a.out", "a.svg"))
    options = [f"--csv={csv}", f"--outputs={outputs}", f"--plot={plot}"]
    folder = tmp_path / "c"
    process = subprocess.Popen(
        command(inputs, 10**8, *options, f"--checkpoint={folder}"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    # The losses can be followed.
    while not csv.exists() or csv.read_text().count("\n") < 5:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    text, notes = process.communicate(timeout=120)
    assert process.returncode == status, notes
    assert "ending after this step; a second signal ends at once" in notes
    steps = len(losses(csv)) - 1
    assert f"ended by a signal after {steps} of 100000000 steps" in notes
    assert text.startswith(f"{steps} steps, loss ")
    assert checkpoints(folder) == [steps]
    assert plot.read_text().rstrip().endswith("</svg>")
    assert not list(tmp_path.glob("*.tmp"))
    # All files equal the files of a run of this many steps.
    run(inputs, steps, f"--outputs={tmp_path / 'whole'}", f"--csv={tmp_path / 'whole.csv'}")
    assert outputs.read_bytes() == (tmp_path / "whole").read_bytes()
    assert losses(csv) == losses(tmp_path / "whole.csv")
    # It can be resumed.
    run(inputs, steps + 3, f"--checkpoint={folder}", "--resume", f"--outputs={outputs}")
    run(inputs, steps + 3, f"--outputs={tmp_path / 'whole'}")
    assert outputs.read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_second_signal_ends_at_once(inputs, tmp_path):
    """A step of the evaluator that takes long, in which both come."""
    text = STEP.read_text().replace("16x64", "256x4096").replace("<16xf32>", "<16384xf32>")
    step = tmp_path / "large.mlir"
    step.write_text(text)
    csv, outputs = tmp_path / "a.csv", tmp_path / "a.out"
    outputs.write_text("before")
    process = subprocess.Popen(
        [FP8_RUN, step, "--inputs=random:1", "--arg=t=counter:1", "--arg=seed=7"]
        + ["--target=reference", "--steps=100", f"--csv={csv}", f"--outputs={outputs}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not csv.exists():
        assert process.poll() is None, process.stderr.read()
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert any("ending after this step" in line for line in process.stderr)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=120)
    assert process.returncode == -signal.SIGTERM
    assert outputs.read_text() == "before"
    assert csv.read_text().startswith("step,loss,seconds\n0,")
    assert not list(tmp_path.glob("*.tmp"))


def test_what_a_killed_run_left_goes_away(inputs, tmp_path):
    outputs = tmp_path / "a.out"
    process = subprocess.Popen(
        command(inputs, 10**8, f"--csv={tmp_path / 'a.csv'}", f"--outputs={outputs}"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while not (tmp_path / "a.csv").exists():
        assert process.poll() is None
        time.sleep(0.01)
    # The file of a running process stays.
    run(inputs, 1, f"--outputs={outputs}")
    assert len(list(tmp_path.glob("a.out.*.tmp"))) == 1
    process.kill()
    process.wait()
    run(inputs, 1, f"--outputs={outputs}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.out"]
