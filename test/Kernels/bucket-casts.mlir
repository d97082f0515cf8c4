// RUN: fp8-opt %s --split-input-file --fp8-bucket-casts --fp8-verify-form=form=fused | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-casts --remark-format=emitRemark --remarks-filter=fp8-bucket-casts -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#i = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>

// Casts of parameters of any shape are a bucket, where the first of them was.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<8xf32>, %[[V:[a-z0-9]+]]: tensor<2x3xf32>
// CHECK: %[[A:.*]] = fp8.kernel "cast" bucket 0 ins(%[[W]] : tensor<8xf32>)
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[V]]
// CHECK: %[[B:.*]] = fp8.kernel "cast" bucket 0 ins(%[[FLAT]] : tensor<6xf32>)
// CHECK: %[[WIDE:.*]] = tensor.expand_shape %[[B]]
// CHECK: fp8.kernel "first" ins(%[[A]] :
// CHECK: fp8.kernel "second" ins(%[[A]], %[[WIDE]] :
// REMARK: remark: {{.*}}2 kernels that read only arguments share a bucket
func.func @sizes(%w: tensor<8xf32>, %v: tensor<2x3xf32>) -> (tensor<8xf32>, tensor<f32>) {
  %e8 = tensor.empty() : tensor<8xbf16>
  %a = fp8.kernel "cast" ins(%w : tensor<8xf32>) outs(%e8 : tensor<8xbf16>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xbf16>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %0 = arith.truncf %x : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<8xbf16>
    fp8.kernel_yield %r : tensor<8xbf16>
  }
  %ef = tensor.empty() : tensor<8xf32>
  %first = fp8.kernel "first" ins(%a : tensor<8xbf16>) outs(%ef : tensor<8xf32>) {
  ^bb0(%in: tensor<8xbf16>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xbf16>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: bf16, %o: f32):
      %0 = arith.extf %x : bf16 to f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %e6 = tensor.empty() : tensor<2x3xbf16>
  %b = fp8.kernel "cast" ins(%v : tensor<2x3xf32>) outs(%e6 : tensor<2x3xbf16>) {
  ^bb0(%in: tensor<2x3xf32>, %out: tensor<2x3xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<2x3xf32>) outs(%out : tensor<2x3xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %0 = arith.truncf %x : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<2x3xbf16>
    fp8.kernel_yield %r : tensor<2x3xbf16>
  }
  %es = tensor.empty() : tensor<f32>
  %second = fp8.kernel "second" ins(%a, %b : tensor<8xbf16>, tensor<2x3xbf16>) outs(%es : tensor<f32>) {
  ^bb0(%in: tensor<8xbf16>, %in1: tensor<2x3xbf16>, %out: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<f32>) -> tensor<f32>
    %r = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%in1 : tensor<2x3xbf16>) outs(%init : tensor<f32>) {
    ^bb0(%x: bf16, %acc: f32):
      %0 = arith.extf %x : bf16 to f32
      %1 = arith.addf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  return %first, %second : tensor<8xf32>, tensor<f32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>

// Transposed casts have no flat form. Two of one shape come together; the other shape
// stays.
// CHECK-LABEL: func.func @layouts(
// CHECK-SAME: %[[U:[a-z0-9]+]]: tensor<4x8xf32>, %[[V:[a-z0-9]+]]: tensor<4x8xf32>, %[[W:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: fp8.kernel "cast" ins(%[[U]] :
// CHECK: fp8.kernel "cast" ins(%[[V]] :
// CHECK: fp8.kernel "cast" ins(%[[W]] :
// CHECK-NOT: bucket
// CHECK: return
// REMARK: remark: {{.*}}2 kernels that read only arguments were placed side by side
func.func @layouts(%u: tensor<4x8xf32>, %v: tensor<4x8xf32>, %w: tensor<2x8xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<8x4xbf16>
  %e2 = tensor.empty() : tensor<8x2xbf16>
  %a = fp8.kernel "cast" ins(%u : tensor<4x8xf32>) outs(%e : tensor<8x4xbf16>) {
  ^bb0(%in: tensor<4x8xf32>, %out: tensor<8x4xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<4x8xf32>) outs(%out : tensor<8x4xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %0 = arith.truncf %x : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<8x4xbf16>
    fp8.kernel_yield %r : tensor<8x4xbf16>
  }
  %b = fp8.kernel "cast" ins(%w : tensor<2x8xf32>) outs(%e2 : tensor<8x2xbf16>) {
  ^bb0(%in: tensor<2x8xf32>, %out: tensor<8x2xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<2x8xf32>) outs(%out : tensor<8x2xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %0 = arith.truncf %x : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<8x2xbf16>
    fp8.kernel_yield %r : tensor<8x2xbf16>
  }
  %c = fp8.kernel "cast" ins(%v : tensor<4x8xf32>) outs(%e : tensor<8x4xbf16>) {
  ^bb0(%in: tensor<4x8xf32>, %out: tensor<8x4xbf16>):
    %r = linalg.generic {indexing_maps = [#ij, #ji], iterator_types = ["parallel", "parallel"]} ins(%in : tensor<4x8xf32>) outs(%out : tensor<8x4xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %0 = arith.truncf %x : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<8x4xbf16>
    fp8.kernel_yield %r : tensor<8x4xbf16>
  }
  %ef = tensor.empty() : tensor<4x4xf32>
  %eg = tensor.empty() : tensor<4x2xf32>
  %y = fp8.gemm [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] %a, %c outs(%ef : tensor<4x4xf32>) : tensor<8x4xbf16>, tensor<8x4xbf16>
  %z = fp8.gemm [affine_map<(i, j, k) -> (k, i)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] %a, %b outs(%eg : tensor<4x2xf32>) : tensor<8x4xbf16>, tensor<8x2xbf16>
  %s = fp8.gemm [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>] %z, %z outs(%ef : tensor<4x4xf32>) : tensor<4x2xf32>, tensor<4x2xf32>
  %t = fp8.gemm [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>] %y, %s outs(%ef : tensor<4x4xf32>) : tensor<4x4xf32>, tensor<4x4xf32>
  return %t : tensor<4x4xf32>
}

// -----

#i = affine_map<(i) -> (i)>

// The first result is dead before the second cast: together they need more memory.
// CHECK-LABEL: func.func @negative_lives(
// CHECK: fp8.kernel "cast" ins(%arg0 :
// CHECK: fp8.kernel "sum"
// CHECK: fp8.kernel "cast" ins(%arg1 :
// CHECK: fp8.kernel "sum"
// REMARK-NOT: remark
func.func @negative_lives(%u: tensor<8xf32>, %v: tensor<8xf32>) -> (tensor<f32>, tensor<f32>) {
  %e = tensor.empty() : tensor<8xbf16>
  %es = tensor.empty() : tensor<f32>
  %a = fp8.kernel "cast" ins(%u : tensor<8xf32>) outs(%e : tensor<8xbf16>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xbf16>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %0 = arith.truncf %x : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<8xbf16>
    fp8.kernel_yield %r : tensor<8xbf16>
  }
  %s = fp8.kernel "sum" ins(%a : tensor<8xbf16>) outs(%es : tensor<f32>) {
  ^bb0(%in: tensor<8xbf16>, %out: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<f32>) -> tensor<f32>
    %r = linalg.generic {indexing_maps = [#i, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%in : tensor<8xbf16>) outs(%init : tensor<f32>) {
    ^bb0(%x: bf16, %acc: f32):
      %0 = arith.extf %x : bf16 to f32
      %1 = arith.addf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %b = fp8.kernel "cast" ins(%v : tensor<8xf32>) outs(%e : tensor<8xbf16>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xbf16>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xbf16>) {
    ^bb0(%x: f32, %o: bf16):
      %0 = arith.truncf %x : f32 to bf16
      linalg.yield %0 : bf16
    } -> tensor<8xbf16>
    fp8.kernel_yield %r : tensor<8xbf16>
  }
  %t = fp8.kernel "sum" ins(%b : tensor<8xbf16>) outs(%es : tensor<f32>) {
  ^bb0(%in: tensor<8xbf16>, %out: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<f32>) -> tensor<f32>
    %r = linalg.generic {indexing_maps = [#i, affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%in : tensor<8xbf16>) outs(%init : tensor<f32>) {
    ^bb0(%x: bf16, %acc: f32):
      %0 = arith.extf %x : bf16 to f32
      %1 = arith.addf %acc, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  return %s, %t : tensor<f32>, tensor<f32>
}

// -----

#i = affine_map<(i) -> (i)>

// The step returns one result, which may overwrite a state, and the other kernel reads
// a computed tensor.
// CHECK-LABEL: func.func @negative_returned_or_computed(
// CHECK-NOT: bucket
// CHECK: return
// REMARK-NOT: remark
func.func @negative_returned_or_computed(%u: tensor<8xf32>, %v: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %a = fp8.kernel "negate" ins(%u : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %0 = arith.negf %x : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %b = fp8.kernel "negate" ins(%v : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %0 = arith.negf %x : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %c = fp8.kernel "negate" ins(%b : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %0 = arith.negf %x : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %d = fp8.kernel "negate" ins(%c : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %0 = arith.negf %x : f32
      linalg.yield %0 : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %a, %c, %d : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
