// RUN: fp8-opt %s --fp8-emit-gpu | fp8-translate --gpu-to-ptx --chip=sm_90a | FileCheck %s

// A warp shares short rows among its threads, so that each has 16 bytes of one.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

// Eight rows of 32 bf16, four threads each. What is widened for a maximum is
// compared before that, two at a time.
// CHECK-LABEL: .visible .entry rows_of_32(
// CHECK: ld.global.{{v4.b32|v2.b64}}
// CHECK: max.NaN.bf16x2
// CHECK-COUNT-2: shfl.sync.bfly
// CHECK-NOT: shfl.sync
// CHECK: st.global.{{v4.b32|v2.b64}}
func.func @launch_rows_of_32(%x: memref<64x32xbf16>, %y: memref<64x32xbf16>) {
  fp8.kernel "rows_of_32" ins(%x : memref<64x32xbf16>) outs(%y : memref<64x32xbf16>) {
  ^bb0(%in: tensor<64x32xbf16>, %out: tensor<64x32xbf16>):
    %low = arith.constant 0xFF800000 : f32
    %rows = tensor.empty() : tensor<64xf32>
    %init = linalg.fill ins(%low : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<64x32xbf16>) outs(%init : tensor<64xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %f = arith.extf %e : bf16 to f32
      %next = arith.maximumf %acc, %f : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %below = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %max : tensor<64x32xbf16>, tensor<64xf32>) outs(%out : tensor<64x32xbf16>) {
    ^bb0(%e: bf16, %m: f32, %unused: bf16):
      %f = arith.extf %e : bf16 to f32
      %d = arith.subf %f, %m : f32
      %r = arith.truncf %d : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<64x32xbf16>
    fp8.kernel_yield %below : tensor<64x32xbf16>
  }
  return
}

// The threads meet in shuffles, so they all have a row in every step.
// CHECK-LABEL: .visible .entry negative_odd_rows(
// CHECK: ld.global.b16
// CHECK-COUNT-5: shfl.sync.bfly
func.func @launch_negative_odd_rows(%x: memref<65x32xbf16>, %y: memref<65x32xbf16>) {
  fp8.kernel "negative_odd_rows" ins(%x : memref<65x32xbf16>) outs(%y : memref<65x32xbf16>) {
  ^bb0(%in: tensor<65x32xbf16>, %out: tensor<65x32xbf16>):
    %low = arith.constant 0xFF800000 : f32
    %rows = tensor.empty() : tensor<65xf32>
    %init = linalg.fill ins(%low : f32) outs(%rows : tensor<65xf32>) -> tensor<65xf32>
    %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<65x32xbf16>) outs(%init : tensor<65xf32>) {
    ^bb0(%e: bf16, %acc: f32):
      %f = arith.extf %e : bf16 to f32
      %next = arith.maximumf %acc, %f : f32
      linalg.yield %next : f32
    } -> tensor<65xf32>
    %below = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %max : tensor<65x32xbf16>, tensor<65xf32>) outs(%out : tensor<65x32xbf16>) {
    ^bb0(%e: bf16, %m: f32, %unused: bf16):
      %f = arith.extf %e : bf16 to f32
      %d = arith.subf %f, %m : f32
      %r = arith.truncf %d : f32 to bf16
      linalg.yield %r : bf16
    } -> tensor<65x32xbf16>
    fp8.kernel_yield %below : tensor<65x32xbf16>
  }
  return
}

// One maximum over all rows as well: of all threads of a warp, whichever rows
// they had. What a row's first walk has computed its second one does not load
// or compute again.
// CHECK-LABEL: .visible .entry rows_and_all(
// CHECK: ld.global.{{v4.b32|v2.b64}}
// CHECK: sqrt.rn.f32
// CHECK-COUNT-2: shfl.sync.bfly
// CHECK-NOT: ld.global
// CHECK-NOT: sqrt.rn.f32
// CHECK: st.global
// CHECK-COUNT-5: shfl.sync.bfly
// CHECK-NOT: shfl.sync
// CHECK: ret
func.func @launch_rows_and_all(%x: memref<64x16xf32>, %y: memref<64x16xf32>, %largest: memref<f32>) {
  fp8.kernel "rows_and_all" ins(%x : memref<64x16xf32>) outs(%y, %largest : memref<64x16xf32>, memref<f32>) {
  ^bb0(%in: tensor<64x16xf32>, %out: tensor<64x16xf32>, %total: tensor<f32>):
    %low = arith.constant 0xFF800000 : f32
    %rows = tensor.empty() : tensor<64xf32>
    %init = linalg.fill ins(%low : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
    %root = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<64x16xf32>) outs(%out : tensor<64x16xf32>) {
    ^bb0(%e: f32, %unused: f32):
      %r = math.sqrt %e : f32
      linalg.yield %r : f32
    } -> tensor<64x16xf32>
    %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%root : tensor<64x16xf32>) outs(%init : tensor<64xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %all = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
        ins(%root : tensor<64x16xf32>) outs(%total : tensor<f32>) {
    ^bb0(%e: f32, %acc: f32):
      %next = arith.maximumf %acc, %e : f32
      linalg.yield %next : f32
    } -> tensor<f32>
    %below = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%root, %max : tensor<64x16xf32>, tensor<64xf32>) outs(%out : tensor<64x16xf32>) {
    ^bb0(%e: f32, %m: f32, %unused: f32):
      %d = arith.subf %e, %m : f32
      linalg.yield %d : f32
    } -> tensor<64x16xf32>
    fp8.kernel_yield %below, %all : tensor<64x16xf32>, tensor<f32>
  }
  return
}
