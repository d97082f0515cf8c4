//===- FP8CollectiveOps.td - collectives of ranks ----------*- tablegen -*-===//
#ifndef FP8_IR_FP8COLLECTIVEOPS_TD
#define FP8_IR_FP8COLLECTIVEOPS_TD

include "fp8/IR/FP8OpBase.td"

def FP8_OpGroupCollective : OpDocGroup {
  let summary = "Collectives";
  let description = [{
    Ops that combine or exchange tensors of several ranks. All ranks run the
    same program, and `fp8.mesh` of the module arranges them along named axes. A
    collective works on groups: the ranks of a group differ only in their
    positions along `axes`. The members of a group are ordered by rank.

    Ranks exchange only bytes. Every rank computes sums and maxima itself, in
    f32 and in a fixed order: along the last axis of `axes` first, from the
    first member to the last, then along the axis before it. All ranks of a
    group therefore get the same bits.

    A collective takes one or more tensors and has as many inits and results.
    Each result depends only on the input in the same position. All tensors
    share one exchange, which takes less time than one exchange per tensor.
  }];
}

/// Base class of collectives. The ranks of a group must run the same
/// collectives in the same order. Therefore collectives are not allowed under
/// control flow.
class FP8_CollectiveOp<string mnemonic>
    : FP8_DestinationOp<mnemonic, "0.2.0", [SameVariadicOperandSize]> {
  code collectiveDeclaration = [{
    /// Returns the mesh of the module.
    ::mlir::fp8::MeshAttr getMesh();
    /// Returns the numbers of ranks along `axes`.
    ::llvm::SmallVector<int64_t> getAxisSizes();
    /// Returns the number of ranks in a group.
    int64_t getGroupSize();
    /// The operands and the result of an op with a single tensor.
    ::mlir::Value getInput() { return ::llvm::getSingleElement(getInputs()); }
    ::mlir::Value getInit() { return ::llvm::getSingleElement(getInits()); }
    ::mlir::Value getResult() { return ::llvm::getSingleElement(getResults()); }
  }];
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
  let extraClassDeclaration = destinationDeclaration # collectiveDeclaration;
}

