# RUN: %pytest %s
"""fp8.update stores states as an independent model in numpy does, bit for bit."""

import os
import subprocess

import numpy as np
import pytest
import tensors
from formats import SEED, STEP, UE4M4, Kahan, Split, draws_of, f32

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

TARGETS = ["reference", "upstream", "cpu", "sim"]
SHAPE = (12, 128)
GROUPS = 12


def model(weight, planes, moments, inverses, gradient, rate, old_inverse, scale):
    """The new planes of the weight and its amax, of the moment and its scales."""
    w = weight.decode([p.reshape(-1) for p in planes], old_inverse)
    v = UE4M4.decode(moments.reshape(-1)) * np.repeat(inverses, 128)
    g = gradient.reshape(-1)
    v_new = v * f32(0.9) + g * g
    w_new = w - g * rate
    new_planes, stored = weight.encode(w_new, scale)
    amax = v_new.reshape(GROUPS, 128).max(axis=1)
    scales = np.where(amax > 0, f32(480) / np.where(amax > 0, amax, 1), 1).astype(f32)
    codes = UE4M4.encode((v_new.reshape(GROUPS, 128) * scales[:, None]).reshape(-1), draws_of(9, g.size, quasi=True))
    return new_planes, np.abs(stored).max(), codes, f32(1) / scales


# --- running -------------------------------------------------------------------

DTYPES = {"f32": "F32", "bf16": "BF16", "f8E4M3FN": "F8_E4M3", "i8": "I8", "i16": "I16"}


def program(weight):
    shape = f"{SHAPE[0]}x{SHAPE[1]}x"
    main, rest = (f"tensor<{shape}{element}>" for element, _ in weight.planes)
    codes, scales, wide = f"tensor<{shape}i8>", f"tensor<{GROUPS}xf32>", f"tensor<{shape}f32>"
    names = ["main", "rest", "v", "vs", "g", "rate", "old", "scale"]
    types = [main, rest, codes, scales, wide] + ["tensor<f32>"] * 3
    arguments = ", ".join(f'%{n}: {t} {{fp8.name = "{n}"}}' for n, t in zip(names, types))
    results = [main, rest, codes, scales, "tensor<f32>"]
    outs = ", ".join(f'{t} {{fp8.name = "new_{n}"}}' for n, t in zip(["main", "rest", "v", "vs", "amax"], results))
    return f"""
func.func @f({arguments}) -> ({outs}) {{
  %seed = arith.constant {SEED} : i32
  %step = arith.constant {STEP} : i32
  %zero = arith.constant dense<0.0> : tensor<f32>
  %r:5 = fp8.update states(%main, %rest, %v, %vs : {main}, {rest}, {codes}, {scales})
      inputs(%g : {wide}) scalars(%rate : tensor<f32>) scales(%old, %scale : tensor<f32>, tensor<f32>)
      seed %seed step %step
      storage [#fp8.storage<{weight.storage}>,
               #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = quasi_stochastic, stream = 9>]
      outs(%main, %rest, %v, %vs, %zero : {", ".join(results)}) {{
  ^bb0(%w: f32, %m: f32, %d: f32, %lr: f32):
    %beta = arith.constant 0.9 : f32
    %0 = arith.mulf %m, %beta : f32
    %1 = arith.mulf %d, %d : f32
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %d, %lr : f32
    %4 = arith.subf %w, %3 : f32
    fp8.yield %4, %2 : f32, f32
  }}
  return %r#0, %r#1, %r#2, %r#3, %r#4 : {", ".join(results)}
}}
"""


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "weight",
    [Split(8, "stochastic"), Split(8, "quasi_stochastic"), Split(8), Split(16, "stochastic"), Split(16), Kahan()],
    ids=["split8-stochastic", "split8-quasi", "split8", "split16-stochastic", "split16", "kahan"],
)
def test_planes(tmp_path, target, weight):
    random = np.random.default_rng(1)
    values = random.normal(0, 0.02, SHAPE).astype(f32)
    values[0, :4] = [0.0, -0.0, 1e-6, -1e-6]
    gradient = random.standard_t(3, SHAPE).astype(f32)
    gradient[3] = 0
    old, scale = f32(4096), f32(5000)
    planes = [p.reshape(SHAPE).astype(dtype) for p, (_, dtype) in zip(weight.start(values.reshape(-1), old), weight.planes)]
    moments = random.integers(0, 256, SHAPE).astype(np.uint8)
    moments[moments == 255] = 0
    moments[3] = 0
    inverses = np.exp2(random.integers(-20, 0, GROUPS)).astype(f32)
    rate, old_inverse = f32(1e-3), f32(1) / old

    (tmp_path / "update.mlir").write_text(program(weight))
    scalar = lambda x: ("F32", np.array(x, f32))
    tensors.write(
        tmp_path / "in.safetensors",
        {
            "main": (DTYPES[weight.planes[0][0]], planes[0]),
            "rest": (DTYPES[weight.planes[1][0]], planes[1]),
            "v": ("I8", moments),
            "vs": ("F32", inverses),
            "g": ("F32", gradient),
            "rate": scalar(rate),
            "old": scalar(old_inverse),
            "scale": scalar(scale),
        },
    )
    command = [FP8_RUN, tmp_path / "update.mlir", f"--target={target}", "--steps=1"]
    command += [f"--inputs={tmp_path / 'in.safetensors'}", f"--outputs={tmp_path / 'out.safetensors'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = tensors.read_bytes(tmp_path / "out.safetensors")

    expected = model(weight, planes, moments, inverses, gradient, rate, old_inverse, scale)
    new_planes, amax, codes, new_inverses = expected
    for name, plane, (_, dtype) in zip(["new_main", "new_rest"], new_planes, weight.planes):
        np.testing.assert_array_equal(np.frombuffer(found[name], dtype), plane.astype(dtype), name)
    np.testing.assert_array_equal(np.frombuffer(found["new_v"], np.uint8), codes, "new_v")
    np.testing.assert_array_equal(np.frombuffer(found["new_vs"], f32), new_inverses, "new_vs")
    assert np.frombuffer(found["new_amax"], f32)[0] == amax
