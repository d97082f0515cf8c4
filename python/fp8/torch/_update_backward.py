"""Steps of parameters while `backward` runs."""

import functools


class BackwardSteps:
    """Hooks that update each parameter when its gradient is accumulated.

    A hook drops the gradient afterwards, so that few gradients exist at a time.
    """

    def __init__(self, update, end):
        #: Updates a parameter of the param group at a position.
        self._update = update
        #: Called with this object when the hooks are removed.
        self._end = end
        self._handles = []

    def add(self, index, params):
        """Adds the parameters of the param group at a position."""
        run = functools.partial(self._run, index)
        for param in params:
            # PyTorch accepts hooks only on parameters that are not frozen, so
            # unfreeze the parameter meanwhile.
            is_frozen = not param.requires_grad
            param.requires_grad_(True)
            handle = param.register_post_accumulate_grad_hook(run)
            param.requires_grad_(not is_frozen)
            self._handles.append(handle)

    def _run(self, index, param):
        if param.grad is not None:
            self._update(index, param)
            param.grad = None

    def remove(self):
        """Removes the hooks, so that step() updates all parameters again. Further calls
        have no effect.
        """
        for handle in self._handles:
            handle.remove()
        self._handles.clear()
        self._end(self)
