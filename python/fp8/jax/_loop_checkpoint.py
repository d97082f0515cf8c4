"""The checkpoint file of fp8.jax.train."""

import hashlib
import os

from fp8 import _safetensors

#: The tensor of the losses; other tensors are states, as they are stored.
_LOSSES = "fp8.losses"
#: The key of the metadata that identifies the step and its options.
_STEP = "fp8.jax.train"


class LoopCheckpoint:
    """The states and the losses of a run in a file, or nothing without a path."""

    def __init__(self, path, resume):
        self._path = path
        if path is None and resume:
            raise ValueError("expected `checkpoint`, the file that `resume` reads")
        # Report a missing folder before a long run.
        if path is not None and not os.path.isdir(os.path.dirname(path) or "."):
            raise ValueError(f"expected a folder for {path}, but there is none")
        if path is not None and os.path.isdir(path):
            raise ValueError(f"expected a file as checkpoint, but {path} is a folder")
        self._is_there = path is not None and os.path.exists(path)
        if self._is_there and not resume:
            raise ValueError(
                f"expected no file {path} at the start of a run; resume=True "
                "continues from it"
            )
        self._saved = None

    def load(self, compiled, options):
        """Sets the states of the compiled step. Returns the losses of the completed
        steps.
        """
        self._compiled = compiled
        text = compiled.text + repr(sorted(_options_of_bits(options).items()))
        self._identity = hashlib.sha256(text.encode()).hexdigest()
        if not self._is_there:
            return []
        states, metadata = _safetensors.read(self._path)
        if _LOSSES not in states or _STEP not in metadata:
            raise ValueError(f"{self._path} is not a checkpoint of fp8.jax.train")
        # Reject a file without a checksum, because damage of a state would not
        # be noticed.
        if _safetensors.CHECKSUM not in metadata:
            raise ValueError(
                f"{self._path} has no checksum, so an earlier version of fp8 wrote it; "
                "expected a checkpoint of this version: continue the run with the "
                "earlier version, or begin it again"
            )
        if metadata[_STEP] != self._identity:
            raise ValueError(
                f"{self._path} is of another step, or of a step with other options; "
                "expected the same recipe, storage and shapes as in its run"
            )
        losses = states.pop(_LOSSES).tolist()
        compiled.step.load_state_dict({"number": len(losses), "states": states})
        self._saved = len(losses)
        return losses

    def save(self, losses):
        """Writes the file unless it already contains these steps."""
        import numpy as np

        if self._path is None or self._saved == len(losses):
            return
        states = self._compiled.step.state_dict()["states"]
        states[_LOSSES] = np.array(losses, np.float64)
        _safetensors.write(self._path, states, {_STEP: self._identity}, checksum=True)
        self._saved = len(losses)


def _options_of_bits(options):
    """Returns the options on which the bits of a run depend."""
    others = ("target", "target_options", "seed")
    return {name: value for name, value in options.items() if name not in others}
