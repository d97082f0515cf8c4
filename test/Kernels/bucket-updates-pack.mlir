// RUN: fp8-opt %s --fp8-bucket-updates | FileCheck %s
// RUN: fp8-opt %s --fp8-bucket-updates --fp8-update-in-place --fp8-bufferize-kernels --fp8-results-to-arguments | FileCheck %s --check-prefix=BUFFERS

// Results that are states, of a function that updates none, are a bucket, too:
// @pack encodes each from its f32 values.

#ij = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func.func @pack(
// CHECK: fp8.kernel "pack" bucket 0 ins(%{{.*}} : tensor<32xf32>)
// CHECK: fp8.kernel "pack" bucket 0 ins(%{{.*}} : tensor<24xf32>)
// CHECK: return

// They are written where the results are: no buffer lies between.

// BUFFERS-LABEL: func.func @pack(
// BUFFERS-SAME: %[[A:[a-z0-9]+]]: memref<4x8xbf16>{{.*}}, %[[B:[a-z0-9]+]]: memref<4x6xbf16>
// BUFFERS-NOT: memref.alloc
// BUFFERS-NOT: memref.copy
// BUFFERS: return
func.func @pack(%w0: tensor<4x8xf32>, %w1: tensor<4x6xf32>)
    -> (tensor<4x8xbf16> {fp8.name = "w0", fp8.state = #fp8.state<param>}, tensor<4x6xbf16> {fp8.name = "w1", fp8.state = #fp8.state<param>}) {
  %e0 = tensor.empty() : tensor<4x8xbf16>
  %p0 = fp8.kernel "pack" ins(%w0 : tensor<4x8xf32>) outs(%e0 : tensor<4x8xbf16>) {
  ^bb0(%a: tensor<4x8xf32>, %out: tensor<4x8xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%out : tensor<4x8xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %s = arith.truncf %x : f32 to bf16
      linalg.yield %s : bf16
    } -> tensor<4x8xbf16>
    fp8.kernel_yield %r : tensor<4x8xbf16>
  }
  %e1 = tensor.empty() : tensor<4x6xbf16>
  %p1 = fp8.kernel "pack" ins(%w1 : tensor<4x6xf32>) outs(%e1 : tensor<4x6xbf16>) {
  ^bb0(%a: tensor<4x6xf32>, %out: tensor<4x6xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x6xf32>) outs(%out : tensor<4x6xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %s = arith.truncf %x : f32 to bf16
      linalg.yield %s : bf16
    } -> tensor<4x6xbf16>
    fp8.kernel_yield %r : tensor<4x6xbf16>
  }
  return %p0, %p1 : tensor<4x8xbf16>, tensor<4x6xbf16>
}
