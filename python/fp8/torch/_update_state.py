"""States of parameters in the formats of an optimizer of fp8."""

import torch

from fp8 import _updates

#: Types of the elements of a plane; codes are bytes.
_DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16}

#: Elements that are converted at once.
_SLICE = 1 << 22


class Storage:
    """Formats of states: creates planes, and converts f32 values from and to them."""

    def __init__(self, optimizer, storage):
        self.optimizer = optimizer
        self.name = storage
        step = _updates.find(optimizer, storage, "f32")
        if step is None:
            raise ValueError(
                f"unsupported storage {storage!r} of {optimizer}: expected "
                + " or ".join(map(repr, supported(optimizer)))
            )
        #: The planes that are states; see `state_planes`.
        self.planes = [p for p in step.planes if p.role == _updates.STATE]
        self.pack = _updates.find(optimizer, storage, "f32", "pack")
        self.unpack = _updates.find(optimizer, storage, "f32", "unpack")

    @property
    def is_wide(self):
        """True if states are f32."""
        return self.pack is None

    def has_master(self, param):
        """Returns true if the states contain the values of a parameter."""
        return not self.is_wide or param.dtype != torch.float32

    def plane_dtype(self, plane):
        return _DTYPES.get(plane.type, torch.uint8 if plane.bytes == 1 else None)

    def state_planes(self, param):
        """Returns the planes that the state of a parameter has."""
        has_master = self.has_master(param)
        return [p for p in self.planes if p.name != "param" or has_master]

    def is_complete(self, param, state):
        """Returns true if `state` has all planes, in their types and sizes."""
        for plane in self.state_planes(param):
            value = state.get(plane.name)
            if (
                value is None
                or value.dtype != self.plane_dtype(plane)
                or value.numel() != plane.count(param.numel())
                or value.device.type != "cpu"
                or not value.is_contiguous()
            ):
                return False
        return True

    def wide_names(self):
        """Returns the states that PyTorch has, without the parameter."""
        planes = self.planes if self.is_wide else self.pack.planes
        roles = (_updates.STATE, _updates.INPUT)
        return [p.name for p in planes if p.role in roles and p.name != "param"]

    @torch.no_grad()
    def create(self, params, states):
        """Adds the planes that `states` lack: f32 values of PyTorch, or zeros."""
        for part in _slices([param.numel() for param in params]):
            wide = [self._get_wide(params[i], states[i]) for i in part]
            planes = wide if self.is_wide else self._pack(wide)
            for i, found in zip(part, planes, strict=True):
                states[i].update(found)

    def _get_wide(self, param, state):
        """Returns the values of all states in f32."""
        wide = {}
        for name in self.wide_names():
            value = state.get(name)
            if value is None:
                wide[name] = torch.zeros(param.shape, dtype=torch.float32)
            elif value.is_floating_point() and value.shape == param.shape:
                wide[name] = value.to("cpu", torch.float32).contiguous()
            else:
                raise ValueError(
                    f"expected state {name!r} to have floats of shape "
                    f"{tuple(param.shape)}, or to be complete in storage "
                    f"{self.name!r}, but got {value.dtype} of shape "
                    f"{tuple(value.shape)}; unpacked_state_dict() of the optimizer "
                    "that wrote it has floats"
                )
        if self.has_master(param):
            wide["param"] = param.to(torch.float32, copy=True)
        return wide

    def _pack(self, wide):
        """Returns the planes of tensors whose states in f32 are `wide`."""
        sizes = [values["param"].numel() for values in wide]
        planes = [{} for _ in wide]
        run = _updates.Run(self.pack, sizes, [0] * len(sizes))
        for i, plane in enumerate(self.pack.planes):
            if plane.role == _updates.INPUT:
                tensors = [values[plane.name] for values in wide]
            else:
                dtype = self.plane_dtype(plane)
                tensors = [torch.zeros(plane.count(n), dtype=dtype) for n in sizes]
                for found, tensor in zip(planes, tensors, strict=True):
                    found[plane.name] = tensor
            run.set_plane(i, [tensor.data_ptr() for tensor in tensors])
        run(torch.get_num_threads(), {})
        return planes

    def unpack_state(self, param, state):
        """Returns f32 values of the states that PyTorch has."""
        names = self.wide_names()
        # States that PyTorch wrote are f32 until the first step.
        if self.is_wide or not self.is_complete(param, state):
            return {name: state[name].clone() for name in names if name in state}
        wide = {name: torch.empty(param.shape, dtype=torch.float32) for name in names}
        run = _updates.Run(self.unpack, [param.numel()], [0])
        for i, plane in enumerate(self.unpack.planes):
            if plane.role == _updates.INPUT:
                run.set_plane(i, [state[plane.name].data_ptr()])
            elif plane.name != "param":
                run.set_plane(i, [wide[plane.name].data_ptr()])
        run(torch.get_num_threads(), {})
        return wide


