// Zeros before and after the one bits of integers. Some of the last bits are 0.
func.func @step(%x: tensor<16xf32> {fp8.name = "x"})
    -> (tensor<f32> {fp8.name = "loss"}, tensor<16xi32>, tensor<16xi32>, tensor<16xi8>, tensor<16xi8>) {
  %loss = arith.constant dense<1.0> : tensor<f32>
  %one = arith.constant dense<1> : tensor<16xi32>
  %bits = arith.bitcast %x : tensor<16xf32> to tensor<16xi32>
  %last = arith.andi %bits, %one : tensor<16xi32>
  %small = arith.trunci %bits : tensor<16xi32> to tensor<16xi8>
  %0 = math.cttz %last : tensor<16xi32>
  %1 = math.ctlz %last : tensor<16xi32>
  %2 = math.cttz %small : tensor<16xi8>
  %3 = math.ctlz %small : tensor<16xi8>
  return %loss, %0, %1, %2, %3 : tensor<f32>, tensor<16xi32>, tensor<16xi32>, tensor<16xi8>, tensor<16xi8>
}
