// RUN: fp8-opt %s --fp8-fuse --cse --fp8-verify-form=form=fused | FileCheck %s
// RUN: fp8-opt %s --fp8-fuse=max-merged=0 | FileCheck %s --check-prefix=SINGLE

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The statistic of a row is stored, not its square for all columns: a kernel that
// a product keeps apart makes these itself.
// CHECK-LABEL: func.func @broadcast
// CHECK: fp8.kernel "reduce" ins(%arg0 : tensor<64x64xf32>) outs(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64x64xf32>)
// CHECK: fp8.gemm
// CHECK: fp8.kernel "elementwise" ins(%{{.*}}, %{{.*}} : tensor<64xf32>, tensor<64x64xf32>)
// SINGLE-LABEL: func.func @broadcast
// SINGLE: fp8.kernel {{.*}}ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
func.func @broadcast(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %er = tensor.empty() : tensor<64xf32>
  %zr = linalg.fill ins(%zero : f32) outs(%er : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x64xf32>) outs(%zr : tensor<64xf32>) {
  ^bb0(%p: f32, %acc: f32):
    %0 = arith.addf %acc, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %wide = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %unused: f32):
    %0 = arith.mulf %p, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %wide : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.subf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %m = fp8.gemm [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] %y, %y outs(%e : tensor<64x64xf32>) : tensor<64x64xf32>, tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %wide : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.addf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A matmul is between the kernels. The second kernel recomputes two tensors
// of the first one, and reads their operands instead.
// CHECK-LABEL: func.func @residuals
// CHECK: fp8.kernel "elementwise" ins(%arg0 : tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xbf16>)
// CHECK: fp8.gemm
// CHECK: fp8.kernel "elementwise" ins(%arg0, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>) outs(%{{.*}} : tensor<64x64xf32>)
func.func @residuals(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %eb = tensor.empty() : tensor<64x64xbf16>
  %two = arith.constant 2.0 : f32
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %unused: f32):
    %0 = arith.mulf %p, %p : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %unused: f32):
    %0 = arith.mulf %p, %two : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%s, %d : tensor<64x64xf32>, tensor<64x64xf32>) outs(%eb : tensor<64x64xbf16>) {
  ^bb0(%p: f32, %q: f32, %unused: bf16):
    %0 = arith.addf %p, %q : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<64x64xbf16>
  %m = fp8.gemm [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] %b, %b outs(%e : tensor<64x64xf32>) : tensor<64x64xbf16>, tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %s, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %t: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %0, %t : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Five divisions take longer than reading a number does.
// CHECK-LABEL: func.func @negative_work
// CHECK: fp8.kernel "elementwise" {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xbf16>)
// CHECK: fp8.gemm
// CHECK: fp8.kernel
// CHECK-NOT: arith.divf
// CHECK: return
func.func @negative_work(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %eb = tensor.empty() : tensor<64x64xbf16>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %unused: f32):
    %0 = arith.divf %p, %p : f32
    %1 = arith.divf %0, %p : f32
    %2 = arith.divf %1, %p : f32
    %3 = arith.divf %2, %p : f32
    %4 = arith.divf %3, %p : f32
    linalg.yield %4 : f32
  } -> tensor<64x64xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<64x64xf32>) outs(%eb : tensor<64x64xbf16>) {
  ^bb0(%p: f32, %unused: bf16):
    %0 = arith.truncf %p : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<64x64xbf16>
  %m = fp8.gemm [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] %b, %b outs(%e : tensor<64x64xf32>) : tensor<64x64xbf16>, tensor<64x64xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %s : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// A state that the step has updated by then is not read in its old place.
// CHECK-LABEL: func.func @negative_updated_state
// CHECK: fp8.kernel {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: fp8.gemm
// CHECK: fp8.kernel {{.*}}ins(%{{.*}}, %{{.*}} : tensor<64x64xf32>, tensor<64x64xf32>)
func.func @negative_updated_state(%w: tensor<64x64xf32>, %g: tensor<64x64xf32>) -> (tensor<64x64xf32> {fp8.updates = "arg0"}, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %new = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%w, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.subf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %old = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%w, %g : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  %m = fp8.gemm [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] %new, %old outs(%e : tensor<64x64xf32>) : tensor<64x64xf32>, tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %old : tensor<64x64xf32>, tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %unused: f32):
    %0 = arith.mulf %p, %q : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %new, %r : tensor<64x64xf32>, tensor<64x64xf32>
}
