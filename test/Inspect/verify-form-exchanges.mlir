// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-verify-form=form=planned

// Faults in the order of exchanges and kernels: the result of a gather is read
// before its event, and a gather overwrites bytes that a kernel still reads.

module @negative_early_reader attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: memref<4xf32>, %p: memref<8xf32>, %y: memref<8xf32>) {
    // expected-note @below {{the other op}}
    fp8.all_gather %w over ["dp"] on<1 event 0> outs(%p : memref<8xf32>) : memref<4xf32>
    // expected-error @below {{expected a stream or an event to order this op after another op that accesses operand 0}}
    // expected-note @below {{this is likely due to --fp8-assign-streams}}
    fp8.launch @kernel on<0> items 8 grain 8 ins(%p : memref<8xf32>) outs(%y : memref<8xf32>)
    return
  }
  func.func private @kernel(i64, i64, !llvm.ptr, !llvm.ptr)
}

// -----

module @negative_early_gather attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: memref<4xf32>, %p: memref<8xf32>, %y: memref<8xf32>) {
    // expected-note @below {{the other op}}
    fp8.launch @kernel on<0 event 0> items 8 grain 8 ins(%p : memref<8xf32>) outs(%y : memref<8xf32>)
    // expected-error @below {{expected a stream or an event to order this op after another op that accesses operand 1}}
    // expected-note @below {{this is likely due to --fp8-assign-streams}}
    fp8.all_gather %w over ["dp"] on<1> outs(%p : memref<8xf32>) : memref<4xf32>
    return
  }
  func.func private @kernel(i64, i64, !llvm.ptr, !llvm.ptr)
}

// -----

// With its event, the gather is in order.
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: memref<4xf32>, %p: memref<8xf32>, %y: memref<8xf32>) {
    fp8.all_gather %w over ["dp"] on<1 event 0> outs(%p : memref<8xf32>) : memref<4xf32>
    fp8.launch @kernel on<0 waits[0]> items 8 grain 8 ins(%p : memref<8xf32>) outs(%y : memref<8xf32>)
    return
  }
  func.func private @kernel(i64, i64, !llvm.ptr, !llvm.ptr)
}
