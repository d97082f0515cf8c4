"""Tensors whose values are stored elsewhere until they are read.

A state that is stored in other formats has its values in the memory of the step. Its
tensor of PyTorch is then stale: it belongs to a class that refreshes it at the first
use, and becomes an ordinary tensor again.
"""

import copy


class StaleClasses:
    """Makes tensors stale and fresh.

    `refresh` is called at a use of a stale tensor. It has to call `fill` for each of
    them.
    """

    def __init__(self, refresh):
        self._refresh = refresh
        self._classes = {}
        self._bases = {}

    def empty(self, tensor):
        """Makes a tensor stale, and releases its memory.

        Its elements are NaN, in case that code in C++ reads them. Other tensors that
        share its memory keep their values.
        """
        import torch

        with torch._C.DisableTorchFunctionSubclass(), torch.inference_mode(False):
            nothing = torch.full((), float("nan"), dtype=tensor.dtype, device="cpu")
            tensor.data = nothing.expand(tensor.shape)
        tensor.__class__ = self._class_for(type(tensor))

    def fill(self, tensor, values):
        """Makes a stale tensor an ordinary one, with `values` as its memory."""
        import torch

        if not self.is_stale(tensor):
            return
        tensor.__class__ = self._bases[type(tensor)]
        with torch._C.DisableTorchFunctionSubclass(), torch.inference_mode(False):
            tensor.data = values

    def is_stale(self, tensor):
        return type(tensor) in self._bases

    def _class_for(self, base):
        if base not in self._classes:
            self._classes[base] = stale = _make_class(base, self._refresh)
            self._bases[stale] = base
        return self._classes[base]


def _make_class(base, refresh):
    import torch

    passive = _passive()

    class Stale(base):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            if func in passive:
                with torch._C.DisableTorchFunctionSubclass():
                    return func(*args, **(kwargs or {}))
            refresh()
            return func(*args, **(kwargs or {}))

        def __deepcopy__(self, memo):
            refresh()
            return copy.deepcopy(self, memo)

    Stale.__name__ = Stale.__qualname__ = base.__name__
    return Stale


def _passive():
    """Returns functions that do not read elements."""
    from torch import Tensor

    names = ("shape", "dtype", "device", "grad", "requires_grad", "ndim", "is_leaf")
    getters = {getattr(Tensor, name).__get__ for name in names}
    return getters | {Tensor.grad.__set__, Tensor.size, Tensor.dim, Tensor.numel}
