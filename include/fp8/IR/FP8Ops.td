//===- FP8Ops.td - fp8 operations --------------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8OPS_TD
#define FP8_IR_FP8OPS_TD

include "fp8/IR/FP8Attrs.td"
include "mlir/Dialect/Linalg/IR/LinalgInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/TilingInterface.td"
include "mlir/Interfaces/VectorInterfaces.td"
include "mlir/IR/OpAsmInterface.td"

//===----------------------------------------------------------------------===//
// Type constraints
//===----------------------------------------------------------------------===//

class FP8_Shaped<list<Type> elements, string description>
    : AnyTypeOf<[RankedTensorOf<elements>, MemRefOf<elements>],
                "ranked tensor or memref of " # description # " elements",
                "::mlir::ShapedType">;

class FP8_Ranked0D<list<Type> elements, string description>
    : AnyTypeOf<[0DTensorOf<elements>, MemRefRankOf<elements, [0]>],
                "tensor or memref of rank 0 of a " # description,
                "::mlir::ShapedType">;

def FP8_Wide : FP8_Shaped<[F32, BF16, F16], "f32, bf16 or f16">;
def FP8_Codes : FP8_Shaped<[F8E4M3FN, F8E5M2], "f8E4M3FN or f8E5M2">;
def FP8_F32Shaped : FP8_Shaped<[F32], "f32">;
def FP8_F32Scalar : FP8_Ranked0D<[F32], "f32">;
def FP8_ScaleInv : FP8_Shaped<[F32, F8E8M0FNU], "f32 or f8E8M0FNU">;
def FP8_Operand : FP8_Shaped<[F32, BF16, F16, F8E4M3FN, F8E5M2],
                             "f32, bf16, f16, f8E4M3FN or f8E5M2">;
def FP8_Plane : FP8_Shaped<
    [F32, BF16, F16, F8E4M3FN, F8E5M2, F8E8M0FNU, I8, I16],
    "f32, bf16, f16, f8E4M3FN, f8E5M2, f8E8M0FNU, i8 or i16">;
def FP8_QuantizeInit : FP8_Shaped<[F8E4M3FN, F8E5M2, F8E8M0FNU, F32],
                                  "f8E4M3FN, f8E5M2, f8E8M0FNU or f32">;
def FP8_Indices : FP8_Shaped<[I32, I64, Index], "i32, i64 or index">;

def FP8_ConvertType : AnyTypeOf<
    [FloatLike, SignlessIntegerLike],
    "a float, or i8 under an unsigned format; or a vector or tensor of such">;

//===----------------------------------------------------------------------===//
// Op bases
//===----------------------------------------------------------------------===//

/// An op that writes its results into destinations: on tensors it is pure, on
/// memrefs it has no result and writes its operands `inits`. Each op says with
/// readsInit() which destinations it also reads.
class FP8_DestinationOp<string mnemonic, string version, list<Trait> traits = []>
    : FP8_Op<mnemonic, version, traits # [
        DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
        DeclareOpInterfaceMethods<ConditionallySpeculatable>,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>]> {
  code destinationDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
    /// Whether the results depend on what the destination `init` holds.
    bool readsInit(::mlir::OpOperand &init);
  }];
  /// Of ops that draw by the element's place in the whole tensor.
  code placementDeclaration = [{
    /// Where element 0 lies, zeros where the op does not say.
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedOffsets();
    /// The shape of the whole tensor: the local one where the op does not say.
    ::llvm::ArrayRef<int64_t> getWholeShape();
  }];
  let extraClassDeclaration = destinationDeclaration;
}

