// RUN: fp8-opt %s --fp8-decompose --canonicalize --cse --split-input-file | FileCheck %s

// A split weight is decoded, stepped, encoded and measured in one pass; its
// remainder is rounded stochastically by the element's place in the whole
// tensor.

// CHECK-LABEL: @split
// CHECK-SAME: (%[[W:.*]]: tensor<4x8xf8E4M3FN>, %[[R:.*]]: tensor<4x8xi8>, %[[G:.*]]: tensor<4x8xf32>, %[[OLD:.*]]: tensor<f32>, %[[NEW:.*]]: tensor<f32>, %[[A:.*]]: tensor<f32>
func.func @split(%w: tensor<4x8xf8E4M3FN>, %r: tensor<4x8xi8>, %g: tensor<4x8xf32>, %old: tensor<f32>, %new: tensor<f32>, %a: tensor<f32>, %seed: i32, %step: i32, %row: index) -> (tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<f32>) {
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[W]], %[[R]], %[[OLD]], %[[NEW]], %[[G]] :
  // CHECK: ^bb0(%[[MAIN:.*]]: f8E4M3FN, %[[REST:.*]]: i8, %[[INV:.*]]: f32, %[[SCALE:.*]]: f32, %[[D:.*]]: f32,
  // CHECK: %[[HIGH:.*]] = arith.shli
  // CHECK: %[[LOW:.*]] = arith.extsi %[[REST]] : i8 to i16
  // CHECK: %[[CODE:.*]] = arith.addi %[[HIGH]], %[[LOW]] : i16
  // CHECK: %[[V:.*]] = fp8.convert %[[CODE]] format<e4m11> : i16 to f32
  // CHECK: %[[P:.*]] = arith.mulf %[[V]], %[[INV]] : f32
  // CHECK: %[[N:.*]] = arith.subf %[[P]], %[[D]] : f32
  // CHECK: %[[SCALED:.*]] = arith.mulf %[[N]], %[[SCALE]] : f32
  // CHECK: %[[NCODE:.*]] = fp8.convert %[[SCALED]] random %{{.*}} format<e4m11> rounding<stochastic> : f32, i16 to i16
  // The amax is measured on the stored value: its codes, one of which is decoded.
  // CHECK: linalg.yield %{{.*}}, %{{.*}}, %{{.*}} : f8E4M3FN, i8, i16
  // CHECK: %[[LARGEST:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]
  // CHECK: arith.maxui
  // CHECK: linalg.generic {{.*}} ins(%[[LARGEST]], %[[A]], %[[NEW]] :
  // CHECK: fp8.convert %{{.*}} format<e4m11> : i16 to f32
  // CHECK: math.absf
  // CHECK: arith.maximumf
  %0:3 = fp8.update states(%w, %r : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>) inputs(%g : tensor<4x8xf32>) scales(%old, %new : tensor<f32>, tensor<f32>) seed %seed step %step storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split8, stream = 2>] at [%row, 0] of [64, 8] outs(%w, %r, %a : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<f32>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    fp8.yield %n : f32
  }
  return %0#0, %0#1, %0#2 : tensor<4x8xf8E4M3FN>, tensor<4x8xi8>, tensor<f32>
}

// -----

// A compensation is the rounding error of the main plane, at the new scale.

