// Codes by random bits whose use depends on an argument: of rows that a kernel
// vectorizes, of rows that it does not, and of quasi-random bits.
func.func @step(%x: tensor<64x48xf32> {fp8.name = "x"}, %y: tensor<9x5xf32> {fp8.name = "y"}, %seed: tensor<i32> {fp8.name = "seed"}, %offset: tensor<i32> {fp8.name = "offset"})
    -> (tensor<64x48xf8E4M3FN> {fp8.name = "a"}, tensor<9x5xf8E5M2> {fp8.name = "b"}, tensor<64x48xf8E4M3FN> {fp8.name = "c"}) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %s = tensor.extract %seed[] : tensor<i32>
  %o = tensor.extract %offset[] : tensor<i32>
  %ea = tensor.empty() : tensor<64x48xf8E4M3FN>
  %eb = tensor.empty() : tensor<9x5xf8E5M2>
  %a = fp8.quantize %x by %one rounding<stochastic> stream 4 use 16 + %o seed %s step %s outs(%ea : tensor<64x48xf8E4M3FN>) : tensor<64x48xf32>, tensor<f32>
  %b = fp8.quantize %y by %one rounding<stochastic> stream 5 use 16 + %o seed %s step %s outs(%eb : tensor<9x5xf8E5M2>) : tensor<9x5xf32>, tensor<f32>
  %c = fp8.quantize %x by %one rounding<quasi_stochastic> stream 6 use 16 + %o seed %s step %s outs(%ea : tensor<64x48xf8E4M3FN>) : tensor<64x48xf32>, tensor<f32>
  return %a, %b, %c : tensor<64x48xf8E4M3FN>, tensor<9x5xf8E5M2>, tensor<64x48xf8E4M3FN>
}
