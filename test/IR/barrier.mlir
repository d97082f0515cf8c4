// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CSE
// RUN: fp8-opt %s --convert-elementwise-to-linalg --one-shot-bufferize=bufferize-function-boundaries --canonicalize | FileCheck %s --check-prefix=BUFFER

// CHECK-LABEL: func @barrier(
// CHECK: %[[AGAIN:.*]] = fp8.barrier %{{.*}} after %{{.*}} : tensor<4x8xf32>, tensor<4x16xf32>
// CHECK: return %[[AGAIN]] : tensor<4x8xf32>
func.func @barrier(%x: tensor<4x8xf32>, %g: tensor<4x16xf32>) -> tensor<4x8xf32> {
  %again = fp8.barrier %x after %g : tensor<4x8xf32>, tensor<4x16xf32>
  return %again : tensor<4x8xf32>
}

// A barrier and an equal op that is not a barrier both stay; barriers without
// readers and duplicates are removed.
// CSE-LABEL: func @cse(
// CSE-SAME: %[[X:[a-z0-9]+]]: tensor<8xf32>, %[[G:[a-z0-9]+]]: tensor<4xf32>, %[[K:[a-z0-9]+]]: tensor<4xf32>
// CSE-NEXT: %[[E0:.*]] = math.exp %[[X]]
// CSE-NEXT: %[[B1:.*]] = fp8.barrier %[[X]] after %[[G]]
// CSE-NEXT: %[[E1:.*]] = math.exp %[[B1]]
// CSE-NEXT: %[[B2:.*]] = fp8.barrier %[[X]] after %[[K]]
// CSE-NEXT: %[[E2:.*]] = math.exp %[[B2]]
// CSE-NEXT: return %[[E0]], %[[E1]], %[[E1]], %[[E2]]
func.func @cse(%x: tensor<8xf32>, %g: tensor<4xf32>, %k: tensor<4xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = math.exp %x : tensor<8xf32>
  %b1 = fp8.barrier %x after %g : tensor<8xf32>, tensor<4xf32>
  %1 = math.exp %b1 : tensor<8xf32>
  %b2 = fp8.barrier %x after %g : tensor<8xf32>, tensor<4xf32>
  %2 = math.exp %b2 : tensor<8xf32>
  %b3 = fp8.barrier %x after %k : tensor<8xf32>, tensor<4xf32>
  %3 = math.exp %b3 : tensor<8xf32>
  %unread = fp8.barrier %0 after %k : tensor<8xf32>, tensor<4xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// No op on buffers remains.
// BUFFER-LABEL: func @buffers(
// BUFFER-SAME: %[[X:[a-z0-9]+]]: memref<8xf8E4M3FN
// BUFFER-NOT: barrier
// BUFFER-NOT: memref.copy
// BUFFER: fp8.dequantize %[[X]]
// BUFFER-NOT: memref.copy
// BUFFER: return
func.func @buffers(%x: tensor<8xf8E4M3FN>, %s: tensor<f32>, %g: tensor<4xf32>) -> tensor<8xf32> {
  %again = fp8.barrier %x after %g : tensor<8xf8E4M3FN>, tensor<4xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %y = fp8.dequantize %again by %s outs(%empty : tensor<8xf32>) : tensor<8xf8E4M3FN>, tensor<f32>
  return %y : tensor<8xf32>
}
