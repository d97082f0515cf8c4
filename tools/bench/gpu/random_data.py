"""Random elements of the types that steps use, as bytes.

Needs only the standard library. The same seed gives the same bytes everywhere.
"""
import math
import random
import re
import struct

# Special cases of a quantize, in f32.
SPECIAL = [math.nan, math.inf, -math.inf, 0.0, -0.0, 1e-40, -3e38, 448.0, 465.0]
# Codes of the integers from -2 to 2.
INTEGER_CODES = {"f8E4M3FN": bytes([0xC0, 0xB8, 0x00, 0x38, 0x40]),
                 "f8E5M2": bytes([0xC0, 0xBC, 0x00, 0x3C, 0x40])}
SIZES = {"f32": 4, "bf16": 2, "i32": 4, "i8": 1, "f8E4M3FN": 1, "f8E5M2": 1,
         "f8E8M0FNU": 1}


def choose(values, name):
    """Returns the entry of `values`, by patterns of names, for an argument: a number or a
    kind. The default is normal.
    """
    return next((value for pattern, value in values.items()
                 if re.fullmatch(pattern, name)), "normal")


def draw(rng, kind):
    if kind == "integer":
        return float(rng.randint(-2, 2))
    value = rng.gauss(0.0, 0.02 if kind == "small" else 1.0)
    # For second moments and scales: far from zero, so that no result is infinite.
    return 0.01 + abs(value) if kind == "positive" else value


def pack(dtype, values):
    if dtype == "f32":
        return struct.pack(f"<{len(values)}f", *values)
    # Rounds toward zero, which preserves NaN and suffices for random data.
    words = struct.unpack(f"<{len(values)}I", struct.pack(f"<{len(values)}f", *values))
    return struct.pack(f"<{len(values)}H", *(word >> 16 for word in words))


def unpack(dtype, data):
    """Returns the numbers of f32 or bf16."""
    if dtype == "bf16":
        words = struct.unpack(f"<{len(data) // 2}H", data)
        data, dtype = struct.pack(f"<{len(words)}I", *(word << 16 for word in words)), "f32"
    if dtype != "f32":
        raise ValueError(f"numbers of {dtype}, supported are f32 and bf16")
    return struct.unpack(f"<{len(data) // 4}f", data)


def make_codes(rng, dtype, count, kind):
    if kind == "integer":
        return bytes(rng.choices(INTEGER_CODES[dtype], k=count))
    # Exclude codes that are not finite: the last code of an unsigned format,
    # and the last codes of each sign of other formats.
    if kind == "positive" and dtype == "i8":
        return bytes(code if code != 0xFF else 0 for code in rng.randbytes(count))
    last = {"f8E4M3FN": 0x7E, "f8E5M2": 0x7B}.get(dtype, 0x7F)
    return bytes(code if code & 0x7F <= last else code & 0x80
                 for code in rng.randbytes(count))


def make(dtype, count, kind, seed):
    """Returns `count` elements.

    `kind` is normal, small (N(0, 0.02)), positive, integer, special (normal after zeros,
    infinities and similar values), or below:N, integers from 0 to N - 1.
    """
    if dtype not in SIZES:
        raise ValueError(f"no random elements of {dtype}, supported are "
                         f"{', '.join(SIZES)}")
    rng = random.Random(seed)
    if kind.startswith("below:"):
        limit = int(kind.removeprefix("below:"))
        return struct.pack(f"<{count}i", *rng.choices(range(limit), k=count))
    if dtype not in ("f32", "bf16"):
        return make_codes(rng, dtype, count * SIZES[dtype], kind)
    values = [draw(rng, kind) for _ in range(count)]
    if kind == "special":
        values[:len(SPECIAL)] = SPECIAL[:count]
    return pack(dtype, values)
