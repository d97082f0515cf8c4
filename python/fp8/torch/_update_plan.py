"""The batches of a param group, which later steps use again."""

import operator


class Plan:
    """Batches of the parameters of a group, and the positions of the parameters in it.

    `key` has the settings of the group on which the batches depend.
    """

    def __init__(self, key, params, states, batches):
        self._key = key
        # Copies, because callers pass the list of a param group, which may change.
        self._params = list(params)
        self._states = list(states)
        self._batches = batches
        #: The version of the states that were last compared with those of the plan.
        self._version = None

    def divide(self, gradients):
        """Yields each batch with its gradients."""
        for batch, positions in self._batches:
            if len(positions) == len(gradients):
                yield batch, gradients
            else:
                yield batch, [gradients[i] for i in positions]

    def prepare(self, key, params, gradients, states, version):
        """Prepares a step of all batches. Returns False if the group, the tensors or
        the states of the optimizer are not those of the plan.

        States of the same `version` are not compared again; None has no version.
        """
        if (
            key != self._key
            or len(params) != len(self._params)
            or not all(map(operator.is_, params, self._params))
        ):
            return False
        if version is None or version is not self._version:
            if not all(map(operator.is_, map(states.get, params), self._states)):
                return False
            self._version = version
        return all(batch.prepare(chosen) for batch, chosen in self.divide(gradients))
