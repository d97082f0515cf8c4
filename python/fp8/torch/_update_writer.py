"""Writes stored values of parameters to the parameters."""

import torch

from fp8 import _updates
from fp8.torch._update_shard import find_in_any
from fp8.torch._update_state import slices
from fp8.torch._update_tensors import distribute, get_mark, local


class Writer:
    """Writes the stored values of parameters to the parameters.

    `marks` has the mark of each parameter after its last write.
    """

    def __init__(self, storage, params, states, marks, shards):
        self._storage = storage
        self._params = params
        self._tensors = [local(param) for param in params]
        self._states = states
        self._marks = marks
        self._shards = shards
        self._runs = []
        if storage.is_wide:
            return
        self._is_direct = all(param.dtype == torch.float32 for param in params)
        # Other values pass through a buffer of some tensors at a time.
        sizes = [tensor.numel() for tensor in self._tensors]
        parts = [list(range(len(params)))] if self._is_direct else slices(sizes)
        self._runs = [self._make_run(part) for part in parts]

    def _make_run(self, part):
        update = self._storage.unpack
        sizes = [self._tensors[i].numel() for i in part]
        run = _updates.Run(update, sizes, [0] * len(part))
        for k, plane in enumerate(update.planes):
            if plane.role == _updates.INPUT:
                planes = [self._states[i][plane.name].data_ptr() for i in part]
                run.set_plane(k, planes)
        return run, part, sizes

    def _unpack(self, entry, addresses=None):
        """Unpacks to addresses, or returns f32 tensors."""
        run, part, sizes = entry
        wide = None
        if addresses is None:
            wide = torch.empty(sum(sizes), dtype=torch.float32, device="cpu")
            wide = wide.split(sizes)
            addresses = [tensor.data_ptr() for tensor in wide]
        run.set_plane(self._storage.unpack.index("param", _updates.RESULT), addresses)
        run(torch.get_num_threads(), {})
        return wide and [
            tensor.view(self._tensors[i].shape)
            for tensor, i in zip(wide, part, strict=True)
        ]

    @torch.no_grad()
    def write(self):
        if self._storage.is_wide:
            masters = [local(state["param"]) for state in self._states]
            torch._foreach_copy_(self._tensors, masters)
        for entry in self._runs:
            tensors = [self._tensors[i] for i in entry[1]]
            if self._is_direct:
                self._unpack(entry, [tensor.data_ptr() for tensor in tensors])
                torch.autograd.graph.increment_version(tensors)
            else:
                torch._foreach_copy_(tensors, self._unpack(entry))
        self._marks.update((param, get_mark(param)) for param in self._params)

    def changed(self):
        """Returns the positions of parameters that other code has written since the
        last call of `write`.
        """
        found, unknown = [], []
        for i, param in enumerate(self._params):
            mark = self._marks.get(param)
            if mark is None:
                unknown.append(i)
            elif mark != get_mark(param):
                found.append(i)
        found += self._differing(unknown)
        if any(self._shards):
            # If one process has to store a parameter again, so do all processes
            # that hold parts of it.
            return find_in_any(found, self._shards)
        return found

    def _stored(self, positions):
        """Yields the positions of parameters and their stored values, in f32."""
        if self._storage.is_wide:
            for i in positions:
                yield i, local(self._states[i]["param"])
            return
        for part in slices([self._tensors[i].numel() for i in positions]):
            part = [positions[k] for k in part]
            yield from zip(part, self._unpack(self._make_run(part)), strict=True)

    @torch.no_grad()
    def _differing(self, positions):
        """Returns the positions of parameters that differ from the stored values."""
        return [
            i
            for i, value in self._stored(positions)
            if not torch.equal(value.to(self._tensors[i].dtype), self._tensors[i])
        ]

    @torch.no_grad()
    def merge(self, positions):
        """Returns the values of parameters in f32. Elements that were not written keep
        their exact values.
        """
        merged = []
        for i, value in self._stored(positions):
            tensor = self._tensors[i]
            is_kept = value.to(tensor.dtype) == tensor
            tensor = torch.where(is_kept, value, tensor.to(torch.float32))
            merged.append(distribute(tensor, self._params[i]))
        return merged
