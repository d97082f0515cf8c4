// Beyond max-gemms products stay to kernels, for bisection, also where scales of blocks are refused.

// RUN: fp8-opt %s --fp8-make-gemms="block-scales=true refuse-blocks=true max-gemms=0" | FileCheck %s

// CHECK-LABEL: @blocks
// CHECK-NOT: fp8.gemm
// CHECK: return
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @blocks(%x: tensor<32x256xf8E4M3FN>, %xs: tensor<32x2xf32>, %w: tensor<16x256xf8E4M3FN>, %ws: tensor<1x2xf32>) -> tensor<32x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %y = fp8.contract [#mk, #nk, #mn] %x by %xs granularity<block 1x128>, %w by %ws granularity<block 128x128> outs(%zero : tensor<32x16xf32>) : tensor<32x256xf8E4M3FN> by tensor<32x2xf32>, tensor<16x256xf8E4M3FN> by tensor<1x2xf32>
  return %y : tensor<32x16xf32>
}
