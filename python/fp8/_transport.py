"""Transport: functions of Python that exchange bytes between the ranks of a mesh.

See include/fp8/Runtime/fp8rt_comm.h, whose structures these are.
"""

import ctypes
from ctypes import c_int32, c_int64, c_void_p

from fp8 import _native

#: FP8RT_COMM_ERROR_BYTES.
ERROR_BYTES = 512


def raise_interrupt(error):
    """Raises the KeyboardInterrupt that has caused `error`, if there is one. Callers
    of functions that exchange bytes call this for their errors."""
    interrupt = _native.load().take_interrupt()
    if interrupt is not None:
        raise interrupt from error


def cut(text):
    """Returns the first bytes of a text, at most as many as an error message may have,
    without partial characters.
    """
    first = text.encode(errors="replace")[: ERROR_BYTES - 1]
    return first.decode(errors="ignore").encode()


class Message(ctypes.Structure):
    """Bytes that this rank and `peer` send each other; the addresses are ints."""

    _fields_ = [
        ("peer", c_int32),
        ("send", c_void_p),
        ("send_bytes", c_int64),
        ("receive", c_void_p),
        ("receive_bytes", c_int64),
    ]


class Transport:
    """Lets compiled steps exchange bytes through `connection`, an object with

    - `rank` and `num_ranks`;
    - `exchange(place, messages, deadline)`, which returns when all messages are sent
      and received, and raises an exception otherwise;
    - `abort(reason)`, which lets the exchanges of all ranks fail.

    The transport has to exist until the process ends.
    """

    def __init__(self, connection):
        self._connection = connection
        self._native = _native.load().Transport(
            self._exchange,
            self._abort,
            _describe,
            connection.rank,
            connection.num_ranks,
        )

    @property
    def address(self):
        """The address of the fp8rt_transport."""
        return self._native.address

    def _exchange(self, place, address, num_messages, deadline):
        messages = list((Message * num_messages).from_address(address))
        self._connection.exchange(place.decode(errors="replace"), messages, deadline)

    def _abort(self, reason):
        self._connection.abort(reason.decode(errors="replace"))


def _describe(failure):
    return cut(str(failure) or type(failure).__name__)