let opDocGroup = FP8_OpGroupCollective in {

def FP8_AllReduceOp : FP8_CollectiveOp<"all_reduce"> {
  let summary = "Reduce a tensor over ranks";
  let description = [{
    Every rank of a group gets the same results: for each input, the elementwise
    `sum` or `max` over all members of the group, in the order of the ranks. A
    sum is `((x0 + x1) + x2) + ...`, and each addition rounds to f32. A maximum
    is computed as by `arith.maximumf`: it is NaN if any operand is NaN.

    **Constraints**
    - (C1) there are one or more inputs and as many inits. An init has the shape
      of its input, which is static.
    - (C2) `axes` are one or more different axes of the `fp8.mesh` of the
      module, in the order of the mesh.
    - (C3) the op is in the body of a function, not in a nested region.
    - (C4) operands are all tensors or all memrefs.

    Example:
    ```mlir
    %total = fp8.all_reduce sum %gradient over ["dp"] outs(%init : tensor<4x8xf32>) : tensor<4x8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<FP8_F32Shaped>:$inputs,
    Variadic<FP8_F32Shaped>:$inits,
    EnumProp<FP8_ReductionEnum>:$kind,
    StrArrayAttr:$axes);
  let assemblyFormat = [{
    $kind $inputs `over` $axes `outs` `(` $inits `:` type($inits) `)`
    attr-dict `:` type($inputs)
  }];
}

def FP8_AllGatherOp : FP8_CollectiveOp<"all_gather"> {
  let summary = "Concatenate the rows of all ranks";
  let description = [{
    Every rank of a group gets, for each input, the concatenation of this input
    over all members, along the first dimension and in the order of the ranks.
    If the result has fewer rows than the concatenation, the last rows are
    padding and are dropped. In Planned form, `order` assigns the op to a
    stream.

    **Constraints**
    - (C1) there are one or more inputs and as many inits. Input and init have a
      rank of 1 or more, one element type and static shapes.
    - (C2) an init has at most as many rows as the corresponding inputs of all
      members together. All other extents are equal.
    - (C3) `axes` are one or more different axes of the `fp8.mesh` of the
      module, in the order of the mesh.
    - (C4) the op is in the body of a function, not in a nested region.
    - (C5) operands are all tensors or all memrefs.

    Example:
    ```mlir
    %weight = fp8.all_gather %rows over ["dp"] outs(%init : tensor<10x8xf8E4M3FN>) : tensor<3x8xf8E4M3FN>
    %block:2 = fp8.all_gather %a, %b over ["dp"] outs(%i, %j : tensor<10x8xi8>, tensor<7xf32>) : tensor<3x8xi8>, tensor<2xf32>
    ```
  }];
  let arguments = (ins
    Variadic<FP8_Plane>:$inputs,
    Variadic<FP8_Plane>:$inits,
    StrArrayAttr:$axes,
    OptionalAttr<FP8_StreamOrderAttr>:$order);
  let assemblyFormat = [{
    $inputs `over` $axes (`on` `` $order^)? `outs` `(` $inits `:` type($inits) `)`
    attr-dict `:` type($inputs)
  }];
}

def FP8_ReduceScatterOp : FP8_CollectiveOp<"reduce_scatter"> {
  let summary = "Reduce a tensor over ranks, and keep the rows of one rank";
  let description = [{
    Reduces the inputs of a group as `fp8.all_reduce` does, and distributes the
    rows of the result. Member k of the group gets rows `k * rows` to
    `(k + 1) * rows - 1`, where `rows` is the first extent of the result. Rows
    beyond the input are zeros.

    **Constraints**
    - (C1) there are one or more inputs and as many inits. Input and init have a
      rank of 1 or more and static shapes.
    - (C2) an input has at most as many rows as the corresponding inits of all
      members together. All other extents are equal.
    - (C3) `axes` are one or more different axes of the `fp8.mesh` of the
      module, in the order of the mesh.
    - (C4) the op is in the body of a function, not in a nested region.
    - (C5) operands are all tensors or all memrefs.

    Example:
    ```mlir
    %part = fp8.reduce_scatter sum %gradient over ["dp"] outs(%init : tensor<3x8xf32>) : tensor<10x8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<FP8_F32Shaped>:$inputs,
    Variadic<FP8_F32Shaped>:$inits,
    EnumProp<FP8_ReductionEnum>:$kind,
    StrArrayAttr:$axes);
  let assemblyFormat = [{
    $kind $inputs `over` $axes `outs` `(` $inits `:` type($inits) `)`
    attr-dict `:` type($inputs)
  }];
}

def FP8_AllToAllOp : FP8_CollectiveOp<"all_to_all"> {
  let summary = "Exchange rows between every two ranks";
  let description = [{
    Let `rows` be the number of rows per rank. Member k sends rows `i * rows` to
    `(i + 1) * rows - 1` of its input to member i, for every i. The first
    dimension of the result enumerates the members of the group, and the second
    dimension enumerates rows: `result[i]` holds the rows that member i sent.
    Rows beyond the input are zeros.

    A reduction of the result along its first dimension gives the result of
    `fp8.reduce_scatter`. In Planned form, `order` assigns the op to a stream.

    **Constraints**
    - (C1) there are one or more inputs and as many inits. Input and init have
      one element type and static shapes, and the init has one dimension more
      than its input.
    - (C2) the first extent of an init is the number of ranks in a group. Its
      input has at most as many rows as all ranks together. All other extents
      are equal.
    - (C3) `axes` are one or more different axes of the `fp8.mesh` of the
      module, in the order of the mesh.
    - (C4) the op is in the body of a function, not in a nested region.
    - (C5) operands are all tensors or all memrefs.

    Example:
    ```mlir
    %received = fp8.all_to_all %gradient over ["dp"] outs(%init : tensor<4x3x8xf32>) : tensor<10x8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<FP8_Plane>:$inputs,
    Variadic<FP8_Plane>:$inits,
    StrArrayAttr:$axes,
    OptionalAttr<FP8_StreamOrderAttr>:$order);
  let assemblyFormat = [{
    $inputs `over` $axes (`on` `` $order^)? `outs` `(` $inits `:` type($inits) `)`
    attr-dict `:` type($inputs)
  }];
}

} // opDocGroup = FP8_OpGroupCollective

#endif // FP8_IR_FP8COLLECTIVEOPS_TD
