//===- FP8ScaleOps.td - scales -----------------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8SCALEOPS_TD
#define FP8_IR_FP8SCALEOPS_TD

include "fp8/IR/FP8OpBase.td"

def FP8_OpGroupScale : OpDocGroup {
  let summary = "Scales";
  let description = "Ops that measure tensors and compute scales from the measurements.";
}

let opDocGroup = FP8_OpGroupScale in {

def FP8_AmaxOp : FP8_DestinationOp<"amax", "0.1.0", [FP8_Tiled]> {
  let summary = "Reduce to the largest absolute value";
  let description = [{
    Computes `result = max(init, max|input|)` in f32 over each granule. If
    `init` or any element is NaN, the result is the NaN 0x7FC00000. The result
    therefore does not depend on the order of the elements.

    **Constraints**
    - (C1) there is exactly one init. It has f32 elements and the shape that the
      granularity determines for the shape of `input`.
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
  let summary = "Compute scales and their inverses from amaxes";
  let description = [{
    For each element, with `max` the largest finite value of `format`:

    1. An amax below `epsilon` is replaced by `epsilon`.
    2. If the amax is 0, infinite or NaN, the scale is `previous`, or 1 without
       this operand.
    3. Otherwise the scale is `(max * 2^-margin) / amax` by IEEE division. An
       infinite quotient becomes the largest finite f32. `pow2` then clears the
       mantissa, which rounds the scale down to a power of two.
    4. `scale_inv = 1 / scale`.

    `scaling` holds `margin`, `pow2` and `epsilon`. Without it, `margin` and
    `epsilon` are 0 and `pow2` is false.

    **Constraints**
    - (C1) `previous` has the type of `amax`.
    - (C2) `format` is an 8-bit format or f16.

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
  let summary = "Perform one step of delayed scaling for several tensors";
  let description = [{
    `history` is a packed history of `L` rows and `N` columns. Column `j`
    belongs to tensor `j`, and `amaxes[j]` is the amax of this tensor in the
    current step. For each column:

    1. If the amax is infinite or NaN, `nonfinite[j]` is 1 and the amax is
       treated as 0. Otherwise `nonfinite[j]` is 0.
    2. `last = amax != 0 ? amax : history[0]`.
    3. `window = max(history[1..L-1], last)` under `max`, and `last` under
       `most_recent`.
    4. If `last` is not 0, the history rotates: `history'[i] = history[i+1]` for
       `1 <= i < L-1`, `history'[L-1] = last`, `history'[0] = 0`. Otherwise the
       history does not change. A history of length 1 is only cleared.
    5. `scales'[j]` is the scale that `fp8.compute_scale` computes from
       `window`. It is `scales[j]` if `last` is 0 or if the window is 0 or not
       finite.

    **Constraints**
    - (C1) `history` has rank 2 and at least one row. `amaxes` has rank 1 and
      one element per column of `history`.
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

#endif // FP8_IR_FP8SCALEOPS_TD
