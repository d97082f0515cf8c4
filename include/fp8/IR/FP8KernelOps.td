//===- FP8KernelOps.td - fused kernels ---------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8KERNELOPS_TD
#define FP8_IR_FP8KERNELOPS_TD

include "fp8/IR/FP8Attrs.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"

def FP8_Schedule_Flat   : I32EnumAttrCase<"Flat", 0, "flat">;
def FP8_Schedule_Row    : I32EnumAttrCase<"Row", 1, "row">;
def FP8_Schedule_Column : I32EnumAttrCase<"Column", 2, "column">;
def FP8_Schedule_Tile   : I32EnumAttrCase<"Tile", 3, "tile">;
def FP8_Schedule_Serial : I32EnumAttrCase<"Serial", 4, "serial">;
def FP8_Schedule_Block  : I32EnumAttrCase<"Block", 5, "block">;
def FP8_ScheduleEnum : FP8_Enum<"Schedule",
    "how a kernel walks its iteration domain: flat (all elements in order), "
    "row (one row after the other, reducing along it), column (reducing over "
    "rows, vectors of columns), tile (two-dimensional tiles, for transposed "
    "accesses), serial (in order, without parallelism) or block (blocks of "
    "rows, reducing over blocks, over rows of them and over columns of them)",
    [FP8_Schedule_Flat, FP8_Schedule_Row, FP8_Schedule_Column,
     FP8_Schedule_Tile, FP8_Schedule_Serial, FP8_Schedule_Block]>;
def FP8_ScheduleAttr : FP8_EnumAttr<FP8_ScheduleEnum, "schedule">;

def FP8_BlockScaling_Vec128    : I32EnumAttrCase<"Vec128", 0, "vec128">;
def FP8_BlockScaling_Square128 : I32EnumAttrCase<"Square128", 1, "square128">;
def FP8_BlockScaling_MX32      : I32EnumAttrCase<"MX32", 2, "mx32">;
def FP8_BlockScalingEnum : FP8_Enum<"BlockScaling",
    "which blocks of an operand of a library's product have a scale: 128 terms "
    "(vec128), those of 128 rows (square128), or 32 terms, in e8m0 (mx32)",
    [FP8_BlockScaling_Vec128, FP8_BlockScaling_Square128,
     FP8_BlockScaling_MX32]>;
def FP8_BlockScalingAttr : FP8_EnumAttr<FP8_BlockScalingEnum, "block_scaling">;

class FP8_KernelShaped<list<Type> elements>
    : AnyTypeOf<[StaticShapeTensorOf<elements>, StaticShapeMemRefOf<elements>],
                "tensor or memref of static shape with float or integer elements",
                "::mlir::ShapedType">;
def FP8_KernelOperand : FP8_KernelShaped<[
    F32, BF16, F16, F8E4M3FN, F8E5M2, F8E8M0FNU, I1, I8, I16, I32, I64, Index]>;

def FP8_OpGroupKernel : OpDocGroup {
  let summary = "Kernels";
  let description = "One pass over memory: what becomes one function of the target.";
}

