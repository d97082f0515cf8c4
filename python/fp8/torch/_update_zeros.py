"""Memory of new states: zeros for many tensors at once."""

import contextlib
import mmap

import torch

#: The alignment of tensors in bytes, as in PyTorch.
_ALIGNMENT = 64

#: The number of bytes of a block. It lives as long as any of its tensors.
_BLOCK = 1 << 24

#: The number of bytes from which a tensor has memory of its own.
_LARGE = 1 << 20

#: Maps pages for writing, in one call. Python has no name for it.
_MADV_POPULATE_WRITE = 23


class Zeros:
    """Makes f32 tensors of zeros on the CPU.

    Small tensors get their memory from blocks of huge pages, which the system clears
    and maps in one call: a page fault for each small page takes longer than the first
    step itself. Each tensor has a storage of its own, so that a saved or copied tensor
    has no others.
    """

    def __init__(self, sizes):
        """`sizes` are the numbers of elements of all tensors that will be made."""
        self._left = sum(map(_count_bytes, sizes))
        self._block = None
        self._used = 0

    def make(self, shapes):
        """Returns zeros of each torch.Size."""
        made = []
        for shape in shapes:
            size = shape.numel()
            bytes_ = _count_bytes(size)
            is_full = self._block is None or self._used + bytes_ > len(self._block)
            # A block for a few small tensors would take longer than they do.
            if not bytes_ or (is_full and self._left < _LARGE):
                made.append(torch.zeros(shape, dtype=torch.float32, device="cpu"))
                continue
            if is_full:
                self._start_block()
            tensor = torch.frombuffer(
                self._block, dtype=torch.float32, count=size, offset=self._used
            )
            self._used += bytes_
            self._left -= bytes_
            made.append(tensor if len(shape) == 1 else tensor.view(shape))
        return made

    def _start_block(self):
        length = min(self._left, _BLOCK)
        self._block = mmap.mmap(-1, length, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self._used = 0
        for advice in (mmap.MADV_HUGEPAGE, _MADV_POPULATE_WRITE):
            # Without the advice, which older kernels refuse, the pages are small, or
            # are mapped when they are first used.
            with contextlib.suppress(OSError):
                self._block.madvise(advice)


def _count_bytes(size):
    """Returns the number of bytes of a tensor in a block: 0 for one with memory of its
    own."""
    bytes_ = -(-4 * size // _ALIGNMENT) * _ALIGNMENT
    return bytes_ if bytes_ < _LARGE else 0
