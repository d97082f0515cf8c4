# RUN: %pytest %s
"""tools/fp8-plan: reports scaled to other numbers of ranks, and simulated steps."""

import collections
import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "fp8-plan"
sys.path.insert(0, str(TOOL))

import machine
import models
import schedule
import step

OPT = os.environ.get("FP8_OPT")
needs_opt = pytest.mark.skipif(not OPT, reason="FP8_OPT does not name the fp8-opt binary")

# The parameters of PyTorch's tests of FSDP2. On 128 ranks, those of 17 rows stay whole.
SHAPES = [(17, 257), (17,), (64, 312), (64,), (64, 64), (512, 64), (256,), (64, 297)]
# Rates that are easy to count with.
ROUND = machine.Machine(
    node=2,
    in_node=machine.Level(latency=1, bandwidth=10),
    between=machine.Level(latency=2, bandwidth=5),
    fp8=8, bf16=4, f32=2, memory=100, matmul_part=0.5, memory_part=1, overhead=0.5,
)  # fmt: skip


def write_step(shapes, mesh):
    """Returns a step in Scaled form that updates parameters by gradients of all ranks."""
    axes = ", ".join(f'"{name}"' for name in mesh)
    sizes = ", ".join(f'"{name}" = {ranks}' for name, ranks in mesh.items())
    body, arguments, results, types = [], [], [], []
    for i, shape in enumerate(shapes):
        type_ = f"tensor<{'x'.join(map(str, shape))}xf32>"
        arguments += [
            f'%w{i}: {type_} {{fp8.name = "w{i}", fp8.state = #fp8.state<param>}}',
            f'%x{i}: {type_} {{fp8.name = "x{i}", fp8.batch}}',
        ]
        results.append(f'{type_} {{fp8.updates = "w{i}"}}')
        types.append(type_)
        body.append(f"""
  %e{i} = tensor.empty() : {type_}
  %g{i} = arith.mulf %x{i}, %w{i} : {type_}
  %s{i} = fp8.all_reduce sum %g{i} over [{axes}] outs(%e{i} : {type_}) : {type_}
  %n{i} = fp8.update states(%w{i} : {type_}) inputs(%s{i} : {type_}) scalars(%lr : tensor<f32>) outs(%w{i} : {type_}) {{
  ^bb0(%p: f32, %g: f32, %rate: f32):
    %0 = arith.mulf %g, %rate : f32
    %1 = arith.subf %p, %0 : f32
    fp8.yield %1 : f32
  }}""")
    values = ", ".join(f"%n{i}" for i in range(len(shapes)))
    return f"""module attributes {{fp8.mesh = #fp8.mesh<{sizes}>}} {{
func.func @step({", ".join(arguments)}, %lr: tensor<f32> {{fp8.name = "lr"}}) -> ({", ".join(results)}) {{
{"".join(body)}
  return {values} : {", ".join(types)}
}}
}}
"""


