// The form of an error, and its effect with `only`, `disable` and `allow`.

// RUN: not fp8-opt %s --fp8-check-numerics -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not fp8-opt %s --fp8-check-numerics=only=e5m2-forward -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONLY
// RUN: not fp8-opt %s --fp8-check-numerics=disable=e5m2-forward -o /dev/null 2>&1 | FileCheck %s --check-prefix=DISABLE
// RUN: fp8-opt %s --fp8-check-numerics="disable=e5m2-forward allow=underflow-window" -o %t 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: fp8-opt %s -o %t.plain && cmp %t %t.plain
// RUN: fp8-opt %s --fp8-check-numerics=allow=e5m2-forward,underflow-window -o /dev/null --remark-format=emitRemark --remarks-filter=fp8-check-numerics 2>&1 | FileCheck %s --check-prefix=ALLOW

// ALL-DAG: error: e5m2-forward: expected
// ALL-DAG: error: underflow-window: expected
// ALL-DAG: note: remedy: use a margin of at most 14

// ONLY-NOT: underflow-window
// ONLY:     error: e5m2-forward: expected
// ONLY-NOT: underflow-window

// DISABLE-NOT: e5m2-forward
// DISABLE:     error: underflow-window: expected
// DISABLE-NOT: e5m2-forward

// SILENT-NOT: {{.}}

// ALLOW-DAG: remark: {{.*}}allowed: e5m2-forward: expected
// ALLOW-DAG: remark: {{.*}}allowed: underflow-window: expected

// Names that are none are errors, wherever they stand.

// RUN: not fp8-opt %s --fp8-check-numerics=only=e5m2 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME -DWHERE=only=
// RUN: not fp8-opt %s --fp8-check-numerics=disable=e5m2 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME -DWHERE=disable=
// RUN: not fp8-opt %s --fp8-check-numerics=allow=e5m2 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME -DWHERE=allow=
// RUN: sed 's/{fp8.class = "fwd"}/{fp8.class = "fwd", fp8.allow = ["e5m2"]}/' %s > %t.mlir
// RUN: not fp8-opt %t.mlir --fp8-check-numerics -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME -DWHERE="'fp8.allow'"
// NAME: error: expected [[WHERE]] to name rules, but there is no rule 'e5m2'
// NAME: note: rules: block-tail, decay-stall, delayed-start, delayed-window, e5m2-forward, moment-underflow, overflow-window, quasi-scale, saturating-chain, scale-reuse, split-delayed, underflow-window, unguarded-scale, update-stall

func.func @f(%x: tensor<4x8xf8E4M3FN>, %w: tensor<8x4xf8E5M2>, %s: tensor<f32>) -> (tensor<4x4xf32>, tensor<f32>) {
  %zeros = arith.constant dense<0.0> : tensor<4x4xf32>
  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] %x by %s, %w by %s outs(%zeros : tensor<4x4xf32>) {fp8.class = "fwd"} : tensor<4x8xf8E4M3FN> by tensor<f32>, tensor<8x4xf8E5M2> by tensor<f32>
  %b, %bi = fp8.compute_scale %s for e4m3 scaling<margin = 15> : tensor<f32>
  return %y, %b : tensor<4x4xf32>, tensor<f32>
}
