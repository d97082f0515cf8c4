"""A compiled step on an NVIDIA GPU, through the C API of libfp8rt.

Needs only the standard library of Python. include/fp8/Runtime/fp8rt_cuda.h
describes the files of a step; `fp8-translate --fp8-to-cuda` writes them.
"""
import base64
import ctypes
import glob
import json
import os
import pathlib
import struct
import sys

ALIGNMENT = 256
# FP8RT_CUDA_TIMED.
CUDA_TIMED = 1 << 2
I32, I64, U32, U64 = (ctypes.c_int32, ctypes.c_int64, ctypes.c_uint32,
                      ctypes.c_uint64)


class Matrix(ctypes.Structure):
    _fields_ = [("dtype", I32), ("scaling", I32), ("row_stride", I64),
                ("col_stride", I64), ("batch_stride", I64 * 2)]


class Gemm(ctypes.Structure):
    _fields_ = [("m", I64), ("n", I64), ("k", I64), ("batch", I64 * 2),
                ("lhs", Matrix), ("rhs", Matrix), ("out", Matrix),
                ("beta", I32), ("has_bias", I32), ("bias_dtype", I32),
                ("activation", I32)]


class AttentionTensor(ctypes.Structure):
    _fields_ = [("dtype", I64), ("row_stride", I64 * 6), ("key_stride", I64),
                ("element_stride", I64)]


class ScoreOp(ctypes.Structure):
    _fields_ = [("code", I32), ("a", I32), ("b", I32), ("c", I32), ("value", I64)]


class Attention(ctypes.Structure):
    _fields_ = [("is_backward", I32), ("num_row_dims", I32), ("num_batch_dims", I32),
                ("num_captured", I32), ("rows", I64 * 6), ("keys", I64), ("d", I64),
                ("e", I64), ("tensors", AttentionTensor * 10),
                ("captured", AttentionTensor * 8), ("num_ops", I32), ("score", I32),
                ("derivative", I32), ("factor", I32), ("ops", ScoreOp * 64),
                ("causal_dim", I32), ("causal_fill_bits", U32)]


class Buffer(ctypes.Structure):
    _fields_ = [("argument", I64), ("offset", I64)]


class Launch(ctypes.Structure):
    _fields_ = [("kernel", ctypes.c_char_p), ("num_blocks", I64),
                ("num_threads", I32)]


class Bucket(ctypes.Structure):
    _fields_ = [("num_tensors", I64), ("sizes", ctypes.POINTER(I64)),
                ("num_chunk_words", I64), ("chunks", ctypes.POINTER(I64))]


class Op(ctypes.Structure):
    _fields_ = [("main", Launch), ("finish", Launch),
                ("product", ctypes.POINTER(Gemm)),
                ("bucket", ctypes.POINTER(Bucket)),
                ("tensors", ctypes.c_void_p), ("num_tensors", I64),
                ("num_buffers", I64),
                ("buffers", ctypes.POINTER(Buffer)), ("stream", I32),
                ("event", I32), ("num_waits", I32),
                ("waits", ctypes.POINTER(I32)), ("location", ctypes.c_char_p),
                ("attention", ctypes.POINTER(Attention))]


class StepDesc(ctypes.Structure):
    _fields_ = [("abi_version", U32), ("flags", U32), ("num_arguments", I32),
                ("num_streams", I32), ("num_events", I32),
                ("name", ctypes.c_char_p), ("ops", ctypes.POINTER(Op)),
                ("num_ops", I64)]


class Info(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 128), ("capability", I32),
                ("driver_version", I32), ("free_bytes", U64),
                ("total_bytes", U64)]


class Options(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("ordinal", I32),
                ("flags", U32), ("driver", ctypes.c_char_p),
                ("cublaslt", ctypes.c_char_p), ("nccl", ctypes.c_char_p),
                ("cudnn", ctypes.c_char_p)]


def find_in_wheels(name):
    """Returns the path of a library in PyTorch's wheels, or None."""
    for folder in sys.path:
        found = sorted(glob.glob(f"{folder}/nvidia/**/{name}", recursive=True))
        if found:
            return found[-1]
    return None


def list_majors(driver_version):
    """Returns the major versions of CUDA, the driver's first."""
    return ("13", "12") if driver_version >= 13000 else ("12", "13")