/// The methods of TilingInterface that every tilable op implements.
def FP8_Tiled : DeclareOpInterfaceMethods<TilingInterface, [
    "getLoopIteratorTypes", "getIterationDomain", "getTiledImplementation",
    "getResultTilePosition", "generateResultTileValue",
    "getIterationDomainTileFromResultTile"]>;

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

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
      conversion that narrows rounds so.
    - (C4) `random` has elements of type i16.

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

    `use` is 0 for updates, 1 for initial values, 2 for conversions of storage,
    and 16 + i for what the forward and the backward of micro-batch i round. A draw is an op, and not its expansion, because elements that lie side by
    side share their block: on a vector of them one block is computed for each
    eight or four.

    **Constraints**
    - (C1) `index` has elements of type i64, `seed` and `step` of i32, and the
      result of i16 or i32.

    Example:
    ```mlir
    %bits = fp8.draw %index seed %seed step %step stream 3 use 0 : i64, i32, i32 to i16
    ```
  }];
  let arguments = (ins SignlessIntegerLike:$index, SignlessIntegerLike:$seed,
    SignlessIntegerLike:$step, I32Attr:$stream, I32Attr:$use);
  let results = (outs SignlessIntegerLike:$result);
  let assemblyFormat = [{
    $index `seed` $seed `step` $step `stream` $stream `use` $use attr-dict
    `:` type($index) `,` type($seed) `,` type($step)
    `to` type($result)
  }];
  let hasVerifier = 1;
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

    `rounding<stochastic>` takes the i32 `seed` and `step` and the attribute
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

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

def FP8_OpGroupScale : OpDocGroup {
  let summary = "Scales";
  let description = "Ops that measure tensors and turn what they measure into scales.";
}

