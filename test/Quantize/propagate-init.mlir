// RUN: fp8-opt %s --fp8-propagate-init --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-propagate-init --split-input-file -o /dev/null --remark-format=emitRemark --remarks-filter=fp8-propagate-init 2>&1 | FileCheck %s --check-prefix=REMARK

// A master starts from the values, its codes from the codes.

// CHECK-LABEL: @init
// CHECK:         %[[WIDE:.*]] = tensor.empty() : tensor<64x48xf32>
// CHECK:         %[[I:.*]]:3 = fp8.init normal gain 1.000000e+00 fan<in> axes [0, 1] stream 3 seed %{{.*}} with_wide outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>) {fp8.name = "w"}
// CHECK-NOT:     fp8.dequantize
// CHECK:         return %[[I]]#0, %[[I]]#1, %[[I]]#2
// REMARK-COUNT-5: remark: {{.*}}reads the initial values instead of their codes
func.func @init(%seed: i32) -> (tensor<64x48xf8E4M3FN> {fp8.name = "w"}, tensor<f32> {fp8.name = "w.inv"}, tensor<64x48xf32> {fp8.name = "w.master", fp8.state = #fp8.state<residual>}) {
  %c0 = tensor.empty() : tensor<64x48xf8E4M3FN>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s = fp8.init normal gain 1.0 fan<in> axes [0, 1] stream 3 seed %seed outs(%c0, %s0 : tensor<64x48xf8E4M3FN>, tensor<f32>) {fp8.name = "w"}
  %w0 = tensor.empty() : tensor<64x48xf32>
  %master = fp8.dequantize %c by %s outs(%w0 : tensor<64x48xf32>) : tensor<64x48xf8E4M3FN>, tensor<f32>
  return %c, %s, %master : tensor<64x48xf8E4M3FN>, tensor<f32>, tensor<64x48xf32>
}

// -----

// The residual is the difference between the values and their codes.

// CHECK-LABEL: @residual
// CHECK:         %[[I:.*]]:3 = fp8.init
// CHECK:         %[[D:.*]] = fp8.dequantize %[[I]]#0 by %[[I]]#1
// CHECK:         %[[R:.*]] = arith.subf %[[I]]#2, %[[D]]
// CHECK:         return %[[I]]#0, %[[R]]
func.func @residual(%seed: i32) -> (tensor<8x4xf8E4M3FN>, tensor<8x4xf32>) {
  %c0 = tensor.empty() : tensor<8x4xf8E4M3FN>
  %s0 = tensor.empty() : tensor<8xf32>
  %c, %s = fp8.init normal parameters [0.0, 0.02] granularity<row> stream 3 seed %seed outs(%c0, %s0 : tensor<8x4xf8E4M3FN>, tensor<8xf32>)
  %w0 = tensor.empty() : tensor<8x4xf32>
  %d = fp8.dequantize %c by %s granularity<row> outs(%w0 : tensor<8x4xf32>) : tensor<8x4xf8E4M3FN>, tensor<8xf32>
  %r = arith.subf %d, %d : tensor<8x4xf32>
  return %c, %r : tensor<8x4xf8E4M3FN>, tensor<8x4xf32>
}

// -----

// The same in the body of an op.

// CHECK-LABEL: @residual_in_body
// CHECK:         %[[I:.*]]:3 = fp8.init
// CHECK:         %[[D:.*]] = fp8.dequantize %[[I]]#0 by %[[I]]#1
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[I]]#2, %[[D]] :
// CHECK:         return %[[I]]#0, %[[R]], %[[I]]#2
func.func @residual_in_body(%seed: i32) -> (tensor<8xf8E4M3FN>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = tensor.empty() : tensor<8xf8E4M3FN>
  %s0 = tensor.empty() : tensor<f32>
  %w0 = tensor.empty() : tensor<8xf32>
  %c, %s, %w = fp8.init normal parameters [0.0, 0.02] stream 3 seed %seed with_wide outs(%c0, %s0, %w0 : tensor<8xf8E4M3FN>, tensor<f32>, tensor<8xf32>)
  %d = fp8.dequantize %c by %s outs(%w0 : tensor<8xf32>) : tensor<8xf8E4M3FN>, tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%w, %d : tensor<8xf32>, tensor<8xf32>) outs(%w0 : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.subf %a, %b : f32
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %c, %r, %d : tensor<8xf8E4M3FN>, tensor<8xf32>, tensor<8xf32>
}

// -----

// Decoded and multiplied. The op already has wide values in bf16, which
// become roundings of f32 values.

