// RUN: fp8-opt %s --fp8-assign-storage=preset=fp8-split8 --canonicalize --cse | FileCheck %s
// RUN: fp8-opt %s --fp8-assign-storage=preset=fp8-split16 --canonicalize --cse | FileCheck %s --check-prefix=SPLIT16
// RUN: fp8-opt %s --fp8-assign-storage=preset=bf16-residual --canonicalize --cse | FileCheck %s --check-prefix=BF16
// RUN: fp8-opt %s --fp8-assign-storage --canonicalize --cse | FileCheck %s --check-prefix=BF16
// RUN: fp8-opt %s --fp8-assign-storage="preset=fp8-split8 policy=current" --canonicalize --cse | FileCheck %s --check-prefix=CURRENT
// RUN: fp8-opt %s --fp8-assign-storage=preset=fp32 | FileCheck %s --check-prefix=FP32

// AdamW on a weight that a contraction reads. Planes that are new come last, the
// loss stays where it was.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: %[[W:[^:]*]]: tensor<16x16xf8E4M3FN> {fp8.name = "w", fp8.state = #fp8.state<param>}
// CHECK-SAME: %[[M:[^:]*]]: tensor<16x16xf8E4M3FN> {fp8.name = "m", fp8.state = #fp8.state<moment>}
// CHECK-SAME: %[[V:[^:]*]]: tensor<16x16xi8> {fp8.name = "v", fp8.state = #fp8.state<moment>}
// CHECK-SAME: %[[X:[^:]*]]: tensor<4x16xf32>
// CHECK-SAME: %[[LR:[^:]*]]: tensor<f32> {fp8.name = "lr"}
// CHECK-SAME: %[[R:[^:]*]]: tensor<16x16xi8> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>}
// CHECK-SAME: %[[WS:[^:]*]]: tensor<f32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "w.scale_inv", fp8.state = #fp8.state<scale>}
// CHECK-SAME: %[[A:[^:]*]]: tensor<f32> {fp8.initial = 0x7F800000 : f32, fp8.name = "w.amax", fp8.state = #fp8.state<amax>}
// CHECK-SAME: %[[MS:[^:]*]]: tensor<2xf32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "m.scale_inv", fp8.state = #fp8.state<scale>}
// CHECK-SAME: %[[VS:[^:]*]]: tensor<2xf32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "v.scale_inv", fp8.state = #fp8.state<scale>}
// CHECK-SAME: %[[RNG:[^:]*]]: tensor<i32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "fp8.rng", fp8.state = #fp8.state<rng>}
// CHECK-SAME: %[[STEP:[^:]*]]: tensor<i32> {fp8.initial = 0.000000e+00 : f32, fp8.name = "fp8.step", fp8.state = #fp8.state<step>}
// CHECK-SAME: -> (tensor<f32> {fp8.name = "loss"},
// CHECK-SAME: tensor<16x16xf8E4M3FN> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}
// CHECK-SAME: tensor<16x16xi8> {fp8.name = "v", fp8.state = #fp8.state<moment>, fp8.updates = "v"}
// CHECK-SAME: tensor<i32> {fp8.name = "fp8.rng", fp8.state = #fp8.state<rng>, fp8.updates = "fp8.rng"}
// CHECK-SAME: tensor<16x16xi8> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>, fp8.updates = "w.residual"}
// CHECK-SAME: tensor<f32> {fp8.name = "w.amax", fp8.state = #fp8.state<amax>, fp8.updates = "w.amax"}

// The forward reads the main plane.
// CHECK-DAG: %[[WIDE:.*]] = fp8.dequantize %[[W]] by %[[WS]]
// CHECK-DAG: %[[SEED:.*]] = tensor.extract %[[RNG]][]
// CHECK-DAG: %[[COUNT:.*]] = tensor.extract %[[STEP]][]
// The numbers of the bound below.
// CHECK-DAG: %[[SLACK:.*]] = arith.constant dense<1.00000095> : tensor<f32>
// CHECK-DAG: %[[LARGEST:.*]] = arith.constant dense<4.640000e+02> : tensor<f32>
// CHECK-DAG: %[[K:.*]] = arith.constant dense<7.27029132> : tensor<f32>
// CHECK: linalg.matmul ins(%[[X]], %[[WIDE]]

