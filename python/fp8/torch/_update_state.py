"""States of parameters in the formats of an optimizer of fp8."""

import ctypes

import torch

from fp8 import _updates
from fp8.torch._update_checkpoint import PART
from fp8.torch._update_shard import describe_part, find_shard, reduce_maxima
from fp8.torch._update_tensors import dense, distribute, is_distributed, local
from fp8.torch._update_tensors import placement
from fp8.torch._update_zeros import Zeros

#: Types of the elements of a plane; codes are bytes.
_DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16}

#: Number of elements that are converted at once.
_SLICE = 1 << 22


class Storage:
    """Formats of states: creates planes, and converts f32 values from and to them."""

    def __init__(self, optimizer, storage):
        self.optimizer = optimizer
        self.name = storage
        is_name = isinstance(storage, str)
        self.step = _updates.find(optimizer, storage, "f32") if is_name else None
        if self.step is None:
            raise ValueError(
                f"unsupported storage {storage!r} of {optimizer}: expected "
                + " or ".join(map(repr, supported(optimizer)))
            )
        self.pack = _updates.find(optimizer, storage, "f32", "pack")
        self.unpack = _updates.find(optimizer, storage, "f32", "unpack")
        #: {shape: zeros} while states are packed.
        self._zeros = {}
        #: Makes zeros while states in f32 are created.
        self._new = None
        #: True if states are f32.
        self.is_wide = self.pack is None
        planes = [p for p in self.step.planes if p.role == _updates.STATE]
        #: The planes of states, with and without those of the parameter.
        self._planes = {True: planes, False: [p for p in planes if p.name != "param"]}
        #: The types of planes.
        self.dtypes = {plane.name: _dtype(plane) for plane in planes}
        inputs = planes if self.is_wide else self.pack.planes
        roles = (_updates.STATE, _updates.INPUT)
        #: The states that PyTorch has, without the parameter.
        self.wide_names = [
            p.name for p in inputs if p.role in roles and p.name != "param"
        ]

    def check_scalars(self, scalars):
        """Raises an error for a scalar that is out of the range of the update."""
        for name, entry in self.step.scalars.items():
            if not entry.has_range:
                continue
            value = ctypes.c_float(scalars[name]).value
            if not entry.lower <= value < entry.upper:
                raise ValueError(
                    f"expected {name} to be at least {entry.lower:g} and below "
                    f"{entry.upper:g} in storage {self.name!r}, but it is "
                    f"{scalars[name]:g}; storage='fp32' has no such bounds"
                )

    def has_master(self, param):
        """Returns true if the states contain the values of a parameter."""
        return not self.is_wide or param.dtype != torch.float32

    def state_planes(self, param):
        """Returns the planes that the state of a parameter has."""
        return self._planes[self.has_master(param)]

    def weight_planes(self, param):
        """Returns the planes of the values of a parameter, without the moments."""
        moments = tuple(self.wide_names)
        return [p for p in self.state_planes(param) if not p.name.startswith(moments)]

    def find_shard(self, param):
        """Returns the part of a parameter that this process stores in 8 bits, or None
        if it stores all of it."""
        shard = None if self.is_wide else find_shard(param)
        if shard is not None and "amax" not in self.dtypes:
            raise ValueError(
                f"unsupported in storage {self.name!r} of {self.optimizer}: a parameter "
                f"that is sharded over processes; expected storage='fp32', or AdamW or "
                "Lion"
            )
        return shard

    def is_complete(self, param, state):
        """Returns true if `state` has all planes, in their types and sizes."""
        if not state and self.wide_names:
            return False
        return self._has(param, state, self.state_planes(param))

    def _has(self, param, state, planes):
        size = local(param).numel()
        for plane in planes:
            value = state.get(plane.name)
            if value is None or value.dtype != self.dtypes[plane.name]:
                return False
            if is_distributed(param) or is_distributed(value):
                if self.is_wide and placement(value) != placement(param):
                    return False
                value = local(value)
            if (
                value.numel() != plane.count(size)
                or (self.is_wide and value.shape != local(param).shape)
                or value.is_neg()
                or value.device.type != "cpu"
                or not value.is_contiguous()
            ):
                return False
        shard = self.find_shard(param)
        if shard is None:
            return PART not in state
        return PART in state and state[PART].tolist()[:3] == describe_part(param, shard)

    @torch.no_grad()
    def create(self, params, states):
        """Adds the planes that `states` lack: f32 values of PyTorch, or zeros. Returns
        the parameters whose values were stored."""
        if self._create_zeros(params, states):
            return []
        stored = []
        self._zeros.clear()
        if self.is_wide:
            own = [p.numel() for p in params if not is_distributed(p)]
            self._new = Zeros(own * len(self.wide_names))
        # All processes divide the parameters alike.
        for part in slices([param.numel() for param in params]):
            chosen = [params[i] for i in part]
            wide = [self._get_wide(params[i], states[i]) for i in part]
            planes = wide if self.is_wide else self._pack(chosen, wide)
            for i, found in zip(part, planes, strict=True):
                kept = self.weight_planes(params[i]) if "param" in states[i] else ()
                if kept and self._has(params[i], states[i], kept):
                    # Only moments are lacking.
                    for plane in kept:
                        del found[plane.name]
                else:
                    stored.append(params[i])
                states[i].pop(PART, None)
                states[i].update(found)
        self._zeros.clear()
        self._new = None
        return stored

    def _create_zeros(self, params, states):
        """Fills empty states that consist of moments. Returns false, and does nothing,
        if any state is not empty or has more tensors."""
        if (
            any(states)
            or any(map(self.has_master, params))
            or any(map(is_distributed, params))
        ):
            return False
        shapes = [param.shape for param in params]
        sizes = [shape.numel() for shape in shapes]
        zeros = Zeros(sizes * len(self.wide_names))
        for name in self.wide_names:
            for state, value in zip(states, zeros.make(shapes), strict=True):
                state[name] = value
        return True

    def _get_wide(self, param, state):
        """Returns the values of all states in f32."""
        wide = {}
        for name in self.wide_names:
            value = state.get(name)
            if value is None:
                wide[name] = self._make_zeros(param)
            else:
                self._check_wide(name, value, param)
                wide[name] = dense(value.to("cpu", torch.float32))
        if self.has_master(param):
            wide["param"] = self._get_master(param, state)
        return wide

    def _make_zeros(self, param):
        """Returns f32 zeros that are distributed as a parameter."""
        if is_distributed(param):
            return torch.zeros_like(param, dtype=torch.float32)
        if self.is_wide:
            return self._new.make([param.shape])[0]
        # Packing only reads them.
        if param.shape not in self._zeros:
            self._zeros[param.shape] = torch.zeros(
                param.shape, dtype=torch.float32, device="cpu"
            )
        return self._zeros[param.shape]

    def _get_master(self, param, state):
        """Returns exact values of a parameter in f32: of another storage, or its own.
        They are a copy if they become a state."""
        found = state.get("param")
        is_exact = (
            found is not None
            and found.dtype == torch.float32
            and found.shape == param.shape
            and placement(found) == placement(param)
            and torch.equal(local(found).to(param.dtype), local(param))
        )
        value = found if is_exact else param.detach()
        return dense(value.to(torch.float32, copy=self.is_wide))

    def _check_wide(self, name, value, param):
        if not value.is_floating_point() or value.shape != param.shape:
            raise ValueError(
                f"expected state {name!r} to have floats of shape "
                f"{tuple(param.shape)}, or to be complete in storage "
                f"{self.name!r}, but got {value.dtype} of shape "
                f"{tuple(value.shape)}; unpacked_state_dict() of the optimizer "
                "that wrote it has floats"
            )
        if placement(value) != placement(param):
            raise ValueError(
                f"expected state {name!r} to be distributed as its parameter; "
                "torch.distributed.tensor.distribute_tensor converts tensors, and "
                "full_tensor() of a DTensor its parts"
            )

    def _pack(self, params, wide):
        """Returns the planes of tensors whose states in f32 are `wide`."""
        shards = [self.find_shard(param) for param in params]
        wide = [{n: local(v) for n, v in values.items()} for values in wide]
        sizes = [values["param"].numel() for values in wide]
        if any(shards):
            wide = _with_maxima(wide, shards)
        planes = [{} for _ in wide]
        lengths = [values["param"].numel() for values in wide]
        run = _updates.Run(self.pack, lengths, [0] * len(sizes))
        for i, plane in enumerate(self.pack.planes):
            if plane.role == _updates.INPUT:
                tensors = [values[plane.name] for values in wide]
            else:
                dtype = self.dtypes[plane.name]
                tensors = [
                    torch.zeros(plane.count(n), dtype=dtype, device="cpu")
                    for n in lengths
                ]
                for found, tensor in zip(planes, tensors, strict=True):
                    found[plane.name] = tensor
            run.set_plane(i, [tensor.data_ptr() for tensor in tensors])
        run(torch.get_num_threads(), {})
        for param, shard, size, found in zip(params, shards, sizes, planes):
            if shard is not None:
                for plane in self.state_planes(param):
                    count = plane.count(size)
                    found[plane.name] = found[plane.name][:count].clone()
                found[PART] = torch.tensor(describe_part(param, shard), device="cpu")
        return planes

    def unpack_state(self, param, state):
        """Returns f32 values of the states that PyTorch has."""
        names = self.wide_names
        # States that PyTorch has written remain f32 until the first step.
        if self.is_wide or not self.is_complete(param, state):
            found = {name: state[name] for name in names if name in state}
            for name, value in found.items():
                self._check_wide(name, value, param)
            return {name: value.clone() for name, value in found.items()}
        shape = local(param).shape
        wide = {
            name: torch.empty(shape, dtype=torch.float32, device="cpu")
            for name in names
        }
        run = _updates.Run(self.unpack, [shape.numel()], [0])
        for i, plane in enumerate(self.unpack.planes):
            if plane.role == _updates.INPUT:
                run.set_plane(i, [state[plane.name].data_ptr()])
            elif plane.name != "param":
                run.set_plane(i, [wide[plane.name].data_ptr()])
        run(torch.get_num_threads(), {})
        return {name: distribute(value, param) for name, value in wide.items()}


def _dtype(plane):
    return _DTYPES.get(plane.type, torch.uint8 if plane.bytes == 1 else None)


def _with_maxima(wide, shards):
    """Appends an element to the parts of parameters, the largest magnitude of all
    parts, so that their scales are common."""
    maxima = []
    for values in wide:
        param = values["param"].reshape(-1)
        maxima.append(torch.cat([param.abs(), param.new_zeros(1)]).max())
    reduce_maxima(maxima, shards)
    result = []
    for values, maximum, shard in zip(wide, maxima, shards, strict=True):
        if shard is not None:
            last = {"param": maximum.reshape(1)}
            zero = maximum.new_zeros(1)
            values = {
                name: torch.cat([value.reshape(-1), last.get(name, zero)])
                for name, value in values.items()
            }
        result.append(values)
    return result


def slices(sizes):
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