// CHECK-LABEL: @product
// CHECK:         %[[I:.*]]:4 = fp8.init {{.*}} at [8, 0] of [16, 4] with_amax with_wide outs({{.*}} : tensor<8x4xf8E5M2>, tensor<f32>, tensor<f32>, tensor<8x4xf32>)
// CHECK:         %[[N:.*]] = fp8.convert %[[I]]#3 : tensor<8x4xf32> to tensor<8x4xbf16>
// CHECK-NOT:     arith.mulf
// CHECK:         return %[[I]]#3, %[[N]], %[[I]]#2
func.func @product(%seed: i32) -> (tensor<8x4xf32>, tensor<8x4xbf16>, tensor<f32>) {
  %c0 = tensor.empty() : tensor<8x4xf8E5M2>
  %s0 = tensor.empty() : tensor<f32>
  %h0 = tensor.empty() : tensor<8x4xbf16>
  %c, %s, %a, %h = fp8.init uniform parameters [-1.0, 1.0] stream 3 seed %seed at [8, 0] of [16, 4] with_amax with_wide outs(%c0, %s0, %s0, %h0 : tensor<8x4xf8E5M2>, tensor<f32>, tensor<f32>, tensor<8x4xbf16>)
  %f = fp8.convert %c : tensor<8x4xf8E5M2> to tensor<8x4xf32>
  %b0 = tensor.empty() : tensor<8x4xf32>
  %b = linalg.broadcast ins(%s : tensor<f32>) outs(%b0 : tensor<8x4xf32>) dimensions = [0, 1]
  %m = arith.mulf %f, %b : tensor<8x4xf32>
  return %m, %h, %a : tensor<8x4xf32>, tensor<8x4xbf16>, tensor<f32>
}

// -----

// One reader in bf16, and nothing else: the values are made in bf16.

// CHECK-LABEL: @narrow
// CHECK:         %[[I:.*]]:3 = fp8.init {{.*}} with_wide outs({{.*}} : tensor<8xf8E4M3FN>, tensor<f32>, tensor<8xbf16>)
// CHECK-NOT:     fp8.
// CHECK:         return %[[I]]#2
func.func @narrow(%seed: i32) -> tensor<8xbf16> {
  %c0 = tensor.empty() : tensor<8xf8E4M3FN>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s = fp8.init normal parameters [0.0, 1.0] stream 3 seed %seed outs(%c0, %s0 : tensor<8xf8E4M3FN>, tensor<f32>)
  %w0 = tensor.empty() : tensor<8xbf16>
  %d = fp8.dequantize %c by %s outs(%w0 : tensor<8xbf16>) : tensor<8xf8E4M3FN>, tensor<f32>
  return %d : tensor<8xbf16>
}

// -----

// A matmul reads the value that it also reads in every step.

// CHECK-LABEL: @negative_contraction
// CHECK:         fp8.init
// CHECK-NOT:     with_wide
// CHECK:         %[[D:.*]] = fp8.dequantize
// CHECK:         linalg.matmul ins(%{{.*}}, %[[D]]
// REMARK-NOT: remark
func.func @negative_contraction(%seed: i32, %x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %c0 = tensor.empty() : tensor<8x4xf8E4M3FN>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s = fp8.init normal parameters [0.0, 1.0] stream 3 seed %seed outs(%c0, %s0 : tensor<8x4xf8E4M3FN>, tensor<f32>)
  %w0 = tensor.empty() : tensor<8x4xf32>
  %d = fp8.dequantize %c by %s outs(%w0 : tensor<8x4xf32>) : tensor<8x4xf8E4M3FN>, tensor<f32>
  %y0 = arith.constant dense<0.0> : tensor<4x4xf32>
  %y = linalg.matmul ins(%x, %d : tensor<4x8xf32>, tensor<8x4xf32>) outs(%y0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// -----

// Another scale, codes of another origin, and a factor that is something else.

// CHECK-LABEL: @negative_others
// CHECK:         fp8.init
// CHECK-NOT:     with_wide
// CHECK-COUNT-2: fp8.dequantize
// CHECK:         arith.mulf
func.func @negative_others(%seed: i32, %t: tensor<f32>, %k: tensor<8xf8E4M3FN>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = tensor.empty() : tensor<8xf8E4M3FN>
  %s0 = tensor.empty() : tensor<f32>
  %c, %s = fp8.init normal parameters [0.0, 1.0] stream 3 seed %seed outs(%c0, %s0 : tensor<8xf8E4M3FN>, tensor<f32>)
  %w0 = tensor.empty() : tensor<8xf32>
  %a = fp8.dequantize %c by %t outs(%w0 : tensor<8xf32>) : tensor<8xf8E4M3FN>, tensor<f32>
  %b = fp8.dequantize %k by %s outs(%w0 : tensor<8xf32>) : tensor<8xf8E4M3FN>, tensor<f32>
  %f = fp8.convert %c : tensor<8xf8E4M3FN> to tensor<8xf32>
  %tb = linalg.broadcast ins(%t : tensor<f32>) outs(%w0 : tensor<8xf32>) dimensions = [0]
  %m = arith.mulf %f, %tb : tensor<8xf32>
  return %a, %b, %m : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
