// RUN: fp8-opt %s --split-input-file --verify-diagnostics

func.func @kernel_c1(%x: tensor<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{'fp8.kernel' op expected tensors only or memrefs only, but operand 0 is 'tensor<8xf32>'}}
  fp8.kernel ins(%x : tensor<8xf32>) outs(%y : memref<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// -----

func.func @kernel_c2_number(%x: tensor<8xf32>) {
  // expected-error @below {{'fp8.kernel' op expected 2 block arguments, one per operand, but got 1}}
  %y = fp8.kernel ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>):
    fp8.kernel_yield %in : tensor<8xf32>
  }
  return
}

// -----

func.func @kernel_c2_type(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.kernel' op expected block argument 0 of type 'tensor<8xf32>', but got 'tensor<9xf32>'}}
  fp8.kernel outs(%x : memref<8xf32>) {
  ^bb0(%out: tensor<9xf32>):
    fp8.kernel_yield %out : tensor<9xf32>
  }
  return
}

// -----

func.func @kernel_c3_number(%x: tensor<8xf32>) {
  %y = fp8.kernel outs(%x : tensor<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    // expected-error @below {{'fp8.kernel_yield' op expected 1 values, one per init, but got 0}}
    fp8.kernel_yield
  }
  return
}

// -----

func.func @kernel_c3_type(%x: tensor<8xf32>, %z: tensor<9xf32>) {
  %y = fp8.kernel ins(%z : tensor<9xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: tensor<9xf32>, %out: tensor<8xf32>):
    // expected-error @below {{'fp8.kernel_yield' op expected value 0 of type 'tensor<8xf32>', but got 'tensor<9xf32>'}}
    fp8.kernel_yield %in : tensor<9xf32>
  }
  return
}

// -----

func.func @kernel_c4(%x: tensor<8xf32>) {
  %y = fp8.kernel outs(%x : tensor<8xf32>) {
  ^bb0(%out: tensor<8xf32>):
    // expected-error @below {{'math.exp' op expected an op that a kernel may contain}}
    // expected-note @below {{'fp8.kernel' may contain linalg.generic, linalg.fill, fp8.scatter_add, tensor.expand_shape, tensor.collapse_shape, tensor.empty and splat or scalar arith.constant}}
    %e = math.exp %out : tensor<8xf32>
    fp8.kernel_yield %e : tensor<8xf32>
  }
  return
}

// -----

func.func @dynamic_shape(%x: tensor<?xf32>) {
  // expected-error @below {{'fp8.kernel' op operand #0 must be variadic of tensor or memref of static shape with float or integer elements}}
  %y = fp8.kernel outs(%x : tensor<?xf32>) {
  ^bb0(%out: tensor<?xf32>):
    fp8.kernel_yield %out : tensor<?xf32>
  }
  return
}

// -----

func.func private @log(f32) -> f32
func.func @kernel_c4_call(%x: tensor<8xf32>) {
  %y = fp8.kernel ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%a: f32, %o: f32):
      // expected-error @below {{'func.call' op expected an op without side effects in the body of a 'linalg.generic' of a kernel, but this op may have side effects}}
      // expected-note @below {{a kernel computes elements from elements: with ops of arith and math, fp8.convert, fp8.draw, tensor.extract and scf}}
      %p = func.call @log(%a) : (f32) -> f32
      linalg.yield %p : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return
}

// -----

func.func private @log(f32)
func.func @kernel_c4_nested(%x: tensor<8xf32>) {
  %y = fp8.kernel ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<8xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%in : tensor<8xf32>) outs(%out : tensor<8xf32>) {
    ^bb0(%a: f32, %o: f32):
      %true = arith.constant true
      // expected-error @below {{'scf.if' op expected an op without side effects in the body of a 'linalg.generic' of a kernel, but this op may have side effects}}
      // expected-note @below {{a kernel computes elements from elements: with ops of arith and math, fp8.convert, fp8.draw, tensor.extract and scf}}
      scf.if %true {
        func.call @log(%a) : (f32) -> ()
      }
      linalg.yield %a : f32
    } -> tensor<8xf32>
    fp8.kernel_yield %r : tensor<8xf32>
  }
  return
}

// -----

