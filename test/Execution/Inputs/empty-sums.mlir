// Products without terms are the init, products without rows nothing. Granules
// of no elements have no scales.
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @step(%a: tensor<4x0xf32>, %b: tensor<0x4xf32>, %init: tensor<4x4xf32>,
                %none: tensor<0x4xf32>, %w: tensor<4x4xf32>,
                %codes: tensor<4x0xf8E4M3FN>, %scales: tensor<4x0xf32>,
                %left: tensor<8x0xf8E4M3FN>, %leftScales: tensor<1x0xf32>, %right: tensor<8x4xf8E4M3FN>, %rightScales: tensor<1x4xf32>)
    -> (tensor<4x4xf32>, tensor<0x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<0x4xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<4x0xf32>, tensor<0x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%none, %w : tensor<0x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<0x4xf32>) -> tensor<0x4xf32>
  %2 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, #out]
      ins(%1, %none : tensor<0x4xf32>, tensor<0x4xf32>) outs(%w : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = fp8.contract [#lhs, #rhs, #out] %codes by %scales granularity<block 1x32>, %codes by %scales granularity<block 1x32>
      outs(%init : tensor<4x4xf32>) : tensor<4x0xf8E4M3FN> by tensor<4x0xf32>, tensor<4x0xf8E4M3FN> by tensor<4x0xf32>
  %empty = fp8.contract [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, #out]
      %left by %leftScales granularity<block 128x1>, %right by %rightScales granularity<block 128x1>
      outs(%zero : tensor<0x4xf32>) : tensor<8x0xf8E4M3FN> by tensor<1x0xf32>, tensor<8x4xf8E4M3FN> by tensor<1x4xf32>
  %start = arith.constant dense<0.0> : tensor<4xf32>
  %4 = linalg.reduce {arith.addf} ins(%empty : tensor<0x4xf32>) outs(%start : tensor<4xf32>) dimensions = [0]
  return %0, %1, %2, %3, %4 : tensor<4x4xf32>, tensor<0x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4xf32>
}
