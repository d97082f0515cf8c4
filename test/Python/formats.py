"""Formats and storages of states, as an independent model in numpy.

The model knows no trick: it decodes every code of a format to float64, and finds
the neighbours of a number by search. Draws come from Philox4x32 as published.
"""

import numpy as np

SEED, STEP = 11, 5
f32 = np.float32


# --- formats -------------------------------------------------------------------


class Minifloat:
    """A sign-magnitude float; `codes` are magnitudes from 0 to the largest finite."""

    def __init__(self, mantissa_bits, bias, max_code, nan_code, signed=True):
        codes = np.arange(max_code + 1, dtype=np.int64)
        field, mantissa = codes >> mantissa_bits, codes & ((1 << mantissa_bits) - 1)
        significand = np.where(field > 0, mantissa + (1 << mantissa_bits), mantissa)
        exponent = np.maximum(field, 1) - bias - mantissa_bits
        self.values = significand * np.exp2(exponent.astype(np.float64))
        self.nan_code, self.signed = nan_code, signed
        self.sign_bit = int(max_code).bit_length()

    def encode(self, x, draws=None):
        """Codes of the f32 `x`: saturated, to nearest even or by 16-bit draws."""
        y = np.abs(x.astype(np.float64))
        low = np.clip(np.searchsorted(self.values, y, side="right") - 1, 0, len(self.values) - 1)
        high = np.minimum(low + 1, len(self.values) - 1)
        gap = self.values[high] - self.values[low]
        with np.errstate(invalid="ignore", divide="ignore"):
            part = np.where(gap > 0, (np.minimum(y, self.values[-1]) - self.values[low]) / gap, 0.0)
        if draws is None:
            up = (part > 0.5) | ((part == 0.5) & (low % 2 == 1))
        else:
            up = np.floor(part * 65536.0) + draws >= 65536
        codes = np.where(up, high, low)
        if self.signed:
            codes = codes | (np.signbit(x).astype(np.int64) << self.sign_bit)
        else:
            codes = np.where(np.signbit(x), 0, codes)
        return np.where(np.isnan(x), self.nan_code, codes)

    def decode(self, codes):
        codes = codes.astype(np.int64)
        magnitude = codes & ((1 << self.sign_bit) - 1) if self.signed else codes
        finite = magnitude < len(self.values)
        value = np.where(finite, self.values[np.where(finite, magnitude, 0)], np.nan)
        if self.signed:
            value = np.where((codes >> self.sign_bit) & 1 == 1, -value, value)
        return value.astype(f32)


E4M3 = Minifloat(3, 7, 0x7E, 0x7F)
UE4M4 = Minifloat(4, 7, 0xFE, 0xFF, signed=False)
BF16 = Minifloat(7, 127, 0x7F7F, 0x7FC0)
SPLIT = {8: Minifloat(11, 7, 0x7E7F, 0x7F00), 16: Minifloat(19, 7, 0x7E7FFF, 0x7F0000)}


def rotation_of(words):
    """Returns the rotation number of a block, in units of 2^-32.

    The continued fraction of five random digits and the golden ratio, by Newton's method in f32."""

    def fma(a, b, c):
        # Exact in f64 but for the last sum, whose error f32 does not show.
        return f32(float(a) * float(b) + float(c))

    bits = words[0] ^ words[1] ^ words[2] ^ words[3]
    rare = bits & bits >> 16
    previous = f32(1.6180340)
    current = fma((bits >> 12 & 7) + 1, previous, 1)
    for shift in (0, 3, 6):
        previous, current = current, fma((rare >> shift & 7) + 1, current, previous)
    denominator = fma((rare >> 9 & 7) + 2, current, previous)
    inverse = np.uint32(0x7EF30000 - int(denominator.view(np.uint32))).view(f32)
    for _ in range(2):
        inverse = f32(inverse * fma(-denominator, inverse, 2))
    quotient = f32(current * inverse)
    quotient = fma(fma(-denominator, quotient, current), inverse, quotient)
    return int(f32(quotient + f32(0.5)).view(np.uint32)) << 8 & 0xFFFFFFFF


def shift_of(rotation, step):
    """Returns by how much words have moved after `step` steps: 16 bits, twice."""
    return (rotation * step % 2**32 >> 16) * 0x10001


def draws_of(stream, count, seed=SEED, step=STEP, quasi=False):
    """Returns the 16 random bits of each element; with `quasi`, a sequence over steps.

    Partner p, with streams from p * 2^30 on, uses the bits of element i ^ 2p for i."""

    def block(index):
        counter, key = [index, 0, step >> 11 if quasi else step, 0], [seed, stream % 2**30]
        for _ in range(7 if quasi else 10):
            a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
            counter = [(b >> 32) ^ counter[1] ^ key[0], b & 0xFFFFFFFF, (a >> 32) ^ counter[3] ^ key[1], a & 0xFFFFFFFF]
            key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
        if quasi:
            shift = shift_of(rotation_of(counter), step)
            counter = [(word + shift) & 0xFFFFFFFF for word in counter]
        return counter

    words = [word for i in range((count + 7) // 8) for word in block(i)]
    draws = np.array([half for word in words for half in (word & 0xFFFF, word >> 16)], dtype=np.int64)
    return draws[np.arange(len(draws)) ^ 2 * (stream >> 30)][:count]


# --- storage -------------------------------------------------------------------


def split_parts(codes, k):
    magnitude = codes & ((1 << SPLIT[k].sign_bit) - 1)
    main = (magnitude + (1 << (k - 1))) >> k
    sign = (codes >> SPLIT[k].sign_bit) << 7
    return sign | main, magnitude - (main << k)


def join_parts(main, rest, k):
    main, rest = main.astype(np.int64), rest.astype(np.int64)
    value = SPLIT[k].decode(((main & 0x7F) << k) + rest)
    return np.where(main & 0x80, -value, value).astype(f32)


class Split:
    """e4m3 with `k` more bits and one scale."""

    def __init__(self, k, rounding="nearest_even"):
        self.k, self.rounding = k, rounding
        spelled = "" if rounding == "nearest_even" else f", rounding = {rounding}, stream = 3"
        self.storage = f"format = e4m3, residual = split{k}{spelled}"
        self.planes = [("f8E4M3FN", np.uint8), (f"i{k}", np.dtype(f"int{k}"))]
        self.scaled = True

    def start(self, values, scale):
        return list(split_parts(SPLIT[self.k].encode((values * scale).astype(f32)), self.k))

    def decode(self, planes, inverse):
        return join_parts(planes[0], planes[1], self.k) * inverse

    def encode(self, new, scale):
        quasi = self.rounding == "quasi_stochastic"
        draws = None if self.rounding == "nearest_even" else draws_of(3, new.size, quasi=quasi)
        parts = split_parts(SPLIT[self.k].encode((new * scale).astype(f32), draws), self.k)
        return list(parts), join_parts(*parts, self.k) * (f32(1) / scale)


class Kahan:
    """e4m3 and one scale, with a compensation in bf16."""

    storage = "format = e4m3, residual = bf16"
    planes = [("f8E4M3FN", np.uint8), ("bf16", np.uint16)]
    scaled = True

    def start(self, values, scale):
        return self.encode(values, scale)[0]

    def decode(self, planes, inverse):
        return E4M3.decode(planes[0]) * inverse + BF16.decode(planes[1])

    def encode(self, new, scale):
        main = E4M3.encode(new * scale)
        kept = E4M3.decode(main) * (f32(1) / scale)
        rest = BF16.encode(new - kept)
        return [main, rest], kept + BF16.decode(rest)
