// RUN: fp8-opt %s --fp8-emit-cpu --split-input-file --verify-diagnostics
// RUN: fp8-opt %s --fp8-emit-gpu --split-input-file --verify-diagnostics

#id = affine_map<(i) -> (i)>

func.func @not_expanded(%x: memref<8xf32>) {
  fp8.kernel outs(%x : memref<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%out : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%e: f32, %u: f32):
      // expected-error @below {{unsupported by the emitter: 'math.exp' in a kernel}}
      // expected-note @below {{supported are ops of arith, fp8.convert, fp8.draw, linalg.index, tensor.extract and exact ops of math; --fp8-expand-math expands the others}}
      %p = math.exp %e : f32
      linalg.yield %p : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %y : tensor<8xf32>
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

func.func @wide_type(%x: memref<8xf32>) {
  fp8.kernel outs(%x : memref<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%out : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%e: f32, %u: f32):
      // expected-error @below {{unsupported by the emitter: a value of type f64}}
      // expected-note @below {{supported are f32, bf16, f16, f8E4M3FN, f8E5M2, f8E8M0FNU, i1, i8, i16, i32, i64 and index}}
      %w = arith.extf %e : f32 to f64
      %p = arith.truncf %w : f64 to f32
      linalg.yield %p : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %y : tensor<8xf32>
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

func.func @arithmetic_on_codes(%x: memref<8xf8E4M3FN>) {
  fp8.kernel outs(%x : memref<8xf8E4M3FN>) {
  ^bb0(%out: tensor<8xf8E4M3FN>):
    %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%out : tensor<8xf8E4M3FN>) outs(%out : tensor<8xf8E4M3FN>) {
    ^bb0(%e: f8E4M3FN, %u: f8E4M3FN):
      // expected-error @below {{unsupported by the emitter: 'arith.addf' on 8-bit floats}}
      // expected-note @below {{supported on them are fp8.convert, arith.extf, arith.bitcast and arith.select}}
      %p = arith.addf %e, %e : f8E4M3FN
      linalg.yield %p : f8E4M3FN
    } -> tensor<8xf8E4M3FN>
    fp8.kernel_yield %y : tensor<8xf8E4M3FN>
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

func.func @product(%x: memref<8xf32>, %p: memref<f32>) {
  fp8.kernel ins(%x : memref<8xf32>) outs(%p : memref<f32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<f32>):
    // expected-error @below {{unsupported by the emitter: the reduction of result 0}}
    // expected-note @below {{a reduction yields addf, maximumf, minimumf, addi, maxsi, minsi, maxui, minui, andi or ori}}
    %y = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<f32>) {
    ^bb0(%e: f32, %acc: f32):
      %n = arith.mulf %e, %acc : f32
      linalg.yield %n : f32
    } -> tensor<f32>
    fp8.kernel_yield %y : tensor<f32>
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>

func.func @rows_and_columns(%x: memref<8x9xf32>, %r: memref<8xf32>, %c: memref<9xf32>) {
  fp8.kernel ins(%x : memref<8x9xf32>) outs(%r, %c : memref<8xf32>, memref<9xf32>) {
  ^bb0(%in: tensor<8x9xf32>, %out0: tensor<8xf32>, %out1: tensor<9xf32>):
    %y = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<8x9xf32>) outs(%out0 : tensor<8xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %n = arith.addf %e, %acc : f32
      linalg.yield %n : f32
    } -> tensor<8xf32>
    // expected-error @below {{unsupported by the emitter: reductions over different dimensions}}
    // expected-note @below {{the reductions of a kernel run over one set of dimensions or over all; move other reductions into separate kernels}}
    %z = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]}
        ins(%in : tensor<8x9xf32>) outs(%out1 : tensor<9xf32>) {
    ^bb0(%e: f32, %acc: f32):
      %n = arith.addf %e, %acc : f32
      linalg.yield %n : f32
    } -> tensor<9xf32>
    fp8.kernel_yield %y, %z : tensor<8xf32>, tensor<9xf32>
  }
  return
}

