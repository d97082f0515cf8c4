# RUN: %pytest %s
"""The figures of a page, as CSV and as events of TensorBoard."""

import csv
import importlib.util
import os
import pathlib
import struct

import pytest

from fp8 import figures

PAGE = """<script type="application/json" id="data">
{"loss": [[0, 2.5], [1, 2.0], [2, null], [3, 1.0]],
 "tensors": [{"name": "w.e4m3", "steps": [0, 2], "amax": [1.5, 3.0], "scale": [4.0, 2.0]}]}
</script>"""


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "report.html"
    path.write_text(PAGE)
    return path


def run(*arguments, monkeypatch):
    monkeypatch.setattr("sys.argv", ["fp8.figures", *map(str, arguments)])
    figures.main()


def test_csv(page, tmp_path, monkeypatch):
    """The tensors of a long run have every second step."""
    run(page, "--csv", tmp_path / "figures.csv", monkeypatch=monkeypatch)
    rows = list(csv.reader(open(tmp_path / "figures.csv")))
    assert rows == [
        ["step", "loss", "w.e4m3/amax", "w.e4m3/scale"],
        ["0", "2.5", "1.5", "4.0"],
        ["1", "2.0", "", ""],
        ["2", "nan", "3.0", "2.0"],
        ["3", "1.0", "", ""],
    ]


def test_steps_of_tensors(page):
    """A resumed run begins later, has few losses of many steps, and quantizes some tensors rarely."""
    page.write_text(
        PAGE.replace("[0, 2.5], [1, 2.0]", "[0, 2.5], [900, 2.0]")
        .replace("[2, null], [3, 1.0]", "[1200, 1.0]")
        .replace('"steps": [0, 2]', '"steps": [1000, 1003, 1200]')
        .replace('"scale": [4.0, 2.0]', '"scale": [4.0, null, 2.0]')
    )
    assert figures.read(page) == {
        "loss": {0: 2.5, 900: 2.0, 1200: 1.0},
        "w.e4m3/amax": {1000: 1.5, 1003: 3.0},
        "w.e4m3/scale": {1000: 4.0, 1003: pytest.approx(float("nan"), nan_ok=True), 1200: 2.0},
    }


def test_page_without_steps(page, tmp_path, monkeypatch):
    page.write_text(PAGE.replace('"steps": [0, 2], ', ""))
    with pytest.raises(SystemExit, match="has no numbers of steps .* an earlier version of fp8-run wrote it"):
        run(page, "--csv", tmp_path / "x.csv", monkeypatch=monkeypatch)


def read_records(path):
    """Returns the records of a file, whose lengths it checks."""
    data, records = path.read_bytes(), []
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        record, data = data[12 : 12 + length], data[16 + length :]
        records.append(record)
    return records


def test_events(page, tmp_path, monkeypatch):
    run(page, "--tensorboard", tmp_path / "logs", monkeypatch=monkeypatch)
    (path,) = (tmp_path / "logs").iterdir()
    records = read_records(path)
    assert len(records) == 1 + 4 + 2 + 2
    assert b"brain.Event:2" in records[0]
    # Step 2 (field 2), and a summary with the name and 3.0 as a float of 32 bits.
    event = records[1 + 4 + 1]
    assert b"\x10\x02" in event and b"w.e4m3/amax" in event
    assert event.endswith(b"\x15" + struct.pack("<f", 3.0))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_full_disk(page, monkeypatch):
    message = "^fp8.figures: error: /dev/full: No space left on device$"
    with pytest.raises(SystemExit, match=message):
        run(page, "--csv", "/dev/full", monkeypatch=monkeypatch)


def test_checksum():
    """The value of RFC 3720 for 32 zeros, masked."""
    crc = 0x8A9136AA
    masked = ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
    assert figures._checksum(bytes(32)) == struct.pack("<I", masked)


@pytest.mark.skipif(not importlib.util.find_spec("tensorboard"), reason="no tensorboard")
def test_tensorboard(page, tmp_path, monkeypatch):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    run(page, "--tensorboard", tmp_path, monkeypatch=monkeypatch)
    events = EventAccumulator(str(tmp_path))
    events.Reload()
    assert [(event.step, event.value) for event in events.Scalars("w.e4m3/amax")] == [(0, 1.5), (2, 3.0)]


def test_other_file(tmp_path, monkeypatch):
    other = pathlib.Path(tmp_path / "other.html")
    other.write_text("<html>")
    with pytest.raises(SystemExit, match="expected a page of fp8-run --html, but .* has no data"):
        run(other, "--csv", tmp_path / "x.csv", monkeypatch=monkeypatch)
