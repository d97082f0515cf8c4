# REQUIRES: torch
# RUN: %pytest %s
"""fp8.compile and fp8.torch.compile_step with a process group: two processes against
micro-batches in one."""

import importlib.util
import json
import time

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
if not torch.distributed.is_available():
    pytest.skip("torch.distributed is not built", allow_module_level=True)

import compiled  # noqa: E402
import fp8  # noqa: E402

compiled.require_module()
import torch_ranks as ranks  # noqa: E402

HAS_TORCH_MLIR = importlib.util.find_spec("torch_mlir") is not None
HAS_JAX = importlib.util.find_spec("jax") is not None
needs_torch_mlir = pytest.mark.skipif(
    not HAS_TORCH_MLIR, reason="torch-mlir is not installed"
)

#: Programs of torch_ranks.py and their options. One pair of processes runs all.
PROGRAMS = {
    "cpu": ("train", {"target": "cpu"}),
    "reference": ("train", {"target": "reference"}),
    "meshes": ("two_meshes", {}),
    "other recipe": ("other_recipe", {}),
    "other number": ("train", {"mesh": {"dp": 3}}),
    "no mesh": ("train", {"mesh": None}),
    "no group": ("train", {"process_group": "world"}),
    "other states": ("other_states", {}),
    "other shape": ("other_shape", {}),
    "two threads": ("two_threads", {}),
    "compilation": ("failing_compilation", {}),
    "interrupt": ("interrupted_agreement", {"calls_make_alike": False}),
    "other interrupt": ("interrupted_agreement", {"calls_make_alike": True}),
}
if HAS_TORCH_MLIR:
    PROGRAMS |= {
        "loop fp32": ("own_loop", {"storage": "fp32"}),
        "loop fp8-split16": ("own_loop", {"storage": "fp8-split16"}),
        "other model": ("own_loop", {"seeds": (0, 1)}),
        "capture": ("failing_capture", {}),
        "start": ("failing_start", {}),
        "last batch": ("failing_last_batch", {}),
    }
if HAS_JAX:
    PROGRAMS |= {
        "jax": ("own_jax_loop", {}),
        "other jax": ("own_jax_loop", {"seeds": (0, 1)}),
    }


