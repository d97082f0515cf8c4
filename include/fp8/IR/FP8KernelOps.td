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
    "the schedule of a kernel's iteration domain: flat (all elements in order), "
    "row (one row after the other, with reductions along it), column (vectors of "
    "columns, with reductions over rows), tile (two-dimensional tiles, for "
    "transposed accesses), serial (in order, without parallelism) or block "
    "(blocks of rows, with reductions over blocks, their rows and their columns)",
    [FP8_Schedule_Flat, FP8_Schedule_Row, FP8_Schedule_Column,
     FP8_Schedule_Tile, FP8_Schedule_Serial, FP8_Schedule_Block]>;
def FP8_ScheduleAttr : FP8_EnumAttr<FP8_ScheduleEnum, "schedule">;

def FP8_BlockScaling_Vec128    : I32EnumAttrCase<"Vec128", 0, "vec128">;
def FP8_BlockScaling_Square128 : I32EnumAttrCase<"Square128", 1, "square128">;
def FP8_BlockScaling_MX32      : I32EnumAttrCase<"MX32", 2, "mx32">;
def FP8_BlockScalingEnum : FP8_Enum<"BlockScaling",
    "the blocks of a matmul operand that have one scale each: 128 terms "
    "(vec128), 128 rows by 128 terms (square128), or 32 terms in e8m0 (mx32)",
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
  let description = "Fused kernels, matmuls of a library, and launches of compiled kernels.";
}

