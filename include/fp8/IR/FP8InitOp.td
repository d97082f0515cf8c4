//===- FP8InitOp.td - initial values -----------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8INITOP_TD
#define FP8_IR_FP8INITOP_TD

include "fp8/IR/FP8OpBase.td"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

def FP8_Distribution_Zeros           : I32EnumAttrCase<"Zeros", 0, "zeros">;
def FP8_Distribution_Ones            : I32EnumAttrCase<"Ones", 1, "ones">;
def FP8_Distribution_Constant        : I32EnumAttrCase<"Constant", 2, "constant">;
def FP8_Distribution_Uniform         : I32EnumAttrCase<"Uniform", 3, "uniform">;
def FP8_Distribution_Normal          : I32EnumAttrCase<"Normal", 4, "normal">;
def FP8_Distribution_TruncatedNormal : I32EnumAttrCase<"TruncatedNormal", 5, "truncated_normal">;
def FP8_DistributionEnum : FP8_Enum<"Distribution",
    "the distribution of initial values",
    [FP8_Distribution_Zeros, FP8_Distribution_Ones, FP8_Distribution_Constant,
     FP8_Distribution_Uniform, FP8_Distribution_Normal,
     FP8_Distribution_TruncatedNormal]>;

def FP8_Fan_In      : I32EnumAttrCase<"In", 0, "in">;
def FP8_Fan_Out     : I32EnumAttrCase<"Out", 1, "out">;
def FP8_Fan_Average : I32EnumAttrCase<"Average", 2, "average">;
def FP8_FanEnum : FP8_Enum<"Fan", "the divisor of a gain",
    [FP8_Fan_In, FP8_Fan_Out, FP8_Fan_Average]>;
def FP8_FanAttr : FP8_EnumAttr<FP8_FanEnum, "fan",
    "The number of inputs of an output (`in`), the number of outputs of an input "
    "(`out`), or half of their sum (`average`).">;

//===----------------------------------------------------------------------===//
// InitOp
//===----------------------------------------------------------------------===//

def FP8_InitInit : FP8_Shaped<
    [F32, BF16, F16, F8E4M3FN, F8E5M2, F8E8M0FNU],
    "f32, bf16, f16, f8E4M3FN, f8E5M2 or f8E8M0FNU">;

def FP8_OpGroupInit : OpDocGroup {
  let summary = "Initial values";
  let description = "Ops that create the initial states of training.";
}

