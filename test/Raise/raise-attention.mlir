// RUN: fp8-opt %s --fp8-raise-attention | FileCheck %s
// RUN: fp8-opt %s --fp8-raise-attention -o /dev/null \
// RUN:   --remark-format=emitRemark --remarks-filter='fp8-raise.*' 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK-COUNT-8: raised to fp8.attention
// REMARK-NOT: kept

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

// CHECK-LABEL: @scaled
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<7x4xf32>, %[[K:[^:]*]]: tensor<5x4xf32>, %[[V:[^:]*]]: tensor<5x3xf32>
// CHECK-NOT:   linalg
// CHECK:       %[[R:.*]]:3 = fp8.attention [#[[$Q:.*]], #[[$K:.*]], #[[$V:.*]], #[[$O:.*]], #[[$M:.*]], #[[$M]]] %[[Q]], %[[K]], %[[V]] outs({{.*}} : tensor<7x3xf32>, tensor<7xf32>, tensor<7xf32>) {
// CHECK-NEXT:  ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT:    %[[C:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-NEXT:    %[[T:.*]] = arith.mulf %[[S]], %[[C]] : f32
// CHECK-NEXT:    fp8.yield %[[T]] : f32
// CHECK-NEXT:  } : tensor<7x4xf32>, tensor<5x4xf32>, tensor<5x3xf32>
// CHECK-NEXT:  return %[[R]]#0
func.func @scaled(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<7x3xf32> {
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
  return %o : tensor<7x3xf32>
}

// A product with the inverse of the sums.
// CHECK-LABEL: @nothing_is_subtracted
// CHECK-NOT:   linalg
// CHECK:       fp8.attention
// CHECK-NEXT:  ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT:    fp8.yield %[[S]] : f32
func.func @nothing_is_subtracted(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<7x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %e = math.exp %s : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %one = arith.constant dense<1.0> : tensor<7x5xf32>
  %inverse = arith.divf %one, %l2 : tensor<7x5xf32>
  %p = arith.mulf %inverse, %e : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// A mask of positions reads no tensor.
// CHECK-LABEL: @causal
// CHECK-NOT:   linalg
// CHECK:       fp8.attention [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} outs(
// CHECK-NEXT:  ^bb0(%[[S:.*]]: f32, %[[I:.*]]: index, %[[J:.*]]: index):
// CHECK-DAG:     %[[J1:.*]] = arith.index_cast %[[J]] : index to i32
// CHECK-DAG:     %[[I1:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK:         %[[PAST:.*]] = arith.cmpi sle, %[[J1]], %[[I1]] : i32
// CHECK:         arith.select %[[PAST]]
func.func @causal(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>) -> tensor<7x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.mulf %s, %half : tensor<7x5xf32>
  %fill = arith.constant dense<-1.0e9> : tensor<7x5xf32>
  %i0 = tensor.empty() : tensor<7xi32>
  %i = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%i0 : tensor<7xi32>) {
  ^bb0(%out: i32):
    %index = linalg.index 0 : index
    %number = arith.index_cast %index : index to i32
    linalg.yield %number : i32
  } -> tensor<7xi32>
  %mask0 = tensor.empty() : tensor<7x5xi1>
  %mask = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<7xi32>) outs(%mask0 : tensor<7x5xi1>) {
  ^bb0(%in: i32, %out: i1):
    %index = linalg.index 1 : index
    %number = arith.index_cast %index : index to i32
    %is_past = arith.cmpi sle, %number, %in : i32
    linalg.yield %is_past : i1
  } -> tensor<7x5xi1>
  %masked = arith.select %mask, %t, %fill : tensor<7x5xi1>, tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%masked : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %masked, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// A mask of keys is read from its tensor.
