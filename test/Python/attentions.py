"""Random cases of fp8.attention, their values in float64 and the bounds of Numerics.md."""

import random

import numpy as np

U = 2.0**-24
ROUNDINGS = {"f32": U, "bf16": 2.0**-8}
SCALE = 0.375
CAP = 2.5
KEEP = 0.75
SLOPE = 0.125

# The new score, its derivative and the factor of the probability, as MLIR.
REGIONS = {
    "plain": (["%t = arith.mulf %s, %scale : f32"], "%scale", None),
    "causal": (
        [
            "%fill = arith.constant -1.0e9 : f32", "%zero = arith.constant 0.0 : f32",
            "%past = arith.cmpi ule, %at_j, %at_i : index", "%u = arith.mulf %s, %scale : f32",
            "%t = arith.select %past, %u, %fill : f32", "%g = arith.select %past, %scale, %zero : f32",
        ], "%g", None,
    ),
    "padding": (
        [
            "%fill = arith.constant 0xFF800000 : f32", "%zero = arith.constant 0.0 : f32",
            "%u = arith.mulf %s, %scale : f32", "%t = arith.select %in, %u, %fill : f32",
            "%g = arith.select %in, %scale, %zero : f32",
        ], "%g", None,
    ),
    "masked": (
        [
            "%fill = arith.constant -1.0e9 : f32", "%zero = arith.constant 0.0 : f32",
            "%u = arith.mulf %s, %scale : f32", "%t = arith.select %in, %u, %fill : f32",
            "%g = arith.select %in, %scale, %zero : f32",
        ], "%g", None,
    ),
    "bias": (["%u = arith.mulf %s, %scale : f32", "%t = arith.addf %u, %in : f32"], "%scale", None),
    "alibi": (
        [
            "%slope = arith.constant 0.125 : f32", "%j0 = arith.index_cast %at_j : index to i32",
            "%i0 = arith.index_cast %at_i : index to i32", "%d0 = arith.subi %j0, %i0 : i32",
            "%d1 = arith.sitofp %d0 : i32 to f32", "%d2 = arith.mulf %d1, %slope : f32",
            "%u = arith.mulf %s, %scale : f32", "%t = arith.addf %u, %d2 : f32",
        ], "%scale", None,
    ),
    "softcap": (
        [
            "%cap = arith.constant 2.5 : f32", "%one = arith.constant 1.0 : f32",
            "%u = arith.divf %s, %cap : f32", "%tanh = math.tanh %u : f32", "%t = arith.mulf %tanh, %cap : f32",
            "%square = arith.mulf %tanh, %tanh : f32", "%g = arith.subf %one, %square : f32",
        ], "%g", None,
    ),
    "dropout": (
        [
            "%up = arith.constant 1.33333337 : f32", "%zero = arith.constant 0.0 : f32",
            "%t = arith.mulf %s, %scale : f32", "%f = arith.select %in, %up, %zero : f32",
        ], "%scale", "%f",
    ),
}  # fmt: skip
#: The dimensions of what a region captures, and the type of its elements.
CAPTURED = {"padding": ("bj", "i1"), "masked": ("bij", "i1"), "bias": ("hij", "f32"), "dropout": ("bhgij", "i1")}


def round_to(values, element):
    """Values in float64, rounded to an element type."""
    values = np.asarray(values, np.float32)
    if element == "bf16":
        bits = values.view(np.uint32)
        bits = (bits + 0x7FFF + ((bits >> 16) & 1)) & np.uint32(0xFFFF0000)
        values = bits.view(np.float32)
    return values.astype(np.float64)


