// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates=shared-launches --fp8-verify-form=form=fused | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s --check-prefix=APART
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates="shared-launches max-bytes=64" | FileCheck %s --check-prefix=APART

#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(j, i) -> (i, j)>
#j = affine_map<(j, i) -> (j)>

// Updates of biases sum their gradients and so have no flat form. Equal ones come to lie
// side by side if the target computes them in one launch, but do not keep more bytes
// alive than a bucket may.
// CHECK-LABEL: func.func @biases(
// CHECK-COUNT-2: fp8.kernel "make"
// CHECK: fp8.kernel "bias" ins(
// CHECK-NOT: fp8.kernel "
// CHECK: fp8.kernel "bias" ins(
// CHECK-NOT: bucket
// APART-LABEL: func.func @biases(
// APART: fp8.kernel "make"
// APART: fp8.kernel "bias"
// APART: fp8.kernel "make"
// APART: fp8.kernel "bias"
func.func @biases(%x: tensor<4x8xf32>, %b: tensor<8xf32> {fp8.name = "b"}, %c: tensor<8xf32> {fp8.name = "c"})
    -> (tensor<8xf32> {fp8.updates = "b"}, tensor<8xf32> {fp8.updates = "c"}) {
  %e = tensor.empty() : tensor<4x8xbf16>
  %ev = tensor.empty() : tensor<8xf32>
  %d = fp8.kernel "make" ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xbf16>) {
  ^bb0(%in: tensor<4x8xf32>, %out: tensor<4x8xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<4x8xf32>) outs(%out : tensor<4x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %0 = arith.truncf %p : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<4x8xbf16>
    fp8.kernel_yield %r : tensor<4x8xbf16>
  }
  %nb = fp8.kernel "bias" ins(%d, %b : tensor<4x8xbf16>, tensor<8xf32>) outs(%ev : tensor<8xf32>) {
  ^bb0(%in: tensor<4x8xbf16>, %old: tensor<8xf32>, %out: tensor<8xf32>):
    %zero = arith.constant 0.0 : f32
    %ei = tensor.empty() : tensor<8xf32>
    %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<8xf32>) -> tensor<8xf32>
    %sum = linalg.generic {indexing_maps = [#ji, #j], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<4x8xbf16>) outs(%init : tensor<8xf32>) {
    ^bb0(%p: bf16, %acc: f32):
      %0 = arith.extf %p : bf16 to f32
      %1 = arith.addf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    %r = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%old, %sum : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.subf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %f = fp8.kernel "make" ins(%d : tensor<4x8xbf16>) outs(%e : tensor<4x8xbf16>) {
  ^bb0(%in: tensor<4x8xbf16>, %out: tensor<4x8xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<4x8xbf16>) outs(%out : tensor<4x8xbf16>) {
    ^bb0(%p: bf16, %o: bf16):
      %0 = arith.negf %p : bf16
      linalg.yield %0 : bf16
    } -> tensor<4x8xbf16>
    fp8.kernel_yield %r : tensor<4x8xbf16>
  }
  %nc = fp8.kernel "bias" ins(%f, %c : tensor<4x8xbf16>, tensor<8xf32>) outs(%ev : tensor<8xf32>) {
  ^bb0(%in: tensor<4x8xbf16>, %old: tensor<8xf32>, %out: tensor<8xf32>):
    %zero = arith.constant 0.0 : f32
    %ei = tensor.empty() : tensor<8xf32>
    %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<8xf32>) -> tensor<8xf32>
    %sum = linalg.generic {indexing_maps = [#ji, #j], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<4x8xbf16>) outs(%init : tensor<8xf32>) {
    ^bb0(%p: bf16, %acc: f32):
      %0 = arith.extf %p : bf16 to f32
      %1 = arith.addf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    %r = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%old, %sum : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.subf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %nb, %nc : tensor<8xf32>, tensor<8xf32>
}

// -----

#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(j, i) -> (i, j)>
#j = affine_map<(j, i) -> (j)>

// One function has constant extents.
// CHECK-LABEL: func.func @negative_shapes(
// CHECK: fp8.kernel "make"
// CHECK: fp8.kernel "bias"
// CHECK: fp8.kernel "make"
// CHECK: fp8.kernel "bias"
func.func @negative_shapes(%x: tensor<4x8xf32>, %y: tensor<4x6xf32>, %b: tensor<8xf32> {fp8.name = "b"}, %c: tensor<6xf32> {fp8.name = "c"})
    -> (tensor<8xf32> {fp8.updates = "b"}, tensor<6xf32> {fp8.updates = "c"}) {
  %e = tensor.empty() : tensor<4x8xbf16>
  %e6 = tensor.empty() : tensor<4x6xbf16>
  %ev = tensor.empty() : tensor<8xf32>
  %ev6 = tensor.empty() : tensor<6xf32>
  %d = fp8.kernel "make" ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xbf16>) {
  ^bb0(%in: tensor<4x8xf32>, %out: tensor<4x8xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<4x8xf32>) outs(%out : tensor<4x8xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %0 = arith.truncf %p : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<4x8xbf16>
    fp8.kernel_yield %r : tensor<4x8xbf16>
  }
  %nb = fp8.kernel "bias" ins(%d, %b : tensor<4x8xbf16>, tensor<8xf32>) outs(%ev : tensor<8xf32>) {
  ^bb0(%in: tensor<4x8xbf16>, %old: tensor<8xf32>, %out: tensor<8xf32>):
    %zero = arith.constant 0.0 : f32
    %ei = tensor.empty() : tensor<8xf32>
    %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<8xf32>) -> tensor<8xf32>
    %sum = linalg.generic {indexing_maps = [#ji, #j], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<4x8xbf16>) outs(%init : tensor<8xf32>) {
    ^bb0(%p: bf16, %acc: f32):
      %0 = arith.extf %p : bf16 to f32
      %1 = arith.addf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    %r = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%old, %sum : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.subf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %f = fp8.kernel "make" ins(%y : tensor<4x6xf32>) outs(%e6 : tensor<4x6xbf16>) {
  ^bb0(%in: tensor<4x6xf32>, %out: tensor<4x6xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<4x6xf32>) outs(%out : tensor<4x6xbf16>) {
    ^bb0(%p: f32, %o: bf16):
      %0 = arith.truncf %p : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<4x6xbf16>
    fp8.kernel_yield %r : tensor<4x6xbf16>
  }
  %nc = fp8.kernel "bias" ins(%f, %c : tensor<4x6xbf16>, tensor<6xf32>) outs(%ev6 : tensor<6xf32>) {
  ^bb0(%in: tensor<4x6xbf16>, %old: tensor<6xf32>, %out: tensor<6xf32>):
    %zero = arith.constant 0.0 : f32
    %ei = tensor.empty() : tensor<6xf32>
    %init = linalg.fill ins(%zero : f32) outs(%ei : tensor<6xf32>) -> tensor<6xf32>
    %sum = linalg.generic {indexing_maps = [#ji, #j], iterator_types = ["parallel", "reduction"]} ins(%in : tensor<4x6xbf16>) outs(%init : tensor<6xf32>) {
    ^bb0(%p: bf16, %acc: f32):
      %0 = arith.extf %p : bf16 to f32
      %1 = arith.addf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<6xf32>
    %r = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]} ins(%old, %sum : tensor<6xf32>, tensor<6xf32>) outs(%out : tensor<6xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %0 = arith.subf %p, %q : f32
      linalg.yield %0 : f32
    } -> tensor<6xf32>
    fp8.kernel_yield %r : tensor<6xf32>
  }
  return %nb, %nc : tensor<8xf32>, tensor<6xf32>
}
