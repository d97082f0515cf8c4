//===- FP8ConvertOps.td - conversions ----------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8CONVERTOPS_TD
#define FP8_IR_FP8CONVERTOPS_TD

include "fp8/IR/FP8OpBase.td"

def FP8_OpGroupConvert : OpDocGroup {
  let summary = "Conversions";
  let description = "Ops that convert between a wide format and an 8-bit format.";
}

let opDocGroup = FP8_OpGroupConvert in {

def FP8_ConvertOp : FP8_Op<"convert", "0.1.0", [Pure, VectorUnrollOpInterface]
    # ElementwiseMappable.traits> {
  let summary = "Convert between number formats with saturation";
  let description = [{
    Encodes a wide value in a narrower format, or decodes a narrow code into a
    wider format. No scale is involved. This is the only op that each target
    lowers in its own way.

    Encoding:

    - A value beyond the largest finite value, infinities included, becomes the
      largest finite value of the same sign.
    - Rounding is to nearest, ties to even, or stochastic. Stochastic rounding
      computes `floor(y + random * 2^-16)`, where `random` holds 16 random bits
      and `y` is the magnitude of the value, in units of the spacing that the
      narrower format has there.
    - Every NaN becomes 0x7F (e4m3, e5m2) or 0xFF (ue4m4, ue5m3).
    - -0 and subnormal numbers are preserved. Unsigned formats encode -0 and
      every negative number as 0.

    Decoding is exact. A NaN code becomes 0x7FC00000.

    `format` names the encoding of the integer side.

    | from | to |
    |---|---|
    | f32, bf16, f16 | f8E4M3FN, f8E5M2, i8 with `format<ue4m4>` or `format<ue5m3>` |
    | f8E4M3FN, f8E5M2, i8 with `format` | f32, bf16, f16 |
    | f32 | bf16, f16, i16 with `format<e4m11>`, i32 with `format<e4m19>` |
    | bf16, f16, i16 and i32 with `format` | f32 |

    A code of `e4m11` or `e4m19` above the largest finite code decodes to NaN.
    The bits of the i32 above the code are 0 after encoding and ignored by
    decoding.

    **Constraints**
    - (C1) the pair of element types is in the table.
    - (C2) `format` is present if and only if one side is an integer, and it is
      a format that is stored in integers of that width.
    - (C3) `random` is present if and only if `rounding` is `stochastic`. Only a
      narrowing conversion may round stochastically. The op that produces the
      random bits determines whether they are quasi-random.
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
    /// Returns the format of the input, or of the result.
    ::mlir::fp8::Format getInputFormat();
    ::mlir::fp8::Format getResultFormat();
  }];
}

