# RUN: %pytest %s
"""fp8.attention and its gradients by a mock of cuDNN, compared with float64."""

import os
import subprocess

import numpy as np
import pytest
import tensors
from attentions import U, Case

FP8_RUN = os.environ.get("FP8_RUN")
MOCK = os.environ.get("FP8_MOCK_CUDA")
if not FP8_RUN or not MOCK:
    pytest.skip("FP8_RUN and FP8_MOCK_CUDA do not name their files", allow_module_level=True)

GRADIENTS = ("dq", "dk", "dv")


class CudnnCase(Case):
    """A case that cuDNN computes: bf16, heads of adjacent elements, and 128 rows.

    `order` has the dimensions of matrices but the last, where i stands for j, too. If the case
    is `joined`, its gradients are slices of one tensor.
    """

    def __init__(self, seed, kind, order, joined=False, **extents):
        super().__init__(seed)
        self.joined = joined
        self.kind, self.element, self.batch, self.rows = kind, "bf16", "bh", "bhi"
        self.captured, self.captured_type = [], None
        self.extents = {"b": 2, "h": 2, "g": 1, "i": 128, "j": 128, "d": 16, "e": 8} | extents
        for name, last in (("q", "d"), ("k", "d"), ("v", "e"), ("grad", "e")):
            self.dims[name] = (order.replace("i", "j") if name in "kv" else order) + last
        # A transpose follows where heads are not the last dimension.
        self.dims |= {"o": "bhei" if kind == "plain" else self.dims["grad"]}
        self.dims |= {"max": "bhi", "sum": "bhi"}
        self.dims |= {"d" + name: self.dims[name] for name in "qkv"}
        self.values = self.make_values(np.random.default_rng(seed))

    def type(self, name):
        if name != "grads":
            return super().type(name)
        b, i, h, d = self.shape(self.dims["dq"])
        return f"tensor<{b}x{i}x3x{h}x{d}xbf16>"

    def joining_text(self, prefix):
        """The concatenation of the gradients, each with one more dimension."""
        if not self.joined:
            return []
        b, i, h, d = self.shape(self.dims["dq"])
        whole, part = self.type("grads"), f"tensor<{b}x{i}x1x{h}x{d}xbf16>"
        lines = [
            f"%{prefix}part_{n} = tensor.expand_shape %{prefix}{n} [[0], [1, 2], [3], [4]] "
            f"output_shape [{b}, {i}, 1, {h}, {d}] : {self.type(n)} into {part}"
            for n in GRADIENTS
        ]
        parts = ", ".join(f"%{prefix}part_{n}" for n in GRADIENTS)
        return [*lines, f"%{prefix}grads = tensor.concat dim(2) {parts} : ({', '.join([part] * 3)}) -> {whole}"]

    def expected(self):
        """The bound of a logarithm of the sum of exponentials, which is rounded to f32."""
        results = super().expected()
        scores = abs(results["max"][0]).max() * U * 2
        for name in ("o", *GRADIENTS):
            value, bound = results[name]
            results[name] = (value, bound * (1 + 2 * scores) + abs(value) * 2 * scores)
        return results


def run(folder, case, *options, **variables):
    prefix = "c"
    results = ("o", "max", "sum", *(("grads",) if case.joined else GRADIENTS))
    arguments = [f'%{prefix}{n}: {case.type(n)} {{fp8.name = "{n}"}}' for n in case.arguments()]
    types = [case.type(n) for n in results]
    named = [f'{t} {{fp8.name = "{n}"}}' for n, t in zip(results, types)]
    (folder / "f.mlir").write_text(
        f"func.func @f({', '.join(arguments)}) -> ({', '.join(named)}) {{\n"
        + "\n".join(case.text(prefix) + case.joining_text(prefix))
        + f"\n  return {', '.join('%' + prefix + n for n in results)} : {', '.join(types)}\n}}\n"
    )
    bits = {n: case.values[n].astype(np.float32).view(np.uint32) >> 16 for n in case.arguments()}
    tensors.write(folder / "in.safetensors", {n: ("BF16", b.astype(np.uint16)) for n, b in bits.items()})
    libraries = dict.fromkeys(("FP8RT_CUDA_DRIVER", "FP8RT_CUBLASLT", "FP8RT_CUDNN"), MOCK)
    files = {"FP8_MOCK_KERNELS": str(folder / "kernels"), "FP8_MOCK_TRACE": str(folder / "trace"), "CUDA_HOME": "none"}
    (folder / "trace").unlink(missing_ok=True)
    command = [FP8_RUN, "f.mlir", "--target=cuda", "--steps=1", "--recipe=none", "--attention=library"]
    command += ["--inputs=in.safetensors", "--outputs=out.safetensors", "--save-kernels=kernels", *options]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=os.environ | libraries | files | variables
    )


