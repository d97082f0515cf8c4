// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --fp8-decompose=keep-for-kernels | FileCheck %s --check-prefix=PARTS
// RUN: fp8-opt %s --fp8-decompose | FileCheck %s --check-prefix=ALL --implicit-check-not='fp8.attention' --implicit-check-not=fp8.contract

#q = affine_map<(h, i, j, d, e) -> (i, h, d)>
#k = affine_map<(h, i, j, d, e) -> (j, d)>
#v = affine_map<(h, i, j, d, e) -> (h, e, j)>
#mask = affine_map<(h, i, j, d, e) -> (j)>
#o = affine_map<(h, i, j, d, e) -> (i, h, e)>
#row = affine_map<(h, i, j, d, e) -> (i, h)>

// Products in f32, the softmax, and a product of rounded probabilities.
// CHECK-LABEL: @forward
// CHECK:       fp8.attention [#{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}, #{{.*}}, #[[$ROW:.*]], #[[$ROW]]] %{{.*}}, %{{.*}}, %{{.*}} captured(%{{.*}} : tensor<5xi1>) outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<7x2x3xbf16>, tensor<7x2xf32>, tensor<7x2xf32>) {
// CHECK-NEXT:  ^bb0(%score: f32, %row: index, %row_{{.*}}: index, %key: index, %in: i1):
// CHECK:         fp8.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK-NEXT:  } : tensor<7x2x4xbf16>, tensor<5x4xbf16>, tensor<2x3x5xbf16>
// PARTS-LABEL: @forward
// PARTS-SAME:    %[[Q:[^:]*]]: tensor<7x2x4xbf16>, %[[K:[^:]*]]: tensor<5x4xbf16>, %[[V:[^:]*]]: tensor<2x3x5xbf16>, %[[MASK:[^:]*]]: tensor<5xi1>
// PARTS:       %[[S:.*]] = fp8.contract [#[[$Q:.*]], #[[$K:.*]], #[[$S:.*]]] %[[Q]], %[[K]] outs({{.*}} : tensor<2x7x5xf32>)
// PARTS:       %[[T:.*]] = linalg.generic {{.*}} ins(%[[S]], %[[MASK]] : {{.*}}) outs({{.*}} : tensor<2x7x5xf32>)
// PARTS:         arith.mulf
// PARTS:       %[[M:.*]] = linalg.generic {{.*}} ins(%[[T]] : {{.*}}) outs({{.*}} : tensor<2x7xf32>)
// PARTS:         arith.maximumf
// PARTS:       %[[E:.*]] = linalg.generic {{.*}} ins(%[[T]], %[[M]] : {{.*}}) outs({{.*}} : tensor<2x7x5xf32>)
// PARTS:         arith.subf
// PARTS-NEXT:    math.exp
// PARTS:       %[[L:.*]] = linalg.generic {{.*}} ins(%[[E]] : {{.*}}) outs({{.*}} : tensor<2x7xf32>)
// PARTS:         arith.addf
// PARTS:       %[[L1:.*]] = linalg.generic {{.*}} ins(%[[L]] : {{.*}}) outs({{.*}} : tensor<2x7xf32>)
// PARTS:         arith.maximumf
// PARTS:       %[[P:.*]] = linalg.generic {{.*}} ins(%[[E]], %[[L1]], %[[MASK]] : {{.*}}) outs({{.*}} : tensor<2x7x5xbf16>)
// PARTS:         arith.divf
// PARTS-NOT:     arith.mulf {{.*}}score
// PARTS:         arith.select
// PARTS:         arith.mulf
// PARTS-NEXT:    arith.truncf
// PARTS:       %[[O:.*]] = fp8.contract {{.*}} %[[P]], %[[V]] outs({{.*}} : tensor<7x2x3xbf16>)
// PARTS:       %[[M2:.*]] = linalg.generic {{.*}} ins(%[[M]] : tensor<2x7xf32>) outs({{.*}} : tensor<7x2xf32>)
// PARTS:       %[[L2:.*]] = linalg.generic {{.*}} ins(%[[L1]] : tensor<2x7xf32>) outs({{.*}} : tensor<7x2xf32>)
// PARTS:       return %[[O]], %[[M2]], %[[L2]]
// ALL-LABEL:   @forward
// ALL:         linalg.contract
// ALL:         linalg.contract
func.func @forward(%q: tensor<7x2x4xbf16>, %k: tensor<5x4xbf16>, %v: tensor<2x3x5xbf16>, %mask: tensor<5xi1>) -> (tensor<7x2x3xbf16>, tensor<7x2xf32>, tensor<7x2xf32>) {
  %o0 = tensor.empty() : tensor<7x2x3xbf16>
  %row0 = tensor.empty() : tensor<7x2xf32>
  %o, %max, %sum = fp8.attention [#q, #k, #v, #mask, #o, #row, #row] %q, %k, %v captured(%mask : tensor<5xi1>) outs(%o0, %row0, %row0 : tensor<7x2x3xbf16>, tensor<7x2xf32>, tensor<7x2xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index, %m: i1):
    %half = arith.constant 0.5 : f32
    %two = arith.constant 2.0 : f32
    %zero = arith.constant 0.0 : f32
    %t = arith.mulf %s, %half : f32
    %f = arith.select %m, %two, %zero : f32
    fp8.yield %t, %f : f32, f32
  } : tensor<7x2x4xbf16>, tensor<5x4xbf16>, tensor<2x3x5xbf16>
  return %o, %max, %sum : tensor<7x2x3xbf16>, tensor<7x2xf32>, tensor<7x2xf32>
}

