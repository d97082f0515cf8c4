//===- FP8Dialect.td - the fp8 dialect ---------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8DIALECT_TD
#define FP8_IR_FP8DIALECT_TD

include "mlir/IR/OpBase.td"

def FP8_Dialect : Dialect {
  let name = "fp8";
  let summary = "FP8 training graphs: scaled tensors, fused updates, stored states";
  let description = [{
    No op of this dialect hides a scale, and no op hides a policy. Data are
    builtin tensors of `f8E4M3FN` and `f8E5M2`. Two factors exist: `scale`
    multiplies before the cast, `scale_inv` multiplies after the load and is
    what is stored beside data.

    ### Attributes of functions, arguments and results

    The state ABI of a training step is written as discardable attributes:

    | attribute | on | type | meaning |
    |---|---|---|---|
    | `fp8.name` | argument, result, op | string | the name of the tensor, unique among arguments and among results |
    | `fp8.state` | argument, result | `#fp8.state<...>` | what kind of state the tensor is |
    | `fp8.updates` | result | string | the name of the argument that the result overwrites |
    | `fp8.loss` | result | unit | the result is a loss, one float |
    | `fp8.initial` | argument | f32 attribute | the value that every element starts from |
    | `fp8.in_place` | argument | unit | the function updates the state where it lies, and has no result for it |
    | `fp8.result` | argument | string | the name of the result that the function writes there |
    | `fp8.quantize` | argument | string | how the tensor is quantized, whatever the recipe: `wide`, `e4m3`, `e5m2`, `tensor`, `row`, `mx` or `block:MxN`, several with commas |
    | `fp8.microbatches` | argument | i64 attribute | the tensor holds this many micro-batches, along its first dimension |
    | `fp8.steps` | function | array of i64 | the steps at which it runs in place of `@step`: the first and the last of each range |
    | `fp8.remat` | function | dictionary of i64 attributes | what `--fp8-remat` has counted: `kept_bytes`, `recomputed_values`, `recomputed_bytes`, `recomputed_flops` |
    | `fp8.done` | module | array of strings | passes that ran and whose results later forms require |
    | `fp8.entry` | function | string | the name that the exported function had in the input |
    | `fp8.assumes` | fp8.convert | string | what is known of what is converted: `number`, that it is no NaN, or `in_range`, that it does not saturate either |
    | `fp8.block_warps` | fp8.launch | i64 attribute | on a GPU, how many warps a block of threads has, where that does not follow from the number of chunks |
    | `fp8.class` | op | string | the role that a pass found for a contraction |
    | `fp8.allow` | op | array of strings | rules of `--fp8-check-numerics` whose findings on the op, or in it, are wanted |

    An argument without `fp8.name` is called `arg<N>`, a result `result<N>`.

    The rules that join arguments and results, (A4) and (A5), are checked once
    per function, at its first argument or result that carries one of these
    attributes.

    **Constraints**
    - (A1) `fp8.name`, `fp8.updates`, `fp8.result`, `fp8.entry` and `fp8.class`
      are strings and not empty.
    - (A2) `fp8.state` is a `#fp8.state` attribute.
    - (A3) `fp8.initial` is an f32 attribute.
    - (A4) `fp8.updates` names an argument of the result's type.
    - (A5) an argument is updated by one result at most, and names are unique.
    - (A6) `fp8.done` is an array of strings.
    - (A7) no other attribute of the dialect is discardable, and each stands
      where the table says.
    - (A8) `fp8.in_place` is a unit attribute of a buffer.
    - (A9) `fp8.quantize` is a string of the policies that the table lists.
    - (A10) `fp8.steps` is a `DenseI64ArrayAttr` of pairs, not negative and in
      order.
    - (A11) `fp8.allow` is an array of strings.
    - (A12) `fp8.microbatches` is a positive i64 attribute, the first extent of
      the argument.
    - (A13) `fp8.assumes` on an `fp8.convert` is "number" or "in_range".
    - (A14) `fp8.remat` is a dictionary of the four numbers that the table lists.
    - (A15) what is `#fp8.state<rng>` holds integers.
    - (A16) `fp8.block_warps` of an `fp8.launch` is an i64 attribute from 1 to 32.
    - (A17) `fp8.loss` is a unit attribute of one float.
  }];
  let cppNamespace = "::mlir::fp8";
  // Folding makes constants of arith; tiles are slices of tensor and memref at
  // positions of affine.
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Called by initialize(): attribute classes are complete in one file.
    void registerAttributes();

    static constexpr llvm::StringLiteral kNameAttrName = "fp8.name";
    static constexpr llvm::StringLiteral kStateAttrName = "fp8.state";
    static constexpr llvm::StringLiteral kUpdatesAttrName = "fp8.updates";
    static constexpr llvm::StringLiteral kInitialAttrName = "fp8.initial";
    static constexpr llvm::StringLiteral kInPlaceAttrName = "fp8.in_place";
    static constexpr llvm::StringLiteral kResultAttrName = "fp8.result";
    static constexpr llvm::StringLiteral kMicrobatchesAttrName = "fp8.microbatches";
    static constexpr llvm::StringLiteral kDoneAttrName = "fp8.done";
    static constexpr llvm::StringLiteral kEntryAttrName = "fp8.entry";
    static constexpr llvm::StringLiteral kClassAttrName = "fp8.class";
    static constexpr llvm::StringLiteral kAllowAttrName = "fp8.allow";
    static constexpr llvm::StringLiteral kRematAttrName = "fp8.remat";
  }];
}

/// Base of every op. `since` is the dialect version that introduced the op.
class FP8_Op<string mnemonic, string version, list<Trait> traits = []>
    : Op<FP8_Dialect, mnemonic, traits> {
  string since = version;
}

#endif // FP8_IR_FP8DIALECT_TD
