// RUN: fp8-opt %s --fp8-raise-attention | FileCheck %s

#q = affine_map<(i, j, d) -> (i, d)>
#k = affine_map<(i, j, d) -> (j, d)>
#s = affine_map<(i, j, d) -> (i, j)>
#p = affine_map<(i, e, j) -> (i, j)>
#v = affine_map<(i, e, j) -> (j, e)>
#o = affine_map<(i, e, j) -> (i, e)>
#dv_p = affine_map<(j, e, i) -> (i, j)>
#dv_do = affine_map<(j, e, i) -> (i, e)>
#dv = affine_map<(j, e, i) -> (j, e)>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#key = affine_map<(i, j) -> (j)>
#zero = affine_map<(i, j) -> (0, j)>

// The sum of the row has the mask as well, so it is not part of the derivative
// of a score.
// CHECK-LABEL: @negative_mask_in_the_sum
// CHECK-NOT:   fp8.attention
func.func @negative_mask_in_the_sum(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>, %mask: tensor<7x5xi1>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %s, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %dp = linalg.contract indexing_maps = [#q, #k, #s] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %mdp = arith.select %mask, %dp, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %pm = arith.mulf %p, %mdp : tensor<7x5xf32>
  %r1 = linalg.reduce {arith.addf} ins(%pm : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r = linalg.broadcast ins(%r1 : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %y = arith.subf %mdp, %r : tensor<7x5xf32>
  %ds = arith.mulf %p, %y : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#p, #v, #o] ins(%ds, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%ds, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// The mask of the scores is the mask of the probabilities: the derivative keeps
// it.
// CHECK-LABEL: @mask_of_both
// CHECK:       fp8.attention_backward
// CHECK:       %[[MASKED:.*]] = arith.select
// CHECK:       fp8.yield %{{.*}}, %[[DERIVATIVE:.*]], %{{.*}} : f32, f32, f32
func.func @mask_of_both(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>, %mask: tensor<7x5xi1>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.select %mask, %s, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %pf = arith.select %mask, %p, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%pf, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %dp = linalg.contract indexing_maps = [#q, #k, #s] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%pf, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %mdp = arith.select %mask, %dp, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %pm = arith.mulf %p, %mdp : tensor<7x5xf32>
  %r1 = linalg.reduce {arith.addf} ins(%pm : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r = linalg.broadcast ins(%r1 : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %y = arith.subf %mdp, %r : tensor<7x5xf32>
  %ds = arith.mulf %p, %y : tensor<7x5xf32>
  %dt = arith.select %mask, %ds, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#p, #v, #o] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// Zero where the score is not positive, where the derivative is infinite.
// CHECK-LABEL: @guarded_derivative
// CHECK:       fp8.attention_backward
// CHECK:       arith.divf
// CHECK:       %[[G:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK:       fp8.yield %{{.*}}, %[[G]] : f32, f32
func.func @guarded_derivative(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %mask = arith.cmpf ogt, %s, %zeros_s : tensor<7x5xf32>
  %sq = math.sqrt %s : tensor<7x5xf32>
  %t = arith.select %mask, %sq, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %dp = linalg.contract indexing_maps = [#q, #k, #s] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %pm = arith.mulf %p, %dp : tensor<7x5xf32>
  %r1 = linalg.reduce {arith.addf} ins(%pm : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r = linalg.broadcast ins(%r1 : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %y = arith.subf %dp, %r : tensor<7x5xf32>
  %ds = arith.mulf %p, %y : tensor<7x5xf32>
  %h = arith.mulf %ds, %half : tensor<7x5xf32>
  %g = arith.divf %h, %sq : tensor<7x5xf32>
  %dt = arith.select %mask, %g, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#p, #v, #o] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: @negative_running_accumulator
// CHECK-NOT:   fp8.attention
func.func @negative_running_accumulator(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %s, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %dp = linalg.contract indexing_maps = [#q, #k, #s] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %pm = arith.mulf %p, %dp : tensor<7x5xf32>
  %one_row = arith.constant dense<1.0> : tensor<7xf32>
  %n_r:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%pm : tensor<7x5xf32>) outs(%one_row, %zeros_row : tensor<7xf32>, tensor<7xf32>) {
  ^bb0(%a: f32, %n: f32, %r: f32):
    %c1 = arith.constant 1.0 : f32
    %n1 = arith.addf %n, %c1 : f32
    %an = arith.mulf %a, %n : f32
    %r1 = arith.addf %r, %an : f32
    linalg.yield %n1, %r1 : f32, f32
  } -> (tensor<7xf32>, tensor<7xf32>)
  %r = linalg.broadcast ins(%n_r#1 : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %y = arith.subf %dp, %r : tensor<7x5xf32>
  %ds = arith.mulf %p, %y : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#p, #v, #o] ins(%ds, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%ds, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: @negative_values_of_another_type
// CHECK-NOT:   fp8.attention
func.func @negative_values_of_another_type(%q: tensor<7x4xbf16>, %k: tensor<5x4xbf16>, %v: tensor<5x3xf32>) -> (tensor<7x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xbf16>, tensor<5x4xbf16>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %s, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// CHECK-LABEL: @negative_gradient_without_rows
// CHECK-NOT:   fp8.attention
func.func @negative_gradient_without_rows(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %g: tensor<3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %s, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %do = linalg.broadcast ins(%g : tensor<3xf32>) outs(%zeros_o : tensor<7x3xf32>) dimensions = [0]
  %dp = linalg.contract indexing_maps = [#q, #k, #s] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %pm = arith.mulf %p, %dp : tensor<7x5xf32>
  %r1 = linalg.reduce {arith.addf} ins(%pm : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r = linalg.broadcast ins(%r1 : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %y = arith.subf %dp, %r : tensor<7x5xf32>
  %ds = arith.mulf %p, %y : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#p, #v, #o] ins(%ds, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%ds, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: @negative_first_row_of_a_bias
// CHECK-NOT:   fp8.attention
func.func @negative_first_row_of_a_bias(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %bias: tensor<7x5xf32>) -> (tensor<7x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = linalg.generic {indexing_maps = [#all, #zero, #all], iterator_types = ["parallel", "parallel"]} ins(%s, %bias : tensor<7x5xf32>, tensor<7x5xf32>) outs(%zeros_s : tensor<7x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// The backward pass follows the forward pass, of which it reads the result.
// CHECK-LABEL: @gradient_before_the_result
// CHECK:       fp8.attention
// CHECK:       fp8.attention_backward
func.func @gradient_before_the_result(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %zeros_dq = arith.constant dense<0.0> : tensor<7x4xf32>
  %zeros_dk = arith.constant dense<0.0> : tensor<5x4xf32>
  %zeros_dv = arith.constant dense<0.0> : tensor<5x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %ones = arith.constant dense<1.0> : tensor<7x5xf32>
  %dp = linalg.contract indexing_maps = [#q, #k, #s] ins(%do, %v : tensor<7x3xf32>, tensor<5x3xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %s, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  %dv = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%p, %do : tensor<7x5xf32>, tensor<7x3xf32>) outs(%zeros_dv : tensor<5x3xf32>) -> tensor<5x3xf32>
  %pm = arith.mulf %p, %dp : tensor<7x5xf32>
  %r1 = linalg.reduce {arith.addf} ins(%pm : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %r = linalg.broadcast ins(%r1 : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %y = arith.subf %dp, %r : tensor<7x5xf32>
  %ds = arith.mulf %p, %y : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#p, #v, #o] ins(%ds, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dv_p, #dv_do, #dv] ins(%ds, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: @no_rows
// CHECK:       fp8.attention
func.func @no_rows(%q: tensor<0x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<0x2x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<0x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<0x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<0xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<0xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<0x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<0x5xf32>) -> tensor<0x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<0x5xf32>) outs(%lowest : tensor<0xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<0xf32>) outs(%zeros_s : tensor<0x5xf32>) dimensions = [1]
  %x = arith.subf %s, %m2 : tensor<0x5xf32>
  %e = math.exp %x : tensor<0x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<0x5xf32>) outs(%zeros_row : tensor<0xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<0xf32>) outs(%zeros_s : tensor<0x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<0x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<0x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<0x3xf32>) -> tensor<0x3xf32>
  %oe = tensor.expand_shape %o [[0, 1], [2]] output_shape [0, 2, 3] : tensor<0x3xf32> into tensor<0x2x3xf32>
  return %oe : tensor<0x2x3xf32>
}
