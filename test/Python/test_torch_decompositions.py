# REQUIRES: torch
# RUN: %pytest %s
"""Ops that torch-mlir does not lower: their decompositions equal those of torch."""

import itertools
import random

import pytest

pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
import torch_models as models  # noqa: E402
from torch import nn  # noqa: E402

from fp8.torch import (
    _batch_norm,
    _convolution,
    _foreach,
    _pad,
    _pool,
    _roll,
    _topk,
    _upsample,
    _weight_norm,
)  # noqa: E402

aten = torch.ops.aten
DOUBLE = {"dtype": torch.float64}


def windows(count, seed=0):
    """Returns arguments of convolutions that torch accepts."""
    r = random.Random(seed)
    while count:
        rank, groups, transposed = r.randint(1, 3), r.randint(1, 3), r.random() < 0.5
        inputs, outputs = r.randint(1, 2), r.randint(1, 3)

        def each(least, most):
            return [r.randint(least, most) for _ in range(rank)]

        kernel, stride, padding, dilation = (
            each(1, 3),
            each(1, 3),
            each(0, 2),
            each(1, 2),
        )
        rest = [
            r.randint(0, max(pair) - 1) if transposed else 0
            for pair in zip(stride, dilation)
        ]
        x = torch.randn(2, groups * inputs, *each(4, 8), **DOUBLE)
        channels = (inputs, outputs) if transposed else (outputs, inputs)
        weight = torch.randn(groups * channels[0], channels[1], *kernel, **DOUBLE)
        window = (stride, padding, dilation, transposed, rest, groups)
        try:
            aten.convolution(x, weight, None, *window)
        except RuntimeError:
            continue
        if groups > 1 or transposed:
            count -= 1
            yield x, weight, window


def assert_equal(found, expected):
    for a, b in zip(found, expected, strict=True):
        assert a.shape == b.shape and torch.allclose(a, b)


def test_batch_norm_by_given_statistics():
    for shape, has_affine in itertools.product([(5, 3), (2, 3, 4), (2, 3, 4, 2)], [0, 1]):
        weight, bias = torch.randn(2, 3, **DOUBLE) if has_affine else (None, None)
        mean, variance = torch.randn(3, **DOUBLE), torch.rand(3, **DOUBLE)
        arguments = torch.randn(shape, **DOUBLE), weight, bias, mean, variance
        expected = aten.native_batch_norm(*arguments, False, 0.1, 1e-5)
        assert_equal(_batch_norm.batch_norm(*arguments, False, 0.1, 1e-5), expected)


def test_convolutions():
    for x, weight, window in windows(200):
        *_, transposed, _, groups = window
        y = aten.convolution(x, weight, None, *window)
        if transposed and groups > 1:
            assert_equal([_convolution.convolution(x, weight, None, *window)], [y])
        arguments = (torch.randn_like(y), x, weight, [y.shape[1]], *window, [True] * 3)
        assert_equal(
            _convolution.convolution_backward(*arguments),
            aten.convolution_backward(*arguments),
        )


def test_pools():
    x = torch.randn(2, 3, 9, 7, **DOUBLE)
    for kernel, stride, padding, counts, divisor in itertools.product(
        ([3, 2], [2]), ([], [2], [1, 3]), ([0], [1]), (True, False), (None, 5)
    ):
        window = (kernel, stride, padding, False, counts, divisor)
        gradient = torch.randn_like(aten.avg_pool2d(x, *window))
        assert_equal(
            [_pool.average_backward(gradient, x, *window)],
            [aten.avg_pool2d_backward(gradient, x, *window)],
        )
    for size in ((3, 7), (4, 5), (1, 1), (10, 8)):
        gradient = torch.randn(2, 3, *size, **DOUBLE)
        assert_equal(
            [_pool.adaptive_average_backward(gradient, x)],
            [aten._adaptive_avg_pool2d_backward(gradient, x)],
        )
        _, indices = aten.adaptive_max_pool2d(x, size)
        arguments = (gradient, x, indices)
        assert_equal(
            [_pool.adaptive_max_backward(*arguments)],
            [aten.adaptive_max_pool2d_backward(*arguments)],
        )