let opDocGroup = FP8_OpGroupScale in {

def FP8_AmaxOp : FP8_DestinationOp<"amax", "0.1.0", [FP8_Tiled]> {
  let summary = "Reduce to the largest magnitude";
  let description = [{
    Computes `result = max(init, max|input|)` in f32 over each granule. A NaN
    wins and is returned as 0x7FC00000, so the order does not matter.

    **Constraints**
    - (C1) exactly one init, of f32, and of the shape that the granularity
      gives for the shape of `input`.
    - (C2) operands are all tensors or all memrefs.

    Example:
    ```mlir
    %amax = fp8.amax %x granularity<row> outs(%zeros : tensor<4xf32>) : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins
    FP8_Wide:$input,
    Variadic<FP8_F32Shaped>:$inits,
    OptionalAttr<FP8_GranularityAttr>:$granularity);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $input (`granularity` `` $granularity^)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict `:` type($input)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$init,
                   CArg<"::mlir::fp8::GranularityAttr", "{}">:$granularity)>
  ];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = destinationDeclaration # [{
    ::mlir::fp8::GranularityAttr getGranularityOrTensor();
    ::mlir::Value getInit() { return getInits().front(); }
    ::mlir::Value getResult() { return getResults().front(); }
  }];
}

def FP8_ComputeScaleOp : FP8_Op<"compute_scale", "0.1.0", [Pure,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>,
    AllTypesMatch<["amax", "scale", "scale_inv"]>]> {
  let summary = "Turn amaxes into scales and their inverses";
  let description = [{
    For each element, with `max` the largest finite value of `format`:

    1. an amax below `epsilon` becomes `epsilon`;
    2. where the amax is 0, infinite or NaN, the scale is 1, or `previous`
       where that operand is given;
    3. otherwise it is `(max * 2^-margin) / amax` by IEEE division; an infinite
       quotient becomes the largest finite f32; `pow2` then clears the mantissa,
       that is, rounds down to a power of two;
    4. `scale_inv = 1 / scale`.

    `scaling` gives margin, pow2 and epsilon; absent, they are zero and false.

    **Constraints**
    - (C1) `previous` has the type of `amax`.
    - (C2) `format` is an 8-bit format.

    Example:
    ```mlir
    %scale, %scale_inv = fp8.compute_scale %amax for e4m3 scaling<pow2 = true> : tensor<f32>
    ```
  }];
  let arguments = (ins
    RankedTensorOf<[F32]>:$amax,
    Optional<RankedTensorOf<[F32]>>:$previous,
    EnumProp<FP8_FormatEnum>:$format,
    OptionalAttr<FP8_ScalingAttr>:$scaling);
  let results = (outs RankedTensorOf<[F32]>:$scale, RankedTensorOf<[F32]>:$scale_inv);
  let assemblyFormat = [{
    $amax `for` $format (`scaling` `` $scaling^)? (`keeping` $previous^)?
    attr-dict `:` type($amax) (`,` type($previous)^)?
  }];
  let hasVerifier = 1;
}

def FP8_UpdateScalesOp : FP8_Op<"update_scales", "0.1.0", [Pure,
    DeclareOpInterfaceMethods<AggregatedOpInterface, ["decomposeOperation"]>,
    AllTypesMatch<["history", "new_history"]>,
    AllTypesMatch<["amaxes", "scales", "new_scales", "nonfinite"]>]> {
  let summary = "One step of delayed scaling for every tensor of a direction";
  let description = [{
    Column `j` of the packed `history`, `L` rows by `N` columns, belongs to
    tensor `j`, whose amax of this step is `amaxes[j]`. For each column:

    1. `nonfinite[j]` is 1 where the amax is infinite or NaN, which then counts
       as 0, and 0 elsewhere;
    2. `last = amax != 0 ? amax : history[0]`;
    3. `window = max(history[1..L-1], last)` under `max`, `last` under
       `most_recent`;
    4. where `last` is not 0 the history rotates: `history'[i] = history[i+1]`
       for `1 <= i < L-1`, `history'[L-1] = last`, `history'[0] = 0`; otherwise
       it stays. A history of length 1 is only cleared;
    5. `scales'[j]` is the scale of `fp8.compute_scale` for `window`, keeping
       `scales[j]` where `last` is 0 or the window is 0 or not finite.

    **Constraints**
    - (C1) `history` has rank 2 and at least one row, `amaxes` rank 1, and
      columns and amaxes are equal in number.
    - (C2) `format` is an 8-bit format.

    Example:
    ```mlir
    %new_history, %new_scales, %nonfinite = fp8.update_scales %history, %amaxes, %scales for e4m3 : tensor<16x3xf32>, tensor<3xf32>
    ```
  }];
  let arguments = (ins
    2DTensorOf<[F32]>:$history,
    1DTensorOf<[F32]>:$amaxes,
    1DTensorOf<[F32]>:$scales,
    EnumProp<FP8_FormatEnum>:$format,
    DefaultValuedAttr<FP8_AmaxAlgoAttr, "::mlir::fp8::AmaxAlgo::Max">:$algo,
    OptionalAttr<FP8_ScalingAttr>:$scaling);
  let results = (outs 2DTensorOf<[F32]>:$new_history, 1DTensorOf<[F32]>:$new_scales,
                      1DTensorOf<[F32]>:$nonfinite);
  let assemblyFormat = [{
    $history `,` $amaxes `,` $scales `for` $format (`algo` `` $algo^)?
    (`scaling` `` $scaling^)? attr-dict `:` type($history) `,` type($amaxes)
  }];
  let hasVerifier = 1;
}

} // opDocGroup = FP8_OpGroupScale

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

def FP8_OpGroupTrain : OpDocGroup {
  let summary = "Contractions and updates";
  let description = "Ops that do the work of a training step on scaled tensors.";
}

