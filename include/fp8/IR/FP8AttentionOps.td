//===- FP8AttentionOps.td - attention ----------------------*- tablegen -*-===//
#ifndef FP8_IR_FP8ATTENTIONOPS_TD
#define FP8_IR_FP8ATTENTIONOPS_TD

include "fp8/IR/FP8OpBase.td"

def FP8_AttentionTensor : FP8_Shaped<[F32, BF16], "f32 or bf16">;
def FP8_ScoreOperand : FP8_Shaped<[F32, BF16, F16, I1, I8, I16, I32, I64],
                                  "float or integer">;

def FP8_OpGroupAttention : OpDocGroup {
  let summary = "Attention";
  let description = "Softmax attention and its gradients as one op each.";
}

/// Base class of the two attention ops. Their iteration space has any number of
/// row dimensions, followed by j (keys), d and e.
class FP8_AttentionOpBase<string mnemonic>
    : FP8_DestinationOp<mnemonic, "0.1.0", [
        AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock,
        DeclareOpInterfaceMethods<OpAsmOpInterface,
                                  ["getAsmBlockArgumentNames"]>]> {
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  code attentionDeclaration = destinationDeclaration # [{
    ::llvm::SmallVector<::mlir::AffineMap> getIndexingMapsArray();
    /// Returns the indexing map of an operand, which may be a destination.
    ::mlir::AffineMap getMap(::mlir::OpOperand &operand);
    /// Returns the extents of the iteration space.
    ::llvm::SmallVector<int64_t> getStaticLoopRanges();
    /// Returns the number of row dimensions, which come first in the iteration
    /// space.
    unsigned getNumRowDims() {
      return getIndexingMapsArray().front().getNumDims() - 3;
    }
    ::mlir::fp8::YieldOp getYield();
  }];
}

