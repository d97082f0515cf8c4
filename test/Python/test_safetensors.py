# RUN: %pytest %s
"""fp8-run takes no file that the reference implementation of safetensors refuses."""

import os
import random
import struct
import subprocess

import conftest
import pytest

safetensors = pytest.importorskip("safetensors", reason="safetensors is not installed")

SEED = 20
NUM_FILES = 120
STEP = conftest.ROOT / "test" / "Run" / "Inputs" / "accumulate.mlir"
HEADER = ('{"__metadata__":{"format":"pt"},'
          '"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},'
          '"sum":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}}')
TOKENS = ['"', "\\", "{", "}", "[", "]", ",", ":", " ", "\t", "\x01", "0", "-", "+", ".", "e1", "1.0", "-0",
          "null", "true", "NaN", "\\ud800", "\\u0000", "é", '"x":', '"dtype":"F32",', '"shape":[2],', "16", "8"]


def is_taken(path):
    command = [os.environ["FP8_RUN"], STEP, "--explain", f"--inputs={path}"]
    status = subprocess.run(command, capture_output=True, timeout=60).returncode
    assert status in (0, 1)
    return status == 0


def is_valid(path):
    try:
        with safetensors.safe_open(path, "np"):
            return True
    except Exception:  # of several classes
        return False


def mutate(draws, text):
    for _ in range(draws.choice([1, 1, 2, 3])):
        begin = draws.randrange(len(text))
        end = begin + draws.choice([0, 0, 1, 1, 2, 8])
        text = text[:begin] + draws.choice(TOKENS + [""]) + text[end:]
    return text


def write(path, text, size=16):
    header = text.encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header + bytes(size))


def test_as_strict_as_the_reference(tmp_path):
    draws = random.Random(SEED)
    path = tmp_path / "in.safetensors"
    write(path, HEADER)
    assert is_taken(path) and is_valid(path)
    taken = 0
    for number in range(NUM_FILES):
        text = mutate(draws, HEADER)
        write(path, text, size=draws.choice([16, 16, 16, 15, 17]))
        if is_taken(path):
            taken += 1
            assert is_valid(path), f"seed {SEED}, file {number}: {text}"
    # Spaces in the right place and other harmless changes.
    assert 0 < taken < NUM_FILES / 4
