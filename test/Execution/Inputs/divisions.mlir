// Divisions by values that are known at run time.

func.func @step(%a: tensor<20xi32> {fp8.name = "a"}, %b: tensor<20xi32> {fp8.name = "b"})
    -> (tensor<20xi32> {fp8.updates = "a"}, tensor<4x5xi32>, tensor<5x4xi32>, tensor<2x10xi32>, tensor<10x2xi32>) {
  %q = arith.divsi %a, %b : tensor<20xi32>
  %r = arith.remsi %a, %b : tensor<20xi32>
  %c = arith.ceildivsi %a, %b : tensor<20xi32>
  %f = arith.floordivsi %a, %b : tensor<20xi32>
  %u = arith.divui %a, %b : tensor<20xi32>
  %r2 = tensor.expand_shape %r [[0, 1]] output_shape [4, 5] : tensor<20xi32> into tensor<4x5xi32>
  %c2 = tensor.expand_shape %c [[0, 1]] output_shape [5, 4] : tensor<20xi32> into tensor<5x4xi32>
  %f2 = tensor.expand_shape %f [[0, 1]] output_shape [2, 10] : tensor<20xi32> into tensor<2x10xi32>
  %u2 = tensor.expand_shape %u [[0, 1]] output_shape [10, 2] : tensor<20xi32> into tensor<10x2xi32>
  return %q, %r2, %c2, %f2, %u2 : tensor<20xi32>, tensor<4x5xi32>, tensor<5x4xi32>, tensor<2x10xi32>, tensor<10x2xi32>
}
