"""Optimizers whose updates are compiled: the part that all of them share."""

import array
import itertools
import operator

import torch
from torch.optim import optimizer as _optimizer

from fp8._one_thread import OneThread
from fp8.torch import _update_checkpoint
from fp8.torch._update_backward import BackwardSteps
from fp8.torch._update_batch import Batch
from fp8.torch._update_plan import Plan
from fp8.torch._update_state import Storage
from fp8.torch._update_tensors import are_plain, check_disjoint, check_gradient
from fp8.torch._update_tensors import check_memory, check_param, get_mark, local


_GRAD = operator.attrgetter("grad")


class UpdateOptimizer(torch.optim.Optimizer):
    """A ``torch.optim.Optimizer`` on a CPU that runs updates of libfp8rt_updates."""

    #: Tells torch.amp.GradScaler to pass its scale to the step instead of unscaling
    #: gradients.
    _step_supports_amp_scaling = True

    #: Tells fp8.torch.capture that the step is not made of operations of PyTorch.
    has_compiled_updates = True

    #: True if states have a counter of steps in every storage, as those of PyTorch.
    _counts_steps = True

    def __init__(self, params, defaults, storage, seed):
        self.storage = storage
        self.seed = operator.index(seed)
        if not 0 <= self.seed < 1 << 32:
            raise ValueError(f"expected a seed from 0 to 2**32 - 1, but got {seed}")
        self._use = OneThread("the optimizer")
        self._forget_plans()
        #: The mark of each parameter that has stored values; see Writer.
        self._marks = {}
        #: The hooks of step_in_backward.
        self._backward = None
        super().__init__(params, defaults)

    def _forget_plans(self):
        self._plans = {}
        self._storages = {}
        self._numbers = {}
        #: The parameters with states, then their states, in the last step.
        self._version = []
        #: True if parameters are known to share no elements.
        self._is_disjoint = False

    # Methods of subclasses.

    def _update_name(self, group):
        """Returns the name of the update for a param group."""
        raise NotImplementedError

    def _scalars(self, group, step):
        """Returns the scalars of step `step`, which counts from 1."""
        raise NotImplementedError

    def _check_group(self, group):
        """Raises an error for hyperparameters that are not supported."""

    def _check_step(self, group):
        """Raises an error for a hyperparameter that the step would ignore."""

    # Param groups.

    def _get_storage(self, group):
        key = self._update_name(group), group.get("storage", self.storage)
        if key not in self._storages:
            self._storages[key] = Storage(*key)
        return self._storages[key]

    def _check(self, group):
        """Raises an error for a param group that its storage does not support."""
        self._check_group(group)
        storage = self._get_storage(group)
        storage.check_scalars(self._scalars(group, 1))
        return storage

    def _check_keys(self, group):
        missing = [key for key in self.defaults if key not in group]
        if missing:
            raise ValueError(f"expected {missing[0]} in a param group, but it has none")

    def add_param_group(self, param_group):
        with self._use:
            super().add_param_group(param_group)
            self._forget_plans()
            self._check_last_group()

    def _check_last_group(self):
        """Checks the param group that was added, or drops it."""
        group = self.param_groups[-1]
        try:
            storage = self._check(group)
            if len(set(group["params"])) != len(group["params"]):
                raise ValueError(
                    "expected each parameter once, but a param group has one twice"
                )
            for param in group["params"]:
                check_param(param)
                storage.find_shard(param)
        except ValueError:
            self.param_groups.pop()
            raise
        if self._backward:
            self._backward.add(len(self.param_groups) - 1, group["params"])

    def __getstate__(self):
        return super().__getstate__() | {"storage": self.storage, "seed": self.seed}

    def __setstate__(self, state):
        # The object is a new copy, or load_state_dict() calls this while it
        # holds the lock.
        self.__dict__.setdefault("_use", OneThread("the optimizer"))
        super().__setstate__(state)
        self._forget_plans()
        # Stored values are compared with the parameters at the next step.
        self._marks = {}
        self.__dict__.setdefault("_backward", None)

    def load_state_dict(self, state_dict):
        """Loads states of this class, or those of PyTorch's optimizer."""
        with self._use:
            try:
                _update_checkpoint.load(self, super().load_state_dict, state_dict)
            finally:
                self._forget_plans()

    def state_dict(self):
        """Returns the states as they are stored; see unpacked_state_dict."""
        return _update_checkpoint.sign(super().state_dict())

    def unpacked_state_dict(self):
        """Returns a ``state_dict`` with the states of PyTorch, in f32."""
        return _update_checkpoint.unpack(self, self._get_storage, self._counts_steps)

    def _numbers_of(self, params):
        """Returns the numbers of parameters, without those that have no elements.
        Random bits depend on them."""
        try:
            return [self._numbers[param] for param in params]
        except KeyError:
            known = [p for group in self.param_groups for p in group["params"]]
            counts = itertools.accumulate((p.numel() != 0 for p in known), initial=0)
            self._numbers = dict(zip(known, counts))
        return [self._numbers[param] for param in params]

    # Steps.

    def _has_counter(self, storage):
        """Returns true if states have a counter, on which random bits depend."""
        return self._counts_steps or "fp8.step" in storage.step.scalars

    def _steps_of(self, storage, state):
        """Returns the number of steps that a parameter has made."""
        if self._has_counter(storage) and state.get("step") is not None:
            return int(state["step"])
        return 1 if state.get("momentum_buffer") is not None else 0

    def _make_plan(self, group, params, states, gradients):
        """Checks all tensors and returns a plan."""
        storage = self._get_storage(group)
        if not are_plain(params, gradients):
            for param, gradient in zip(params, gradients, strict=True):
                check_param(param)
                check_gradient(gradient, param)
                check_memory("parameter", param)
        classes = {}
        for i, (param, state, gradient) in enumerate(zip(params, states, gradients)):
            steps = self._steps_of(storage, state) if state else 0
            key = (gradient.dtype, param.dtype, steps)
            classes.setdefault(key, []).append(i)
        lacking = [
            i
            for i, param in enumerate(params)
            if not storage.is_complete(param, states[i])
        ]
        stored = storage.create(
            [params[i] for i in lacking], [states[i] for i in lacking]
        )
        self._marks.update((p, get_mark(p)) for p in stored if storage.has_master(p))
        has_counter = self._has_counter(storage)
        for state in states:
            if has_counter:
                # The batch creates the counters.
                state.setdefault("step", None)
            else:
                state.pop("step", None)
        if any(map(storage.has_master, params)):
            self._check_disjoint()
        batches = []
        for (dtype, _, steps), positions in classes.items():
            batch = Batch(
                storage,
                [params[i] for i in positions],
                [states[i] for i in positions],
                self._numbers_of([params[i] for i in positions]),
                dtype,
                steps,
                self._marks,
            )
            batches.append((batch, positions))
        return Plan(self._get_plan_key(group), params, states, batches)

    def _check_disjoint(self):
        """Raises an error if parameters of any groups share elements: the update of
        one would overwrite those that the other has stored."""
        if self._backward and self._is_disjoint:
            return
        params = [
            param
            for group in self.param_groups
            for param in group["params"]
            if param.requires_grad and local(param).is_cpu
        ]
        tensors = [local(param) for param in params]
        starts = [tensor.data_ptr() for tensor in tensors]
        check_disjoint(params, starts, [tensor.numel() for tensor in tensors])
        # In `backward` each parameter has its own plan, so do not check again
        # for each of them.
        self._is_disjoint = self._backward is not None

    def _get_plan_key(self, group):
        return self._update_name(group), group.get("storage")

    def _find_version(self):
        """Returns an object that is another one when states were added or replaced."""
        found = [*self.state, *self.state.values()]
        known = self._version
        if len(found) != len(known) or not all(map(operator.is_, found, known)):
            self._version = found
        return self._version

    def _get_plan(self, index, group, params, gradients, version):
        plan = self._plans.get(index)
        if plan is None or not plan.prepare(
            self._get_plan_key(group), params, gradients, self.state, version
        ):
            # States that were cleared or replaced as a whole are created again.
            states = [self.state[param] for param in params]
            plan = self._make_plan(group, params, states, gradients)
            self._plans[index] = plan
        return plan

    def step(self, closure=None):
        """Updates the parameters that have gradients."""
        if torch.compiler.is_compiling():
            return self._step_uncompiled(closure)
        return self._step_eagerly(closure)

    #: Keeps the base class from wrapping the method.
    step.hooked = True

    @torch._disable_dynamo
    def _step_uncompiled(self, closure):
        return self._step_eagerly(closure)

    def _step_eagerly(self, closure):
        # The base class would open a record of the profiler at each call, which
        # takes longer than the update of a small parameter.
        if (
            self._optimizer_step_pre_hooks
            or self._optimizer_step_post_hooks
            or _optimizer._global_optimizer_pre_hooks
            or _optimizer._global_optimizer_post_hooks
            or torch.autograd._profiler_enabled()
        ):
            return self._step_with_hooks(closure)
        return self._step(closure)

    def _step(self, closure):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        scale = getattr(self, "grad_scale", None)
        found_inf = getattr(self, "found_inf", None)
        if self._backward and (scale is not None or found_inf is not None):
            raise ValueError(
                "unsupported: GradScaler with step_in_backward(), which has already "
                "changed parameters by the scaled gradients; expected remove() of its "
                "result, or no scaler, and parameters from before backward()"
            )
        if found_inf is not None and bool(found_inf):
            return loss
        for group in self.param_groups:
            self._check_step(group)
        factor = 1.0 if scale is None else 1.0 / float(scale)
        version = self._find_version()
        for index, group in enumerate(self.param_groups):
            params = group["params"]
            gradients = list(map(_GRAD, params))
            if any(map(operator.is_, gradients, itertools.repeat(None))):
                has_gradient = [gradient is not None for gradient in gradients]
                params = list(itertools.compress(params, has_gradient))
                gradients = list(itertools.compress(gradients, has_gradient))
            if params:
                self._update_group(index, group, params, gradients, factor, version)
        return loss

    _step_with_hooks = torch.optim.Optimizer.profile_hook_step(_step)

    def step_in_backward(self):
        """Updates each parameter as soon as `backward` has accumulated its gradient,
        and frees the gradient: few gradients exist at a time. The results have the same
        bits as with step(), which then has nothing to do and may remain in the loop.

        One backward pass is one step, so gradients can neither be accumulated over
        several passes nor be clipped by their common norm.

        Returns:
          An object whose remove() ends this; the same one until then.
        """
        if not self._backward:
            self._backward = BackwardSteps(self._step_param, self._end_backward)
            for index, group in enumerate(self.param_groups):
                self._backward.add(index, group["params"])
        return self._backward

    def _end_backward(self, ended):
        if self._backward is ended:
            self._backward = None

    def _step_param(self, index, param):
        group = self.param_groups[index]
        self._check_step(group)
        self._update_group((index, id(param)), group, [param], [param.grad], 1.0, None)

    def _update_group(self, index, group, params, gradients, factor, version):
        sign = -1.0 if group["maximize"] else 1.0

        def scalars(step):
            try:
                own = self._scalars(group, step)
            except (KeyError, TypeError, ValueError, ZeroDivisionError):
                self._check_keys(group)
                self._check_group(group)
                raise
            return {
                "gradient_scale": sign * factor,
                "fp8.rng": self.seed,
                "fp8.step": step - 1,
                **own,
            }

        with self._use:
            plan = self._get_plan(index, group, params, gradients, version)
            for batch, chosen in plan.divide(gradients):
                batch.run(chosen, scalars)
