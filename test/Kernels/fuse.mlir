// RUN: fp8-opt %s --fp8-fuse --fp8-verify-form=form=fused | FileCheck %s
// RUN: fp8-opt %s --fp8-fuse=max-merged=0 --fp8-verify-form=form=fused | FileCheck %s --check-prefix=SINGLE

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>

// A producer lies in the kernel of its consumer, and is a result of it where
// others want it.
// CHECK-LABEL: func.func @producer
// CHECK: %[[K:.*]]:2 = fp8.kernel "elementwise"
// CHECK-NOT: fp8.kernel "
// CHECK: return %[[K]]#0, %[[K]]#1
// SINGLE-LABEL: func.func @producer
// SINGLE-COUNT-2: fp8.kernel
func.func @producer(%x: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %empty = tensor.empty() : tensor<8x16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = arith.mulf %e, %e : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = arith.negf %e : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %a, %b : tensor<8x16xf32>, tensor<8x16xf32>
}

// Delayed scaling: codes and amax of one input are one pass over it.
// CHECK-LABEL: func.func @quantize_and_amax
// CHECK: fp8.kernel "quantize" ins(%{{.*}}, %{{.*}} : tensor<128x256xf32>, tensor<f32>)
// CHECK: arith.maximumf
// CHECK-NOT: fp8.kernel "
// CHECK: return
func.func @quantize_and_amax(%x: tensor<128x256xf32>, %scale: tensor<f32>) -> (tensor<128x256xf8E4M3FN>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<128x256xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %scale : tensor<128x256xf32>, tensor<f32>) outs(%empty : tensor<128x256xf8E4M3FN>) {
  ^bb0(%e: f32, %s: f32, %unused: f8E4M3FN):
    %0 = arith.mulf %e, %s : f32
    %1 = fp8.convert %0 : f32 to f8E4M3FN
    linalg.yield %1 : f8E4M3FN
  } -> tensor<128x256xf8E4M3FN>
  %scalar = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %amax = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<128x256xf32>) outs(%init : tensor<f32>) {
  ^bb0(%e: f32, %m: f32):
    %0 = math.absf %e : f32
    %1 = arith.maximumf %m, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %q, %amax : tensor<128x256xf8E4M3FN>, tensor<f32>
}

// Current scaling: no code of a large tensor is known before the whole amax is.
// The scale itself ends the first kernel.
// CHECK-LABEL: func.func @negative_current_scaling
// CHECK: %[[SCALE:.*]] = fp8.kernel "reduce"
// CHECK: arith.divf
// CHECK: fp8.kernel "quantize" ins(%{{.*}}, %[[SCALE]] : tensor<128x256xf32>, tensor<f32>)
func.func @negative_current_scaling(%x: tensor<128x256xf32>) -> tensor<128x256xf8E4M3FN> {
  %zero = arith.constant 0.0 : f32
  %scalar = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %amax = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<128x256xf32>) outs(%init : tensor<f32>) {
  ^bb0(%e: f32, %m: f32):
    %0 = math.absf %e : f32
    %1 = arith.maximumf %m, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  %scale = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%amax : tensor<f32>) outs(%scalar : tensor<f32>) {
  ^bb0(%a: f32, %unused: f32):
    %c = arith.constant 448.0 : f32
    %0 = arith.divf %c, %a : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %empty = tensor.empty() : tensor<128x256xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#id, #none, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %scale : tensor<128x256xf32>, tensor<f32>) outs(%empty : tensor<128x256xf8E4M3FN>) {
  ^bb0(%e: f32, %s: f32, %unused: f8E4M3FN):
    %0 = arith.mulf %e, %s : f32
    %1 = fp8.convert %0 : f32 to f8E4M3FN
    linalg.yield %1 : f8E4M3FN
  } -> tensor<128x256xf8E4M3FN>
  return %q : tensor<128x256xf8E4M3FN>
}

// A reduction along a row and the readers along this row are one kernel.
// CHECK-LABEL: func.func @row
// CHECK: fp8.kernel "reduce"
// CHECK: arith.subf
// CHECK-NOT: fp8.kernel "
// CHECK: return
func.func @row(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<64xf32>
  %init = linalg.fill ins(%lowest : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x256xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%e: f32, %m: f32):
    %0 = arith.maximumf %m, %e : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %empty = tensor.empty() : tensor<64x256xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %max : tensor<64x256xf32>, tensor<64xf32>) outs(%empty : tensor<64x256xf32>) {
  ^bb0(%e: f32, %m: f32, %unused: f32):
    %0 = arith.subf %e, %m : f32
    linalg.yield %0 : f32
  } -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// A square root per column would become one per element.
// CHECK-LABEL: func.func @negative_repeated
// CHECK-COUNT-2: fp8.kernel "
func.func @negative_repeated(%x: tensor<64x256xf32>, %v: tensor<256xf32>) -> tensor<64x256xf32> {
  %cols = tensor.empty() : tensor<256xf32>
  %root = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v : tensor<256xf32>) outs(%cols : tensor<256xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = math.sqrt %e : f32
    linalg.yield %0 : f32
  } -> tensor<256xf32>
  %empty = tensor.empty() : tensor<64x256xf32>
  %y = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %root : tensor<64x256xf32>, tensor<256xf32>) outs(%empty : tensor<64x256xf32>) {
  ^bb0(%e: f32, %m: f32, %unused: f32):
    %0 = arith.mulf %e, %m : f32
    linalg.yield %0 : f32
  } -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// The product lies between the two: they cannot run at once.
