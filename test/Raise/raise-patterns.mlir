// RUN: fp8-opt %s --fp8-raise-patterns | FileCheck %s
// RUN: fp8-opt %s --fp8-raise-patterns="reciprocal finite-scales" | FileCheck %s --check-prefix=ACCEPT
// RUN: fp8-opt %s --fp8-raise-patterns -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter=fp8-raise-patterns 2>&1 | FileCheck %s --check-prefix=REMARK
// Unit/Rewrites runs every function before and after.

//===----------------------------------------------------------------------===//
// Quantize
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @multiply(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x32xf32>, %[[S:[^:]*]]: f32)
// CHECK:         %[[T:.*]] = tensor.from_elements %[[S]] : tensor<f32>
// CHECK:         %[[Q:.*]] = fp8.quantize %[[X]] by %[[T]]
// CHECK-NEXT:    return %[[Q]]
// REMARK: raised to fp8.quantize
func.func @multiply(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %l = arith.maximumf %lo, %y : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// Upper bound first, factors swapped, widened from bf16.
// CHECK-LABEL: @multiply_e5m2(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x32xbf16>, %[[S:[^:]*]]: tensor<f32>)
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<8x32xf8E5M2>
// CHECK-NEXT:    fp8.quantize %[[X]] by %[[S]] outs(%[[E]]
func.func @multiply_e5m2(%x: tensor<8x32xbf16>, %s: tensor<f32>) -> tensor<8x32xf8E5M2> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<8x32xf32>) dimensions = [0, 1]
  %lo = arith.constant dense<-57344.0> : tensor<8x32xf32>
  %hi = arith.constant dense<57344.0> : tensor<8x32xf32>
  %w = arith.extf %x : tensor<8x32xbf16> to tensor<8x32xf32>
  %y = arith.mulf %b, %w : tensor<8x32xf32>
  %h = arith.minimumf %y, %hi : tensor<8x32xf32>
  %c = arith.maximumf %h, %lo : tensor<8x32xf32>
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E5M2>
  return %q : tensor<8x32xf8E5M2>
}

