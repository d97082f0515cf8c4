// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates=max-outstanding-bytes=0 | FileCheck %s
// RUN: fp8-opt %s --split-input-file --fp8-bucket-updates | FileCheck %s --check-prefix=WAIT

// Updates at the end of the step move directly behind their gradients. Ops
// that only they wait for, a maximum of the gradient and of the old weight,
// move along; such ops that compute the same form a bucket, too.

// CHECK-LABEL: @early(
// CHECK: fp8.kernel "gradient"
// CHECK: fp8.kernel "of_gradient" bucket 0
// CHECK: fp8.kernel "of_weight" bucket 0
// CHECK: fp8.kernel "update" bucket 1 ins(%arg0
// CHECK: fp8.kernel "gradient"
// CHECK: fp8.kernel "of_gradient"
// CHECK: fp8.kernel "update" bucket 2 ins(%arg1
// CHECK: fp8.kernel "unrelated"
// CHECK: return
// WAIT-LABEL: @early(
// WAIT: fp8.kernel "gradient"
// WAIT: fp8.kernel "gradient"
// WAIT-COUNT-3: fp8.kernel "of_{{.*}}" bucket 0
// WAIT: fp8.kernel "update" bucket 1
// WAIT: fp8.kernel "update" bucket 1
// WAIT: fp8.kernel "unrelated"
func.func @early(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<8xf32> {fp8.name = "w1"}, %x: tensor<8xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<8xf32> {fp8.updates = "w1"}, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %es = tensor.empty() : tensor<f32>
  %g0 = fp8.kernel "gradient" ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0 : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %g1 = fp8.kernel "gradient" ins(%g0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0 : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %rest = fp8.kernel "unrelated" ins(%g1 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0 : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %s0 = fp8.kernel "of_gradient" ins(%g0 : tensor<8xf32>) outs(%es : tensor<f32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<f32>) -> tensor<f32>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<8xf32>) outs(%init : tensor<f32>) {
    ^bb0(%y: f32, %o: f32):
      %s = arith.maximumf %y, %o : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %t0 = fp8.kernel "of_weight" ins(%w0 : tensor<8xf32>) outs(%es : tensor<f32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<f32>) -> tensor<f32>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<8xf32>) outs(%init : tensor<f32>) {
    ^bb0(%y: f32, %o: f32):
      %s = arith.maximumf %y, %o : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %p0 = fp8.kernel "of_gradient" ins(%s0, %t0 : tensor<f32>, tensor<f32>) outs(%es : tensor<f32>) {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %out: tensor<f32>):
    %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
        ins(%a, %b : tensor<f32>, tensor<f32>) outs(%out : tensor<f32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.mulf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %s1 = fp8.kernel "of_gradient" ins(%g1 : tensor<8xf32>) outs(%es : tensor<f32>) {
  ^bb0(%a: tensor<8xf32>, %out: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %init = linalg.fill ins(%zero : f32) outs(%out : tensor<f32>) -> tensor<f32>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%a : tensor<8xf32>) outs(%init : tensor<f32>) {
    ^bb0(%y: f32, %o: f32):
      %s = arith.maximumf %y, %o : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    fp8.kernel_yield %r : tensor<f32>
  }
  %n0 = fp8.kernel "update" ins(%w0, %g0, %p0 : tensor<8xf32>, tensor<8xf32>, tensor<f32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %a2: tensor<f32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0, %a1, %a2 : tensor<8xf32>, tensor<8xf32>, tensor<f32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %x1: f32, %x2: f32, %o: f32):
      %u = arith.mulf %x1, %x2 : f32
      %s = arith.subf %x0, %u : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %n1 = fp8.kernel "update" ins(%w1, %g1, %s1 : tensor<8xf32>, tensor<8xf32>, tensor<f32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %a2: tensor<f32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0, %a1, %a2 : tensor<8xf32>, tensor<8xf32>, tensor<f32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %x1: f32, %x2: f32, %o: f32):
      %u = arith.mulf %x1, %x2 : f32
      %s = arith.subf %x0, %u : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %n0, %n1, %rest : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// An update moves neither before the last reader of the old weight nor before
// its gradient. This includes the only update of its kind.

// CHECK-LABEL: @negative_readers(
// CHECK: fp8.kernel "gradient"
// CHECK: fp8.kernel "reader" ins(%arg0
// CHECK: fp8.kernel "update" ins(%arg0
// CHECK: fp8.kernel "gradient"
// CHECK: fp8.kernel "other" ins(%arg1
// CHECK: fp8.kernel "unrelated"
// CHECK-NOT: bucket
func.func @negative_readers(%w0: tensor<8xf32> {fp8.name = "w0"}, %w1: tensor<8xf32> {fp8.name = "w1"}, %x: tensor<8xf32>)
    -> (tensor<8xf32> {fp8.updates = "w0"}, tensor<8xf32> {fp8.updates = "w1"}, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %es = tensor.empty() : tensor<f32>
  %g0 = fp8.kernel "gradient" ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0 : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %read = fp8.kernel "reader" ins(%w0, %g0 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0, %a1 : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.mulf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %g1 = fp8.kernel "gradient" ins(%read : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0 : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %rest = fp8.kernel "unrelated" ins(%g1 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0 : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %n0 = fp8.kernel "update" ins(%w0, %g0 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0, %a1 : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.subf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  %n1 = fp8.kernel "other" ins(%w1, %g1 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a0: tensor<8xf32>, %a1: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a0, %a1 : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.addf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return %n0, %n1, %rest : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