def read(folder, case):
    results = {}
    for name, (kind, array) in tensors.read(folder / "out.safetensors").items():
        if kind == "BF16":
            array = (array.astype(np.uint32) << 16).view(np.float32)
        if name == "grads":
            b, i, h, d = case.shape(case.dims["dq"])
            parts = array.astype(np.float64).reshape(b, i, 3, h, d)
            results |= {n: parts[:, :, at] for at, n in enumerate(GRADIENTS)}
            continue
        results[name] = array.astype(np.float64).reshape(case.shape(case.dims[name]))
    return results


def count_calls(folder):
    return (folder / "trace").read_text().count("\ncudnnBackendExecute ")


CASES = [
    ("plain", "bhi", {}),
    ("causal", "bih", {"b": 1, "e": 24}),
    ("causal", "hbi", {"j": 256, "d": 8}),
    ("causal", "bih", {"e": 16, "joined": True}),
]


@pytest.mark.parametrize(("kind", "order", "extents"), CASES)
def test_cases_are_within_the_bound(kind, order, extents, tmp_path):
    case = CudnnCase(1, kind, order, **extents)
    done = run(tmp_path, case)
    assert done.returncode == 0, done.stderr
    assert count_calls(tmp_path) == 2
    # cuDNN writes gradients to their slices, and no kernel copies them.
    if case.joined:
        assert "cuLaunchKernel" not in (tmp_path / "trace").read_text()
    results = read(tmp_path, case)
    for name, (value, bound) in case.expected().items():
        if name in ("max", "sum"):
            continue
        excess = abs(results[name] - value) - bound - 2.0**-126
        assert not (excess > 0).any() and not np.isnan(results[name]).any(), (name, excess.max())
    # The logarithm of the sum of exponentials stands for both numbers.
    expected = case.expected()
    want = expected["max"][0] + np.log(expected["sum"][0])
    np.testing.assert_allclose(results["max"], want, rtol=1e-5, atol=1e-5)
    assert (results["sum"] == 1).all()


def test_the_report_names_the_library_and_the_order(tmp_path):
    case = CudnnCase(2, "causal", "bih", b=1, h=1)
    for flag, order in ((), "gradients of queries added in any order"), (("--deterministic",), "the same bits in every run"):
        done = run(tmp_path, case, "--report", *flag)
        assert done.returncode == 0, done.stderr
        assert f"attention by cuDNN 9.19.0, {order}" in done.stdout
        # Sums of dQ in memory are rounded at the end.
        assert (" identity\n" in (tmp_path / "trace").read_text()) == (not flag)


OTHERS = [
    (96, 128, (), 90),
    (128, 40, (), 90),
    (128, 128, ("--deterministic",), 100),
]


@pytest.mark.parametrize(("rows", "keys", "options", "capability"), OTHERS)
def test_kernels_compute_what_cudnn_lacks(rows, keys, options, capability, tmp_path):
    """The forward pass calls cuDNN, and kernels read its logarithms."""
    case = CudnnCase(3, "causal", "bih", i=rows, j=keys, b=1)
    done = run(tmp_path, case, *options, FP8_MOCK_CAPABILITY=str(capability), FP8_MOCK_VERSION="13000")
    assert done.returncode == 0, done.stderr
    assert count_calls(tmp_path) == 1
    results = read(tmp_path, case)
    for name in GRADIENTS:
        value, bound = case.expected()[name]
        assert (abs(results[name] - value) <= bound + 2.0**-126).all(), name


def test_a_missing_and_an_old_library_are_one_line(tmp_path):
    case = CudnnCase(4, "plain", "bhi", b=1, h=1)
    for variables, reason in (
        ({"FP8RT_CUDNN": "/nowhere/libcudnn.so"}, "cannot open /nowhere/libcudnn.so; FP8RT_CUDNN may name another file"),
        (
            {"FP8_MOCK_CUDNN": "91001"},
            "is cuDNN 9.10.1, expected 9.15.1 or later for attention; attention=kernels needs none",
        ),
    ):
        done = run(tmp_path, case, **variables)
        assert done.returncode != 0
        errors = [line for line in done.stderr.splitlines() if "error:" in line]
        assert len(errors) == 1 and reason in errors[0] and "f.mlir:" in errors[0], done.stderr