func.func @kernel_c5(%x: tensor<2x4xf32>) {
  // expected-error @below {{'fp8.kernel' op expected operands of a bucket to have one dimension, of one extent, or none, but operand 0 is 'tensor<2x4xf32>'}}
  %y = fp8.kernel bucket 0 outs(%x : tensor<2x4xf32>) {
  ^bb0(%out: tensor<2x4xf32>):
    fp8.kernel_yield %out : tensor<2x4xf32>
  }
  return
}

// -----

func.func @kernel_c5_extents(%x: tensor<8xf32>, %y: tensor<4xf32>) {
  // expected-error @below {{'fp8.kernel' op expected operands of a bucket to have one dimension, of one extent, or none, but operand 1 is 'tensor<4xf32>'}}
  %z = fp8.kernel bucket 0 ins(%x : tensor<8xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: tensor<8xf32>, %out: tensor<4xf32>):
    fp8.kernel_yield %out : tensor<4xf32>
  }
  return
}

// -----

func.func @kernel_c5_groups(%x: tensor<9xf32>, %s: tensor<4xf32>) {
  // expected-error @below {{'fp8.kernel' op expected operands of a bucket to have one dimension, of one extent, or none, but operand 1 is 'tensor<4xf32>'; operands with an element per group of 4 may have the extent 3}}
  %y = fp8.kernel bucket 0 ins(%x, %s : tensor<9xf32>, tensor<4xf32>) outs(%x : tensor<9xf32>) {
  ^bb0(%in: tensor<9xf32>, %scales: tensor<4xf32>, %out: tensor<9xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i floordiv 4)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%in, %scales : tensor<9xf32>, tensor<4xf32>) outs(%out : tensor<9xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<9xf32>
    fp8.kernel_yield %r : tensor<9xf32>
  }
  return
}

// -----

func.func @kernel_c5_blocks(%x: tensor<9x6xf32>, %s: tensor<3x4xf32>) {
  // expected-error @below {{'fp8.kernel' op expected operands of a bucket to have two dimensions, of one shape, or none, but operand 1 is 'tensor<3x4xf32>'; operands with an element per block of 4x2 may have the extent 3x3}}
  %y = fp8.kernel bucket 0 ins(%x, %s : tensor<9x6xf32>, tensor<3x4xf32>) outs(%x : tensor<9x6xf32>) {
  ^bb0(%in: tensor<9x6xf32>, %scales: tensor<3x4xf32>, %out: tensor<9x6xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 2)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%in, %scales : tensor<9x6xf32>, tensor<3x4xf32>) outs(%out : tensor<9x6xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<9x6xf32>
    fp8.kernel_yield %r : tensor<9x6xf32>
  }
  return
}

// -----

// The vector in front of them says nothing of matrices.
func.func @kernel_c5_order(%v: tensor<100xf32>, %x: tensor<9x6xf32>, %s: tensor<3x3xf32>) {
  // expected-error @below {{'fp8.kernel' op expected operands of a bucket to have two dimensions, of one shape, or none, but operand 0 is 'tensor<100xf32>'; operands with an element per block of 4x2 may have the extent 3x3}}
  %y = fp8.kernel bucket 0 ins(%v, %x, %s : tensor<100xf32>, tensor<9x6xf32>, tensor<3x3xf32>) outs(%x : tensor<9x6xf32>) {
  ^bb0(%vector: tensor<100xf32>, %in: tensor<9x6xf32>, %scales: tensor<3x3xf32>, %out: tensor<9x6xf32>):
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i floordiv 4, j floordiv 2)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%in, %scales : tensor<9x6xf32>, tensor<3x3xf32>) outs(%out : tensor<9x6xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<9x6xf32>
    fp8.kernel_yield %r : tensor<9x6xf32>
  }
  return
}

// -----

func.func @launch_c1(%x: memref<8xf32>, %y: memref<3xf32>) {
  // expected-error @below {{'fp8.launch' op expected 11 items, the sum of the sizes, but got 12}}
  fp8.launch @k items 12 of [8, 3] grain 64 outs(%x, %y : memref<8xf32>, memref<3xf32>)
  return
}
func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

func.func @launch_c1_negative(%x: memref<8xf32>, %y: memref<3xf32>) {
  // expected-error @below {{'fp8.launch' op expected sizes that are not negative, but got -3}}
  fp8.launch @k items 5 of [8, -3] grain 64 outs(%x, %y : memref<8xf32>, memref<3xf32>)
  return
}
func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