// CHECK-LABEL: @kahan
func.func @kahan(%w: tensor<8xbf16>, %r: tensor<8xbf16>, %g: tensor<8xf32>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  // CHECK: %[[MAIN:.*]] = fp8.convert %{{.*}} : bf16 to f32
  // CHECK: %[[REST:.*]] = fp8.convert %{{.*}} : bf16 to f32
  // CHECK: %[[P:.*]] = arith.addf %[[MAIN]], %[[REST]] : f32
  // CHECK: %[[N:.*]] = arith.subf %[[P]], %{{.*}} : f32
  // CHECK: %[[CODE:.*]] = fp8.convert %[[N]] : f32 to bf16
  // CHECK: %[[KEPT:.*]] = fp8.convert %[[CODE]] : bf16 to f32
  // CHECK: %[[LOST:.*]] = arith.subf %[[N]], %[[KEPT]] : f32
  // CHECK: %[[NEWREST:.*]] = fp8.convert %[[LOST]] : f32 to bf16
  // CHECK: linalg.yield %[[CODE]], %[[NEWREST]] : bf16, bf16
  %0:2 = fp8.update states(%w, %r : tensor<8xbf16>, tensor<8xbf16>) inputs(%g : tensor<8xf32>) storage [#fp8.storage<format = bf16, residual = bf16>] outs(%w, %r : tensor<8xbf16>, tensor<8xbf16>) {
  ^bb0(%p: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    fp8.yield %n : f32
  }
  return %0#0, %0#1 : tensor<8xbf16>, tensor<8xbf16>
}

// -----

// Groups are rows of a view, for every tensor of the op: the weight has one
// scale, and is encoded in the pass that reads it.

// CHECK-LABEL: @groups
// CHECK-SAME: %[[SKIP:[a-z0-9]*]]: i1)
func.func @groups(%w: tensor<16x64xf8E4M3FN>, %v: tensor<16x64xi8>, %vs: tensor<8xf32>, %g: tensor<16x64xf32>, %s: tensor<f32>, %a: tensor<f32>, %skip: i1) -> (tensor<16x64xf8E4M3FN>, tensor<16x64xi8>, tensor<8xf32>, tensor<f32>) {
  // CHECK-COUNT-3: tensor.expand_shape {{.*}} output_shape [8, 128]
  // CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<8x128xf8E4M3FN>, tensor<8x128xf32>, tensor<8x128xf32>)
  // CHECK: fp8.convert %{{.*}} format<ue4m4> : i8 to f32
  // A skipped step changes nothing.
  // CHECK: arith.select %[[SKIP]], %{{.*}}, %{{.*}} : f8E4M3FN
  // CHECK: iterator_types = ["parallel", "reduction"]
  // CHECK: arith.divf
  // CHECK: fp8.convert %{{.*}} format<ue4m4> : f32 to i8
  // CHECK: arith.select %[[SKIP]], %{{.*}}, %{{.*}} : i8
  %0:4 = fp8.update states(%w, %v, %vs : tensor<16x64xf8E4M3FN>, tensor<16x64xi8>, tensor<8xf32>) inputs(%g : tensor<16x64xf32>) scales(%s, %s : tensor<f32>, tensor<f32>) skip %skip storage [#fp8.storage<format = e4m3>, #fp8.storage<format = ue4m4, granularity = <group 128>>] outs(%w, %v, %vs, %a : tensor<16x64xf8E4M3FN>, tensor<16x64xi8>, tensor<8xf32>, tensor<f32>) {
  ^bb0(%p: f32, %q: f32, %d: f32):
    %n = arith.subf %p, %d : f32
    %1 = arith.mulf %d, %d : f32
    %m = arith.addf %q, %1 : f32
    fp8.yield %n, %m : f32, f32
  }
  return %0#0, %0#1, %0#2, %0#3 : tensor<16x64xf8E4M3FN>, tensor<16x64xi8>, tensor<8xf32>, tensor<f32>
}

// -----

// A transposed copy of the codes, and a copy with a scale of its own.

// CHECK-LABEL: @copies
func.func @copies(%w: tensor<4x8xf8E4M3FN>, %t: tensor<8x4xf8E4M3FN>, %c: tensor<4x8xf8E5M2>, %s: tensor<f32>, %a: tensor<f32>) -> (tensor<4x8xf8E4M3FN>, tensor<8x4xf8E4M3FN>, tensor<4x8xf8E5M2>, tensor<f32>, tensor<f32>) {
  // CHECK: %[[STEP:.*]]:3 = linalg.generic
  // CHECK: linalg.transpose ins(%[[STEP]]#0 : tensor<4x8xf8E4M3FN>)
  // CHECK: fp8.convert %{{.*}} : f32 to f8E5M2
  %0:5 = fp8.update states(%w : tensor<4x8xf8E4M3FN>) scales(%s, %s, %s : tensor<f32>, tensor<f32>, tensor<f32>) storage [#fp8.storage<format = e4m3, copies = [<format = e4m3, transposed = true>, <format = e5m2>]>] outs(%w, %t, %c, %a, %a : tensor<4x8xf8E4M3FN>, tensor<8x4xf8E4M3FN>, tensor<4x8xf8E5M2>, tensor<f32>, tensor<f32>) {
  ^bb0(%p: f32):
    fp8.yield %p : f32
  }
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<4x8xf8E4M3FN>, tensor<8x4xf8E4M3FN>, tensor<4x8xf8E5M2>, tensor<f32>, tensor<f32>
}

// -----

// A region that returns its input, as in @pack, needs no loop: groups read the
// input, or a view of it.

// CHECK-LABEL: @encode
// CHECK-SAME: (%[[X:.*]]: tensor<5x40xf32>)
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{.*}} into tensor<200xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%[[FLAT]] :
// CHECK-NOT: tensor<200xf32>) outs(%{{.*}} : tensor<200xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[FLAT]], %{{.*}} outs(%{{.*}} : tensor<200xf8E4M3FN>)
func.func @encode(%x: tensor<5x40xf32>) -> (tensor<5x40xf8E4M3FN>, tensor<2xf32>) {
  %codes = arith.constant dense<0.0> : tensor<5x40xf8E4M3FN>
  %scales = arith.constant dense<0.0> : tensor<2xf32>
  %codes_out = tensor.empty() : tensor<5x40xf8E4M3FN>
  %scales_out = tensor.empty() : tensor<2xf32>
  %0:2 = fp8.update states(%codes, %scales : tensor<5x40xf8E4M3FN>, tensor<2xf32>) inputs(%x : tensor<5x40xf32>) storage [#fp8.storage<format = e4m3, granularity = <group 128>>] outs(%codes_out, %scales_out : tensor<5x40xf8E4M3FN>, tensor<2xf32>) {
  ^bb0(%state: f32, %in: f32):
    fp8.yield %in : f32
  }
  return %0#0, %0#1 : tensor<5x40xf8E4M3FN>, tensor<2xf32>
}
