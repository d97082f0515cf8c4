// Every bf16, every f16, and f32 of every exponent with many mantissas, as 8
// bits by arith.truncf in the bodies of generics, and as f32 again.

#id = affine_map<(i) -> (i)>

func.func @step(%x: tensor<4096xf32> {fp8.name = "x"})
    -> (tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf32>, tensor<65536xbf16>, tensor<4096xf32>) {
  %e4m3 = tensor.empty() : tensor<65536xf8E4M3FN>
  %e5m2 = tensor.empty() : tensor<65536xf8E5M2>
  %b:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} outs(%e4m3, %e5m2 : tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>) {
  ^bb0(%o0: f8E4M3FN, %o1: f8E5M2):
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i32
    %h = arith.trunci %w : i32 to i16
    %v = arith.bitcast %h : i16 to bf16
    %q = arith.truncf %v : bf16 to f8E4M3FN
    %r = arith.truncf %v : bf16 to f8E5M2
    linalg.yield %q, %r : f8E4M3FN, f8E5M2
  } -> (tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>)
  %f:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} outs(%e4m3, %e5m2 : tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>) {
  ^bb0(%o0: f8E4M3FN, %o1: f8E5M2):
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i32
    %h = arith.trunci %w : i32 to i16
    %v = arith.bitcast %h : i16 to f16
    %q = arith.truncf %v : f16 to f8E4M3FN
    %r = arith.truncf %v to_nearest_even : f16 to f8E5M2
    linalg.yield %q, %r : f8E4M3FN, f8E5M2
  } -> (tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>)
  // A step of 65537 is one unit beside each bf16, and none beside the first.
  %s:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} outs(%e4m3, %e5m2 : tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>) {
  ^bb0(%o0: f8E4M3FN, %o1: f8E5M2):
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i32
    %step = arith.constant 65537 : i32
    %bits = arith.muli %w, %step : i32
    %v = arith.bitcast %bits : i32 to f32
    %q = arith.truncf %v : f32 to f8E4M3FN
    %r = arith.truncf %v : f32 to f8E5M2
    linalg.yield %q, %r : f8E4M3FN, f8E5M2
  } -> (tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>)
  %wide = arith.extf %b#0 : tensor<65536xf8E4M3FN> to tensor<65536xf32>
  %narrow = arith.extf %b#1 : tensor<65536xf8E5M2> to tensor<65536xbf16>

  // In the middle of a graph, as x.astype(float8).astype(float32).
  %codes = arith.truncf %x : tensor<4096xf32> to tensor<4096xf8E4M3FN>
  %back = arith.extf %codes : tensor<4096xf8E4M3FN> to tensor<4096xf32>
  %y = arith.mulf %back, %x : tensor<4096xf32>
  return %b#0, %b#1, %f#0, %f#1, %s#0, %s#1, %wide, %narrow, %y
    : tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf8E4M3FN>, tensor<65536xf8E5M2>, tensor<65536xf32>, tensor<65536xbf16>, tensor<4096xf32>
}
