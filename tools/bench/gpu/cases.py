"""Kernels and matmuls that a bundle checks and times on a GPU, in addition to a
training step. Their texts, with open extents, are in cases/."""
import dataclasses
import os
import pathlib
import string
import subprocess
import sys
import tempfile
from collections.abc import Callable

HERE = pathlib.Path(__file__).resolve().parent
LAYERS = 12
# Shapes of GPT-2 with 124 M parameters, and many small shapes.
GPT2_SHAPES = ([(768, 2304), (2304,), (768, 768), (768,), (768, 3072), (3072,),
                (3072, 768), (768,), (768,), (768,), (768,), (768,)] * LAYERS
               + [(50304, 768), (1024, 768), (768,), (768,)])
MANY_SHAPES = [(2 << i % 14,) for i in range(1200)]
ADAMW_SCALARS = {"lr": 1e-3, "c1": 1.25, "c2": 1.5}


@dataclasses.dataclass
class Case:
    """A step of the text `cases/{text}.mlir`, or of a function of the extents.

    `small` contains the extents for the comparison with the reference, `large` the
    extents for timing. `traffic` returns the number of bytes that a step must move;
    a step is compared with a copy of the same size.
    """
    text: str | Callable
    small: dict
    large: dict
    traffic: Callable | None = None
    flops: Callable | None = None
    # Values of arguments, by patterns of names: a number, or a kind of random_data.
    # A function of the extents if values depend on them.
    values: dict | Callable = dataclasses.field(default_factory=dict)
    # Options of --fp8-train-pipeline; empty if the text needs no passes.
    pipeline: str = ""
    # False for steps of many matmuls, which do not have the bits of the reference.
    is_checked: bool = True
    # Number of items of a step, such as tokens.
    items: Callable | None = None
    # Allowed difference of matmuls with sums in another order, in units in the last place.
    ulps: int = 0
    # If not 0: allowed difference of any element, as a part of the largest magnitude of
    # its result.
    bound: float = 0.0
    # The lowering of attention: kernels, or library for cuDNN.
    attention: str = "kernels"
    # Required speed relative to another entry of run.py: copy, a peer, or another case.
    goals: dict = dataclasses.field(default_factory=dict)
    # The name of the peers in peers.py, if it is not the name of the case.
    base: str | None = None


def adamw(extents):
    """AdamW on f32, one update for each shape."""
    def declare(i, shape):
        kind = f"tensor<{'x'.join(map(str, shape))}xf32>"
        states = [f"{name}{i}" for name in "wmv"]
        arguments = [f'%{name}: {kind} {{fp8.name = "{name}"}}'
                     for name in [*states, f"g{i}"]]
        results = [f'{kind} {{fp8.name = "{name}", fp8.updates = "{name}"}}'
                   for name in states]
        operands = ", ".join(f"%{name}" for name in states)
        kinds = ", ".join([kind] * 3)
        op = (f"  %new{i}:3 = fp8.adamw states({operands} : {kinds}) "
              f"gradient(%g{i} : {kind}) lr %lr bias_corrections %c1, %c2 "
              f"weight_decay 0.1 outs({operands} : {kinds})")
        return arguments, results, op, [f"%new{i}#{k}" for k in range(3)], [kind] * 3
    parts = [declare(i, shape) for i, shape in enumerate(extents["shapes"])]
    arguments, results, ops, values, kinds = (
        [[x for part in parts for x in part[k]] if k != 2 else [p[2] for p in parts]
         for k in range(5)])
    arguments += [f'%{name}: tensor<f32> {{fp8.name = "{name}"}}'
                  for name in ADAMW_SCALARS]
    return "\n".join([
        f"func.func @step({', '.join(arguments)})", f"    -> ({', '.join(results)}) {{",
        *ops, f"  return {', '.join(values)} : {', '.join(kinds)}", "}", ""])


def elements(extents):
    if "shapes" not in extents:
        return extents["ROWS"] * extents["COLUMNS"]
    total = 0
    for shape in extents["shapes"]:
        count = 1
        for extent in shape:
            count *= extent
        total += count
    return total