def find_cublaslt(driver_version):
    """Returns the path of cuBLASLt in PyTorch's wheels, or None to search the system."""
    if "FP8RT_CUBLASLT" in os.environ:
        return None
    names = (f"libcublasLt.so.{major}" for major in list_majors(driver_version))
    return next(filter(None, map(find_in_wheels, names)), None)


def find_cudnn(driver_version):
    """Returns the path of cuDNN in PyTorch's wheels, or None to search the system.

    Also opens NVRTC there: cuDNN finds an open one by its name.
    """
    path = None if "FP8RT_CUDNN" in os.environ else find_in_wheels("libcudnn.so.9")
    if path:
        names = (f"libnvrtc.so.{major}" for major in list_majors(driver_version))
        nvrtc = next(filter(None, map(find_in_wheels, names)), None)
        if nvrtc:
            ctypes.CDLL(nvrtc, mode=ctypes.RTLD_GLOBAL)
    return path


class Device:
    """A GPU with one stream."""

    def __init__(self, library):
        self.lib = ctypes.CDLL(str(library))
        self.lib.fp8rt_last_error.restype = ctypes.c_char_p
        self.info = Info()
        self.open()
        version = self.info.driver_version
        paths = {"cublaslt": find_cublaslt(version), "cudnn": find_cudnn(version)}
        if any(paths.values()):
            self.close()
            self.open(**paths)
        self.stream = self.make("stream_create")

    def open(self, cublaslt=None, cudnn=None):
        options = Options(struct_size=ctypes.sizeof(Options),
                          cublaslt=cublaslt.encode() if cublaslt else None,
                          cudnn=cudnn.encode() if cudnn else None)
        self.handle = ctypes.c_void_p()
        self.check(self.lib.fp8rt_cuda_create(ctypes.byref(options),
                                              ctypes.byref(self.handle)))
        self.call("get_info", ctypes.byref(self.info))

    def check(self, status):
        if status != 0:
            raise RuntimeError(self.lib.fp8rt_last_error().decode())

    def call(self, name, *arguments):
        function = getattr(self.lib, "fp8rt_cuda_" + name)
        self.check(function(self.handle, *arguments))

    def make(self, name, *arguments):
        handle = ctypes.c_void_p()
        self.call(name, *arguments, ctypes.byref(handle))
        return handle

    def allocate(self, size):
        address = U64()
        self.call("alloc", U64(size), ctypes.byref(address))
        return address.value

    def free(self, address):
        self.call("free", U64(address))

    def synchronize(self):
        self.call("stream_synchronize", self.stream)

    def write(self, address, data):
        pinned = self.make("alloc_host", U64(len(data)))
        ctypes.memmove(pinned, data, len(data))
        self.call("upload", self.stream, U64(address), pinned, U64(len(data)))
        self.synchronize()
        self.call("free_host", pinned)

    def read(self, address, size):
        pinned = self.make("alloc_host", U64(size))
        self.call("download", self.stream, pinned, U64(address), U64(size))
        self.synchronize()
        data = ctypes.string_at(pinned, size)
        self.call("free_host", pinned)
        return data

    def time(self, work):
        """Returns the GPU time of the work that `work` submits, in seconds."""
        events = [self.make("event_create", I32(1)) for _ in range(2)]
        self.call("event_record", events[0], self.stream)
        work()
        self.call("event_record", events[1], self.stream)
        self.call("event_synchronize", events[1])
        milliseconds = ctypes.c_float()
        self.call("elapsed", *events, ctypes.byref(milliseconds))
        for event in events:
            self.call("event_destroy", event)
        return milliseconds.value / 1e3

    def close(self):
        self.check(self.lib.fp8rt_cuda_destroy(self.handle))


def array(kind, values):
    return (kind * max(1, len(values)))(*values)


def make_matrix(values):
    dtype, scaling, row, col, outer, inner = values
    return Matrix(dtype, scaling, row, col, (outer, inner))


def make_attention(record):
    """Returns the structure with the members that a description in JSON has."""
    result = Attention()
    for name, value in record.items():
        if name in ("tensors", "captured"):
            members = getattr(result, name)
            for i, tensor in enumerate(value):
                members[i] = AttentionTensor(tensor["dtype"], tuple(tensor["row_stride"]),
                                             tensor["key_stride"], tensor["element_stride"])
        elif name == "ops":
            for i, op in enumerate(value):
                result.ops[i] = ScoreOp(*op)
        else:
            setattr(result, name, tuple(value) if name == "rows" else value)
    result.num_captured = len(record["captured"])
    result.num_ops = len(record["ops"])
    return result


