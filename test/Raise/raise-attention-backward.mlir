// RUN: fp8-opt %s --fp8-raise-attention | FileCheck %s

#q = affine_map<(i, j, d) -> (i, d)>
#k = affine_map<(i, j, d) -> (j, d)>
#s = affine_map<(i, j, d) -> (i, j)>
#p = affine_map<(i, e, j) -> (i, j)>
#v = affine_map<(i, e, j) -> (j, e)>
#o = affine_map<(i, e, j) -> (i, e)>
#dp_do = affine_map<(i, j, e) -> (i, e)>
#dp_v = affine_map<(i, j, e) -> (j, e)>
#dp = affine_map<(i, j, e) -> (i, j)>
#dv_p = affine_map<(j, e, i) -> (i, j)>
#dv_do = affine_map<(j, e, i) -> (i, e)>
#dv = affine_map<(j, e, i) -> (j, e)>
#dq_ds = affine_map<(i, d, j) -> (i, j)>
#dq_k = affine_map<(i, d, j) -> (j, d)>
#dq = affine_map<(i, d, j) -> (i, d)>
#dk_ds = affine_map<(j, d, i) -> (i, j)>
#dk_q = affine_map<(j, d, i) -> (i, d)>
#dk = affine_map<(j, d, i) -> (j, d)>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#key = affine_map<(i, j) -> (j)>

