# RUN: %pytest %s
"""Functions that --fp8-normalize-ops writes in terms of others against NumPy's, in f64."""

import os
import pathlib
import re
import subprocess

import numpy as np
import pytest

FP8_RUN = os.environ.get("FP8_RUN")
if not FP8_RUN:
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)
TOOLS = pathlib.Path(FP8_RUN).parent

TINY = [0.0, -0.0, 1e-40, -1e-20, 1e-4, 0.3, -0.7]
FUNCTIONS = {
    "tan": (np.tan, [*TINY, 1.5, -2.0, 3.0]),
    "sinh": (np.sinh, [*TINY, -5.0, 40.0, np.inf, -np.inf]),
    "cosh": (np.cosh, [*TINY, -5.0, 40.0, np.inf, -np.inf]),
    "asin": (np.arcsin, [*TINY, 1.0, -1.0, 0.999]),
    "acos": (np.arccos, [*TINY, 1.0, -1.0, 0.999]),
    "asinh": (np.arcsinh, [*TINY, 3.0, -1e10, 2.0**127, -3.4e38, np.inf]),
    "acosh": (np.arccosh, [1.0, 1.0001, 1.5, 7.0, 1e10, 2.0**127, 3.4e38, np.inf]),
    "atanh": (np.arctanh, [*TINY, 0.999, -0.999, 1.0, -1.0]),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(name):
    function, numbers = FUNCTIONS[name]
    x = np.array([*numbers, np.nan], np.float32)
    bits = ", ".join(f"0x{word:08X}" for word in x.view(np.uint32))
    module = f"""
func.func @f() -> tensor<{len(x)}xf32> {{
  %x = arith.constant dense<[{bits}]> : tensor<{len(x)}xf32>
  %y = math.{name} %x : tensor<{len(x)}xf32>
  return %y : tensor<{len(x)}xf32>
}}
"""
    normal = subprocess.run(
        [TOOLS / "fp8-opt", "--fp8-normalize-ops"], input=module, capture_output=True, text=True, check=True
    ).stdout
    assert f"math.{name} " not in normal
    printed = subprocess.run(
        [TOOLS / "fp8-eval", "-"], input=normal, capture_output=True, text=True, check=True
    ).stdout
    words = re.search(r"codes +(.*)", printed).group(1).split()
    y = np.array([int(word, 16) for word in words], np.uint32).view(np.float32)
    with np.errstate(all="ignore"):
        exact = function(x.astype(np.float64))
        expected = exact.astype(np.float32)
    np.testing.assert_array_equal(np.isnan(y), np.isnan(expected))
    finite = np.isfinite(expected)
    np.testing.assert_array_equal(y[~finite & ~np.isnan(y)], expected[~finite & ~np.isnan(expected)])
    np.testing.assert_array_equal(np.signbit(y[finite]), np.signbit(expected[finite]))
    # Each step of an identity is rounded.
    units = np.abs(y[finite] - exact[finite]) / np.spacing(np.abs(expected[finite]))
    assert units.max() <= 4, (x[finite], units)