def run(programs, folder, timeout):
    """Returns what each rank found, a list."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FP8RT_COMM_TIMEOUT", str(timeout))
        torch.multiprocessing.spawn(
            ranks.run, args=(programs, folder), nprocs=ranks.RANKS
        )
    files = [folder / f"{rank}.json" for rank in range(ranks.RANKS)]
    return [json.loads(file.read_text()) if file.exists() else [] for file in files]


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """{name of a program: what the ranks found}."""
    folder = tmp_path_factory.mktemp("ranks")
    results = run(list(PROGRAMS.values()), folder, timeout=300)
    return dict(zip(PROGRAMS, zip(*results, strict=True), strict=True))


@pytest.mark.parametrize("target", ["cpu", "reference"])
def test_bits_of_micro_batches(found, target):
    """All ranks have the losses and the states of one process with all batches."""
    states, _ = ranks.draw(0)
    parts = [ranks.draw(rank)[1] for rank in range(ranks.RANKS)]
    batches = {name: np.stack([part[name] for part in parts]) for name in parts[0]}
    one = fp8.compile(
        compiled.MLP,
        states=states,
        microbatches=ranks.RANKS,
        target=target,
        **ranks.OPTIONS,
    )
    results = compiled.go_on(one, batches, compiled.STEPS)
    expected = {n: a.hex() for n, a in compiled.all_bytes(one, results).items()}
    assert found[target] == (expected,) * ranks.RANKS


@needs_torch_mlir
@pytest.mark.parametrize("storage", ["fp32", "fp8-split16"])
def test_own_loop(found, storage):
    """Models of a loop in PyTorch have the bits of micro-batches, too."""
    model, optimizer = ranks.make_model(0)
    captured = fp8.torch.capture(
        ranks.step_of_model, model, optimizer, *ranks.batch_of(0, 0)
    )
    states = {a.name: a.value.numpy() for a in captured.arguments if a.updated}
    options = ranks.OPTIONS | {"storage": storage}
    one = fp8.compile(
        captured.text, states=states, microbatches=ranks.RANKS, **options
    )
    rates = {key: optimizer.param_groups[0][key] for key in ("lr", "weight_decay")}
    losses = []
    for number in range(4):
        parts = [ranks.batch_of(rank, number) for rank in range(ranks.RANKS)]
        x, y = (torch.stack(tensors).numpy() for tensors in zip(*parts, strict=True))
        (loss,) = one(x=x, y=y, **rates).values()
        losses.append(float(loss))
    values = one.unpack()
    expected = {"losses": losses} | {
        name: values[f"params.{name}"].tobytes().hex()
        for name, _ in model.named_parameters()
    }
    assert len(set(losses)) == 4
    assert found[f"loop {storage}"] == (expected,) * ranks.RANKS


@pytest.mark.parametrize("name", ["meshes", "two threads"])
def test_two_meshes(found, name):
    assert found[name] == ({}, {})


@pytest.mark.parametrize("text", ["0", "-1", "nan", "", "1m"])
def test_a_timeout_that_is_no_positive_number(monkeypatch, text):
    from fp8.torch import _process_group

    monkeypatch.setenv("FP8RT_COMM_TIMEOUT", text)
    expected = f"a positive number of seconds in FP8RT_COMM_TIMEOUT, but got '{text}'$"
    with pytest.raises(ValueError, match=expected):
        _process_group._read_timeout()


def test_a_rank_that_fails_after_the_comparison(found):
    """The others do not wait for it."""
    first, second = (rank["error"] for rank in found["other shape"])
    name, _, text = second.partition(": ")
    assert name == "ValueError" and "'w1'" in text
    assert first == f"RuntimeError: rank 1 failed: {text}"


REFUSED = {
    "other recipe": "CompileError: expected all ranks to compile the same step with "
    "the same options, but rank 1 differs from rank 0",
    "other number": "CompileError: expected 3 processes for the ranks of mesh, but the "
    "transport connects 2",
    "no mesh": "TypeError: expected mesh, such as {'dp': 4}",
    "no group": "TypeError: expected process_group to be a "
    "torch.distributed.ProcessGroup",
    "other states": "ValueError: expected equal values of 'w1' on all ranks, but rank 1 "
    "differs from rank 0",
    "other model": "ValueError: expected equal values of 'params.",
    "other jax": "ValueError: expected equal values of 'params.w",
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(found, name):
    """All ranks get the error."""
    if name not in found:
        pytest.skip("torch-mlir or jax is not installed")
    for rank in found[name]:
        assert rank["error"].startswith(REFUSED[name]), rank["error"]


def test_ranks_that_all_fail_to_compile(found):
    """The mesh goes on."""
    first, second = found["compilation"]
    assert first == second and "error" not in first


@needs_torch_mlir
def test_a_rank_that_fails_to_capture(found):
    first, second = (rank["error"] for rank in found["capture"])
    name, _, text = second.partition(": ")
    assert name == "CaptureError"
    assert first.startswith("RuntimeError: rank 1 failed: ")
    assert text.startswith(first.partition(" failed: ")[2])


@needs_torch_mlir
def test_a_rank_that_fails_before_the_capture(found):
    """The others do not wait for it."""
    first, second = (rank["error"] for rank in found["start"])
    assert second.startswith("ValueError: ") and "on meta" in second
    assert first == "RuntimeError: rank 1 failed: " + second.partition(": ")[2]


@needs_torch_mlir
def test_a_rank_that_fails_to_capture_a_later_batch(found):
    """All ranks get an error at once, and go on."""
    first, second = found["last batch"]
    assert second["message"].startswith("CaptureError: ")
    assert first["message"].startswith("RuntimeError: rank 1 failed: ")
    assert first["seconds"] < 100  # The timeout is 300.
    assert first["losses"] == second["losses"] and len(set(first["losses"])) == 3
    text = "expected tensors and numbers in a batch, but got a numpy.ndarray"
    assert all(error.startswith(f"TypeError: {text}") for error in second["arrays"])
    assert first["arrays"][0].startswith(f"RuntimeError: rank 1 failed: {text}")
    # Ranks that run different steps end the mesh.
    assert "at the capture of a step" in first["arrays"][1]


@pytest.mark.skipif(not HAS_JAX, reason="jax is not installed")
def test_own_jax_loop(found):
    batches = [
        [ranks.jax_batch(rank, n)[1:3] for rank in range(ranks.RANKS)] for n in range(3)
    ]
    captured = fp8.jax.capture(ranks.jax_step, ranks.jax_batch(0, 0))
    states = {f"params.{n}": w for n, w in ranks.jax_batch(0, 0)[0].items()}
    one = fp8.compile(
        captured, states=states, microbatches=ranks.RANKS, **ranks.OPTIONS
    )
    losses = []
    for parts in batches:
        x, y = (np.stack(arrays) for arrays in zip(*parts, strict=True))
        (loss,) = one(x=x, y=y, lr=0.1).values()
        losses.append(float(loss))
    expected = {n: a.tobytes().hex() for n, a in one.unpack().items()}
    assert found["jax"] == ({"losses": losses} | expected,) * ranks.RANKS


def test_ctrl_c_in_an_exchange(tmp_path):
    first, second = run([("interrupted", {"folder": str(tmp_path)})], tmp_path, timeout=60)
    assert first == [{"message": "KeyboardInterrupt"}]
    # The reason is lost if rank 0 ends before rank 1 reads it.
    assert "exchange at" in second[0]["message"]


@pytest.mark.parametrize("name", ["interrupt", "other interrupt"])
def test_ctrl_c_in_a_compilation(found, name):
    """The other ranks get an error at once."""
    place = {"interrupt": "a place", "other interrupt": "the start of a step"}[name]
    first, second = found[name]
    assert second == {"message": "KeyboardInterrupt"}
    assert first["message"] == f"rank 1 was interrupted in {place}"
    assert first["seconds"] < 100  # The timeout is 300.


def test_a_failing_rank_ends_all(tmp_path):
    begin = time.monotonic()
    first, second = run([("failing_rank", {})], tmp_path, timeout=600)
    # Far below the deadline of an exchange.
    assert time.monotonic() - begin < 500
    message = "expected 'lr' to be at least 0 and below 1, because of its fp8.range"
    assert message in second[0]["error"]
    assert f"rank 1 ended: {message}" in first[0]["error"]


def test_a_missing_rank_is_named(tmp_path):
    first, second = run([("missing_rank", {})], tmp_path, timeout=10)
    assert "rank 1 did not take part in" in first[0]["message"]
    assert first[0]["seconds"] < 60
    assert not second
