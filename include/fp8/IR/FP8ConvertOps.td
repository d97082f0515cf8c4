//===- FP8ConvertOps.td - conversions ----------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8CONVERTOPS_TD
#define FP8_IR_FP8CONVERTOPS_TD

include "fp8/IR/FP8OpBase.td"

def FP8_OpGroupConvert : OpDocGroup {
  let summary = "Conversions";
  let description = "Ops that cross between a wide format and an 8-bit format.";
}

let opDocGroup = FP8_OpGroupConvert in {

def FP8_ConvertOp : FP8_Op<"convert", "0.1.0", [Pure, VectorUnrollOpInterface]
    # ElementwiseMappable.traits> {
  let summary = "Convert between number formats, saturating";
  let description = [{
    The one op whose lowering each target supplies. Encodes a wide value in a
    narrower format, or decodes a narrow code into a wider one. No scale is
    involved.

    Encoding saturates: what is beyond the largest finite value becomes it,
    infinities included. Rounding is to nearest, ties to even, or stochastic
    with the 16-bit draw `random`: `floor(|y| + random * 2^-16)` in units of
    the target's quantum. Every NaN becomes 0x7F (e4m3, e5m2) or 0xFF (ue4m4,
    ue5m3). -0 and subnormal numbers are kept; unsigned formats encode every
    negative number and -0 as 0. Decoding is exact; a NaN code becomes
    0x7FC00000.

    `format` names the encoding of the side that is an integer.

    | from | to |
    |---|---|
    | f32, bf16, f16 | f8E4M3FN, f8E5M2, i8 with `format<ue4m4>` or `format<ue5m3>` |
    | f8E4M3FN, f8E5M2, i8 with `format` | f32, bf16, f16 |
    | f32 | bf16, f16, i16 with `format<e4m11>`, i32 with `format<e4m19>` |
    | bf16, f16, i16 and i32 with `format` | f32 |

    A code of `e4m11` or `e4m19` above its largest finite one decodes to NaN;
    the bits of the i32 above the code are 0, or ignored.

    **Constraints**
    - (C1) the pair of element types is in the table.
    - (C2) `format` is there if and only if one side is an integer, and is one
      that is kept in integers of that width.
    - (C3) `random` is there if and only if `rounding` is `stochastic`; only a
      conversion that narrows rounds so. Whether draws are quasi-random is told
      by what makes them.
    - (C4) `random` has elements of type i16.
    - (C5) `rounding` is not `quasi_stochastic`.

    Example:
    ```mlir
    %code = fp8.convert %x : f32 to f8E4M3FN
    ```
  }];
  let arguments = (ins FP8_ConvertType:$input,
    Optional<SignlessIntegerLike>:$random,
    OptionalAttr<FP8_FormatAttr>:$format,
    DefaultValuedAttr<FP8_RoundingAttr, "::mlir::fp8::RoundingMode::NearestEven">:$rounding);
  let results = (outs FP8_ConvertType:$result);
  let assemblyFormat = [{
    $input (`random` $random^)? (`format` `` $format^)? (`rounding` `` $rounding^)?
    attr-dict `:` type($input) (`,` type($random)^)? `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    /// The encoding of the input and of the result.
    ::mlir::fp8::Format getInputFormat();
    ::mlir::fp8::Format getResultFormat();
  }];
}

def FP8_DrawOp : FP8_Op<"draw", "0.1.0", [Pure] # ElementwiseMappable.traits> {
  let summary = "Draw the random bits of an element";
  let description = [{
    What an element draws depends on what it is, never on who computes it or
    when: `index` is its row-major index in the unpadded, unsharded,
    untransposed tensor. The bits are those of Philox4x32-10 under the key
    `(seed, stream)` and the counter `(block, block >> 32, step, use)`:

    | result | elements that share a block | which bits |
    |---|---|---|
    | i16 | `block = index / 8`, j the rest | word `j / 2`, the low half if j is even |
    | i32 | `block = index / 4`, j the rest | word `j` |

    The two high bits of `stream` are the place p of a draw of 16 bits among
    partners, states of one element that share a block: the key holds the other
    30 bits, and the element draws as element `index ^ 2p`.

    With `quasi` each word is that of Philox4x32-7, the same under every step,
    plus `step` times the rotation number of the block: the draws of an element
    are uniform and go evenly about [0, 2^16) from step to step, which halves the
    noise of a weight that is rounded in each.

    A `seed` of 64 bits holds the seed in its low word, and in its high word what
    is added to the stream: so kernels that differ in the stream are one.

    `use` is 0 for updates, 1 for initial values, 2 for conversions of storage,
    and 16 + i for what the forward and the backward of micro-batch i round. A
    draw is an op, and not its expansion, because elements that lie side by side
    share their block: on a vector of them one block is computed for each eight
    or four.

    **Constraints**
    - (C1) `index` has elements of type i64, `seed` of i32 or i64, `step` of i32,
      and the result of i16 or i32.
    - (C2) `quasi` draws are of i16.

    Example:
    ```mlir
    %bits = fp8.draw %index seed %seed step %step stream 3 use 0 : i64, i32, i32 to i16
    ```
  }];
  let arguments = (ins SignlessIntegerLike:$index, SignlessIntegerLike:$seed,
    SignlessIntegerLike:$step, I32Attr:$stream, I32Attr:$use, UnitAttr:$quasi);
  let results = (outs SignlessIntegerLike:$result);
  let assemblyFormat = [{
    $index `seed` $seed `step` $step `stream` $stream `use` $use (`quasi` $quasi^)? attr-dict
    `:` type($index) `,` type($seed) `,` type($step)
    `to` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::fp8::numerics::Sequence getSequence() {
      return getQuasi() ? ::mlir::fp8::numerics::Sequence::QuasiRandom
                        : ::mlir::fp8::numerics::Sequence::Random;
    }
  }];
}

def FP8_QuantizeOp : FP8_DestinationOp<"quantize", "0.1.0", [
    AttrSizedOperandSegments,
    FP8_Tiled]> {
  let summary = "Multiply by a scale, saturate and round to an 8-bit format";
  let description = [{
    Computes `codes[i] = encode(f32(input[i]) * scale)`, one f32
    multiplication, then `fp8.convert`.

    Under the granularity `tensor`, the default, `scale` is an operand. Every
    other granularity makes its scales from the amax of its granules as
    `fp8.compute_scale` does under `scaling`, and returns their inverses, the
    second result; `mx` returns e8m0 codes of `amax / max` rounded up, and its
    scale is the inverse of the decoded code.

    `with_amax` adds a last result, `max(init, max|input|)` before scaling; a
    NaN wins. It is of rank 0.

    `inits` are the destinations of the results in order: codes, `scale_inv`
    where the scales are made inside, amax under `with_amax`.

    `rounding<stochastic>`, or `quasi_stochastic`, takes the i32 `seed` and `step` and the attribute
    `stream`; the element index is taken in the tensor of shape `global_shape`
    in which element 0 of `input` lies at `offsets`, each a constant or a value;
    the defaults are the shape of `input` and zeros. `use` is that of `fp8.draw`,
    0 where it is absent.

    **Constraints**
    - (C1) `shape(codes) = shape(input)`.
    - (C2) `scale` is there if and only if the granularity is `tensor`.
    - (C3) the number of inits is 1, plus 1 unless the granularity is `tensor`,
      plus 1 under `with_amax`.
    - (C4) `scale_inv` has the shape that the granularity gives for the shape
      of `input`, and elements f8E8M0FNU under `mx`, f32 otherwise.
    - (C5) the amax is an f32 of rank 0.
    - (C6) `seed`, `step` and `stream` are there if and only if `rounding` is
      not `nearest_even`, and `use` not otherwise.
    - (C7) `scaling` is there only where the scales are made inside.
    - (C8) `offsets` and `global_shape` come together, have one entry per
      dimension, and hold the tensor.
    - (C9) operands are all tensors or all memrefs.
    - (C10) the codes are f8E4M3FN or f8E5M2.

    Example:
    ```mlir
    %codes, %amax = fp8.quantize %x by %scale with_amax outs(%codes0, %amax0 : tensor<4x8xf8E4M3FN>, tensor<f32>) : tensor<4x8xf32>, tensor<f32>
    ```
  }];
  let arguments = (ins
    FP8_Wide:$input,
    Optional<FP8_F32Scalar>:$scale,
    Optional<I32>:$seed,
    Optional<I32>:$step,
    Variadic<Index>:$offsets,
    Variadic<FP8_QuantizeInit>:$inits,
    OptionalAttr<FP8_GranularityAttr>:$granularity,
    OptionalAttr<FP8_ScalingAttr>:$scaling,
    DefaultValuedAttr<FP8_RoundingAttr, "::mlir::fp8::RoundingMode::NearestEven">:$rounding,
    OptionalAttr<I32Attr>:$stream,
    OptionalAttr<I32Attr>:$use,
    OptionalAttr<DenseI64ArrayAttr>:$static_offsets,
    OptionalAttr<DenseI64ArrayAttr>:$global_shape,
    UnitAttr:$with_amax);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $input (`by` $scale^)? (`granularity` `` $granularity^)? (`scaling` `` $scaling^)?
    (`rounding` `` $rounding^)? (`stream` $stream^)? (`use` $use^)? (`seed` $seed^)? (`step` $step^)?
    (`at` custom<DynamicIndexList>($offsets, $static_offsets) `of` $global_shape^)? (`with_amax` $with_amax^)?
    `outs` `(` $inits `:` type($inits) `)`
    attr-dict `:` type($input) (`,` type($scale)^)?
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$scale,
                   "::mlir::ValueRange":$inits,
                   CArg<"::mlir::fp8::GranularityAttr", "{}">:$granularity,
                   CArg<"::mlir::fp8::ScalingAttr", "{}">:$scaling,
                   CArg<"bool", "false">:$withAmax)>
  ];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = destinationDeclaration # placementDeclaration # [{
    /// The granularity, `tensor` where the attribute is absent.
    ::mlir::fp8::GranularityAttr getGranularityOrTensor();
    ::mlir::fp8::Format getFormat();
    bool makesScale() { return !getGranularityOrTensor().isTensor(); }
    ::mlir::Value getCodesInit() { return getInits().front(); }
    ::mlir::Value getScaleInvInit() { return makesScale() ? getInits()[1] : ::mlir::Value(); }
    ::mlir::Value getAmaxInit() { return getWithAmax() ? getInits().back() : ::mlir::Value(); }
    ::mlir::Value getCodes() { return getResults().front(); }
    ::mlir::Value getScaleInv() { return makesScale() ? getResults()[1] : ::mlir::Value(); }
    ::mlir::Value getAmax() { return getWithAmax() ? getResults().back() : ::mlir::Value(); }
  }];
}

def FP8_DequantizeOp : FP8_DestinationOp<"dequantize", "0.1.0", [FP8_Tiled]> {
  let summary = "Decode 8-bit codes and multiply by an inverse scale";
  let description = [{
    Computes `result[i] = round(decode(codes[i]) * scale_inv)`: one f32
    multiplication, then rounding to nearest where the result is narrower than
    f32. An e8m0 `scale_inv` is decoded first; its code 0xFF makes the whole
    granule NaN.

    **Constraints**
    - (C1) `shape(result) = shape(codes)`.
    - (C2) `scale_inv` has the shape that the granularity gives for the shape
      of `codes`, and elements f8E8M0FNU under `mx`, f32 otherwise.
    - (C3) exactly one init; operands are all tensors or all memrefs.

    Example:
    ```mlir
    %wide = fp8.dequantize %codes by %scale_inv outs(%init : tensor<4x8xf32>) : tensor<4x8xf8E4M3FN>, tensor<f32>
    ```
  }];
  let arguments = (ins
    FP8_Codes:$codes,
    FP8_ScaleInv:$scale_inv,
    Variadic<FP8_Wide>:$inits,
    OptionalAttr<FP8_GranularityAttr>:$granularity);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $codes `by` $scale_inv (`granularity` `` $granularity^)?
    `outs` `(` $inits `:` type($inits) `)`
    attr-dict `:` type($codes) `,` type($scale_inv)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$codes, "::mlir::Value":$scaleInv,
                   "::mlir::Value":$init,
                   CArg<"::mlir::fp8::GranularityAttr", "{}">:$granularity)>
  ];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = destinationDeclaration # [{
    ::mlir::fp8::GranularityAttr getGranularityOrTensor();
    ::mlir::Value getInit() { return getInits().front(); }
    ::mlir::Value getResult() { return getResults().front(); }
  }];
}

} // opDocGroup = FP8_OpGroupConvert

#endif // FP8_IR_FP8CONVERTOPS_TD
