"""Times AdamW over many tensors: one launch, a launch each, one flat tensor.

    python updates.py --bin build/bin --lib build/lib --json updates.json --page updates.md

Every variant is an object file of fp8-translate and a host in C, in a separate
process. Variants take turns, `--rounds` times. A figure is the median, over
rounds, of the median step of a process. A step reads four f32 per element, writes three
and computes a square root and a quotient.
"""

import argparse
import subprocess
import sys

import page
import step_host

GENERATOR = step_host.ROOT / "test" / "Execution" / "Inputs" / "updates.py"
CASES = {
    "2000 x 4096": "2000x4096",
    "4000 x 1024": "4000x1024",
    "200 x 65536": "200x65536",
    "999 of 2 to 16384": ",".join(str(2 << i % 14) for i in range(999)),
}
VARIANTS = {
    "bucket": "bucket-updates=true",
    "launch each": "bucket-updates=false",
    "flat": "bucket-updates=false",
}


def extents(sizes):
    count, _, extent = sizes.partition("x")
    return [int(extent)] * int(count) if extent else [int(n) for n in sizes.split(",")]


def build(arguments, name, sizes, options):
    source = subprocess.run(
        [sys.executable, str(GENERATOR), "adamw", sizes],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    # lr, then three states and a gradient of each tensor.
    bytes_of = [4] + [4 * n for n in extents(sizes) for _ in range(4)]
    return step_host.build(arguments, name, source, bytes_of, options)


def measure(arguments, sizes):
    total = sum(extents(sizes))
    hosts, compile_seconds = {}, {}
    for variant, options in VARIANTS.items():
        own = f"1x{total}" if variant == "flat" else sizes
        hosts[variant], compile_seconds[variant] = build(
            arguments, variant.replace(" ", "-"), own, options
        )
    return [
        {
            "threads": threads,
            "elements": total,
            "seconds": step_host.take_turns(arguments, hosts, threads),
            "compile_seconds": compile_seconds,
        }
        for threads in arguments.threads
    ]


def make_table(record):
    columns = [
        "tensors", "threads", "flat, ms", "bucket, ms", "of flat", "a launch each, of flat", "compiling: bucket, s",
        "a launch each, s",
    ]  # fmt: skip
    rows = []
    for row in record["rows"]:
        flat, bucket, single = (row["seconds"][v] for v in ("flat", "bucket", "launch each"))
        times = [f"{flat * 1e3:.2f}", f"{bucket * 1e3:.2f}", f"**{bucket / flat:.2f}**", f"{single / flat:.2f}"]
        compiling = [f"{row['compile_seconds'][v]:.1f}" for v in ("bucket", "launch each")]
        rows.append([row["tensors"], str(row["threads"]), *times, *compiling])
    return f"{page.describe(record)}.\n\n{page.format_table(columns, rows)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    step_host.add_arguments(parser)
    arguments = parser.parse_args()
    rows = [
        {"tensors": name} | row
        for name, sizes in CASES.items()
        for row in measure(arguments, sizes)
    ]
    page.write(arguments, rows, make_table)


if __name__ == "__main__":
    main()