let opDocGroup = FP8_OpGroupInit in {

def FP8_InitOp : FP8_DestinationOp<"init", "0.1.0", [
    AttrSizedOperandSegments]> {
  let summary = "Create initial values that do not depend on the sharding";
  let description = [{
    The value of an element depends only on its position in the whole tensor.
    `global_shape` is the shape of the whole tensor, and `offsets` is the
    position of element 0 in it. The defaults are the shape of the first init
    and zeros. Every shard therefore computes the same bits for an element.

    | distribution | `parameters` | values |
    |---|---|---|
    | `zeros`, `ones` | | 0, 1 |
    | `constant` | value | the value |
    | `uniform` | low, high | uniformly distributed between low and high |
    | `normal` | mean, deviation | normally distributed |
    | `truncated_normal` | mean, deviation, limit = 2 | normally distributed, at most `limit` deviations from the mean |

    `uniform`, `normal` and `truncated_normal` accept a `gain` instead of
    `parameters`. The mean is then 0 and the standard deviation is `gain /
    sqrt(n)`, also after truncation. `axes` are the dimensions of inputs and
    outputs, and R is the product of all other extents of the whole tensor.
    `fan<in>` sets n = inputs * R, `fan<out>` sets n = outputs * R, and
    `fan<average>` sets n to half of their sum. LeCun's initialization is `gain`
    1 with `in`, Glorot's is 1 with `average`, and He's is sqrt(2) with `in`.

    A value is computed in f32 from 32 random bits and rounded to nearest.
    Philox4x32-10 computes the bits from (`seed`, `stream`), the index of the
    element and use 1. The expansion from bits to values is the same on every
    target (`Numerics/Init.h`).

    If the first init holds 8-bit codes, the op computes the scales itself, in
    two passes. The first pass computes the exact amax, and the second pass
    encodes the values. Both passes generate the values from the same random
    bits, so unrounded values need no memory. A tensor-wise scale is computed
    from the amax of the whole tensor. `scale_inv` is the second result.

    `with_amax` adds max|value| of the whole tensor. `with_wide` is available
    with codes. It adds a last result: the values before encoding, rounded to the
    element type of that init. Master weights and residuals start from these
    values, never from the codes.

    `inits` are the destinations of the results, in this order: values or codes,
    `scale_inv`, amax, wide values. The op reads none of them.

    **Constraints**
    - (C1) the number of inits is 1, plus 1 with codes, plus 1 under
      `with_amax`, plus 1 under `with_wide`.
    - (C2) the number of `parameters` is as listed in the table. They are
      finite, low <= high, the deviation is not negative and the limit is
      positive.
    - (C3) `gain`, `fan` and `axes` are present together, instead of
      `parameters`, and only with `uniform`, `normal` and `truncated_normal`.
      The gain is finite and positive, and the axes are two different
      dimensions.
    - (C4) `seed` and `stream` are present if and only if the distribution is
      random.
    - (C5) `granularity`, `scaling` and `with_wide` are present only with codes.
    - (C6) `scale_inv` has the shape that the granularity determines for the
      shape of the codes. Its elements are f8E8M0FNU for `mx` and f32 otherwise.
    - (C7) the amax is an f32 of rank 0. The wide values have the shape of the
      codes and elements of f32, bf16 or f16.
    - (C8) `offsets` and `global_shape` are either both present or both absent.
      Each has one entry per dimension, and the local tensor lies inside the
      global tensor.
    - (C9) the local tensor does not split a granule of the whole tensor. For
      dynamic offsets, the program is responsible for this.
    - (C10) operands are all tensors or all memrefs; shapes are static.

    Example:
    ```mlir
    %w, %w_inv, %master = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 3 seed %seed with_wide outs(%codes0, %inv0, %wide0 : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>)
    ```
  }];
  let arguments = (ins
    Optional<I32>:$seed,
    Variadic<Index>:$offsets,
    Variadic<FP8_InitInit>:$inits,
    EnumProp<FP8_DistributionEnum>:$distribution,
    OptionalAttr<DenseF32ArrayAttr>:$parameters,
    OptionalAttr<F32Attr>:$gain,
    OptionalAttr<FP8_FanAttr>:$fan,
    OptionalAttr<DenseI64ArrayAttr>:$axes,
    OptionalAttr<FP8_GranularityAttr>:$granularity,
    OptionalAttr<FP8_ScalingAttr>:$scaling,
    OptionalAttr<I32Attr>:$stream,
    OptionalAttr<DenseI64ArrayAttr>:$static_offsets,
    OptionalAttr<DenseI64ArrayAttr>:$global_shape,
    UnitAttr:$with_amax,
    UnitAttr:$with_wide);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $distribution (`parameters` custom<Floats>($parameters)^)? (`gain` $gain^)? (`fan` `` $fan^)?
    (`axes` $axes^)? (`granularity` `` $granularity^)? (`scaling` `` $scaling^)?
    (`stream` $stream^)? (`seed` $seed^)?
    (`at` custom<DynamicIndexList>($offsets, $static_offsets) `of` $global_shape^)?
    (`with_amax` $with_amax^)? (`with_wide` $with_wide^)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = destinationDeclaration # placementDeclaration # [{
    ::mlir::fp8::GranularityAttr getGranularityOrTensor();
    /// Returns the first destination, which holds values or codes.
    ::mlir::Value getMainInit() { return getInits().front(); }
    ::mlir::ShapedType getMainType() {
      return ::llvm::cast<::mlir::ShapedType>(getMainInit().getType());
    }
    bool makesCodes();
    /// Returns the format of the codes.
    ::mlir::fp8::Format getFormat();
    ::mlir::Value getScaleInvInit() { return makesCodes() ? getInits()[1] : ::mlir::Value(); }
    ::mlir::Value getAmaxInit() { return getWithAmax() ? getInits()[1 + makesCodes()] : ::mlir::Value(); }
    ::mlir::Value getWideInit() { return getWithWide() ? getInits().back() : ::mlir::Value(); }
    ::mlir::Value getMain() { return getResults().front(); }
    ::mlir::Value getScaleInv() { return makesCodes() ? getResults()[1] : ::mlir::Value(); }
    ::mlir::Value getAmax() { return getWithAmax() ? getResults()[1 + makesCodes()] : ::mlir::Value(); }
    ::mlir::Value getWide() { return getWithWide() ? getResults().back() : ::mlir::Value(); }
    /// Returns true if the distribution is random.
    bool draws();
    /// Returns the distribution, with parameters computed from the gain if
    /// there is one.
    ::mlir::fp8::numerics::InitialValues getInitialValues();
  }];
}

} // opDocGroup = FP8_OpGroupInit

#endif // FP8_IR_FP8INITOP_TD
