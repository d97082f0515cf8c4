// RUN: fp8-opt %S/../Execution/Inputs/layer.mlir --fp8-train-pipeline="storage=fp8-split16 ranks=2" \
// RUN:   --fp8-shard="policy=zero1 min-elements=16" --canonicalize --cse | FileCheck %s

// The scale of a weight depends on the largest magnitude of a moment that is
// stored as codes. Each rank decodes its rows, and nothing gathers the moment.

// CHECK-LABEL: func.func @step
// CHECK-SAME: %[[M:arg1]]: tensor<24x48xf8E4M3FN>
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<9xf32> {fp8.initial = 1.000000e+00 : f32, fp8.name = "arg1.scale_inv"
// CHECK: %[[OWN:.*]] = fp8.dequantize %[[M]] by %[[S]] granularity<group 128> {{.*}} : tensor<24x48xf8E4M3FN>, tensor<9xf32>
// CHECK-NEXT: %[[AMAX:.*]] = fp8.amax %[[OWN]]
// CHECK: fp8.all_reduce max %[[AMAX]] over ["dp"]
// CHECK: fp8.update
