"""Updates of libfp8rt_updates: optimizer steps for tensors of any shapes.

See include/fp8/Runtime/fp8rt_update.h, whose structures these are.
"""

import array
import ctypes
import functools
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_float, c_int32, c_int64
from ctypes import c_size_t, c_uint32, c_uint64, c_void_p, py_object

from fp8._folders import find_folders

_VERSION = 5
INPUT, STATE, RESULT = range(3)


class _Plane(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("type", c_char_p),
        ("role", c_int32),
        ("element_bytes", c_int32),
        ("granule", c_int64),
        ("has_initial", c_int32),
        ("initial", c_float),
    ]


class _Scalar(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("type", c_char_p),
        ("has_range", c_int32),
        ("lower", c_double),
        ("upper", c_double),
    ]


class _Update(ctypes.Structure):
    _fields_ = [
        ("abi_version", c_uint32),
        ("num_planes", c_int32),
        ("name", c_char_p),
        ("planes", POINTER(_Plane)),
        ("scalars", POINTER(_Scalar)),
        ("launches", c_void_p),
        ("numbers", c_void_p),
        ("copies", c_void_p),
        ("num_scalars", c_int32),
        ("num_launches", c_int32),
        ("num_numbers", c_int32),
        ("num_copies", c_int32),
        ("shared_bytes", c_int64),
        ("own_bytes", c_int64),
    ]


class _Arguments(ctypes.Structure):
    _fields_ = [
        ("num_tensors", c_int64),
        ("sizes", c_void_p),
        ("numbers", c_void_p),
        ("planes", c_void_p),
        ("scalars", c_void_p),
        ("workspace", c_void_p),
    ]


class _Options(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("threads", c_int32), ("flags", c_uint32)]


# ----------------------------------------------------------------------------
# Libraries
# ----------------------------------------------------------------------------


@functools.cache
def _libraries():
    """Returns libfp8rt, libfp8rt_updates and fp8rt_dlpack_addresses; loads them at the
    first call."""
    names = [f"libfp8rt.so.{_VERSION}", f"libfp8rt_updates.so.{_VERSION}"]
    folders = find_folders("FP8_LIBRARY_DIR", "lib", "lib")
    for folder in folders:
        if all((folder / name).exists() for name in names):
            runtime, updates = (ctypes.CDLL(str(folder / name)) for name in names)
            # Keeps the global interpreter lock and raises exceptions of Python.
            locked = ctypes.PyDLL(str(folder / names[0]))
            break
    else:
        raise ImportError(
            f"optimizers of fp8 need {' and '.join(names)}, which are not in "
            + " or ".join(map(str, folders))
            + "; `make build` makes them on x86-64, and FP8_LIBRARY_DIR names "
            "their folder"
        )
    runtime.fp8rt_last_error.restype = c_char_p
    runtime.fp8rt_run_update.argtypes = [c_void_p] * 4
    runtime.fp8rt_run_update_parts.argtypes = [c_void_p] * 5
    read = locked.fp8rt_dlpack_addresses
    read.argtypes = [c_void_p, c_void_p, py_object, c_void_p, c_int32, c_void_p]
    read.restype = c_int64
    return runtime, updates, read


def find_dlpack_reader():
    """Returns fp8rt_dlpack_addresses of libfp8rt."""
    return _libraries()[2]


def _check(status):
    """Raises the error of a call that failed."""
    if status:
        raise ValueError(_libraries()[0].fp8rt_last_error().decode())


_contexts = {}


def _context(num_threads):
    """Returns the context of this process with that many threads."""
    # After a fork, the child cannot use the threads of its parent.
    key = (os.getpid(), num_threads)
    if key not in _contexts:
        context = c_void_p()
        options = _Options(ctypes.sizeof(_Options), num_threads, 0)
        _check(_libraries()[0].fp8rt_context_create(byref(options), byref(context)))
        _contexts[key] = context
    return _contexts[key]


# ----------------------------------------------------------------------------
# Updates
# ----------------------------------------------------------------------------


