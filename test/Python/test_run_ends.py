# RUN: %pytest %s
"""Folders and pipes that fp8-run cannot write to.

The run continues, or ends with a message. It never leaves an incomplete file.
"""

import contextlib
import fcntl
import os
import pathlib
import select
import shlex
import shutil
import signal
import subprocess
import time

import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

STEP = pathlib.Path(__file__).resolve().parents[2] / "examples" / "mlp" / "mlp.mlir"
RUN = [FP8_RUN, str(STEP), "--inputs=random:1", "--arg=lr=0.5"]
# More than any run here takes, on a machine that does much else.
TIMEOUT = 300


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The results of a run that nothing disturbs."""
    path = tmp_path_factory.mktemp("whole") / "whole"
    subprocess.run([*RUN, "--steps=20", f"--outputs={path}"], check=True, stdout=subprocess.DEVNULL)
    return path


@pytest.fixture
def folder(whole, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(whole, tmp_path / "whole")
    return tmp_path


@contextlib.contextmanager
def start(command, **options):
    """A process that does not outlive its test."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def closed_pipe():
    """Returns the write end of a pipe without a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def fill(writer):
    """Fills a pipe, up to the last byte."""
    flags = fcntl.fcntl(writer, fcntl.F_GETFL)
    fcntl.fcntl(writer, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    for size in (4096, 1):
        try:
            while os.write(writer, b"-" * size):
                pass
        except BlockingIOError:
            pass
    fcntl.fcntl(writer, fcntl.F_SETFL, flags)


def await_file(path, process):
    end = time.monotonic() + TIMEOUT
    while not path.exists():
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.01)


def assert_whole(folder):
    """The run has written all, and nothing else is there."""
    assert (folder / "results").read_bytes() == (folder / "whole").read_bytes()
    assert sorted(os.listdir(folder)) == ["checkpoints", "results", "whole"]
    assert sorted(os.listdir(folder / "checkpoints")) == ["step-15.safetensors", "step-20.safetensors"]


ALL = ["--steps=20", "--outputs=results", "--checkpoint=checkpoints", "--checkpoint-every=5"]


def test_nobody_reads_stderr(folder):
    """A run has something to say at its start, and goes on."""
    (folder / "checkpoints").mkdir()
    stderr = closed_pipe()
    done = subprocess.run([*RUN, *ALL, "--resume"], stdout=subprocess.PIPE, stderr=stderr, timeout=TIMEOUT)
    assert done.returncode == 0
    assert done.stdout.startswith(b"20 steps, loss ")
    assert_whole(folder)


def test_nobody_reads_stdout(folder):
    done = subprocess.run([*RUN, *ALL], stdout=closed_pipe(), stderr=subprocess.PIPE, timeout=TIMEOUT)
    assert done.returncode == 1
    assert done.stderr.endswith(b"\nfp8-run: error: cannot write to stdout: Broken pipe\n")
    assert_whole(folder)


def test_nobody_reads_anything(folder):
    """An error of the run is one, said or not."""
    writer = closed_pipe()
    done = subprocess.run([*RUN, *ALL], stdout=writer, stderr=writer, timeout=TIMEOUT)
    assert done.returncode == 1
    assert_whole(folder)
    assert subprocess.run([*RUN, *ALL], stdout=writer, stderr=writer, timeout=TIMEOUT).returncode == 1


def test_a_reader_that_waits(folder):
    """The losses stay in the pipe until somebody reads them."""
    os.mkfifo("losses")
    reader = os.open("losses", os.O_RDWR)
    fill(reader)
    text = b""
    with start([*RUN, *ALL, "--csv=losses"]) as process:
        await_file(folder / "checkpoints", process)
        time.sleep(0.2)
        assert process.poll() is None and not (folder / "results").exists()
        while b"\n19," not in text:
            assert select.select([reader], [], [], TIMEOUT)[0]
            text += os.read(reader, 1 << 16)
        assert process.wait(TIMEOUT) == 0
    os.unlink("losses")
    assert_whole(folder)
    lines = text.decode().lstrip("-").splitlines()
    assert [line.split(",")[0] for line in lines] == ["step", *map(str, range(20))]


def test_a_second_signal_ends_a_run_that_waits(folder):
    os.mkfifo("losses")
    reader = os.open("losses", os.O_RDWR)
    fill(reader)
    with start([*RUN, *ALL, "--csv=losses"], stderr=subprocess.DEVNULL) as process:
        await_file(folder / "checkpoints", process)
        end = time.monotonic() + TIMEOUT
        # The first one may come before the steps, which take note of it.
        while process.poll() is None and time.monotonic() < end:
            process.send_signal(signal.SIGTERM)
            time.sleep(0.2)
        assert process.returncode == -signal.SIGTERM
    os.close(reader)
    assert sorted(os.listdir(folder)) == ["checkpoints", "losses", "whole"]
    assert not os.listdir("checkpoints")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_stderr_is_full(folder, number):
    """The note of the signal finds no room; the run ends all the same."""
    reader, writer = os.pipe()
    text = b""
    command = [*RUN, "--steps=1000000000", "--csv=losses", "--outputs=results"]
    with start(command, stderr=writer) as process:
        await_file(folder / "losses", process)
        fill(writer)
        process.send_signal(number)
        await_file(folder / "results", process)
        # Only its last message waits.
        os.close(writer)
        while part := os.read(reader, 1 << 16):
            text += part
        assert process.wait(TIMEOUT) == 128 + number
    assert b"ended by a signal after" in text
    assert sorted(os.listdir(folder)) == ["losses", "results", "whole"]


def run_with_mounts(script):
    """Runs a script that mounts file systems, where the system lets it."""
    command = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
    try:
        subprocess.run([*command, "mount -t tmpfs tmpfs /mnt"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no file system can be mounted here: {error}")
    return subprocess.run([*command, script], capture_output=True, text=True, timeout=TIMEOUT)


def test_full_disk(folder):
    run = shlex.join(RUN)
    (folder / "disk").mkdir()
    done = run_with_mounts(f"""
        mount -t tmpfs -o size=64k tmpfs disk
        {run} --steps=1000000 --checkpoint=disk/c --checkpoint-every=10
        echo status $?
        ls disk/c
        mount -o remount,size=1m disk
        {run} --steps=2000 --checkpoint=disk/c --checkpoint-every=500 --resume --outputs=resumed
        echo status $?
    """)
    lines = done.stdout.splitlines()
    assert lines[0] == "status 1" and lines[-1] == "status 0", done
    assert "disk/c/step-" in done.stderr and ": No space left on device\n" in done.stderr
    assert "warning" not in done.stderr and done.stderr.count("error") == 1
    # Two checkpoints, none of them half a file.
    assert len(lines) == 5 and all(line.endswith(".safetensors") for line in lines[1:3]), lines
    subprocess.run([*RUN, "--steps=2000", "--outputs=whole"], check=True, stdout=subprocess.DEVNULL)
    assert (folder / "resumed").read_bytes() == (folder / "whole").read_bytes()


@pytest.mark.parametrize("option", ["--outputs=locked/a", "--csv=locked/a", "--checkpoint=locked"])
def test_read_only_folder(folder, option):
    """It is refused before the first step."""
    (folder / "locked").mkdir()
    done = run_with_mounts(f"""
        mount --bind locked locked && mount -o remount,bind,ro locked || exit 7
        timeout {TIMEOUT // 2} {shlex.join(RUN)} --steps=1000000000 {option}
        echo status $?
    """)
    assert done.stdout == "status 1\n"
    where = option.split("=")[1] if option != "--checkpoint=locked" else "to locked"
    assert done.stderr == f"fp8-run: error: cannot write {where}: Read-only file system\n"
    assert not os.listdir("locked")
