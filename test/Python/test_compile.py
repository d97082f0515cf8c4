# RUN: %pytest %s
"""fp8.compile: the bits of fp8-run, on memory of the caller."""

import os
import subprocess
import sys
import types

import numpy as np
import pytest

import compiled
import fp8
from compiled import MLP, STEPS, TEST, all_bytes, go_on, train

compiled.require_module()

#: (recipe, storage).
COMBINATIONS = [("none", "fp32"), ("delayed", "fp32"), ("mx", "fp32")]
COMBINATIONS += [("delayed", "fp8-split16"), ("current", "msamp")]


@pytest.fixture(scope="module")
def adamw(tmp_path_factory):
    return compiled.write_adamw(tmp_path_factory.mktemp("adamw") / "adamw.mlir")


def run_tool(folder, module, *options):
    states, inputs = compiled.draw(module)
    return compiled.run_tool(
        folder, module, states | inputs, "--arg=lr=0.01", *options, steps=STEPS
    )


# --- the bits of fp8-run -------------------------------------------------------


@pytest.mark.parametrize("recipe, storage", COMBINATIONS)
def test_bits(tmp_path, adamw, recipe, storage):
    step, results = train(adamw, recipe=recipe, storage=storage)
    options = [f"--train=recipe={recipe} storage={storage}", "--arg=t=counter:1"]
    assert all_bytes(step, results) == run_tool(tmp_path, adamw, *options)
    assert ("params.w1.residual" in step.states) == (storage == "fp8-split16")
    assert len(step._functions) == 1 + (recipe == "delayed") + 2 * (storage != "fp32")


@pytest.mark.parametrize(
    "target, storage",
    [("reference", "fp8-split8"), ("upstream", "fp32"), ("sim", "fp32")],
)
def test_bits_of_other_targets(tmp_path, target, storage):
    step, results = train(MLP, target=target, recipe="delayed", storage=storage)
    text = f"--train=recipe=delayed storage={storage}"
    expected = run_tool(tmp_path, MLP, text, f"--target={target}")
    assert all_bytes(step, results) == expected


def test_skipped_steps(tmp_path):
    """Steps that overflow keep the states, planes and values."""
    options = {"storage": "fp8-split8", "storage_override": ["w=fp8-split8"]}
    module = TEST / "Run" / "Inputs" / "storage" / "skipped.mlir"
    states, inputs = compiled.draw(module)
    step = fp8.compile(module, states=states, **options)
    for number in range(3):
        results = step(inputs["x"], late=number)
    text = "--train=storage=fp8-split8 storage-override=w=fp8-split8"
    expected = compiled.run_tool(
        tmp_path, module, states | inputs, text, "--arg=late=counter:0", steps=3
    )
    assert all_bytes(step, results) == expected
    assert not np.isfinite(results["loss"])


def test_wide_steps(tmp_path):
    """Another function runs as steps 1 and 2."""
    step, results = train(MLP, recipe="row", wide_steps=[".*@1-2"])
    expected = run_tool(tmp_path, MLP, "--recipe=row", "--wide-steps=.*@1-2")
    assert all_bytes(step, results) == expected
    assert len(step._functions) == 2


def test_init(tmp_path):
    """@init starts the states from a seed."""
    module = TEST / "Run" / "Inputs" / "init.mlir"
    step = fp8.compile(module, seed=7)
    for _ in range(3):
        results = step(rate=0.25)
    options = ["--inputs=random:7", "--arg=rate=0.25", "--target=reference"]
    out = tmp_path / "out.safetensors"
    command = [compiled.find_build() / "bin" / "fp8-run", module, *options]
    subprocess.run([*command, "--steps=3", f"--outputs={out}"], check=True)
    assert all_bytes(step, results) == compiled.tensors.read_bytes(out)