let opDocGroup = FP8_OpGroupKernel in {

def FP8_KernelOp : FP8_Op<"kernel", "0.1.0", [
    AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock,
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Compute tensors from tensors in one fused kernel";
  let description = [{
    `--fp8-fuse` creates kernels, and the emitter of a target turns each of them
    into a function. In Fused and Planned form, kernels contain all computation
    except matmuls of a library. Exchanges between ranks and views are outside
    of kernels, too.

    The body computes on tensors. Its block arguments are the tensors of
    `inputs`, followed by the tensors of `inits`. They remain tensors when
    bufferization turns the operands into memrefs. The body does not mention
    grids or threads: the target chooses how to iterate over the iteration
    domain, unless `schedule` determines it.

    `kernel_name` appears in reports and symbols; it need not be unique.

    The results replace the inits. A kernel runs in place if an input and an
    init are the same buffer. This is legal if every element of the input is
    read only when the same element of the init is written.

    Kernels with the same `bucket` in a block perform the same computation on
    tensors of different sizes. The emitter creates one launch and one function
    for all of them, or up to three functions if the tensors are matrices. A
    function receives the size of a tensor at run time. `--fp8-bucket-updates`
    creates buckets.

    **Constraints**
    - (C1) the operands are all tensors or all memrefs.
    - (C2) there is one block argument per operand: a tensor of the shape and
      element type of the operand.
    - (C3) `fp8.kernel_yield` has one operand per init, of the type of the
      init's block argument.
    - (C4) the body contains only `linalg.generic`, `linalg.fill`,
      `fp8.scatter_add`, `tensor.expand_shape`, `tensor.collapse_shape`,
      `tensor.empty` and splat or scalar `arith.constant`. Ops in the body of a
      `linalg.generic` have no side effects.
    - (C5) under `bucket` the operands have at most one dimension, and the same
      extent. If indexing maps of the body divide by the size of a group,
      operands may instead have one element per group. If indexing maps divide
      both dimensions of matrices into blocks, the operands have two dimensions
      or none.

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
    /// Returns the block arguments for `inputs`, or for `inits`.
    ::mlir::Block::BlockArgListType getInputArguments() {
      return getBody().getArguments().take_front(getInputs().size());
    }
    ::mlir::Block::BlockArgListType getInitArguments() {
      return getBody().getArguments().take_back(getInits().size());
    }
    ::mlir::fp8::KernelYieldOp getYield();
    bool isBufferized();
    /// Returns true if the body depends on the contents of operand `i`. This is
    /// false for a destination that the body only overwrites.
    bool readsOperand(unsigned i);
    /// Returns the name of the kernel in reports: `kernel_name`, or "kernel".
    ::llvm::StringRef getNameOrDefault();
    /// Returns the number of elements of a full tensor of a kernel in a bucket.
    int64_t getBucketExtent();
  }];
}

def FP8_KernelYieldOp : FP8_Op<"kernel_yield", "0.1.0", [
    Pure, ReturnLike, Terminator, HasParent<"KernelOp">]> {
  let summary = "Return the values of a kernel's results";
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
  let summary = "Multiply scaled matrices with a library of the target";
  let description = [{
    In Fused and Planned form, this op is a matmul that the library of the
    target computes. Its indexing maps are the maps of `linalg.contract`:

        acc    = sum of f32(decode(lhs)) * f32(decode(rhs)) over the reduced dims
        result = acc * (lhs_scale_inv * rhs_scale_inv)

    With `accumulate` the scaled sum is added to the init; otherwise the init is
    not read. The op then applies an epilogue. All libraries compute these bits
    for it:

        result = activation(result + bias)

    The epilogue computes in f32, and `bias` has one element per index of the
    last dimension of the result. A bf16 result is rounded once, after the
    epilogue, as `fp8.convert` rounds.

    With `blocks`, the inverse scales multiply the decoded elements before the
    sum, and they have the memory layout of cuBLASLt. Let an operand have `O`
    rows (lhs) or columns (rhs) and `K` terms. The scale of its element `(o, k)`
    is at:

    | blocks | scales | index of the scale of element `(o, k)` |
    |---|---|---|
    | `vec128` | `[ceil(K / 128), O]` of f32 | `[k / 128, o]` |
    | `square128` | `[ceil(O / 128), ceil(K / 128), up to a multiple of 4]` of f32 | `[o / 128, k / 128]` |
    | `mx32` | `[ceil(O / 128), ceil(K / 128), 32, 4, 4]` of f8E8M0FNU | `[o / 128, k / 128, o % 32, o / 32 % 4, k / 32 % 4]` |

    If one operand has `mx32`, so has the other operand. If one operand has
    `square128`, the other operand has `vec128`. Both operands may have
    `vec128`.

    `--fp8-make-gemms` creates this op. The rest of a contraction becomes
    kernels, and `--fp8-fold-epilogues` folds a bias back into the matmul. The
    library determines the order of the sum. In Planned form, `order` assigns
    the op to a stream.

    **Constraints**
    - (C1) the operands are all tensors or all memrefs.
    - (C2) there are three indexing maps. Each is a projected permutation that
      fits the shapes, and every dimension occurs in at least two of them.
    - (C3) an inverse scale is present if and only if its operand holds 8-bit
      codes.
    - (C4) inverse scales are f32 of rank 0 or, with `blocks`, have the type
      given above.
    - (C5) under `accumulate` the result is f32.
    - (C6) with `blocks` both operands are matrices of codes, and their blocks
      can be combined.
    - (C7) `bias` has rank 1 and the extent of the last dimension of the result.
      That dimension occurs in only one of lhs and rhs, and it is the only such
      result dimension of this operand.
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
    /// Returns true if the result depends on the contents of `init`.
    bool readsInit(::mlir::OpOperand &init) { return getAccumulate(); }
    ::llvm::SmallVector<::mlir::AffineMap> getIndexingMapsArray();
    /// Returns the block scaling of operand `i` (0 is lhs, 1 is rhs), or
    /// std::nullopt.
    ::std::optional<::mlir::fp8::BlockScaling> getBlocks(unsigned i) {
      return i == 0 ? getLhsBlocks() : getRhsBlocks();
    }
    ::mlir::Value getScaleInv(unsigned i) {
      return i == 0 ? getLhsScaleInv() : getRhsScaleInv();
    }
    /// Returns true if the last dimension of the result is the only free
    /// dimension of its operand. A bias along this dimension then has one
    /// element per column.
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
  let summary = "Run a compiled kernel over its work items";
  let description = [{
    The emitter replaces an `fp8.kernel` by this op. `kernel` processes the work
    items `0` to `num_items - 1` in chunks of `grain` items, in any order and in
    parallel. Then `finish`, if present, runs once: it is the second stage of a
    reduction. Both receive the addresses of the first elements of `inputs`,
    `inits` and `scratch`, in this order.

    With `sizes` the launch is a bucket of several tensors. Tensor `t` has
    `sizes[t]` items and an equal share of each of the three operand lists.
    Chunks do not cross tensors: the first chunk of each tensor starts at its
    item 0. `finish` runs once per tensor. No tensor may access an operand that
    another tensor writes.

    **Constraints**
    - (C1) `sizes` are not negative, and `num_items` is their sum.
    - (C2) the length of each operand list is a multiple of the number of sizes.
    - (C3) `kernel` and `finish` name functions of a module (for a CPU) or
      kernels of one `gpu.module`. The kernels of a `gpu.binary` are not
      checked.
    - (C4) a CPU function takes the first item, the end of the item range, the
      address of the pointers and the address of the tensor's size. A GPU kernel
      takes one pointer per operand or, with `sizes`, two pointers to tables.
      Neither returns a result.

    `order` determines the stream of the launch and the events that it waits
    for.

    Reports use `kernel_name`, the name of the original kernel, and the numbers
    `bytes_read` and `bytes_written`. These are the least memory traffic of the
    kernel: each operand counts once, and a gather counts the bytes that it
    reads.

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
    /// Returns the number of tensors that the launch processes: 1 unless it is
    /// a bucket.
    unsigned getNumTensors();
    /// Returns the operands whose addresses `kernel` receives for tensor `t`.
    ::llvm::SmallVector<::mlir::OpOperand *> getOperandsOfTensor(unsigned t);
  }];
}

} // opDocGroup = FP8_OpGroupKernel

#endif // FP8_IR_FP8KERNELOPS_TD