// -----

func.func @dynamic_stride(%x: memref<8x4xf32, strided<[?, 1]>>) {
  // expected-error @below {{unsupported by the emitter: an operand of type 'memref<8x4xf32, strided<[?, 1]>>'}}
  // expected-note @below {{buffers have static strides}}
  fp8.kernel outs(%x : memref<8x4xf32, strided<[?, 1]>>) {
  ^bb0(%out: tensor<8x4xf32>):
    fp8.kernel_yield %out : tensor<8x4xf32>
  }
  return
}

// -----

func.func @tensors(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{expected operands that are memrefs, but got tensors}}
  // expected-note @below {{run bufferization before emission}}
  %y = fp8.kernel outs(%x : tensor<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    fp8.kernel_yield %out : tensor<8xf32>
  }
  return %y : tensor<8xf32>
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

func.func @long_rows(%x: memref<2x8589934592xf32>, %y: memref<2xf32>) {
  fp8.kernel "k" ins(%x : memref<2x8589934592xf32>) outs(%y : memref<2xf32>) {
  ^bb0(%in: tensor<2x8589934592xf32>, %o: tensor<2xf32>):
    // expected-error @below {{unsupported by the emitter: sums of 8589934592 elements, which take 8388608 bytes of a thread's stack}}
    // expected-note @below {{supported are 524288 bytes; a sum over the whole domain has no limit}}
    %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<2x8589934592xf32>) outs(%o : tensor<2xf32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<2xf32>
    fp8.kernel_yield %r : tensor<2xf32>
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

func.func @long_columns(%x: memref<8589934592x2xf32>, %y: memref<2xf32>) {
  fp8.kernel "k" ins(%x : memref<8589934592x2xf32>) outs(%y : memref<2xf32>) {
  ^bb0(%in: tensor<8589934592x2xf32>, %o: tensor<2xf32>):
    // expected-error-re @below {{unsupported by the emitter: sums of 8589934592 elements, which take {{[0-9]+}} bytes of a thread's stack}}
    // expected-note @below {{supported are 524288 bytes; a sum over the whole domain has no limit}}
    %r = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
        ins(%in : tensor<8589934592x2xf32>) outs(%o : tensor<2xf32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<2xf32>
    fp8.kernel_yield %r : tensor<2xf32>
  }
  return
}

// -----

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>

func.func @uncountable(%x: memref<4294967296x4294967296xf32>, %y: memref<4294967296xf32>) {
  // expected-error @below {{unsupported by the emitter: a shape of 4294967296 x 4294967296}}
  // expected-note @below {{shapes have at most 2^59 elements}}
  fp8.kernel "k" ins(%x : memref<4294967296x4294967296xf32>) outs(%y : memref<4294967296xf32>) {
  ^bb0(%in: tensor<4294967296x4294967296xf32>, %o: tensor<4294967296xf32>):
    %r = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
        ins(%in : tensor<4294967296x4294967296xf32>) outs(%o : tensor<4294967296xf32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.maximumf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<4294967296xf32>
    fp8.kernel_yield %r : tensor<4294967296xf32>
  }
  return
}

// -----

func.func @bucket_waits_for_total(%x: memref<8xf32>) {
  // expected-error @below {{unsupported by the emitter: a kernel of a bucket whose elements depend on a reduction over the whole tensor}}
  // expected-note @below {{--fp8-bucket-updates does not bucket such kernels}}
  fp8.kernel bucket 0 outs(%x : memref<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    %zero = arith.constant dense<0.0> : tensor<f32>
    %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
        ins(%out : tensor<8xf32>) outs(%zero : tensor<f32>) {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %a, %e : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%out, %sum : tensor<8xf32>, tensor<f32>) outs(%out : tensor<8xf32>) {
    ^bb0(%e: f32, %a: f32, %o: f32):
      %s = arith.divf %e, %a : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return
}

// -----

#x = affine_map<(n, c, i) -> (n, c, i)>
#nc = affine_map<(n, c, i) -> (n, c)>
#n_c = affine_map<(n, c) -> (n, c)>
#c = affine_map<(n, c) -> (c)>

// A reduction of reduced rows is not a column of a block of rows.
func.func @two_reductions(%x: memref<8x16x16xf32>, %sums: memref<8x16xf32>, %largest: memref<16xf32>) {
  fp8.kernel ins(%x : memref<8x16x16xf32>) outs(%sums, %largest : memref<8x16xf32>, memref<16xf32>) {
  ^bb0(%in: tensor<8x16x16xf32>, %s: tensor<8x16xf32>, %l: tensor<16xf32>):
    %zero = arith.constant 0.0 : f32
    %e2 = tensor.empty() : tensor<8x16xf32>
    %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %e1 = tensor.empty() : tensor<16xf32>
    %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<16xf32>) -> tensor<16xf32>
    %sum = linalg.generic {indexing_maps = [#x, #nc], iterator_types = ["parallel", "parallel", "reduction"]} ins(%in : tensor<8x16x16xf32>) outs(%z2 : tensor<8x16xf32>) {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.addf %b, %a : f32
      linalg.yield %0 : f32
    } -> tensor<8x16xf32>
    // expected-error @below {{unsupported by the emitter: reductions over different dimensions}}
    // expected-note @below {{the reductions of a kernel run over one set of dimensions or over all; move other reductions into separate kernels}}
    %max = linalg.generic {indexing_maps = [#n_c, #c], iterator_types = ["reduction", "parallel"]} ins(%sum : tensor<8x16xf32>) outs(%z1 : tensor<16xf32>) {
    ^bb0(%a: f32, %b: f32):
      %0 = math.absf %a : f32
      %1 = arith.maximumf %b, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<16xf32>
    %scaled = linalg.generic {indexing_maps = [#n_c, #c, #n_c], iterator_types = ["parallel", "parallel"]} ins(%sum, %max : tensor<8x16xf32>, tensor<16xf32>) outs(%e2 : tensor<8x16xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %0 = arith.divf %a, %b : f32
      linalg.yield %0 : f32
    } -> tensor<8x16xf32>
    fp8.kernel_yield %scaled, %max : tensor<8x16xf32>, tensor<16xf32>
  }
  return
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#j = affine_map<(j) -> (j)>
#none = affine_map<(j) -> ()>

// A sum over a dimension that rows are walked along is one value, and not one
// of each row.
func.func @sum_beside_rows(%x: memref<4x32xf32>, %w: memref<32xf32>, %sums: memref<4xf32>, %total: memref<f32>) {
  fp8.kernel ins(%x, %w : memref<4x32xf32>, memref<32xf32>) outs(%sums, %total : memref<4xf32>, memref<f32>) {
  ^bb0(%in: tensor<4x32xf32>, %weight: tensor<32xf32>, %s: tensor<4xf32>, %t: tensor<f32>):
    %zero = arith.constant 0.0 : f32
    %e1 = tensor.empty() : tensor<4xf32>
    %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
    %e0 = tensor.empty() : tensor<f32>
    %z0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
    %rows = linalg.generic {indexing_maps = [#id, #column, #row], iterator_types = ["parallel", "reduction"]} ins(%in, %weight : tensor<4x32xf32>, tensor<32xf32>) outs(%z1 : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %o, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    // expected-error @below {{unsupported by the emitter: a reduction over some of the dimensions}}
    // expected-note @below {{the reductions of a kernel run over one set of dimensions or over all; move other reductions into separate kernels}}
    %sum = linalg.generic {indexing_maps = [#j, #none], iterator_types = ["reduction"]} ins(%weight : tensor<32xf32>) outs(%z0 : tensor<f32>) {
    ^bb0(%b: f32, %o: f32):
      %0 = arith.addf %o, %b : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    fp8.kernel_yield %rows, %sum : tensor<4xf32>, tensor<f32>
  }
  return
}
