//===- CastPasses.td - casts and initial values ------------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_CASTPASSES_TD
#define FP8_TRANSFORMS_CASTPASSES_TD

include "mlir/Pass/PassBase.td"

def FP8SimplifyCasts : Pass<"fp8-simplify-casts"> {
  let summary = "Elide, merge and move quantize and dequantize";
  let description = [{
    Moves quantizes towards the producers and dequantizes towards the readers,
    so that transposes, reshapes, slices, concats, broadcasts, pads and
    maxima with 0 act on codes, then merges what became equal.

    | rewrite | equal in every bit because | where |
    |---|---|---|
    | `quantize(dequantize(c))` is `c` | two roundings to 24 bits leave a code nearest to itself | f32 between; `c` made by an fp8 op; scales constant and tried for every code, or both of one `fp8.compute_scale` without margin and `pow2`; nearest |
    | `quantize(layout(x))` is `layout(quantize(x))` | a code depends on its element and the scale of its granule | granules map; nearest |
    | `quantize(concat(x, y))` is `concat(quantize(x), quantize(y))` | the same | `tensor`; nearest; amax unused; a part is decoded, or quantized so elsewhere |
    | `amax(layout(x))` is `amax(x)` | a maximum has no order and counts nothing twice | transpose, reshape, broadcast; `tensor` |
    | `layout(dequantize(c))` is `dequantize(layout(c))` | a number depends on its code and the scale of its granule | granules map; all readers are layouts, or it is a slice |
    | `concat(dequantize(c), dequantize(d))` is `dequantize(concat(c, d))` | the same | one scale, or the seam lies between granules |
    | equal quantizes are one; a quantized slice is a slice of the quantized whole | equal operands and attributes | slices: `tensor`; nearest |
    | an unused amax is not measured | nothing reads it | |
    | a dequantize stands before its first reader | order of pure ops | one block |

    Which layouts the granules follow:

    | granularity | transpose | reshape | slice | concat | broadcast, pad, max with 0 |
    |---|---|---|---|---|---|
    | `tensor` | any | any | any | one scale | yes; pad and maximum ask for a scale known to be positive and finite |
    | `row` | last dimension stays | last dimension stays | whole rows | not the last dimension | no |
    | `block MxN` | last two stay, or swap with M and N | last two stay | at block boundaries | at block boundaries | no |
    | `mx` | last dimension stays | last dimension stays | at multiples of 32 | at multiples of 32 | no |
    | `group N` | no | any | no | no | no |

    A maximum with 0 is an integer maximum on codes, which must be made by an
    fp8 op: others may hold a NaN with a sign. `dequantize(quantize(x))` stays:
    it rounds. What stays for a reason gets a remark that gives it.

    **Numerics**: same.

    **Before**: form 2. **After**: form 2.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

def FP8PropagateInit : Pass<"fp8-propagate-init"> {
  let summary = "Initialize masters from unrounded values, not from FP8 codes";
  let description = [{
    An `fp8.init` makes codes and their scale. Where these codes are decoded by
    that scale, with `fp8.dequantize` or by a multiplication, readers get the
    wide values of the `fp8.init` instead, as a further result of it. A master,
    a moment or a second copy that is computed from a decoded parameter then
    starts from the value that was drawn, and not from its code.

    | use of the decoded codes | reads afterwards |
    |---|---|
    | any other, a result of the function included | the wide values |
    | the subtrahend of a difference | the codes: what rounding left over, a residual, is the difference to them |
    | a contraction | the codes, as in every step |

    Readers in bf16 and f16 get the values rounded from f32 once, by
    `fp8.convert` where others read f32.

    **Numerics**: changes: the readers' values are no longer rounded to codes.

    **Before**: tensors with `fp8.init`, mostly in `@init`. **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::fp8::FP8Dialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // FP8_TRANSFORMS_CASTPASSES_TD
