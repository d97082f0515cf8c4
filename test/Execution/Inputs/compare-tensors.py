"""Compares the f32 tensors of two files up to the order of sums in matmuls."""

import sys

import numpy as np
from safetensors.numpy import load_file

a, b = (load_file(path) for path in sys.argv[1:])
assert sorted(a) == sorted(b), (sorted(a), sorted(b))
for name, x in a.items():
    np.testing.assert_allclose(x, b[name], rtol=2e-5, atol=1e-8, err_msg=name)
