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
