"""Parameters that one run of an update processes."""

import array
import itertools
import operator

import torch

from fp8 import _updates
from fp8.torch._addresses import Layout, Reader
from fp8.torch._update_shard import reduce_maxima
from fp8.torch._update_tensors import TYPES, check_disjoint
from fp8.torch._update_tensors import check_gradient, check_param, get_addresses
from fp8.torch._update_tensors import get_sizes, is_distributed, local, make_dense
from fp8.torch._update_tensors import refuse_freed
from fp8.torch._update_writer import Writer


class Batch:
    """Parameters of one type in a param group, with gradients of one type, at the same
    step.

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
        self._layout = Layout(params[0].dtype, self._sizes)
        self._gradient_layout = Layout(dtype, self._sizes)
        self._run = _updates.Run(self._update, self._sizes, numbers, offsets)
        self._gradient = self._update.index("grad", _updates.INPUT)
        own = {plane.name for plane in storage.state_planes(params[0])}
        #: Positions of planes that a step updates. The name is None for the parameter.
        self._planes = [
            (i, plane.name if plane.name in own else None)
            for i, plane in enumerate(self._update.planes)
            if plane.role == _updates.STATE
        ]
        names = [name for _, name in self._planes if name is not None]
        self._getters = [operator.itemgetter(name) for name in names]
        layouts = [self._gradient_layout, self._layout] + [None] * len(names)
        self._reader = Reader(len(params), layouts)
        #: Addresses of gradients in this step; None if they need slower checks.
        self._gradient_addresses = None
        self._writer = None
        self._marks = marks
        self._keep_steps()
        #: Addresses of parameters, then of each plane of states: in this step, and when
        #: all tensors were last checked. The caller has checked the first ones.
        self._places = self._places_known = self._find_places(self._find_states())
        self._use_places()

    def _keep_steps(self):
        """Lets the counters of all parameters share memory, so that one operation
        increments all of them.
        """
        self._counters = array.array("f", [self.steps]) * len(self.params)
        self._counters_known = self._counters.tobytes()
        self._views = ()
        if "step" in self._states[0]:
            shared = torch.frombuffer(self._counters, dtype=torch.float32)
            self._views = shared.unbind()
            for state, view in zip(self._states, self._views, strict=True):
                state["step"] = view

    def _has_steps(self):
        """Returns False if other code has set or replaced a counter of steps."""
        counters = map(operator.itemgetter("step"), self._states)
        return self._counters.tobytes() == self._counters_known and (
            not self._views or all(map(operator.is_, counters, self._views))
        )

    def prepare(self, gradients):
        """Reads the addresses of all tensors. Returns False if the step needs another
        batch: a type or a counter of steps has changed, or a state was removed.
        """
        self._gradient_addresses = None
        try:
            if not self._has_steps():
                return False
            states = self._find_states()
            if not self._is_distributed:
                found = self._reader.read([gradients, self.params, *states])
                if found:
                    count = len(self.params)
                    self._gradient_addresses = found[:count]
                    self._places = found[count:]
                    return True
            self._places = self._find_places(states)
        except (KeyError, TypeError):
            # A state is missing or None.
            return False
        return self._gradient_layout.has_type(gradients) and self._layout.has_type(
            self.params
        )

    def _tensors(self):
        if self._is_distributed:
            return [local(param) for param in self.params]
        return self.params

    def _find_states(self):
        """Returns the tensors of each plane of states."""
        states = [list(map(getter, self._states)) for getter in self._getters]
        if self._is_distributed:
            return [list(map(local, tensors)) for tensors in states]
        return states

    def _find_places(self, states):
        """Returns the addresses of parameters, then of states; None if the layout of a
        parameter is unusual."""
        tensors = self._tensors()
        if not self._layout.has(tensors):
            return None
        return self._read_addresses([tensors, *states])

    def _read_addresses(self, lists):
        return array.array("Q", get_addresses(itertools.chain.from_iterable(lists)))

    def _check_places(self):
        if self._places and self._places == self._places_known:
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
        self._places_known = None
        self._use_places()
        self._places_known = self._places

    def _use_places(self):
        places = self._places
        if places is None:
            places = self._read_addresses([self._tensors(), *self._find_states()])
        count = len(self.params)
        own = places[:count]
        self._check_memory("parameter", own)
        check_disjoint(self.params, own, self._sizes)
        first = count
        for index, name in self._planes:
            if name is None:
                self._run.set_plane(index, own)
            else:
                self._run.set_plane(index, places[first : first + count])
                first += count
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
        self._check_memory("gradient", get_addresses(gradients))
        return make_dense(gradients)

    def run(self, gradients, scalars):
        """Updates the parameters. `scalars` returns the scalars of a step."""
        if not self._gradient_addresses or any(map(torch.Tensor.is_neg, gradients)):
            gradients = self._check(gradients)
            self._gradient_addresses = get_addresses(gradients)
        self._check_places()
        if self._writer:
            self._take(self._writer.changed())
        self._run.set_plane(self._gradient, self._gradient_addresses)
        self._run(torch.get_num_threads(), scalars(self.steps + 1))
        self.steps += 1
        self._counters[:] = array.array("f", [self.steps]) * len(self.params)
        self._counters_known = self._counters.tobytes()
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