def moves(bytes_per_element):
    return lambda extents: elements(extents) * bytes_per_element


def multiplies(products):
    return lambda e: products * 2 * e["ROWS"] * e["COLUMNS"] * e["DEPTH"]


def attention(extents):
    """Returns the text of causal attention and its gradients."""
    text = (HERE / "cases/attention.mlir").read_text()
    return string.Template(text).substitute(extents, SCALE=extents["HEAD"] ** -0.5)


def count_attention(e):
    """Returns the FLOP of seven products, two of them of the forward pass, over the pairs
    up to the diagonal.
    """
    pairs = e["ROWS"] * (e["ROWS"] + 1) // 2
    return 7 * 2 * e["BATCH"] * e["HEADS"] * pairs * e["HEAD"]


def make_attention(large):
    # Probabilities, gradients of scores and results are rounded to bf16, by 2^-9 each.
    return Case(attention, {"BATCH": 1, "HEADS": 2, "ROWS": 128, "HEAD": large["HEAD"]}, large,
                flops=count_attention, bound=2.0**-6, attention="library", base="attention",
                goals={"SDPA, cuDNN": 0.95})


def capture_gpt(extents, options=("--tied",)):
    """Returns the step of examples/char_gpt in these sizes. Needs JAX."""
    root = HERE.parents[2]
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "gpt.mlir"
        command = [sys.executable, root / "examples/char_gpt/capture.py", *options,
                   "--output", output]
        command += [f"--{name}={value}" for name, value in extents.items()]
        # The checkout's fp8 is used, installed or not.
        path = os.pathsep.join(filter(None, [str(root / "python"), os.environ.get("PYTHONPATH")]))
        done = subprocess.run([str(part) for part in command], capture_output=True,
                              text=True, check=False, env=os.environ | {"PYTHONPATH": path})
        if done.returncode != 0:
            sys.exit(f"capturing a GPT failed:\n{done.stderr}")
        return output.read_text()


SMALL = {"ROWS": 67, "COLUMNS": 384}
LARGE = {"ROWS": 16384, "COLUMNS": 8192}
CACHED = {"ROWS": 4096, "COLUMNS": 4864}
STORED_GOALS = {"copy": 0.85, "torch AdamW(fused)": 1.5}
SMALL_PRODUCT = {"ROWS": 96, "COLUMNS": 64, "DEPTH": 128}
LARGE_PRODUCT = {"ROWS": 8192, "COLUMNS": 8192, "DEPTH": 8192}
SPECIAL_X = {"x": "special", "scale": 4.0}
ADAMW_VALUES = ADAMW_SCALARS | {r"v\d*": "positive"}
MOMENTS = {"v": "positive", "m_scale": "positive", "v_scale": "positive",
           "scale_inv": 0.001, "scale": 1000.0, "seed": 7, "step": 3} | ADAMW_SCALARS
INTEGERS = {"(x|w|dy)t?": "integer"} | {
    f"{name}_{part}": value for name in ("x", "w", "dy")
    for part, value in (("scale", 2.0), ("inv", 0.5))}
SMALL_GPT = {"layers": 2, "width": 64, "heads": 4, "context": 32, "batch": 2,
             "vocab": 96}
GPT_GOALS = {"torch.compile in bf16": 1}
GPT2 = {"layers": 12, "width": 768, "heads": 12, "context": 1024, "batch": 8,
        "vocab": 50304}

WIDE_GPT = {"layers": 4, "width": 4096, "heads": 32, "context": 2048, "batch": 8,
            "vocab": 50304}
DEEP_GPT = {"layers": 48, "width": 1600, "heads": 25, "context": 1024, "batch": 8,
            "vocab": 50304}


def make_gpt(recipe, goals, lowering="kernels", large=None, base="gpt2"):
    # The gradients of cuDNN take 128 rows.
    small = SMALL_GPT | {"context": 128 if lowering == "library" else 32}
    return Case(capture_gpt, small, large or GPT2, attention=lowering,
                pipeline=f"recipe={recipe} wide-type=bf16 attention={lowering}",
                values=lambda extents: {
                    "idx|targets": f"below:{extents['vocab']}", "lr": 1e-4,
                    r"m\..*|params.*": "small", ".*": "positive"},
                is_checked=False, items=lambda e: e["batch"] * e["context"],
                goals=goals, base=base)


