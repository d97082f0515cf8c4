// RUN: fp8-opt %s --fp8-fuse-pipeline | FileCheck %s

// Codes of one tensor under many streams: two casts with random bits each,
// and their decoding. They become kernels of at most twelve ops, which LLVM
// compiles faster than one kernel.

// CHECK-COUNT-2: fp8.kernel "quantize"
// CHECK-NOT: fp8.kernel "
func.func @step(%x: tensor<31x197xf32>, %seed: i32, %step: i32) -> (tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>) {
  %c0 = tensor.empty() : tensor<31x197xf8E4M3FN>
  %s0 = tensor.empty() : tensor<31xf32>
  %q0, %i0 = fp8.quantize %x granularity<row> rounding<stochastic> stream 0 seed %seed step %step outs(%c0, %s0 : tensor<31x197xf8E4M3FN>, tensor<31xf32>) : tensor<31x197xf32>
  %d0 = tensor.empty() : tensor<31x197xf32>
  %y0 = fp8.dequantize %q0 by %i0 granularity<row> outs(%d0 : tensor<31x197xf32>) : tensor<31x197xf8E4M3FN>, tensor<31xf32>
  %c1 = tensor.empty() : tensor<31x197xf8E4M3FN>
  %s1 = tensor.empty() : tensor<31xf32>
  %q1, %i1 = fp8.quantize %x granularity<row> rounding<stochastic> stream 1 seed %seed step %step outs(%c1, %s1 : tensor<31x197xf8E4M3FN>, tensor<31xf32>) : tensor<31x197xf32>
  %d1 = tensor.empty() : tensor<31x197xf32>
  %y1 = fp8.dequantize %q1 by %i1 granularity<row> outs(%d1 : tensor<31x197xf32>) : tensor<31x197xf8E4M3FN>, tensor<31xf32>
  %c2 = tensor.empty() : tensor<31x197xf8E4M3FN>
  %s2 = tensor.empty() : tensor<31xf32>
  %q2, %i2 = fp8.quantize %x granularity<row> rounding<stochastic> stream 2 seed %seed step %step outs(%c2, %s2 : tensor<31x197xf8E4M3FN>, tensor<31xf32>) : tensor<31x197xf32>
  %d2 = tensor.empty() : tensor<31x197xf32>
  %y2 = fp8.dequantize %q2 by %i2 granularity<row> outs(%d2 : tensor<31x197xf32>) : tensor<31x197xf8E4M3FN>, tensor<31xf32>
  %c3 = tensor.empty() : tensor<31x197xf8E4M3FN>
  %s3 = tensor.empty() : tensor<31xf32>
  %q3, %i3 = fp8.quantize %x granularity<row> rounding<stochastic> stream 3 seed %seed step %step outs(%c3, %s3 : tensor<31x197xf8E4M3FN>, tensor<31xf32>) : tensor<31x197xf32>
  %d3 = tensor.empty() : tensor<31x197xf32>
  %y3 = fp8.dequantize %q3 by %i3 granularity<row> outs(%d3 : tensor<31x197xf32>) : tensor<31x197xf8E4M3FN>, tensor<31xf32>
  %c4 = tensor.empty() : tensor<31x197xf8E4M3FN>
  %s4 = tensor.empty() : tensor<31xf32>
  %q4, %i4 = fp8.quantize %x granularity<row> rounding<stochastic> stream 4 seed %seed step %step outs(%c4, %s4 : tensor<31x197xf8E4M3FN>, tensor<31xf32>) : tensor<31x197xf32>
  %d4 = tensor.empty() : tensor<31x197xf32>
  %y4 = fp8.dequantize %q4 by %i4 granularity<row> outs(%d4 : tensor<31x197xf32>) : tensor<31x197xf8E4M3FN>, tensor<31xf32>
  %c5 = tensor.empty() : tensor<31x197xf8E4M3FN>
  %s5 = tensor.empty() : tensor<31xf32>
  %q5, %i5 = fp8.quantize %x granularity<row> rounding<stochastic> stream 5 seed %seed step %step outs(%c5, %s5 : tensor<31x197xf8E4M3FN>, tensor<31xf32>) : tensor<31x197xf32>
  %d5 = tensor.empty() : tensor<31x197xf32>
  %y5 = fp8.dequantize %q5 by %i5 granularity<row> outs(%d5 : tensor<31x197xf32>) : tensor<31x197xf8E4M3FN>, tensor<31xf32>
  %c6 = tensor.empty() : tensor<31x197xf8E4M3FN>
  %s6 = tensor.empty() : tensor<31xf32>
  %q6, %i6 = fp8.quantize %x granularity<row> rounding<stochastic> stream 6 seed %seed step %step outs(%c6, %s6 : tensor<31x197xf8E4M3FN>, tensor<31xf32>) : tensor<31x197xf32>
  %d6 = tensor.empty() : tensor<31x197xf32>
  %y6 = fp8.dequantize %q6 by %i6 granularity<row> outs(%d6 : tensor<31x197xf32>) : tensor<31x197xf8E4M3FN>, tensor<31xf32>
  %c7 = tensor.empty() : tensor<31x197xf8E4M3FN>
  %s7 = tensor.empty() : tensor<31xf32>
  %q7, %i7 = fp8.quantize %x granularity<row> rounding<stochastic> stream 7 seed %seed step %step outs(%c7, %s7 : tensor<31x197xf8E4M3FN>, tensor<31xf32>) : tensor<31x197xf32>
  %d7 = tensor.empty() : tensor<31x197xf32>
  %y7 = fp8.dequantize %q7 by %i7 granularity<row> outs(%d7 : tensor<31x197xf32>) : tensor<31x197xf8E4M3FN>, tensor<31xf32>
  return %y0, %y1, %y2, %y3, %y4, %y5, %y6, %y7 : tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>, tensor<31x197xf32>
}
