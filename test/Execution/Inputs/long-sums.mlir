// Sums of more than a block in bf16, whose partial sums are bf16 as well, and an
// extremum of long integers over everything.
func.func @step(%x: tensor<3x9001xbf16> {fp8.name="x"}, %n: tensor<100x70xi64> {fp8.name = "n"}) -> (tensor<3xbf16> {fp8.name="rows"}, tensor<bf16> {fp8.name="all"}, tensor<9001xbf16> {fp8.name="columns"}, tensor<i64> {fp8.name="long"}) {
  %e = arith.constant dense<0.0> : tensor<3xbf16>
  %e0 = arith.constant dense<0.0> : tensor<bf16>
  %e1 = arith.constant dense<0.0> : tensor<9001xbf16>
  %l = arith.constant dense<0> : tensor<i64>
  %0 = linalg.generic {indexing_maps=[affine_map<(d0,d1)->(d0,d1)>,affine_map<(d0,d1)->(d0)>], iterator_types=["parallel","reduction"]} ins(%x: tensor<3x9001xbf16>) outs(%e: tensor<3xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %m = arith.addf %a, %b : bf16
    linalg.yield %m : bf16
  } -> tensor<3xbf16>
  %2 = linalg.generic {indexing_maps=[affine_map<(d0,d1)->(d0,d1)>,affine_map<(d0,d1)->()>], iterator_types=["reduction","reduction"]} ins(%x: tensor<3x9001xbf16>) outs(%e0: tensor<bf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %m = arith.addf %a, %b : bf16
    linalg.yield %m : bf16
  } -> tensor<bf16>
  %3 = linalg.generic {indexing_maps=[affine_map<(d0,d1)->(d0,d1)>,affine_map<(d0,d1)->(d1)>], iterator_types=["reduction","parallel"]} ins(%x: tensor<3x9001xbf16>) outs(%e1: tensor<9001xbf16>) {
  ^bb0(%a: bf16, %b: bf16):
    %m = arith.addf %a, %b : bf16
    linalg.yield %m : bf16
  } -> tensor<9001xbf16>
  %4 = linalg.generic {indexing_maps=[affine_map<(d0,d1)->(d0,d1)>,affine_map<(d0,d1)->()>], iterator_types=["reduction","reduction"]} ins(%n: tensor<100x70xi64>) outs(%l: tensor<i64>) {
  ^bb0(%a: i64, %b: i64):
    %m = arith.maxsi %a, %b : i64
    linalg.yield %m : i64
  } -> tensor<i64>
  return %0, %2, %3, %4 : tensor<3xbf16>, tensor<bf16>, tensor<9001xbf16>, tensor<i64>
}