CASES = {
    "adamw": Case(adamw, {"shapes": [(33, 5), (7,), (256,)]}, {"shapes": GPT2_SHAPES},
                  moves(28), values=ADAMW_VALUES, goals={"copy": 0.92, "torch AdamW(fused)": 1}),
    "adamw-many": Case(adamw, {"shapes": [(2 << i % 5,) for i in range(40)]},
                       {"shapes": MANY_SHAPES}, moves(28),
                       values=ADAMW_VALUES, goals={"torch AdamW(fused)": 1.5}),
    "adamw-kahan-fp8": Case("adamw-kahan-fp8", SMALL, LARGE, moves(19),
                            values=MOMENTS, goals={"copy": 0.90, "torch AdamW(fused), cast": 1.55}),
    # A scale of f32 for 128 elements, of either moment, is read and written.
    # An even number of groups, as the large one has.
    "adamw-split8": Case("adamw-split8", {"ROWS": 68, "COLUMNS": 384}, LARGE, moves(10 + 16 / 128),
                         values=MOMENTS, goals=STORED_GOALS),
    "adamw-fp8-moments": Case("adamw-fp8-moments", {"ROWS": 68, "COLUMNS": 384}, LARGE,
                              moves(15 + 16 / 128), values=MOMENTS, goals=STORED_GOALS),
    "quantize": Case("quantize", SMALL, LARGE, moves(3), values=SPECIAL_X,
                     goals={"copy": 0.92}),
    "cast-transpose": Case("cast-transpose", SMALL, LARGE, moves(4), values=SPECIAL_X,
                           goals={"copy": 0.88}),
    # At most 40 MB, so that data that the amax has read are still in the caches
    # for the cast.
    "quantize-current": Case("quantize-current", SMALL, CACHED, moves(3), values={"x": "special"},
                             goals={"quantize-cached": 1 / 1.5}),
    "quantize-cached": Case("quantize", SMALL, CACHED, moves(3), values=SPECIAL_X),
    "gelu-quantize": Case("gelu-quantize", SMALL, LARGE, moves(3), values={"scale": 4.0}),
    "quantize-1x128": Case("quantize-1x128", SMALL, LARGE, moves(3 + 4 / 128),
                           values={"x": "special"}),
    "quantize-128x128": Case("quantize-128x128", {"ROWS": 200, "COLUMNS": 384}, LARGE,
                             moves(5), values={"x": "special"}),
    "quantize-mx-both": Case("quantize-mx-both", {"ROWS": 96, "COLUMNS": 256}, LARGE,
                             moves(4 + 2 / 32), values={"x": "special"}),
    "softmax": Case("softmax", SMALL, {"ROWS": 65536, "COLUMNS": 2048}, moves(4)),
    # Rows of GPT-2's logits, each of which several warps process together.
    "softmax-long": Case("softmax", {"ROWS": 5, "COLUMNS": 12424}, {"ROWS": 8192, "COLUMNS": 50304},
                         moves(4)),
    "layer-norm": Case("layer-norm", SMALL, {"ROWS": 32768, "COLUMNS": 4096}, moves(4)),
    "gemm": Case("gemm", SMALL_PRODUCT, LARGE_PRODUCT, flops=multiplies(1),
                 values=INTEGERS, ulps=1,
                 goals={f"_scaled_mm, {sums} sums": 0.95 for sums in ("exact", "fast")}),
    # Blocks of 128 terms: more than one.
    "gemm-block": Case("gemm-block", SMALL_PRODUCT | {"DEPTH": 400}, LARGE_PRODUCT,
                       flops=multiplies(1), values=INTEGERS, ulps=1),
    "gemm-bias": Case("gemm-bias", SMALL_PRODUCT, LARGE_PRODUCT, flops=multiplies(3),
                      values=INTEGERS | {"[xw][nf]|bn?": "integer"}, ulps=1),
    # The three matmuls of a layer, without its casts.
    "linear-products": Case("linear-products", SMALL_PRODUCT, LARGE_PRODUCT,
                            flops=multiplies(3), values=INTEGERS, ulps=1),
    "linear-delayed": Case("linear-delayed", SMALL_PRODUCT, LARGE_PRODUCT,
                           flops=multiplies(3), values=INTEGERS, ulps=1,
                           goals={"bf16": 1.75, "linear-products": 1 / 1.07}),
    "linear-current": Case("linear-current", SMALL_PRODUCT, LARGE_PRODUCT,
                           flops=multiplies(3), values=INTEGERS, ulps=1,
                           goals={"bf16": 1.75, "linear-products": 1 / 1.10}),
    # The sizes of attention in GPT-2 124M, and in a model of width 4096.
    "attention-8x12x1024x64": make_attention(
        {"BATCH": 8, "HEADS": 12, "ROWS": 1024, "HEAD": 64}),
    "attention-2x32x2048x128": make_attention(
        {"BATCH": 2, "HEADS": 32, "ROWS": 2048, "HEAD": 128}),
    # Attention by kernels, whatever a library has.
    "gpt2-none": make_gpt("none", GPT_GOALS),
    "gpt2-delayed": make_gpt("delayed", GPT_GOALS),
    "gpt2-none-library": make_gpt("none", GPT_GOALS | {"best torch.compile in bf16": 1.15},
                                  "library", base="gpt2-best"),
    "gpt2-delayed-library": make_gpt("delayed", GPT_GOALS | {"best torch.compile in bf16": 1.5},
                                     "library", base="gpt2-best"),
    # Few wide layers, and GPT-2 with 1.5e9 parameters.
    "gpt-4096-none": make_gpt("none", {}, "library", WIDE_GPT, "gpt-large"),
    "gpt-4096-delayed": make_gpt("delayed", {"best torch.compile in bf16": 1.5}, "library",
                                 WIDE_GPT, "gpt-large"),
    "gpt-1600-none": make_gpt("none", {}, "library", DEEP_GPT, "gpt-large"),
    "gpt-1600-delayed": make_gpt("delayed", {}, "library", DEEP_GPT, "gpt-large"),
}
# Matmuls of a layer of width 4096 with a hidden layer of 14336 and 8192 tokens: forward,
# input gradient and weight gradient. Also square matmuls.
GEMM_SIZES = [(8192, 6144, 4096), (8192, 4096, 4096), (8192, 28672, 4096),
              (8192, 4096, 14336), (4096, 14336, 8192), (28672, 4096, 8192),
              (16384, 16384, 16384)]
