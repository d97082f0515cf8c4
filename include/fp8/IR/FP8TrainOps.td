//===- FP8TrainOps.td - contractions and updates -----------*- tablegen -*-===//
#ifndef FP8_IR_FP8TRAINOPS_TD
#define FP8_IR_FP8TRAINOPS_TD

include "fp8/IR/FP8OpBase.td"

def FP8_OpGroupTrain : OpDocGroup {
  let summary = "Contractions and updates";
  let description = "Ops that perform the computation of a training step on scaled tensors.";
}

let opDocGroup = FP8_OpGroupTrain in {

def FP8_ContractOp : FP8_DestinationOp<"contract", "0.1.0", [
    AttrSizedOperandSegments,
    FP8_Tiled]> {
  let summary = "Contract two scaled tensors with f32 accumulation";
  let description = [{
    `indexing_maps` are the maps of `linalg.contract`: one map from the
    iteration space to `lhs`, one to `rhs`, and one to the result. With

        acc = sum of f32(decode(lhs)) * f32(decode(rhs)) over the reduced dims
        y   = activation(init + acc * (lhs_scale_inv * rhs_scale_inv) + bias)

    the result is `y`, or `encode(y * out_scale)` if the result holds 8-bit
    codes. For 8-bit operands the products of elements are exact in f32. The
    target chooses the order of the sum and documents an error bound. An absent
    inverse scale counts as 1. `with_amax` adds a last result,
    `max(init, max|y|)`.

    `lhs_granularity` and `rhs_granularity` determine which elements of an
    operand share a scale. By default all elements share one. There are two
    cases:

    - One granule covers the reduced dimensions completely, so the scales do not
      vary along them. The scales then multiply the sum as above: each element
      of the result is multiplied by the scales of its own granules.
    - The scales vary along a reduced dimension. The op then sums products of
      `f32(decode(code)) * scale_inv`, rounded to f32, and the operand
      contributes no factor to `y`.

    `bias` has one element per index of the last dimension of the result. The
    init is not read if the result holds 8-bit codes.

    **Constraints**
    - (C1) there are three indexing maps over one iteration space. Each is a
      projected permutation, and they have the ranks of `lhs`, `rhs` and the
      result.
    - (C2) shapes agree: each dimension of the iteration space has one extent.
    - (C3) every dimension occurs in at least two of the maps.
    - (C4) `lhs_scale_inv` and `rhs_scale_inv` are present if and only if their
      operand holds 8-bit codes.
    - (C5) `out_scale` is present if and only if the result holds 8-bit codes.
    - (C6) `bias` has the extent of the last dimension of the result.
    - (C7) there is one init, plus an f32 of rank 0 under `with_amax`; operands
      are all tensors or all memrefs.
    - (C8) a granularity is present only for an operand with an inverse scale.
    - (C9) an inverse scale has the shape that the granularity determines for
      the shape of its operand. Its elements are f8E8M0FNU for `mx` and f32
      otherwise.

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
    /// Returns factor `i` of the contraction: 0 is lhs, 1 is rhs.
    ::mlir::Value getFactor(unsigned i) { return i == 0 ? getLhs() : getRhs(); }
    /// Returns the inverse scales of factor `i`, or null.
    ::mlir::Value getScaleInv(unsigned i) { return i == 0 ? getLhsScaleInv() : getRhsScaleInv(); }
    ::mlir::fp8::GranularityAttr getGranularityOrTensor(unsigned i);
    /// Returns true if the scales of factor `i` vary along a reduced dimension.
    /// They must then multiply the elements instead of the sum.
    bool scalesElements(unsigned i);
    /// Returns true if both operands have at most one scale.
    bool hasTensorScales() {
      return getGranularityOrTensor(0).isTensor() && getGranularityOrTensor(1).isTensor();
    }
    /// Returns the map from an index of the result to the index of the scale of
    /// factor `i`. Requires that scalesElements(i) is false.
    ::mlir::AffineMap getScaleMap(unsigned i);
    ::llvm::SmallVector<::mlir::AffineMap> getIndexingMapsArray();
    /// Returns the reduced dimensions of the iteration space.
    ::llvm::SmallVector<unsigned> getReductionDims();
    /// Returns the extents of the iteration space.
    ::llvm::SmallVector<int64_t> getStaticLoopRanges();
    bool hasCodesResult();
    /// Returns true if the op computes more than scaled sums, added to the
    /// init.
    bool hasEpilogue();
    /// Creates the contraction without its epilogue, and ops that compute the
    /// epilogue from its result. Sets `product` to the new contraction, which
    /// has an f32 result and is the last `fp8.contract` before the insertion
    /// point. Returns replacements for the results.
    ::mlir::FailureOr<::llvm::SmallVector<::mlir::Value>> splitEpilogue(::mlir::OpBuilder &builder, ::mlir::fp8::ContractOp &product);
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
    gradient, masks) and the f32 scalars to new state values. `storage`
    determines how the op encodes the new values. The body is f32 arithmetic
    without memory accesses and side effects: ops of `arith` and `math`, and
    `fp8.convert`.

    The block arguments are one f32 per state, per input and per scalar. The
    terminator `fp8.yield` returns the new value of each state, followed by the
    values that `reductions` reduces. The region uses no value defined outside
    it.

    `storage` has one attribute per state. Without it, every state is stored
    unscaled in its own element type. A state is stored in several planes:

    | plane | present if | in `states` | in `inits` |
    |---|---|---|---|
    | main | always | yes | yes |
    | `scale_inv` of main | the granularity is not `tensor` | yes | yes |
    | residual | the storage has one | yes | yes |
    | each copy | the storage lists it | no | yes |
    | `scale_inv` of a copy | the granularity of the copy is not `tensor` | no | yes |

    A transposed copy that reuses the codes of the main plane also reuses its
    scales. In the lists below, such a copy counts as a plane without a
    tensor-wise scale.

    The op decodes a state as `d = decode(main) * scale_inv + decode(residual)`.
    For a split residual it is `d = decode(join(main, residual)) * scale_inv`.
    The value of the state is `d`, or `d * d` under the transform `sqrt`. To
    encode a new value `n`, the op computes `t = n`, or `t = sqrt(n)` under this
    transform:

    - Without a residual, `main' = encode(t * scale)`.
    - With a Kahan compensation, in addition `residual' = round(t -
      decode(main') * scale_inv')`. The residual compensates the rounding error
      of main, also if the scale has changed.
    - With a split, `t * scale` is rounded once, to e4m11 or e4m19, and split in
      two: `main'` is the nearest e4m3 code, ties away from zero, and
      `residual'` holds the difference.

    Copies encode `n`. `scale_inv'` is `1 / scale`, or the inverse scale that
    the op computes for a granule. The amax of a main plane is max|t|. For a
    main plane with a residual it is instead the largest absolute value as
    stored, before the transform is undone. The amax of a copy is max|n|.

    - `states` are the planes that the op reads: all planes of the first state,
      then all planes of the second state, and so on.
    - `inits` are the destinations of the results, in this order: the planes of
      each state; one amax per main plane and copy that has a tensor-wise scale;
      one f32 per reduction. A plane has a tensor-wise scale if it is 8 bits
      wide and its granularity is `tensor`, or if it is f16 and its granularity
      `tensor` is spelled out. Amaxes and reductions have rank 0 and accumulate:
      `max(init, ...)` or `init + sum`. A state and its destination may be the
      same tensor or buffer; other destinations do not overlap with anything.
    - `scales` are f32 tensors of rank 0, for the main planes and copies that
      have a tensor-wise scale, in the order of the planes: first `scale_inv`
      for decoding (main planes only), then `scale` for encoding (absent under
      `probe`).
    - `skip`, if true, suppresses all changes: the planes that are read are
      returned unchanged, and every other result is its init.
    - `probe` computes only amaxes and reductions and writes no plane.
    - `indexing_maps` are one map per state and per input, over the dimensions
      of the first state. The map of the first state is the identity. Inputs may
      be broadcast or permuted. Without this attribute every map is the
      identity.
    - `offsets` is the position of element 0 in the unpadded, unsharded,
      untransposed tensor, and `global_shape` is the shape of that tensor. The
      counter-based RNG uses them.
    - `valid` is the number of rows, along the first dimension of the first
      state, that belong to the tensor. Later rows are padding: the new values of
      their states are 0, and they add nothing to reductions.

    **Constraints**
    - (C1) there is at least one state; `storage` is absent or has one entry per
      state.
    - (C2) `states` are the planes that the storage requires, with their element
      types.
    - (C3) the planes of a state have the same shape, scales have the shape that
      the granularity determines, and a transposed copy has the reversed shape.
    - (C4) the region has one f32 argument per state, input and scalar.
    - (C5) `fp8.yield` has one f32 operand per state and per reduction.
    - (C6) `indexing_maps` is absent or has one projected permutation or
      broadcast per state and input; shapes agree with the maps.
    - (C7) `inits` are the planes, amaxes and reductions that the table and the
      list above require; operands are all tensors or all memrefs.
    - (C8) `offsets` and `global_shape` are either both present or both absent.
      Each has one entry per dimension of the first state, and the first state
      lies inside the global tensor.
    - (C9) `seed` and `step` are present if and only if a storage rounds
      stochastically.
    - (C10) the body contains only ops of `arith` and `math`, and `fp8.convert`.
    - (C11) the number of `scales` is the number that the list above requires.
    - (C12) `valid` is absent if the first state has rank 0.

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
    Optional<Index>:$valid,
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
    (`valid` $valid^)? `outs` `(` $inits `:` type($inits) `)` $body attr-dict
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = destinationDeclaration # placementDeclaration # [{
    /// Returns the storage of state `i`. By default, a state is one unscaled
    /// plane.
    ::mlir::fp8::StorageAttr getStorageOf(unsigned i);
    unsigned getNumStates();
    unsigned getNumReductions() { return getReductions() ? getReductions()->size() : 0; }
    ::mlir::fp8::ReductionKind getReduction(unsigned i);
    /// Returns the planes that are operands in `states`, or the planes at the
    /// start of `inits`.
    ::llvm::SmallVector<::mlir::fp8::UpdatePlane> getReadPlanes();
    ::llvm::SmallVector<::mlir::fp8::UpdatePlane> getWrittenPlanes();
    /// Returns the planes of every state and copy, written or not.
    ::llvm::SmallVector<::mlir::fp8::UpdatePlane> getAllPlanes();
    /// Returns the number of amaxes, which follow the planes in `inits`.
    unsigned getNumAmaxes();
    /// Returns, for each state, the operand that holds its main plane.
    ::llvm::SmallVector<::mlir::Value> getMainPlanes();
    /// Returns true if every state is one unscaled plane and the op is not a
    /// probe.
    bool isPlain();
    /// Returns the indexing map of state `i`, or of input `i - getNumStates()`.
    ::mlir::AffineMap getMap(unsigned i);
    ::mlir::ShapedType getFirstType() {
      return ::llvm::cast<::mlir::ShapedType>(getStates().front().getType());
    }
  }];
}

