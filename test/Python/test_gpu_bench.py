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
import peers  # noqa: E402
import report  # noqa: E402

PAGES = ROOT / "docs" / "benchmarks"


def make_torch():
    """Replaces the functions of PyTorch that peers call. Compilation returns the function."""
    torch = mock.MagicMock()
    torch.compile = lambda function, **_: function
    torch.cuda.Event.return_value.elapsed_time.return_value = 2.0
    return torch


def find_peers(name):
    case = cases.CASES[name]
    return peers.Peers(make_torch(), 1).of(case.base or name, case.large)


@pytest.mark.parametrize("name", cases.CASES)
def test_peers_run(name):
    assert [peer() for peer in find_peers(name).values()] == [0.002] * len(find_peers(name))


@pytest.mark.parametrize("name", [name for name, case in cases.CASES.items() if case.goals])
def test_goals_name_what_is_timed(name):
    case = cases.CASES[name]
    timed = {"copy"} if case.traffic else set()
    timed |= set(find_peers(name))
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
    runs = [run["cases"]["adamw"] for run in json.loads((PAGES / "gpu.json").read_text())["runs"]]
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
