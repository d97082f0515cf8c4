"""Runs and times a step function of fp8-translate in a separate process, with a host
in C. The benchmarks of updates share it.
"""

import pathlib
import statistics
import subprocess
import time

import page

ROOT = pathlib.Path(__file__).resolve().parents[2]

HOST = """
#include "fp8/Runtime/fp8rt.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
fp8rt_status step(fp8rt_context, fp8rt_stream, {types});
static const size_t sizes[] = {{{sizes}}};
static int order(const void *a, const void *b) {{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}}
/* More than caches hold, of which a step finds its operands in none, as behind a
   backward. */
enum {{ evicted = 160 << 20 }};
int main(int argc, char **argv) {{
  static void *p[sizeof(sizes) / sizeof(*sizes)];
  fp8rt_options options = {{sizeof(options), atoi(argv[1]), 0}};
  fp8rt_context context;
  int steps = atoi(argv[2]);
  double *seconds = malloc((size_t)steps * sizeof(double));
  size_t bytes = 0;
  void *memory, *others;
  (void)argc;
  for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); ++i)
    bytes += (sizes[i] + 63) / 64 * 64;
  if (fp8rt_context_create(&options, &context) ||
      fp8rt_alloc(context, bytes, 64, &memory) ||
      fp8rt_alloc(context, evicted, 64, &others))
    return puts(fp8rt_last_error()), 1;
  for (size_t i = 0, offset = 0; i < sizeof(sizes) / sizeof(*sizes); ++i) {{
    p[i] = (char *)memory + offset;
    offset += (sizes[i] + 63) / 64 * 64;
    /* Small normal numbers, read as f32 or as bf16. */
    for (size_t k = 0; k < sizes[i] / 2; ++k)
      ((uint16_t *)p[i])[k] = (uint16_t)(0x3a00 + (k * 7 + i) % 100);
  }}
  for (int s = 0; s < steps; ++s) {{
    struct timespec begin, end;
    for (size_t i = 0; i < evicted; i += 64)
      ++((volatile char *)others)[i];
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


def add_arguments(parser):
    """Adds the options that `build` and `take_turns` read, and the common ones."""
    page.add_arguments(parser)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--lib", type=pathlib.Path, required=True)
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=50)


def build(arguments, name, source, bytes_of, options):
    """Compiles the step and its host.

    Returns the host of the function `step` of the text `source`, and the seconds that the
    compiler took, from text to object. The buffers have `bytes_of` bytes each, in the
    order of the arguments and then of the results that update none.
    """
    stem = arguments.work / name
    stem.with_suffix(".mlir").write_text(source)
    start = time.perf_counter()
    subprocess.run(
        [arguments.bin / "fp8-opt", stem.with_suffix(".mlir"), f"--fp8-cpu-pipeline=cpu=native {options}",
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
    sizes = [*bytes_of, arena]
    stem.with_suffix(".c").write_text(
        HOST.format(
            types=", ".join(["void *"] * len(sizes)),
            sizes=", ".join(map(str, sizes)),
            arguments=", ".join(f"p[{i}]" for i in range(len(sizes))),
        )
    )
    subprocess.run(
        [arguments.cc, "-O1", f"-I{ROOT / 'include'}", stem.with_suffix(".c"), f"{stem}.o",
         f"-L{arguments.lib}", "-lfp8rt", f"-Wl,-rpath,{arguments.lib}", "-o", f"{stem}.exe"],
        check=True,
    )  # fmt: skip
    return f"{stem}.exe", seconds


def take_turns(arguments, hosts, threads):
    """Runs every host on `threads` CPUs, `--rounds` times in turns.

    Returns {variant: the median over rounds of the median step of a process, in seconds}.
    """
    samples = {variant: [] for variant in hosts}
    for _ in range(arguments.rounds):
        for variant, host in hosts.items():
            done = subprocess.run(
                ["taskset", "-c", f"0-{threads - 1}", host, str(threads), str(arguments.steps)],
                check=True, capture_output=True, text=True,
            )  # fmt: skip
            samples[variant].append(float(done.stdout))
    return {variant: statistics.median(list_) for variant, list_ in samples.items()}
