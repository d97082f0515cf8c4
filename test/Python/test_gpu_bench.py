# RUN: %pytest %s
"""tools/bench/gpu: cases match their goals, with a replacement of PyTorch; the page equals
the report of the records."""

import importlib
import json
import pathlib
import shutil
import sys
from unittest import mock

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "bench" / "gpu"))

import cases  # noqa: E402
import gpt_peers  # noqa: E402
import peers  # noqa: E402
import report  # noqa: E402

PAGES = ROOT / "docs" / "benchmarks"


def make_torch():
    """Replaces the functions of PyTorch that peers call. Compilation returns the function."""
    torch = mock.MagicMock()
    torch.compile = lambda function, **_: function
    torch.cuda.Event.return_value.elapsed_time.return_value = 2.0
    return torch


@pytest.fixture(autouse=True)
def others(monkeypatch):
    """Replaces the parts of PyTorch that peers import, and the process of JAX."""
    for name in ("torch", "torch.nn", "torch.nn.attention"):
        monkeypatch.setitem(sys.modules, name, mock.MagicMock())
    done = mock.MagicMock(returncode=0, stdout="loss 1\n[0.002, 0.002]")
    monkeypatch.setattr(gpt_peers.subprocess, "run", lambda *_, **__: done)


def find_peers(name, wanted="."):
    case = cases.CASES[name]
    made, errors = peers.Peers(make_torch(), 1, wanted).of(case.base or name, case.large)
    assert not errors
    return made


@pytest.mark.parametrize("name", cases.CASES)
def test_peers_run(name):
    assert [peer() for peer in find_peers(name).values()] == [0.002] * len(find_peers(name))


def test_peers_are_chosen_by_label():
    assert list(find_peers("gpt2-none-library", "JAX.*cuDNN")) == ["JAX jit in bf16, cuDNN attention"]
    assert len(find_peers("gpt2-none-library")) == 7
    assert set(find_peers("gpt-4096-none")) == {"torch.compile, CUDA graph, cuDNN attention"}


def test_errors_of_peers_are_recorded():
    torch = make_torch()
    torch._scaled_mm.side_effect = RuntimeError("no such scales\nat a line")  # noqa: SLF001
    made, errors = peers.Peers(torch, 1).of("gemm-block", cases.CASES["gemm-block"].large)
    assert list(made) == ["bf16"]
    assert errors["_scaled_mm, block scales"] == "RuntimeError: no such scales"
    torch.randn.side_effect = MemoryError("too large")
    assert peers.Peers(torch, 1).of("gemm", cases.CASES["gemm"].large) == ({}, {"all": "MemoryError: too large"})
    # A process of JAX that fails says why in its last line.
    failed = mock.MagicMock(returncode=1, stderr="Traceback\nModuleNotFoundError: no jax\n")
    with mock.patch.object(gpt_peers.subprocess, "run", lambda *_, **__: failed):
        made, errors = peers.Peers(make_torch(), 1, "JAX").of("gpt2-best", cases.GPT2)
    assert not made
    assert errors["JAX jit in bf16"] == "RuntimeError: jax_gpt.py ended with 1: ModuleNotFoundError: no jax"


def test_a_peer_that_stops_is_left_out(monkeypatch):
    monkeypatch.setitem(sys.modules, "fp8_step", mock.MagicMock())
    kernels = importlib.import_module("kernels")
    rivals, errors = {"a": lambda: 1.0, "b": mock.Mock(side_effect=RuntimeError("out of memory"))}, {}
    assert kernels.call_peers(rivals, errors) == {"a": 1.0}
    assert list(rivals) == ["a"]
    assert errors == {"b": "RuntimeError: out of memory"}