// CHECK-LABEL: @padding
// CHECK:       %[[MASK:.*]] = arith.cmpi ne
// CHECK:       fp8.attention [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} captured(%[[MASK]] : tensor<5xi1>) outs(
// CHECK-NEXT:  ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %[[IN:.*]]: i1):
// CHECK:         arith.select %[[IN]]
func.func @padding(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %ids: tensor<5xi64>) -> tensor<7x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %t = arith.mulf %s, %half : tensor<7x5xf32>
  %fill = arith.constant dense<0xFF800000> : tensor<7x5xf32>
  %zero_ids = arith.constant dense<0> : tensor<5xi64>
  %is_token = arith.cmpi ne, %ids, %zero_ids : tensor<5xi64>
  %mask0 = tensor.empty() : tensor<7x5xi1>
  %mask = linalg.broadcast ins(%is_token : tensor<5xi1>) outs(%mask0 : tensor<7x5xi1>) dimensions = [0]
  %masked = arith.select %mask, %t, %fill : tensor<7x5xi1>, tensor<7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%masked : tensor<7x5xf32>) outs(%lowest : tensor<7xf32>) dimensions = [1]
  %m2 = linalg.broadcast ins(%m : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %x = arith.subf %masked, %m2 : tensor<7x5xf32>
  %e = math.exp %x : tensor<7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<7x5xf32>) outs(%zeros_row : tensor<7xf32>) dimensions = [1]
  %l2 = linalg.broadcast ins(%l : tensor<7xf32>) outs(%zeros_s : tensor<7x5xf32>) dimensions = [1]
  %p = arith.divf %e, %l2 : tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%p, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// CHECK-LABEL: @bias_and_cap
// CHECK:       fp8.attention [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} captured(%{{.*}} : tensor<7x5xf32>) outs(
// CHECK-NEXT:  ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %[[BIAS:.*]]: f32):
// CHECK:         %[[U:.*]] = arith.divf %[[S]], %{{.*}} : f32
// CHECK:         %[[H:.*]] = math.tanh %[[U]] : f32
// CHECK:         %[[C:.*]] = arith.mulf %[[H]], %{{.*}} : f32
// CHECK:         %[[T:.*]] = arith.addf %[[C]], %[[BIAS]] : f32
// CHECK:         fp8.yield %[[T]] : f32
func.func @bias_and_cap(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %bias: tensor<7x5xf32>) -> tensor<7x3xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<7x3xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<7xf32>
  %half = arith.constant dense<0.5> : tensor<7x5xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<7x4xf32>, tensor<5x4xf32>) outs(%zeros_s : tensor<7x5xf32>) -> tensor<7x5xf32>
  %cap = arith.constant dense<3.0> : tensor<7x5xf32>
  %u = arith.divf %s, %cap : tensor<7x5xf32>
  %h = math.tanh %u : tensor<7x5xf32>
  %c = arith.mulf %h, %cap : tensor<7x5xf32>
  %t = arith.addf %c, %bias : tensor<7x5xf32>
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

