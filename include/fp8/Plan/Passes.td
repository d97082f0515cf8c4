//===- Passes.td - Fused form to Planned form --------------*- tablegen -*-===//
#ifndef FP8_PLAN_PASSES_TD
#define FP8_PLAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def UpdateInPlacePass : Pass<"fp8-update-in-place", "::mlir::ModuleOp"> {
  let summary = "Update states in place, after their last reader";
  let description = [{
    The op that makes a result with `fp8.updates` gets the argument that it
    updates as its destination, through reshapes, insertions into slices and
    other ops that write over what nobody else needs. A new value that cannot be
    made there is copied there by a kernel: a constant, another argument, the
    result of a kernel that reads the state at other elements than it writes, or
    a value that is known before the last reader of the old one. Then every op
    that writes an argument is moved after the last op that reads the old value,
    and no op further than that. The arguments are marked as writable.

    Every other op gets a `tensor.empty` of its own: to bufferization, ops that
    share one are aliases, and its time grows with the square of their number.

    An op that waits for the new value of a state and reads or returns the old
    one gets a copy, which a kernel makes first; a remark says so. Two states
    that swap are an example, or the norm of the change of a parameter. An op
    that writes over the old value and does not make the new one, as a scatter
    whose sum is another result, writes over a copy. Equal reshapes of a state
    become one.

    **Numerics**: same.

    **Before**: Fused form. **After**: Fused form.
  }];
  let dependentDialects = [
    "::mlir::fp8::FP8Dialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def BufferizeKernelsPass : Pass<"fp8-bufferize-kernels", "::mlir::ModuleOp"> {
  let summary = "Bufferize kernels and products";
  let description = [{
    One-shot bufferization across functions that leaves the bodies of kernels on
    tensors. Arguments that are marked as not writable are read only. A value
    that is inserted into a tensor is computed in its place there, where that is
    possible. Functions are bufferized in their order, so that one input gives
    one output.

    **Numerics**: same.

    **Before**: Fused form. **After**: memrefs, also at the boundaries of
    functions; `memref.alloc` and `memref.copy`.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def ResultsToArgumentsPass
    : Pass<"fp8-results-to-arguments", "::mlir::ModuleOp"> {
  let summary = "Make public functions write their results to arguments";
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

def CopiesToKernelsPass : Pass<"fp8-copies-to-kernels"> {
  let summary = "Turn copies of buffers into kernels";
  let description = [{
    Every `memref.copy` between buffers of static shape becomes an `fp8.kernel`.
    Such copies are left of insertions into slices, of concatenations, and of
    arguments that are results.

    **Numerics**: same.

    **Before**: memrefs. **After**: no `memref.copy`; dynamic shapes are
    refused.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::fp8::FP8Dialect"
  ];
}

def PlanMemoryPass : Pass<"fp8-plan-memory", "::mlir::ModuleOp"> {
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

def AssignStreamsPass : Pass<"fp8-assign-streams", "::mlir::ModuleOp"> {
  let summary = "Assign streams and events, so that independent ops of a step overlap";
  let description = [{
    Gives launches and products their `order`: a stream and events. An op goes on
    the stream of the latest op that it follows, where that is the last one
    there, else on the one that has been idle longest. It waits for events of
    other streams where it reads what they wrote, or writes what they read or
    wrote, but not for an event that another one implies. Two buffers that take
    turns in one place of the arena are one in this respect.

    Where there are several streams, launches that write states, and that only
    other such launches read from, have the last stream for themselves: the
    backward goes on while gradients that are complete are used up.

    **Numerics**: same.

    **Before**: Planned form, with its kernels emitted. **After**: Planned form; any order
    that streams and events allow has one result, which
    `--fp8-verify-form=form=planned` proves.

    ```mlir
    fp8.launch @a on<0 event 0> items 8 grain 8 outs(%x : memref<8xf32>)
    fp8.launch @b on<1> items 8 grain 8 outs(%y : memref<8xf32>)
    fp8.launch @c on<1 waits[0]> items 8 grain 8 ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    ```
  }];
  let options = [
    Option<"streams", "streams", "unsigned", /*default=*/"3",
           "How many streams there are; updates have the last one">
  ];
}

#endif // FP8_PLAN_PASSES_TD