def test_the_best_compiled_step_is_a_goal(monkeypatch):
    monkeypatch.setitem(sys.modules, "fp8_step", mock.MagicMock())
    run = importlib.import_module("run")
    case = {"extents": {}, "bytes": None, "items": None, "goals": {peers.BEST: 1.5}}
    seconds = {"fp8": 2.0, "torch.compile in bf16": 4.0, "torch.compile, CUDA graph": 3.0, "JAX": 1.0}
    record = run.describe(case, seconds, None, mock.MagicMock(peak_flops=None))
    assert record["best"] == "torch.compile, CUDA graph"
    assert record["faster_than"][peers.BEST] == 1.5


@pytest.mark.parametrize("name", [name for name, case in cases.CASES.items() if case.goals])
def test_goals_name_what_is_timed(name):
    case = cases.CASES[name]
    timed = {"copy"} if case.traffic else set()
    labels = set(find_peers(name))
    timed |= labels
    if any(label.startswith(peers.BEST_OF) for label in labels):
        timed.add(peers.BEST)
    timed |= {other for other, it in cases.CASES.items() if it.large == case.large}
    assert set(case.goals) <= timed


def run_report(monkeypatch, records, page, *options):
    monkeypatch.setattr(sys, "argv", ["report.py", str(records), str(page), *map(str, options)])
    report.main()


@pytest.fixture
def pages(tmp_path):
    return [shutil.copy(PAGES / name, tmp_path) for name in ("gpu.json", "gpu.md")]


def test_page_is_of_the_records(monkeypatch, pages):
    run_report(monkeypatch, *pages)
    assert pathlib.Path(pages[1]).read_text() == (PAGES / "gpu.md").read_text()


def test_report_adds_a_run(monkeypatch, pages, tmp_path):
    seconds = {"fp8": 0.002, "copy": 0.001}
    record = {"date": "2000-01-02", "gpu": "NVIDIA GPU", "cases": {
        "adamw": {"wrong": 0, "seconds": seconds, "faster_than": {"copy": 0.5}},
        "linear-current": {"wrong": 0}}}
    (tmp_path / "out.json").write_text(json.dumps(record))
    run_report(monkeypatch, *pages, "--add", tmp_path / "out.json")
    assert json.loads(pathlib.Path(pages[0]).read_text())["runs"][-1] == record
    text = pathlib.Path(pages[1]).read_text()
    assert "| `adamw` | 0.854 | 0.961 | 2 | **0.500** |" in text
    # If a run omits a peer, an earlier run has it.
    peer = "torch AdamW(fused)"
    runs = [run["cases"].get("adamw", {}) for run in json.loads((PAGES / "gpu.json").read_text())["runs"]]
    earlier = [case["faster_than"][peer] for case in runs if peer in case.get("faster_than", {})][-1]
    assert f"| `adamw` | copy 0.92: 0.5, missed (GPU, 2000-01-02); {peer} 1: **{earlier:.3g}** (H200," in text


def test_cases_are_compared(monkeypatch):
    monkeypatch.setitem(sys.modules, "fp8_step", mock.MagicMock())
    run = importlib.import_module("run")
    records = {"a": {"seconds": {"fp8": 2.0}, "faster_than": {}}, "b": {"seconds": {"fp8": 3.0}, "faster_than": {}},
               "c": {"wrong": 0}}
    bundle = {"cases": {"a": {"goals": {"b": 1, "c": 1, "copy": 1}}, "b": {"goals": {}}, "c": {"goals": {"a": 1}}}}
    run.compare_cases(records, bundle)
    assert [record.get("faster_than") for record in records.values()] == [{"b": 1.5}, {}, None]


ARGUMENTS = [{"kind": "state"}, {"kind": "input"}, {"kind": "arena"}]


def launch(name, inputs, results, argument=2):
    buffers = [[2, 0]] * len(inputs) + [[argument, 0]] * len(results)
    return {"main": [name, 1, 32], "inputs": inputs, "results": results, "buffers": buffers}