// The quotient stays, or becomes a product that may differ.
// CHECK-LABEL: @divide(
// CHECK:         %[[Y:.*]] = arith.divf
// CHECK:         %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK:         fp8.quantize %[[Y]] by %[[ONE]]
// ACCEPT-LABEL: @divide(
// ACCEPT-SAME:    %[[X:[^:]*]]: tensor<8x32xf32>
// ACCEPT:         %[[INV:.*]] = arith.divf %{{.*}}, %{{.*}} : tensor<f32>
// ACCEPT:         fp8.quantize %[[X]] by %[[INV]]
// REMARK: raised to fp8.quantize by 1: the division stays, x / s is not x * (1 / s)
func.func @divide(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.divf %x, %b : tensor<8x32xf32>
  %l = arith.maximumf %lo, %y : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @divide_power_of_two(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x32xf32>
// CHECK:         %[[FOUR:.*]] = arith.constant dense<4.000000e+00> : tensor<f32>
// CHECK:         fp8.quantize %[[X]] by %[[FOUR]]
func.func @divide_power_of_two(%x: tensor<8x32xf32>) -> tensor<8x32xf8E4M3FN> {
  %b = arith.constant dense<0.25> : tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.divf %x, %b : tensor<8x32xf32>
  %l = arith.maximumf %lo, %y : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// A product that is rounded to bf16 stays.
// CHECK-LABEL: @clamp_in_bf16(
// CHECK:         %[[Y:.*]] = arith.mulf
// CHECK:         fp8.quantize %[[Y]] by %{{.*}} : tensor<8x32xbf16>, tensor<f32>
func.func @clamp_in_bf16(%x: tensor<8x32xbf16>, %s: bf16) -> tensor<8x32xf8E4M3FN> {
  %lo = arith.constant dense<-448.0> : tensor<8x32xbf16>
  %hi = arith.constant dense<448.0> : tensor<8x32xbf16>
  %e = tensor.empty() : tensor<8x32xbf16>
  %b = tensor.splat %s : tensor<8x32xbf16>
  %y = arith.mulf %x, %b : tensor<8x32xbf16>
  %l = arith.maximumf %lo, %y : tensor<8x32xbf16>
  %c = arith.minimumf %hi, %l : tensor<8x32xbf16>
  %q = arith.truncf %c : tensor<8x32xbf16> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @compare_and_select(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x32xf32>
// CHECK:         fp8.quantize %[[X]]
// CHECK-NEXT:    return
func.func @compare_and_select(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %p = arith.cmpf ogt, %y, %hi : tensor<8x32xf32>
  %l = arith.select %p, %hi, %y : tensor<8x32xi1>, tensor<8x32xf32>
  %n = arith.cmpf olt, %l, %lo : tensor<8x32xf32>
  %c = arith.select %n, %lo, %l : tensor<8x32xi1>, tensor<8x32xf32>
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @outlined_clip(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<8x32xf32>
// CHECK:         fp8.quantize %[[X]]
// CHECK-NOT:     @clip
func.func @outlined_clip(%x: tensor<8x32xf32>, %s: tensor<f32>) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.broadcast ins(%s : tensor<f32>) outs(%e : tensor<8x32xf32>) dimensions = [0, 1]
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<f32>
  %hi = arith.constant dense<448.0> : tensor<f32>
  %c = call @clip(%y, %lo, %hi) : (tensor<8x32xf32>, tensor<f32>, tensor<f32>) -> tensor<8x32xf32>
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}
func.func private @clip(%x: tensor<8x32xf32>, %lo: tensor<f32>, %hi: tensor<f32>) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<8x32xf32>
  %l = linalg.broadcast ins(%lo : tensor<f32>) outs(%e : tensor<8x32xf32>) dimensions = [0, 1]
  %0 = arith.maximumf %l, %x : tensor<8x32xf32>
  %h = linalg.broadcast ins(%hi : tensor<f32>) outs(%e : tensor<8x32xf32>) dimensions = [0, 1]
  %1 = arith.minimumf %h, %0 : tensor<8x32xf32>
  return %1 : tensor<8x32xf32>
}

// CHECK-LABEL: @negative_clamp_447(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_clamp_447(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-447.0> : tensor<8x32xf32>
  %hi = arith.constant dense<447.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %l = arith.maximumf %lo, %y : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: clamps at 447, where the format saturates at 448
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @negative_no_clamp(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_no_clamp(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %c = arith.mulf %x, %b : tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: casts without a clamp on both sides
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @negative_one_side(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_one_side(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %c = arith.minimumf %hi, %y : tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: casts without a clamp on both sides
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @negative_nan_dropped(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_nan_dropped(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %l = arith.maxnumf %lo, %y : tensor<8x32xf32>
  %c = arith.minnumf %hi, %l : tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the clamp turns a NaN into a bound
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @negative_unordered(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_unordered(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %p = arith.cmpf ugt, %y, %hi : tensor<8x32xf32>
  %l = arith.select %p, %hi, %y : tensor<8x32xi1>, tensor<8x32xf32>
  %c = arith.maximumf %l, %lo : tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the comparison of the clamp is not ordered
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @negative_scale_per_element(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_scale_per_element(%x: tensor<8x32xf32>, %b: tensor<8x32xf32>) -> tensor<8x32xf8E4M3FN> {
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %l = arith.maximumf %lo, %y : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the scale is not one number for the whole tensor
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @negative_wrong_dividend(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_wrong_dividend(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-448.0> : tensor<8x32xf32>
  %hi = arith.constant dense<448.0> : tensor<8x32xf32>
  %y = arith.divf %b, %x : tensor<8x32xf32>
  %l = arith.maximumf %lo, %y : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: divides the scale by the tensor
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

// CHECK-LABEL: @negative_bound_of_other_format(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_bound_of_other_format(%x: tensor<8x32xf32>, %s: f32) -> tensor<8x32xf8E4M3FN> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %lo = arith.constant dense<-57344.0> : tensor<8x32xf32>
  %hi = arith.constant dense<57344.0> : tensor<8x32xf32>
  %y = arith.mulf %x, %b : tensor<8x32xf32>
  %l = arith.maximumf %lo, %y : tensor<8x32xf32>
  %c = arith.minimumf %hi, %l : tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: clamps at 57344, where the format saturates at 448
  %q = arith.truncf %c : tensor<8x32xf32> to tensor<8x32xf8E4M3FN>
  return %q : tensor<8x32xf8E4M3FN>
}

//===----------------------------------------------------------------------===//
// Dequantize
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @dequantize(
// CHECK-SAME:    %[[C:[^:]*]]: tensor<8x32xf8E4M3FN>, %[[S:[^:]*]]: f32)
// CHECK:         %[[T:.*]] = tensor.from_elements %[[S]]
// CHECK:         %[[W:.*]] = fp8.dequantize %[[C]] by %[[T]]
// CHECK-NEXT:    return %[[W]]
func.func @dequantize(%q: tensor<8x32xf8E4M3FN>, %s: f32) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %w = arith.extf %q : tensor<8x32xf8E4M3FN> to tensor<8x32xf32>
  %y = arith.mulf %w, %b : tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}

// CHECK-LABEL: @dequantize_power_of_two(
// CHECK:         arith.constant dense<1.250000e-01>
// CHECK:         fp8.dequantize
func.func @dequantize_power_of_two(%q: tensor<8x32xf8E4M3FN>) -> tensor<8x32xf32> {
  %b = arith.constant dense<8.0> : tensor<8x32xf32>
  %w = arith.extf %q : tensor<8x32xf8E4M3FN> to tensor<8x32xf32>
  %y = arith.divf %w, %b : tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}

// CHECK-LABEL: @negative_dequantize_divide(
// CHECK-NOT:     fp8.
// CHECK:         return
// ACCEPT-LABEL: @negative_dequantize_divide(
// ACCEPT:         fp8.dequantize
func.func @negative_dequantize_divide(%q: tensor<8x32xf8E4M3FN>, %s: f32) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %w = arith.extf %q : tensor<8x32xf8E4M3FN> to tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: x / s is not x * (1 / s); the option 'reciprocal' accepts the difference
  %y = arith.divf %w, %b : tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}

// CHECK-LABEL: @negative_dequantize_per_element(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_dequantize_per_element(%q: tensor<8x32xf8E4M3FN>, %b: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %w = arith.extf %q : tensor<8x32xf8E4M3FN> to tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the scale is not one number for the whole tensor
  %y = arith.mulf %w, %b : tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}

// CHECK-LABEL: @negative_dequantize_wrong_dividend(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_dequantize_wrong_dividend(%q: tensor<8x32xf8E4M3FN>, %s: f32) -> tensor<8x32xf32> {
  %e = tensor.empty() : tensor<8x32xf32>
  %b = linalg.fill ins(%s : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %w = arith.extf %q : tensor<8x32xf8E4M3FN> to tensor<8x32xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: divides the scale by the tensor
  %y = arith.divf %b, %w : tensor<8x32xf32>
  return %y : tensor<8x32xf32>
}

// CHECK-LABEL: @negative_dequantize_bf16(
// CHECK-NOT:     fp8.
// CHECK:         return
func.func @negative_dequantize_bf16(%q: tensor<8x32xf8E4M3FN>, %s: bf16) -> tensor<8x32xbf16> {
  %b = tensor.splat %s : tensor<8x32xbf16>
  %w = arith.extf %q : tensor<8x32xf8E4M3FN> to tensor<8x32xbf16>
  // REMARK: [[@LINE+1]]:{{.*}}kept: multiplies in less than f32
  %y = arith.mulf %w, %b : tensor<8x32xbf16>
  return %y : tensor<8x32xbf16>
}

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
