"""Addresses of the elements of thousands of tensors.

Each pass over the tensors in Python takes as long as a tenth of the update of a small
parameter, so libfp8rt reads the tensors, by the C functions that PyTorch exports.
"""

import array
import ctypes
import functools

import torch

from fp8 import _updates
from fp8.torch._update_tensors import are_contiguous, get_addresses, get_sizes

#: DLDataTypeCode and bits of the types of parameters and gradients.
_TYPES = {torch.float32: (2, 32), torch.bfloat16: (4, 16)}


class Layout:
    """A type, and a number of elements in row-major order for each tensor."""

    def __init__(self, dtype, sizes):
        self.dtype = dtype
        self.sizes = array.array("q", sizes)

    def has_type(self, tensors):
        """Returns true if the elements of tensors have this type."""
        return all(tensor.dtype == self.dtype for tensor in tensors)

    def has(self, tensors):
        """Returns true if tensors on a CPU have this layout, and memory."""
        return (
            self.has_type(tensors)
            and array.array("q", get_sizes(tensors)) == self.sizes
            and are_contiguous(tensors)
            and all(
                address or not size
                for address, size in zip(get_addresses(tensors), self.sizes)
            )
        )


class _List(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_int64),
        ("code", ctypes.c_int32),
        ("bits", ctypes.c_int32),
        ("sizes", ctypes.c_void_p),
    ]


@functools.cache
def _find_function():
    """Returns the function of libfp8rt with the functions of PyTorch bound to it, or
    None where PyTorch exports none."""
    capsule = getattr(torch.Tensor, "__dlpack_c_exchange_api__", None)
    if capsule is None:
        return None
    get_pointer = ctypes.PYFUNCTYPE(
        ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p
    )(("PyCapsule_GetPointer", ctypes.pythonapi))
    api = get_pointer(capsule, b"dlpack_exchange_api")
    get_item = ctypes.cast(ctypes.pythonapi.PyList_GetItem, ctypes.c_void_p)
    read = _updates.find_dlpack_reader()
    if read(api, get_item, [], None, 0, None) < 0:
        return None
    return functools.partial(read, api, get_item)


class Reader:
    """Reads the addresses of lists of `count` tensors on a CPU. Tensors of a list whose
    layout is None may have any layout."""

    def __init__(self, count, layouts):
        self._layouts = layouts
        self._lists = (_List * len(layouts))()
        for entry, layout in zip(self._lists, layouts, strict=True):
            entry.count = count
            if layout is not None:
                entry.code, entry.bits = _TYPES[layout.dtype]
                entry.sizes = layout.sizes.buffer_info()[0]
        self._addresses = array.array("Q", bytes(8 * count * len(layouts)))
        self._arguments = (
            ctypes.addressof(self._lists),
            len(layouts),
            self._addresses.buffer_info()[0],
        )

    def read(self, lists):
        """Returns an array with the addresses of all tensors, in the order of the lists;
        the next call overwrites it. Returns None if a tensor does not have its layout
        or cannot be read."""
        function = _find_function()
        if function is None:
            return None
        try:
            count = function(lists, *self._arguments)
        except (BufferError, IndexError, RuntimeError, TypeError):
            # PyTorch exports no tensor without memory, such as a sparse one.
            return None
        return self._addresses if count == len(self._addresses) else None
