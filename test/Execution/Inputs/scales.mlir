// Matmuls that read their scales from tensors: computed and read by matmuls
// alone, computed and read by others too, an argument, and of rank 2.

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

func.func @step(%a: tensor<16x32xf32> {fp8.name = "a"}, %b: tensor<48x32xf32> {fp8.name = "b"},
                %scales: tensor<5xf32> {fp8.name = "scales"}, %table: tensor<2x3xf32> {fp8.name = "table"})
    -> (tensor<16x48xf32> {fp8.name = "computed"}, tensor<16x48xf32> {fp8.name = "shared"},
        tensor<16x48xf32> {fp8.name = "argument"}, tensor<16x48xf32> {fp8.name = "ranked"},
        tensor<5xf32> {fp8.name = "squares"}) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %ea = tensor.empty() : tensor<16x32xf8E4M3FN>
  %qa = fp8.quantize %a by %one outs(%ea : tensor<16x32xf8E4M3FN>) : tensor<16x32xf32>, tensor<f32>
  %eb = tensor.empty() : tensor<48x32xf8E4M3FN>
  %qb = fp8.quantize %b by %one outs(%eb : tensor<48x32xf8E4M3FN>) : tensor<48x32xf32>, tensor<f32>
  %zero = arith.constant dense<0.0> : tensor<16x48xf32>

  %ones = arith.constant dense<1.0> : tensor<5xf32>
  %inverses = arith.divf %ones, %scales : tensor<5xf32>
  %i1 = tensor.extract_slice %inverses[1] [1] [1] : tensor<5xf32> to tensor<f32>
  %i3 = tensor.extract_slice %inverses[3] [1] [1] : tensor<5xf32> to tensor<f32>
  %computed = fp8.contract [#mk, #nk, #mn] %qa by %i1, %qb by %i3 outs(%zero : tensor<16x48xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<48x32xf8E4M3FN> by tensor<f32>

  %squares = arith.mulf %scales, %scales : tensor<5xf32>
  %s2 = tensor.extract_slice %squares[2] [1] [1] : tensor<5xf32> to tensor<f32>
  %s4 = tensor.extract_slice %squares[4] [1] [1] : tensor<5xf32> to tensor<f32>
  %shared = fp8.contract [#mk, #nk, #mn] %qa by %s2, %qb by %s4 outs(%zero : tensor<16x48xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<48x32xf8E4M3FN> by tensor<f32>

  %a0 = tensor.extract_slice %scales[0] [1] [1] : tensor<5xf32> to tensor<f32>
  %a3 = tensor.extract_slice %scales[3] [1] [1] : tensor<5xf32> to tensor<f32>
  %argument = fp8.contract [#mk, #nk, #mn] %qa by %a3, %qb by %a0 outs(%zero : tensor<16x48xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<48x32xf8E4M3FN> by tensor<f32>

  %t0 = tensor.extract_slice %table[0, 1] [1, 1] [1, 1] : tensor<2x3xf32> to tensor<f32>
  %t1 = tensor.extract_slice %table[1, 2] [1, 1] [1, 1] : tensor<2x3xf32> to tensor<f32>
  %ranked = fp8.contract [#mk, #nk, #mn] %qa by %t0, %qb by %t1 outs(%zero : tensor<16x48xf32>) : tensor<16x32xf8E4M3FN> by tensor<f32>, tensor<48x32xf8E4M3FN> by tensor<f32>
  return %computed, %shared, %argument, %ranked, %squares : tensor<16x48xf32>, tensor<16x48xf32>, tensor<16x48xf32>, tensor<16x48xf32>, tensor<5xf32>
}