def test_unpack(tmp_path, adamw):
    """Values of stored states are those of fp8-run --unpack, and can be loaded."""
    step, _ = train(adamw, recipe="current", storage="fp8-split16")
    text = "--train=recipe=current storage=fp8-split16"
    expected = run_tool(tmp_path, adamw, text, "--arg=t=counter:1", "--unpack")
    unpacked = step.unpack()
    assert sorted(unpacked) == sorted(set(expected) - {"loss"})
    for name, array in unpacked.items():
        assert array.tobytes() == expected[name], name
    step.load_state_dict({"number": 0, "states": unpacked})
    assert step.number == 0
    again = step.unpack()
    for name, array in unpacked.items():
        assert np.allclose(array, again[name], rtol=2**-6, atol=1e-6), name


def test_bytes_and_bytecode(tmp_path):
    """Text in bytes, and bytecode, are the same step."""
    path = tmp_path / "mlp.mlirbc"
    tool = compiled.find_build() / "bin" / "fp8-opt"
    subprocess.run([tool, MLP, "--emit-bytecode", "-o", path], check=True)
    expected = all_bytes(*train(MLP, recipe="mx"))
    for module in (MLP.read_bytes(), path, path.read_bytes()):
        assert all_bytes(*train(module, recipe="mx")) == expected