let opDocGroup = FP8_OpGroupAttention in {

def FP8_AttentionOp : FP8_AttentionOpBase<"attention"> {
  let summary = "Compute attention of queries to keys and values";
  let description = [{
    `indexing_maps` has one map per operand, in the order of the operands. The
    iteration space has row dimensions, such as the batch, the heads and the
    positions of queries, and three more at the end: `j` counts the keys, `d`
    the elements of a query, and `e` the elements of a value. For each element
    of the row dimensions, and with T the element type of `q`, `k` and `v`:

        s[j] = sum over d of f32(q[d]) * f32(k[j, d])
        t[j], f[j] = region(s[j], indices, captured)
        m = max over j of t[j], at least the lowest finite f32
        l = sum over j of exp(t[j] - m), at least 1
        p[j] = exp(t[j] - m) / l
        o[e] = sum over j of f32(T(p[j] * f[j])) * f32(v[j, e])

    All arithmetic is in f32. `T(...)` rounds to T, and `o` is rounded to the
    element type of its destination. The target chooses the order of the sums
    over `d` and `j`, and [documents an error
    bound](../internals/Numerics.md#attention). If `t` contains a NaN, the
    results of the row are NaN. If all elements of `t` are negative infinity,
    all probabilities of the row are 0.

    The results are `o`, the maxima `m` and the sums `l`. The logarithm of the
    sum of exponentials of a row is `m + log(l)`. The op returns its two terms
    separately, because rounding to f32 would drop `log(l)` if a mask makes `m`
    as large as -1e9. The backward pass reads `m` and `l` only in
    `exp(t - m) / l`, so a target may return other numbers with the same
    `m + log(l)`.

    The region maps the score of one pair of a query and a key to a new score:
    it scales, masks, caps or adds a bias. Its arguments are the score, one
    index per row dimension, the index `j`, and one element per tensor of
    `captured`. It yields the new score and, optionally, a factor that
    multiplies the probability. An example of a factor is the mask of dropout
    divided by the probability of keeping an element. The factor does not depend
    on the score.

    An operand is broadcast along the dimensions that its map does not have. If
    several query heads share a key head, the maps of `k` and `v` do not have
    the dimension that counts these query heads. Maps express any order of
    dimensions, so operands and results need no transposes.

    **Constraints**
    - (C1) there is one map per operand. All maps have the same number of
      dimensions, at least three, and no symbols. Each is a projected
      permutation of the rank of its operand.
    - (C2) shapes agree: each dimension occurs in a map, and has one extent.
    - (C3) `q` has `d`, and neither `j` nor `e`; `k` has `j` and `d`, but not
      `e`; `v` has `j` and `e`, but not `d`; `captured` have neither `d` nor
      `e`.
    - (C4) each row dimension occurs in `q` or `k`.
    - (C5) `q`, `k` and `v` have one element type.
    - (C6) there are three inits: the first has the row dimensions and `e`, and
      elements of f32 or bf16. The second and third have the row dimensions, and
      elements of f32.
    - (C7) operands are all tensors or all memrefs.
    - (C8) the block arguments are an f32, one index per row dimension, the
      index `j`, and one element per tensor of `captured`.
    - (C9) `fp8.yield` has one or two operands, and the second does not depend
      on the score.
    - (C10) the body contains only ops of `arith` and `math`, and `fp8.convert`.

    Example, causal attention of three heads:
    ```mlir
    %o, %max, %sum = fp8.attention [affine_map<(h, i, j, d, e) -> (i, h, d)>, affine_map<(h, i, j, d, e) -> (j, h, d)>, affine_map<(h, i, j, d, e) -> (j, h, e)>, affine_map<(h, i, j, d, e) -> (i, h, e)>, affine_map<(h, i, j, d, e) -> (h, i)>, affine_map<(h, i, j, d, e) -> (h, i)>] %q, %k, %v outs(%o0, %max0, %sum0 : tensor<7x3x4xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
    ^bb0(%score: f32, %h: index, %i: index, %j: index):
      %half = arith.constant 0.5 : f32
      %masked = arith.constant 0xFF800000 : f32
      %scaled = arith.mulf %score, %half : f32
      %is_past = arith.cmpi ule, %j, %i : index
      %new = arith.select %is_past, %scaled, %masked : f32
      fp8.yield %new : f32
    } : tensor<7x3x4xf32>, tensor<7x3x4xf32>, tensor<7x3x4xf32>
    ```
  }];
  let arguments = (ins
    FP8_AttentionTensor:$q,
    FP8_AttentionTensor:$k,
    FP8_AttentionTensor:$v,
    Variadic<FP8_ScoreOperand>:$captured,
    Variadic<FP8_AttentionTensor>:$inits,
    TypedArrayAttrBase<AffineMapAttr, "one affine map per operand">:$indexing_maps);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $indexing_maps $q `,` $k `,` $v
    (`captured` `(` $captured^ `:` type($captured) `)`)?
    `outs` `(` $inits `:` type($inits) `)` $body
    attr-dict `:` type($q) `,` type($k) `,` type($v)
  }];
  let extraClassDeclaration = attentionDeclaration # [{
    ::mlir::Value getO() { return getResults()[0]; }
    ::mlir::Value getRowMax() { return getResults()[1]; }
    ::mlir::Value getRowSum() { return getResults()[2]; }
  }];
}

