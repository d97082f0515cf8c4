// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-verify-form=form=planned

func.func @step(%arena: memref<64xi8>, %x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %y = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf32>
  fp8.kernel ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// -----

// A state is neither copied nor allocated.
func.func @step(%state: memref<8xf32>, %new: memref<8xf32>) {
  // expected-error @below {{unsupported op 'memref.alloc' in Planned form}}
  // expected-note @below {{supported: fp8.kernel, fp8.launch, fp8.gemm, fp8.attention, fp8.attention_backward, fp8.all_gather, fp8.all_to_all, scalar constants and views of arguments and of the arena}}
  // expected-note @below {{this is likely due to --fp8-bufferize-kernels}}
  %0 = memref.alloc() : memref<8xf32>
  // expected-error @below {{unsupported op 'memref.copy' in Planned form}}
  // expected-note @below {{supported: fp8.kernel, fp8.launch, fp8.gemm, fp8.attention, fp8.attention_backward, fp8.all_gather, fp8.all_to_all, scalar constants and views of arguments and of the arena}}
  // expected-note @below {{this is likely due to --fp8-bufferize-kernels}}
  memref.copy %state, %new : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A state is one buffer, the caller's.
func.func @step(%w: memref<8xf32> {fp8.in_place, fp8.name = "w"}, %x: memref<8xf32>) {
  // expected-error @below {{unsupported allocation of the state 'w' in Planned form}}
  // expected-note @below {{supported: kernels that read and write the argument in place}}
  // expected-note @below {{this is likely due to --fp8-update-in-place}}
  %old = memref.alloc() : memref<8xf32>
  // expected-error @below {{unsupported copy of the state 'w' in Planned form}}
  // expected-note @below {{supported: kernels that read and write the argument in place}}
  // expected-note @below {{this is likely due to --fp8-update-in-place}}
  memref.copy %w, %old : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A state is written by a copy where nothing else can, and its old value is
// read wherever it is needed.
func.func @step(%w: memref<8xf32> {fp8.in_place}, %x: memref<8xf32>, %y: memref<8xf32>) {
  fp8.kernel ins(%x : memref<8xf32>) outs(%w : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  fp8.kernel ins(%w : memref<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%e: f32, %o: f32):
      %n = arith.negf %e : f32
      linalg.yield %n : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %0 : tensor<8xf32>
  }
  return
}

// -----

// The old value is copied for ops that read it after it was overwritten.
func.func @step(%w: memref<8xf32> {fp8.in_place}, %x: memref<8xf32>, %old: memref<8xf32>) {
  fp8.kernel ins(%w : memref<8xf32>) outs(%old : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  fp8.kernel ins(%x : memref<8xf32>) outs(%w : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// -----

// @negative_lost: the result of the first kernel is overwritten before it is read.
func.func @step(%w: memref<8xf32> {fp8.in_place, fp8.name = "w"}, %x: memref<8xf32>) {
  // expected-note @below {{the value that this op writes is overwritten before it is read}}
  fp8.kernel ins(%w, %x : memref<8xf32>, memref<8xf32>) outs(%w : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %other: tensor<8xf32>, %out: tensor<8xf32>):
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%in, %other : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%e: f32, %f: f32, %o: f32):
      %s = arith.addf %e, %f : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %0 : tensor<8xf32>
  }
  // expected-error @below {{unsupported write of the state 'w' in Planned form}}
  // expected-note @below {{supported: kernels that read and write the argument in place}}
  // expected-note @below {{this is likely due to --fp8-update-in-place}}
  fp8.kernel ins(%x : memref<8xf32>) outs(%w : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// -----

// Streams and events order conflicting ops.
func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
  fp8.launch @a on<0 event 0> items 8 grain 8 outs(%x : memref<8xf32>)
  fp8.launch @b on<1 waits[0] event 1> items 8 grain 8 ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  fp8.launch @c on<2 waits[1]> items 8 grain 8 ins(%y : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @c(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// The example of --fp8-assign-streams.
func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
  fp8.launch @a on<0 event 0> items 8 grain 8 outs(%x : memref<8xf32>)
  fp8.launch @b on<1> items 8 grain 8 outs(%y : memref<8xf32>)
  fp8.launch @c on<1 waits[0]> items 8 grain 8 ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @c(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// @negative_missing_event
func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-note @below {{the other op}}
  fp8.launch @a on<0 event 0> items 8 grain 8 outs(%x : memref<8xf32>)
  // expected-error @below {{expected a stream or an event to order this op after another op that accesses operand 0}}
  // expected-note @below {{this is likely due to --fp8-assign-streams}}
  fp8.launch @b on<1> items 8 grain 8 ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// @negative_overwritten_while_read
func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
  fp8.launch @a on<0 event 0> items 8 grain 8 outs(%x : memref<8xf32>)
  // expected-note @below {{the other op}}
  fp8.launch @b on<1 waits[0]> items 8 grain 8 ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  // expected-error @below {{expected a stream or an event to order this op after another op that accesses operand 0}}
  // expected-note @below {{this is likely due to --fp8-assign-streams}}
  fp8.launch @c items 8 grain 8 outs(%x : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @c(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// @negative_wait_for_the_largest_event
func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
  fp8.launch @a on<0 event 0> items 8 grain 8 outs(%x : memref<8xf32>)
  // expected-error @below {{expected event 9223372036854775807 to be recorded before an op waits for it}}
  fp8.launch @b on<1 waits[9223372036854775807]> items 8 grain 8 outs(%y : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// @negative_wait_before_record
func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{expected event 0 to be recorded before an op waits for it}}
  fp8.launch @a on<0 waits[0]> items 8 grain 8 outs(%x : memref<8xf32>)
  fp8.launch @b on<1 event 0> items 8 grain 8 outs(%y : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// @negative_recorded_twice
func.func @step(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-note @below {{it is recorded here, too}}
  fp8.launch @a on<0 event 3> items 8 grain 8 outs(%x : memref<8xf32>)
  // expected-error @below {{expected event 3 to be recorded once}}
  fp8.launch @b on<1 event 3> items 8 grain 8 outs(%y : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// The tensors of a bucket run in any order.
func.func @step(%g: memref<8xf32>, %w: memref<8xf32>, %v: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected the tensors of a bucket not to overlap tensors that the bucket writes, but operands 2 and 1 overlap}}
  // expected-note @below {{this is likely due to --fp8-bucket-updates}}
  fp8.launch @k items 16 of [8, 8] grain 64 ins(%g, %w : memref<8xf32>, memref<8xf32>) outs(%w, %v : memref<8xf32>, memref<8xf32>)
  return
}
func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// Parts of the arena, of which two overlap by a byte. Reading may overlap.
func.func @step(%g: memref<8xf32>, %arena: memref<256xi8>) {
  %c0 = arith.constant 0 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %a = memref.view %arena[%c0][] : memref<256xi8> to memref<8xf32>
  %b = memref.view %arena[%c31][] : memref<256xi8> to memref<8xf32>
  %c = memref.view %arena[%c32][] : memref<256xi8> to memref<8xf32>
  fp8.launch @k items 16 of [8, 8] grain 64 ins(%g, %g : memref<8xf32>, memref<8xf32>) outs(%a, %c : memref<8xf32>, memref<8xf32>)
  // expected-error @below {{'fp8.launch' op expected the tensors of a bucket not to overlap tensors that the bucket writes, but operands 2 and 3 overlap}}
  // expected-note @below {{this is likely due to --fp8-bucket-updates}}
  fp8.launch @k items 16 of [8, 8] grain 64 ins(%g, %g : memref<8xf32>, memref<8xf32>) outs(%a, %b : memref<8xf32>, memref<8xf32>)
  return
}
func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// Exchanges on one stream, behind the op that writes their input.
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: memref<4xf32>, %x: memref<8xf32>, %y: memref<8xf32>) {
    fp8.launch @a on<0 event 0> items 4 grain 4 outs(%w : memref<4xf32>)
    fp8.all_gather %w over ["dp"] on<1 waits[0]> outs(%x : memref<8xf32>) : memref<4xf32>
    fp8.all_gather %w over ["dp"] on<1> outs(%y : memref<8xf32>) : memref<4xf32>
    return
  }
  func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
}

// -----

// @negative_exchange_before_its_input
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: memref<4xf32>, %x: memref<8xf32>) {
    // expected-note @below {{the other op}}
    fp8.launch @a items 4 grain 4 outs(%w : memref<4xf32>)
    // expected-error @below {{expected a stream or an event to order this op after another op that accesses operand 0}}
    // expected-note @below {{this is likely due to --fp8-assign-streams}}
    fp8.all_gather %w over ["dp"] on<1> outs(%x : memref<8xf32>) : memref<4xf32>
    return
  }
  func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
}

// -----

// @negative_exchanges_on_two_streams
module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
  func.func @step(%w: memref<4xf32>, %x: memref<8xf32>, %y: memref<2x4xf32>) {
    // expected-note @below {{the first exchange}}
    fp8.all_gather %w over ["dp"] on<1> outs(%x : memref<8xf32>) : memref<4xf32>
    // expected-error @below {{expected all exchanges on one stream, 1, but this one is on stream 2}}
    // expected-note @below {{this is likely due to --fp8-assign-streams}}
    fp8.all_to_all %x over ["dp"] on<2> outs(%y : memref<2x4xf32>) : memref<8xf32>
    return
  }
}
