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
    "how initial values are distributed",
    [FP8_Distribution_Zeros, FP8_Distribution_Ones, FP8_Distribution_Constant,
     FP8_Distribution_Uniform, FP8_Distribution_Normal,
     FP8_Distribution_TruncatedNormal]>;

def FP8_Fan_In      : I32EnumAttrCase<"In", 0, "in">;
def FP8_Fan_Out     : I32EnumAttrCase<"Out", 1, "out">;
def FP8_Fan_Average : I32EnumAttrCase<"Average", 2, "average">;
def FP8_FanEnum : FP8_Enum<"Fan", "what a gain is divided by",
    [FP8_Fan_In, FP8_Fan_Out, FP8_Fan_Average]>;
def FP8_FanAttr : FP8_EnumAttr<FP8_FanEnum, "fan",
    "The number of inputs of an output, of outputs of an input, or half of "
    "their sum.">;

//===----------------------------------------------------------------------===//
// InitOp
//===----------------------------------------------------------------------===//

def FP8_InitInit : FP8_Shaped<
    [F32, BF16, F16, F8E4M3FN, F8E5M2, F8E8M0FNU],
    "f32, bf16, f16, f8E4M3FN, f8E5M2 or f8E8M0FNU">;

def FP8_OpGroupInit : OpDocGroup {
  let summary = "Initial values";
  let description = "Ops that make the states that training starts from.";
}

let opDocGroup = FP8_OpGroupInit in {

def FP8_InitOp : FP8_DestinationOp<"init", "0.1.0", [
    AttrSizedOperandSegments]> {
  let summary = "Make initial values, equal for every split of the tensor";
  let description = [{
    The value of an element depends on its place in the whole tensor alone: in
    the tensor of shape `global_shape` in which element 0 lies at `offsets`;
    the defaults are the shape of the first init and zeros. Whoever makes a part
    makes the same bits.

    | distribution | `parameters` | values |
    |---|---|---|
    | `zeros`, `ones` | | 0, 1 |
    | `constant` | value | the value |
    | `uniform` | low, high | between low and high |
    | `normal` | mean, deviation | normal |
    | `truncated_normal` | mean, deviation, limit = 2 | normal, at most `limit` deviations from the mean |

    Instead of `parameters`, the last three take a `gain`, for a mean of 0 and a
    deviation of `gain / sqrt(n)`, also after truncation. With `axes` the
    dimensions of inputs and outputs and R the product of all other extents of
    the whole tensor, `fan<in>` is n = inputs * R, `fan<out>` n = outputs * R
    and `fan<average>` half of their sum. LeCun's initialization is a gain of 1
    and `in`, Glorot's 1 and `average`, He's sqrt(2) and `in`.

    A value is computed in f32 from the 32 bits that Philox4x32-10 gives for
    (`seed`, `stream`), the index of the element and use 1, by an expansion that
    every target runs (`Numerics/Init.h`), and rounded to nearest.

    With 8-bit codes as first init, the values are encoded by scales that are
    made inside, in two passes: the first computes the exact amax, from the same
    draws, and nothing but the codes is ever stored. A tensor-wise scale is made
    from the amax of the whole tensor. `scale_inv` is the second result.

    `with_amax` adds max|value| of the whole tensor; `with_wide`, with codes,
    adds last the values themselves, rounded to the elements of that init:
    masters and residuals start from them, never from codes.

    `inits` are the destinations of the results in order: values or codes,
    `scale_inv`, amax, wide values. None is read.

    **Constraints**
    - (C1) the number of inits is 1, plus 1 with codes, plus 1 under
      `with_amax`, plus 1 under `with_wide`.
    - (C2) `parameters` are as many as the table says, finite, with low <= high,
      a deviation that is not negative and a limit above 0.
    - (C3) `gain`, `fan` and `axes` come together, instead of `parameters`, and
      only with `uniform`, `normal` and `truncated_normal`; the gain is finite
      and positive, and the axes are two different dimensions.
    - (C4) `seed` and `stream` are there if and only if the distribution draws.
    - (C5) `granularity`, `scaling` and `with_wide` only with codes.
    - (C6) `scale_inv` has the shape that the granularity gives for the shape of
      the codes, and elements f8E8M0FNU under `mx`, f32 otherwise.
    - (C7) the amax is an f32 of rank 0; the wide values have the shape of the
      codes and elements f32, bf16 or f16.
    - (C8) `offsets` and `global_shape` come together, have one entry per
      dimension, and hold the tensor.
    - (C9) the part does not cut a granule of the whole tensor. Of offsets that
      are values, the program sees to that.
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
    $distribution (`parameters` $parameters^)? (`gain` $gain^)? (`fan` `` $fan^)?
    (`axes` $axes^)? (`granularity` `` $granularity^)? (`scaling` `` $scaling^)?
    (`stream` $stream^)? (`seed` $seed^)?
    (`at` custom<DynamicIndexList>($offsets, $static_offsets) `of` $global_shape^)?
    (`with_amax` $with_amax^)? (`with_wide` $with_wide^)?
    `outs` `(` $inits `:` type($inits) `)` attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = destinationDeclaration # placementDeclaration # [{
    ::mlir::fp8::GranularityAttr getGranularityOrTensor();
    /// The first init: of values, or of codes.
    ::mlir::Value getMainInit() { return getInits().front(); }
    ::mlir::ShapedType getMainType() {
      return ::llvm::cast<::mlir::ShapedType>(getMainInit().getType());
    }
    bool makesCodes();
    /// The format of the codes.
    ::mlir::fp8::Format getFormat();
    ::mlir::Value getScaleInvInit() { return makesCodes() ? getInits()[1] : ::mlir::Value(); }
    ::mlir::Value getAmaxInit() { return getWithAmax() ? getInits()[1 + makesCodes()] : ::mlir::Value(); }
    ::mlir::Value getWideInit() { return getWithWide() ? getInits().back() : ::mlir::Value(); }
    ::mlir::Value getMain() { return getResults().front(); }
    ::mlir::Value getScaleInv() { return makesCodes() ? getResults()[1] : ::mlir::Value(); }
    ::mlir::Value getAmax() { return getWithAmax() ? getResults()[1 + makesCodes()] : ::mlir::Value(); }
    ::mlir::Value getWide() { return getWithWide() ? getResults().back() : ::mlir::Value(); }
    /// Whether values differ from element to element.
    bool draws();
    /// The distribution, with the parameters that a gain stands for.
    ::mlir::fp8::numerics::InitialValues getInitialValues();
  }];
}

} // opDocGroup = FP8_OpGroupInit

#endif // FP8_IR_FP8INITOP_TD