// CHECK-LABEL: @torch
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<7x4xf32>, %[[K:[^:]*]]: tensor<5x4xf32>, %[[V:[^:]*]]: tensor<5x3xf32>, %[[DO:[^:]*]]: tensor<7x3xf32>
// CHECK-NOT:   linalg
// CHECK:       %[[F:.*]]:3 = fp8.attention
// CHECK-NOT:   linalg
// CHECK:       %[[B:.*]]:3 = fp8.attention_backward [{{.*}}] %[[Q]], %[[K]], %[[V]], %[[F]]#0 max %[[F]]#1 sum %[[F]]#2 grad %[[DO]] outs({{.*}} : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
// CHECK-NEXT:  ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index):
// CHECK:         %[[T:.*]] = arith.mulf %[[S]], %{{.*}} : f32
// CHECK:         %[[G:.*]] = arith.constant 5.000000e-01 : f32
// CHECK:         fp8.yield %[[T]], %[[G]] : f32, f32
// CHECK-NOT:   linalg
// CHECK:       return %[[F]]#0, %[[B]]#0, %[[B]]#1, %[[B]]#2
func.func @torch(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.mulf %s, %half : tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %dp = linalg.contract indexing_maps = [#dp_do, #dp_v, #dp] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %pdp = arith.mulf %p, %dp : tensor<7x5xf32>
  %r = linalg.reduce {arith.addf} ins(%pdp : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r2 = linalg.broadcast ins(%r : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %pr = arith.mulf %p, %r2 : tensor<7x5xf32>
  %ds = arith.subf %pdp, %pr : tensor<7x5xf32>
  %dt = arith.mulf %ds, %half : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// JAX divides by the sum, and multiplies by the inverse of its square.
// CHECK-LABEL: @jax
// CHECK-NOT:   linalg
// CHECK:       fp8.attention_backward {{.*}} captured(%{{.*}} : tensor<7x5xi1>) outs(
// CHECK-NEXT:  ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %[[IN:.*]]: i1):
// CHECK:         %[[T:.*]] = arith.select %[[IN]], %{{.*}}, %{{.*}} : f32
// CHECK:         %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
// CHECK:         %[[G:.*]] = arith.select %[[IN]], %[[HALF]], %{{.*}} : f32
// CHECK:         fp8.yield %[[T]], %[[G]] : f32, f32
// CHECK-NOT:   linalg
// CHECK:       return
func.func @jax(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>, %mask: tensor<7x5xi1>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.mulf %s, %half : tensor<7x5xf32>
  %fill = arith.constant dense<-1.0e9> : tensor<7x5xf32>
  %masked = arith.select %mask, %t, %fill : tensor<7x5xi1>, tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%masked : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %masked, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %dp = linalg.contract indexing_maps = [#dp_do, #dp_v, #dp] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %one = arith.constant dense<1.0> : tensor<7xf32>
  %ll = arith.mulf %l, %l : tensor<7xf32>
  %inverse = arith.divf %one, %ll : tensor<7xf32>
  %inverse2 = linalg.broadcast ins(%inverse : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %a = arith.mulf %dp, %inverse2 : tensor<7x5xf32>
  %b = arith.mulf %a, %e : tensor<7x5xf32>
  %r = linalg.reduce {arith.addf} ins(%b : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %n = arith.negf %r : tensor<7xf32>
  %n2 = linalg.broadcast ins(%n : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %c = arith.divf %dp, %l2 : tensor<7x5xf32>
  %de = arith.addf %c, %n2 : tensor<7x5xf32>
  %ds = arith.mulf %de, %e : tensor<7x5xf32>
  %kept = arith.select %mask, %ds, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %dt = arith.mulf %kept, %half : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: @dropout
// CHECK-NOT:   linalg
// CHECK:       fp8.attention_backward
// CHECK:         fp8.yield %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32
// CHECK-NOT:   linalg
// CHECK:       return
func.func @dropout(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>, %kept: tensor<7x5xi1>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.mulf %s, %half : tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %up = arith.constant dense<1.25> : tensor<7x5xf32>
  %m0 = arith.uitofp %kept : tensor<7x5xi1> to tensor<7x5xf32>
  %f = arith.mulf %m0, %up : tensor<7x5xf32>
  %dropped = arith.mulf %p, %f : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%dropped, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %dp = linalg.contract indexing_maps = [#dp_do, #dp_v, #dp] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%dropped, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %dpf = arith.mulf %dp, %f : tensor<7x5xf32>
  %pdp = arith.mulf %p, %dpf : tensor<7x5xf32>
  %r = linalg.reduce {arith.addf} ins(%pdp : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r2 = linalg.broadcast ins(%r : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %y = arith.subf %dpf, %r2 : tensor<7x5xf32>
  %ds = arith.mulf %p, %y : tensor<7x5xf32>
  %dt = arith.mulf %ds, %half : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// The derivative of a cap, in two terms as JAX has it.
// CHECK-LABEL: @cap
// CHECK-NOT:   linalg
// CHECK:       fp8.attention_backward
// CHECK:         %[[H:.*]] = math.tanh
// CHECK:         %[[G:.*]] = arith.addf
// CHECK:         fp8.yield %{{.*}}, %[[G]] : f32, f32
// CHECK-NOT:   linalg
// CHECK:       return
func.func @cap(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %cap = arith.constant dense<3.0> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %u = arith.divf %s, %cap : tensor<7x5xf32>
  %h = math.tanh %u : tensor<7x5xf32>
  %t = arith.mulf %h, %cap : tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %dp = linalg.contract indexing_maps = [#dp_do, #dp_v, #dp] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %pdp = arith.mulf %p, %dp : tensor<7x5xf32>
  %r = linalg.reduce {arith.addf} ins(%pdp : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r2 = linalg.broadcast ins(%r : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %pr = arith.mulf %p, %r2 : tensor<7x5xf32>
  %ds = arith.subf %pdp, %pr : tensor<7x5xf32>
  %g0 = arith.mulf %ds, %cap : tensor<7x5xf32>
  %g1 = arith.mulf %g0, %h : tensor<7x5xf32>
  %g2 = arith.addf %g0, %g1 : tensor<7x5xf32>
  %g3 = arith.subf %ones, %h : tensor<7x5xf32>
  %g4 = arith.mulf %g2, %g3 : tensor<7x5xf32>
  %dt = arith.divf %g4, %cap : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// Rows without a score have probabilities of 0 in torch, as in the op.
// CHECK-LABEL: @rows_without_a_score
// CHECK-NOT:   linalg
// CHECK:       fp8.attention [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} outs(
// CHECK:         fp8.yield %{{.*}} : f32
// CHECK-NOT:   linalg
// CHECK:       fp8.attention_backward
// CHECK-NOT:   linalg
// CHECK:       return
func.func @rows_without_a_score(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.mulf %s, %half : tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %infinity = arith.constant dense<0xFF800000> : tensor<7x5xf32>
  %no = arith.constant dense<false> : tensor<7x5xi1>
  %no_row = arith.constant dense<false> : tensor<7xi1>
  %is_out = arith.cmpf oeq, %t, %infinity : tensor<7x5xf32>
  %is_in = arith.cmpi eq, %is_out, %no : tensor<7x5xi1>
  %any = linalg.reduce {arith.ori} ins(%is_in : tensor<7x5xi1>) outs(%no_row : tensor<7xi1>) dimensions = [1]
  %none = arith.cmpi eq, %any, %no_row : tensor<7xi1>
  %none2 = linalg.broadcast ins(%none : tensor<7xi1>) outs(%no : tensor<7x5xi1>) dimensions = [1]
  %safe = arith.select %none2, %zeros_s, %p : tensor<7x5xi1>, tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%safe, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %dp = linalg.contract indexing_maps = [#dp_do, #dp_v, #dp] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%safe, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %pdp = arith.mulf %p, %dp : tensor<7x5xf32>
  %r = linalg.reduce {arith.addf} ins(%pdp : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r2 = linalg.broadcast ins(%r : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %pr = arith.mulf %p, %r2 : tensor<7x5xf32>
  %ds = arith.subf %pdp, %pr : tensor<7x5xf32>
  %dt = arith.mulf %ds, %half : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// The gradient by the maximum is a sum that is 0, and disappears.
// CHECK-LABEL: @gradient_by_the_maximum
// CHECK-NOT:   linalg
// CHECK:       fp8.attention_backward
// CHECK:         fp8.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK-NOT:   linalg
// CHECK:       return
func.func @gradient_by_the_maximum(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.mulf %s, %half : tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %dp = linalg.contract indexing_maps = [#dp_do, #dp_v, #dp] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %c = arith.divf %dp, %l2 : tensor<7x5xf32>
  %ll = arith.mulf %l2, %l2 : tensor<7x5xf32>
  %a = arith.divf %dp, %ll : tensor<7x5xf32>
  %b = arith.mulf %a, %e : tensor<7x5xf32>
  %r = linalg.reduce {arith.addf} ins(%b : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r2 = linalg.broadcast ins(%r : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %de = arith.subf %c, %r2 : tensor<7x5xf32>
  %dx = arith.mulf %de, %e : tensor<7x5xf32>
  %rest = linalg.reduce {arith.addf} ins(%dx : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %rest2 = linalg.broadcast ins(%rest : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %is_max = arith.cmpf oeq, %t, %m2 : tensor<7x5xf32>
  %to_max = arith.select %is_max, %rest2, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %ds = arith.subf %dx, %to_max : tensor<7x5xf32>
  %dt = arith.mulf %ds, %half : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}