// The gradient of keys sums over heads, whose keys are the same.
// CHECK-LABEL: @backward
// CHECK:       fp8.attention_backward [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} max %{{.*}} sum %{{.*}} grad %{{.*}} outs(%{{.*}}, %{{.*}}, %{{.*}} : tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>) {
// CHECK-NEXT:  ^bb0(%score: f32, %row: index, %row_{{.*}}: index, %key: index):
// CHECK:         fp8.yield %{{.*}}, %{{.*}} : f32, f32
// PARTS-LABEL: @backward
// PARTS-SAME:    %[[Q:[^:]*]]: tensor<7x2x4xf32>, %[[K:[^:]*]]: tensor<5x4xf32>, %[[V:[^:]*]]: tensor<2x3x5xf32>, %[[O:[^:]*]]: tensor<7x2x3xf32>, %[[M:[^:]*]]: tensor<7x2xf32>, %[[L:[^:]*]]: tensor<7x2xf32>, %[[G:[^:]*]]: tensor<7x2x3xf32>
// PARTS:       %[[S:.*]] = fp8.contract {{.*}} %[[Q]], %[[K]] outs({{.*}} : tensor<2x7x5xf32>)
// PARTS:       %[[DP:.*]] = fp8.contract {{.*}} %[[G]], %[[V]] outs({{.*}} : tensor<2x7x5xf32>)
// PARTS:       %[[C:.*]] = linalg.generic {{.*}} ins(%[[G]], %[[O]] : {{.*}}) outs({{.*}} : tensor<2x7xf32>)
// PARTS:       %[[BOTH:.*]]:2 = linalg.generic {{.*}} ins(%[[S]], %[[M]], %[[L]], %[[DP]], %[[C]] : {{.*}}) outs({{.*}} : tensor<2x7x5xf32>, tensor<2x7x5xf32>)
// PARTS:       %[[DQ:.*]] = fp8.contract {{.*}} %[[BOTH]]#1, %[[K]] outs({{.*}} : tensor<7x2x4xf32>)
// PARTS:       %[[DK:.*]] = fp8.contract {{.*}} %[[BOTH]]#1, %[[Q]] outs({{.*}} : tensor<5x4xf32>)
// PARTS:       %[[DV:.*]] = fp8.contract {{.*}} %[[BOTH]]#0, %[[G]] outs({{.*}} : tensor<2x3x5xf32>)
// PARTS:       return %[[DQ]], %[[DK]], %[[DV]]
// ALL-LABEL:   @backward
// ALL-COUNT-5: linalg.contract
func.func @backward(%q: tensor<7x2x4xf32>, %k: tensor<5x4xf32>, %v: tensor<2x3x5xf32>, %o: tensor<7x2x3xf32>, %max: tensor<7x2xf32>, %sum: tensor<7x2xf32>, %grad: tensor<7x2x3xf32>) -> (tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>) {
  %dq0 = tensor.empty() : tensor<7x2x4xf32>
  %dk0 = tensor.empty() : tensor<5x4xf32>
  %dv0 = tensor.empty() : tensor<2x3x5xf32>
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%dq0, %dk0, %dv0 : tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>) {
  ^bb0(%s: f32, %h: index, %i: index, %j: index):
    %half = arith.constant 0.5 : f32
    %t = arith.mulf %s, %half : f32
    fp8.yield %t, %half : f32, f32
  } : tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>, tensor<7x2x3xf32>, tensor<7x2xf32>, tensor<7x2xf32>, tensor<7x2x3xf32>
  return %dq, %dk, %dv : tensor<7x2x4xf32>, tensor<5x4xf32>, tensor<2x3x5xf32>
}
