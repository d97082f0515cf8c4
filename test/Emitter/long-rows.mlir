// RUN: fp8-opt %s --fp8-emit-gpu | fp8-translate --gpu-to-ptx --chip=sm_90a | FileCheck %s

// A warp keeps what it has read of a long row: of all rows that are walked at
// once caches hold no more than the short ones.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// CHECK-LABEL: .visible .entry long_rows(
// CHECK: .shared .align 16
// CHECK: ld.global.b16
// CHECK: st.shared.b16
// CHECK: bar.warp.sync
// CHECK-NOT: ld.global
// CHECK: ld.shared.{{v4.b32|v2.b64}}
// CHECK: st.global.{{v4.b32|v2.b64}}
func.func @launch_long_rows(%x: memref<8x4096xbf16>, %y: memref<8x4096xbf16>) {
  fp8.kernel "long_rows" ins(%x : memref<8x4096xbf16>) outs(%y : memref<8x4096xbf16>) {
  ^bb0(%in: tensor<8x4096xbf16>, %out: tensor<8x4096xbf16>):
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<8xf32>
    %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8x4096xbf16>) outs(%init : tensor<8xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %f = arith.extf %e : bf16 to f32
      %next = arith.addf %acc, %f : f32
      linalg.yield %next : f32
    } -> tensor<8xf32>
    %scaled = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum : tensor<8x4096xbf16>, tensor<8xf32>) outs(%out : tensor<8x4096xbf16>) {
    ^bb0(%e: bf16, %s: f32, %unused: bf16):
      %f = arith.extf %e : bf16 to f32
      %p = arith.mulf %f, %s : f32
      %r = arith.truncf %p : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<8x4096xbf16>
    fp8.kernel_yield %scaled : tensor<8x4096xbf16>
  }
  return
}

// CHECK-LABEL: .visible .entry negative_short_rows(
// CHECK-NOT: shared
// CHECK: ld.global.b16
// CHECK: ld.global.{{v4.b32|v2.b64}}
// CHECK-NOT: shared
func.func @launch_negative_short_rows(%x: memref<8x2048xbf16>, %y: memref<8x2048xbf16>) {
  fp8.kernel "negative_short_rows" ins(%x : memref<8x2048xbf16>) outs(%y : memref<8x2048xbf16>) {
  ^bb0(%in: tensor<8x2048xbf16>, %out: tensor<8x2048xbf16>):
    %zero = arith.constant 0.0 : f32
    %rows = tensor.empty() : tensor<8xf32>
    %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
    %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8x2048xbf16>) outs(%init : tensor<8xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %f = arith.extf %e : bf16 to f32
      %next = arith.addf %acc, %f : f32
      linalg.yield %next : f32
    } -> tensor<8xf32>
    %scaled = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %sum : tensor<8x2048xbf16>, tensor<8xf32>) outs(%out : tensor<8x2048xbf16>) {
    ^bb0(%e: bf16, %s: f32, %unused: bf16):
      %f = arith.extf %e : bf16 to f32
      %p = arith.mulf %f, %s : f32
      %r = arith.truncf %p : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<8x2048xbf16>
    fp8.kernel_yield %scaled : tensor<8x2048xbf16>
  }
  return
}
