"""Parameters that one run of an update processes."""

import array
import operator

import torch

from fp8 import _updates
from fp8.torch._update_shard import reduce_maxima
from fp8.torch._update_tensors import TYPES, are_contiguous, check_disjoint
from fp8.torch._update_tensors import check_gradient, check_param, get_addresses
from fp8.torch._update_tensors import get_sizes, is_distributed, local, make_dense
from fp8.torch._update_tensors import refuse_freed
from fp8.torch._update_writer import Writer

#: Returns the counter of steps of a state.
_STEP = operator.itemgetter("step")


class Batch:
    """Parameters of a param group with gradients of one type, at the same step.

    The caller has checked the parameters and their states.
    """

    def __init__(self, storage, params, states, numbers, dtype, steps, marks):
        self.params = params
        self.steps = steps
        self._storage = storage
        self._states = states
        self._is_distributed = any(map(is_distributed, params))
        self._shards = [None] * len(params)
        offsets = None
        if self._is_distributed:
            self._shards = [storage.find_shard(param) for param in params]
        self._is_shared = any(self._shards)
        if self._is_shared:
            offsets = [shard.offset if shard else 0 for shard in self._shards]
        self._update = _updates.find(storage.optimizer, storage.name, TYPES[dtype])
        tensors = self._tensors()
        self._sizes = get_sizes(tensors)
        self._shapes = [tensor.shape for tensor in tensors]
        self._run = _updates.Run(self._update, self._sizes, numbers, offsets)
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
        self._use_addresses(self._find_addresses())
        #: True in the step for which the caller has checked all tensors.
        self.is_new = True

    def _keep_steps(self):
        """Lets the counters of all parameters share memory, so that one operation
        increments all of them.
        """
        self._counters = array.array("f", [self.steps]) * len(self.params)
        self._views = ()
        if "step" in self._states[0]:
            shared = torch.frombuffer(self._counters, dtype=torch.float32)
            self._views = shared.unbind()
            for state, view in zip(self._states, self._views, strict=True):
                state["step"] = view

    def is_current(self):
        """Returns False if other code has set or replaced a counter of steps."""
        if self._counters != array.array("f", [self.steps]) * len(self.params):
            return False
        try:
            return all(map(operator.is_, map(_STEP, self._states), self._views))
        except KeyError:
            return False

    def _tensors(self):
        if self._is_distributed:
            return [local(param) for param in self.params]
        return self.params

    def _find_addresses(self):
        """Returns the addresses of states, then those of parameters."""
        own = get_addresses(self._tensors())
        addresses = []
        for _, name in self._planes:
            if name is None:
                addresses += own
                continue
            tensors = map(operator.itemgetter(name), self._states)
            if self._is_distributed:
                tensors = map(local, tensors)
            addresses += get_addresses(tensors)
        return addresses + own

    def _set_addresses(self):
        places = self._find_addresses()
        # Strides may change although the address stays the same.
        if places == self._places_known and are_contiguous(self._tensors()):
            return
        for param, state, tensor, shape in zip(
            self.params, self._states, self._tensors(), self._shapes, strict=True
        ):
            check_param(param)
            if tensor.shape != shape:
                raise ValueError(
                    f"expected a parameter of shape {tuple(shape)}, as its states, but "
                    f"it has {tuple(tensor.shape)} now"
                )
            if not self._storage.is_complete(param, state):
                raise ValueError(
                    "expected the states that the optimizer created, but other "
                    f"tensors are in their place: {', '.join(state)}"
                )
        self._use_addresses(places)

    def _use_addresses(self, places):
        count = len(self.params)
        self._check_memory("parameter", places[-count:])
        check_disjoint(self.params, places[-count:], self._sizes)
        for k, (index, _) in enumerate(self._planes):
            self._run.set_plane(index, places[k * count : (k + 1) * count])
        self._places_known = places
        if self._storage.has_master(self.params[0]):
            self._writer = Writer(
                self._storage, self.params, self._states, self._marks, self._shards
            )

    def _check_memory(self, kind, addresses):
        """Raises an error for a tensor whose memory has been freed."""
        if 0 not in addresses:
            return
        for i, address in enumerate(addresses):
            if not address and self._sizes[i]:
                refuse_freed(kind, self._shapes[i])

    def _check(self, gradients):
        """Returns dense gradients, or raises an error."""
        if self._is_distributed:
            for param, gradient in zip(self.params, gradients, strict=True):
                check_gradient(gradient, param)
            gradients = [local(gradient) for gradient in gradients]
        sizes = get_sizes(gradients)
        if sizes != self._sizes:
            i = list(map(operator.ne, sizes, self._sizes)).index(True)
            raise ValueError(
                f"expected a gradient of {self._sizes[i]} elements for parameter {i} of "
                f"a group, but it has {sizes[i]}; the shape of the parameter has changed"
            )
        return make_dense(gradients)

    def run(self, gradients, scalars):
        """Updates the parameters. `scalars` returns the scalars of a step."""
        is_new, self.is_new = self.is_new, False
        gradients = self._check(gradients)
        if not is_new:
            self._set_addresses()
        if self._writer:
            self._take(self._writer.changed())
        addresses = get_addresses(gradients)
        self._check_memory("gradient", addresses)
        self._run.set_plane(self._gradient, addresses)
        self._run(torch.get_num_threads(), scalars(self.steps + 1))
        self.steps += 1
        self._counters[:] = array.array("f", [self.steps]) * len(self.params)
        if self._is_shared:
            amaxes = [state["amax"] for state in self._states]
            reduce_maxima(amaxes, self._shards)
        if self._writer:
            self._writer.write()
        else:
            torch.autograd.graph.increment_version(self._tensors())

    @torch.no_grad()
    def _take(self, positions):
        """Stores values that other code has written to parameters."""
        if not positions:
            return
        planes = [{"param": value} for value in self._writer.merge(positions)]
        self._storage.create([self.params[i] for i in positions], planes)
        for i, found in zip(positions, planes, strict=True):
            # Replace only the planes of the weight, not the moments and their
            # scales.
            for plane in self._storage.weight_planes(self.params[i]):
                local(self._states[i][plane.name]).copy_(local(found[plane.name]))
