# RUN: %pytest %s
# A sanitizer keeps freed memory for a while.
# UNSUPPORTED: sanitizer
"""The memory of a rank that holds some rows of states: when they are computed, and
beside the report of a compiled step."""

import json
import os
import pathlib
import re
import subprocess

import pytest
import tensors

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

MLP = pathlib.Path(__file__).resolve().parents[1] / "Execution" / "Inputs" / "mlp.mlir"
RANKS = 4
MIB = 2**20


def measure(folder, text, *options):
    """Returns the peak of resident bytes of the largest rank, and its output."""
    (folder / "step.mlir").write_text(text)
    command = [FP8_RUN, "step.mlir", f"--mesh=dp:{RANKS}", "--shard=zero3", *options]
    # Freed tensors leave the process at once.
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536"}
    with open(folder / "out", "w") as out, open(folder / "err", "w") as err:
        process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=err, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, (folder / "err").read_text()
    return usage.ru_maxrss * 1024, (folder / "out").read_text()


# States that @init or @pack computes.

COUNT, ROWS, COLUMNS = 16, 512, 1024


def decaying(rows, has_init):
    """Returns a step of COUNT matrices with momentum, which decay. No op needs a whole
    matrix, and the loss is the mean of the batch."""
    matrix = f"tensor<{rows}x{COLUMNS}xf32>"
    names = [f"w{i}" for i in range(COUNT)]
    arguments, results, values, body = [], [], [], []
    for name in names:
        arguments += [f'%{name}: {matrix} {{fp8.name = "{name}", fp8.state = #fp8.state<param>}}',
                      f'%m{name}: {matrix} {{fp8.name = "m{name}", fp8.state = #fp8.state<moment>}}']
        results += [f'{matrix} {{fp8.updates = "{name}"}}', f'{matrix} {{fp8.updates = "m{name}"}}']
        values += [f"%n{name}", f"%nm{name}"]
        body += [f"%nm{name} = arith.mulf %{name}, %rate : {matrix}",
                 f"%d{name} = arith.addf %m{name}, %nm{name} : {matrix}",
                 f"%n{name} = arith.subf %{name}, %d{name} : {matrix}"]
    types = ", ".join([matrix] * (2 * COUNT))
    text = f"""
func.func @step({", ".join(arguments)}, %x: tensor<8xf32> {{fp8.name = "x"}})
    -> ({", ".join(results)}, tensor<f32> {{fp8.loss}}) {{
  %rate = arith.constant dense<0.125> : {matrix}
  %zero = arith.constant dense<0.0> : tensor<f32>
  {chr(10).join(body)}
  %loss = linalg.reduce {{arith.addf}} ins(%x : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  return {", ".join(values)}, %loss : {types}, tensor<f32>
}}
"""
    if not has_init:
        return text
    drawn = "\n".join(
        f"%{name} = fp8.init normal parameters [0.0, 0.02] stream {i} seed %seed outs(%empty : {matrix})"
        for i, name in enumerate(names))
    named = ", ".join(f'{matrix} {{fp8.name = "{name}"}}' for name in names)
    return f"""
func.func @init(%seed: i32) -> ({named}) {{
  %empty = tensor.empty() : {matrix}
  {drawn}
  return {", ".join(f"%{name}" for name in names)} : {", ".join([matrix] * COUNT)}
}}
{text}"""


@pytest.mark.parametrize("has_init", [False, True], ids=["random", "init"])
def test_a_rank_computes_one_parameter_at_a_time(tmp_path, has_init):
    options = ["--target=reference", "--steps=1", "--inputs=random:1", "--storage-override=w.*=fp8-split16"]
    small, _ = measure(tmp_path, decaying(4, has_init), *options)
    large, _ = measure(tmp_path, decaying(ROWS, has_init), *options)
    # Planes have 3 bytes for a parameter and 1 for its momentum.
    rows = COUNT * ROWS * COLUMNS * 4 // RANKS
    # Values, planes and temporaries of one parameter. All of them would take 32 in
    # f32 alone.
    limit = rows + 5 * (ROWS * COLUMNS * 4)
    assert large - small < limit, f"{(large - small) / MIB:.1f} MiB, limit {limit / MIB:.1f}"


@pytest.mark.parametrize("ranks", [[], [f"--mesh=dp:{RANKS}", "--shard=zero3", "--shard-min-elements=1"]],
                         ids=["one", "ranks"])
def test_a_given_value_replaces_that_of_init(tmp_path, ranks):
    (tmp_path / "step.mlir").write_text(decaying(4, has_init=True))
    command = [FP8_RUN, "step.mlir", "--arg=w0=0.5", "--storage-override=w.*=fp8-split16", "--target=reference",
               "--steps=1", "--inputs=random:1", "--unpack", "--outputs=out.safetensors", *ranks]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    states = tensors.read(tmp_path / "out.safetensors")
    assert set(states["w0"][1].ravel()) == {0.5 - 0.125 * 0.5}
    # @init draws all others.
    assert len(set(states["w1"][1].ravel())) > 100


# The peak of a compiled step.


def widen(factor):
    """Returns the step of two layers with `factor` times as many inputs, units and
    outputs."""
    def scale(match):
        batch, *rest = (int(extent) for extent in match[1].split("x"))
        sizes = [batch if batch == 32 else batch * factor, *(e * factor for e in rest)]
        return f"tensor<{'x'.join(map(str, sizes))}xf32>"
    return re.sub(r"tensor<([\dx]+)xf32>", scale, MLP.read_text())


def read_peak(report):
    """Returns the largest peak that the functions of a step report: states, inputs and
    arena."""
    functions = json.loads(report[: report.rindex("]") + 1])
    return max(sum(function["memory"][f"{part}_bytes"] for part in ("state", "input", "arena"))
               for function in functions)


@pytest.mark.parametrize("options", [[], ["--storage=fp8-split16", "--recipe=delayed"]],
                         ids=["f32", "stored"])
def test_the_report_states_the_peak(tmp_path, options):
    """The difference between two sizes of a step leaves out the memory of code and of
    the compiler."""
    measured, reported = [], []
    for factor in (4, 48):
        peak, report = measure(tmp_path, widen(factor), "--target=cpu", "--inputs=random:1",
                               "--arg=arg8=0.125", "--report=json", "--steps=2", *options)
        measured.append(peak)
        reported.append(read_peak(report))
    growth, stated = measured[1] - measured[0], reported[1] - reported[0]
    # The library of matmuls packs its operands, and codes are decoded to f32 before:
    # memory of the machine, which the report of a step does not know. A second arena,
    # or a copy of the states, would add more than this.
    packed = stated // 4
    decoded = 4 * (32 + 24 * 48) * (40 * 48) if options else 0
    assert 0.9 * stated < growth < stated + packed + decoded, (growth, stated)
