// RUN: fp8-opt %s --fp8-raise-patterns | FileCheck %s
// RUN: fp8-opt %s --fp8-raise-patterns="reciprocal finite-scales" | FileCheck %s --check-prefix=ACCEPT
// RUN: fp8-opt %s --fp8-raise-patterns -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter=fp8-raise-patterns 2>&1 | FileCheck %s --check-prefix=REMARK
// Unit/Rewrites runs every function before and after.

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @contract(
// CHECK:         %[[INIT:.*]] = arith.constant dense<-0.000000e+00> : tensor<4x8xf32>
// CHECK:         fp8.contract {{.*}} outs(%[[INIT]]
func.func @contract(%a: tensor<4x32xf8E5M2>, %b: tensor<32x8xf8E4M3FN>, %s: f32, %t: f32) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %d = linalg.matmul ins(%a, %b : tensor<4x32xf8E5M2>, tensor<32x8xf8E4M3FN>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}

// CHECK-LABEL: @contract_and_scales(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4x32xf8E5M2>, %[[B:[^:]*]]: tensor<32x8xf8E4M3FN>, %[[S:[^:]*]]: f32, %[[T:[^:]*]]: f32
// CHECK-DAG:     %[[SA:.*]] = tensor.from_elements %[[S]]
// CHECK-DAG:     %[[SB:.*]] = tensor.from_elements %[[T]]
// CHECK:         %[[R:.*]] = fp8.contract {{.*}} %[[A]] by %[[SA]], %[[B]] by %[[SB]]
// CHECK-NEXT:    return %[[R]]
func.func @contract_and_scales(%a: tensor<4x32xf8E5M2>, %b: tensor<32x8xf8E4M3FN>, %s: f32, %t: f32) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %d = linalg.matmul ins(%a, %b : tensor<4x32xf8E5M2>, tensor<32x8xf8E4M3FN>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = arith.mulf %s, %t : f32
  %f = linalg.fill ins(%p : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = arith.mulf %d, %f : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: @contract_transposed(
// CHECK:         fp8.contract
func.func @contract_transposed(%a: tensor<32x4xf8E5M2>, %b: tensor<8x32xf8E4M3FN>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %d = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<32x4xf8E5M2>, tensor<8x32xf8E4M3FN>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}

// CHECK-LABEL: @negative_contract_from_one(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_contract_from_one(%a: tensor<4x32xf8E5M2>, %b: tensor<32x8xf8E4M3FN>, %s: f32, %t: f32) -> tensor<4x8xf32> {
  %z = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the sum does not start from 0
  %d = linalg.matmul ins(%a, %b : tensor<4x32xf8E5M2>, tensor<32x8xf8E4M3FN>) outs(%i : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}

// CHECK-LABEL: @negative_contract_multiplies_in_f16(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_contract_multiplies_in_f16(%a: tensor<4x32xf8E5M2>, %b: tensor<32x8xf8E5M2>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: multiplies in less than f32
  %d = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x32xf8E5M2>, tensor<32x8xf8E5M2>) outs(%i : tensor<4x8xf32>) {
  ^bb0(%x: f8E5M2, %y: f8E5M2, %out: f32):
    %v = arith.extf %x : f8E5M2 to f16
    %w = arith.extf %y : f8E5M2 to f16
    %p = arith.mulf %v, %w : f16
    %q = arith.extf %p : f16 to f32
    %s = arith.addf %out, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}

//===----------------------------------------------------------------------===//
// Amaxes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @amax(
// CHECK:         fp8.amax %{{.*}} outs(%{{.*}} : tensor<f32>) : tensor<8x32xf32>
func.func @amax(%x: tensor<8x32xf32>) -> tensor<f32> {
  %n = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%n : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<8x32xf32>) outs(%i : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.absf %in : f32
    %m = arith.maximumf %out, %a : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: @amax_of_rows(
// CHECK:         fp8.amax %{{.*}} granularity<row> outs(%{{.*}} : tensor<8xf32>) : tensor<8x32xbf16>
func.func @amax_of_rows(%x: tensor<8x32xbf16>) -> tensor<8xf32> {
  %n = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<8xf32>
  %i = linalg.fill ins(%n : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<8x32xbf16>) outs(%i : tensor<8xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %w = arith.extf %in : bf16 to f32
    %a = math.absf %w : f32
    %m = arith.maximumf %a, %out : f32
    linalg.yield %m : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: @negative_amax_drops_nan(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_amax_drops_nan(%x: tensor<8x32xf32>) -> tensor<f32> {
  %n = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%n : f32) outs(%e : tensor<f32>) -> tensor<f32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the maximum drops NaN
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<8x32xf32>) outs(%i : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.absf %in : f32
    %m = arith.maxnumf %out, %a : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: @negative_amax_of_columns(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_amax_of_columns(%x: tensor<8x32xf32>) -> tensor<32xf32> {
  %n = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<32xf32>
  %i = linalg.fill ins(%n : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: reduces neither all dimensions nor the last one
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<8x32xf32>) outs(%i : tensor<32xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = math.absf %in : f32
    %m = arith.maximumf %out, %a : f32
    linalg.yield %m : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// CHECK-LABEL: @negative_maximum_with_sign(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_maximum_with_sign(%x: tensor<8x32xf32>) -> tensor<f32> {
  %n = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%n : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<8x32xf32>) outs(%i : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maximumf %out, %in : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: @amax_by_reduce(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x32xf32>
// CHECK:         fp8.amax %[[X]]
func.func @amax_by_reduce(%x: tensor<8x32xf32>, %i: tensor<f32>) -> tensor<f32> {
  %a = math.absf %x : tensor<8x32xf32>
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<8x32xf32>) outs(%i : tensor<f32>) dimensions = [0, 1]
  return %r : tensor<f32>
}

// CHECK-LABEL: @quantize_with_amax(
// CHECK:         fp8.quantize %{{.*}} by %{{.*}} with_amax
// CHECK-NOT:     fp8.amax
func.func @quantize_with_amax(%x: tensor<8x32xf32>, %s: f32, %i: tensor<f32>) -> (tensor<8x32xf8E4M3FN>, tensor<f32>) {
  %a = math.absf %x : tensor<8x32xf32>
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<8x32xf32>) outs(%i : tensor<f32>) dimensions = [0, 1]
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %l = arith.maximumf %lo, %y : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q, %r : tensor<8x32xf8E4M3FN>, tensor<f32>
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @negative_clamped_scale(
// CHECK-NOT:     fp8.
// CHECK:         return
// ACCEPT-LABEL: @negative_clamped_scale(
// ACCEPT:         fp8.compute_scale %{{.*}} for e4m3 scaling<epsilon = {{.*}}>
func.func @negative_clamped_scale(%amax: f32) -> f32 {
  %least = arith.constant 1.0e-12 : f64
  %max = arith.constant 448.0 : f64
  %a = arith.extf %amax : f32 to f64
  %c = arith.maximumf %a, %least : f64
  %d = arith.divf %max, %c : f64
  // REMARK: [[@LINE+1]]:{{.*}}kept: an infinite amax gives 0 and NaN gives NaN
  %s = arith.truncf %d : f64 to f32
  return %s : f32
}

// A clamp that does nothing, and two that replace every finite amax.
// ACCEPT-LABEL: @negative_clamped_by_negative(
// ACCEPT-NOT:     fp8.
// ACCEPT:         return
func.func @negative_clamped_by_negative(%amax: f32) -> f32 {
  %least = arith.constant -1.0e-12 : f64
  %max = arith.constant 448.0 : f64
  %a = arith.extf %amax : f32 to f64
  %c = arith.maximumf %a, %least : f64
  %d = arith.divf %max, %c : f64
  // REMARK: [[@LINE+1]]:{{.*}}kept: the least amax is negative or not finite in f32
  %s = arith.truncf %d : f64 to f32
  return %s : f32
}

// ACCEPT-LABEL: @negative_clamped_by_infinite(
// ACCEPT-NOT:     fp8.
// ACCEPT:         return
func.func @negative_clamped_by_infinite(%amax: f32) -> f32 {
  %least = arith.constant 0x7FF0000000000000 : f64
  %max = arith.constant 448.0 : f64
  %a = arith.extf %amax : f32 to f64
  %c = arith.maximumf %a, %least : f64
  %d = arith.divf %max, %c : f64
  // REMARK: [[@LINE+1]]:{{.*}}kept: the least amax is negative or not finite in f32
  %s = arith.truncf %d : f64 to f32
  return %s : f32
}

// ACCEPT-LABEL: @negative_clamped_by_wide(
// ACCEPT-NOT:     fp8.
// ACCEPT:         return
func.func @negative_clamped_by_wide(%amax: f32) -> f32 {
  %least = arith.constant 1.0e+300 : f64
  %max = arith.constant 448.0 : f64
  %a = arith.extf %amax : f32 to f64
  %c = arith.maximumf %a, %least : f64
  %d = arith.divf %max, %c : f64
  // REMARK: [[@LINE+1]]:{{.*}}kept: the least amax is negative or not finite in f32
  %s = arith.truncf %d : f64 to f32
  return %s : f32
}

// CHECK-LABEL: @negative_guarded_scale(
// CHECK-NOT:     fp8.
// CHECK:         return
// ACCEPT-LABEL: @negative_guarded_scale(
// ACCEPT:         fp8.compute_scale %{{.*}} for e4m3 keeping
func.func @negative_guarded_scale(%amax: f32, %scale: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %max = arith.constant 448.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %old = arith.divf %one, %scale : f32
  %q = arith.divf %max, %amax : f32
  %m = arith.divf %q, %one : f32
  %p = arith.cmpf ogt, %amax, %zero : f32
  %n = arith.select %p, %m, %old : f32
  %abs = math.absf %amax : f32
  %finite = arith.cmpf one, %abs, %inf : f32
  // REMARK: [[@LINE+1]]:{{.*}}kept: a quotient that overflows gives infinity
  %r = arith.select %finite, %n, %old : f32
  %s = arith.divf %one, %r : f32
  return %s : f32
}

// A cast of flax, as JAX lowers it: each op is one generic.
#id = affine_map<(i, j) -> (i, j)>
#one = affine_map<(i, j) -> (0)>
#none = affine_map<(i, j) -> ()>
// CHECK-LABEL: func.func @generics
// CHECK-SAME: (%[[X:.*]]: tensor<8x32xf32>, %[[S:.*]]: tensor<1xf32>)
// CHECK: %[[D:.*]] = arith.divf %[[X]], %{{.*}} : tensor<8x32xf32>
// CHECK: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[Q:.*]] = fp8.quantize %[[D]] by %[[ONE]]
// CHECK-NOT: arith.truncf
// CHECK: return %[[Q]]
func.func @generics(%x: tensor<8x32xf32>, %s: tensor<1xf32>) -> tensor<8x32xf8E4M3FN> {
  %lo = arith.constant -448.0 : f32
  %hi = arith.constant dense<448.0> : tensor<f32>
  %e = tensor.empty() : tensor<8x32xf32>
  %c = tensor.empty() : tensor<8x32xf8E4M3FN>
  %sb = linalg.generic {indexing_maps = [#one, #id], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<1xf32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8x32xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sb : tensor<8x32xf32>, tensor<8x32xf32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<8x32xf32>
  %l = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<8x32xf32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.maximumf %a, %lo : f32
    linalg.yield %0 : f32
  } -> tensor<8x32xf32>
  %hb = linalg.generic {indexing_maps = [#none, #id], iterator_types = ["parallel", "parallel"]} ins(%hi : tensor<f32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<8x32xf32>
  %h = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%hb, %l : tensor<8x32xf32>, tensor<8x32xf32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.minimumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<8x32xf32>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%h : tensor<8x32xf32>) outs(%c : tensor<8x32xf8E4M3FN>) {
  ^bb0(%a: f32, %out: f8E4M3FN):
    %0 = arith.truncf %a : f32 to f8E4M3FN
    linalg.yield %0 : f8E4M3FN
  } -> tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// Other moves of elements stay a generic.
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
// CHECK-LABEL: func.func @negative_transposed_generic
// CHECK: linalg.generic
// CHECK: arith.truncf %{{.*}} : f32 to f8E4M3FN
func.func @negative_transposed_generic(%x: tensor<8x32xf32>) -> tensor<32x8xf8E4M3FN> {
  %c = tensor.empty() : tensor<32x8xf8E4M3FN>
  %q = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x32xf32>) outs(%c : tensor<32x8xf8E4M3FN>) {
  ^bb0(%a: f32, %out: f8E4M3FN):
    %0 = arith.truncf %a : f32 to f8E4M3FN
    linalg.yield %0 : f8E4M3FN
  } -> tensor<32x8xf8E4M3FN>
  return %q : tensor<32x8xf8E4M3FN>
}

// A decode of flax: the cast and the factor are one generic each. The cast
// alone, which a sum reads, stays.
// CHECK-LABEL: func.func @decode_in_generics
// CHECK-SAME: (%[[C:.*]]: tensor<8x32xf8E4M3FN>, %[[S:.*]]: tensor<f32>)
// CHECK: fp8.dequantize %[[C]] by %[[S]]
// CHECK: linalg.generic
// CHECK-NOT: arith.mulf
func.func @decode_in_generics(%c: tensor<8x32xf8E4M3FN>, %s: tensor<f32>) -> (tensor<8x32xf32>, tensor<8x32xf32>) {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<8x32xf32>) dimensions = [0, 1]
  %w = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<8x32xf8E4M3FN>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%in: f8E4M3FN, %out: f32):
    %0 = arith.extf %in : f8E4M3FN to f32
    linalg.yield %0 : f32
  } -> tensor<8x32xf32>
  %d = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%b, %w : tensor<8x32xf32>, tensor<8x32xf32>) outs(%e : tensor<8x32xf32>) {
  ^bb0(%a: f32, %x: f32, %out: f32):
    %0 = arith.mulf %a, %x : f32
    linalg.yield %0 : f32
  } -> tensor<8x32xf32>
  %alone = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%c : tensor<8x32xf8E4M3FN>) outs(%d : tensor<8x32xf32>) {
  ^bb0(%in: f8E4M3FN, %out: f32):
    %0 = arith.extf %in : f8E4M3FN to f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x32xf32>
  return %d, %alone : tensor<8x32xf32>, tensor<8x32xf32>
}