def FP8_ScatterAddOp : FP8_DestinationOp<"scatter_add", "0.1.0"> {
  let summary = "Add slices to a tensor at given positions, in order";
  let description = [{
    Let `indices` have shape `[N, K]` and the init have rank `R`. The op
    performs this addition for `i` from 0 to `N - 1` in order, for every element
    of the slice:

        result[indices[i, 0], ..., indices[i, K-1], ...] += updates[i, ...]

    The order is fixed: slices with equal indices are added in ascending order
    of `i`. A slice with an index outside the result is dropped.

    **Constraints**
    - (C1) `indices` has rank 2 and `1 <= K <= R`.
    - (C2) `updates` has shape `[N]` followed by the last `R - K` extents of the
      init.
    - (C3) there is one init, with the element type of `updates`; operands are
      all tensors or all memrefs.

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

def FP8_BarrierOp : FP8_Op<"barrier", "0.1.0", [
    Pure,
    AllTypesMatch<["source", "result"]>]> {
  let summary = "Order the uses of a tensor after another computation";
  let description = [{
    The result is `source`, bit for bit. Users of the result run after the
    computation of `after`. The op does not read the contents of `after`.

    Rematerialization inserts barriers: recomputed ops read their operands
    through them. The result of a barrier is not the same SSA value as its
    source, so neither CSE nor fusion merges the recomputation with the
    original. In Planned form ops run in list order, and no barrier is left: the
    result uses the memory of `source`.

    Example:
    ```mlir
    %again = fp8.barrier %x after %g : tensor<4x8xf32>, tensor<4x16xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$source, AnyRankedTensor:$after);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source `after` $after attr-dict `:` type($source) `,` type($after)
  }];
}

def FP8_YieldOp : FP8_Op<"yield", "0.1.0", [Pure, ReturnLike, Terminator,
    ParentOneOf<["UpdateOp", "AttentionOp", "AttentionBackwardOp"]>]> {
  let summary = "Return the values of the region of an update or of attention";
  let description = [{
    Terminates the region of `fp8.update`, `fp8.attention` and
    `fp8.attention_backward`.

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

#endif // FP8_IR_FP8TRAINOPS_TD
