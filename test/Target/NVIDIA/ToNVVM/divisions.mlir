// RUN: fp8-opt %s --fp8-divide-by-approximation | FileCheck %s

// Signs go from the divisor to the numerator; one branch for both elements.
// CHECK-LABEL: func.func @divide
// CHECK-SAME: %[[A:.*]]: vector<2xf32>, %[[D:.*]]: vector<2xf32>
func.func @divide(%a: vector<2xf32>, %d: vector<2xf32>) -> vector<2xf32> {
  // CHECK: arith.xori
  // CHECK: %[[POSITIVE:.*]] = math.absf %[[D]]
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
  // CHECK: math.fma
  // CHECK: %[[R:.*]] = math.fma
  // CHECK: vector.reduction <maxui>
  // CHECK: vector.reduction <minui>
  // CHECK: %[[Q:.*]] = arith.mulf %{{.*}}, %[[R]]
  // CHECK: math.fma %[[POSITIVE]], %[[Q]]
  // CHECK: %[[FAST:.*]] = math.fma %{{.*}}, %[[R]], %[[Q]]
  // Numbers that are not finite stay so in a sum of products.
  // CHECK: %[[Q0:.*]] = vector.extract %[[FAST]][0]
  // CHECK: %[[Q1:.*]] = vector.extract %[[FAST]][1]
  // CHECK: %[[SUM:.*]] = arith.mulf %[[Q0]], %[[Q1]] : f32
  // CHECK: %[[MAGNITUDE:.*]] = math.absf %[[SUM]]
  // CHECK: arith.cmpf olt, %[[MAGNITUDE]]
  // CHECK: %[[IS_RIGHT:.*]] = llvm.intr.expect
  // CHECK: scf.if %[[IS_RIGHT]]
  // CHECK-NEXT: scf.yield %[[FAST]]
  // CHECK-NEXT: else
  // CHECK-NEXT: %[[SLOW:.*]] = arith.divf %[[A]], %[[D]]
  // CHECK-NEXT: scf.yield %[[SLOW]]
  %q = arith.divf %a, %d : vector<2xf32>
  return %q : vector<2xf32>
}

// The reciprocal of a loop invariant is computed before the loop.
// CHECK-LABEL: func.func @divide_by_one_number
// CHECK-SAME: %{{.*}}: memref<8xf32>, %[[D:.*]]: f32
func.func @divide_by_one_number(%m: memref<8xf32>, %d: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00
  // CHECK: %[[R:.*]] = arith.divf %[[ONE]], %[[D]] : f32
  // CHECK: scf.for
  scf.for %i = %c0 to %c8 step %c4 {
    %a = vector.load %m[%i] : memref<8xf32>, vector<4xf32>
    %v = vector.broadcast %d : f32 to vector<4xf32>
    // CHECK: vector.broadcast %[[R]]
    // CHECK-NOT: rcp.approx
    // CHECK: scf.if
    %q = arith.divf %a, %v : vector<4xf32>
    vector.store %q, %m[%i] : memref<8xf32>, vector<4xf32>
  }
  return
}

// A root is not tiny, and a sum of such and a positive constant has no sign.
// CHECK-LABEL: func.func @divide_by_root
func.func @divide_by_root(%a: vector<4xf32>, %x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %epsilon = arith.constant dense<1.0e-8> : vector<4xf32>
  %root = math.sqrt %x : vector<4xf32>
  %d = arith.addf %root, %epsilon : vector<4xf32>
  // CHECK: math.sqrt
  // CHECK-NOT: arith.xori %{{.*}} : vector<4xi32>
  // CHECK: scf.if
  %q = arith.divf %a, %d : vector<4xf32>
  // CHECK-NOT: vector.reduction <minui>
  // CHECK: return
  %p = arith.divf %root, %a : vector<4xf32>
  return %q, %p : vector<4xf32>, vector<4xf32>
}

// No load waits for a division, but a load whose index depends on a division
// does not move.
// CHECK-LABEL: func.func @loads_first
func.func @loads_first(%p: !llvm.ptr<1>, %i: i64, %d: vector<4xf32>) -> (vector<4xf32>, f32) {
  // CHECK-COUNT-2: llvm.load {{.*}} -> vector<4xf32>
  // CHECK: rcp.approx
  // The second one is asked for before the branch.
  // CHECK: math.fma {{.*}} : f32
  // CHECK: llvm.intr.expect
  // CHECK: scf.if
  %a = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  %q = arith.divf %a, %d : vector<4xf32>
  %next = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  %b = llvm.load %next {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  %r = arith.divf %b, %q : vector<4xf32>
  %first = vector.extract %r[0] : f32 from vector<4xf32>
  %index = arith.fptosi %first : f32 to i64
  // CHECK: arith.fptosi
  %at = llvm.getelementptr %p[%index] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
  // CHECK: llvm.load {{.*}} -> f32
  %c = llvm.load %at {alignment = 4 : i64} : !llvm.ptr<1> -> f32
  return %r, %c : vector<4xf32>, f32
}

// It may read the stored value.
// CHECK-LABEL: func.func @negative_load_after_store
func.func @negative_load_after_store(%p: !llvm.ptr<1>, %a: vector<4xf32>, %d: vector<4xf32>) -> vector<4xf32> {
  // CHECK: rcp.approx
  // CHECK: llvm.store
  // CHECK: llvm.load
  %q = arith.divf %a, %d : vector<4xf32>
  llvm.store %q, %p {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
  %b = llvm.load %p {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  return %b : vector<4xf32>
}

// A product, where that is exact.
// CHECK-LABEL: func.func @negative_constant
func.func @negative_constant(%a: vector<4xf32>) -> vector<4xf32> {
  %d = arith.constant dense<3.0> : vector<4xf32>
  // CHECK-NOT: scf.if
  // CHECK: arith.divf
  %q = arith.divf %a, %d : vector<4xf32>
  return %q : vector<4xf32>
}

// There is no other element to overlap with.
// CHECK-LABEL: func.func @negative_scalar
func.func @negative_scalar(%a: f32, %d: f32) -> f32 {
  // CHECK-NOT: scf.if
  // CHECK: arith.divf
  %q = arith.divf %a, %d : f32
  return %q : f32
}

// CHECK-LABEL: func.func @negative_f64
func.func @negative_f64(%a: vector<4xf64>, %d: vector<4xf64>) -> vector<4xf64> {
  // CHECK-NOT: scf.if
  // CHECK: arith.divf
  %q = arith.divf %a, %d : vector<4xf64>
  return %q : vector<4xf64>
}

// More than a thread has registers for.
// CHECK-LABEL: func.func @negative_long
func.func @negative_long(%a: vector<64xf32>, %d: vector<64xf32>) -> vector<64xf32> {
  // CHECK-NOT: scf.if
  // CHECK: arith.divf
  %q = arith.divf %a, %d : vector<64xf32>
  return %q : vector<64xf32>
}
