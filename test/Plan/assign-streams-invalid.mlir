// RUN: fp8-opt %s --split-input-file --verify-diagnostics --fp8-assign-streams

// @negative_not_emitted
func.func @step(%x: memref<8xf32>) {
  // expected-error @below {{expected launches and GEMMs, but got fp8.kernel}}
  // expected-note @below {{kernels must be emitted before --fp8-assign-streams}}
  fp8.kernel outs(%x : memref<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    fp8.kernel_yield %out : tensor<8xf32>
  }
  return
}

// -----

// @negative_unplaced
func.func @step(%i: index, %arena: memref<64xi8>) {
  // expected-error @below {{expected a view of an argument, of a constant or of the arena, but this value is none of them}}
  %x = memref.view %arena[%i][] : memref<64xi8> to memref<8xf32>
  fp8.launch @a items 8 grain 8 outs(%x : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

// The bytes of the buffer overflow.

// @negative_overflow
// expected-error @below {{expected a view at a constant offset in an address space, but its type is 'memref<4294967296x4294967296xf32>'}}
func.func @step(%x: memref<4294967296x4294967296xf32>, %y: memref<8xf32>) {
  fp8.launch @a items 8 grain 8 outs(%x : memref<4294967296x4294967296xf32>)
  fp8.launch @b items 8 grain 8 ins(%x : memref<4294967296x4294967296xf32>) outs(%y : memref<8xf32>)
  return
}
func.func private @a(i64, i64, !llvm.ptr, !llvm.ptr)
func.func private @b(i64, i64, !llvm.ptr, !llvm.ptr)
