// RUN: fp8-opt %s --fp8-bucket-updates=max-outstanding-bytes=8192 | FileCheck %s
// RUN: fp8-opt %s --fp8-bucket-updates=max-bytes=4096 | FileCheck %s --check-prefix=BYTES

// Two gradients that one kernel makes are counted together: the first, which
// waits, has its update before them.

// CHECK-LABEL: @together(
// CHECK: fp8.kernel "grad0"
// CHECK: fp8.kernel "sub" bucket 0 ins(%arg0
// CHECK: fp8.kernel "grad12"
// CHECK: fp8.kernel "add" bucket 1
// CHECK: fp8.kernel "add" bucket 1
// CHECK: fp8.kernel "grad3"
// CHECK: fp8.kernel "sub" bucket 2 ins(%arg3
func.func @together(%a: tensor<1024xf32> {fp8.name="a"}, %b: tensor<1024xf32> {fp8.name="b"}, %c: tensor<1024xf32> {fp8.name="c"}, %d: tensor<1024xf32> {fp8.name="d"}, %x: tensor<1024xf32>)
 -> (tensor<1024xf32> {fp8.updates="a"}, tensor<1024xf32> {fp8.updates="b"}, tensor<1024xf32> {fp8.updates="c"}, tensor<1024xf32> {fp8.updates="d"}) {
  %e = tensor.empty() : tensor<1024xf32>
  %g0 = fp8.kernel "grad0" ins(%x : tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0 : tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %g1:2 = fp8.kernel "grad12" ins(%g0 : tensor<1024xf32>) outs(%e, %e : tensor<1024xf32>, tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %o0: tensor<1024xf32>, %o1: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0 : tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    %r1 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0 : tensor<1024xf32>) outs(%o1 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0, %r1 : tensor<1024xf32>, tensor<1024xf32>
  }
  %g3 = fp8.kernel "grad3" ins(%g1#0 : tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0 : tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %na = fp8.kernel "sub" ins(%a, %g0 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.subf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %nd = fp8.kernel "sub" ins(%d, %g3 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.subf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %nb = fp8.kernel "add" ins(%b, %g1#0 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.addf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %nc = fp8.kernel "add" ins(%c, %g1#1 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.addf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  return %na, %nb, %nc, %nd : tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>
}

// Each gradient is read by two updates, and waits once: two of them are as much
// as may wait, and nothing is closed between.

// CHECK-LABEL: @shared(
// CHECK: fp8.kernel "grad0"
// CHECK-NEXT: ^bb0
// CHECK-NOT: bucket
// CHECK: fp8.kernel "grad1"
// CHECK: fp8.kernel "sub" bucket [[SUB:[0-9]+]] ins(%arg0
// CHECK: fp8.kernel "sub" bucket [[SUB]] ins(%arg2
// CHECK: fp8.kernel "add" bucket [[ADD:[0-9]+]] ins(%arg1
// CHECK: fp8.kernel "add" bucket [[ADD]] ins(%arg3
func.func @shared(%a: tensor<1024xf32> {fp8.name="a"}, %b: tensor<1024xf32> {fp8.name="b"}, %c: tensor<1024xf32> {fp8.name="c"}, %d: tensor<1024xf32> {fp8.name="d"}, %x: tensor<1024xf32>)
 -> (tensor<1024xf32> {fp8.updates="a"}, tensor<1024xf32> {fp8.updates="b"}, tensor<1024xf32> {fp8.updates="c"}, tensor<1024xf32> {fp8.updates="d"}) {
  %e = tensor.empty() : tensor<1024xf32>
  %g0 = fp8.kernel "grad0" ins(%x : tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0 : tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %g1 = fp8.kernel "grad1" ins(%g0 : tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0 : tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %na = fp8.kernel "sub" ins(%a, %g0 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.subf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %nb = fp8.kernel "add" ins(%b, %g0 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.addf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %nc = fp8.kernel "sub" ins(%c, %g1 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.subf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %nd = fp8.kernel "add" ins(%d, %g1 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.addf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  return %na, %nb, %nc, %nd : tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>
}

// Two updates of one bucket read it: within max-bytes, too.

// CHECK-LABEL: @shared_in_bucket(
// CHECK: fp8.kernel "sub" bucket [[SUB:[0-9]+]] ins(%arg0
// CHECK: fp8.kernel "sub" bucket [[SUB]] ins(%arg1
// BYTES-LABEL: @shared_in_bucket(
// BYTES: fp8.kernel "sub" bucket [[SUB:[0-9]+]] ins(%arg0
// BYTES: fp8.kernel "sub" bucket [[SUB]] ins(%arg1
func.func @shared_in_bucket(%a: tensor<1024xf32> {fp8.name="a"}, %b: tensor<1024xf32> {fp8.name="b"}, %x: tensor<1024xf32>)
 -> (tensor<1024xf32> {fp8.updates="a"}, tensor<1024xf32> {fp8.updates="b"}) {
  %e = tensor.empty() : tensor<1024xf32>
  %g0 = fp8.kernel "grad0" ins(%x : tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0 : tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %o: f32):
      %s = arith.negf %x0 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %na = fp8.kernel "sub" ins(%a, %g0 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.subf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  %nb = fp8.kernel "sub" ins(%b, %g0 : tensor<1024xf32>, tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%i0: tensor<1024xf32>, %i1: tensor<1024xf32>, %o0: tensor<1024xf32>):
    %r0 = linalg.generic {indexing_maps=[affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types=["parallel"]} ins(%i0, %i1 : tensor<1024xf32>, tensor<1024xf32>) outs(%o0 : tensor<1024xf32>) {
    ^bb0(%x0: f32, %x1: f32, %o: f32):
      %s = arith.subf %x0, %x1 : f32
      linalg.yield %s : f32
    } -> tensor<1024xf32>
    fp8.kernel_yield %r0 : tensor<1024xf32>
  }
  return %na, %nb : tensor<1024xf32>, tensor<1024xf32>
}
