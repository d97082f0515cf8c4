# RUN: %pytest %s
"""fp8.compile with functions of Python that exchange the bytes of its ranks."""

import ctypes
import sys
import threading

import pytest

import compiled
import fp8
from fp8 import _native
from fp8._transport import Transport, raise_interrupt

compiled.require_module()

TEXT = compiled.MLP.read_bytes()


class Echo:
    """The connection of a rank whose peer sends what this rank sends. An exchange
    waits for `go_on`."""

    rank = 0

    def __init__(self, num_ranks=2):
        self.num_ranks = num_ranks
        self.is_in_exchange, self.go_on = threading.Event(), threading.Event()
        self.reasons = []

    def exchange(self, place, messages, deadline):
        assert place and deadline > 0
        for message in messages:
            assert message.peer == 1
            assert message.send_bytes == message.receive_bytes
            ctypes.memmove(message.receive, message.send, message.send_bytes)
        self.is_in_exchange.set()
        assert self.go_on.wait(60)

    def abort(self, reason):
        self.reasons.append(reason)


def compile_with(transport, text=TEXT, mesh="dp:2"):
    context = _native.load().Context()
    return context.compile(text, "", "reference", "", "step", mesh, transport.address)


def test_a_mesh_that_is_in_use_by_another_compilation():
    """The second thread may try again; its step is not rejected."""
    echo = Echo()
    transport = Transport(echo)
    first = threading.Thread(target=compile_with, args=(transport,))
    first.start()
    try:
        assert echo.is_in_exchange.wait(60)
        with pytest.raises(RuntimeError, match="in use by another thread"):
            compile_with(transport)
    finally:
        echo.go_on.set()
        first.join()
    assert not echo.reasons
    compile_with(transport)


def test_other_number_of_ranks():
    with pytest.raises(fp8.CompileError, match="expected 4 processes .* connects 2"):
        compile_with(Transport(Echo()), mesh="dp:4")
    with pytest.raises(fp8.CompileError, match="expected 1 processes .* connects 2"):
        compile_with(Transport(Echo()), mesh="")


class Failing(Echo):
    def exchange(self, place, messages, deadline):
        raise ConnectionError(f"rank 1 is lost at {place}" + "!" * 1000)


def test_exceptions_are_errors_of_the_exchange():
    expected = "expected all ranks to compile the step, but rank 1 is lost at the "
    with pytest.raises(fp8.CompileError, match=expected):
        compile_with(Transport(Failing()))


class FailingInOtherWords(Echo):
    def exchange(self, place, messages, deadline):
        raise ConnectionError("x" * 510 + "é")


def test_texts_of_errors_end_with_a_whole_character():
    with pytest.raises(fp8.CompileError, match="x{510}$"):
        compile_with(Transport(FailingInOtherWords()))


def test_a_step_that_does_not_compile_leaves_the_mesh():
    echo = Echo()
    echo.go_on.set()
    transport = Transport(echo)
    with pytest.raises(fp8.CompileError, match="error: "):
        compile_with(transport, text=b"func.func @step()\n")
    assert not echo.reasons
    compile_with(transport)


class NotCompiling(Echo):
    """The peer exchanges the program, and fails to compile it."""

    def exchange(self, place, messages, deadline):
        super().exchange(place, messages, deadline)
        if place.startswith("the end of the compilation"):
            for message in messages:
                ctypes.memset(message.receive, 0, message.receive_bytes)


def test_a_step_that_another_rank_does_not_compile():
    echo = NotCompiling()
    echo.go_on.set()
    expected = "expected all ranks to compile the step, but rank 1 failed"
    with pytest.raises(fp8.CompileError, match=expected):
        compile_with(Transport(echo))
    assert not echo.reasons


class Interrupted(Echo):
    def exchange(self, place, messages, deadline):
        raise KeyboardInterrupt


def test_ctrl_c_in_an_exchange():
    transport = Transport(Interrupted())
    context = _native.load().Context()
    with pytest.raises(KeyboardInterrupt):
        try:
            context.compile(TEXT, "", "reference", "", "step", "dp:2", transport.address)
        except fp8.CompileError as error:
            raise_interrupt(error)
    # It is raised once.
    raise_interrupt(None)


class Unspeakable(Exception):
    def __str__(self):
        raise KeyboardInterrupt


class FailingUnspeakably(Echo):
    def exchange(self, place, messages, deadline):
        raise Unspeakable


def test_ctrl_c_in_the_text_of_an_error():
    context = _native.load().Context()
    transport = Transport(FailingUnspeakably())
    with pytest.raises(fp8.CompileError, match="interrupted") as caught:
        context.compile(TEXT, "", "reference", "", "step", "dp:2", transport.address)
    with pytest.raises(KeyboardInterrupt):
        raise_interrupt(caught.value)


def test_ctrl_c_at_the_entry_of_an_exchange():
    """A signal is handled before the first instruction of the exchange."""

    def stop(frame, event, argument):
        if event == "call" and frame.f_code is Transport._exchange.__code__:
            sys.setprofile(None)
            raise KeyboardInterrupt

    transport = Transport(Echo())
    sys.setprofile(stop)
    try:
        with pytest.raises(fp8.CompileError, match="KeyboardInterrupt") as caught:
            compile_with(transport)
    finally:
        sys.setprofile(None)
    with pytest.raises(KeyboardInterrupt):
        raise_interrupt(caught.value)


class EntryOfTransport(ctypes.Structure):
    """fp8rt_transport."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("self", ctypes.c_void_p),
        ("rank", ctypes.c_int32),
        ("num_ranks", ctypes.c_int32),
        ("exchange", ctypes.c_void_p),
        ("abort", ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)),
        ("destroy", ctypes.c_void_p),
        ("poll", ctypes.c_void_p),
    ]


class InterruptedAgain(Echo):
    def abort(self, reason):
        raise KeyboardInterrupt


def test_ctrl_c_while_other_ranks_are_told():
    """A signal during a wait is handled after the wait has failed."""
    transport = Transport(InterruptedAgain())
    entry = EntryOfTransport.from_address(transport.address)
    entry.abort(entry.self, b"a wait has timed out")
    with pytest.raises(KeyboardInterrupt):
        raise_interrupt(None)
    raise_interrupt(None)


def test_transport_of_another_version():
    transport = Transport(Echo())
    EntryOfTransport.from_address(transport.address).struct_size = 1
    expected = "struct_size [0-9]+ of the transport, but got 1"
    with pytest.raises(ValueError, match=expected):
        compile_with(transport)