// The bound: |1 - 0.1 lr| * amax + |lr| * K, with K for beta 0.9 and 0.999 at
// any step. The amax is at most the largest value of the planes.
// CHECK: %[[DECAY:.*]] = arith.mulf %[[LR]], %{{.*}} : tensor<f32>
// CHECK: %[[KEEP:.*]] = arith.subf %{{.*}}, %[[DECAY]] : tensor<f32>
// CHECK: %[[RATE:.*]] = math.absf %[[LR]] : tensor<f32>
// CHECK: %[[CHANGE:.*]] = arith.mulf %[[RATE]], %[[K]] : tensor<f32>
// CHECK: %[[KEPT:.*]] = math.absf %[[KEEP]] : tensor<f32>
// CHECK: %[[REACH:.*]] = arith.mulf %[[WS]], %[[LARGEST]] : tensor<f32>
// CHECK: %[[OLD:.*]] = arith.minimumf %[[A]], %[[REACH]] : tensor<f32>
// CHECK: %[[SCALED:.*]] = arith.mulf %[[KEPT]], %[[OLD]] : tensor<f32>
// CHECK: %[[SUM:.*]] = arith.addf %[[SCALED]], %[[CHANGE]] : tensor<f32>
// CHECK: %[[BOUND:.*]] = arith.mulf %[[SUM]], %[[SLACK]] : tensor<f32>
// CHECK: %[[S:.*]], %[[SI:.*]] = fp8.compute_scale %[[BOUND]] for e4m3

// Streams are numbered in the order of the parameters: one for the residual, one
// that the second and the first moment share as partners.
// CHECK: %[[NEW:.*]]:7 = fp8.update states(%[[W]], %[[R]], %[[M]], %[[MS]], %[[V]], %[[VS]] :
// CHECK-SAME: scalars(%[[LR]], %[[K]] : tensor<f32>, tensor<f32>)
// CHECK-SAME: scales(%[[WS]], %[[S]] : tensor<f32>, tensor<f32>)
// CHECK-SAME: seed %[[SEED]] step %[[COUNT]]
// CHECK-SAME: storage [#fp8.storage<format = e4m3, rounding = quasi_stochastic, residual = split8, stream = 0>, #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, stream = 1073741825>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 1>]
// CHECK-SAME: outs(%[[W]], %[[R]], %[[M]], %[[MS]], %[[V]], %[[VS]], %{{.*}} :
// CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %[[LIMIT:.*]]: f32):
// CHECK: %[[U:.*]] = arith.divf
// CHECK: %[[LOW:.*]] = arith.negf %[[LIMIT]] : f32
// CHECK: %[[RAISED:.*]] = arith.maximumf %[[U]], %[[LOW]] : f32
// CHECK: %[[CLAMPED:.*]] = arith.minimumf %[[RAISED]], %[[LIMIT]] : f32
// CHECK: arith.mulf %{{.*}}, %[[CLAMPED]] : f32
// CHECK: return %{{.*}}, %[[NEW]]#0, %[[NEW]]#2, %[[NEW]]#4, %[[RNG]], %{{.*}}, %[[NEW]]#1, %[[SI]], %[[NEW]]#6, %[[NEW]]#3, %[[NEW]]#5 :

// SPLIT16-LABEL: func.func @step(
// SPLIT16: storage [#fp8.storage<format = e4m3, rounding = stochastic, residual = split16, stream = 0>, #fp8.storage<format = e4m3, granularity = <group 128>, rounding = stochastic, stream = 2147483648>, #fp8.storage<format = ue4m4, granularity = <group 128>, rounding = stochastic, stream = 1073741824>]

