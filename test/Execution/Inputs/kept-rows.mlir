// Powers that a warp keeps of rows that do not divide among its threads.

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
!x = tensor<7x1000xbf16>
!wide = tensor<7x1000xf32>
!rows = tensor<7xf32>

func.func @step(%x: !x {fp8.name = "x"}) -> (!x {fp8.name = "y"}) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %rows = tensor.empty() : !rows
  %wide = tensor.empty() : !wide
  %narrow = tensor.empty() : !x
  %lows = linalg.fill ins(%lowest : f32) outs(%rows : !rows) -> !rows
  %zeros = linalg.fill ins(%zero : f32) outs(%rows : !rows) -> !rows
  %max = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%x : !x) outs(%lows : !rows) {
  ^bb0(%e: bf16, %highest: f32):
    %f = arith.extf %e : bf16 to f32
    %next = arith.maximumf %highest, %f : f32
    linalg.yield %next : f32
  } -> !rows
  %powers = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : !x, !rows) outs(%wide : !wide) {
  ^bb0(%e: bf16, %highest: f32, %unused: f32):
    %f = arith.extf %e : bf16 to f32
    %below = arith.subf %f, %highest : f32
    %power = math.exp %below : f32
    linalg.yield %power : f32
  } -> !wide
  %sum = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%powers : !wide) outs(%zeros : !rows) {
  ^bb0(%e: f32, %total: f32):
    %next = arith.addf %total, %e : f32
    linalg.yield %next : f32
  } -> !rows
  %y = linalg.generic {indexing_maps = [#ij, #i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%powers, %sum : !wide, !rows) outs(%narrow : !x) {
  ^bb0(%e: f32, %total: f32, %unused: bf16):
    %share = arith.divf %e, %total : f32
    %rounded = arith.truncf %share : f32 to bf16
    linalg.yield %rounded : bf16
  } -> !x
  return %y : !x
}
