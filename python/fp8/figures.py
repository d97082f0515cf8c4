"""The figures of a page of `fp8-run --html`, as CSV or for TensorBoard.

    python -m fp8.figures report.html --csv figures.csv --tensorboard logs

writes the loss, and the amax and the scale of each quantized tensor, over the steps.
Needs no packages; `tensorboard --logdir logs` shows them.
"""

import argparse
import csv
import json
import pathlib
import re
import struct
import sys


def read(page):
    """Returns {name: {step: value}} of the figures of a page.

    A page of a long run has only every second step of the tensors, or every fourth...
    """
    text = pathlib.Path(page).read_text(encoding="utf-8")
    found = re.search(
        r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL
    )
    if not found:
        raise ValueError(f"expected a page of fp8-run --html, but {page} has no data")
    data = json.loads(found[1])
    figures = {"loss": dict(data["loss"])}
    for tensor in data["tensors"]:
        if "steps" not in tensor:
            raise ValueError(
                f"{page} has no numbers of steps of its tensors, so an earlier version of fp8-run "
                "wrote it; expected a page of this version"
            )
        for figure, values in tensor.items():
            if figure not in ("name", "steps"):
                # The last steps may lack a figure.
                figures[f"{tensor['name']}/{figure}"] = dict(
                    zip(tensor["steps"], values)
                )
    # The page has null for a value that is not finite.
    return {
        name: {
            step: float("nan") if value is None else value
            for step, value in values.items()
        }
        for name, values in figures.items()
    }


def write_csv(path, figures):
    """Writes a line for each step, with a column for each figure."""
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["step", *figures])
        for step in sorted({step for values in figures.values() for step in values}):
            writer.writerow(
                [step, *(values.get(step, "") for values in figures.values())]
            )


def write_events(folder, figures, time):
    """Writes a file of events for TensorBoard. All have the same `time`."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    begin = struct.pack("<Bd", 1 << 3 | 1, time)
    records = [begin + _field(3, b"brain.Event:2")]
    for name, values in figures.items():
        for step, value in values.items():
            number = struct.pack("<Bf", 2 << 3 | 5, value)
            summary = _field(1, _field(1, name.encode()) + number)
            records.append(begin + b"\x10" + _varint(step) + _field(5, summary))
    with open(folder / "events.out.tfevents.fp8", "wb") as file:
        for record in records:
            length = struct.pack("<Q", len(record))
            file.write(length + _checksum(length) + record + _checksum(record))


def _varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out) + bytes([number])


def _field(number, data):
    """Returns a field of a protocol buffer that holds bytes."""
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _make_table():
    """Returns the table of CRC-32C."""
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        table.append(byte)
    return table


_TABLE = _make_table()


def _checksum(data):
    """Returns the masked CRC-32C of a record."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("page", help="a page of fp8-run --html")
    parser.add_argument("--csv", help="the file to write")
    parser.add_argument("--tensorboard", help="the folder to write a file of events to")
    arguments = parser.parse_args()
    if not (arguments.csv or arguments.tensorboard):
        parser.error("expected --csv or --tensorboard")
    try:
        output = arguments.page
        figures = read(arguments.page)
        if arguments.csv:
            output = arguments.csv
            write_csv(arguments.csv, figures)
        if arguments.tensorboard:
            output = arguments.tensorboard
            time = pathlib.Path(arguments.page).stat().st_mtime
            write_events(arguments.tensorboard, figures, time)
    except OSError as error:
        # A write that fails does not know the file.
        name = error.filename or output
        sys.exit(f"fp8.figures: error: {name}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"fp8.figures: error: {error}")


if __name__ == "__main__":
    main()
