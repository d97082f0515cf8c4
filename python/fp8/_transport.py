"""Transport: functions of Python that exchange bytes between the ranks of a mesh.

See include/fp8/Runtime/fp8rt_comm.h, whose structures these are.
"""

import ctypes
import itertools
import threading
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_double, c_int, c_int32, c_int64
from ctypes import c_size_t, c_void_p

_OK, _COMM_FAILED = 0, 11
#: FP8RT_COMM_ERROR_BYTES.
ERROR_BYTES = 512


#: {thread: the KeyboardInterrupt that has ended an exchange}. C cannot pass it on.
_interrupts = {}


def _keep_interrupt(failure):
    """Keeps an exception that only ends the program for raise_interrupt()."""
    if not isinstance(failure, Exception):
        _interrupts[threading.get_ident()] = failure


def raise_interrupt(error):
    """Raises the KeyboardInterrupt that has caused `error`, if there is one. Callers
    of functions that exchange bytes call this for their errors."""
    interrupt = _interrupts.pop(threading.get_ident(), None)
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


_EXCHANGE = CFUNCTYPE(
    c_int, c_void_p, c_char_p, POINTER(Message), c_int32, c_double, c_void_p
)
_ABORT = CFUNCTYPE(None, c_void_p, c_char_p)


class _Transport(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("self", c_void_p),
        ("rank", c_int32),
        ("num_ranks", c_int32),
        ("exchange", _EXCHANGE),
        ("abort", _ABORT),
        ("destroy", c_void_p),
        ("poll", c_void_p),
    ]


class Transport:
    """Lets compiled steps exchange bytes through `connection`, an object with

    - `rank` and `num_ranks`;
    - `exchange(place, messages, deadline)`, which returns when all messages are sent
      and received, and raises an exception otherwise;
    - `abort(reason)`, which lets the exchanges of all ranks fail.

    The transport has to exist until the process ends.
    """

    _numbers = itertools.count(1)

    def __init__(self, connection):
        self._connection = connection
        self._functions = _EXCHANGE(self._exchange), _ABORT(self._abort)
        self._transport = _Transport(
            ctypes.sizeof(_Transport),
            next(self._numbers),
            connection.rank,
            connection.num_ranks,
            *self._functions,
        )

    @property
    def address(self):
        """The address of the fp8rt_transport."""
        return ctypes.addressof(self._transport)

    def _exchange(self, _, place, messages, num_messages, deadline, error):
        try:
            place = place.decode(errors="replace")
            self._connection.exchange(place, messages[:num_messages], deadline)
            return _OK
        except BaseException as failure:  # C has no exceptions.
            _keep_interrupt(failure)
            text = cut(str(failure) or type(failure).__name__)
            # `error` is filled with zeros, which terminate the text.
            ctypes.memmove(error, text, len(text))
            return _COMM_FAILED

    def _abort(self, _, reason):
        try:
            self._connection.abort(reason.decode(errors="replace"))
        except BaseException as failure:
            # Without this message the other ranks wait until their deadline.
            _keep_interrupt(failure)