# Square matmuls, and the two matmuls of a hidden layer of TransformerEngine's example with
# 5e9 parameters.
LINEAR_SIZES = [(4096, 4096, 4096), (16384, 16384, 16384), (15872, 16384, 4096),
                (15872, 4096, 16384)]


def add_sizes(base, sizes):
    """Adds the case `base` at other extents. The cases that it is compared with get the same
    extents.
    """
    case = CASES[base]
    for size in sizes:
        suffix = "-" + "x".join(map(str, size))
        goals = {label + suffix * (label in CASES): goal for label, goal in case.goals.items()}
        CASES[base + suffix] = dataclasses.replace(
            case, large=dict(zip(LARGE_PRODUCT, size, strict=True)), goals=goals, base=base)


add_sizes("gemm", GEMM_SIZES)
for name in ("linear-products", "linear-delayed", "linear-current"):
    add_sizes(name, LINEAR_SIZES)


def make_text(case, extents):
    """Returns the text of a case. Extents also define the numbers of granules of 32 and 128."""
    if callable(case.text):
        return case.text(extents)
    values = dict(extents)
    values["ELEMENTS"] = elements(extents)
    values["GROUPS"] = -(-values["ELEMENTS"] // 128)
    for name, extent in extents.items():
        for granule in (32, 128):
            values[f"{name}_{granule}"] = -(-extent // granule)
    text = (HERE / "cases" / f"{case.text}.mlir").read_text()
    return string.Template(text).substitute(values)


def get_values(case, extents):
    return case.values(extents) if callable(case.values) else case.values