def make_op(record):
    if "exchanged" in record:
        raise ValueError(f"expected a step of one rank, but the op at "
                         f"{record['location']} exchanges data between ranks")
    op = Op()
    for name in ("main", "finish"):
        if name in record:
            kernel, blocks, threads = record[name]
            setattr(op, name, Launch(kernel.encode(), blocks, threads))
    if "product" in record:
        product = record["product"]
        op.product = ctypes.pointer(Gemm(
            *product["extents"], tuple(product["batch"]),
            make_matrix(product["lhs"]), make_matrix(product["rhs"]),
            make_matrix(product["out"]), product["beta"],
            *product["epilogue"]))
    if "attention" in record:
        op.attention = ctypes.pointer(make_attention(record["attention"]))
    if "bucket" in record:
        sizes, chunks = record["bucket"]["sizes"], record["bucket"]["chunks"]
        op.bucket = ctypes.pointer(Bucket(len(sizes), array(I64, sizes),
                                          len(chunks), array(I64, chunks)))
    op.num_buffers = len(record["buffers"])
    op.buffers = array(Buffer, [Buffer(*b) for b in record["buffers"]])
    op.stream, op.event = record["stream"], record["event"]
    op.num_waits = len(record["waits"])
    op.waits = array(I32, record["waits"])
    op.location = record["location"].encode() or None
    return op


class Step:
    """A step with its memory on a GPU: `path`.image and `path`.json.

    The ops of a timed step run one after another, and `read_times` returns their times.
    """

    def __init__(self, device, path, is_timed=False):
        self.device = device
        self.is_timed = is_timed
        self.record = json.loads(pathlib.Path(f"{path}.json").read_text())
        self.arguments = self.record["arguments"]
        # One allocation for all arguments, and the offset of each argument in it.
        offsets, total = [], 0
        for argument in self.arguments:
            offsets.append(total)
            size = max(1, argument["bytes"])
            total += (size + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
        self.module = self.handle = None
        self.block = device.allocate(total)
        self.addresses = [self.block + offset for offset in offsets]
        self.by_name = {a["name"]: i for i, a in enumerate(self.arguments)
                        if "name" in a}
        try:
            self.bind(path)
        except BaseException:
            self.close()
            raise

    def bind(self, path):
        device = self.device
        for argument, address in zip(self.arguments, self.addresses):
            if argument["kind"] == "constant":
                device.write(address, base64.b64decode(argument["data"]))
        image = pathlib.Path(f"{path}.image").read_bytes()
        self.module = (device.make("module_load", ctypes.c_char_p(image))
                       if image else None)
        ops = [make_op(op) for op in self.record["ops"]]
        flags = self.record["flags"] | (CUDA_TIMED if self.is_timed else 0)
        desc = StepDesc(self.record["abi_version"], flags, len(self.arguments),
                        self.record["num_streams"], self.record["num_events"],
                        self.record["name"].encode(), array(Op, ops), len(ops))
        self.handle = device.make("step_create", self.module,
                                  ctypes.byref(desc),
                                  array(U64, self.addresses))

    def fill(self, number, block):
        """Fills an argument with repetitions of `block`."""
        size, address = self.arguments[number]["bytes"], self.addresses[number]
        at = min(size, len(block))
        if at == 0:
            return
        self.device.write(address, block[:at])
        while at < size:
            part = min(at, size - at)
            self.device.call("copy", self.device.stream, U64(address + at), U64(address),
                             U64(part))
            at += part
        self.device.synchronize()

    def write(self, name, data):
        index = self.by_name[name]
        expected = self.arguments[index]["bytes"]
        if len(data) != expected:
            raise ValueError(f"{name} takes {expected} bytes, got {len(data)}")
        self.device.write(self.addresses[index], data)

    def read(self, name):
        index = self.by_name[name]
        return self.device.read(self.addresses[index],
                                self.arguments[index]["bytes"])

    def run(self):
        self.device.call("step_run", self.device.stream, self.handle)

    def read_times(self):
        """Waits for the last run, and returns the seconds of each op."""
        times = (ctypes.c_float * len(self.record["ops"]))()
        self.device.call("step_times", self.device.stream, self.handle, times)
        return [time / 1e3 for time in times]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.device.synchronize()
        if self.handle:
            self.device.call("step_destroy", self.handle)
        if self.module:
            self.device.call("module_unload", self.module)
        self.device.free(self.block)
