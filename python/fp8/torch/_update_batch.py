"""Parameters that one run of an update processes."""

import array

import torch
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from fp8 import _updates
from fp8.torch._update_state import Writer

#: Types of parameters and gradients.
TYPES = {torch.float32: "f32", torch.bfloat16: "bf16"}


def check_tensor(kind, tensor):
    """Raises an error for a tensor that updates cannot read."""
    if tensor.layout != torch.strided:
        raise ValueError(f"expected a dense {kind}, but got layout {tensor.layout}")
    if is_traceable_wrapper_subclass(tensor):
        # For example a DTensor, whose local part may be a parameter.
        raise ValueError(
            f"expected a {kind} with memory of its own, but got "
            f"{type(tensor).__name__}"
        )
    if tensor.device.type != "cpu":
        raise ValueError(
            f"expected a {kind} on the CPU, but got one on {tensor.device}"
        )
    if tensor.dtype not in TYPES:
        raise ValueError(
            f"expected a {kind} of torch.float32 or torch.bfloat16, but got "
            f"{tensor.dtype}"
        )


def check_param(param):
    """Raises an error for a parameter that updates cannot write."""
    check_tensor("parameter", param)
    if not param.is_contiguous():
        raise ValueError(
            f"expected contiguous parameters, but got one of shape "
            f"{tuple(param.shape)} with strides {param.stride()}"
        )


class Batch:
    """Parameters of a param group with gradients of one type, at the same step."""

    def __init__(self, storage, params, states, numbers, dtype, steps, marks):
        self.params = params
        self.steps = steps
        self._storage = storage
        self._states = states
        self._update = _updates.find(storage.optimizer, storage.name, TYPES[dtype])
        self._sizes = [param.numel() for param in params]
        self._run = _updates.Run(self._update, self._sizes, numbers)
        self._gradient = self._update.index("grad", _updates.INPUT)
        own = {plane.name for plane in storage.state_planes(params[0])}
        self._planes = [
            (i, plane.name if plane.name in own else None)
            for i, plane in enumerate(self._update.planes)
            if plane.role == _updates.STATE
        ]
        #: The addresses that were checked: of states, then of parameters.
        self._places_known = None
        self._writer = None
        self._marks = marks
        self._keep_steps()

    def _keep_steps(self):
        """Lets the counters of all parameters share memory, to count at once."""
        self._counters = array.array("f", [self.steps]) * len(self.params)
        shared = torch.frombuffer(self._counters, dtype=torch.float32)
        self._views = []
        for i, state in enumerate(self._states):
            if "step" in state:
                state["step"] = shared[i]
                self._views.append((state, state["step"]))

    def is_current(self):
        """Returns False if others have set or replaced a counter of steps."""
        return self._counters == array.array("f", [self.steps]) * len(
            self.params
        ) and all(state.get("step") is view for state, view in self._views)

    def _set_addresses(self):
        addresses = []
        for _, name in self._planes:
            if name is None:
                addresses += [param.data_ptr() for param in self.params]
            else:
                addresses += [state[name].data_ptr() for state in self._states]
        places = addresses + [param.data_ptr() for param in self.params]
        # Strides may change where the address does not.
        is_known = places == self._places_known and all(
            param.is_contiguous() for param in self.params
        )
        if is_known:
            return
        for param, state in zip(self.params, self._states, strict=True):
            check_param(param)
            if not self._storage.is_complete(param, state):
                raise ValueError(
                    "expected the states that the optimizer created, but other "
                    f"tensors are in their place: {', '.join(state)}"
                )
        count = len(self.params)
        for k, (index, _) in enumerate(self._planes):
            self._run.set_plane(index, addresses[k * count : (k + 1) * count])
        self._places_known = places
        if self._storage.has_master(self.params[0]):
            self._writer = Writer(self._storage, self.params, self._states, self._marks)

    def _check(self, gradients):
        """Returns dense gradients, or raises an error."""
        result = gradients
        for i, gradient in enumerate(gradients):
            if gradient.numel() != self._sizes[i]:
                raise ValueError(
                    f"expected a gradient of {self._sizes[i]} elements for parameter "
                    f"{i} of a group, but it has {gradient.numel()}; the shape of the "
                    "parameter has changed"
                )
            if not gradient.is_contiguous():
                if result is gradients:
                    result = list(gradients)
                result[i] = gradient.contiguous()
        return result

    def run(self, gradients, scalars):
        """Updates the parameters. `scalars` returns the scalars of a step."""
        gradients = self._check(gradients)
        self._set_addresses()
        if self._writer:
            for i in self._writer.changed():
                self._take(i)
        addresses = [gradient.data_ptr() for gradient in gradients]
        self._run.set_plane(self._gradient, addresses)
        self._run(torch.get_num_threads(), scalars(self.steps + 1))
        self.steps += 1
        self._counters[:] = array.array("f", [self.steps]) * len(self.params)
        if self._writer:
            self._writer.write()
        else:
            torch.autograd.graph.increment_version(self.params)

    @torch.no_grad()
    def _take(self, i):
        """Makes the values that others wrote to a parameter its stored values."""
        planes = {}
        self._storage.create([self.params[i]], [planes])
        moments = tuple(self._storage.wide_names())
        for name, value in planes.items():
            # The moments, and their scales, stay.
            if not name.startswith(moments):
                self._states[i][name].copy_(value)
