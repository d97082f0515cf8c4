//===- FP8Dialect.td - the fp8 dialect ---------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8DIALECT_TD
#define FP8_IR_FP8DIALECT_TD

include "mlir/IR/OpBase.td"

def FP8_Dialect : Dialect {
  let name = "fp8";
  let summary = "FP8 training graphs: scaled tensors, fused updates, stored states";
  let description = [{
    Every scale is an operand or a result of an op. FP8 data have the builtin
    element types `f8E4M3FN` and `f8E5M2`. There are two scaling factors:
    `scale` multiplies before the cast to 8 bits, and `scale_inv` multiplies
    after the load. `scale_inv` is stored with the data.

    ### Attributes of functions, arguments and results

    Discardable attributes describe the state ABI of a training step:

    | attribute | on | type | meaning |
    |---|---|---|---|
    | `fp8.name` | argument, result, op | string | the name of the tensor, unique among arguments and among results |
    | `fp8.state` | argument, result | `#fp8.state<...>` | the kind of state that the tensor holds |
    | `fp8.updates` | result | string | the name of the argument that the result overwrites |
    | `fp8.loss` | result | unit | the result is a loss, one float |
    | `fp8.initial` | argument | f32 attribute | the initial value of every element |
    | `fp8.range` | argument | array of two f64 | in every step the scalar is at least the first number and below the second number |
    | `fp8.in_place` | argument | unit | the function updates the state in place and has no result for it |
    | `fp8.result` | argument | string | the name of the result that the function writes to this argument |
    | `fp8.quantize` | argument | string | the quantization of the tensor, which overrides the recipe: `wide`, `e4m3`, `e5m2`, `tensor`, `row`, `mx` or `block:MxN`, or several of these separated by commas |
    | `fp8.microbatches` | argument | i64 attribute | the number of micro-batches that the tensor holds, along its first dimension |
    | `fp8.shard` | argument, result | `#fp8.shard<...>` | the tensor holds some rows of a larger tensor; each rank of a mesh holds different rows |
    | `fp8.batch` | argument | unit | the tensor holds data of a batch; each rank of a mesh has its own batch |
    | `fp8.steps` | function | array of i64 | ranges of steps, as pairs of first and last step; in these steps hosts call this function instead of `@step` |
    | `fp8.remat` | function | dictionary of i64 attributes | the counts of `--fp8-remat`: `kept_bytes`, `recomputed_values`, `recomputed_bytes`, `recomputed_flops` |
    | `fp8.mesh` | module | `#fp8.mesh<...>` | the arrangement of the ranks that run the program; without it there is one rank |
    | `fp8.done` | module | array of strings | passes that ran and whose results later stages require |
    | `fp8.entry` | function | string | the name of the exported function in the input |
    | `fp8.assumes` | fp8.convert | string | a known property of the operand: `number` (no element is NaN) or `in_range` (in addition, no element saturates) |
    | `fp8.block_warps` | fp8.launch | i64 attribute | on a GPU, the number of warps in a thread block, if the number of chunks does not determine it |
    | `fp8.class` | op | string | the role that a pass assigned to a contraction |
    | `fp8.allow` | op | array of strings | rules of `--fp8-check-numerics` whose findings on the op or inside it are suppressed |

    The default name is `arg<N>` for an argument and `result<N>` for a result.

    Rules (A4) and (A5) relate arguments to results. The verifier checks them
    once per function, at the first argument or result with an attribute of this
    dialect.

    **Constraints**
    - (A1) `fp8.name`, `fp8.updates`, `fp8.result`, `fp8.entry` and `fp8.class`
      are nonempty strings.
    - (A2) `fp8.state` is a `#fp8.state` attribute.
    - (A3) `fp8.initial` is an f32 attribute.
    - (A4) `fp8.updates` names an argument that has the type of the result.
    - (A5) at most one result updates an argument, and names are unique.
    - (A6) `fp8.done` is an array of strings.
    - (A7) no other attribute of the dialect is discardable, and each attribute
      is attached only to the entities listed in the table.
    - (A8) `fp8.in_place` is a unit attribute of a buffer.
    - (A9) `fp8.quantize` is a string of policies from the table.
    - (A10) `fp8.steps` is a `DenseI64ArrayAttr` of pairs of nonnegative numbers
      in ascending order.
    - (A11) `fp8.allow` is an array of strings.
    - (A12) `fp8.microbatches` is a positive i64 attribute that equals the first
      extent of the argument.
    - (A13) `fp8.assumes` is "number" or "in_range", on an `fp8.convert` that
      encodes to 8 bits.
    - (A14) `fp8.remat` is a dictionary of the four numbers listed in the table.
    - (A15) a tensor with `#fp8.state<rng>` holds integers.
    - (A16) `fp8.block_warps` of an `fp8.launch` is an i64 attribute from 1 to
      32.
    - (A17) `fp8.loss` is a unit attribute of a result that holds one float.
    - (A18) `fp8.mesh` of a module is a `#fp8.mesh` attribute.
    - (A19) `fp8.batch` is a unit attribute.
    - (A20) a tensor with `#fp8.state<rank>` holds one i32.
    - (A21) `fp8.shard` is a `#fp8.shard` attribute. Its axis belongs to the
      `fp8.mesh` of the module, and the tensor has the number of rows that
      the attribute gives each rank of the axis.
    - (A22) `fp8.range` is an array of two f64 numbers in ascending order, of an
      argument that holds one float.
  }];
  let cppNamespace = "::mlir::fp8";
  // Folding creates arith constants. Tiling creates slices with tensor and
  // memref ops, and computes their offsets with affine ops.
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Registers the attributes. initialize() calls this method, because the
    /// attribute classes are complete only in FP8Attrs.cpp.
    void registerAttributes();

    static constexpr llvm::StringLiteral kNameAttrName = "fp8.name";
    static constexpr llvm::StringLiteral kStateAttrName = "fp8.state";
    static constexpr llvm::StringLiteral kUpdatesAttrName = "fp8.updates";
    static constexpr llvm::StringLiteral kInitialAttrName = "fp8.initial";
    static constexpr llvm::StringLiteral kInPlaceAttrName = "fp8.in_place";
    static constexpr llvm::StringLiteral kResultAttrName = "fp8.result";
    static constexpr llvm::StringLiteral kMicrobatchesAttrName = "fp8.microbatches";
    static constexpr llvm::StringLiteral kBatchAttrName = "fp8.batch";
    static constexpr llvm::StringLiteral kShardAttrName = "fp8.shard";
    static constexpr llvm::StringLiteral kMeshAttrName = "fp8.mesh";
    static constexpr llvm::StringLiteral kDoneAttrName = "fp8.done";
    static constexpr llvm::StringLiteral kEntryAttrName = "fp8.entry";
    static constexpr llvm::StringLiteral kClassAttrName = "fp8.class";
    static constexpr llvm::StringLiteral kAllowAttrName = "fp8.allow";
    static constexpr llvm::StringLiteral kRematAttrName = "fp8.remat";
  }];
}

/// Base class of every op. `since` is the dialect version that introduced the
/// op.
class FP8_Op<string mnemonic, string version, list<Trait> traits = []>
    : Op<FP8_Dialect, mnemonic, traits> {
  string since = version;
}

#endif // FP8_IR_FP8DIALECT_TD