// CHECK-LABEL: @dropout
// CHECK:       fp8.attention [{{.*}}] %{{.*}}, %{{.*}}, %{{.*}} captured(%{{.*}} : tensor<7x5xi1>) outs(
// CHECK-NEXT:  ^bb0(%[[S:.*]]: f32, %{{.*}}: index, %{{.*}}: index, %[[KEPT:.*]]: i1):
// CHECK:         %[[UP:.*]] = arith.constant 1.33333337 : f32
// CHECK:         %[[F:.*]] = arith.select %[[KEPT]], %[[UP]], %{{.*}} : f32
// CHECK:         fp8.yield %{{.*}}, %[[F]] : f32, f32
func.func @dropout(%q: tensor<7x4xf32>, %k: tensor<5x4xf32>, %v: tensor<5x3xf32>, %kept: tensor<7x5xi1>) -> tensor<7x3xf32> {
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
  %keep = arith.constant dense<0.75> : tensor<7x5xf32>
  %scaled = arith.divf %p, %keep : tensor<7x5xf32>
  %dropped = arith.select %kept, %scaled, %zeros_s : tensor<7x5xi1>, tensor<7x5xf32>
  %o = linalg.contract indexing_maps = [#p, #v, #o] ins(%dropped, %v : tensor<7x5xf32>, tensor<5x3xf32>) outs(%zeros_o : tensor<7x3xf32>) -> tensor<7x3xf32>
  return %o : tensor<7x3xf32>
}

// Batch and heads are one dimension for products, as torch.bmm has it, and two
// for the softmax. Transposes and reshapes around it disappear.
// CHECK-LABEL: @heads
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<2x7x12xf32>
// CHECK-NOT:   transpose
// CHECK:       %[[Q4:.*]] = tensor.expand_shape %[[Q]] {{.*}} into tensor<2x7x3x4xf32>
// CHECK:       %[[R:.*]]:3 = fp8.attention [#[[$QH:.*]], #[[$KH:.*]], #[[$VH:.*]], #[[$OH:.*]], #[[$ROWS:.*]], #[[$ROWS]]] %[[Q4]], {{.*}} outs({{.*}} : tensor<2x7x3x4xf32>, tensor<2x3x7xf32>, tensor<2x3x7xf32>) {
// CHECK:       %[[O:.*]] = tensor.collapse_shape %[[R]]#0 {{.*}} into tensor<2x7x12xf32>
// CHECK-NEXT:  return %[[O]]
func.func @heads(%q: tensor<2x7x12xf32>, %k: tensor<2x5x12xf32>, %v: tensor<2x5x12xf32>) -> tensor<2x7x12xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<6x7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<6x7x4xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<2x3x7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<2x3x7xf32>
  %pairs = tensor.empty() : tensor<2x3x7x5xf32>
  %q0 = tensor.expand_shape %q [[0], [1], [2, 3]] output_shape [2, 7, 3, 4] : tensor<2x7x12xf32> into tensor<2x7x3x4xf32>
  %k0 = tensor.expand_shape %k [[0], [1], [2, 3]] output_shape [2, 5, 3, 4] : tensor<2x5x12xf32> into tensor<2x5x3x4xf32>
  %v0 = tensor.expand_shape %v [[0], [1], [2, 3]] output_shape [2, 5, 3, 4] : tensor<2x5x12xf32> into tensor<2x5x3x4xf32>
  %q_init = tensor.empty() : tensor<2x3x7x4xf32>
  %q1 = linalg.transpose ins(%q0 : tensor<2x7x3x4xf32>) outs(%q_init : tensor<2x3x7x4xf32>) permutation = [0, 2, 1, 3]
  %k_init = tensor.empty() : tensor<2x3x4x5xf32>
  %k1 = linalg.transpose ins(%k0 : tensor<2x5x3x4xf32>) outs(%k_init : tensor<2x3x4x5xf32>) permutation = [0, 2, 3, 1]
  %v_init = tensor.empty() : tensor<2x3x5x4xf32>
  %v1 = linalg.transpose ins(%v0 : tensor<2x5x3x4xf32>) outs(%v_init : tensor<2x3x5x4xf32>) permutation = [0, 2, 1, 3]
  %q2 = tensor.collapse_shape %q1 [[0, 1], [2], [3]] : tensor<2x3x7x4xf32> into tensor<6x7x4xf32>
  %k2 = tensor.collapse_shape %k1 [[0, 1], [2], [3]] : tensor<2x3x4x5xf32> into tensor<6x4x5xf32>
  %v2 = tensor.collapse_shape %v1 [[0, 1], [2], [3]] : tensor<2x3x5x4xf32> into tensor<6x5x4xf32>
  %s = linalg.batch_matmul ins(%q2, %k2 : tensor<6x7x4xf32>, tensor<6x4x5xf32>) outs(%zeros_s : tensor<6x7x5xf32>) -> tensor<6x7x5xf32>
  %t = tensor.expand_shape %s [[0, 1], [2], [3]] output_shape [2, 3, 7, 5] : tensor<6x7x5xf32> into tensor<2x3x7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%t : tensor<2x3x7x5xf32>) outs(%lowest : tensor<2x3x7xf32>) dimensions = [3]
  %m2 = linalg.broadcast ins(%m : tensor<2x3x7xf32>) outs(%pairs : tensor<2x3x7x5xf32>) dimensions = [3]
  %x = arith.subf %t, %m2 : tensor<2x3x7x5xf32>
  %e = math.exp %x : tensor<2x3x7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<2x3x7x5xf32>) outs(%zeros_row : tensor<2x3x7xf32>) dimensions = [3]
  %l2 = linalg.broadcast ins(%l : tensor<2x3x7xf32>) outs(%pairs : tensor<2x3x7x5xf32>) dimensions = [3]
  %p = arith.divf %e, %l2 : tensor<2x3x7x5xf32>
  %p2 = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x3x7x5xf32> into tensor<6x7x5xf32>
  %o = linalg.batch_matmul ins(%p2, %v2 : tensor<6x7x5xf32>, tensor<6x5x4xf32>) outs(%zeros_o : tensor<6x7x4xf32>) -> tensor<6x7x4xf32>
  %o0 = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 3, 7, 4] : tensor<6x7x4xf32> into tensor<2x3x7x4xf32>
  %o_init = tensor.empty() : tensor<2x7x3x4xf32>
  %o1 = linalg.transpose ins(%o0 : tensor<2x3x7x4xf32>) outs(%o_init : tensor<2x7x3x4xf32>) permutation = [0, 2, 1, 3]
  %o2 = tensor.collapse_shape %o1 [[0], [1], [2, 3]] : tensor<2x7x3x4xf32> into tensor<2x7x12xf32>
  return %o2 : tensor<2x7x12xf32>
}

