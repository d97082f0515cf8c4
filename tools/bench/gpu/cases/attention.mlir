// Causal attention of bf16 and its gradients. Heads are adjacent in a row, as in
// the result of one projection.

#q = affine_map<(b, h, i, j, d, e) -> (b, i, h, d)>
#k = affine_map<(b, h, i, j, d, e) -> (b, j, h, d)>
#v = affine_map<(b, h, i, j, d, e) -> (b, j, h, e)>
#o = affine_map<(b, h, i, j, d, e) -> (b, i, h, e)>
#row = affine_map<(b, h, i, j, d, e) -> (b, h, i)>
!t = tensor<${BATCH}x${ROWS}x${HEADS}x${HEAD}xbf16>
!r = tensor<${BATCH}x${HEADS}x${ROWS}xf32>

func.func @step(%q: !t {fp8.name = "q"}, %k: !t {fp8.name = "k"}, %v: !t {fp8.name = "v"}, %grad: !t {fp8.name = "grad"})
    -> (!t {fp8.name = "o"}, !t {fp8.name = "dq"}, !t {fp8.name = "dk"}, !t {fp8.name = "dv"}) {
  %t = tensor.empty() : !t
  %r = tensor.empty() : !r
  %o, %max, %sum = fp8.attention [#q, #k, #v, #o, #row, #row] %q, %k, %v outs(%t, %r, %r : !t, !r, !r) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant ${SCALE} : f32
    %fill = arith.constant -1.0e9 : f32
    %past = arith.cmpi ule, %j, %i : index
    %scaled = arith.mulf %s, %scale : f32
    %score = arith.select %past, %scaled, %fill : f32
    fp8.yield %score : f32
  } : !t, !t, !t
  %dq, %dk, %dv = fp8.attention_backward [#q, #k, #v, #o, #row, #row, #o, #q, #k, #v] %q, %k, %v, %o max %max sum %sum grad %grad outs(%t, %t, %t : !t, !t, !t) {
  ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
    %scale = arith.constant ${SCALE} : f32
    %fill = arith.constant -1.0e9 : f32
    %zero = arith.constant 0.0 : f32
    %past = arith.cmpi ule, %j, %i : index
    %scaled = arith.mulf %s, %scale : f32
    %score = arith.select %past, %scaled, %fill : f32
    %derivative = arith.select %past, %scale, %zero : f32
    fp8.yield %score, %derivative : f32, f32
  } : !t, !t, !t, !t, !r, !r, !t
  return %o, %dq, %dk, %dv : !t, !t, !t, !t
}