let opDocGroup = FP8_OpGroupKernel in {

def FP8_KernelOp : FP8_Op<"kernel", "0.1.0", [
    AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock,
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Compute tensors from tensors as one fused kernel";
  let description = [{
    The unit that the emitter turns into one function for a target. In Fused
    and Planned form, every op but contractions and views lies in a kernel.
    `--fp8-fuse` makes kernels, the emitter removes them.

    The body computes on tensors; its block arguments are the tensors of
    `inputs`, then those of `inits`, also where the operands are memrefs after
    bufferization. It names no grid and no thread: how the iteration domain is
    walked is the target's choice, or that of `schedule`.

    `kernel_name` is a name for reports and symbols; it need not be unique.

    The results replace the inits. In place, that is with an input and an init
    that are one buffer, a kernel is legal if every element of the input is
    read only where the same element of the init is written.

    Kernels of one `bucket` of a block compute the same, on tensors of different
    sizes: the emitter makes one function of them, which takes the size at run
    time, and one launch; of matrices there are up to three functions.
    `--fp8-bucket-updates` makes buckets.

    **Constraints**
    - (C1) the operands are all tensors or all memrefs.
    - (C2) there is one block argument per operand, the tensor of its shape and
      element type.
    - (C3) `fp8.kernel_yield` gives one value per init, of its block argument's
      type.
    - (C4) the body holds `linalg.generic`, `linalg.fill`, `fp8.scatter_add`,
      `tensor.expand_shape`, `tensor.collapse_shape`, `tensor.empty` and splat
      or scalar `arith.constant`; what the body of a `linalg.generic` holds has
      no side effects.
    - (C5) under `bucket` the operands have one dimension or none, and one
      extent; where maps of the body divide by the size of a group, they may
      have as many elements as there are groups. Where maps divide both
      dimensions of matrices into blocks, the operands have two or none.

    Example:
    ```mlir
    %codes, %amax = fp8.kernel "cast" ins(%x : tensor<8xf32>) outs(%c, %a : tensor<8xf8E4M3FN>, tensor<f32>) {
    ^bb0(%in: tensor<8xf32>, %out0: tensor<8xf8E4M3FN>, %out1: tensor<f32>):
      %q, %m = linalg.generic {
          indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
          iterator_types = ["reduction"]}
          ins(%in : tensor<8xf32>) outs(%out0, %out1 : tensor<8xf8E4M3FN>, tensor<f32>) {
      ^bb0(%e: f32, %unused: f8E4M3FN, %max: f32):
        %code = fp8.convert %e : f32 to f8E4M3FN
        %abs = math.absf %e : f32
        %next = arith.maximumf %max, %abs : f32
        linalg.yield %code, %next : f8E4M3FN, f32
      } -> (tensor<8xf8E4M3FN>, tensor<f32>)
      fp8.kernel_yield %q, %m : tensor<8xf8E4M3FN>, tensor<f32>
    }
    ```
  }];
  let arguments = (ins
    Variadic<FP8_KernelOperand>:$inputs,
    Variadic<FP8_KernelOperand>:$inits,
    OptionalAttr<StrAttr>:$kernel_name,
    OptionalAttr<FP8_ScheduleAttr>:$schedule,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$bucket);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    ($kernel_name^)? (`schedule` `` $schedule^)? (`bucket` $bucket^)?
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)` $body attr-dict
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitsMutable(); }
    /// The block arguments of `inputs` and of `inits`.
    ::mlir::Block::BlockArgListType getInputArguments() {
      return getBody().getArguments().take_front(getInputs().size());
    }
    ::mlir::Block::BlockArgListType getInitArguments() {
      return getBody().getArguments().take_back(getInits().size());
    }
    ::mlir::fp8::KernelYieldOp getYield();
    bool isBufferized();
    /// Whether the body depends on what operand `i` holds: a destination whose
    /// elements no op uses is overwritten unread.
    bool readsOperand(unsigned i);
    /// The name for reports: `kernel_name`, or "kernel".
    ::llvm::StringRef getNameOrDefault();
    /// Under `bucket`: the elements that its operands have.
    int64_t getBucketExtent();
  }];
}

def FP8_KernelYieldOp : FP8_Op<"kernel_yield", "0.1.0", [
    Pure, ReturnLike, Terminator, HasParent<"KernelOp">]> {
  let summary = "Give the values of a kernel's results";
  let description = [{
    Terminates the region of `fp8.kernel`.

    Example:
    ```mlir
    %y = fp8.kernel outs(%x : tensor<8xf32>) {
    ^bb0(%in: tensor<8xf32>):
      fp8.kernel_yield %in : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def FP8_GemmOp : FP8_Op<"gemm", "0.1.0", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Multiply scaled matrices by a library of the target";
  let description = [{
    What every contraction is in Fused and Planned form: with the maps of
    `linalg.contract`,

        acc    = sum of f32(decode(lhs)) * f32(decode(rhs)) over the reduced dims
        result = acc * (lhs_scale_inv * rhs_scale_inv)

    added to the init under `accumulate`; otherwise the init is not read. Then come
    the epilogues that a library computes to the bit,

        result = activation(result + bias)

    of f32, `bias` along the last dimension of the result. A result of bf16 is
    rounded once, as `fp8.convert` rounds, after all of that.

    With `blocks` inverse scales multiply what is decoded, before the sum, and lie as
    cuBLASLt reads them. An operand of `O` rows of lhs, or columns of rhs, and `K`
    terms, whose element `(o, k)` is meant, has

    | blocks | scales | element `(o, k)` has that at |
    |---|---|---|
    | `vec128` | `[ceil(K / 128), O]` of f32 | `[k / 128, o]` |
    | `square128` | `[ceil(O / 128), ceil(K / 128), up to a multiple of 4]` of f32 | `[o / 128, k / 128]` |
    | `mx32` | `[ceil(O / 128), ceil(K / 128), 32, 4, 4]` of f8E8M0FNU | `[o / 128, k / 128, o % 32, o / 32 % 4, k / 32 % 4]` |

    `mx32` goes with itself, `vec128` with itself and with `square128`.

    `--fp8-make-gemms` makes it; what else a contraction does lies in kernels, of
    which `--fp8-fold-epilogues` gives a bias back to the product. The order of the sum is the library's. `order` is that of Planned form.

    **Constraints**
    - (C1) the operands are all tensors or all memrefs.
    - (C2) three indexing maps, each a projected permutation, that fit the
      shapes; every dimension occurs in two of them at least.
    - (C3) an inverse scale is there if and only if its operand holds 8-bit
      codes.
    - (C4) inverse scales are f32 of rank 0 or, with `blocks`, of the type above.
    - (C5) under `accumulate` the result is f32.
    - (C6) with `blocks` both operands are matrices of codes, and the blocks go
      together.
    - (C7) `bias` has rank 1 and the extent of the last dimension of the result,
      which is the only one that comes from its operand alone.
    - (C8) `activation` is `none` or `relu`.

    Example:
    ```mlir
    %y = fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] %x by %sx, %w by %sw outs(%empty : tensor<4x16xf32>) : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<16x8xf8E5M2> by tensor<f32>
    ```
  }];
  let arguments = (ins
    FP8_KernelShaped<[F32, BF16, F8E4M3FN, F8E5M2]>:$lhs,
    Optional<FP8_KernelShaped<[F32, F8E8M0FNU]>>:$lhs_scale_inv,
    FP8_KernelShaped<[F32, BF16, F8E4M3FN, F8E5M2]>:$rhs,
    Optional<FP8_KernelShaped<[F32, F8E8M0FNU]>>:$rhs_scale_inv,
    Optional<FP8_KernelShaped<[F32, BF16]>>:$bias,
    FP8_KernelShaped<[F32, BF16]>:$init,
    TypedArrayAttrBase<AffineMapAttr, "one affine map for lhs, rhs and result">:$indexing_maps,
    OptionalAttr<FP8_BlockScalingAttr>:$lhs_blocks,
    OptionalAttr<FP8_BlockScalingAttr>:$rhs_blocks,
    DefaultValuedAttr<FP8_ActivationAttr, "::mlir::fp8::Activation::None">:$activation,
    UnitAttr:$accumulate,
    OptionalAttr<FP8_StreamOrderAttr>:$order);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $indexing_maps $lhs (`by` $lhs_scale_inv^)? `,` $rhs (`by` $rhs_scale_inv^)?
    (`blocks` `` $lhs_blocks^ `,` $rhs_blocks)? (`bias` $bias^)? (`activation` `` $activation^)? (`accumulate` $accumulate^)?
    (`on` `` $order^)? `outs` `(` $init `:` type($init) `)` attr-dict
    `:` type($lhs) (`by` type($lhs_scale_inv)^)? `,`
    type($rhs) (`by` type($rhs_scale_inv)^)? (`bias` type($bias)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
    /// Whether the result depends on what `init` holds.
    bool readsInit(::mlir::OpOperand &init) { return getAccumulate(); }
    ::llvm::SmallVector<::mlir::AffineMap> getIndexingMapsArray();
    /// How operand `i` is scaled, where its blocks are.
    ::std::optional<::mlir::fp8::BlockScaling> getBlocks(unsigned i) {
      return i == 0 ? getLhsBlocks() : getRhsBlocks();
    }
    ::mlir::Value getScaleInv(unsigned i) {
      return i == 0 ? getLhsScaleInv() : getRhsScaleInv();
    }
    /// Whether the last dimension of the result is the only one of its operand
    /// alone, so that a bias along it has an element for each column.
    bool hasColumns();
    bool hasEpilogue() {
      return getBias() || getActivation() != ::mlir::fp8::Activation::None;
    }
  }];
}