// Two query heads share a key head: its copies disappear.
// CHECK-LABEL: @grouped
// CHECK-SAME:    %[[Q:[^:]*]]: tensor<6x7x4xf32>, %[[K:[^:]*]]: tensor<3x5x4xf32>, %[[V:[^:]*]]: tensor<3x5x4xf32>
// CHECK:       fp8.attention [{{.*}}] %{{.*}}, %[[K]], %[[V]] outs({{.*}} : tensor<3x2x7x4xf32>, tensor<3x2x7xf32>, tensor<3x2x7xf32>) {
// CHECK-NEXT:  ^bb0(%{{.*}}: f32, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
func.func @grouped(%q: tensor<6x7x4xf32>, %k: tensor<3x5x4xf32>, %v: tensor<3x5x4xf32>) -> tensor<6x7x4xf32> {
  %zeros_s = arith.constant dense<0.0> : tensor<6x7x5xf32>
  %zeros_o = arith.constant dense<0.0> : tensor<6x7x4xf32>
  %lowest = arith.constant dense<0xFF800000> : tensor<6x7xf32>
  %zeros_row = arith.constant dense<0.0> : tensor<6x7xf32>
  %copies = tensor.empty() : tensor<3x2x5x4xf32>
  %k1 = linalg.broadcast ins(%k : tensor<3x5x4xf32>) outs(%copies : tensor<3x2x5x4xf32>) dimensions = [1]
  %v1 = linalg.broadcast ins(%v : tensor<3x5x4xf32>) outs(%copies : tensor<3x2x5x4xf32>) dimensions = [1]
  %k2 = tensor.collapse_shape %k1 [[0, 1], [2], [3]] : tensor<3x2x5x4xf32> into tensor<6x5x4xf32>
  %v2 = tensor.collapse_shape %v1 [[0, 1], [2], [3]] : tensor<3x2x5x4xf32> into tensor<6x5x4xf32>
  %s = linalg.contract indexing_maps = [affine_map<(h, i, j, d) -> (h, i, d)>, affine_map<(h, i, j, d) -> (h, j, d)>, affine_map<(h, i, j, d) -> (h, i, j)>] ins(%q, %k2 : tensor<6x7x4xf32>, tensor<6x5x4xf32>) outs(%zeros_s : tensor<6x7x5xf32>) -> tensor<6x7x5xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<6x7x5xf32>) outs(%lowest : tensor<6x7xf32>) dimensions = [2]
  %m2 = linalg.broadcast ins(%m : tensor<6x7xf32>) outs(%zeros_s : tensor<6x7x5xf32>) dimensions = [2]
  %x = arith.subf %s, %m2 : tensor<6x7x5xf32>
  %e = math.exp %x : tensor<6x7x5xf32>
  %l = linalg.reduce {arith.addf} ins(%e : tensor<6x7x5xf32>) outs(%zeros_row : tensor<6x7xf32>) dimensions = [2]
  %l2 = linalg.broadcast ins(%l : tensor<6x7xf32>) outs(%zeros_s : tensor<6x7x5xf32>) dimensions = [2]
  %p = arith.divf %e, %l2 : tensor<6x7x5xf32>
  %o = linalg.batch_matmul ins(%p, %v2 : tensor<6x7x5xf32>, tensor<6x5x4xf32>) outs(%zeros_o : tensor<6x7x4xf32>) -> tensor<6x7x4xf32>
  return %o : tensor<6x7x4xf32>
}
