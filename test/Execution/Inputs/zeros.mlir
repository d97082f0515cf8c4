// Zeros of both signs and NaN, in both orders.
func.func @step() -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %a = arith.constant dense<[0.0, -0.0, 0x7FC00000, 1.0, -0.0, 0x7FC00000]> : tensor<6xf32>
  %b = arith.constant dense<[-0.0, 0.0, -1.0, 0x7FC00000, -0.0, 0x7FC00000]> : tensor<6xf32>
  %max = arith.maximumf %a, %b : tensor<6xf32>
  %min = arith.minimumf %a, %b : tensor<6xf32>
  %maxNum = arith.maxnumf %a, %b : tensor<6xf32>
  %minNum = arith.minnumf %a, %b : tensor<6xf32>
  return %max, %min, %maxNum, %minNum : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}