class Case:
    """One attention of random extents and layouts."""

    def __init__(self, seed):
        draw = random.Random(seed)
        self.seed = seed
        self.kind = list(REGIONS)[seed % len(REGIONS)]
        self.element = draw.choice(["f32", "bf16"])
        self.batch = draw.choice(["bhg", "bh", "h", ""])
        captured, self.captured_type = CAPTURED.get(self.kind, ("", None))
        self.extents = {
            "b": draw.choice([1, 2, 3]), "h": draw.choice([1, 3]), "g": draw.choice([1, 2]),
            "i": draw.choice([1, 5, 7, 13]), "j": draw.choice([1, 3, 9, 17]),
            "d": draw.choice([1, 3, 8]), "e": draw.choice([1, 5, 8]),
        }  # fmt: skip
        self.rows = self.batch + "i"
        shared = self.batch.replace("g", "")
        self.dims = {"q": self.rows + "d", "k": shared + "jd", "v": shared + "je", "o": self.rows + "e"}
        self.dims |= {"max": self.rows, "sum": self.rows, "grad": self.rows + "e"}
        self.captured = [d for d in captured if d in self.rows + "j"]
        self.dims |= {"dq": self.rows + "d", "dk": shared + "jd", "dv": shared + "je"}
        for name, dims in self.dims.items():
            self.dims[name] = "".join(draw.sample(dims, len(dims)))
        self.values = self.make_values(np.random.default_rng(seed))

    def shape(self, dims):
        return tuple(self.extents[d] for d in dims)

    def make_values(self, generator):
        values = {}
        for name in ("q", "k", "v", "grad"):
            drawn = generator.standard_normal(self.shape(self.dims[name]))
            values[name] = round_to(drawn * (1.5 if name in "qk" else 1.0), self.element)
        shape = self.shape(self.captured)
        if self.captured_type == "f32":
            values["in"] = round_to(generator.standard_normal(shape), "f32")
        elif self.captured_type:
            kept = generator.random(shape) < KEEP
            # Some rows are masked altogether: by infinities in "padding".
            if self.kind == "masked":
                kept[..., 0, :] = False
            elif self.kind == "padding":
                kept[:1] = kept[:1] & (kept.ndim == 1)
            values["in"] = kept
        return values

    # --- MLIR ------------------------------------------------------------------------

    def map(self, dims):
        space = self.rows + "jde"
        return f"affine_map<({', '.join(space)}) -> ({', '.join(dims)})>"

    def type(self, name):
        element = self.captured_type if name == "in" else self.element
        element = "f32" if name in ("max", "sum") else element
        dims = self.captured if name == "in" else self.dims[name]
        return "tensor<" + "".join(f"{n}x" for n in self.shape(dims)) + element + ">"

    def arguments(self):
        return ["q", "k", "v", "grad"] + (["in"] if self.captured_type else [])

    def region(self, is_backward):
        lines, derivative, factor = REGIONS[self.kind]
        arguments = ["%s: f32"] + [f"%at_{d}: index" for d in self.rows + "j"]
        arguments += [f"%in: {self.captured_type}"] if self.captured_type else []
        values = ["%t"] + ([derivative] if is_backward else []) + ([factor] if factor else [])
        lines = [f"  ^bb0({', '.join(arguments)}):", f"    %scale = arith.constant {SCALE} : f32"] + [
            "    " + line for line in lines
        ]
        return lines + [f"    fp8.yield {', '.join(values)} : {', '.join(['f32'] * len(values))}"]

    def text(self, prefix):
        """The lines of the two ops. Names of values begin with `prefix`."""
        captured = ["in"] if self.captured_type else []

        def dims(names):
            return "[" + ", ".join(self.map(self.captured if n == "in" else self.dims[n]) for n in names) + "]"

        def refer(names):
            return ", ".join(f"%{prefix}{n}" for n in names)

        def types(names):
            return ", ".join(self.type(n) for n in names)

        lines = []
        for name in ("o", "max", "sum", "dq", "dk", "dv"):
            lines.append(f"  %{prefix}{name}0 = tensor.empty() : {self.type(name)}")
        reads = f" captured({refer(captured)} : {types(captured)})" if captured else ""
        outs = ["o", "max", "sum"]
        destinations = ", ".join(f"%{prefix}{n}0" for n in outs)
        lines.append(
            f"  {refer(outs)} = fp8.attention {dims(['q', 'k', 'v', *captured, *outs])} {refer(['q', 'k', 'v'])}"
            f"{reads} outs({destinations} : {types(outs)}) {{"
        )
        lines += self.region(is_backward=False) + [f"  }} : {types(['q', 'k', 'v'])}"]
        operands = ["q", "k", "v", "o", "max", "sum", "grad"]
        outs = ["dq", "dk", "dv"]
        destinations = ", ".join(f"%{prefix}{n}0" for n in outs)
        lines.append(
            f"  {refer(outs)} = fp8.attention_backward {dims([*operands, *captured, *outs])} "
            f"{refer(['q', 'k', 'v', 'o'])} max {refer(['max'])} sum {refer(['sum'])} grad {refer(['grad'])}"
            f"{reads} outs({destinations} : {types(outs)}) {{"
        )
        return lines + self.region(is_backward=True) + [f"  }} : {types(operands)}"]

    # --- float64 ---------------------------------------------------------------------

    def over_pairs(self, name):
        """A tensor in the order of the rows, `j`, `d` and `e`, with extents of 1 where it has none."""
        dims = self.captured if name == "in" else self.dims[name]
        space = self.rows + "jde"
        kept = [d for d in space if d in dims]
        array = np.transpose(self.values[name], [list(dims).index(d) for d in kept])
        return array.reshape([self.extents[d] if d in dims else 1 for d in space])

    def index(self, name):
        """The numbers of dimension `name`, of pairs."""
        space = self.rows + "j"
        shape = [self.extents[d] if d == name else 1 for d in space]
        return np.arange(self.extents[name]).reshape(shape)

    def apply(self, scores):
        """The new scores, their derivative and the factor."""
        ones = np.ones_like(scores)
        held = self.over_pairs("in")[..., 0, 0] if self.captured_type else None
        scaled = scores * SCALE
        if self.kind in ("causal", "padding", "masked"):
            mask = self.index("j") <= self.index("i") if self.kind == "causal" else held
            fill = -np.inf if self.kind == "padding" else -1e9
            return np.where(mask, scaled, fill), np.where(mask, SCALE, 0.0) * ones, ones
        if self.kind == "bias":
            return scaled + held, SCALE * ones, ones
        if self.kind == "alibi":
            return scaled + (self.index("j") - self.index("i")) * SLOPE, SCALE * ones, ones
        if self.kind == "softcap":
            tanh = np.tanh(scores / CAP)
            return tanh * CAP, 1.0 - tanh * tanh, ones
        if self.kind == "dropout":
            return scaled, SCALE * ones, np.where(held, float(np.float32(1.33333337)), 0.0) * ones
        return scaled, SCALE * ones, ones

    def expected(self):
        """For each result its values in float64 and the bound on their errors.

        The last three axes of an intermediate are `j`, `d` and `e`.
        """
        q, k, v, grad = (self.over_pairs(name) for name in ("q", "k", "v", "grad"))
        ext = self.extents
        w = ROUNDINGS[self.element]
        own = w if self.element == "bf16" else 0.0

        def total(array, axis):
            return array.sum(axis=axis, keepdims=True)

        full = [ext[d] for d in self.rows] + [ext["j"], 1, 1]
        s = np.broadcast_to(total(q * k, -2), full)
        s_sum = np.broadcast_to(total(abs(q * k), -2), full)
        t, g, f = (np.broadcast_to(a, full[:-2])[..., None, None] for a in self.apply(s[..., 0, 0]))
        m = np.maximum(t.max(axis=-3, keepdims=True), -float(np.finfo(np.float32).max))
        power = np.exp(t - m)
        el = np.maximum(total(power, -3), 1.0)
        p = power / el
        # The error of a new score, by that of its product and by its own rounding.
        # A score that is replaced by a mask has none.
        finite = np.where(np.isfinite(t), abs(t), 0.0)
        error_t = (2 * ext["d"] + 8) * U * s_sum * np.maximum(abs(g), SCALE) + 4 * U * finite
        error_t = np.where(g == 0.0, 0.0, error_t) + 2 * U * np.where(power > 0.0, abs(t - m), 0.0)
        relative = error_t + total(p * error_t, -3) + (ext["j"] + 16) * U
        o = total(p * f * v, -3)
        o_error = total(p * f * abs(v) * (relative + own + (2 * ext["j"] + 8) * U), -3)
        o_error = o_error + w * (abs(o) + o_error)
        dp = total(grad * v, -1)
        dp_error = (2 * ext["e"] + 8) * U * total(abs(grad * v), -1)
        c = total(grad * o, -1)
        c_error = total(abs(grad) * o_error, -1) + (2 * ext["e"] + 8) * U * total(abs(grad * o), -1)
        ds = p * (dp * f - c) * g
        ds_error = abs(ds) * (relative + own + 8 * U)
        ds_error = ds_error + p * abs(g) * (f * dp_error + c_error + 8 * U * (abs(f * dp) + abs(c)))
        if self.kind == "softcap":
            # The derivative of a cap depends on the score.
            ds_error = ds_error + p * abs(dp * f - c) * (16 * U * (1.0 + s_sum) * (2 * ext["d"] + 8))
        results = {"o": (o, o_error), "max": (m, error_t.max(axis=-3, keepdims=True))}
        results["sum"] = (el, el * (total(p * error_t, -3) + error_t.max(axis=-3, keepdims=True) + (ext["j"] + 16) * U))
        pf = p * f
        for name, left, error, right in (
            ("dq", ds, ds_error, k), ("dk", ds, ds_error, q), ("dv", pf, pf * (relative + own), grad),
        ):  # fmt: skip
            kept = self.dims[name]
            axes = tuple(n for n, d in enumerate(self.rows + "jde") if d not in kept)
            count = int(np.prod([ext[d] for d in self.rows + "j" if d not in kept] or [1]))
            value = (left * right).sum(axis=axes, keepdims=True)
            bound = (abs(right) * (error + (2 * count + 8) * U * abs(left))).sum(axis=axes, keepdims=True)
            results[name] = (value, bound + w * (abs(value) + bound))
        return {name: tuple(self.to_layout(name, a) for a in pair) for name, pair in results.items()}

    def to_layout(self, name, array):
        """The inverse of `over_pairs`, for a result."""
        space = self.rows + "jde"
        dims = self.dims[name]
        kept = [d for d in space if d in dims]
        shape = [self.extents[d] if d in dims else 1 for d in space]
        array = np.broadcast_to(array, shape).reshape(self.shape(kept))
        return np.transpose(array, [kept.index(d) for d in dims])
