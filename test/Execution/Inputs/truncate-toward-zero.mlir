func.func @step(%x: tensor<8xf32>) -> tensor<8xf8E4M3FN> {
  %y = arith.truncf %x toward_zero : tensor<8xf32> to tensor<8xf8E4M3FN>
  return %y : tensor<8xf8E4M3FN>
}
