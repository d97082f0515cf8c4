// RUN: fp8-opt %s --split-input-file --fp8-emit-cpu | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: fp8-opt %s --split-input-file --fp8-emit-gpu | FileCheck %s --check-prefixes=CHECK,GPU

// One function for both buckets. Its code contains no sizes: the size of a
// tensor is an argument on a CPU, and in the table of tensors on a GPU.

// CHECK-LABEL: func.func @two_buckets(
// CHECK: fp8.launch @{{(kernels::@)?}}update items 13 of [8, 0, 5] grain [[GRAIN:[0-9]+]] ins(
// CHECK: fp8.launch @{{(kernels::@)?}}update items 70000 of [70000] grain [[GRAIN]] ins(
// CHECK: return
// CPU: func.func @update(%{{.*}}: i64, %{{.*}}: i64, %{{.*}}: !llvm.ptr, %[[SIZES:.*]]: !llvm.ptr)
// CPU: llvm.load %[[SIZES]]
// At the end of a tensor, the next tensor is prefetched.
// CPU: %[[NEXT:.*]] = arith.cmpi sge
// CPU: arith.select %[[NEXT]], %{{.*}}, %{{.*}} : !llvm.ptr
// CPU: "llvm.intr.prefetch"
// CPU-NOT: 70000
// GPU: gpu.func @update(%[[CHUNKS:.*]]: !llvm.ptr<1>, %[[TENSORS:.*]]: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>}
// GPU: %[[ENTRY:.*]] = llvm.getelementptr %[[CHUNKS]]
// GPU: %[[ADDRESS:.*]] = llvm.getelementptr %[[ENTRY]][0]
// GPU: %[[TENSOR:.*]] = llvm.load %[[ADDRESS]]
// GPU: %[[ISCHUNK:.*]] = arith.cmpi sge, %[[TENSOR]]
// GPU: scf.if %[[ISCHUNK]]
// GPU: llvm.getelementptr %[[TENSORS]]
// GPU: llvm.load {{.*}} -> i64
// GPU-COUNT-3: llvm.load {{.*}} -> !llvm.ptr<1>
// GPU: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// GPU-NOT: 70000
// CHECK-NOT: @update_1
func.func @two_buckets(%w0: memref<8xf32>, %g0: memref<8xf32>, %w1: memref<0xf32>, %g1: memref<0xf32>, %w2: memref<5xf32>, %g2: memref<5xf32>, %w3: memref<70000xf32>, %g3: memref<70000xf32>) {
  fp8.kernel "update" bucket 0 ins(%w0, %g0 : memref<8xf32>, memref<8xf32>) outs(%w0 : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w1, %g1 : memref<0xf32>, memref<0xf32>) outs(%w1 : memref<0xf32>) {
  ^bb0(%a: tensor<0xf32>, %b: tensor<0xf32>, %out: tensor<0xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<0xf32>, tensor<0xf32>) outs(%out : tensor<0xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<0xf32>
    fp8.kernel_yield %r : tensor<0xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w2, %g2 : memref<5xf32>, memref<5xf32>) outs(%w2 : memref<5xf32>) {
  ^bb0(%a: tensor<5xf32>, %b: tensor<5xf32>, %out: tensor<5xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<5xf32>, tensor<5xf32>) outs(%out : tensor<5xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<5xf32>
    fp8.kernel_yield %r : tensor<5xf32>
  }
  fp8.kernel "update" bucket 1 ins(%w3, %g3 : memref<70000xf32>, memref<70000xf32>) outs(%w3 : memref<70000xf32>) {
  ^bb0(%a: tensor<70000xf32>, %b: tensor<70000xf32>, %out: tensor<70000xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<70000xf32>, tensor<70000xf32>) outs(%out : tensor<70000xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<70000xf32>
    fp8.kernel_yield %r : tensor<70000xf32>
  }
  return
}

// -----

// A tensor that another tensor of the bucket writes is read afterwards.

// CHECK-LABEL: func.func @dependent(
// CHECK: fp8.launch @{{(kernels::@)?}}update items 16 of [8, 8]
// CHECK: fp8.launch @{{(kernels::@)?}}update items 8 of [8]
func.func @dependent(%w0: memref<8xf32>, %w1: memref<8xf32>, %w2: memref<8xf32>, %g: memref<8xf32>) {
  fp8.kernel "update" bucket 0 ins(%w0, %g : memref<8xf32>, memref<8xf32>) outs(%w0 : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w1, %g : memref<8xf32>, memref<8xf32>) outs(%w1 : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w2, %w0 : memref<8xf32>, memref<8xf32>) outs(%w2 : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return
}

// -----

// Kernels with different computations are not a bucket, whatever their
// attribute. Nor are kernels with another op in between.

// CHECK-LABEL: func.func @different(
// CHECK: fp8.launch @{{(kernels::@)?}}update items 8 of [8]
// CHECK: fp8.launch @{{(kernels::@)?}}update_1 items 8 of [8]
// CHECK: memref.copy
// CHECK: fp8.launch @{{(kernels::@)?}}update_1 items 8 of [8]
func.func @different(%w0: memref<8xf32>, %w1: memref<8xf32>, %w2: memref<8xf32>, %g: memref<8xf32>) {
  fp8.kernel "update" bucket 0 ins(%w0, %g : memref<8xf32>, memref<8xf32>) outs(%w0 : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w1, %g : memref<8xf32>, memref<8xf32>) outs(%w1 : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  memref.copy %w1, %w0 : memref<8xf32> to memref<8xf32>
  fp8.kernel "update" bucket 0 ins(%w2, %g : memref<8xf32>, memref<8xf32>) outs(%w2 : memref<8xf32>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return
}

// -----

// Parts of one buffer. A GPU's vectors need aligned parts: the first two are
// aligned. The third and the last one share a launch of single elements. The
// fourth, which is not contiguous, is in no bucket.

// CHECK-LABEL: func.func @parts(
// CPU: fp8.launch @update items 32 of [8, 8, 8, 8]
// CPU: fp8.launch @update_1 items 8 grain
// GPU: fp8.launch @kernels::@update items 16 of [8, 8]
// GPU: fp8.launch @kernels::@update_1 items 16 of [8, 8]
// GPU: fp8.launch @kernels::@update_2 items 8 grain
// GPU: gpu.func @update(
// GPU: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// GPU: gpu.func @update_1(
// GPU-NOT: vector<4xf32>
// GPU: llvm.load {{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xf32>
// GPU-NOT: vector<4xf32>
// GPU: gpu.func @update_2(
func.func @parts(%w: memref<64xf32>, %g: memref<8xf32>) {
  %w0 = memref.subview %w[0] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1]>>
  %w1 = memref.subview %w[16] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 16>>
  %w2 = memref.subview %w[25] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 25>>
  %w3 = memref.subview %w[40] [8] [2] : memref<64xf32> to memref<8xf32, strided<[2], offset: 40>>
  %w4 = memref.subview %w[55] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 55>>
  fp8.kernel "update" bucket 0 ins(%w0, %g : memref<8xf32, strided<[1]>>, memref<8xf32>) outs(%w0 : memref<8xf32, strided<[1]>>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w1, %g : memref<8xf32, strided<[1], offset: 16>>, memref<8xf32>) outs(%w1 : memref<8xf32, strided<[1], offset: 16>>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w2, %g : memref<8xf32, strided<[1], offset: 25>>, memref<8xf32>) outs(%w2 : memref<8xf32, strided<[1], offset: 25>>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w4, %g : memref<8xf32, strided<[1], offset: 55>>, memref<8xf32>) outs(%w4 : memref<8xf32, strided<[1], offset: 55>>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  fp8.kernel "update" bucket 0 ins(%w3, %g : memref<8xf32, strided<[2], offset: 40>>, memref<8xf32>) outs(%w3 : memref<8xf32, strided<[2], offset: 40>>) {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return
}
