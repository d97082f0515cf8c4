// RUN: fp8-opt %s --fp8-emit-cpu --canonicalize | FileCheck %s

// Kernels of granules that are not walked in batches of 16.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#n = affine_map<(i) -> (i)>
#all = affine_map<(a, r, b, c) -> (a, r, b, c)>
#row = affine_map<(a, r, b, c) -> (a, r, b)>
#column = affine_map<(a, r, b, c) -> (a, b, c)>
#abc = affine_map<(a, b, c) -> (a, b, c)>

// A vector of i1 takes other bytes than its elements.
// CHECK-LABEL: func.func @flags(
// CHECK: scf.for
// CHECK-NOT: step %c16_i64
// CHECK: return
func.func @negative_flags(%x0: memref<64x32xf32>, %y0: memref<64x32xf8E4M3FN>) {
  fp8.kernel "flags" ins(%x0 : memref<64x32xf32>)
      outs(%y0 : memref<64x32xf8E4M3FN>) {
  ^bb0(%in: tensor<64x32xf32>, %out0: tensor<64x32xf8E4M3FN>):
    %false = arith.constant false
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %eany = tensor.empty() : tensor<64xi1>
    %escale = tensor.empty() : tensor<64xf32>
    %nany = linalg.fill ins(%false : i1) outs(%eany : tensor<64xi1>) -> tensor<64xi1>
    %any = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<64x32xf32>) outs(%nany : tensor<64xi1>) {
    ^bb0(%e: f32, %m: i1):
      %is = arith.cmpf ogt, %e, %one : f32
      %next = arith.ori %m, %is : i1
      linalg.yield %next : i1
    } -> tensor<64xi1>
    %scale = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%any : tensor<64xi1>) outs(%escale : tensor<64xf32>) {
    ^bb0(%a: i1, %u: f32):
      %s = arith.select %a, %one, %two : f32
      linalg.yield %s : f32
    } -> tensor<64xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %scale : tensor<64x32xf32>, tensor<64xf32>) outs(%out0 : tensor<64x32xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %u: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<64x32xf8E4M3FN>
    fp8.kernel_yield %q : tensor<64x32xf8E4M3FN>
  }
  return
}