def test_max_pool_of_volumes():
    x = torch.randn(2, 3, 5, 4, 6, **DOUBLE)
    window = ([2, 3, 2], [2, 1, 2], [1, 0, 1], [1, 1, 1], False)
    y, indices = aten.max_pool3d_with_indices(x, *window)
    arguments = (torch.randn_like(y), x, *window, indices)
    assert_equal(
        [_pool.max_backward(*arguments)],
        [aten.max_pool3d_with_indices_backward(*arguments)],
    )


def test_roll():
    x = torch.arange(24).reshape(2, 3, 4)
    for shifts, dims in (([1], [0]), ([-1, 5], [1, 2]), ([2], []), ([0], [-1])):
        assert torch.equal(_roll.roll(x, shifts, dims), x.roll(shifts, dims))
    assert _roll.roll(x[:0], [1], [0]).shape == (0, 3, 4)


def test_pads():
    """Pads that remove elements; torch keeps the others."""
    x = torch.randn(2, 3, 4, **DOUBLE)
    for pads in ([1, -1], [0, -2], [-1, 2, 1, -2], [0, 0, -1, -1], [0, 0, 0, 0, -1, 1]):
        found = _pad.pad(x, pads, 2.0)
        assert torch.equal(found, F.pad(x, pads, value=2.0))
    assert _pad.pad(x, [1, 0]) is NotImplemented


def test_lists_of_tensors():
    """Ops on lists equal those of torch, in place and not."""
    table = _foreach.decompositions()
    a, b, c = ([torch.rand(3, **DOUBLE) + 1 for _ in range(2)] for _ in range(3))
    for name, overload, *arguments in (
        ("add", "List", b),
        ("mul", "Scalar", 0.5),
        ("mul", "ScalarList", [2.0, 3.0]),
        ("div", "Tensor", torch.tensor(3.0, **DOUBLE)),
        ("maximum", "Scalar", 1.5),
        ("minimum", "List", b),
        ("lerp", "Scalar", b, 0.1),
        ("addcmul", "Scalar", b, c, 0.5),
        ("addcdiv", "ScalarList", b, c, [0.5, 2.0]),
        ("sqrt", "default"),
    ):
        for suffix in ("", "_"):
            op = getattr(getattr(aten, f"_foreach_{name}{suffix}"), overload)
            lists = [[x.clone() for x in a] for _ in range(2)]
            results = op(lists[0], *arguments), table[op](lists[1], *arguments)
            assert_equal(*(lists if suffix else results))
    norms = aten._foreach_norm.Scalar
    assert_equal(table[norms](a, 1), norms(a, 1))


def test_bilinear():
    for size, corners, scales in itertools.product(
        ((8, 6), (3, 2), (1, 7)), (True, False), ((None, None), (2.0, 1.5))
    ):
        x, gradient = torch.randn(2, 3, 4, 5, **DOUBLE), torch.randn(
            2, 3, *size, **DOUBLE
        )
        assert_equal(
            [_upsample.bilinear(x, size, corners, *scales)],
            [aten.upsample_bilinear2d(x, size, corners, *scales)],
        )
        arguments = (gradient, size, x.shape, corners, *scales)
        assert_equal(
            [_upsample.bilinear_backward(*arguments)],
            [aten.upsample_bilinear2d_backward(*arguments)],
        )


def test_bilinear_in_bf16():
    """Positions are computed in f32, as torch does."""
    x = torch.randn(1, 1, 100, 17).bfloat16()
    for size in ((300, 51), (150, 34)):
        found = _upsample.bilinear(x, size, False)
        expected = aten.upsample_bilinear2d(x, size, False)
        assert found.dtype == torch.bfloat16
        assert torch.allclose(found.float(), expected.float(), atol=0.02)


def test_weight_norm():
    for dim, shape in ((0, (4, 1, 1)), (2, (1, 1, 5))):
        v, g = torch.randn(4, 3, 5, **DOUBLE), torch.randn(shape, **DOUBLE)
        _, norms = aten._weight_norm_interface(v, g, dim)
        arguments = (torch.randn_like(v), v, g, norms, dim)
        assert_equal(
            _weight_norm.backward(*arguments),
            aten._weight_norm_interface_backward(*arguments),
        )
    v, g = torch.randn(4, 3).bfloat16(), torch.randn(4, 1).bfloat16()
    _, norms = aten._weight_norm_interface(v, g, 0)
    found = _weight_norm.backward(torch.randn_like(v), v, g, norms, 0)
    assert [gradient.dtype for gradient in found] == [torch.bfloat16] * 2