def FP8_LaunchOp : FP8_Op<"launch", "0.1.0", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Run a compiled kernel over its items";
  let description = [{
    What the emitter leaves in place of an `fp8.kernel`. Items `0` to
    `num_items - 1` are walked in chunks of `grain` by `kernel`, in any order
    and in parallel; then `finish`, if there is one, runs once. Both get the
    addresses of the first elements of `inputs`, `inits` and `scratch`, in that
    order.

    With `sizes` it is a bucket: one tensor after the other, tensor `t` with
    `sizes[t]` items of its own, its share of each of the three lists of
    operands and chunks that begin at its item 0. `finish` runs once per tensor.
    No tensor may touch what another writes.

    **Constraints**
    - (C1) `sizes` are not negative, and `num_items` is their sum.
    - (C2) each list of operands is a multiple of the number of sizes long.
    - (C3) `kernel` and `finish` name functions of a module, for a CPU, or kernels
      of one `gpu.module`. A `gpu.binary` does not show which kernels it holds.
    - (C4) a function of a CPU takes the first item, the end of its items, the
      address of the pointers and that of the size of the tensor; a kernel of a
      GPU takes a pointer for each operand or, with `sizes`, those of two tables.
      They return nothing.

    `order` says which stream runs it, and after what.

    For reports, `kernel_name` is the name that the kernel had, and `bytes_read`
    and `bytes_written` are what it had to move: each operand once, of a gather
    what it reads.

    Example:
    ```mlir
    fp8.launch @cast finish @cast_finish items 8 grain 16384 ins(%x : memref<8xf32>) outs(%codes, %amax : memref<8xf8E4M3FN>, memref<f32>) scratch(%partials : memref<4xi8>)
    fp8.launch @sgd items 11 of [8, 3] grain 16384 ins(%g0, %g1 : memref<8xf32>, memref<3xf32>) outs(%w0, %w1 : memref<8xf32>, memref<3xf32>)
    ```
  }];
  let arguments = (ins
    SymbolRefAttr:$kernel,
    OptionalAttr<SymbolRefAttr>:$finish,
    Variadic<AnyMemRef>:$inputs,
    Variadic<AnyMemRef>:$inits,
    Variadic<AnyMemRef>:$scratch,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$num_items,
    ConfinedAttr<I64Attr, [IntPositive]>:$grain,
    OptionalAttr<FP8_StreamOrderAttr>:$order,
    OptionalAttr<StrAttr>:$kernel_name,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$bytes_read,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$bytes_written,
    OptionalAttr<DenseI64ArrayAttr>:$sizes);
  let assemblyFormat = [{
    $kernel (`finish` $finish^)? (`on` `` $order^)? `items` $num_items (`of` $sizes^)? `grain` $grain
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)`
    (`scratch` `(` $scratch^ `:` type($scratch) `)`)? attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// One, or those of a bucket.
    unsigned getNumTensors();
    /// What `kernel` gets as its pointers for tensor `t`.
    ::llvm::SmallVector<::mlir::OpOperand *> getOperandsOfTensor(unsigned t);
  }];
}

} // opDocGroup = FP8_OpGroupKernel

#endif // FP8_IR_FP8KERNELOPS_TD