def compile_report(folder, shapes, whole=(), **mesh):
    """Returns the path of the report of a sharded step for GPUs."""
    stem = folder / "-".join(map(str, mesh.values()))
    source, report = stem.with_suffix(".mlir"), stem.with_suffix(".json")
    source.write_text(write_step(shapes, mesh))
    overrides = ",".join(f"{name}=whole" for name in whole)
    shard = "min-elements=1" + (f" override={overrides}" if overrides else "")
    subprocess.run(
        [OPT, source, f"--fp8-shard={shard}", "--canonicalize", "--cse", "--fp8-optimize-collectives",
         "--fp8-gpu-pipeline", f"--fp8-report=format=json output={report}", "-o", os.devnull],
        check=True, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return report


def read(path):
    return json.loads(path.read_text())[0]


@needs_opt
def test_sizes_of_128_ranks(tmp_path):
    """Sizes that are computed from a report for 4 ranks are those of 128 ranks."""
    whole = ["w0", "w1"]
    report = read(compile_report(tmp_path, SHAPES, whole, dp=4))
    compiled = read(compile_report(tmp_path, SHAPES, whole, dp=128))
    scaled, same = step.Step(report, 128), step.Step(compiled, 128)
    assert not scaled.padded
    uses = {entry["use"]: [entry["calls"], entry["bytes_sent"]] for entry in compiled["uses"]}
    assert scaled.count_uses() == same.count_uses() == uses
    sizes = ("state", "input", "result", "constant")
    assert scaled.arguments == sum(compiled["memory"][f"{kind}_bytes"] for kind in sizes)
    assert same.peak == compiled["memory"]["live_peak_bytes"]
    # A kernel that adds values of 128 ranks has many operands, so fewer updates share a
    # launch, and some buffers are shorter alive.
    lacking = collections.Counter(map(scaled.scale, report["buffers"]))
    lacking.subtract(map(same.scale, compiled["buffers"]))
    assert max(lacking.values()) == 0
    assert same.peak <= scaled.peak <= 1.05 * same.peak


@needs_opt
def test_padding_of_128_ranks(tmp_path):
    """A tensor that would be mostly padding is listed."""
    report = read(compile_report(tmp_path, SHAPES[:3], dp=4))
    assert step.Step(report, 34).padded == set()
    assert step.Step(report, 128).padded == {17}


@needs_opt
def test_as_many_rows_as_ranks(tmp_path):
    """The gradient of 8 elements that 4 ranks gather is no part of the state of 4 x 8."""
    report = read(compile_report(tmp_path, [(4, 8), (8,)], ["w1"], dp=4))
    # A rank sends 32 bytes of w0, of the sum of its gradient, and of the gradient of w1 to
    # each of 3 ranks.
    assert step.Step(report, 4).count_uses() == {
        "parameters": [1, 96], "gradients": [2, 192], "scalars": [0, 0],
    }  # fmt: skip


@needs_opt
def test_replicas(tmp_path):
    """Replicas of groups of 4 ranks: 3 become 5."""
    report = read(compile_report(tmp_path, SHAPES, replica=3, dp=4))
    compiled = read(compile_report(tmp_path, SHAPES, replica=5, dp=4))
    scaled = step.Step(report, 20)
    uses = {entry["use"]: [entry["calls"], entry["bytes_sent"]] for entry in compiled["uses"]}
    assert scaled.count_uses() == uses
    # Sums over 5 replicas have other buffers than sums over 3, of a few bytes.
    peak = compiled["memory"]["live_peak_bytes"]
    assert peak <= scaled.peak <= 1.001 * peak


@needs_opt
def test_more_than_2_31_elements(tmp_path):
    """A parameter of 2^31 + 2^17 elements is planned; no memory is allocated."""
    report = compile_report(tmp_path, [(131073, 16384)], dp=4)
    command = [sys.executable, TOOL / "fp8-plan.py", report, "--ranks", "4", "16384",
               "--exchanges", "flat", "--json", tmp_path / "plan.json"]  # fmt: skip
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    rows = [32769, 9]
    for plan, own, ranks in zip(json.loads((tmp_path / "plan.json").read_text()), rows, (4, 16384)):
        elements = 131073 * 16384
        assert plan["parameters"] == elements
        assert plan["uses"]["parameters"] == [1, own * 16384 * 4 * (ranks - 1)]
        assert plan["uses"]["gradients"] == [1, (elements - own * 16384) * 4]
        assert plan["arguments"] >= (own * 16384 + elements) * 4


def make_report(ops, axes=(("dp", 4),), **fields):
    for position, op in enumerate(ops):
        op.setdefault("stream", 0)
        op.setdefault("after", [position - 1] if position else [])
    mesh = [{"axis": name, "ranks": ranks} for name, ranks in axes]
    return {"function": "step", "mesh": mesh, "uses": [], "parameters": 80, "ops": ops,
            "arguments": [{"bytes": 8}], "buffers": []} | fields  # fmt: skip


def gather(**fields):
    sent = [{"use": "parameters", "piece_bytes": 24, "total_bytes": 80, "rows": 10, "unit": 1}]
    return {"name": "all_gather", "stream": 1, "axes": ["dp"], "sent": sent} | fields


def matmul(**fields):
    return {"name": "product", "stream": 0, "bytes_read": 100, "bytes_written": 50, "flops": 40,
            "formats": "f8E4M3FN,f8E5M2"} | fields  # fmt: skip


def test_times():
    """40 FLOP at half of 8 FLOP/s take 10 s, and 300 bytes at 100 bytes/s take 3 s."""
    assert ROUND.time_kernel(150, 40, "f8E4M3FN,f8E5M2") == 10.5
    assert ROUND.time_kernel(150, 40, "bf16,f8E5M2") == 20.5
    assert ROUND.time_kernel(150, 40, "f32,bf16") == 40.5
    assert ROUND.time_kernel(300) == 3.5


def test_exchanges():
    """Flat: 1 message in the node beside 6 between nodes. Hierarchical: a message of
    4 pieces in the node, then 3 between nodes."""
    assert ROUND.time_exchange(20, 8, 2, hierarchical=False) == 6 * (2 + 4)
    assert ROUND.time_exchange(20, 8, 2, hierarchical=True) == (1 + 8) + 3 * (2 + 4)
    assert ROUND.time_exchange(20, 2, 2, hierarchical=False) == 1 + 2


def test_overlap():
    """A gather of 10 rows on 4 ranks runs beside a matmul, which a second one follows."""
    ops = [gather(), matmul(after=[]), matmul(after=[0, 1])]
    plan = schedule.make_plan(step.Step(make_report(ops), 4), ROUND)
    # 24 bytes: 1 + 2.4 s in the node, 2 * (2 + 4.8) s between nodes.
    assert plan.exchange == pytest.approx(13.6)
    assert plan.compute == 21
    assert plan.seconds == pytest.approx(13.6 + 10.5)
    assert plan.exposed == pytest.approx(3.1)
    assert plan.flops == 80
    assert (plan.calls, plan.sent, plan.network) == (1, 72, 48)
    assert plan.get_bytes_per_parameter() == pytest.approx(72 / 80 * 4 / 3)


def test_streams_keep_their_order():
    """The second op of stream 0 waits for the first, and stream 2 goes ahead of both."""
    ops = [gather(after=[]), matmul(after=[0]), matmul(after=[]), matmul(after=[], stream=2)]
    ends = schedule.run(ops, [4, 1, 1, 2])
    assert ends == [4, 5, 6, 2]


def test_cut_kernels():
    """A kernel that reads the padded rows of all ranks: 4 x 3 of 3 bytes become 8 x 2."""
    entry = {"bytes": 36, "size": "padded_rows", "axes": ["dp"], "rows": 10, "unit": 1}
    kernel = {"name": "sum", "bytes_read": 40, "bytes_written": 10, "read_by_ranks": [entry]}
    pieces = {"bytes": 16, "size": "pieces", "axes": ["dp"], "first": 0, "last": 0}
    report = make_report([gather(), kernel], buffers=[pieces, {"bytes": 20, "first": 1, "last": 1}])
    scaled = step.Step(report, 8)
    assert scaled.get_traffic(kernel) == 50 - 36 + 48
    assert scaled.peak == 32
    assert scaled.get_sent(report["ops"][0]) == [step.Sent("parameters", 16, 80)]


def test_axes():
    """The first axis grows. Its groups have one rank in each node."""
    report = make_report([gather(axes=["dp"]), gather(axes=["replica"])], (("replica", 4), ("dp", 2)))
    scaled = step.Step(report, 16)
    assert scaled.mesh.get_group_size(["replica"]) == 8
    assert scaled.mesh.count_in_node(["replica"], 2) == 1
    assert scaled.mesh.count_in_node(["dp"], 2) == 2
    assert scaled.mesh.count_in_node(["replica", "dp"], 4) == 4


@pytest.mark.parametrize(
    ("report", "ranks", "message"),
    [
        ({"function": "step", "mesh": []}, 4, "several ranks in Planned form, but @step has no"),
        (make_report([gather()], (("dp", 2),)), 4, "a report for 3 or more"),
        (make_report([gather()], (("replica", 4), ("dp", 2))), 7, "expected a multiple of 2 ranks"),
    ],
)
def test_invalid_reports(report, ranks, message):
    with pytest.raises(step.PlanError, match=message):
        step.Step(report, ranks)


def test_unknown_unit():
    op = gather()
    op["sent"][0]["unit"] = 0
    with pytest.raises(step.PlanError, match="expected one unit for all states of 10 rows"):
        schedule.make_plan(step.Step(make_report([op]), 8), ROUND)


def test_layers():
    """From 4 and 8 layers to 16: a kernel per layer takes 3.5 s, a matmul once 10.5 s."""
    plans = {}
    for layers in (4, 8, 16):
        kernel = {"name": "layer", "bytes_read": 100, "bytes_written": 200}
        ops = [gather(), matmul(), *(dict(kernel) for _ in range(layers))]
        buffers = [{"bytes": 10, "first": 0, "last": layers}] * layers
        report = make_report(ops, buffers=buffers, parameters=80 * layers)
        plans[layers] = schedule.make_plan(step.Step(report, 4), ROUND)
    extended, planned = dict(vars(models.extend(plans[4], plans[8], 16))), dict(vars(plans[16]))
    assert extended.pop("uses") == planned.pop("uses")
    assert extended.pop("padded") == planned.pop("padded") == []
    assert extended == pytest.approx(planned)
    assert plans[16].compute == 10.5 + 16 * 3.5


def test_machine_files(tmp_path):
    path = tmp_path / "machine.json"
    path.write_text('{"node": 4, "between": {"latency": 1e-5, "bandwidth": 1e9}}')
    assert machine.Machine.read(path).between == machine.Level(1e-5, 1e9)
    path.write_text('{"nodes": 4}')
    with pytest.raises(ValueError, match="expected fields of a machine"):
        machine.Machine.read(path)


def test_command(tmp_path):
    """The table of the command, and its errors."""
    path = tmp_path / "report.json"
    path.write_text(json.dumps([make_report([gather()])]))
    command = [sys.executable, TOOL / "fp8-plan.py", path, "--ranks", "4", "64"]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert [line.split()[:2] for line in out.splitlines()[1:5]] == [
        ["4", "flat"], ["4", "hierarchical"], ["64", "flat"], ["64", "hierarchical"],
    ]  # fmt: skip
    assert "note: on 64 ranks, tensors of 10 rows have more padding than rows" in out
    failed = subprocess.run([*command, "--function", "init"], capture_output=True, text=True)
    assert failed.returncode == 1
    assert f"error: expected function @init in {path}, but it has @step" in failed.stderr
