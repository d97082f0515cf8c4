//===- FP8Attrs.td - fp8 attributes ------------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8ATTRS_TD
#define FP8_IR_FP8ATTRS_TD

include "fp8/IR/FP8Enums.td"
include "mlir/IR/AttrTypeBase.td"

class FP8_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<FP8_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def FP8_GranularityAttr : FP8_Attr<"Granularity", "granularity"> {
  let summary = "Elements that share one scale";
  let description = [{
    | spelling | scope of one scale | shape of the scales of `[d0, ..., dn]` |
    |---|---|---|
    | `tensor` | the whole tensor | `[]` |
    | `row` | one row: all of the last dimension | `[d0, ..., dn-1]` |
    | `block MxN` | `M` by `N` elements of the last two dimensions | `[d0, ..., ceil(dn-1 / M), ceil(dn / N)]` |
    | `mx` | 32 elements of the last dimension; the scale is e8m0 | `[d0, ..., ceil(dn / 32)]` |
    | `mx 32x1` | 32 elements of the second to last dimension; the scale is e8m0 | `[d0, ..., ceil(dn-1 / 32), dn]` |
    | `group N` | `N` elements of the flattened tensor | `[ceil(d0 * ... * dn / N)]` |

    The elements that share one scale form a granule (scaling block). The last
    block or group along a dimension may be shorter. `mx 32x1` is the `mx` of
    the transposed matrix: an op that reads a matrix along its columns uses it.

    **Constraints**
    - (C1) `tensor` and `row` have no sizes, `group` has one size and `block`
      has two sizes.
    - (C2) every size is positive.
    - (C3) `mx` has either no sizes or the sizes 32x1.

    Example:
    ```mlir
    #granularity_example = #fp8.granularity<block 1x128>
    ```
  }];
  let parameters = (ins "GranularityKind":$kind,
                        OptionalArrayRefParameter<"int64_t">:$sizes);
  let builders = [
    AttrBuilder<(ins "GranularityKind":$kind), [{
      return $_get($_ctxt, kind, llvm::ArrayRef<int64_t>());
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isTensor() const { return getKind() == GranularityKind::Tensor; }
    bool isMX() const { return getKind() == GranularityKind::MX; }

    /// Returns the extents of a granule of kind `block` or `mx`, for the last
    /// dimensions of a tensor. Returns an empty list for the other kinds.
    llvm::SmallVector<int64_t> getBlockSizes() const;

    /// Returns the number of consecutive elements that share a scale along
    /// dimension `dim` of a tensor with `rank` dimensions. Returns 0 if all
    /// elements along `dim` share a scale.
    int64_t getExtent(int64_t dim, int64_t rank) const;

    /// Returns the shape of the scales of a tensor of `shape`. Fails if the
    /// granularity does not fit: `row` and `mx` need rank 1 or more, `block`
    /// and `mx 32x1` need rank 2 or more, and `group` needs static extents.
    llvm::FailureOr<llvm::SmallVector<int64_t>>
    getScaleShape(llvm::ArrayRef<int64_t> shape) const;

    /// Returns the index of the scale of element `index`, for a tensor of
    /// static `shape`.
    llvm::SmallVector<int64_t>
    getScaleIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int64_t> index) const;
  }];
}

