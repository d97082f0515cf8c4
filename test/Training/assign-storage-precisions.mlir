// RUN: fp8-opt %S/assign-storage-peers.mlir --fp8-assign-storage=preset=anyprecision:v=f16,m=f32,c=f32 -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// The types of AnyPrecision's states by option. Of a moment in f32 nothing is
// stored otherwise, and nothing is rounded.

// CHECK-LABEL: func.func @step(
// CHECK-SAME: tensor<16x16xbf16> {fp8.name = "w"
// CHECK-SAME: tensor<16x16xf32> {fp8.name = "m"
// CHECK-SAME: tensor<16x16xf16> {fp8.name = "v"
// CHECK-SAME: tensor<16x16xf32> {fp8.name = "w.residual", fp8.state = #fp8.state<residual>}
// CHECK: fp8.update states(%{{.*}} storage [#fp8.storage<format = bf16>, #fp8.storage<format = f32>, #fp8.storage<format = f32>, #fp8.storage<format = f16>]
// The second moment is decayed, added to and rooted, and an epsilon is added.
// CHECK-COUNT-5: arith.truncf %{{.*}} : f32 to f16
// CHECK-NOT: arith.truncf %{{.*}} : f32 to f16
// CHECK: return

// A pipeline is printed as it is read, by one spelling for all orders.

// RUN: fp8-opt %S/assign-storage-peers.mlir --fp8-assign-storage=preset=anyprecision:v=f16,m=f32,c=f32 --dump-pass-pipeline -o %t.again.mlir 2>&1 | FileCheck %s --check-prefix=PRINTED
// PRINTED: preset=anyprecision:m=f32,v=f16,c=f32
// RUN: fp8-opt %S/assign-storage-peers.mlir --pass-pipeline='builtin.module(fp8-assign-storage{preset=anyprecision:m=f32,v=f16,c=f32})' -o %t.again.mlir
// RUN: cmp %t.mlir %t.again.mlir
// RUN: fp8-opt %S/assign-storage-peers.mlir --fp8-assign-storage="preset=fp32 override=w=anyprecision:c=f32,m=f32,v=f16" -o %t.again.mlir
// RUN: cmp %t.mlir %t.again.mlir
// RUN: fp8-opt %S/assign-storage-peers.mlir --fp8-assign-storage=preset=anyprecision:m=bf16 -o %t.mlir
// RUN: fp8-opt %S/assign-storage-peers.mlir --fp8-assign-storage=preset=anyprecision -o %t.again.mlir
// RUN: cmp %t.mlir %t.again.mlir

// RUN: not fp8-opt %S/assign-storage-peers.mlir --fp8-assign-storage=preset=anyprecision:v=f8 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: for the --preset option: unsupported 'anyprecision:v=f8'; supported are m, v and c, each once, as in anyprecision:m=f32,v=bf16,c=f16, of the types bf16, f16 and f32
// RUN: not fp8-opt %S/assign-storage-peers.mlir --fp8-assign-storage=override=w=anyprecision:m=f16,k=f32 2>&1 | FileCheck %s --check-prefix=KEY
// KEY: error: unsupported 'anyprecision:m=f16,k=f32'; supported are m, v and c, each once
// RUN: not fp8-run %S/assign-storage-peers.mlir --storage=fp32,3:anyprecision:m=f16,m=f32 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: unsupported storage 'anyprecision:m=f16,m=f32'; supported are m, v and c, each once