// The first row stores values that all rows share.
// CHECK-LABEL: func.func @shared(
// CHECK: scf.for
// CHECK-NOT: step %c16_i64
// CHECK: return
func.func @negative_shared(%x0: memref<64x32xf32>, %x1: memref<32xf32>, %y0: memref<64x32xf8E4M3FN>, %y1: memref<32xf32>) {
  fp8.kernel "shared" ins(%x0, %x1 : memref<64x32xf32>, memref<32xf32>)
      outs(%y0, %y1 : memref<64x32xf8E4M3FN>, memref<32xf32>) {
  ^bb0(%in: tensor<64x32xf32>, %in1: tensor<32xf32>, %out0: tensor<64x32xf8E4M3FN>, %out1: tensor<32xf32>):
    %zero = arith.constant 0.0 : f32
    %largest = arith.constant 448.0 : f32
    %eamax = tensor.empty() : tensor<64xf32>
    %namax = linalg.fill ins(%zero : f32) outs(%eamax : tensor<64xf32>) -> tensor<64xf32>
    %amax = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<64x32xf32>) outs(%namax : tensor<64xf32>) {
    ^bb0(%e: f32, %m: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %m, %abs : f32
      linalg.yield %next : f32
    } -> tensor<64xf32>
    %scale = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%amax : tensor<64xf32>) outs(%eamax : tensor<64xf32>) {
    ^bb0(%a: f32, %u: f32):
      %s = arith.divf %largest, %a : f32
      linalg.yield %s : f32
    } -> tensor<64xf32>
    %q = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
        ins(%in, %scale : tensor<64x32xf32>, tensor<64xf32>) outs(%out0 : tensor<64x32xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %u: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<64x32xf8E4M3FN>
    %inverse = linalg.generic {indexing_maps = [#n, #n], iterator_types = ["parallel"]}
        ins(%in1 : tensor<32xf32>) outs(%out1 : tensor<32xf32>) {
    ^bb0(%a: f32, %u: f32):
      %s = arith.divf %largest, %a : f32
      linalg.yield %s : f32
    } -> tensor<32xf32>
    fp8.kernel_yield %q, %inverse : tensor<64x32xf8E4M3FN>, tensor<32xf32>
  }
  return
}

// A batch of blocks takes a megabyte.
// CHECK-LABEL: func.func @wide(
// CHECK: scf.for
// CHECK-NOT: step %c16_i64
// CHECK: return
func.func @negative_wide(%x0: memref<4x128x64x128xf32>, %y0: memref<4x128x64x128xf8E4M3FN>, %y1: memref<4x128x64x128xf8E4M3FN>) {
  fp8.kernel "wide" ins(%x0 : memref<4x128x64x128xf32>)
      outs(%y0, %y1 : memref<4x128x64x128xf8E4M3FN>, memref<4x128x64x128xf8E4M3FN>) {
  ^bb0(%in: tensor<4x128x64x128xf32>, %out0: tensor<4x128x64x128xf8E4M3FN>, %out1: tensor<4x128x64x128xf8E4M3FN>):
    %zero = arith.constant 0.0 : f32
    %largest = arith.constant 448.0 : f32
    %ermax = tensor.empty() : tensor<4x128x64xf32>
    %ecmax = tensor.empty() : tensor<4x64x128xf32>
    %nrmax = linalg.fill ins(%zero : f32) outs(%ermax : tensor<4x128x64xf32>) -> tensor<4x128x64xf32>
    %rmax = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
        ins(%in : tensor<4x128x64x128xf32>) outs(%nrmax : tensor<4x128x64xf32>) {
    ^bb0(%e: f32, %m: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %m, %abs : f32
      linalg.yield %next : f32
    } -> tensor<4x128x64xf32>
    %ncmax = linalg.fill ins(%zero : f32) outs(%ecmax : tensor<4x64x128xf32>) -> tensor<4x64x128xf32>
    %cmax = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["parallel", "reduction", "parallel", "parallel"]}
        ins(%in : tensor<4x128x64x128xf32>) outs(%ncmax : tensor<4x64x128xf32>) {
    ^bb0(%e: f32, %m: f32):
      %abs = math.absf %e : f32
      %next = arith.maximumf %m, %abs : f32
      linalg.yield %next : f32
    } -> tensor<4x64x128xf32>
    %rscale = linalg.generic {indexing_maps = [#abc, #abc], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%rmax : tensor<4x128x64xf32>) outs(%ermax : tensor<4x128x64xf32>) {
    ^bb0(%a: f32, %u: f32):
      %s = arith.divf %largest, %a : f32
      linalg.yield %s : f32
    } -> tensor<4x128x64xf32>
    %cscale = linalg.generic {indexing_maps = [#abc, #abc], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cmax : tensor<4x64x128xf32>) outs(%ecmax : tensor<4x64x128xf32>) {
    ^bb0(%a: f32, %u: f32):
      %s = arith.divf %largest, %a : f32
      linalg.yield %s : f32
    } -> tensor<4x64x128xf32>
    %q = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%in, %rscale : tensor<4x128x64x128xf32>, tensor<4x128x64xf32>) outs(%out0 : tensor<4x128x64x128xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %u: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<4x128x64x128xf8E4M3FN>
    %p = linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%in, %cscale : tensor<4x128x64x128xf32>, tensor<4x64x128xf32>) outs(%out1 : tensor<4x128x64x128xf8E4M3FN>) {
    ^bb0(%e: f32, %f: f32, %u: f8E4M3FN):
      %scaled = arith.mulf %e, %f : f32
      %code = fp8.convert %scaled : f32 to f8E4M3FN
      linalg.yield %code : f8E4M3FN
    } -> tensor<4x128x64x128xf8E4M3FN>
    fp8.kernel_yield %q, %p : tensor<4x128x64x128xf8E4M3FN>, tensor<4x128x64x128xf8E4M3FN>
  }
  return
}
