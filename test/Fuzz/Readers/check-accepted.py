"""Reads the files that fp8-fuzz-readers accepts with other readers: the formats' packages, and strict readers below.

check-accepted.py COMMAND...    runs fp8-fuzz-readers; fails if it fails, or accepts a file that another reader rejects
check-accepted.py --file FILE   the same for the output of --stream
"""
import ast
import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import warnings

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "python"))

DTYPES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "F8_E4M3": 1, "F8_E5M2": 1, "F8_E8M0": 1, "I64": 8, "I32": 4, "I16": 2,
          "I8": 1, "U64": 8, "U32": 4, "U16": 2, "U8": 1, "BOOL": 1}
NPY_DTYPES = ["<f8", "<f4", "<f2", "<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "<u2", "|u1", "|b1"]


class Forbidden(Exception):
    pass


def require(condition, what):
    if not condition:
        raise Forbidden(what)


def without_doubles(pairs):
    keys = [key for key, _ in pairs]
    require(len(keys) == len(set(keys)), "a key is doubled")
    return dict(pairs)


def is_count(value):
    return type(value) is int and 0 <= value < 2**64


def refuse_constant(name):
    raise Forbidden(name)


def check_safetensors(data):
    """Checks the rules of the format's specification, with Python's JSON parser."""
    require(len(data) >= 8, "no length")
    (size,) = struct.unpack("<Q", data[:8])
    require(size <= 100_000_000 and size <= len(data) - 8, "length")
    header = data[8:8 + size]
    require(header.startswith(b"{"), "begins with {")
    text = header.decode("utf-8")
    header = json.loads(text, object_pairs_hook=without_doubles, parse_constant=refuse_constant)
    require(isinstance(header, dict), "an object")
    text.encode("utf-16", "surrogatepass").decode("utf-16")
    json.dumps(header, ensure_ascii=False).encode("utf-8")  # no half characters
    metadata = header.pop("__metadata__", {})
    require(isinstance(metadata, dict) and all(isinstance(v, str) for v in metadata.values()), "metadata")
    places = []
    for tensor in header.values():
        require(isinstance(tensor, dict) and {"dtype", "shape", "data_offsets"} <= set(tensor), "fields")
        require(isinstance(tensor["dtype"], str) and tensor["dtype"] in DTYPES, "dtype")
        require(isinstance(tensor["shape"], list) and all(map(is_count, tensor["shape"])), "shape")
        offsets = tensor["data_offsets"]
        require(isinstance(offsets, list) and len(offsets) == 2 and all(map(is_count, offsets)), "offsets")
        bytes_ = DTYPES[tensor["dtype"]]
        for extent in tensor["shape"]:
            bytes_ *= extent
        require(offsets[1] - offsets[0] == bytes_, "bytes")
        places.append(tuple(offsets))
    end = 0
    for begin, next_end in sorted(places):
        require(begin == end, "a hole")
        end = next_end
    require(end == len(data) - 8 - size, "the end")


def check_npy(data):
    """Checks the rules of the format's specification, with Python's literal parser."""
    require(data[:6] == b"\x93NUMPY" and data[6] in (1, 2), "magic")
    width = 2 if data[6] == 1 else 4
    size = int.from_bytes(data[8:8 + width], "little")
    begin = 8 + width
    require(begin + size <= len(data), "length")
    header = ast.literal_eval(data[begin:begin + size].decode("latin-1").strip())
    require(set(header) == {"descr", "fortran_order", "shape"}, "keys")
    require(header["descr"] in NPY_DTYPES and header["fortran_order"] is False, "descr")
    shape = header["shape"]
    require(isinstance(shape, tuple) and all(type(n) is int and n >= 0 for n in shape), "shape")
    count = int(header["descr"][2])
    for extent in shape:
        count *= extent
    require(count == len(data) - begin - size, "bytes")


def load_packages():
    """Returns the readers of the formats' own packages, if they are installed."""
    packages = {}
    try:
        from safetensors import deserialize
        packages["safetensors"] = deserialize
    except ImportError:
        pass
    try:
        import numpy
        numpy.seterr(all="ignore")
        packages["npy"] = lambda data: numpy.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    except ImportError:
        pass
    return packages


def load_own():
    """Returns the readers of the Python package of fp8."""
    try:
        import ml_dtypes  # noqa: F401
        import numpy  # noqa: F401
    except ImportError:
        return {}
    from fp8 import _safetensors
    return {"safetensors": _safetensors.parse}


def accepts(read, data):
    """Returns whether a reader of the Python package of fp8 accepts `data`.

    Such a reader may only raise ValueError.
    """
    try:
        read(data)
        return True
    except ValueError:
        return False


CHECKS = {"safetensors": check_safetensors, "npy": check_npy}


def read_frames(file):
    while head := file.read(9):
        accepted, name_size, size = struct.unpack("<BII", head)
        name = file.read(name_size).decode()
        yield name, bool(accepted), file.read(size)


def is_allowed(check, data):
    try:
        check(data)
        return True
    except (Exception, RecursionError):  # of many classes
        return False


def check(file):
    """Prints counts. Returns the number of accepted files that another reader rejects.
    """
    packages, own_readers = load_packages(), load_own()
    warnings.simplefilter("ignore")
    counts = {name: [0, 0, 0] for name in CHECKS}
    failures = 0
    for name, accepted, data in read_frames(file):
        if name not in CHECKS:
            continue
        own = is_allowed(CHECKS[name], data)
        package = is_allowed(packages[name], data) if name in packages else own
        counts[name][0] += 1
        counts[name][1] += accepted
        counts[name][2] += own and package and not accepted
        accepted_by = ["fp8-run"] if accepted else []
        if name in own_readers and accepts(own_readers[name], data):
            accepted_by.append("fp8 in Python")
        if accepted_by and not (own and package):
            failures += 1
            print(f"{name}: accepted by {' and '.join(accepted_by)}, but {'the package' if own else 'the format'} "
                  f"does not allow {data[:400]!r}")
    for name, (total, accepted, stricter) in counts.items():
        print(f"{name}: {total} files, {accepted} accepted, {stricter} refused that the format allows")
    return failures


def main(arguments):
    if arguments[0] == "--file":
        with open(arguments[1], "rb") as file:
            return 1 if check(file) else 0
    begin, end = os.pipe()
    with subprocess.Popen([*arguments, f"--stream=/dev/fd/{end}"], pass_fds=[end]) as process:
        os.close(end)
        with open(begin, "rb") as file:
            failures = check(file)
    return 1 if failures or process.returncode else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
