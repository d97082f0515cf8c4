// Floats beyond the range of an integer, and NaN.
func.func @step(%x: tensor<2xf32>) -> (tensor<9xi32>, tensor<9xi8>, tensor<9xi8>, tensor<9xi64>, tensor<9xi32>) {
  %f = arith.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 3.0e9, -3.0e9, 2.5, -2.5, 300.0, -0.5]> : tensor<9xf32>
  %h = arith.truncf %f : tensor<9xf32> to tensor<9xbf16>
  %0 = arith.fptosi %f : tensor<9xf32> to tensor<9xi32>
  %1 = arith.fptosi %f : tensor<9xf32> to tensor<9xi8>
  %2 = arith.fptoui %f : tensor<9xf32> to tensor<9xi8>
  %3 = arith.fptosi %f : tensor<9xf32> to tensor<9xi64>
  %4 = arith.fptoui %h : tensor<9xbf16> to tensor<9xi32>
  return %0, %1, %2, %3, %4 : tensor<9xi32>, tensor<9xi8>, tensor<9xi8>, tensor<9xi64>, tensor<9xi32>
}