def _slices(sizes):
    """Divides the positions of tensors into lists of some million elements."""
    part, total = [], 0
    for i, size in enumerate(sizes):
        if part and total + size > _SLICE:
            yield part
            part, total = [], 0
        part.append(i)
        total += size
    if part:
        yield part


def supported(optimizer):
    """Returns the storages of an optimizer."""
    names = ("fp32", "fp8-split8")
    return [name for name in names if _updates.find(optimizer, name, "f32")]


def get_mark(param):
    """Returns a value that changes when others write to a parameter."""
    return param.data_ptr(), param._version


class Writer:
    """Writes the stored values of parameters to the parameters.

    `marks` has the mark of each parameter after its last write.
    """

    def __init__(self, storage, params, states, marks):
        self._storage = storage
        self._params = params
        self._states = states
        self._marks = marks
        self._runs = []
        if storage.is_wide:
            return
        self._is_direct = all(param.dtype == torch.float32 for param in params)
        # Other values pass through a buffer of some tensors at a time.
        sizes = [param.numel() for param in params]
        parts = [list(range(len(params)))] if self._is_direct else _slices(sizes)
        self._runs = [self._make_run(part) for part in parts]

    def _make_run(self, part):
        update = self._storage.unpack
        sizes = [self._params[i].numel() for i in part]
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
            wide = torch.empty(sum(sizes), dtype=torch.float32).split(sizes)
            addresses = [tensor.data_ptr() for tensor in wide]
        run.set_plane(self._storage.unpack.index("param", _updates.RESULT), addresses)
        run(torch.get_num_threads(), {})
        return wide and [
            tensor.view(self._params[i].shape)
            for tensor, i in zip(wide, part, strict=True)
        ]

    @torch.no_grad()
    def write(self):
        if self._storage.is_wide:
            masters = [state["param"] for state in self._states]
            torch._foreach_copy_(self._params, masters)
        for entry in self._runs:
            params = [self._params[i] for i in entry[1]]
            if self._is_direct:
                self._unpack(entry, [param.data_ptr() for param in params])
                torch.autograd.graph.increment_version(params)
            else:
                torch._foreach_copy_(params, self._unpack(entry))
        self._marks.update((param, get_mark(param)) for param in self._params)

    def changed(self):
        """Returns the positions of parameters that others wrote since `write`."""
        found, unknown = [], []
        for i, param in enumerate(self._params):
            mark = self._marks.get(param)
            if mark is None:
                unknown.append(i)
            elif mark != get_mark(param):
                found.append(i)
        return found + self._differing(unknown)

    @torch.no_grad()
    def _differing(self, positions):
        """Returns the positions of parameters that differ from the stored values."""
        if self._storage.is_wide:
            values = {i: self._states[i]["param"] for i in positions}
            return [i for i in positions if not self._is_equal(i, values[i])]
        found = []
        sizes = [self._params[i].numel() for i in positions]
        for part in _slices(sizes):
            part = [positions[k] for k in part]
            wide = self._unpack(self._make_run(part))
            pairs = zip(part, wide, strict=True)
            found += [i for i, value in pairs if not self._is_equal(i, value)]
        return found

    def _is_equal(self, i, value):
        return torch.equal(value.to(self._params[i].dtype), self._params[i])