func.func @launch_c2(%x: memref<8xf32>, %y: memref<3xf32>) {
  // expected-error @below {{'fp8.launch' op expected the number of inputs to be divisible by the number of sizes, 2, but it is 1}}
  fp8.launch @k items 11 of [8, 3] grain 64 ins(%x : memref<8xf32>) outs(%x, %y : memref<8xf32>, memref<3xf32>)
  return
}
func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

func.func @launch_c2_no_size(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected a size per tensor, but got no sizes}}
  fp8.launch @k items 0 of [] grain 64 outs(%x : memref<8xf32>)
  return
}
func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

func.func @launch_c3(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected @k to be a function, but there is none of this name}}
  fp8.launch @k items 8 grain 8 outs(%x : memref<8xf32>)
  return
}

// -----

func.func @launch_c3_finish(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected @k_finish to be a function, but there is none of this name}}
  fp8.launch @k finish @k_finish items 8 grain 8 outs(%x : memref<8xf32>)
  return
}
func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr)

// -----

memref.global "private" constant @k : memref<8xf32> = dense<0.0>
func.func @launch_c3_other_symbol(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected @k to be a function, but there is none of this name}}
  fp8.launch @k items 8 grain 8 outs(%x : memref<8xf32>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @k(%x: !llvm.ptr<1>) {
    gpu.return
  }
}
func.func @launch_c3_no_kernel(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected @kernels::@k to be a kernel of a 'gpu.module', or of a 'gpu.binary', but there is none of this name}}
  fp8.launch @kernels::@k items 8 grain 8 outs(%x : memref<8xf32>)
  return
}

// -----

module @kernels {
  func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr)
}
func.func @launch_c3_other_module(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected @kernels::@k to be a kernel of a 'gpu.module', or of a 'gpu.binary', but there is none of this name}}
  fp8.launch @kernels::@k items 8 grain 8 outs(%x : memref<8xf32>)
  return
}

// -----

// expected-note @below {{the function is here}}
func.func private @k(i64, i64, !llvm.ptr)
func.func @launch_c4(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected @k to be of type '(i64, i64, !llvm.ptr, !llvm.ptr) -> ()', but it is of type '(i64, i64, !llvm.ptr) -> ()'}}
  fp8.launch @k items 8 grain 8 outs(%x : memref<8xf32>)
  return
}

// -----

// expected-note @below {{the function is here}}
func.func private @k(i64, i64, !llvm.ptr, !llvm.ptr) -> i64
func.func @launch_c4_result(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected @k to be of type '(i64, i64, !llvm.ptr, !llvm.ptr) -> ()', but it is of type '(i64, i64, !llvm.ptr, !llvm.ptr) -> i64'}}
  fp8.launch @k items 8 grain 8 outs(%x : memref<8xf32>)
  return
}

// -----

gpu.module @kernels {
  // expected-note @below {{the function is here}}
  gpu.func @k(%x: !llvm.ptr<1>) kernel {
    gpu.return
  }
}
func.func @launch_c4_pointers(%x: memref<8xf32>, %scratch: memref<4xi8>) {
  // expected-error @below {{'fp8.launch' op expected @kernels::@k to be of type '(!llvm.ptr<1>, !llvm.ptr<1>) -> ()', but it is of type '(!llvm.ptr<1>) -> ()'}}
  fp8.launch @kernels::@k items 8 grain 8 outs(%x : memref<8xf32>) scratch(%scratch : memref<4xi8>)
  return
}

// -----

gpu.module @kernels {
  // expected-note @below {{the function is here}}
  gpu.func @k(%x: !llvm.ptr<1>) kernel {
    gpu.return
  }
}
func.func @launch_c4_tables(%x: memref<8xf32>) {
  // expected-error @below {{'fp8.launch' op expected @kernels::@k to be of type '(!llvm.ptr<1>, !llvm.ptr<1>) -> ()', but it is of type '(!llvm.ptr<1>) -> ()'}}
  fp8.launch @kernels::@k items 8 of [8] grain 8 outs(%x : memref<8xf32>)
  return
}
