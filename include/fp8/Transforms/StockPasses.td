//===- StockPasses.td - the exit through stock MLIR --------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_STOCKPASSES_TD
#define FP8_TRANSFORMS_STOCKPASSES_TD

include "mlir/Pass/PassBase.td"

def FP8StockBoundaries : Pass<"fp8-stock-boundaries", "::mlir::ModuleOp"> {
  let summary = "Let public functions take and return tensors only";
  let description = [{
    Scalars at the boundary of a public function become tensors of rank 0,
    tensors without columns become tensors of rank 1, and its arguments are
    marked as not writable.

    **Numerics**: same.

    **Before**: tensors, and no calls of public functions. **After**: the same.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8StockBoundIndices : Pass<"fp8-stock-bound-indices"> {
  let summary = "Let computed positions stay inside of tensors";
  let description = [{
    An index of `tensor.extract` and `tensor.insert` that is not seen to lie
    inside becomes the nearest one that does, and a slice at a computed position
    begins as near to it as it fits.

    **Numerics**: same, for indices that are inside.

    **Before**: tensors. **After**: no access leaves its tensor, whatever the
    data are; computed positions of slices whose sizes or steps are not
    constants are refused.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def FP8StockOrderContractions : Pass<"fp8-stock-order-contractions"> {
  let summary = "Give every contraction contiguous innermost columns";
  let description = [{
    Rewrites every `out + a * b` with f32 accumulation, named or generic, as a
    `linalg.contract` of f32 operands whose dimensions are ordered: batch, rows,
    columns, sum, and last the dimension along which the result is contiguous.
    The second operand is transposed where it is not contiguous along it;
    operands narrower than f32 are widened before.

    **Numerics**: same; the terms of a sum stay in order.

    **Before**: tensors, no kernels. **After**: contractions without a column
    (dot products and products of a matrix with a vector) and those that do not
    accumulate in f32 are as they were.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::fp8::FP8Dialect"
  ];
}

def FP8StockFuse : Pass<"fp8-stock-fuse"> {
  let summary = "Fuse elementwise loop nests and order their loops";
  let description = [{
    Upstream's elementwise fusion on `linalg.generic`, with a rule that never
    computes an expensive value more than once; named ops other than
    contractions and fills are generalized first, `tensor.concat` is taken
    apart. The innermost loop becomes the one along which most operands are
    contiguous.

    **Numerics**: same; reductions keep their order.

    **Before**: linalg on tensors. **After**: the same, fewer ops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FP8StockCarryInPlace : Pass<"fp8-stock-carry-in-place"> {
  let summary = "Let loops yield tensors in the buffers that they carry";
  let description = [{
    Copies what `scf.for` and `scf.while` yield into the tensor that they were
    handed, unless it was made by writing into that tensor.

    **Numerics**: same.

    **Before**: tensors. **After**: one-shot bufferization finds every yielded
    tensor in its buffer.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FP8StockResultsToArguments
    : Pass<"fp8-stock-results-to-arguments", "::mlir::ModuleOp"> {
  let summary = "Let public functions write their results to arguments";
  let description = [{
    Every result of a public function becomes an argument after the others. A
    buffer that the function allocates for a result is replaced by it; anything
    else is copied. Under `update-in-place` a result with `fp8.updates` is
    dropped, as it lies in the argument that it updates, which gets
    `fp8.in_place`. One that lies elsewhere is copied there behind the other
    results, with a remark; an error is where another state is copied to the
    buffer that it lies in, and where a value of a state is overwritten before
    it is read. Other results leave their names in `fp8.result`.

    **Numerics**: same.

    **Before**: memrefs, one block per function, no calls of public functions.
    **After**: public functions have no results.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let options = [
    Option<"updateInPlace", "update-in-place", "bool", /*default=*/"false",
           "States stay in their arguments">
  ];
}

def FP8StockOutline : Pass<"fp8-stock-outline", "::mlir::ModuleOp"> {
  let summary = "Move every linalg op on buffers into a function of its own";
  let description = [{
    Equal ops share one function. Arguments are marked `llvm.noalias` where the
    buffers that are written are known to be apart from all others.

    **Numerics**: same.

    **Before**: linalg on memrefs of static shape. Arguments of public functions
    do not alias results. **After**: calls of private functions that hold one
    linalg op each.
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::linalg::LinalgDialect"
  ];
}

def FP8StockContractionsToLoops : Pass<"fp8-stock-contractions-to-loops"> {
  let summary = "Lower ordered contractions to loops that vectorize";
  let description = [{
    Lowers what `--fp8-stock-order-contractions` has ordered to `scf.for` loops,
    unrolled by four rows and four terms of the sum.

    **Numerics**: same; each sum adds its terms in order, one multiplication and
    one addition each.

    **Before**: `linalg.contract` on memrefs. **After**: those of f32 with
    contiguous columns are loops.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def FP8StockPlanMemory : Pass<"fp8-stock-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Place the buffers of public functions in one arena each";
  let description = [{
    Every `memref.alloc` of static size becomes a view of an arena, which is a
    new last argument of the function; its size is the attribute
    `llvm.dereferenceable`. Buffers that are not alive at the same time share
    memory.

    **Numerics**: same.

    **Before**: memrefs; deallocations only of what is placed. **After**: no
    allocations; others than those above are refused.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // FP8_TRANSFORMS_STOCKPASSES_TD
