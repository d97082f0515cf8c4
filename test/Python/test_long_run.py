# RUN: %pytest %s
"""A long run that is killed again and again ends where an unbroken one ends.

FP8_TEST_LONG_STEPS is how long it is, and FP8_TEST_LONG_KILLS how often it is
killed. With FP8_TEST_LONG_FOLDER it is kept there and takes parts of about
FP8_TEST_LONG_SECONDS each: the test is skipped until the last part.
"""

import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest
import tensors

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

STEPS = int(os.environ.get("FP8_TEST_LONG_STEPS", "2000"))
KILLS = int(os.environ.get("FP8_TEST_LONG_KILLS", "6"))
SECONDS = float(os.environ.get("FP8_TEST_LONG_SECONDS", "inf"))
SEED = int(os.environ.get("FP8_TEST_LONG_SEED", "1"))
EVERY = 1000 if STEPS >= 100_000 else 50
STEP = pathlib.Path(__file__).resolve().parents[1] / "Run" / "Inputs" / "stored.mlir"
# The loss and the time of a step, which a run keeps; a checkpoint holds them
# once more while it is written, and a vector that grows as many again.
BYTES_PER_STEP = 3 * 16
# Processes whose memory is compared, at each end of the run.
FEW = max(2, KILLS // 20)


class LongRun:
    """A run that is killed, and the folder with all that it has left."""

    def __init__(self, folder):
        self.folder = folder
        self.checkpoints = folder / "checkpoints"
        self.state_file = folder / "state.json"
        if self.state_file.exists():
            self.state = json.loads(self.state_file.read_text())
        else:
            self.state = {"kills": 0, "memory": [], "start": 0, "interval": 0}
            self.make_inputs()

    def make_inputs(self):
        # Two chunks of elements: both threads have work.
        text = STEP.read_text().replace("16x64", "512x64").replace("<16xf32>", "<512xf32>")
        (self.folder / "step.mlir").write_text(text)
        numbers = np.random.default_rng(5)
        gradients = numbers.standard_normal((5, 512, 64), np.float32)
        tensors.write(
            self.folder / "inputs.safetensors",
            {"g": ("F32", gradients), "seed": ("I32", np.array(7, np.int32))},
        )

    def save(self):
        new = self.state_file.with_suffix(".new")
        new.write_text(json.dumps(self.state))
        new.replace(self.state_file)

    def start(self, steps, *options):
        base = [FP8_RUN, "step.mlir", "--inputs=inputs.safetensors", "--arg=t=counter:1"]
        base += [f"--steps={steps}", "--target=cpu", "--num-threads=2", *options]
        with (self.folder / "stderr").open("w") as stderr:
            return subprocess.Popen(base, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=stderr)

    def resume(self):
        options = [f"--checkpoint={self.checkpoints}", f"--checkpoint-every={EVERY}", "--resume"]
        self.checkpoints.mkdir(exist_ok=True)
        return self.start(STEPS, *options, "--outputs=resumed", "--csv=resumed.csv")

    def list_steps(self):
        """The steps of the checkpoints, in order."""
        names = (re.fullmatch(r"step-(\d+)\.safetensors", n) for n in os.listdir(self.checkpoints))
        return sorted(int(name[1]) for name in names if name)

    def get_last_step(self):
        return max(self.list_steps(), default=0)

    def is_running(self, process):
        """Tells whether the process runs, without taking its status from wait()."""
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, process.pid, options) is None

    def wait(self, process):
        """Waits for the end. Returns the status and the most memory, in KiB."""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        notes = (self.folder / "stderr").read_text()
        assert "warning" not in notes and "error" not in notes, notes
        return process.returncode, usage.ru_maxrss, notes

    def run_unbroken(self):
        if self.state["interval"]:
            return
        begin = time.monotonic()
        assert self.wait(self.start(1))[0] == 0
        self.state["start"] = time.monotonic() - begin
        begin = time.monotonic()
        assert self.wait(self.start(STEPS, "--outputs=whole", "--csv=whole.csv"))[0] == 0
        self.state["interval"] = (time.monotonic() - begin) / STEPS * EVERY
        self.save()

    def kill(self):
        """Goes on with the run for a random time. Returns whether it has ended."""
        moments = random.Random(f"{SEED}-{self.state['kills']}")
        before = self.list_steps() if self.checkpoints.exists() else []
        latest = before[-1] if before else 0
        # Kills are spread over the run: many come before the next checkpoint.
        is_late = latest < STEPS * self.state["kills"] // (KILLS + 1)
        wanted = min(latest + EVERY * moments.choice((1, 2)), STEPS - EVERY) if is_late else 0
        # The processor may be faster than in the unbroken run: a process that is this
        # far is killed at once, or too few steps would be left for the next kills.
        limit = STEPS * (self.state["kills"] + 1) // (KILLS + 1) + EVERY
        limit = max(wanted, min(limit, STEPS - EVERY), latest + EVERY)
        process = self.resume()
        while wanted and self.is_running(process) and self.get_last_step() < wanted:
            time.sleep(0.0005)
        pause = self.state["interval"] + (0 if wanted else self.state["start"])
        end = time.monotonic() + moments.uniform(0, pause)
        while time.monotonic() < end and self.get_last_step() < limit:
            time.sleep(0.0005)
        process.kill()
        status, memory, notes = self.wait(process)
        after = self.list_steps()
        # A file that is there is whole, and only newer ones remove it.
        assert len(after) <= 3 and (not before or after[-1] >= before[-1]), (before, after)
        if before and notes:
            assert f"going on from {self.checkpoints}/step-{before[-1]}.safetensors" in notes
        if status == 0:
            return True
        assert status == -signal.SIGKILL
        self.state["kills"] += 1
        if wanted:
            self.state["memory"].append(memory)
        return False

    def check(self):
        """Compares the files with an unbroken run. There must be no other files."""
        names = {"checkpoints", "inputs.safetensors", "step.mlir", "stderr", "state.json"}
        names |= {"whole", "whole.csv", "resumed", "resumed.csv"}
        assert set(os.listdir(self.folder)) == names
        assert self.list_steps() == [STEPS - EVERY, STEPS]
        assert len(os.listdir(self.checkpoints)) == 2
        assert (self.folder / "resumed").read_bytes() == (self.folder / "whole").read_bytes()
        with (self.folder / "resumed.csv").open() as one, (self.folder / "whole.csv").open() as other:
            # The third column is a time.
            for a, b in zip(one, other, strict=True):
                assert a.split(",")[:2] == b.split(",")[:2]

    def check_memory(self):
        memory = self.state["memory"]
        early, late = max(memory[:FEW]), max(memory[-FEW:])
        print(f"most memory of early processes: {early} KiB, of late ones: {late} KiB")
        assert late <= 1.05 * early + BYTES_PER_STEP * STEPS / 1024, memory


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="wait4 tells how much memory a process took")
def test_killed_again_and_again(tmp_path):
    folder = pathlib.Path(os.environ.get("FP8_TEST_LONG_FOLDER", tmp_path)).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    run = LongRun(folder)
    end = time.monotonic() + SECONDS
    run.run_unbroken()
    while run.state["kills"] < KILLS:
        assert not run.kill(), f"the run ended after {run.state['kills']} of {KILLS} kills"
        run.save()
        if time.monotonic() > end:
            step = run.get_last_step()
            pytest.skip(f"after {run.state['kills']} of {KILLS} kills at step {step} of {STEPS}; the next part goes on")
    assert run.wait(run.resume())[0] == 0
    run.check()
    run.check_memory()
    if "FP8_TEST_LONG_FOLDER" in os.environ:
        # The next one is a run of its own.
        shutil.rmtree(folder)