def test_topk():
    """Values as torch has them, at indices that hold them, each once; also of equal
    values and infinities."""
    x = torch.randint(0, 3, (6, 5)).double()
    x[0], x[1, 2], x[2, 3] = -float("inf"), float("inf"), -float("inf")
    for k, dim, largest in itertools.product((1, 3, 5), (0, -1), (True, False)):
        values, indices = _topk.topk(x, k, dim, largest)
        assert torch.equal(values, x.topk(k, dim, largest)[0])
        assert torch.equal(values, x.gather(dim, indices))
        ordered = indices.sort(dim)[0]
        assert (ordered.diff(dim=dim) > 0).all()
    assert _topk.topk(torch.randn(100), 65) is NotImplemented
    x = torch.tensor([1.0, float("nan"), 3.0, 2.0])
    for largest in (True, False):
        values, indices = _topk.topk(x, 4, -1, largest)
        expected = x.topk(4, -1, largest)
        assert torch.equal(indices, expected[1])
        assert torch.equal(values.isnan(), expected[0].isnan())


class Mobile(nn.Module):
    """Depthwise, transposed and grouped convolutions, pools, interpolation, a mixture of
    experts by the largest scores, and weight norm."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.depthwise = nn.Conv2d(8, 8, 3, padding=1, groups=8)
        self.grouped = nn.Conv2d(8, 16, 3, stride=2, padding=1, groups=2)
        self.up = nn.ConvTranspose2d(16, 8, 2, stride=2, groups=2)
        self.gate = nn.Linear(8, 4)
        self.experts = nn.Parameter(torch.randn(4, 8, 16) * 0.2)
        norm = nn.utils.parametrizations.weight_norm
        self.head = norm(nn.Linear(16, 10))

    def forward(self, x, y):
        x = F.relu(self.first(x))
        x = x + F.silu(self.up(self.grouped(F.silu(self.depthwise(x)))))
        x = F.interpolate(x, scale_factor=2, mode="bilinear")
        x = F.adaptive_max_pool2d(F.avg_pool2d(x, 3, 2, 1), 2).mean((2, 3))
        scores, chosen = self.gate(x).topk(2, -1)
        gates = x.new_zeros(x.shape[0], 4).scatter(-1, chosen, scores.softmax(-1))
        hidden = torch.einsum("bc,ecd->bed", x, self.experts)
        return F.cross_entropy(self.head(torch.einsum("be,bed->bd", gates, hidden)), y)


def test_twenty_steps(tmp_path):
    def make():
        model = Mobile()
        return model, torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)

    theirs, ours = models.both(make, models.step, models.images(20), tmp_path)
    assert ours == pytest.approx(theirs, rel=0, abs=2e-6)
    assert abs(theirs[-1] - theirs[0]) > 1e-3


def test_wrong_and_fatal_ops_of_torch_mlir(tmp_path):
    """torch-mlir drops pads that keep the shape, and numbers of 8 bits end it."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(32, 10)
            self.average = nn.Linear(32, 10).requires_grad_(False)

        def forward(self, x, y):
            x = F.pad(x, (1, -1)) * torch.arange(32, dtype=torch.uint8) / 32
            logits = self.layer(x) @ (torch.eye(10) + self.average(x).mean())
            return F.cross_entropy(F.pad(logits, (-2, 2)), y)

    def step(model, optimizer, x, y):
        loss = models.step(model, optimizer, x, y)
        pair = (list(layer.parameters()) for layer in (model.average, model.layer))
        with torch.no_grad():
            torch._foreach_lerp_(*pair, 0.1)
        return loss

    def make():
        model = Model()
        return model, torch.optim.SGD(model.layer.parameters(), lr=0.05)

    theirs, ours = models.both(make, step, models.vectors(5), tmp_path)
    assert ours == pytest.approx(theirs, rel=0, abs=2e-6)


def test_states_that_nothing_reads(tmp_path):
    """Spectral norm overwrites a buffer whose old value it does not read."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            layer = nn.Linear(32, 10)
            self.layer = nn.utils.parametrizations.spectral_norm(layer)

        def forward(self, x, y):
            return F.cross_entropy(self.layer(x.roll(1, 1)), y)

    def make():
        model = Model()
        return model, torch.optim.SGD(model.parameters(), lr=0.05)

    theirs, ours = models.both(make, models.step, models.vectors(5), tmp_path)
    assert ours == pytest.approx(theirs, rel=0, abs=2e-6)
