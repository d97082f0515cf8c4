"""Command-line interface of fp8.jax.import_stablehlo.

python -m fp8.import_stablehlo IN.mlir -o OUT.mlir
"""

import argparse
import os
import pathlib
import sys

from fp8._errors import CaptureError
from fp8._replace import replace_files
from fp8.jax._import import convert

_NAME = "fp8.import_stablehlo"


def main(arguments=None):
    options = _parser().parse_args(arguments)
    try:
        text, devices = convert(
            _read(options.input),
            entry=options.entry,
            names=_names(options.names, "--names"),
            result_names=_names(options.result_names, "--result-names"),
            updates=_pairs(options.updates, "--updates"),
            states=_pairs(options.states, "--states"),
            one_device=options.one_device,
            annotate=options.annotate,
        )
        _write(options.output, text)
    except (CaptureError, ImportError) as error:
        return _fail(f"{options.input}: {error}")
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}")
    _say_notes(devices)
    return 0


def _say_notes(devices):
    for name, count in sorted(devices.dropped.items()):
        what = "is 0" if name.endswith("_id") else "gives back its operand"
        _say(f"note: on one device, {name} (x{count}) {what}")
    if "stablehlo.all_reduce" in devices.dropped:
        _say("note: a number of devices that sums are divided by stays what it is")
    if devices.mesh:
        _say(
            f"note: this is the step of one rank: fp8-run --mesh={devices.mesh.option()}"
        )
    if devices.global_view:
        _say(
            "note: shardings of arguments have no effect: one device runs the step of "
            "all; for several ranks use jax.shard_map, or the batch of one rank"
        )


def _parser():
    parser = argparse.ArgumentParser(
        prog=f"python -m {_NAME}",
        description="Turns a training step in StableHLO into Model form of fp8.",
        epilog="Names in lists are separated by commas; options may be repeated.",
    )
    parser.add_argument(
        "input",
        metavar="IN",
        help="text, bytecode or a module serialized by jax.export; - is stdin",
    )
    parser.add_argument("-o", dest="output", metavar="OUT", default="-")
    parser.add_argument(
        "--entry", help="the step; default: @main, or the only public function"
    )
    for option, metavar, what in (
        ("--names", "[OLD=]NAME,...", "names of arguments: of all, or of some"),
        ("--result-names", "[OLD=]NAME,...", "names of results: of all, or of some"),
        ("--updates", "RESULT=ARGUMENT,...", "which results overwrite which arguments"),
        ("--states", "ARGUMENT=KIND,...", "which are a param, moment or step"),
    ):
        parser.add_argument(option, action="append", metavar=metavar, help=what)
    parser.add_argument(
        "--one-device",
        action="store_true",
        help="the step runs on one device, though it is written for several",
    )
    parser.add_argument(
        "--no-attributes",
        dest="annotate",
        action="store_false",
        help="leave out every fp8.* attribute",
    )
    return parser


def _items(lists):
    return [item for text in lists for item in text.split(",") if item]


def _names(lists, option):
    """Returns None, a list, or {old: new}."""
    if lists is None or not any("=" in text for text in lists):
        return lists and _items(lists)
    return _pairs(lists, option)


def _pairs(lists, option):
    if lists is None:
        return None
    pairs = {}
    for item in _items(lists):
        left, equals, right = item.partition("=")
        if not (left and equals and right):
            raise CaptureError(f"expected NAME=NAME in {option}, got '{item}'")
        if pairs.setdefault(left, right) != right:
            raise CaptureError(f"{option} names '{left}' twice")
    return pairs


def _read(path):
    return sys.stdin.buffer.read() if path == "-" else pathlib.Path(path).read_bytes()


def _write(path, text):
    """Writes all of the text or, after an error, nothing."""
    if path == "-":
        sys.stdout.write(text)
        return
    # Do not replace a device or a pipe.
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    replace_files({path: text.encode()})


def _fail(message):
    _say(f"error: {' '.join(message.split())}")
    return 1


def _say(line):
    print(f"{_NAME}: {line}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
