#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @kernel(%arg0: tensor<8xf32>, %arg1: tensor<8xf8E4M3FN>, %arg2: tensor<f32>) {
    %0:2 = fp8.kernel "cast" ins(%arg0 : tensor<8xf32>) outs(%arg1, %arg2 : tensor<8xf8E4M3FN>, tensor<f32>) {
    ^bb0(%in: tensor<8xf32>, %out: tensor<8xf8E4M3FN>, %out_0: tensor<f32>):
      %1:2 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%in : tensor<8xf32>) outs(%out, %out_0 : tensor<8xf8E4M3FN>, tensor<f32>) {
      ^bb0(%in_1: f32, %out_2: f8E4M3FN, %out_3: f32):
        %2 = fp8.convert %in_1 : f32 to f8E4M3FN
        %3 = math.absf %in_1 : f32
        %4 = arith.maximumf %out_3, %3 : f32
        linalg.yield %2, %4 : f8E4M3FN, f32
      } -> (tensor<8xf8E4M3FN>, tensor<f32>)
      fp8.kernel_yield %1#0, %1#1 : tensor<8xf8E4M3FN>, tensor<f32>
    }
    return
  }
  func.func @launch(%arg0: memref<8xf32>, %arg1: memref<8xf8E4M3FN>, %arg2: memref<f32>, %arg3: memref<4xi8>, %arg4: memref<8xf32>, %arg5: memref<3xf32>, %arg6: memref<8xf32>, %arg7: memref<3xf32>) {
    fp8.launch @cast finish @cast_finish items 8 grain 16384 ins(%arg0 : memref<8xf32>) outs(%arg1, %arg2 : memref<8xf8E4M3FN>, memref<f32>) scratch(%arg3 : memref<4xi8>)
    fp8.launch @sgd items 11 of [8, 3] grain 16384 ins(%arg4, %arg5 : memref<8xf32>, memref<3xf32>) outs(%arg6, %arg7 : memref<8xf32>, memref<3xf32>)
    fp8.launch @cast on<1 waits[0, 2] event 3> items 8 grain 8 outs(%arg0 : memref<8xf32>)
    return
  }
  func.func @bucket(%arg0: tensor<8xf32>) {
    %0 = fp8.kernel "same" bucket 3 outs(%arg0 : tensor<8xf32>) {
    ^bb0(%out: tensor<8xf32>):
      fp8.kernel_yield %out : tensor<8xf32>
    }
    return
  }
  func.func @bucket_of_scalars(%arg0: tensor<f32>) {
    %0 = fp8.kernel bucket 0 outs(%arg0 : tensor<f32>) {
    ^bb0(%out: tensor<f32>):
      fp8.kernel_yield %out : tensor<f32>
    }
    return
  }
  func.func private @cast(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @cast_finish(i64, i64, !llvm.ptr, !llvm.ptr)
  func.func private @sgd(i64, i64, !llvm.ptr, !llvm.ptr)
  gpu.module @kernels {
    gpu.func @sgd(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>) kernel {
      gpu.return
    }
    gpu.func @sum(%arg0: !llvm.ptr<1>, %arg1: !llvm.ptr<1>) kernel {
      gpu.return
    }
  }
  gpu.binary @compiled  [#gpu.object<#nvvm.target, "bytes">]
  func.func @launch_on_gpu(%arg0: memref<8xf32>, %arg1: memref<3xf32>) {
    fp8.launch @kernels::@sgd items 11 of [8, 3] grain 8 outs(%arg0, %arg1 : memref<8xf32>, memref<3xf32>)
    fp8.launch @kernels::@sum items 8 grain 8 ins(%arg0 : memref<8xf32>) outs(%arg1 : memref<3xf32>)
    fp8.launch @compiled::@any items 8 grain 8 outs(%arg0 : memref<8xf32>)
    return
  }
}