let opDocGroup = FP8_OpGroupTrain in {

def FP8_ContractOp : FP8_DestinationOp<"contract", "0.1.0", [
    AttrSizedOperandSegments,
    FP8_Tiled]> {
  let summary = "Contract two scaled tensors, accumulating in f32";
  let description = [{
    `indexing_maps` are those of `linalg.contract`: one map from the iteration
    space to `lhs`, one to `rhs`, one to the result. With

        acc = sum of f32(decode(lhs)) * f32(decode(rhs)) over the reduced dims
        y   = activation(init + acc * (lhs_scale_inv * rhs_scale_inv) + bias)

    the result is `y`, or `encode(y * out_scale)` where the result holds 8-bit
    codes. Products are exact in f32 for 8-bit operands. The order of the sum
    is the target's: each states a bound. An absent inverse scale is 1.
    `with_amax` adds a last result, `max(init, max|y|)`.

    `lhs_granularity` and `rhs_granularity` say which elements of an operand
    share a scale; absent, all do. Where the scales of an operand do not vary
    along the reduced dimensions, because a granule holds all of them, they
    multiply the sum as above, each element of the result by the scales of its
    own granules. Elsewhere no scale is common to a sum: the elements
    `f32(decode(code)) * scale_inv`, rounded to f32, are multiplied and
    added, and the operand has no factor in `y`.

    `bias` is read along the last dimension of the result. With an 8-bit
    result the init is not read.

    **Constraints**
    - (C1) three indexing maps over one iteration space, each a projected
      permutation, of the ranks of `lhs`, `rhs` and the result.
    - (C2) shapes agree: each dimension of the iteration space has one extent.
    - (C3) every dimension occurs in at least two of the maps.
    - (C4) `lhs_scale_inv` and `rhs_scale_inv` are there if and only if their
      operand holds 8-bit codes.
    - (C5) `out_scale` is there if and only if the result holds 8-bit codes.
    - (C6) `bias` has the extent of the last dimension of the result.
    - (C7) one init, plus an f32 of rank 0 under `with_amax`; operands are all
      tensors or all memrefs.
    - (C8) a granularity is there only beside an inverse scale.
    - (C9) an inverse scale has the shape that the granularity gives for the
      shape of its operand, and elements f8E8M0FNU under `mx`, f32 otherwise.

    Example:
    ```mlir
    %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %sx, %w by %sw outs(%zeros : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
    ```
  }];
  let arguments = (ins
    FP8_Operand:$lhs,
    Optional<FP8_ScaleInv>:$lhs_scale_inv,
    FP8_Operand:$rhs,
    Optional<FP8_ScaleInv>:$rhs_scale_inv,
    Optional<FP8_F32Shaped>:$bias,
    Optional<FP8_F32Scalar>:$out_scale,
    Variadic<FP8_Operand>:$inits,
    TypedArrayAttrBase<AffineMapAttr, "one affine map for lhs, rhs and result">:$indexing_maps,
    OptionalAttr<FP8_GranularityAttr>:$lhs_granularity,
    OptionalAttr<FP8_GranularityAttr>:$rhs_granularity,
    DefaultValuedAttr<FP8_ActivationAttr, "::mlir::fp8::Activation::None">:$activation,
    UnitAttr:$with_amax);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $indexing_maps
    $lhs (`by` $lhs_scale_inv^)? (`granularity` `` $lhs_granularity^)? `,`
    $rhs (`by` $rhs_scale_inv^)? (`granularity` `` $rhs_granularity^)?
    (`bias` $bias^)? (`activation` `` $activation^)? (`scale` $out_scale^)?
    (`with_amax` $with_amax^)? `outs` `(` $inits `:` type($inits) `)`
    attr-dict `:` type($lhs) (`by` type($lhs_scale_inv)^)? `,`
    type($rhs) (`by` type($rhs_scale_inv)^)? (`bias` type($bias)^)?
    (`scale` type($out_scale)^)?
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$lhsScaleInv,
                   "::mlir::Value":$rhs, "::mlir::Value":$rhsScaleInv,
                   "::mlir::Value":$init,
                   "::llvm::ArrayRef<::mlir::AffineMap>":$indexingMaps,
                   CArg<"::mlir::fp8::GranularityAttr", "{}">:$lhsGranularity,
                   CArg<"::mlir::fp8::GranularityAttr", "{}">:$rhsGranularity)>
  ];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = destinationDeclaration # [{
    /// An operand that is multiplied: lhs is 0, rhs is 1.
    ::mlir::Value getFactor(unsigned i) { return i == 0 ? getLhs() : getRhs(); }
    /// Its inverse scales, or null.
    ::mlir::Value getScaleInv(unsigned i) { return i == 0 ? getLhsScaleInv() : getRhsScaleInv(); }
    ::mlir::fp8::GranularityAttr getGranularityOrTensor(unsigned i);
    /// Whether the scales of an operand vary along a reduced dimension, so that
    /// they multiply its elements and not the sum.
    bool scalesElements(unsigned i);
    /// Whether both operands have at most one scale.
    bool hasTensorScales() {
      return getGranularityOrTensor(0).isTensor() && getGranularityOrTensor(1).isTensor();
    }
    /// Where an element of the result finds the scale of an operand that does
    /// not scale its elements.
    ::mlir::AffineMap getScaleMap(unsigned i);
    ::llvm::SmallVector<::mlir::AffineMap> getIndexingMapsArray();
    /// Dimensions of the iteration space that the result does not have.
    ::llvm::SmallVector<unsigned> getReductionDims();
    /// Extents of the iteration space.
    ::llvm::SmallVector<int64_t> getStaticLoopRanges();
    bool hasCodesResult();
    ::mlir::Value getInit() { return getInits().front(); }
    ::mlir::Value getAmaxInit() { return getWithAmax() ? getInits().back() : ::mlir::Value(); }
    ::mlir::Value getResult() { return getResults().front(); }
    ::mlir::Value getAmax() { return getWithAmax() ? getResults().back() : ::mlir::Value(); }
  }];
}

