"""Objects that one thread at a time may use."""

import threading


class OneThread:
    """Prevents other threads from using an object: they get an error instead of
    waiting.
    """

    def __init__(self, what):
        self._what = what
        lock = threading.Lock()
        self._acquire = lock.acquire
        self._release = lock.release

    def __enter__(self):
        if not self._acquire(False):
            raise RuntimeError(
                f"{self._what} is in use by another thread; expected one thread at a "
                "time"
            )

    def __exit__(self, *_):
        self._release()