RANGE = """
func.func @step(%w: tensor<4xf32> {fp8.name = "w", fp8.state = #fp8.state<param>},
                %b: tensor<f32> {fp8.name = "b", fp8.range = [0.0, 1.0]})
    -> (tensor<4xf32> {fp8.updates = "w"}) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%w, %b : tensor<4xf32>, tensor<f32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %1 = arith.mulf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def test_range_of_a_scalar():
    """A scalar outside its fp8.range is rejected before the step runs."""
    w = np.ones(4, np.float32)
    step = fp8.compile(RANGE.encode(), states={"w": w})
    step(b=0.5)
    for outside in (1.0, -0.125, float("nan")):
        with pytest.raises(ValueError, match="at least 0 and below 1, because of its fp8.range"):
            step(b=outside)
    assert (step.states["w"] == 0.5).all() and step.number == 1


# --- memory --------------------------------------------------------------------


def test_memory_of_the_caller():
    """States are overwritten where they are; inputs and results are not copied."""
    states, inputs = compiled.draw(MLP)
    arrays = {name: array.copy() for name, array in states.items()}
    step = fp8.compile(MLP, recipe="current")
    step.bind(arrays)
    assert step.states["w1"] is arrays["w1"]
    loss = np.zeros((), np.float32)
    results = step(**inputs, lr=0.01, out={"loss": loss})
    assert results["loss"] is loss and loss > 0
    expected, _ = train(MLP, steps=1, recipe="current")
    for name, array in arrays.items():
        assert array.tobytes() == expected.states[name].tobytes()
        assert array.tobytes() != states[name].tobytes()
    # The arrays are alive although nobody else has them.
    del arrays, array
    step(**inputs, lr=0.01)


def test_any_alignment():
    """Memory is aligned to its elements, and no more."""
    states, inputs = compiled.draw(MLP)
    odd = {}
    for name, array in [*states.items(), *inputs.items()]:
        memory = np.empty(4 * array.size + 64 + 4, np.uint8)
        begin = -memory.ctypes.data % 64 + 4
        odd[name] = memory[begin : begin + 4 * array.size].view("f4")
        odd[name] = odd[name].reshape(array.shape)
        odd[name][...] = array
        assert odd[name].ctypes.data % 64 == 4
    step = fp8.compile(MLP, recipe="current")
    step.bind({name: odd[name] for name in states})
    results = go_on(step, {name: odd[name] for name in inputs}, STEPS)
    assert all_bytes(step, results) == all_bytes(*train(MLP, recipe="current"))


def test_state_dict():
    """A run goes on with the same bits in another step."""
    options = {"recipe": "delayed", "storage": "fp8-split8"}
    _, inputs = compiled.draw(MLP)
    first, _ = train(MLP, steps=2, **options)
    saved = first.state_dict()
    step = fp8.compile(MLP, **options)
    with pytest.raises(ValueError, match="expected values of the states w1, w2; pass"):
        go_on(step, inputs, 1)
    # Libraries have other mappings and integers.
    step.load_state_dict(
        types.MappingProxyType(
            {
                "number": np.array(saved["number"]),
                "states": types.MappingProxyType(saved["states"]),
            }
        )
    )
    assert step.number == 2
    assert all_bytes(step, go_on(step, inputs, 2)) == all_bytes(
        first, go_on(first, inputs, 2)
    )
    # The copy has not changed.
    rest = saved["states"]["w1.residual"]
    assert rest.tobytes() != first.states["w1.residual"].tobytes()


def test_infinities():
    """Storage without infinities refuses them, and no state changes."""
    states, _ = compiled.draw(MLP)
    step = fp8.compile(MLP, states=states, storage="fp8-split8")
    values = step.unpack()
    before = {name: array.tobytes() for name, array in step.states.items()}
    values["w1"][2, 1] = -np.inf
    with pytest.raises(ValueError, match="the storage of the state 'w1' can .*got -inf"):
        step.load_state_dict({"number": 0, "states": values})
    assert {n: a.tobytes() for n, a in step.states.items()} == before
    values["w1"][2, 1] = np.nan
    step.load_state_dict({"number": 0, "states": values})
    assert np.isnan(step.unpack()["w1"][2, 1])
    wide = fp8.compile(MLP, storage="bf16-residual", states=states)
    values = wide.unpack()
    values["w1"][2, 1] = np.inf
    wide.load_state_dict({"number": 0, "states": values})
    assert wide.unpack()["w1"][2, 1] == np.inf


def test_no_growth():
    """A run allocates its results alone."""
    resource = pytest.importorskip("resource")
    if "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("AddressSanitizer keeps freed memory for a while")
    _, inputs = compiled.draw(MLP)
    step, _ = train(MLP, recipe="current")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2000):
        step(**inputs, lr=0.01)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1024


def test_report():
    step = fp8.compile(MLP, recipe="delayed")
    assert "@step" in step.report()
    reports = compiled.json.loads(step.report("json"))
    assert [r["function"] for r in reports] == ["step", "step0"]


def test_save(tmp_path, tools):
    """A saved step, linked with libfp8rt alone, has the bits of the step."""
    states, inputs = compiled.draw(MLP)
    step = fp8.compile(MLP, states=states, recipe="delayed")
    given = {**step.state_dict()["states"], **inputs, "lr": np.full((), 0.01, "f4")}
    step.save(tmp_path / "mlp")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["mlp.h", "mlp.o"]
    libraries = compiled.find_build() / "lib"
    link = [tools("clang"), "-shared", "mlp.o", "-o", "mlp.so", f"-L{libraries}"]
    link += ["-lfp8rt", f"-Wl,-rpath,{libraries}"]
    subprocess.run(link, cwd=tmp_path, check=True)
    compiled.write(tmp_path / "in.safetensors", given)
    host = [sys.executable, TEST / "Execution" / "Inputs" / "run-object.py", "run"]
    host += ["mlp.h", "./mlp.so", "in.safetensors", str(STEPS), "out.safetensors"]
    subprocess.run(host, cwd=tmp_path, check=True)
    found = compiled.tensors.read_bytes(tmp_path / "out.safetensors")
    expected = all_bytes(step, go_on(step, inputs, STEPS))
    assert {name: found[name] for name in expected} == expected


def test_saved_functions(tmp_path):
    """The object and the header of a stored step have all of its functions."""
    step = fp8.compile(MLP, recipe="delayed", storage="fp8-split8")
    step.save(tmp_path / "mlp")
    header = (tmp_path / "mlp.h").read_text()
    for name in ("mlp_step(", "mlp_step0(", "mlp_pack(", "mlp_unpack("):
        assert name in header
