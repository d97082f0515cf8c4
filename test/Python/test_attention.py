# RUN: %pytest %s
"""fp8.attention and its gradients on every target, compared with float64.

Shapes, layouts, masks and types are random. FP8_TEST_ATTENTION_CASES (16) is the number of
cases; every kind of mask is among the first eight.
"""

import os
import subprocess

import numpy as np
import pytest
import tensors
from attentions import REGIONS, Case

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

NUMBER = int(os.environ.get("FP8_TEST_ATTENTION_CASES", 16))
#: Cases of one module.
GROUP = 16
RESULTS = ("o", "max", "sum", "dq", "dk", "dv")
#: Targets, and the lowering of attention. Targets that compile long have a part of the cases.
TARGETS = [
    ("reference", "kernels"), ("upstream", "kernels"), ("cpu", "kernels"), ("sim", "kernels"),
    ("cpu", "library"), ("sim", "library"),
]  # fmt: skip
PARTS = {"upstream": 2, "sim": 2}


def write_module(path, cases):
    arguments, results, lines, values = [], [], [], []
    for case in cases:
        prefix = f"c{case.seed}"
        for name in case.arguments():
            arguments.append(f'%{prefix}{name}: {case.type(name)} {{fp8.name = "{prefix}{name}"}}')
        for name in RESULTS:
            results.append(f'{case.type(name)} {{fp8.name = "{prefix}{name}"}}')
            values.append((f"%{prefix}{name}", case.type(name)))
        lines += case.text(prefix)
    names = ", ".join(name for name, _ in values)
    types = ", ".join(kind for _, kind in values)
    path.write_text(
        f"func.func @f({', '.join(arguments)}) -> ({', '.join(results)}) {{\n"
        + "\n".join(lines)
        + f"\n  return {names} : {types}\n}}\n"
    )


def write_inputs(path, cases):
    arrays = {}
    for case in cases:
        for name in case.arguments():
            value = case.values[name]
            if value.dtype == bool:
                entry = ("BOOL", value.astype(np.uint8))
            elif name == "in" or case.element == "f32":
                entry = ("F32", value.astype(np.float32))
            else:
                entry = ("BF16", (value.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16))
            arrays[f"c{case.seed}{name}"] = entry
    tensors.write(path, arrays)


def run(folder, target, lowering, cases):
    write_module(folder / "f.mlir", cases)
    write_inputs(folder / "in.safetensors", cases)
    command = [FP8_RUN, "f.mlir", f"--target={target}", "--steps=1", "--recipe=none"]
    command.append(f"--attention={lowering}")
    command += ["--inputs=in.safetensors", "--outputs=out.safetensors"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    results = {}
    for name, (kind, array) in tensors.read(folder / "out.safetensors").items():
        if kind == "BF16":
            array = (array.astype(np.uint32) << 16).view(np.float32)
        results[name] = array.astype(np.float64)
    return results


def check(case, name, got):
    """Compares a result with its value in float64."""
    value, bound = case.expected()[name]
    excess = abs(got - value) - bound - 2.0**-126
    assert not (excess > 0).any() and not np.isnan(got).any(), (
        f"case {case.seed} ({case.kind}, {case.element}, {case.extents}): {name} is off by "
        f"{np.nanmax(abs(got - value))}, {np.nanmax(abs(got - value) / (bound + 2.0**-126))} times the bound"
    )


@pytest.mark.parametrize(("target", "lowering"), TARGETS)
def test_cases_are_within_the_bound(target, lowering, tmp_path):
    number = NUMBER // PARTS.get(target, 1)
    for first in range(0, number, GROUP):
        cases = [Case(seed) for seed in range(first, min(first + GROUP, number))]
        results = run(tmp_path, target, lowering, cases)
        for case in cases:
            for name in RESULTS:
                got = next(v for k, v in results.items() if k == f"c{case.seed}{name}")
                check(case, name, got.reshape(case.shape(case.dims[name])))


def test_every_kind_of_region_is_drawn():
    assert {Case(seed).kind for seed in range(NUMBER)} == set(REGIONS)


@pytest.mark.parametrize("kind", REGIONS)
def test_gradients_are_finite_differences(kind):
    """The float64 gradients, with which targets are compared, are derivatives."""
    seed = next(s for s in range(10_000) if Case(s).kind == kind and Case(s).extents["j"] > 1 and Case(s).extents["i"] > 1)
    case = Case(seed)
    expected = case.expected()
    generator = np.random.default_rng(0)
    step = 1e-6
    for name in ("q", "k", "v"):
        direction = generator.standard_normal(case.values[name].shape)
        sums = []
        for sign in (1.0, -1.0):
            other = Case(seed)
            other.values[name] = other.values[name] + sign * step * direction
            output = other.expected()["o"][0]
            grad = case.to_layout("o", case.over_pairs("grad"))
            sums.append((output * grad).sum())
        gradient = expected["d" + name][0]
        axes = [case.dims["d" + name].index(d) for d in case.dims[name]]
        want = (np.transpose(gradient, axes) * direction).sum()
        np.testing.assert_allclose((sums[0] - sums[1]) / (2 * step), want, rtol=1e-5, atol=1e-6)
