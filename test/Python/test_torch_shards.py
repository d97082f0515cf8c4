# REQUIRES: torch, updates
# RUN: %pytest %s
"""Optimizers of fp8 on the parts of parameters that processes share."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed")
if not torch.distributed.is_available():
    pytest.skip("torch.distributed is not built", allow_module_level=True)
import torch_shards  # noqa: E402


def test_two_processes(tmp_path):
    """Parameters and states have the bits of one process; others are refused."""
    torch.multiprocessing.spawn(torch_shards.run, args=(2, tmp_path), nprocs=2)
