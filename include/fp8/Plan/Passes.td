//===- Passes.td - from Fused form to Planned form ---------*- tablegen -*-===//
#ifndef FP8_PLAN_PASSES_TD
#define FP8_PLAN_PASSES_TD

include "mlir/Pass/PassBase.td"

def UpdateInPlacePass : Pass<"fp8-update-in-place", "::mlir::ModuleOp"> {
  let summary = "Update states in place, after their last reader";
  let description = [{
    The op that computes the new value of a state, the result with `fp8.updates`, gets
    the argument of the state as its destination. The pass finds this op through
    reshapes, insertions into slices, and other ops that overwrite a value without
    further readers. If the new value cannot be computed in place, a kernel copies it
    into the argument. This applies to

    - a constant or another argument,
    - the result of a kernel that reads other elements of the state than it writes, and
    - a one-element value that is computed before the last reader of the old
      value.

    Then every op that writes an argument moves after the last op that reads the old
    value. No other op moves. The arguments are marked as writable.

    Every other op gets a separate `tensor.empty`. Bufferization treats ops that share a
    `tensor.empty` as aliases, and its time is quadratic in their number.

    If an op depends on the new value of a state but reads or returns the old one, it
    reads a copy, which a kernel creates first; a remark reports it. Examples are two
    states that swap, and the norm of the change of a parameter. An op that overwrites
    the old value without computing the new one, such as a scatter whose sum is another
    result, overwrites a copy. Equal reshapes of a state are merged.

    **Numerics**: same.

    **Before**: Fused form, here by `--linalg-generalize-named-ops --convert-elementwise-to-linalg
    --fp8-fuse=max-merged=0 --fp8-update-in-place`.
    ```mlir
    func.func @step(%w: tensor<8xf32> {fp8.name = "w"}, %g: tensor<8xf32>, %zero: tensor<f32>)
        -> (tensor<8xf32> {fp8.updates = "w"}, tensor<f32>) {
      %new = arith.subf %w, %g : tensor<8xf32>
      %sum = linalg.reduce {arith.addf} ins(%w : tensor<8xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      return %new, %sum : tensor<8xf32>, tensor<f32>
    }
    ```
    **After**: Fused form. The update has become the last kernel, because the sum reads
    the old value.
    ```mlir
    %sum = fp8.kernel "reduce" ins(%w, ... : ...) outs(...) {
    ...
    %new = fp8.kernel "elementwise" ins(%w, %g : tensor<8xf32>, tensor<8xf32>) outs(%w : tensor<8xf32>) {
    ...
    return %new, %sum : tensor<8xf32>, tensor<f32>
    ```
  }];
  let dependentDialects = [
    "::mlir::fp8::FP8Dialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def BufferizeKernelsPass : Pass<"fp8-bufferize-kernels", "::mlir::ModuleOp"> {
  let summary = "Bufferize kernels and GEMMs";
  let description = [{
    Runs one-shot bufferization across functions, except that bodies of kernels stay
    on tensors. Arguments marked as not writable are only read. A value that is
    inserted into a tensor is computed in its slice if possible, by a kernel or by
    attention. Attention needs slices at multiples of 16 bytes. Functions are
    bufferized in module order, so the output is deterministic.

    **Numerics**: same.

    **Before**: Fused form, here by
    `--linalg-generalize-named-ops --fp8-fuse --fp8-bufferize-kernels`.
    ```mlir
    func.func @step(%x: tensor<8xf32>) -> tensor<2x8xf32> {
      %e = tensor.empty() : tensor<8xf32>
      %rows = tensor.empty() : tensor<2x8xf32>
      %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
      %b = linalg.negf ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
      %first = tensor.insert_slice %a into %rows[0, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<2x8xf32>
      %both = tensor.insert_slice %b into %first[1, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<2x8xf32>
      return %both : tensor<2x8xf32>
    }
    ```
    **After**: memrefs, also at function boundaries; `memref.alloc` and `memref.copy`.
    ```mlir
    func.func @step(%x: memref<8xf32>) -> memref<2x8xf32> {
      %both = memref.alloc() {alignment = 64 : i64} : memref<2x8xf32>
      %a = memref.subview %both[0, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1]>>
      fp8.kernel "elementwise" ins(%x : memref<8xf32>) outs(%a : memref<8xf32, strided<[1]>>) {
      ...
      %b = memref.subview %both[1, 0] [1, 8] [1, 1] : ...
      fp8.kernel "elementwise" ins(%x : memref<8xf32>) outs(%b : ...) {
      ...
      return %both : memref<2x8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def ResultsToArgumentsPass
    : Pass<"fp8-results-to-arguments", "::mlir::ModuleOp"> {
  let summary = "Convert results of public functions to destination arguments";
  let description = [{
    Every result of a public function becomes an additional argument. It replaces the
    buffer that the function allocates for the result; any other result is copied.

    Under `update-in-place`, a result with `fp8.updates` is dropped, because its value
    is in the argument that it updates. This argument gets `fp8.in_place`. If the new
    value is in another buffer, it is copied into the argument after the other results,
    with a remark. An error is reported if another state is copied to the same
    argument, or if a value of a state is overwritten before it is read. Other results
    store their names in `fp8.result`.

    **Numerics**: same.

    **Before**: memrefs, one block per function, no calls of public functions.
    ```mlir
    func.func @results(%x: memref<8xf32>) -> memref<8xf32> {
      %y = memref.alloc() : memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      return %y : memref<8xf32>
    }
    ```
    **After**: public functions have no results.
    ```mlir
    func.func @results(%x: memref<8xf32>, %y: memref<8xf32>) {
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
  let options = [
    Option<"updateInPlace", "update-in-place", "bool", /*default=*/"false",
           "Write the new value of a state to its argument, and drop the result">
  ];
}

def CopiesToKernelsPass : Pass<"fp8-copies-to-kernels"> {
  let summary = "Convert copies of buffers to kernels";
  let description = [{
    Converts every `memref.copy` between buffers of static shape to an `fp8.kernel`.
    Bufferization leaves such copies for insertions into slices, for concatenations, and
    for arguments that the function returns unchanged.

    **Numerics**: same.

    **Before**: memrefs.
    ```mlir
    func.func @copy(%x: memref<8xf32>, %y: memref<8xf32>) {
      memref.copy %x, %y : memref<8xf32> to memref<8xf32>
      return
    }
    ```
    **After**: no `memref.copy`; dynamic shapes are rejected.
    ```mlir
    fp8.kernel "copy" ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
    ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
      %e = tensor.empty() : tensor<8xf32>
      %r = linalg.generic {...} ins(%in : tensor<8xf32>) outs(%e : tensor<8xf32>) {
      ^bb0(%v: f32, %old: f32):
        linalg.yield %v : f32
      } -> tensor<8xf32>
      fp8.kernel_yield %r : tensor<8xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect",
    "::mlir::fp8::FP8Dialect"
  ];
}

def PlanMemoryPass : Pass<"fp8-plan-memory", "::mlir::ModuleOp"> {
  let summary = "Assign the buffers of each public function to one arena";
  let description = [{
    Every `memref.alloc` of static size becomes a view of an arena. The arena is a new
    last argument of the function; its attribute `llvm.dereferenceable` is its size in
    bytes. Buffers with disjoint lifetimes share memory.

    **Numerics**: same.

    **Before**: memrefs; deallocations only of planned buffers.
    ```mlir
    func.func @lifetimes(%x: memref<8xf32>, %y: memref<8xf32>) {
      %a = memref.alloc() : memref<8xf32>
      %b = memref.alloc() : memref<8xf32>
      %c = memref.alloc() : memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
      linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
      linalg.exp ins(%b : memref<8xf32>) outs(%c : memref<8xf32>)
      linalg.exp ins(%c : memref<8xf32>) outs(%y : memref<8xf32>)
      return
    }
    ```
    **After**: no allocations; other allocations are rejected. Here `%a` and `%c` share
    memory.
    ```mlir
    func.func @lifetimes(%x: memref<8xf32>, %y: memref<8xf32>,
                         %arena: memref<128xi8> {llvm.dereferenceable = 128 : i64, llvm.noalias}) {
      %c64 = arith.constant 64 : index
      %b = memref.view %arena[%c64][] : memref<128xi8> to memref<8xf32>
      %c0 = arith.constant 0 : index
      %c = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
      %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
      linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
      linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
      linalg.exp ins(%b : memref<8xf32>) outs(%c : memref<8xf32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def AssignStreamsPass : Pass<"fp8-assign-streams", "::mlir::ModuleOp"> {
  let summary = "Assign streams and events, so that independent ops of a step overlap";
  let description = [{
    Assigns an `order`, which is a stream and events, to launches, GEMMs and
    exchanges. An op runs on the stream of its latest predecessor if this predecessor
    is the last op of its stream. Otherwise the op runs on the stream that has been
    idle longest. It waits for the events of ops on other streams that wrote a buffer
    it reads, or that read or wrote a buffer it writes. An event that another event
    implies is left out. Two buffers that share memory of the arena at different times
    count as one buffer.

    With several streams, the last stream runs only updates: launches that write
    states, and launches whose results only updates read. So the backward pass
    continues while updates consume complete gradients.

    Under `streams=0`, a step has one stream if its launches and GEMMs move more than
    32 MiB on average, else three. Long ops occupy a GPU alone, and would only delay
    each other.

    Exchanges between ranks run on one additional stream, in list order, which is the
    same on all ranks. So a step with `streams=1` and exchanges has streams 0 and 1.

    **Numerics**: same.

    **Before**: Planned form, with its kernels emitted, here under
    `--fp8-assign-streams=streams=2`.
    ```mlir
    func.func @step(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
      fp8.launch @a items 8 grain 8 outs(%x : memref<8xf32>)
      fp8.launch @b items 8 grain 8 outs(%y : memref<8xf32>)
      fp8.launch @c items 8 grain 8 ins(%x, %y : memref<8xf32>, memref<8xf32>) outs(%z : memref<8xf32>)
      return
    }
    func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
    func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
    func.func private @c(i64, i64, !llvm.ptr, !llvm.ptr)
    ```
    **After**: Planned form. Every execution order that streams and events allow has the
    same result, which `--fp8-verify-form=form=planned` proves.
    ```mlir
    fp8.launch @a on<0 event 0> items 8 grain 8 outs(%x : memref<8xf32>)
    fp8.launch @b on<1> items 8 grain 8 outs(%y : memref<8xf32>)
    fp8.launch @c on<1 waits[0]> items 8 grain 8 ins(%x, %y : memref<8xf32>, memref<8xf32>) outs(%z : memref<8xf32>)
    ```
  }];
  let options = [
    Option<"streams", "streams", "unsigned", /*default=*/"3",
           "Number of streams for launches and GEMMs; with several, the last one runs only updates. "
           "0 for 1 stream if ops are long, else 3 streams">
  ];
}

#endif // FP8_PLAN_PASSES_TD
