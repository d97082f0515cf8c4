// A queue of rows that is written and read where a counter says, by slices of
// two rows and of one, and products of bf16.

#ij = affine_map<(i, j) -> (i, j)>

func.func @step(%queue: tensor<8x12xf32> {fp8.name = "queue"}, %at: tensor<i32> {fp8.name = "at"}, %x: tensor<2x12xf32> {fp8.name = "x"}, %w: tensor<12x5xf32> {fp8.name = "w"}) -> (
    tensor<8x12xf32> {fp8.name = "queue.new", fp8.updates = "queue"}, tensor<i32> {fp8.name = "at.new", fp8.updates = "at"}, tensor<12xf32> {fp8.name = "row"}, tensor<2x5xf32> {fp8.name = "product"}) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %three = arith.constant dense<3> : tensor<i32>
  %zeros = arith.constant dense<0.0> : tensor<2x5xbf16>
  %number = tensor.extract %at[] : tensor<i32>
  %signed = arith.index_cast %number : i32 to index
  %least = arith.maxsi %signed, %c0 : index
  %start = arith.minsi %least, %c6 : index
  %some = tensor.insert_slice %x into %queue[%start, 0] [2, 12] [1, 1] : tensor<2x12xf32> into tensor<8x12xf32>
  %second = tensor.extract_slice %x[1, 0] [1, 12] [1, 1] : tensor<2x12xf32> to tensor<12xf32>
  %last = arith.minsi %least, %c7 : index
  %new = tensor.insert_slice %second into %some[%last, 0] [1, 12] [1, 1] : tensor<12xf32> into tensor<8x12xf32>
  %row = tensor.extract_slice %queue[%last, 0] [1, 12] [1, 1] : tensor<8x12xf32> to tensor<12xf32>
  %next = arith.addi %at, %three : tensor<i32>

  %window = tensor.extract_slice %queue[%start, 0] [2, 12] [1, 1] : tensor<8x12xf32> to tensor<2x12xf32>
  %a = arith.truncf %window : tensor<2x12xf32> to tensor<2x12xbf16>
  %b = arith.truncf %w : tensor<12x5xf32> to tensor<12x5xbf16>
  %y = linalg.matmul ins(%a, %b : tensor<2x12xbf16>, tensor<12x5xbf16>) outs(%zeros : tensor<2x5xbf16>) -> tensor<2x5xbf16>
  %product = arith.extf %y : tensor<2x5xbf16> to tensor<2x5xf32>
  return %new, %next, %row, %product : tensor<8x12xf32>, tensor<i32>, tensor<12xf32>, tensor<2x5xf32>
}
