# REQUIRES: torch
# RUN: %pytest %s
"""fp8.torch.compile_step: warnings of the compiler."""

import warnings

import pytest

import compiled

compiled.require_module()
pytest.importorskip("torch", reason="torch is not installed")
pytest.importorskip("torch_mlir", reason="torch-mlir is not installed")
import torch  # noqa: E402
import torch_models as models  # noqa: E402

import fp8  # noqa: E402


def test_once_for_each_step_that_is_compiled(monkeypatch):
    text = "step:1:2: warning: a part\nstep:3:4: note: of it\n"
    monkeypatch.setattr(fp8.Step, "warnings", text)
    model = models.MLP()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x, y = models.vectors(1)[0]
    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always")
        train = fp8.torch.compile_step(models.step, model, optimizer, x, y)
        assert len(raised) == 1
        train(x, y)
        assert len(raised) == 1
        train(x[:3], y[:3])
    assert [one.category for one in raised] == [fp8.CompilerWarning] * 2
    assert {one.filename for one in raised} == {__file__}
    assert str(raised[0].message).endswith("a part; step:3:4: note: of it")