def FP8_DrawOp : FP8_Op<"draw", "0.1.0", [Pure] # ElementwiseMappable.traits> {
  let summary = "Produce the random bits of an element";
  let description = [{
    The random bits of an element depend on the element alone. They do not
    depend on the device, the thread or the time of the computation. `index` is
    the row-major index of the element in the unpadded, unsharded, untransposed
    tensor. The bits come from Philox4x32-10 with the key `(seed, stream)` and
    the counter `(block, block >> 32, step, use)`:

    | result | block of an element | bits of the block |
    |---|---|---|
    | i16 | `block = index / 8`, `j = index % 8` | word `j / 2`: the low half if `j` is even, else the high half |
    | i32 | `block = index / 4`, `j = index % 4` | word `j` |

    For i16 results, up to four states of one element may share a Philox block.
    Such states are *partners*, and each has a number p from 0 to 3. The two
    high bits of `stream` hold p, and the key holds the other 30 bits. The
    element takes the bits of element `index ^ 2p`.

    With `quasi` the bits are quasi-random (low-discrepancy). Each word is a
    Philox4x32-7 word that does not depend on the step, plus `step` times the
    rotation number of the block. The bits of an element are then uniform, and
    over the steps they cover [0, 2^16) evenly. This halves the noise of a
    weight that is rounded in every step. The starting words and rotation
    numbers change every 2^11 steps.

    A `seed` of 64 bits holds the seed in its low word and a stream offset in
    its high word. The offset is added to the stream, so that kernels that
    differ only in the stream can be merged.

    `use` is 0 for updates, 1 for initial values, 2 for storage conversions, and
    16 + i for rounding in the forward and backward of micro-batch i. The
    operand `use_offset` is added to it: ranks have different batches, so the
    number of a micro-batch depends on the rank.

    `fp8.draw` is not expanded before vectorization, because neighboring
    elements share a block. On a vector, the lowering computes one block for
    every eight (i16) or four (i32) elements.

    **Constraints**
    - (C1) the element types are i64 for `index`, i32 or i64 for `seed`, i32 for
      `step` and `use_offset`, and i16 or i32 for the result.
    - (C2) the result of a `quasi` draw is i16.

    Example:
    ```mlir
    %bits = fp8.draw %index seed %seed step %step stream 3 use 0 : i64, i32, i32 to i16
    ```
  }];
  let arguments = (ins SignlessIntegerLike:$index, SignlessIntegerLike:$seed,
    SignlessIntegerLike:$step, Optional<SignlessIntegerLike>:$use_offset,
    I32Attr:$stream, I32Attr:$use, UnitAttr:$quasi);
  let results = (outs SignlessIntegerLike:$result);
  let assemblyFormat = [{
    $index `seed` $seed `step` $step `stream` $stream `use` $use (`+` $use_offset^)?
    (`quasi` $quasi^)? attr-dict
    `:` type($index) `,` type($seed) `,` type($step) (`,` type($use_offset)^)?
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
    Computes `codes[i] = encode(f32(input[i]) * scale)`: one f32 multiplication,
    then the encoding of `fp8.convert`.

    With the default granularity `tensor`, `scale` is an operand. For every
    other granularity the op computes the scales itself, from the amax of each
    granule, as `fp8.compute_scale` does with `scaling`. The second result holds
    the inverse scales. For `mx` the second result holds the e8m0 codes of `amax
    / max`, rounded up, and the scale is the inverse of the decoded code.

    `with_amax` adds a last result of rank 0: `max(init, max|input|)`, measured
    before scaling. If `init` or any element is NaN, the result is NaN.

    `inits` are the destinations of the results, in this order: codes;
    `scale_inv` if the op computes the scales; amax under `with_amax`.

    `rounding<stochastic>` and `rounding<quasi_stochastic>` require the i32
    operands `seed` and `step` and the attribute `stream`. The random bits of an
    element depend on its index in the whole tensor. `global_shape` is the shape
    of the whole tensor, and `offsets` is the position of element 0 of `input`
    in it; each offset is a constant or a value. The defaults are the shape of
    `input` and zeros. `use` is the `use` of `fp8.draw`, 0 by default, and
    `use_offset` is added to it.

    **Constraints**
    - (C1) `shape(codes) = shape(input)`.
    - (C2) `scale` is present if and only if the granularity is `tensor`.
    - (C3) the number of inits is 1, plus 1 unless the granularity is `tensor`,
      plus 1 under `with_amax`.
    - (C4) `scale_inv` has the shape that the granularity determines for the
      shape of `input`. Its elements are f8E8M0FNU for `mx` and f32 otherwise.
    - (C5) the amax is an f32 of rank 0.
    - (C6) `seed`, `step` and `stream` are present if and only if `rounding` is
      not `nearest_even`. `use` is absent if `rounding` is `nearest_even`, and
      `use_offset` is absent without `use`.
    - (C7) `scaling` is present only if the op computes the scales.
    - (C8) `offsets` and `global_shape` are either both present or both absent.
      Each has one entry per dimension, and the local tensor lies inside the
      global tensor.
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
    Optional<I32>:$use_offset,
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
    (`rounding` `` $rounding^)? (`stream` $stream^)? (`use` $use^)? (`+` $use_offset^)? (`seed` $seed^)? (`step` $step^)?
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
    /// Returns the granularity, or `tensor` if the attribute is absent.
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
    multiplication, then rounding to nearest if the result is narrower than f32.
    An e8m0 `scale_inv` is decoded first. The e8m0 code 0xFF makes the whole
    granule NaN.

    **Constraints**
    - (C1) `shape(result) = shape(codes)`.
    - (C2) `scale_inv` has the shape that the granularity determines for the
      shape of `codes`. Its elements are f8E8M0FNU for `mx` and f32 otherwise.
    - (C3) there is exactly one init; operands are all tensors or all memrefs.

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