// CHECK-LABEL: func.func @negative_third_op
// CHECK: fp8.kernel "
// CHECK: fp8.gemm
// CHECK: fp8.kernel "
// CHECK: return
func.func @negative_third_op(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %empty = tensor.empty() : tensor<16x16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<16x16xf32>) outs(%empty : tensor<16x16xf32>) {
  ^bb0(%e: f32, %unused: f32):
    %0 = arith.negf %e : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  %p = fp8.gemm [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %a, %x outs(%empty : tensor<16x16xf32>) : tensor<16x16xf32>, tensor<16x16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%a, %p : tensor<16x16xf32>, tensor<16x16xf32>) outs(%empty : tensor<16x16xf32>) {
  ^bb0(%e: f32, %f: f32, %unused: f32):
    %0 = arith.addf %e, %f : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  return %b : tensor<16x16xf32>
}

// A scatter changes the tensor that it adds into.
// CHECK-LABEL: func.func @scatter
// CHECK-SAME: %[[ROWS:.*]]: tensor<128x64xf32>, %[[IDS:.*]]: tensor<128x1xi64>, %[[TABLE:.*]]: tensor<96x64xf32>
// CHECK: fp8.kernel "scatter_add" ins(%[[ROWS]], %[[IDS]] : {{.*}}) outs(%[[TABLE]] : tensor<96x64xf32>)
func.func @scatter(%rows: tensor<128x64xf32>, %ids: tensor<128x1xi64>, %table: tensor<96x64xf32>) -> tensor<96x64xf32> {
  %0 = fp8.scatter_add %rows at %ids outs(%table : tensor<96x64xf32>) : tensor<128x64xf32>, tensor<128x1xi64>
  return %0 : tensor<96x64xf32>
}

// The norm of a weight that rows are multiplied with is no reduction of rows.
// CHECK-LABEL: func.func @negative_norm_of_a_weight
// CHECK-COUNT-2: fp8.kernel "reduce"
// CHECK-NOT: fp8.kernel "
// CHECK: return
func.func @negative_norm_of_a_weight(%x: tensor<8x16xf32>, %w: tensor<16xf32>) -> (tensor<8xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : tensor<8xf32>
  %rows_init = linalg.fill ins(%zero : f32) outs(%rows : tensor<8xf32>) -> tensor<8xf32>
  %one = tensor.empty() : tensor<f32>
  %one_init = linalg.fill ins(%zero : f32) outs(%one : tensor<f32>) -> tensor<f32>
  %a = linalg.generic {indexing_maps = [#id, #col, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %w : tensor<8x16xf32>, tensor<16xf32>) outs(%rows_init : tensor<8xf32>) {
  ^bb0(%e: f32, %f: f32, %o: f32):
    %0 = arith.mulf %e, %f : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(j) -> (j)>, affine_map<(j) -> ()>], iterator_types = ["reduction"]} ins(%w : tensor<16xf32>) outs(%one_init : tensor<f32>) {
  ^bb0(%f: f32, %o: f32):
    %0 = arith.mulf %f, %f : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %a, %b : tensor<8xf32>, tensor<f32>
}

// The repetition of a value per row is not stored: the kernel reads the rows.
// CHECK-LABEL: func.func @repeated_rows
// SINGLE-LABEL: func.func @repeated_rows
// SINGLE-SAME: (%[[S:.*]]: tensor<8x1xf32>, %[[X:.*]]: tensor<8x16xf32>)
// SINGLE: fp8.kernel "elementwise" ins(%[[X]], %[[S]] : tensor<8x16xf32>, tensor<8x1xf32>)
// SINGLE-NOT: fp8.kernel "
// SINGLE: return
func.func @repeated_rows(%s: tensor<8x1xf32>, %x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %empty = tensor.empty() : tensor<8x16xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 0)>, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<8x1xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%e: f32, %unused: f32):
    linalg.yield %e : f32
  } -> tensor<8x16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %a : tensor<8x16xf32>, tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%e: f32, %r: f32, %unused: f32):
    %0 = arith.mulf %e, %r : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %b : tensor<8x16xf32>
}

// A transposed copy is worth its memory: who reads it walks it along its rows.
// CHECK-LABEL: func.func @negative_transposed_copy
// SINGLE-LABEL: func.func @negative_transposed_copy
// SINGLE-COUNT-2: fp8.kernel "elementwise"
func.func @negative_transposed_copy(%s: tensor<16x8xf32>, %x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %empty = tensor.empty() : tensor<8x16xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<16x8xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%e: f32, %unused: f32):
    linalg.yield %e : f32
  } -> tensor<8x16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %a : tensor<8x16xf32>, tensor<8x16xf32>) outs(%empty : tensor<8x16xf32>) {
  ^bb0(%e: f32, %r: f32, %unused: f32):
    %0 = arith.mulf %e, %r : f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  return %b : tensor<8x16xf32>
}
