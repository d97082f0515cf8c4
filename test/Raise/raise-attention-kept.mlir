// RUN: fp8-opt %s --fp8-raise-attention --remarks-filter-missed='fp8-raise-attention' --remark-format=emitRemark 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks --implicit-check-not=raised

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

// CHECK-LABEL: @another_axis
// CHECK-NOT:   fp8.attention
func.func @another_axis(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<7x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<5xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<7x5xf32>) outs(%lowest : tensor<5xf32>) dimensions = [0]
  %m2 = linalg.broadcast ins(%m : tensor<5xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [0]
  %x = arith.subf %s, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: no product with values reads its probabilities
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<5xf32>) dimensions = [0]
  %l2 = linalg.broadcast ins(%l : tensor<5xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [0]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// CHECK-LABEL: @read_by_others
// CHECK-NOT:   fp8.attention
func.func @read_by_others(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> (tensor<7x3xf32>, tensor<7x5xf32>) {
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
  %other = arith.addf %p, %half : tensor<7x5xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: what it computes from its scores is read here, too, by 'func.return'
  return %o, %other : tensor<7x3xf32>, tensor<7x5xf32>
}

// CHECK-LABEL: @mask_after_the_softmax
// CHECK-NOT:   fp8.attention
func.func @mask_after_the_softmax(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<7x3xf32> {
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
  %big = arith.cmpf ogt, %p, %half : tensor<7x5xf32>
  %pruned = arith.select %big, %p, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%pruned, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// CHECK-LABEL: @quantized
// CHECK-NOT:   fp8.attention
func.func @quantized(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %scale: tensor<f32>) -> tensor<7x3xf32> {
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
  // REMARK: [[@LINE+1]]:{{.*}}kept: its probabilities are quantized
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %codes0 = tensor.empty() : tensor<7x5xf8E4M3FN>
  %value_codes0 = tensor.empty() : tensor<5x3xf8E4M3FN>
  %codes = fp8.quantize %p by %scale outs(%codes0 : tensor<7x5xf8E4M3FN>) : tensor<7x5xf32>, tensor<f32>
  %value_codes = fp8.quantize %v by %scale outs(%value_codes0 : tensor<5x3xf8E4M3FN>) : tensor<5x3xf32>, tensor<f32>
  %o = fp8.contract [#p, #v, #o] %codes by %scale, %value_codes by %scale outs(%zeros_o : tensor<7x3xf32>) : tensor<7x5xf8E4M3FN> by tensor<f32>, tensor<5x3xf8E4M3FN> by tensor<f32>
  return %o : tensor<7x3xf32>
}

// CHECK-LABEL: @another_sum
// CHECK-NOT:   fp8.attention
func.func @another_sum(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<7x3xf32> {
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
  %p = arith.divf %e, %m2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// CHECK-LABEL: @no_product
// CHECK-NOT:   fp8.attention
func.func @no_product(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %bias: tensor<7x5xf32>) -> tensor<7x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = arith.constant dense<1.0> : tensor<7x5xf32>
  %t = arith.mulf %s, %half : tensor<7x5xf32>
  %tb = arith.addf %t, %bias : tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%tb : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %tb, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: its scores are not computed elementwise from a product
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// CHECK-LABEL: @two_products
// CHECK-NOT:   fp8.attention
func.func @two_products(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %q2: tensor<7x4xf32>) -> tensor<7x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: its scores are a function of two products
  %s2 = linalg.contract indexing_maps = [#q, #k, #s] ins(%q2, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.addf %s, %s2 : tensor<7x5xf32>
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

// CHECK-LABEL: @scores_of_a_row
// CHECK-NOT:   fp8.attention
func.func @scores_of_a_row(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<7x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %n = linalg.reduce {arith.addf} ins(%s : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %n2 = linalg.broadcast ins(%n : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %t = arith.divf %s, %n2 : tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %t, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: its scores depend on a value that the op cannot read
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// CHECK-LABEL: @another_gradient
// CHECK-NOT:   fp8.attention
func.func @another_gradient(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
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
  %pr = arith.mulf %e, %r2 : tensor<7x5xf32>
  %ds = arith.subf %pdp, %pr : tensor<7x5xf32>
  %dt = arith.mulf %ds, %half : tensor<7x5xf32>
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%dt, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: the gradient of its scores is not that of a softmax
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: @other_keys
// CHECK-NOT:   fp8.attention
func.func @other_keys(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>, %k2: tensor<5x4xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>) {
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
  // REMARK: [[@LINE+1]]:{{.*}}kept: the gradient of queries reads other keys
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%dt, %k2 : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%dt, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %o, %dq, %dk, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: @no_gradient_of_keys
// CHECK-NOT:   fp8.attention
func.func @no_gradient_of_keys(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x3xf32>) {
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
  // REMARK: [[@LINE+1]]:{{.*}}kept: its backward pass has not all gradients of q, k and v
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
  return %o, %dq, %dv : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x3xf32>
}

// CHECK-LABEL: @gradient_of_a_bias
// CHECK-NOT:   fp8.attention
func.func @gradient_of_a_bias(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %do: tensor<7x3xf32>, %bias: tensor<7x5xf32>) -> (tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>, tensor<7x5xf32>) {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.addf %s, %bias : tensor<7x5xf32>
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
  %dq = linalg.contract indexing_maps = [#dq_ds, #dq_k, #dq] ins(%ds, %k : tensor<7x5xf32>, tensor<5x4xf32>) outs(%zeros_dq : tensor<7x4xf32>) -> tensor<7x4xf32>
  %dk = linalg.contract indexing_maps = [#dk_ds, #dk_q, #dk] ins(%ds, %q : tensor<7x5xf32>, tensor<7x4xf32>) outs(%zeros_dk : tensor<5x4xf32>) -> tensor<5x4xf32>
  // REMARK: [[@LINE+1]]:{{.*}}kept: what it computes from its scores is read here, too, by 'func.return'
  return %o, %dq, %dk, %dv, %ds : tensor<7x3xf32>, tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>, tensor<7x5xf32>
}