GROUPS_OF_OPS = [
    ("FP8 matmuls", {"product": {"lhs": [2], "rhs": [3], "batch": [1, 1]}}),
    ("bf16 matmuls", {"product": {"lhs": [1], "rhs": [1], "batch": [1, 1]}}),
    ("f32 matmuls", {"product": {"lhs": [0], "rhs": [0], "batch": [1, 1]}}),
    ("batched matmuls", {"product": {"lhs": [1], "rhs": [1], "batch": [8, 12]}}),
    ("attention", {"attention": {"is_backward": 1}}),
    # A layer norm that is quantized, a loss, and a softmax.
    ("norms, softmaxes, losses", launch("quantize_5", ["64x32xbf16"], ["64x1xf32", "64x32xf8E4M3FN"])),
    ("norms, softmaxes, losses", launch("quantize_1", ["64x96xbf16", "2x32xi32"], ["f32", "64x96xf8E5M2"])),
    ("norms, softmaxes, losses", launch("reduce", ["64x96xbf16"], ["64x96xbf16"])),
    ("norms, softmaxes, losses", launch("reduce", ["64x96xbf16"], ["64x1xf32"])),
    # The gradient of a bias, with its update.
    ("sums over columns", launch("reduce_3", ["256x64xbf16", "64xf32"], ["64xf32"], argument=0)),
    ("updates", launch("elementwise", ["64x64xf32", "64x64xf32"], ["64x64xf32"], argument=0)),
    ("updates", launch("elementwise", [], []) | {"bucket": {}}),
    ("casts", launch("quantize", ["64x32xf32"], ["64x32xf8E4M3FN"])),
    ("casts", launch("elementwise", ["64x32xf32"], ["32x64xbf16"])),
    ("casts", launch("elementwise", ["64x32xf32", "96xf32"], ["64x32xbf16", "96xbf16"])
     | {"bucket": {"sizes": [2048, 96]}}),
    ("updates", launch("elementwise", ["96xf32", "32xf32"] * 2, ["96xf32", "32xf32"])
     | {"bucket": {"sizes": [96, 32]}}),
    ("rest", launch("elementwise", ["64x32xbf16", "32xf32"], ["64x32xbf16"])),
    ("rest", {}),
]


@pytest.mark.parametrize(("group", "op"), GROUPS_OF_OPS)
def test_ops_have_groups(monkeypatch, group, op):
    monkeypatch.setitem(sys.modules, "fp8_step", mock.MagicMock())
    budget = importlib.import_module("budget")
    assert budget.find_group(op, ARGUMENTS) == group


def test_groups_have_totals(monkeypatch):
    monkeypatch.setitem(sys.modules, "fp8_step", mock.MagicMock())
    budget = importlib.import_module("budget")
    ops = [("a", "casts", "", 0.5, 100), ("b", "casts", "", 1.5, 300), ("c", "rest", "", 1.0, 10)]
    groups = budget.summarize(ops, bandwidth=400)
    assert groups["casts"] == {"launches": 2, "seconds": 2.0, "bytes": 400, "part_of_copy": 0.5}
    assert list(groups) == ["casts", "rest"]


def test_report_has_the_last_profile(monkeypatch, pages, tmp_path):
    groups = {"casts": {"launches": 2, "seconds": 0.002, "bytes": 4e9, "part_of_copy": 0.5}}
    record = {"date": "2000-01-02", "gpu": "NVIDIA GPU", "cases": {
        "gpt2-none-library": {"wrong": None, "profile": {"seconds": 0.002, "groups": groups}}}}
    (tmp_path / "out.json").write_text(json.dumps(record))
    run_report(monkeypatch, *pages, "--add", tmp_path / "out.json")
    text = pathlib.Path(pages[1]).read_text()
    assert "| `gpt2-none-library` | casts | 2 | 2.000 | 4.000 | 0.50 |" in text
    assert "| `gpt2-none-library` | **all** | 2 | **2.000** | 4.000 |  |" in text
