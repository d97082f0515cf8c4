//===- AttentionPasses.td - raising of attention -----------*- tablegen -*-===//
#ifndef FP8_RAISE_ATTENTIONPASSES_TD
#define FP8_RAISE_ATTENTIONPASSES_TD

include "mlir/Pass/PassBase.td"

def RaiseAttentionPass : Pass<"fp8-raise-attention", "::mlir::ModuleOp"> {
  let summary = "Convert products around a softmax to fp8.attention";
  let description = [{
    A softmax of rows becomes `fp8.attention` under two conditions: a matmul
    reads its probabilities, and its scores are an elementwise function of a
    matmul of queries and keys. Scale, masks, biases and caps become the region
    of the op. A mask of the probabilities, such as dropout, becomes their
    factor. If the graph computes the gradients, they become
    `fp8.attention_backward`.

    Ops are recognized by the function that they compute, not by their names:

    - The elements of every tensor are followed through reshapes, transposes,
      broadcasts, casts and elementwise ops. Batch and heads may be one
      dimension in one tensor and two in another.
    - The softmax may subtract the maximum of the row, or nothing. Gradients
      with respect to the maximum, whose sum is 0, are dropped. So is the mask
      of fully masked rows that `scaled_dot_product_attention` of torch adds.
    - The gradient of the scores is linear in the gradient of the probabilities.
      Its terms are compared, as products of powers, with the terms of the
      gradient of a softmax. Both `dp / l - sum(dp / (l * l) * e)` and
      `p * (dp - sum(p * dp))` are recognized.

    An attention is not converted if any other op reads its scores, its
    probabilities or their gradients, because these tensors must then exist
    anyway. A remark names this op.

    Transposes and copies before the operands and after the results disappear:
    the indexing maps of the op take their place.

    **Numerics**: within the [bound](../internals/Numerics.md#attention). In f32
    the forward pass has the same operations in the same order. A row whose scores
    are all negative infinity becomes 0 instead of NaN. In bf16, scores are not
    rounded before the softmax. The gradient of the scores subtracts the dot
    product of the output and its gradient, instead of a sum over keys.

    **Before**: Model or Scaled form.
    ```mlir
    #q = affine_map<(i, j, d) -> (i, d)>
    #k = affine_map<(i, j, d) -> (j, d)>
    #out = affine_map<(i, j, d) -> (i, j)>
    #all = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (i)>
    func.func @attention(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<7x3xf32> {
      %zeros = arith.constant dense<0.0> : tensor<7x5xf32>
      %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
      %none = arith.constant dense<0xFF800000> : tensor<7xf32>
      %zero = arith.constant dense<0.0> : tensor<7xf32>
      %half = arith.constant dense<0.5> : tensor<7x5xf32>
      %s = linalg.contract indexing_maps = [#q, #k, #out]
          ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros : tensor<7x5xf32>) -> tensor<7x5xf32>
      %t = arith.mulf %s, %half : tensor<7x5xf32>
      %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%none : tensor<7xf32>) dimensions = [1]
      %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros : tensor<7x5xf32>) dimensions = [1]
      %x = arith.subf %t, %m2 : tensor<7x5xf32>
      %e = math.exp %x : tensor<7x5xf32>
      %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zero : tensor<7xf32>) dimensions = [1]
      %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros : tensor<7x5xf32>) dimensions = [1]
      %p = arith.divf %e, %l2 : tensor<7x5xf32>
      %o = linalg.contract indexing_maps = [affine_map<(i, e, j) -> (i, j)>, affine_map<(i, e, j) -> (j, e)>, affine_map<(i, e, j) -> (i, e)>]
          ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
      return %o : tensor<7x3xf32>
    }
    ```
    **After**: the same; other softmaxes do not change.
    ```mlir
    %results:3 = fp8.attention [...] %q, %k, %v outs(...) {
    ^bb0(%score: f32, %row: index, %key: index):
      %c = arith.constant 5.000000e-01 : f32
      %new = arith.mulf %score, %c : f32
      fp8.yield %new : f32
    } : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
    return %results#0 : tensor<7x3xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::fp8::FP8Dialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // FP8_RAISE_ATTENTIONPASSES_TD