def FP8_ScalingAttr : FP8_Attr<"Scaling", "scaling"> {
  let summary = "Computation of a scale from an amax";
  let description = [{
    Computes `scale = (max / 2^margin) / amax`, where `max` is the largest
    finite value of the format. An amax below `epsilon` is first replaced by
    `epsilon`. `pow2` rounds the scale down to a power of two.

    **Constraints**
    - (C1) `margin` is a whole number from 0 to 127.
    - (C2) `epsilon` is finite and not negative.

    Example:
    ```mlir
    #scaling_example = #fp8.scaling<margin = 1, pow2 = true>
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "0">:$margin,
    DefaultValuedParameter<"bool", "false">:$pow2,
    APFloatParameter<"least amax, f32">:$epsilon);
  let builders = [
    AttrBuilder<(ins CArg<"int64_t", "0">:$margin, CArg<"bool", "false">:$pow2,
                     CArg<"float", "0.0f">:$epsilon), [{
      return $_get($_ctxt, margin, pow2, llvm::APFloat(epsilon));
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def FP8_CopyAttr : FP8_Attr<"Copy", "copy"> {
  let summary = "An additional encoding of a state, which updates write and never read";
  let description = [{
    A copy is encoded from the same f32 value as the main plane. It has its own
    scale and its own amax. An update writes copies but never decodes the state
    from them.

    **Constraints**
    - (C1) the granularity of a transposed copy is not `group`.
    - (C2) `mx` requires e4m3 or e5m2.
    - (C3) `bf16`, `f16` and `f32` have no scale: their granularity is `tensor`.
    - (C4) the format is not `e4m11` or `e4m19`.

    A transposed copy reuses the codes of the main plane, transposed, if all of
    the following hold. Otherwise the copy is quantized separately.

    - Both planes have the same format and the same granularity.
    - The granularity is `tensor` or, for a matrix, a square `block`.
    - The storage has no transform.

    Example:
    ```mlir
    #copy_example = #fp8.copy<format = e4m3, transposed = true>
    ```
  }];
  let parameters = (ins
    EnumParameter<FP8_FormatEnum>:$format,
    DefaultValuedParameter<"bool", "false">:$transposed,
    OptionalParameter<"GranularityAttr">:$granularity);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def FP8_StorageAttr : FP8_Attr<"Storage", "storage"> {
  let summary = "Storage of a logical f32 value between steps";
  let description = [{
    Describes how the planes of a state are encoded. Tensor-wise scales are not
    part of the storage: they are operands of the ops.

    | field | default | meaning |
    |---|---|---|
    | `format` | | encoding of the main plane |
    | `granularity` | `tensor` | elements that share a scale; `f16` has a scale only if `tensor` is spelled out |
    | `pow2_scale` | `false` | scales that the op computes itself are powers of two |
    | `transform` | `none` | function applied before encoding |
    | `rounding` | `nearest_even` | rounding mode of the last plane that rounds |
    | `residual` | `none` | second plane that holds the rounding error of the main plane: a Kahan compensation in `bf16`, `f16` or `f32`, or the low bits of a wider minifloat, `split8` or `split16` |
    | `compute` | `main` | planes that forward and backward read: the main plane, or main and residual together (`full`) |
    | `stream` | | stream of the counter-based RNG, unique per name and plane |
    | `copies` | none | additional encodings |

    **Constraints**
    - (C1) `f32` is exact: it has no residual and no transform, and rounds to
      nearest.
    - (C2) `split8` and `split16` need a main plane of e4m3.
    - (C3) `mx` needs e4m3 or e5m2.
    - (C4) `stream` is present if and only if `rounding` is not `nearest_even`.
    - (C5) `compute = full` needs a residual.
    - (C6) unsigned formats have no residual.
    - (C7) the granularity of `bf16`, `f32` and `f16` is `tensor`. `bf16` and
      `f32` have no scale. `f16` has one if `tensor` is spelled out.
    - (C8) `pow2_scale` needs a granularity of `row`, `block` or `group`. A
      tensor-wise scale is an operand, and `mx` scales are powers of two
      already.
    - (C9) the format is not `e4m11` or `e4m19`. Such values are stored as e4m3
      with a split residual.

    Example:
    ```mlir
    #storage_example = #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, residual = split8, stream = 3>
    ```
  }];
  let parameters = (ins
    "Format":$format,
    OptionalParameter<"GranularityAttr">:$granularity,
    DefaultValuedParameter<"bool", "false">:$pow2_scale,
    DefaultValuedParameter<"StorageTransform", "StorageTransform::None">:$transform,
    DefaultValuedParameter<"RoundingMode", "RoundingMode::NearestEven">:$rounding,
    DefaultValuedParameter<"ResidualKind", "ResidualKind::None">:$residual,
    DefaultValuedParameter<"ComputeView", "ComputeView::Main">:$compute,
    OptionalParameter<"std::optional<uint32_t>">:$stream,
    OptionalArrayRefParameter<"CopyAttr">:$copies);
  let builders = [
    AttrBuilder<(ins "Format":$format), [{
      return $_get($_ctxt, format, GranularityAttr(), false,
                   StorageTransform::None, RoundingMode::NearestEven,
                   ResidualKind::None, ComputeView::Main, std::nullopt,
                   llvm::ArrayRef<CopyAttr>());
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns true if the state is one unscaled plane in a float format that
    /// rounds to nearest, without transform, residual or copies.
    bool isPlain() const;
  }];
}

def FP8_StreamOrderAttr : FP8_Attr<"StreamOrder", "stream_order"> {
  let summary = "The stream of an op of a step, and the events it waits for";
  let description = [{
    Ops of one stream run in list order. An op with `event` records this event
    when it completes. An op with `waits` starts after all listed events. An op
    without this attribute runs on stream 0 and waits for no event.
    `--fp8-assign-streams` creates this attribute.

    **Constraints**
    - (C1) the stream and all events are not negative.
    - (C2) `waits` is strictly ascending.

    Example:
    ```mlir
    #stream_order_example = #fp8.stream_order<1 waits[0, 2] event 3>
    ```
  }];
  let parameters = (ins
    "int64_t":$stream,
    OptionalArrayRefParameter<"int64_t">:$waits,
    OptionalParameter<"std::optional<int64_t>">:$event);
  let assemblyFormat =
      "`<` $stream (`waits` `[` $waits^ `]`)? (`event` $event^)? `>`";
  let genVerifyDecl = 1;
}

def FP8_MeshAttr : FP8_Attr<"Mesh", "mesh"> {
  let summary = "The ranks that run a program, arranged along named axes";
  let description = [{
    Lists the axes from major to minor, each with its number of ranks. The last
    axis varies fastest: in the example, ranks 0 to 3 have the position 0 along
    `replica`.

    **Constraints**
    - (C1) there is at least one axis. Names are not empty and differ.
    - (C2) the numbers are positive, and their product fits in an i32.

    Example:
    ```mlir
    #mesh_example = #fp8.mesh<"replica" = 2, "dp" = 4>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"StringAttr">:$axes,
    ArrayRefParameter<"int64_t">:$sizes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getNumRanks() const;
    /// Returns the index of the axis `name`, or std::nullopt.
    std::optional<unsigned> findAxis(llvm::StringRef name) const;
    /// Returns the ranks that differ from `rank` only along `axes`, in
    /// ascending order. `axes` holds ascending indices.
    llvm::SmallVector<int64_t> getGroup(int64_t rank,
                                        llvm::ArrayRef<unsigned> axes) const;
  }];
}

def FP8_ShardAttr : FP8_Attr<"Shard", "shard"> {
  let summary = "The rows of a tensor that a rank holds";
  let description = [{
    Marks an argument or result that holds some rows of a larger tensor. The
    ranks along `axis` hold different rows, in the order of their positions, and
    each holds as many rows as the type has. `rows` is the number of rows of the
    whole tensor. Rows of the last ranks beyond it are padding.

    The number of rows of each rank is the smallest multiple of `unit` with
    which all ranks together hold every row:
    `unit * ceil(ceil(rows / unit) / ranks)`. A unit does not depend on the
    number of ranks and holds whole granules.

    **Constraints**
    - (C1) `axis` is not empty.
    - (C2) `rows` and `unit` are positive.

    Example:
    ```mlir
    #shard_example = #fp8.shard<"dp", rows = 10, unit = 2>
    ```
  }];
  let parameters = (ins "StringAttr":$axis, "int64_t":$rows, "int64_t":$unit);
  let assemblyFormat = "`<` $axis `,` struct($rows, $unit) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns the number of rows that each of `numRanks` ranks holds.
    int64_t getRowsPerRank(int64_t numRanks) const;
  }];
}

#endif // FP8_IR_FP8ATTRS_TD