class Plane:
    """A plane that each tensor has; `granule` is 0 for one element."""

    def __init__(self, entry):
        self.name = entry.name.decode()
        self.type = entry.type.decode()
        self.role = entry.role
        self.bytes = entry.element_bytes
        self.granule = entry.granule
        self.initial = entry.initial if entry.has_initial else None

    def count(self, size):
        """Returns the number of elements for a tensor of `size` elements."""
        return -(-size // self.granule) if self.granule else 1


class Update:
    """An optimizer step, or a conversion of its states."""

    def __init__(self, entry):
        self.address = ctypes.addressof(entry)
        self.planes = [Plane(entry.planes[i]) for i in range(entry.num_planes)]
        scalars = [entry.scalars[i] for i in range(entry.num_scalars)]
        self.scalars = {scalar.name.decode(): scalar for scalar in scalars}

    def index(self, name, role):
        """Returns the position of a plane."""
        for i, plane in enumerate(self.planes):
            if plane.name == name and plane.role == role:
                return i
        raise KeyError(name)


#: FP8RT_UNSUPPORTED of fp8rt.h.
_UNSUPPORTED = 6


@functools.cache
def find(optimizer, storage, gradient, function="step"):
    """Returns an update of the library, or None if there is none."""
    updates = _libraries()[1]
    entry = POINTER(_Update)()
    names = [name.encode() for name in (optimizer, storage, gradient, function)]
    status = updates.fp8rt_updates_find(*map(c_char_p, names), byref(entry))
    if status == _UNSUPPORTED:
        raise RuntimeError("optimizers of fp8 need a CPU with AVX2 (x86-64-v3)")
    return None if status else Update(entry.contents)


class Run:
    """Runs an update on the same tensors many times. Their addresses may change.

    The caller keeps the memory alive. `offsets` has the first element of each tensor
    if the tensors are parts of others.
    """

    def __init__(self, update, sizes, numbers, offsets=None):
        self._update = update
        self.count = len(sizes)
        self._sizes = array.array("q", sizes)
        self._numbers = array.array("i", numbers)
        self._offsets = offsets and array.array("q", offsets)
        self._planes = array.array("Q", bytes(8 * len(update.planes) * self.count))
        # Floats and integers share the memory of the scalars.
        self._values = array.array("f", bytes(4 * (len(update.scalars) + 1)))
        first = self._values.buffer_info()[0]
        self._integers = (c_int32 * len(self._values)).from_buffer(self._values)
        scalars = [first + 4 * i for i in range(len(update.scalars))]
        self._scalars = array.array("Q", scalars)
        self._places = [
            (self._integers if entry.type == b"i32" else self._values, i, name)
            for i, (name, entry) in enumerate(update.scalars.items())
        ]
        self._workspace = self._allocate()
        self._arguments = _Arguments(
            self.count,
            self._sizes.buffer_info()[0],
            self._numbers.buffer_info()[0],
            self._planes.buffer_info()[0],
            self._scalars.buffer_info()[0],
            (ctypes.addressof(self._workspace) + 63) // 64 * 64,
        )
        self._arguments_address = ctypes.addressof(self._arguments)

    def _allocate(self):
        needed = c_uint64()
        _check(
            _libraries()[0].fp8rt_update_workspace(
                c_void_p(self._update.address),
                c_int64(self.count),
                c_void_p(self._sizes.buffer_info()[0]),
                byref(needed),
            )
        )
        return (ctypes.c_char * (needed.value + 64))()

    def set_plane(self, index, addresses):
        """Sets the addresses of a plane, one for each tensor."""
        if self._update.planes[index].role == RESULT:
            # Replace NULL: if a result were NULL for all tensors, the update
            # would not compute it.
            addresses = [address or self._arguments_address for address in addresses]
        self._planes[index :: len(self._update.planes)] = array.array("Q", addresses)

    def __call__(self, num_threads, scalars):
        """Runs the update. `scalars` is a dict with all of its scalars."""
        for values, i, name in self._places:
            values[i] = scalars[name]
        arguments = [self._update.address, self._arguments_address]
        run = _libraries()[0].fp8rt_run_update
        if self._offsets:
            run = _libraries()[0].fp8rt_run_update_parts
            arguments.append(self._offsets.buffer_info()[0])
        _check(run(_context(num_threads), None, *arguments))
