"""Times AdamW over many tensors: one launch, a launch each, one flat tensor.

    python updates.py --bin build/bin --lib build/lib --json updates.json --page updates.md

Every variant is an object file of fp8-translate and a host in C, a process of
its own. They take turns, `--rounds` times; a figure is the median over rounds
of the median step of a process. A step reads four f32 per element, writes three
and computes a square root and a quotient.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

import page

ROOT = pathlib.Path(__file__).resolve().parents[2]
GENERATOR = ROOT / "test" / "Execution" / "Inputs" / "updates.py"
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

HOST = """
#include "fp8/Runtime/fp8rt.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
fp8rt_status step(fp8rt_context, fp8rt_stream, {types});
static const size_t sizes[] = {{{sizes}}};
static int order(const void *a, const void *b) {{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}}
int main(int argc, char **argv) {{
  static void *p[sizeof(sizes) / sizeof(*sizes)];
  fp8rt_options options = {{sizeof(options), atoi(argv[1]), 0}};
  fp8rt_context context;
  int steps = atoi(argv[2]);
  double *seconds = malloc((size_t)steps * sizeof(double));
  (void)argc;
  for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); ++i) {{
    p[i] = aligned_alloc(64, (sizes[i] + 63) / 64 * 64);
    for (size_t k = 0; k < sizes[i] / 4; ++k)
      ((float *)p[i])[k] = 1e-3f * (float)(1 + (k * 7 + i) % 100);
  }}
  if (fp8rt_context_create(&options, &context))
    return 1;
  for (int s = 0; s < steps; ++s) {{
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (step(context, NULL, {arguments}))
      return puts(fp8rt_last_error()), 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    seconds[s] = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
  }}
  qsort(seconds, (size_t)steps, sizeof(double), order);
  printf("%.9f\\n", seconds[steps / 2]);
  return 0;
}}
"""


def extents(sizes):
    count, _, extent = sizes.partition("x")
    return [int(extent)] * int(count) if extent else [int(n) for n in sizes.split(",")]


def build(arguments, name, sizes, options):
    """The host, and how long the compiler took."""
    stem = arguments.work / name
    source = subprocess.run(
        [sys.executable, str(GENERATOR), "adamw", sizes],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    stem.with_suffix(".mlir").write_text(source)
    start = time.perf_counter()
    subprocess.run(
        [arguments.bin / "fp8-opt", stem.with_suffix(".mlir"), f"--fp8-cpu-pipeline={options}",
         "--mlir-disable-threading", "--emit-bytecode", "-o", f"{stem}.mlirbc"],
        check=True,
    )  # fmt: skip
    subprocess.run(
        [arguments.bin / "fp8-translate", "--fp8-to-object", "--prefix=", f"--object={stem}", f"{stem}.mlirbc"],
        check=True,
    )
    seconds = time.perf_counter() - start
    header = stem.with_suffix(".h").read_text()
    arena = int(header.split("STEP_ARENA_BYTES ")[1].split()[0])
    # lr, then three states and a gradient of each tensor.
    bytes_of = [4] + [4 * n for n in extents(sizes) for _ in range(4)] + [arena]
    stem.with_suffix(".c").write_text(
        HOST.format(
            types=", ".join(["void *"] * len(bytes_of)),
            sizes=", ".join(map(str, bytes_of)),
            arguments=", ".join(f"p[{i}]" for i in range(len(bytes_of))),
        )
    )
    subprocess.run(
        [arguments.cc, "-O1", f"-I{ROOT / 'include'}", stem.with_suffix(".c"), f"{stem}.o",
         f"-L{arguments.lib}", "-lfp8rt", f"-Wl,-rpath,{arguments.lib}", "-o", f"{stem}.exe"],
        check=True,
    )  # fmt: skip
    return f"{stem}.exe", seconds


def measure(arguments, sizes):
    total = sum(extents(sizes))
    hosts, compile_seconds = {}, {}
    for variant, options in VARIANTS.items():
        own = f"1x{total}" if variant == "flat" else sizes
        hosts[variant], compile_seconds[variant] = build(
            arguments, variant.replace(" ", "-"), own, options
        )
    rows = []
    for threads in arguments.threads:
        samples = {variant: [] for variant in hosts}
        for _ in range(arguments.rounds):
            for variant, host in hosts.items():
                done = subprocess.run(
                    ["taskset", "-c", f"0-{threads - 1}", host, str(threads), str(arguments.steps)],
                    check=True, capture_output=True, text=True,
                )  # fmt: skip
                samples[variant].append(float(done.stdout))
        seconds = {variant: statistics.median(list_) for variant, list_ in samples.items()}
        rows.append(
            {"threads": threads, "elements": total, "seconds": seconds, "compile_seconds": compile_seconds}
        )
    return rows


def make_table(record):
    lines = [
        f"{record['date']}, {record['cpu']}, load {record['load']:.1f}.",
        "",
        "| tensors | threads | flat, ms | bucket, ms | of flat | a launch each, of flat | compiling: bucket, s | a launch each, s |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in record["rows"]:
        flat, bucket, single = (row["seconds"][v] for v in ("flat", "bucket", "launch each"))
        compiling = row["compile_seconds"]
        lines.append(
            f"| {row['tensors']} | {row['threads']} | {flat * 1e3:.2f} | {bucket * 1e3:.2f} | "
            f"**{bucket / flat:.2f}** | {single / flat:.2f} | {compiling['bucket']:.1f} | "
            f"{compiling['launch each']:.1f} |"
        )
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--lib", type=pathlib.Path, required=True)
    parser.add_argument("--json", type=pathlib.Path, required=True)
    parser.add_argument("--page", type=pathlib.Path, help="a page whose table to replace")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path.cwd())
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=50)
    arguments = parser.parse_args()
    rows = [
        {"tensors": name} | row
        for name, sizes in CASES.items()
        for row in measure(arguments, sizes)
    ]
    record = {
        **page.describe_machine(),
        "rows": rows,
    }
    arguments.json.write_text(json.dumps(record, indent=1) + "\n")
    table = make_table(record)
    print(table)
    if arguments.page:
        page.replace_table(arguments.page, table)


if __name__ == "__main__":
    main()
