# RUN: %pytest %s
"""Ranks that are killed end with all others, and leave a run that can resume.

FP8_TEST_KILLS is how many kills are tried; FP8_TEST_SEED chooses their moments.
"""

import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEP = ROOT / "test" / "Execution" / "Inputs" / "mlp.mlir"
COMPARE = ROOT / "tools" / "scripts" / "compare-checkpoints.py"
KILLS = int(os.environ.get("FP8_TEST_KILLS", "4"))
SEED = int(os.environ.get("FP8_TEST_SEED", "1"))
RANKS, EVERY = 3, 4
OPTIONS = ["--inputs=random:1", "--arg=arg8=0.125", "--recipe=delayed", "--storage=fp8-split8",
           "--target=reference"]
SHARD = [f"--mesh=dp:{RANKS}", "--shard=zero3", "--shard-min-elements=16"]
# Far above the time that a rank needs to notice, far below --comm-timeout.
DEADLINE = 60


def start(folder, steps, *options):
    """Starts a run that writes checkpoints to `folder`."""
    command = [FP8_RUN, STEP, *OPTIONS, f"--steps={steps}", f"--checkpoint={folder}",
               f"--checkpoint-every={EVERY}", *options]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def list_children(process):
    """Returns the processes of the ranks, in order, once all of them run."""
    path = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
    while process.poll() is None:
        children = [int(pid) for pid in path.read_text().split()]
        if len(children) == RANKS:
            return children
        time.sleep(0.005)
    raise AssertionError(process.communicate()[1])


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def list_shared():
    """Returns the files of shared memory but for those of MPI programs, which other
    tests run meanwhile."""
    return {name for name in os.listdir("/dev/shm") if "segment" not in name}


def find_steps(folder):
    """Returns the steps of the latest checkpoint, 0 without one."""
    steps = [int(path.stem.split("-")[1]) for path in folder.glob("step-*.safetensors")
             if re.fullmatch(r"step-\d+", path.stem)]
    return max(steps, default=0)


def run(folder, steps, *options):
    process = start(folder, steps, *options)
    assert process.wait() == 0, process.communicate()[1]


def kill_at_random(folder, numbers, *options):
    """Kills one rank of a run at a random moment. Returns its messages."""
    process = start(folder, 1_000_000, *options)
    ranks = list_children(process)
    before = find_steps(folder)
    while find_steps(folder) == before and process.poll() is None:
        time.sleep(0.002)
    time.sleep(numbers.uniform(0, 0.3))
    victim = numbers.randrange(RANKS)
    os.kill(ranks[victim], signal.SIGKILL)
    begin = time.monotonic()
    messages = process.communicate(timeout=DEADLINE)[1]
    assert time.monotonic() - begin < DEADLINE
    assert process.returncode != 0
    assert not any(is_alive(rank) for rank in ranks)
    assert f"rank {victim} was ended by signal 9" in messages
    return victim, messages


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_rank_ends_all_and_the_run_resumes(tmp_path, number):
    numbers = random.Random(f"{SEED}.{number}")
    killed, oracle = tmp_path / "killed", tmp_path / "oracle"
    shared = list_shared()
    victim, messages = kill_at_random(killed, numbers, *SHARD)
    # All other ranks name the rank and the place where they waited for it.
    for rank in set(range(RANKS)) - {victim}:
        pattern = rf"expected all ranks to take part in .*rank {victim} was ended by signal 9"
        prefix = "" if rank == 0 else rf"rank {rank}: .*"
        assert re.search(prefix + pattern, messages), messages
    assert list_shared() <= shared
    # On another number of ranks, from the last complete checkpoint.
    steps = find_steps(killed)
    assert steps >= EVERY
    subprocess.run(["cp", "-r", killed, tmp_path / "copy"], check=True)
    run(killed, steps + 2, "--resume", *SHARD)
    run(oracle, steps, f"--microbatches={RANKS}")
    run(oracle, steps + 2, f"--microbatches={RANKS}", "--resume")
    subprocess.run([sys.executable, COMPARE, oracle, killed], check=True)
    run(tmp_path / "copy", steps + 1, "--resume", "--mesh=dp:2", "--shard=zero3",
        "--shard-min-elements=16")


def test_parts_without_their_file_are_not_read(tmp_path):
    folder = tmp_path / "run"
    run(folder, 2 * EVERY, *SHARD)
    last = folder / f"step-{2 * EVERY}.safetensors"
    assert len(list(folder.glob(f"{last.stem}.*-of-{RANKS}.safetensors"))) == RANKS - 1
    last.unlink()
    process = start(folder, 3 * EVERY, "--resume", *SHARD)
    messages = process.communicate()[1]
    assert process.returncode == 0, messages
    assert f"going on from {folder}/step-{EVERY}.safetensors" in messages
    # Parts without a file of their own are gone.
    assert not list(folder.glob(f"step-{EVERY}.*-of-*")) or (folder / f"step-{EVERY}.safetensors").exists()


@pytest.mark.parametrize("damage", ["missing", "truncated", "edited", "other", "index"])
def test_damaged_parts_are_refused(tmp_path, damage):
    folder = tmp_path / "run"
    run(folder, EVERY, *SHARD)
    part = folder / f"step-{EVERY}.1-of-{RANKS}.safetensors"
    data = part.read_bytes()
    if damage == "missing":
        part.unlink()
        expected = r"cannot read .*1-of-3\.safetensors"
    elif damage == "truncated":
        part.write_bytes(data[:-1])
        expected = r"1-of-3\.safetensors: "
    elif damage == "edited":
        part.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        expected = r"1-of-3\.safetensors: expected the checksum"
    elif damage == "other":
        other = folder / f"step-{EVERY}.2-of-{RANKS}.safetensors"
        part.write_bytes(other.read_bytes())
        expected = r"1-of-3\.safetensors: expected the part with the checksum"
    else:
        index = folder / f"step-{EVERY}.safetensors"
        text = index.read_bytes()
        assert text.count(b"1-of-3") == 1
        index.write_bytes(text.replace(b"1-of-3", b"2-of-3"))
        expected = r"step-4\.safetensors: expected the checksum"
    process = start(folder, EVERY + 1, "--resume", *SHARD)
    messages = process.communicate()[1]
    assert process.returncode != 0
    assert re.search(expected, messages), messages
    assert "there is none left to resume from" in messages
