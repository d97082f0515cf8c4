// RUN: fp8-opt %s --fp8-emit-cpu --canonicalize --split-input-file | FileCheck %s
// RUN: fp8-opt %s --fp8-emit-cpu=vector-bits=256 --split-input-file | FileCheck %s --check-prefix=AVX2

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

// The scale is loaded once per chunk. The maximum is an integer maximum, and
// shows whether the chunk must be cast again with a test for NaN. The finish
// combines the results of the chunks.
// CHECK-LABEL: func.func @main
// CHECK: %[[SCRATCH:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xi8>
// CHECK: fp8.launch @quantize finish @quantize_finish items 20000 grain 16384 ins({{.*}}) outs({{.*}}) scratch(%[[SCRATCH]] : memref<8xi8>)
// CHECK-SAME: {bytes_read = 80008 : i64, bytes_written = 20004 : i64, kernel_name = "quantize"}
// CHECK: fp8.launch @quantize finish @quantize_finish items 20000
// CHECK-SAME: kernel_name = "other"
// CHECK-NOT: fp8.kernel

// CHECK-LABEL: func.func @quantize(
// CHECK-SAME: %[[BEGIN:.*]]: i64, %[[END:.*]]: i64, %[[POINTERS:.*]]: !llvm.ptr, %{{.*}}: !llvm.ptr
// CHECK: %[[SCALE:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> f32
// CHECK: scf.for %{{.*}} = %[[BEGIN]]
// CHECK: %[[X:.*]] = llvm.load %{{.*}} : !llvm.ptr -> vector<64xf32>
// CHECK: math.absf %[[X]] : vector<64xf32>
// CHECK: %[[SCALED:.*]] = arith.mulf %[[X]], %{{.*}} : vector<64xf32>
// CHECK: fp8.convert %[[SCALED]] {fp8.assumes = "number"} : vector<64xf32> to vector<64xf8E4M3FN>
// CHECK: arith.maxui {{.*}} : vector<64xi32>
// CHECK: scf.if
// CHECK: llvm.intr.masked.load
// CHECK: llvm.intr.masked.store
// CHECK: %[[IS_NAN:.*]] = arith.ori {{.*}} : i1
// CHECK: scf.if %[[IS_NAN]]
// CHECK: %[[AGAIN:.*]] = arith.mulf {{.*}} : vector<64xf32>
// CHECK: fp8.convert %[[AGAIN]] : vector<64xf32>
// CHECK-NOT: fp8.assumes
// CHECK-LABEL: func.func @quantize_finish(

// AVX2-LABEL: func.func @quantize(
// AVX2: fp8.convert {{.*}} : vector<32xf32> to vector<32xf8E4M3FN>
func.func @main(%x: memref<20000xf32>, %scale: memref<f32>, %other: memref<f32, strided<[], offset: 3>>, %codes: memref<20000xf8E4M3FN>, %amax: memref<f32>) {
  fp8.kernel "quantize" ins(%x, %scale : memref<20000xf32>, memref<f32>) outs(%codes, %amax : memref<20000xf8E4M3FN>, memref<f32>) {
  ^bb0(%in: tensor<20000xf32>, %s: tensor<f32>, %out0: tensor<20000xf8E4M3FN>, %out1: tensor<f32>):
    %q, %m = linalg.generic {indexing_maps = [#id, #scalar, #id, #scalar], iterator_types = ["reduction"]}
        ins(%in, %s : tensor<20000xf32>, tensor<f32>) outs(%out0, %out1 : tensor<20000xf8E4M3FN>, tensor<f32>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN, %max: f32):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %code, %next : f8E4M3FN, f32
    } -> (tensor<20000xf8E4M3FN>, tensor<f32>)
    fp8.kernel_yield %q, %m : tensor<20000xf8E4M3FN>, tensor<f32>
  }
  // The same but for its name, and where one number lies: it shares the function.
  fp8.kernel "other" ins(%x, %other : memref<20000xf32>, memref<f32, strided<[], offset: 3>>) outs(%codes, %amax : memref<20000xf8E4M3FN>, memref<f32>) {
  ^bb0(%in: tensor<20000xf32>, %s: tensor<f32>, %out0: tensor<20000xf8E4M3FN>, %out1: tensor<f32>):
    %q, %m = linalg.generic {indexing_maps = [#id, #scalar, #id, #scalar], iterator_types = ["reduction"]}
        ins(%in, %s : tensor<20000xf32>, tensor<f32>) outs(%out0, %out1 : tensor<20000xf8E4M3FN>, tensor<f32>) {
    ^bb0(%e: f32, %f: f32, %unused: f8E4M3FN, %max: f32):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      %abs = math.absf %e : f32
      %next = arith.maximumf %max, %abs : f32
      linalg.yield %code, %next : f8E4M3FN, f32
    } -> (tensor<20000xf8E4M3FN>, tensor<f32>)
    fp8.kernel_yield %q, %m : tensor<20000xf8E4M3FN>, tensor<f32>
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Strides of buffers are part of the code: two rows are not one.
// CHECK-LABEL: func.func @strided
// CHECK: fp8.launch @kernel items 4 grain
// CHECK-LABEL: func.func @kernel(
// CHECK: scf.for
// CHECK: arith.muli %{{.*}}, %c24_i64
func.func @strided(%x: memref<4x16xf32, strided<[24, 1], offset: 8>>, %y: memref<4x16xf32>) {
  fp8.kernel ins(%x : memref<4x16xf32, strided<[24, 1], offset: 8>>) outs(%y : memref<4x16xf32>) {
  ^bb0(%in: tensor<4x16xf32>, %out: tensor<4x16xf32>):
    %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%in : tensor<4x16xf32>) outs(%out : tensor<4x16xf32>) {
    ^bb0(%e: f32, %u: f32):
      %m = arith.negf %e : f32
      linalg.yield %m : f32
    } -> tensor<4x16xf32>
    fp8.kernel_yield %n : tensor<4x16xf32>
  }
  return
}
