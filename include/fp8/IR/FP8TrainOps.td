//===- FP8TrainOps.td - contractions and updates -----------*- tablegen -*-===//
#ifndef FP8_IR_FP8TRAINOPS_TD
#define FP8_IR_FP8TRAINOPS_TD

include "fp8/IR/FP8OpBase.td"

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
    /// Whether it computes more than scaled sums that are added to the init.
    bool hasEpilogue();
    /// Builds the contraction without its epilogue, which gives f32 and is the
    /// last op of that kind before the insertion point, and ops that compute the
    /// epilogue from it. Gives what stands for the results.
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
    too: it counts below as a plane without a tensor-wise scale.

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
      state; then one amax per main plane and copy with a tensor-wise scale,
      which is 8 bits wide, or f16 that spells `tensor`; then one f32 per
      reduction. Amaxes and reductions have
      rank 0 and accumulate: `max(init, ...)` or `init + sum`. A state and its
      destination may be one tensor or one buffer; other destinations overlap
      nothing.
    - `scales` are f32 of rank 0, for each of the same main planes and copies,
      in the order of the planes: `scale_inv` for
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

def FP8_BarrierOp : FP8_Op<"barrier", "0.1.0", [
    Pure,
    AllTypesMatch<["source", "result"]>]> {
  let summary = "Give a tensor once another one is computed";
  let description = [{
    The result is `source`, bit for bit. Whoever reads it runs after whatever
    computes `after`, of which nothing is read.

    What a step computes a second time, to keep less of it, reads its operands
    through barriers. They are other values than those that the first time
    reads, so neither CSE nor fusion makes one of the two. In Planned form ops run in
    the order of a list, and no barrier is left: the result lies where `source`
    lies.

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

#endif // FP8_IR_FP8TRAINOPS_TD