def FP8_AttentionBackwardOp : FP8_AttentionOpBase<"attention_backward"> {
  let summary = "Compute the gradients of attention";
  let description = [{
    Computes the gradients of [fp8.attention](#fp8attention-fp8attentionop) from
    its operands, its results and `grad`, the gradient of `o`. The iteration
    space and `indexing_maps` are defined as in `fp8.attention`. For each
    element of the row dimensions:

        s[j] = sum over d of f32(q[d]) * f32(k[j, d])
        t[j], g[j], f[j] = region(s[j], indices, captured)
        p[j] = exp(t[j] - max) / sum
        dp[j] = sum over e of f32(grad[e]) * f32(v[j, e])
        c = sum over e of f32(grad[e]) * f32(o[e])
        ds[j] = T((p[j] * (dp[j] * f[j] - c)) * g[j])

    The results are

        dq = sum of f32(ds) * f32(k)
        dk = sum of f32(ds) * f32(q)
        dv = sum of f32(T(p * f)) * f32(grad)

    Each is summed over all dimensions that its map does not have, and rounded to
    the element type of its destination. The backward pass computes the scores
    again, so no tensor with an element per pair of query and key is saved.

    The region yields the new score, the derivative `g` of the new score with
    respect to the score and, optionally, the factor of the probability. The op
    does not check that `g` is the derivative.

    **Constraints**
    - (C1) there is one map per operand. All maps have the same number of
      dimensions, at least three, and no symbols. Each is a projected
      permutation of the rank of its operand.
    - (C2) shapes agree: each dimension occurs in a map, and has one extent.
    - (C3) `q` has `d`, and neither `j` nor `e`; `k` has `j` and `d`, but not
      `e`; `v` has `j` and `e`, but not `d`; `captured` have neither `d` nor
      `e`.
    - (C4) each row dimension occurs in `q` or `k`.
    - (C5) `q`, `k`, `v` and `grad` have one element type.
    - (C6) `o` and `grad` have the row dimensions and `e`. `max` and `sum` have
      the row dimensions, and elements of f32.
    - (C7) there are three inits: the first has `d`, and neither `j` nor `e`;
      the second has `j` and `d`, but not `e`; the third has `j` and `e`, but
      not `d`. Each row dimension occurs in `k` or the first, and in `q` or the
      second.
    - (C8) operands are all tensors or all memrefs.
    - (C9) the block arguments are an f32, one index per row dimension, the
      index `j`, and one element per tensor of `captured`.
    - (C10) `fp8.yield` has two or three operands, and the third does not depend
      on the score.
    - (C11) the body contains only ops of `arith` and `math`, and `fp8.convert`.

    Example:
    ```mlir
    %dq, %dk, %dv = fp8.attention_backward [affine_map<(i, j, d, e) -> (i, d)>, affine_map<(i, j, d, e) -> (j, d)>, affine_map<(i, j, d, e) -> (j, e)>, affine_map<(i, j, d, e) -> (i, e)>, affine_map<(i, j, d, e) -> (i)>, affine_map<(i, j, d, e) -> (i)>, affine_map<(i, j, d, e) -> (i, e)>, affine_map<(i, j, d, e) -> (i, d)>, affine_map<(i, j, d, e) -> (j, d)>, affine_map<(i, j, d, e) -> (j, e)>] %q, %k, %v, %o max %max sum %sum grad %grad outs(%dq0, %dk0, %dv0 : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
    ^bb0(%score: f32, %i: index, %j: index):
      %half = arith.constant 0.5 : f32
      %scaled = arith.mulf %score, %half : f32
      fp8.yield %scaled, %half : f32, f32
    } : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>, tensor<7x3xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7x3xf32>
    ```
  }];
  let arguments = (ins
    FP8_AttentionTensor:$q,
    FP8_AttentionTensor:$k,
    FP8_AttentionTensor:$v,
    FP8_AttentionTensor:$o,
    FP8_F32Shaped:$row_max,
    FP8_F32Shaped:$row_sum,
    FP8_AttentionTensor:$grad,
    Variadic<FP8_ScoreOperand>:$captured,
    Variadic<FP8_AttentionTensor>:$inits,
    TypedArrayAttrBase<AffineMapAttr, "one affine map per operand">:$indexing_maps);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $indexing_maps $q `,` $k `,` $v `,` $o `max` $row_max `sum` $row_sum
    `grad` $grad (`captured` `(` $captured^ `:` type($captured) `)`)?
    `outs` `(` $inits `:` type($inits) `)` $body
    attr-dict `:` type($q) `,` type($k) `,` type($v) `,` type($o) `,`
    type($row_max) `,` type($row_sum) `,` type($grad)
  }];
  let extraClassDeclaration = attentionDeclaration # [{
    ::mlir::Value getDq() { return getResults()[0]; }
    ::mlir::Value getDk() { return getResults()[1]; }
    ::mlir::Value getDv() { return getResults()[2]; }
  }];
}

} // opDocGroup = FP8_OpGroupAttention

#endif // FP8_IR_FP8ATTENTIONOPS_TD
