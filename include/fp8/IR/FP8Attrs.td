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
  let summary = "Which elements share one scale";
  let description = [{
    | spelling | a scale covers | shape of the scales of `[d0, ..., dn]` |
    |---|---|---|
    | `tensor` | the whole tensor | `[]` |
    | `row` | one row, that is, all of the last dimension | `[d0, ..., dn-1]` |
    | `block MxN` | `M` by `N` elements of the last two dimensions | `[d0, ..., ceil(dn-1 / M), ceil(dn / N)]` |
    | `mx` | 32 elements of the last dimension, an e8m0 scale | `[d0, ..., ceil(dn / 32)]` |
    | `mx 32x1` | 32 elements of the second to last dimension, an e8m0 scale | `[d0, ..., ceil(dn-1 / 32), dn]` |
    | `group N` | `N` elements of the flattened tensor | `[ceil(d0 * ... * dn / N)]` |

    The last row, block or group may be shorter. `mx 32x1` is `mx` of the
    transposed matrix, the plane that is read along columns.

    **Constraints**
    - (C1) `tensor` and `row` have no sizes, `group` has one and `block` has
      two.
    - (C2) every size is positive.
    - (C3) the sizes of `mx` are 32x1, or it has none.

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

    /// The extents of a granule of `block` or `mx` in the last dimensions, as
    /// many as it lies along; empty for the others.
    llvm::SmallVector<int64_t> getBlockSizes() const;

    /// The number of elements along dimension `dim` of `rank` that share a
    /// scale, 0 where all do.
    int64_t getExtent(int64_t dim, int64_t rank) const;

    /// The shape of the scales of a tensor of `shape`, or failure where the
    /// granularity does not fit: `row` and `mx` need rank 1, `block` and
    /// `mx 32x1` rank 2, and `group` static sizes.
    llvm::FailureOr<llvm::SmallVector<int64_t>>
    getScaleShape(llvm::ArrayRef<int64_t> shape) const;

    /// The position, in the tensor of scales, of the scale of element `index`
    /// of a tensor of static `shape`.
    llvm::SmallVector<int64_t>
    getScaleIndex(llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int64_t> index) const;
  }];
}

def FP8_ScalingAttr : FP8_Attr<"Scaling", "scaling"> {
  let summary = "How a scale is computed from an amax";
  let description = [{
    `scale = (max / 2^margin) / amax` for a format whose largest finite value
    is `max`, after an amax below `epsilon` became `epsilon`. `pow2` rounds the
    scale down to a power of two.

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
  let summary = "A second encoding of a state, for those who only read it";
  let description = [{
    A copy is encoded from the f32 value that the main plane is encoded from,
    with its own scale and amax.

    **Constraints**
    - (C1) a transposed copy has another granularity than `group`.
    - (C2) `mx` needs e4m3 or e5m2.
    - (C3) `bf16`, `f16` and `f32` have no scale: their granularity is `tensor`.
    - (C4) the format is not `e4m11` or `e4m19`.

    A transposed copy has the codes of the main plane, transposed, where both
    have one format and one granularity that is `tensor` or, of a matrix, a
    square block, and there is no transform; else it is a quantization of its
    own.

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
  let summary = "How a logical f32 value is kept between steps";
  let description = [{
    Says how planes are encoded, never where a tensor-wise scale comes from:
    such scales are operands.

    | field | default | meaning |
    |---|---|---|
    | `format` | | encoding of the main plane |
    | `granularity` | `tensor` | which elements share a scale; `f16` has one where `tensor` is spelled |
    | `pow2_scale` | `false` | scales made inside the op are powers of two |
    | `transform` | `none` | applied before encoding |
    | `rounding` | `nearest_even` | of the last plane that is rounded |
    | `residual` | `none` | what keeps the rest: a Kahan compensation in `bf16`, `f16` or `f32`, or the low bits of a wider minifloat, `split8` or `split16` |
    | `compute` | `main` | what forward and backward read: the main plane, or main and residual together (`full`) |
    | `stream` | | stream of the counter RNG, unique per name and plane |
    | `copies` | none | further encodings |

    **Constraints**
    - (C1) `f32` is exact: it has no residual, no transform and rounds to
      nearest.
    - (C2) `split8` and `split16` need a main plane of e4m3.
    - (C3) `mx` needs e4m3 or e5m2.
    - (C4) `stream` is there if and only if `rounding` is not `nearest_even`.
    - (C5) `compute = full` needs a residual.
    - (C6) unsigned formats have no residual.
    - (C7) `bf16` and `f32` have no scale: their granularity is `tensor`. So is
      that of `f16`, which has a scale where it is spelled.
    - (C8) `pow2_scale` needs a granularity of `row`, `block` or `group`: other
      scales are made elsewhere, or are powers of two anyway.
    - (C9) the format is not `e4m11` or `e4m19`: what they hold is kept as e4m3
      with a split.

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
    /// One unscaled plane in a float format, rounded to nearest: nothing but
    /// the value itself is kept.
    bool isPlain() const;
  }];
}

def FP8_StreamOrderAttr : FP8_Attr<"StreamOrder", "stream_order"> {
  let summary = "Which stream an op of a step runs on, and after what";
  let description = [{
    Ops of one stream run in the order of the list. An op with an `event`
    records it when it is done; an op that lists an event in `waits` begins
    after it. An op without this attribute runs on stream 0 and waits for
    nothing else. `--fp8-assign-streams` makes it.

    **Constraints**
    - (C1) the stream and every event are not negative.
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

#endif // FP8_IR_FP8ATTRS_TD
