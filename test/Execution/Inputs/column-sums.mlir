// More rows than a block of a sum, rows of two dimensions, columns that fill no
// vector, fewer rows than lanes, and an extremum and a result beside a sum.
func.func @step(%x: tensor<4999x7xf32>, %y: tensor<3x197x64xbf16>, %z: tensor<20x8xf32>, %n: tensor<5x10xf32>)
    -> (tensor<7xf32>, tensor<7xf32>, tensor<4999x7xf32>, tensor<64xf32>, tensor<8xf32>, tensor<10xf32>) {
  %zero7 = arith.constant dense<0.0> : tensor<7xf32>
  %least7 = arith.constant dense<0xFF800000> : tensor<7xf32>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<4999x7xf32>) outs(%zero7 : tensor<7xf32>) dimensions = [0]
  %1 = arith.mulf %x, %x : tensor<4999x7xf32>
  %2 = linalg.reduce {arith.maximumf} ins(%1 : tensor<4999x7xf32>) outs(%least7 : tensor<7xf32>) dimensions = [0]
  %3 = arith.extf %y : tensor<3x197x64xbf16> to tensor<3x197x64xf32>
  %half64 = arith.constant dense<0.5> : tensor<64xf32>
  %4 = linalg.reduce {arith.addf} ins(%3 : tensor<3x197x64xf32>) outs(%half64 : tensor<64xf32>) dimensions = [0, 1]
  %zero8 = arith.constant dense<0.0> : tensor<8xf32>
  %5 = linalg.reduce {arith.addf} ins(%z : tensor<20x8xf32>) outs(%zero8 : tensor<8xf32>) dimensions = [0]
  %zero10 = arith.constant dense<0.0> : tensor<10xf32>
  %6 = linalg.reduce {arith.addf} ins(%n : tensor<5x10xf32>) outs(%zero10 : tensor<10xf32>) dimensions = [0]
  return %0, %2, %1, %4, %5, %6 : tensor<7xf32>, tensor<7xf32>, tensor<4999x7xf32>, tensor<64xf32>, tensor<8xf32>, tensor<10xf32>
}
