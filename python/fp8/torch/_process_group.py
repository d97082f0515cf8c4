"""The ranks of a mesh as the processes of a process group of PyTorch."""

import contextlib
import ctypes
import datetime
import hashlib
import os
import struct
import threading
import time

import torch
import torch.distributed as dist

from fp8._one_thread import OneThread
from fp8._transport import ERROR_BYTES, Message, Transport, cut

#: A header: the bytes of the message, or a negative number if the sender has failed,
#: and the place of the exchange or the reason of the failure.
_HEADER = struct.Struct(f"<q{ERROR_BYTES}s")
_FAILED = -1
#: Tags of the messages between two processes.
_HEADERS, _CONTENTS = 1, 2
#: Seconds that a process that fails waits for others to receive the reason.
_LAST_WAIT = 1.0
#: The longest wait of an exchange in seconds: clocks of C++ count nanoseconds.
_LONGEST_WAIT = 1e8

#: {(process group, text of the mesh): (the connection, its transport)} of this
#: process. Steps of two meshes may run in two threads, so they share no connection.
_connections = {}
_lock = threading.Lock()


def connect(group, mesh):
    """Returns the address of the fp8rt_transport of a process group and the text of a
    mesh. All processes of the group call this in the same order."""
    with _lock:
        return _connect(group, mesh)[1].address


@contextlib.contextmanager
def agreement(group, mesh, place):
    """A context in which all processes of a group do the same. If one of them raises
    an exception, all do. `place` names the context for errors."""
    with _lock:
        connection = _connect(group, mesh)[0]
    with connection.announcing_interrupts(place):
        try:
            yield
        except Exception as error:
            # The reason is of more use than a failure to pass it on.
            with contextlib.suppress(RuntimeError):
                connection.agree(place, str(error) or type(error).__name__)
            raise
        connection.agree(place, "")


def make_alike(group, mesh, make):
    """Returns the value that `make` returns beside {name: array}. Checks that the
    arrays are equal on all processes of a group. If `make` raises an exception on one
    process, all raise one."""
    place = "the start of a step"
    with agreement(group, mesh, place):
        made, values = make()
        own = {name: _digest(array) for name, array in values.items()}
    with _lock:
        connection = _connect(group, mesh)[0]
    with connection.announcing_interrupts(place):
        digests = connection.gather(own)
    for rank, other in enumerate(digests):
        for name in {**digests[0], **other}:
            if digests[0].get(name) != other.get(name):
                raise ValueError(
                    f"expected equal values of '{name}' on all ranks, but rank {rank} "
                    "differs from rank 0; load the same checkpoint or seed all "
                    "processes alike"
                )
    return made


def _digest(array):
    contents = array.reshape(-1).view("uint8")
    return array.shape, hashlib.blake2b(contents, digest_size=16).digest()


def _connect(group, mesh):
    if not isinstance(group, dist.ProcessGroup):
        raise TypeError(
            "expected process_group to be a torch.distributed.ProcessGroup that this "
            f"process belongs to, but got {group!r}"
        )
    key = group, mesh
    if key not in _connections:
        connection = _Connection(group)
        _connections[key] = connection, Transport(connection)
    return _connections[key]


def _read_timeout():
    """Returns the seconds that an exchange waits for other processes."""
    text = os.environ.get("FP8RT_COMM_TIMEOUT", "60")
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise ValueError(
            "expected a positive number of seconds in FP8RT_COMM_TIMEOUT, but got "
            f"{text!r}"
        )
    return seconds


def _interval(seconds):
    # PyTorch treats an interval of 0 as infinite.
    return datetime.timedelta(seconds=min(max(seconds, 0.001), _LONGEST_WAIT))


