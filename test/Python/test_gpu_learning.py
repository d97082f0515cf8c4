# RUN: %pytest %s
"""tools/bench/gpu/learning.py packs text, trains settings on a CPU, goes on, and writes a page."""

import json
import lzma
import os
import pathlib
import shutil
import sys

import pytest

pytest.importorskip("jax")
FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name fp8-run", allow_module_level=True)

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools" / "bench" / "gpu"))

import learning  # noqa: E402

STEPS = 4


@pytest.fixture(scope="module")
def packed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packed")
    (folder / "texts").mkdir()
    (folder / "texts/a.txt").write_text("The quick brown fox.\n" * 100)
    (folder / "texts/same.txt").write_text("The quick brown fox.\n" * 100)
    (folder / "texts/latin.txt").write_bytes(b"\xe9" * 2000)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(learning.SIZES, "10m", learning.sizes.Config(batch=2))
        patch.setenv("PYTHONPATH", str(ROOT / "python"), prepend=os.pathsep)
        run(patch, "pack", folder / "data", "--text", folder / "texts")
    return folder / "data"


@pytest.fixture
def folder(packed, tmp_path, monkeypatch):
    monkeypatch.setitem(learning.SIZES, "10m", learning.sizes.Config(batch=2))
    monkeypatch.setattr(learning, "LAST", 2)
    monkeypatch.setattr(learning, "POINT", 2)
    return pathlib.Path(shutil.copytree(packed, tmp_path / "data"))


def run(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["learning.py", *map(str, arguments)])
    learning.main()


def train(monkeypatch, folder, *options):
    record = folder / "out.json"
    run(monkeypatch, "train", folder, "--fp8-run", FP8_RUN, "--target=cpu", f"--steps={STEPS}",
        "--work", folder / "work", "--json", record, *options)  # fmt: skip
    return json.loads(record.read_text())["runs"]


def test_each_file_is_packed_once(folder):
    assert lzma.decompress((folder / "text.xz").read_bytes()).count(b"quick") == 100


def test_a_second_call_runs_what_is_missing(folder, monkeypatch, tmp_path):
    first = train(monkeypatch, folder, "--only=^bf16")
    assert list(first) == ["bf16", "bf16, other first weights"]
    monkeypatch.setitem(learning.SETTINGS, "bf16", None)
    both = train(monkeypatch, folder, "--only=^(bf16|delayed)$")
    assert list(both) == [*first, "delayed"] and both["bf16"] == first["bf16"]
    losses = [run["losses"] for run in both.values()]
    assert all(len(values) == STEPS for values in losses)
    # The first weights differ, and FP8 rounds.
    assert len({values[0] for values in losses}) == 3
    page = tmp_path / "page.md"
    page.write_text("<!-- learning -->\n<!-- end of learning -->\n")
    run(monkeypatch, "page", folder / "out.json", page, tmp_path / "figure.svg")
    assert page.read_text().count("\n| ") == 4 and "| `delayed` |" in page.read_text()
    assert (tmp_path / "figure.svg").read_text().startswith("<?xml")


def setup_of(folder):
    text = lzma.decompress((folder / "text.xz").read_bytes())
    return {"size": "10m", "steps": STEPS, "target": "cpu", "options": [], "characters": len(text)}


@pytest.mark.parametrize(("options", "error"), [
    (["--steps=5"], r"has runs with steps 4, not 5"),
    (["--option=--late-norm"], r"has runs with options \[\], not \['--late-norm'\]"),
])  # fmt: skip
def test_another_setup_is_refused(options, error, folder, monkeypatch):
    (folder / "out.json").write_text(json.dumps(setup_of(folder) | {"runs": {}}))
    with pytest.raises(SystemExit, match=error):
        train(monkeypatch, folder, *options)


def test_an_error_is_recorded(folder, monkeypatch):
    monkeypatch.setitem(learning.SETTINGS, "bf16", learning.Setting(["--recipe=wrong"]))
    assert "wrong" in train(monkeypatch, folder, "--only=^bf16$")["bf16"]["error"][0]


def test_the_page_has_the_table_of_the_record():
    pages = ROOT / "docs" / "benchmarks"
    record = json.loads((pages / "gpu-learning.json").read_text())
    assert learning.make_table(record) in (pages / "gpu.md").read_text()
