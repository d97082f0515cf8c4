// A maximum over granules of a vector, beside one over the columns of a matrix:
// the granules lie along no dimension of the rows.
func.func @step(%x: tensor<8xf32>, %h: tensor<2x8xf32>) -> tensor<8xf32> {
  %none = arith.constant dense<0.0> : tensor<2xf32>
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %codes = tensor.empty() : tensor<8xf8E4M3FN>
  %e = tensor.empty() : tensor<8xf32>
  %max = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
      iterator_types = ["reduction", "parallel"]} ins(%h : tensor<2x8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  %q:2 = fp8.quantize %x granularity<group 4> outs(%codes, %none : tensor<8xf8E4M3FN>, tensor<2xf32>) : tensor<8xf32>
  %d = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%q#0, %max : tensor<8xf8E4M3FN>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f8E4M3FN, %b: f32, %o: f32):
    %0 = fp8.convert %a : f8E4M3FN to f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %d : tensor<8xf32>
}
