"""Progress of a run, for terminals, notebooks and logs."""

import sys
import time

#: Seconds between two lines of a log, and between two changes of the line of a
#: terminal or a notebook.
_LOG_SECONDS = 10.0
_LINE_SECONDS = 0.2


class Progress:
    """Prints the number of a step, its loss and the speed of the run.

    A terminal or a notebook shows one line, which changes in place. Elsewhere there
    is a line every ten seconds. The last line always appears.
    """

    def __init__(self, first, steps):
        """Starts the clock. `steps` is the number of the last step, or None."""
        self._first = first
        self._steps = steps
        self._stream = sys.stdout if _is_notebook() else sys.stderr
        self._in_place = _is_notebook() or self._stream.isatty()
        self._start = self._shown = time.perf_counter()
        self._width = 0
        self._latest = None

    def __call__(self, number, loss):
        """Records that step `number` is done."""
        self._latest = number, loss
        now = time.perf_counter()
        if now - self._shown >= (_LINE_SECONDS if self._in_place else _LOG_SECONDS):
            self._shown = now
            self._print(now, end="\r" if self._in_place else "\n")

    def close(self):
        """Prints the last line."""
        if self._latest:
            self._print(time.perf_counter(), end="\n")

    def _print(self, now, end):
        number, loss = self._latest
        done = number - self._first
        seconds = now - self._start
        text = f"step {number}"
        if self._steps is not None:
            text += f"/{self._steps}"
        text += f", loss {loss:.4f}, {done / max(seconds, 1e-9):.1f} steps/s"
        if self._steps is not None and number < self._steps:
            text += f", {seconds / done * (self._steps - number):.0f} s left"
        # Overwrite the rest of a longer previous line.
        self._stream.write(text.ljust(self._width) + end)
        self._stream.flush()
        self._width = len(text) if end == "\r" else 0


def _is_notebook():
    return type(sys.stdout).__module__.split(".")[0] == "ipykernel"
