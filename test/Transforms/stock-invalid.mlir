// RUN: split-file %s %t
// RUN: fp8-opt %t/memory.mlir --fp8-stock-plan-memory --verify-diagnostics
// RUN: fp8-opt %t/large.mlir --fp8-stock-plan-memory --verify-diagnostics
// RUN: fp8-opt %t/together.mlir --fp8-stock-plan-memory --verify-diagnostics
// RUN: fp8-opt %t/boundaries.mlir --fp8-stock-boundaries --verify-diagnostics
// RUN: fp8-opt %t/form.mlir --fp8-stock-pipeline --verify-diagnostics
// RUN: fp8-opt %t/results.mlir --fp8-stock-results-to-arguments --verify-diagnostics

//--- memory.mlir
func.func @dynamic(%n: index) {
  // expected-error @below {{unsupported by fp8-stock-plan-memory: memref.alloc of type 'memref<?xf32>'}}
  // expected-note @below {{supported are buffers of static size in functions that are public or inlined into one}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

//--- large.mlir
// As many elements as a number of 64 bits counts, and one more.
func.func @large() {
  // expected-error @below {{unsupported by fp8-stock-plan-memory: memref.alloc of type 'memref<4611686018427387904x4xf32>'}}
  // expected-note @below {{supported are buffers of at most 2^61 bytes, all together}}
  %a = memref.alloc() : memref<4611686018427387904x4xf32>
  return
}

//--- together.mlir
func.func @together() {
  // expected-error @below {{unsupported by fp8-stock-plan-memory: memref.alloc of type 'memref<1152921504606846976xi8>'}}
  // expected-note @below {{supported are buffers of at most 2^61 bytes, all together}}
  %a = memref.alloc() : memref<1152921504606846976xi8>
  %b = memref.alloc() : memref<1152921504606846976xi8>
  %c = memref.alloc() : memref<1152921504606846976xi8>
  memref.copy %a, %b : memref<1152921504606846976xi8> to memref<1152921504606846976xi8>
  memref.copy %b, %c : memref<1152921504606846976xi8> to memref<1152921504606846976xi8>
  memref.copy %c, %a : memref<1152921504606846976xi8> to memref<1152921504606846976xi8>
  return
}

//--- boundaries.mlir
func.func @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{unsupported by fp8-stock-boundaries: a call of 'recursive', which is public}}
  // expected-note @below {{calls that are inlined or of private functions are supported, recursion is not}}
  %y = func.call @recursive(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- form.mlir
func.func @kernel(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  // expected-error @below {{unsupported by fp8-stock-order-contractions: 'fp8.kernel', an op of form 4}}
  // expected-note @below {{supported are ops of forms 1 and 2; form 4 is for --fp8-cpu-pipeline and --fp8-gpu-pipeline}}
  %y = fp8.kernel ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %s = arith.negf %a : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

//--- results.mlir
// expected-error @below {{unsupported by fp8-stock-results-to-arguments: a function of more than one block}}
func.func @blocks(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : memref<4xf32>
^b:
  return %x : memref<4xf32>
}