def FP8_UpdateOp : FP8_DestinationOp<"update", "0.1.0", [
    AttrSizedOperandSegments, IsolatedFromAbove,
    SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    FP8_Tiled]> {
  let summary = "Apply an elementwise optimizer step to stored states";
  let description = [{
    For every element, the region maps the decoded states, the inputs (a
    gradient, masks) and the f32 scalars to new state values, which are then
    encoded as `storage` says. The body is f32 arithmetic without memory and
    without side effects: ops of `arith` and `math` and `fp8.convert`.

    The block arguments are one f32 per state, per input and per scalar. The
    terminator `fp8.yield` gives the new value of each state, then the values
    that `reductions` reduces. The region sees no value from outside of it.

    `storage` is one attribute per state; absent, every state is stored plain
    in its own element type. A state is kept in planes:

    | plane | there where | in `states` | in `inits` |
    |---|---|---|---|
    | main | always | yes | yes |
    | its `scale_inv` | the granularity is not `tensor` | yes | yes |
    | residual | the storage has one | yes | yes |
    | each copy | the storage lists it | no | yes |
    | its `scale_inv` | its granularity is not `tensor` | no | yes |

    A copy that has the codes of the main plane, transposed, has its scales,
    too: it counts below as a plane that is not 8 bits wide.

    A state is decoded as `d = decode(main) * scale_inv + decode(residual)`, or
    as `d = decode(join(main, residual)) * scale_inv` where the residual is that
    of a split; it is `d`, or `d * d` under the transform `sqrt`. A new value `n`
    is encoded as `t = n`, or `t = sqrt(n)`:

    - without a residual `main' = encode(t * scale)`;
    - with a Kahan compensation also `residual' = round(t - decode(main') *
      scale_inv')`, which absorbs what the rounding and a change of the scale
      lose;
    - under a split, `t * scale` is rounded once, to e4m11 or e4m19, and cut in
      two: `main'` is the nearest e4m3 code, ties away from zero.

    Copies encode `n`. `scale_inv'` is `1 / scale`, or what a granule makes. An
    amax is that of the `t` of a main plane, but of what is stored, before the
    transform is undone, where there is a residual; of a copy that of `n`.

    - `states` are the planes that are read, of each state in that order.
    - `inits` are the destinations of the results in order: the planes of each
      state; then one amax per main plane and copy that is 8 bits wide with a
      tensor-wise scale; then one f32 per reduction. Amaxes and reductions have
      rank 0 and accumulate: `max(init, ...)` or `init + sum`. A state and its
      destination may be one tensor or one buffer; other destinations overlap
      nothing.
    - `scales` are f32 of rank 0, for each main plane and copy that is 8 bits
      wide with a tensor-wise scale, in the order of the planes: `scale_inv` for
      decoding (main planes only), then `scale` for encoding (not under
      `probe`).
    - `skip`, when true, changes nothing: planes that are read come back as
      they are, every other result is its init.
    - `probe` computes amaxes and reductions only: no plane is written.
    - `indexing_maps` are one map per state and per input over the dimensions
      of the first state, whose map is the identity; inputs may broadcast or
      permute. Absent, every map is the identity.
    - `offsets` and `global_shape` place element 0 in, and give the shape of,
      the unpadded, unsharded, untransposed tensor, for the counter RNG.

    **Constraints**
    - (C1) there is at least one state; `storage` is absent or has one entry
      per state.
    - (C2) `states` are the planes that the storage asks for, with their
      element types.
    - (C3) the planes of a state have one shape, scales the shape that the
      granularity gives, and a transposed copy the reversed shape.
    - (C4) the region has one f32 argument per state, input and scalar.
    - (C5) `fp8.yield` gives one f32 per state and per reduction.
    - (C6) `indexing_maps` is absent or has one projected permutation or
      broadcast per state and input; shapes agree with them.
    - (C7) `inits` are the planes, amaxes and reductions that the table and the
      list above ask for; operands are all tensors or all memrefs.
    - (C8) `offsets` and `global_shape` come together, have one entry per
      dimension of the first state, and hold it.
    - (C9) `seed` and `step` are there if and only if a storage rounds
      stochastically.
    - (C10) the body holds ops of `arith` and `math`, and `fp8.convert`.
    - (C11) the number of `scales` is the one that the list above gives.

    Example:
    ```mlir
    %w1 = fp8.update states(%w : tensor<4x8xf32>) inputs(%g : tensor<4x8xf32>) scalars(%lr : tensor<f32>) outs(%w : tensor<4x8xf32>) {
    ^bb0(%p: f32, %d: f32, %rate: f32):
      %u = arith.mulf %rate, %d : f32
      %n = arith.subf %p, %u : f32
      fp8.yield %n : f32
    }
    ```
  }];
  let arguments = (ins
    Variadic<FP8_Plane>:$states,
    Variadic<FP8_Operand>:$inputs,
    Variadic<FP8_F32Scalar>:$scalars,
    Variadic<FP8_F32Scalar>:$scales,
    Optional<I1>:$skip,
    Optional<I32>:$seed,
    Optional<I32>:$step,
    Variadic<Index>:$offsets,
    Variadic<FP8_Plane>:$inits,
    OptionalAttr<TypedArrayAttrBase<FP8_StorageAttr, "one storage per state">>:$storage,
    OptionalAttr<TypedArrayAttrBase<FP8_ReductionAttr, "one reduction per extra value">>:$reductions,
    OptionalAttr<TypedArrayAttrBase<AffineMapAttr, "one affine map per state and input">>:$indexing_maps,
    OptionalAttr<DenseI64ArrayAttr>:$static_offsets,
    OptionalAttr<DenseI64ArrayAttr>:$global_shape,
    UnitAttr:$probe);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`probe` $probe^)? `states` `(` $states `:` type($states) `)`
    (`inputs` `(` $inputs^ `:` type($inputs) `)`)?
    (`scalars` `(` $scalars^ `:` type($scalars) `)`)?
    (`scales` `(` $scales^ `:` type($scales) `)`)?
    (`skip` $skip^)? (`seed` $seed^)? (`step` $step^)?
    (`storage` $storage^)? (`reductions` $reductions^)? (`maps` $indexing_maps^)?
    (`at` custom<DynamicIndexList>($offsets, $static_offsets) `of` $global_shape^)?
    `outs` `(` $inits `:` type($inits) `)` $body attr-dict
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = destinationDeclaration # placementDeclaration # [{
    /// The storage of state `i`, plain where the attribute is absent.
    ::mlir::fp8::StorageAttr getStorageOf(unsigned i);
    unsigned getNumStates();
    unsigned getNumReductions() { return getReductions() ? getReductions()->size() : 0; }
    ::mlir::fp8::ReductionKind getReduction(unsigned i);
    /// The planes of `states`, and those at the head of `inits`.
    ::llvm::SmallVector<::mlir::fp8::UpdatePlane> getReadPlanes();
    ::llvm::SmallVector<::mlir::fp8::UpdatePlane> getWrittenPlanes();
    /// The planes of every state and copy, whether or not they are written.
    ::llvm::SmallVector<::mlir::fp8::UpdatePlane> getAllPlanes();
    /// The amaxes that follow the planes in `inits`.
    unsigned getNumAmaxes();
    /// The main plane of each state, in `states`.
    ::llvm::SmallVector<::mlir::Value> getMainPlanes();
    /// Every state is one plain plane: what is lowered today.
    bool isPlain();
    /// The map of state `i`, or of input `i - getNumStates()`.
    ::mlir::AffineMap getMap(unsigned i);
    ::mlir::ShapedType getFirstType() {
      return ::llvm::cast<::mlir::ShapedType>(getStates().front().getType());
    }
  }];
}

