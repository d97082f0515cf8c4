"""Optimizers whose updates are compiled: the part that all of them share."""

import operator

import torch
from torch.optim import optimizer as _optimizer

from fp8.torch._update_batch import Batch, check_param, check_tensor
from fp8.torch._update_state import Storage, get_mark


class UpdateOptimizer(torch.optim.Optimizer):
    """A ``torch.optim.Optimizer`` on a CPU that runs updates of libfp8rt_updates."""

    #: torch.amp.GradScaler passes its scale, and does not unscale gradients.
    _step_supports_amp_scaling = True

    #: Tells fp8.torch.capture that the step is not made of operations of PyTorch.
    has_compiled_updates = True

    #: True if states have a counter of steps.
    _counts_steps = True

    def __init__(self, params, defaults, storage, seed):
        self.storage = storage
        self.seed = operator.index(seed)
        if not 0 <= self.seed < 1 << 32:
            raise ValueError(f"expected a seed from 0 to 2**32 - 1, but got {seed}")
        self._forget_plans()
        #: The mark of each parameter that has stored values; see Writer.
        self._marks = {}
        super().__init__(params, defaults)

    def _forget_plans(self):
        self._plans = {}
        self._storages = {}

    # Methods of subclasses.

    def _update_name(self, group):
        """Returns the name of the update for a param group."""
        raise NotImplementedError

    def _scalars(self, group, step):
        """Returns the scalars of step `step`, which counts from 1."""
        raise NotImplementedError

    def _check_group(self, group):
        """Raises an error for hyperparameters that are not supported."""

    # Param groups.

    def _get_storage(self, group):
        name = self._update_name(group)
        if name not in self._storages:
            self._storages[name] = Storage(name, self.storage)
        return self._storages[name]

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        self._forget_plans()
        group = self.param_groups[-1]
        try:
            self._check_group(group)
            self._get_storage(group)
            for param in group["params"]:
                check_param(param)
        except ValueError:
            self.param_groups.pop()
            raise

    def __getstate__(self):
        return super().__getstate__() | {"storage": self.storage, "seed": self.seed}

    def __setstate__(self, state):
        super().__setstate__(state)
        self._forget_plans()
        # Stored values are compared with the parameters at the next step.
        self._marks = {}

    def load_state_dict(self, state_dict):
        super().load_state_dict(state_dict)
        # The base class casts states to the type of the parameter.
        saved = [i for group in state_dict["param_groups"] for i in group["params"]]
        params = [p for group in self.param_groups for p in group["params"]]
        for number, param in zip(saved, params, strict=True):
            for key, value in state_dict["state"].get(number, {}).items():
                if isinstance(value, torch.Tensor):
                    value = value.detach().to("cpu", copy=True)
                self.state[param][key] = value
        for group in self.param_groups:
            self._check_group(group)
            self._get_storage(group)
        self._forget_plans()

    def unpacked_state_dict(self):
        """Returns a ``state_dict`` with the states of PyTorch, in f32."""
        packed = self.state_dict()
        params = [p for group in self.param_groups for p in group["params"]]
        storages = []
        for group in self.param_groups:
            storages += [self._get_storage(group)] * len(group["params"])
        state = {}
        for number, (param, storage) in enumerate(zip(params, storages, strict=True)):
            if number not in packed["state"]:
                continue
            entry = packed["state"][number]
            state[number] = storage.unpack_state(param, entry)
            if "step" in entry:
                state[number]["step"] = entry["step"].clone()
        return {"state": state, "param_groups": packed["param_groups"]}

    def _number_params(self):
        """Numbers the parameters with elements: random bits depend on the number."""
        numbers, count = {}, 0
        for group in self.param_groups:
            for param in group["params"]:
                numbers[param] = count
                count += param.numel() != 0
        return numbers

    # Steps.

    def _steps_of(self, param):
        """Returns the number of steps that a parameter has made."""
        state = self.state[param]
        if self._counts_steps:
            return int(state.setdefault("step", torch.tensor(0.0)))
        return 1 if state.get("momentum_buffer") is not None else 0

    def _make_plan(self, group, params, gradients):
        """Returns pairs of a batch and the positions of its parameters."""
        storage = self._get_storage(group)
        all_numbers = self._number_params()
        classes = {}
        for i, (param, gradient) in enumerate(zip(params, gradients, strict=True)):
            check_param(param)
            check_tensor("gradient", gradient)
            key = (gradient.dtype, param.dtype, self._steps_of(param))
            classes.setdefault(key, []).append(i)
        lacking = [p for p in params if not storage.is_complete(p, self.state[p])]
        storage.create(lacking, [self.state[param] for param in lacking])
        self._marks.update((param, get_mark(param)) for param in lacking)
        plan = []
        for (dtype, _, steps), positions in classes.items():
            chosen = [params[i] for i in positions]
            states = [self.state[param] for param in chosen]
            numbers = [all_numbers[param] for param in chosen]
            batch = Batch(storage, chosen, states, numbers, dtype, steps, self._marks)
            plan.append((batch, positions))
        return plan

    def _get_plan(self, index, group, params, gradients):
        # States that were cleared or replaced as a whole are created again.
        key = [self._update_name(group), *map(id, params)]
        key += [id(self.state[param]) for param in params]
        key += [param.dtype for param in params]
        key += [gradient.dtype for gradient in gradients]
        known, plan = self._plans.get(index, (None, ()))
        if known != key or not all(batch.is_current() for batch, _ in plan):
            plan = self._make_plan(group, params, gradients)
            self._plans[index] = (key, plan)
        return plan

    def step(self, closure=None):
        """Updates the parameters that have gradients."""
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

    #: Keeps the base class from wrapping the method.
    step.hooked = True

    def _step(self, closure):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        found_inf = getattr(self, "found_inf", None)
        if found_inf is not None and bool(found_inf):
            return loss
        scale = getattr(self, "grad_scale", None)
        factor = 1.0 if scale is None else 1.0 / float(scale)
        for index, group in enumerate(self.param_groups):
            params, gradients = [], []
            for param in group["params"]:
                gradient = param.grad
                if gradient is not None:
                    params.append(param)
                    gradients.append(gradient)
            if params:
                self._update_group(index, group, params, gradients, factor)
        return loss

    _step_with_hooks = torch.optim.Optimizer.profile_hook_step(_step)

    def _update_group(self, index, group, params, gradients, factor):
        sign = -1.0 if group["maximize"] else 1.0

        def scalars(step):
            return {
                "gradient_scale": sign * factor,
                "fp8.rng": self.seed,
                "fp8.step": step - 1,
                **self._scalars(group, step),
            }

        for batch, positions in self._get_plan(index, group, params, gradients):
            chosen = gradients
            if len(positions) != len(gradients):
                chosen = [gradients[i] for i in positions]
            batch.run(chosen, scalars)