class _Connection:
    """Exchanges through a group of gloo with the processes of `parent`.

    Each message follows a header, so that a process that fails can announce the reason
    in the place of its next message. Messages are copied, because after a failure the
    caller may free their memory while gloo still uses it.
    """

    def __init__(self, parent):
        # Create a separate group, so that no other messages interfere, whatever the
        # backend of `parent` is. The order of its ranks may differ.
        self.rank = dist.get_rank(parent)
        self._ranks = dist.get_process_group_ranks(parent)
        self.group = dist.new_group(
            self._ranks,
            backend="gloo",
            use_local_synchronization=True,
            timeout=_interval(_read_timeout()),
        )
        self.num_ranks = len(self._ranks)
        self._use = OneThread("the mesh")
        self._failure = None
        #: Announcements of a failure. They must stay alive until they are sent.
        self._announced = []

    def gather(self, value):
        """Returns the values of all ranks. All processes call this."""
        gathered = [None] * self.num_ranks
        dist.all_gather_object(gathered, (self.rank, value), group=self.group)
        return [value for _, value in sorted(gathered, key=lambda pair: pair[0])]

    def agree(self, place, failure):
        """Raises an error if another process has passed a text as its failure."""
        own = ctypes.create_string_buffer(cut(failure), ERROR_BYTES)
        texts, messages = {}, []
        for peer in range(self.num_ranks):
            if peer == self.rank:
                continue
            text = texts[peer] = ctypes.create_string_buffer(ERROR_BYTES)
            addresses = ctypes.addressof(own), ctypes.addressof(text)
            send, receive = ((address, ERROR_BYTES) for address in addresses)
            messages.append(Message(peer, *send, *receive))
        self.exchange(place, messages, _read_timeout())
        for peer, text in texts.items():
            if text.value:
                reason = text.value.decode(errors="replace")
                raise RuntimeError(f"rank {peer} failed: {reason}")

    @contextlib.contextmanager
    def announcing_interrupts(self, place):
        """A context in which Ctrl-C lets the other processes fail, too. Transport does
        the same for the exchanges of steps."""
        try:
            yield
        except Exception:
            raise
        except BaseException:
            self.abort(f"rank {self.rank} was interrupted in {place}")
            raise

    def exchange(self, place, messages, deadline):
        with self._use:
            self._exchange(place, messages, deadline)

    def _exchange(self, place, messages, deadline):
        if self._failure:
            raise RuntimeError(self._failure)
        end = time.monotonic() + deadline
        sent = [w for m in messages for w in self._send(place, m)]
        headers = [self._receive(m.peer, _HEADER.size, _HEADERS) for m in messages]
        contents = []
        for message, header in zip(messages, headers, strict=True):
            self._wait(header, place, end)
            self._check(header, place, message)
            if message.receive_bytes:
                contents.append(
                    (message, self._receive(message.peer, message.receive_bytes))
                )
        for message, content in contents:
            self._wait(content, place, end)
            ctypes.memmove(
                message.receive, content[2].data_ptr(), message.receive_bytes
            )
        for work in sent:
            self._wait(work, place, end)

    def abort(self, reason):
        if self._failure:
            return
        self._failure = reason
        header = torch.frombuffer(
            bytearray(_HEADER.pack(_FAILED, cut(reason))), dtype=torch.uint8
        )
        for peer in range(self.num_ranks):
            if peer == self.rank:
                continue
            try:
                work = dist.isend(
                    header, self._ranks[peer], group=self.group, tag=_HEADERS
                )
                self._announced.append((work, header))
            except RuntimeError:
                pass  # This process has ended.
        # Poll instead of waiting, because a wait that times out closes the
        # connections to all peers. With versions of gloo that complete a message
        # only in a wait, this takes the whole time.
        end = time.monotonic() + _LAST_WAIT
        while time.monotonic() < end and not all(
            work.is_completed() for work, _ in self._announced
        ):
            time.sleep(0.01)

    def _send(self, place, message):
        """Starts to send a message. Returns (peer, work, memory) of its parts."""
        header = _HEADER.pack(message.send_bytes, place.encode()[: ERROR_BYTES - 1])
        parts = [(_HEADERS, torch.frombuffer(bytearray(header), dtype=torch.uint8))]
        if message.send_bytes:
            contents = (ctypes.c_char * message.send_bytes).from_address(message.send)
            parts.append(
                (_CONTENTS, torch.frombuffer(contents, dtype=torch.uint8).clone())
            )
        to = self._ranks[message.peer]
        return [
            (
                message.peer,
                dist.isend(memory, to, group=self.group, tag=tag),
                memory,
            )
            for tag, memory in parts
        ]

    def _receive(self, peer, num_bytes, tag=_CONTENTS):
        """Starts to receive. Returns (peer, work, memory)."""
        memory = torch.empty(num_bytes, dtype=torch.uint8, device="cpu")
        source = self._ranks[peer]
        return peer, dist.irecv(memory, source, group=self.group, tag=tag), memory

    def _wait(self, part, place, end):
        peer, work, _ = part
        try:
            work.wait(_interval(end - time.monotonic()))
        except RuntimeError as error:
            first = str(error).split("\n")[0]
            self._fail(f"rank {peer} did not take part in {place}: {first}")

    def _check(self, header, place, message):
        """Checks that the header of a peer belongs to the same exchange."""
        num_bytes, text = _HEADER.unpack(bytes(header[2].numpy()))
        text = text.rstrip(b"\0").decode(errors="replace")
        if num_bytes < 0:
            self._fail(text)
        expected = place.encode()[: ERROR_BYTES - 1].decode(errors="replace")
        if (num_bytes, text) != (message.receive_bytes, expected):
            self._fail(
                f"expected {message.receive_bytes} bytes of rank {message.peer} at "
                f"{place}, but it sends {num_bytes} bytes at {text}"
            )

    def _fail(self, reason):
        """Announces the failure to all processes, and raises an exception."""
        self.abort(reason)
        raise RuntimeError(self._failure)