// No scale, no bound, no clamp.
// BF16-LABEL: func.func @step(
// BF16-SAME: %[[W:[^:]*]]: tensor<16x16xbf16> {fp8.name = "w"
// BF16-SAME: %[[R:[^:]*]]: tensor<16x16xbf16> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>}
// BF16: arith.extf %[[W]] : tensor<16x16xbf16> to tensor<16x16xf32>
// BF16-NOT: compute_scale
// BF16: fp8.update states(%[[W]], %[[R]], %{{[^ ]*}}, %{{[^ ]*}} : tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>, tensor<16x16xbf16>)
// BF16-SAME: storage [#fp8.storage<format = bf16, rounding = stochastic, residual = bf16, stream = 0>, #fp8.storage<format = bf16>, #fp8.storage<format = bf16, rounding = stochastic, stream = 1073741824>]
// BF16-NOT: arith.minimumf

// A probe decodes, and encodes nothing: it has no draws and no new scale.
// CURRENT-LABEL: func.func @step(
// CURRENT-NOT: fp8.name = "w.amax"
// CURRENT: %[[AMAX:.*]] = fp8.update probe states(
// CURRENT-SAME: scales(%[[OLD:[^ ]*]] : tensor<f32>) storage [#fp8.storage<format = e4m3, residual = split8>,
// CURRENT: %[[S:.*]], %[[SI:.*]] = fp8.compute_scale %[[AMAX]] for e4m3
// CURRENT: fp8.update states(
// CURRENT-SAME: scales(%[[OLD]], %[[S]] : tensor<f32>, tensor<f32>) seed
// CURRENT-NOT: arith.minimumf
// CURRENT: return

// FP32-LABEL: func.func @step(
// FP32-SAME: %{{[^:]*}}: tensor<16x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}
// FP32: fp8.update states(%{{.*}} : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) inputs
// FP32-NOT: func.func @pack
func.func @step(%w: tensor<16x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>}, %m: tensor<16x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>}, %v: tensor<16x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>}, %x: tensor<4x16xf32> {fp8.name = "x"}, %g: tensor<16x16xf32> {fp8.name = "g"}, %lr: tensor<f32> {fp8.name = "lr"}) -> (tensor<f32> {fp8.name = "loss"}, tensor<16x16xf32> {fp8.name = "w", fp8.state = #fp8.state<param>, fp8.updates = "w"}, tensor<16x16xf32> {fp8.name = "m", fp8.state = #fp8.state<moment>, fp8.updates = "m"}, tensor<16x16xf32> {fp8.name = "v", fp8.state = #fp8.state<moment>, fp8.updates = "v"}) {
  %zeros = arith.constant dense<0.0> : tensor<4x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<4x16xf32>, tensor<16x16xf32>) outs(%zeros : tensor<4x16xf32>) -> tensor<4x16xf32>
  %at = arith.constant 0 : index
  %first = tensor.extract %y[%at, %at] : tensor<4x16xf32>
  %loss = tensor.from_elements %first : tensor<f32>
  %n:3 = fp8.update states(%w, %m, %v : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) inputs(%g : tensor<16x16xf32>) scalars(%lr : tensor<f32>) outs(%w, %m, %v : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %rate: f32):
    %b1 = arith.constant 0.9 : f32
    %a1 = arith.constant 0.1 : f32
    %b2 = arith.constant 0.999 : f32
    %a2 = arith.constant 1.0e-3 : f32
    %eps = arith.constant 1.0e-8 : f32
    %wd = arith.constant 0.1 : f32
    %one = arith.constant 1.0 : f32
    %0 = arith.mulf %b1, %a : f32
    %1 = arith.mulf %a1, %d : f32
    %m1 = arith.addf %0, %1 : f32
    %2 = arith.mulf %b2, %b : f32
    %3 = arith.mulf %d, %d : f32
    %4 = arith.mulf %a2, %3 : f32
    %v1 = arith.addf %2, %4 : f32
    %5 = math.sqrt %v1 : f32
    %6 = arith.addf %5, %eps : f32
    %u = arith.divf %m1, %6 : f32
    %7 = arith.mulf %rate, %wd : f32
    %keep = arith.subf %one, %7 : f32
    %8 = arith.mulf %p, %keep : f32
    %9 = arith.mulf %rate, %u : f32
    %new = arith.subf %8, %9 : f32
    fp8.yield %new, %m1, %v1 : f32, f32, f32
  }
  return %loss, %n#0, %n#1, %n#2 : tensor<f32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}
