//===- PlanPasses.td - from form 4a to form 4b -------------*- tablegen -*-===//
#ifndef FP8_TRANSFORMS_PLANPASSES_TD
#define FP8_TRANSFORMS_PLANPASSES_TD

include "mlir/Pass/PassBase.td"

def FP8UpdateInPlace : Pass<"fp8-update-in-place", "::mlir::ModuleOp"> {
  let summary = "Let states be written where they are, after their last reader";
  let description = [{
    What makes a result with `fp8.updates` gets the argument that it updates as
    its destination, through reshapes, insertions into slices and other ops that
    write over what nobody else needs; what cannot, such as a constant, another
    argument, a kernel that reads the state at other elements than it writes, or
    a new value that is known before the last reader of the old one, is copied
    there by a kernel. Then every op that writes an argument is moved after the
    last op that reads the old value, and no op further than that. The arguments
    are marked as writable.

    Every other op gets a `tensor.empty` of its own: what shares one is an alias
    to bufferization, whose time grows with the square of their number.

    What waits for the new value of a state and reads the old one, or returns
    it, reads a copy that a kernel makes first, with a remark: states that
    change places, a norm of what a step changed. What writes over the old value
    and does not make the new one, as a scatter whose sum is another result,
    writes over a copy. Reshapes of a state that are equal become one.

    **Numerics**: same.

    **Before**: form 4a. **After**: form 4a.
  }];
  let dependentDialects = [
    "::mlir::fp8::FP8Dialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FP8BufferizeKernels : Pass<"fp8-bufferize-kernels", "::mlir::ModuleOp"> {
  let summary = "Let kernels and products work on buffers";
  let description = [{
    One-shot bufferization across functions that leaves the bodies of kernels on
    tensors. Arguments that are marked as not writable are read only. What is
    inserted into a tensor is computed there, where that is possible.

    **Numerics**: same.

    **Before**: form 4a. **After**: memrefs, also at the boundaries of
    functions; `memref.alloc` and `memref.copy`.
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def FP8CopiesToKernels : Pass<"fp8-copies-to-kernels"> {
  let summary = "Let kernels copy buffers";
  let description = [{
    Every `memref.copy` between buffers of static shape becomes an `fp8.kernel`:
    what is left of insertions into slices, of concatenations, and of arguments
    that are results.

    **Numerics**: same.

    **Before**: memrefs. **After**: no `memref.copy`; dynamic shapes are
    refused.
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::fp8::FP8Dialect"
  ];
}

def FP8AssignStreams : Pass<"fp8-assign-streams", "::mlir::ModuleOp"> {
  let summary = "Let ops of a step that do not depend on each other overlap";
  let description = [{
    Gives launches and products their `order`: a stream and events. An op goes on
    the stream of the latest op that it follows, where that is the last one
    there, else on the one that has been idle longest. It waits for events of
    other streams where it reads what they wrote, or writes what they read or
    wrote; what an event implies is not waited for again. Memory that buffers
    share in turn counts.

    Where there are several streams, launches that write states, and that only
    other such launches read from, have the last stream for themselves: the
    backward goes on while gradients that are complete are used up.

    **Numerics**: same.

    **Before**: form 4b, with its kernels emitted. **After**: form 4b; any order
    that streams and events allow has one result, which
    `--fp8-verify-form=form=4b` proves.

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

#endif // FP8_TRANSFORMS_PLANPASSES_TD
