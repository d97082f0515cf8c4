// RUN: fp8-opt %s | fp8-opt | FileCheck %s
// RUN: fp8-opt %s --mlir-print-op-generic | fp8-opt | FileCheck %s
// RUN: mlir-opt --load-dialect-plugin=%fp8_plugin %s | FileCheck %s

// CHECK-LABEL: @shapes
func.func @shapes(%index: i64, %seed: i32, %step: i32, %indices: vector<8xi64>, %seeds: vector<8xi32>) {
  // CHECK: fp8.draw %{{.*}} seed %{{.*}} step %{{.*}} stream 3 use 0 : i64, i32, i32 to i16
  %bits = fp8.draw %index seed %seed step %step stream 3 use 0 : i64, i32, i32 to i16
  // CHECK: fp8.draw %{{.*}} seed %{{.*}} step %{{.*}} stream 4 use 1 : i64, i32, i32 to i32
  %word = fp8.draw %index seed %seed step %step stream 4 use 1 : i64, i32, i32 to i32
  // CHECK: fp8.draw %{{.*}} seed %{{.*}} step %{{.*}} stream 0 use 0 : vector<8xi64>, vector<8xi32>, i32 to vector<8xi16>
  %lanes = fp8.draw %indices seed %seeds step %step stream 0 use 0 : vector<8xi64>, vector<8xi32>, i32 to vector<8xi16>
  // CHECK: fp8.draw %{{.*}} seed %{{.*}} step %{{.*}} stream 3 use 0 : i64, i64, i32 to i16
  %key = fp8.draw %index seed %index step %step stream 3 use 0 : i64, i64, i32 to i16
  // CHECK: fp8.draw %{{.*}} seed %{{.*}} step %{{.*}} stream 3 use 16 + %{{.*}} : i64, i32, i32, i32 to i16
  %of_rank = fp8.draw %index seed %seed step %step stream 3 use 16 + %seed : i64, i32, i32, i32 to i16
  return
}