def FP8_ScatterAddOp : FP8_DestinationOp<"scatter_add", "0.1.0"> {
  let summary = "Add slices into a tensor at given positions, in order";
  let description = [{
    With `indices` of shape `[N, K]` and an init of rank `R`, for `i` from 0 to
    `N - 1` in order, element by element of the slice:

        result[indices[i, 0], ..., indices[i, K-1], ...] += updates[i, ...]

    The order is fixed: equal indices add in ascending `i`. A slice whose index
    lies outside of the result is dropped.

    **Constraints**
    - (C1) `indices` has rank 2 and `1 <= K <= R`.
    - (C2) `updates` has shape `[N]` followed by the last `R - K` extents of the
      init.
    - (C3) one init, of the element type of `updates`; operands are all tensors
      or all memrefs.

    Example:
    ```mlir
    %table1 = fp8.scatter_add %rows at %ids outs(%table : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi64>
    ```
  }];
  let arguments = (ins
    FP8_Wide:$updates,
    FP8_Indices:$indices,
    Variadic<FP8_Wide>:$inits);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $updates `at` $indices `outs` `(` $inits `:` type($inits) `)`
    attr-dict `:` type($updates) `,` type($indices)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = destinationDeclaration # [{
    ::mlir::Value getInit() { return getInits().front(); }
    ::mlir::Value getResult() { return getResults().front(); }
  }];
}

def FP8_YieldOp : FP8_Op<"yield", "0.1.0", [Pure, ReturnLike, Terminator,
    ParentOneOf<["UpdateOp"]>]> {
  let summary = "Give the values of an update's region";
  let description = [{
    Terminates the region of `fp8.update`.

    Example:
    ```mlir
    %w1 = fp8.update states(%w : tensor<8xf32>) outs(%w : tensor<8xf32>) {
    ^bb0(%p: f32):
      fp8.yield %p : f32
    }
    ```
  }];
  let arguments = (ins Variadic<F32>:$values);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

} // opDocGroup = FP8_OpGroupTrain

include "fp8/IR/FP8OptimizerOps.td"
include "fp8/IR/FP8InitOp.td"
include "fp8/IR/FP8KernelOps.td"

#endif // FP8_IR_FP8OPS_TD
