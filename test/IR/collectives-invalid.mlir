// RUN: fp8-opt %s --split-input-file --verify-diagnostics

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c1_inits(%x: tensor<4xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected one or more inputs and as many inits, but got 3 operands}}
  %0 = "fp8.all_reduce"(%x, %x, %x) <{axes = ["dp"], kind = 0 : i32}> : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c1_shape(%x: tensor<4xf32>, %e: tensor<5xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected an init of shape [4], but got 'tensor<5xf32>'}}
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%e : tensor<5xf32>) : tensor<4xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c1_dynamic(%x: tensor<?xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected static shapes, but got 'tensor<?xf32>'}}
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%x : tensor<?xf32>) : tensor<?xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_element(%x: tensor<4xf8E4M3FN>) {
  // expected-error @below {{'fp8.all_reduce' op operand #0 must be variadic of ranked tensor or memref of f32 elements, but got 'tensor<4xf8E4M3FN>'}}
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%x : tensor<4xf8E4M3FN>) : tensor<4xf8E4M3FN>
  return
}
}

// -----

func.func @all_reduce_c2_mesh(%x: tensor<4xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected 'fp8.mesh' on the module, whose axes the op names, but there is none}}
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%x : tensor<4xf32>) : tensor<4xf32>
  return
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c2_name(%x: tensor<4xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected axes of #fp8.mesh<"replica" = 2, "dp" = 4>, but it has none called "tp"}}
  %0 = fp8.all_reduce sum %x over ["tp"] outs(%x : tensor<4xf32>) : tensor<4xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c2_order(%x: tensor<4xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected different axes in the order of #fp8.mesh<"replica" = 2, "dp" = 4>, but got ["dp", "replica"]}}
  %0 = fp8.all_reduce sum %x over ["dp", "replica"] outs(%x : tensor<4xf32>) : tensor<4xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c2_twice(%x: tensor<4xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected different axes in the order of #fp8.mesh<"replica" = 2, "dp" = 4>, but got ["dp", "dp"]}}
  %0 = fp8.all_reduce sum %x over ["dp", "dp"] outs(%x : tensor<4xf32>) : tensor<4xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c2_none(%x: tensor<4xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected one or more axes of #fp8.mesh<"replica" = 2, "dp" = 4>, but got none}}
  %0 = fp8.all_reduce sum %x over [] outs(%x : tensor<4xf32>) : tensor<4xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c3(%x: tensor<4xf32>, %c: i1) {
  // expected-note @below {{the ranks of a group run the same collectives in the same order}}
  %r = scf.if %c -> tensor<4xf32> {
  // expected-error @below {{'fp8.all_reduce' op expected to be in the body of a function, but is in scf.if}}
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%x : tensor<4xf32>) : tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_reduce_c4(%x: memref<4xf32>, %e: tensor<4xf32>) {
  // expected-error @below {{'fp8.all_reduce' op expected all operands to be memrefs like the first one, but #1 is 'tensor<4xf32>'}}
  %0 = fp8.all_reduce sum %x over ["dp"] outs(%e : tensor<4xf32>) : memref<4xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_gather_c1_element(%x: tensor<3x8xf32>, %e: tensor<10x8xbf16>) {
  // expected-error @below {{'fp8.all_gather' op expected input and init of one element type, but got 'tensor<3x8xf32>' and 'tensor<10x8xbf16>'}}
  %0 = fp8.all_gather %x over ["dp"] outs(%e : tensor<10x8xbf16>) : tensor<3x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_gather_c1_rank(%x: tensor<f32>, %e: tensor<4xf32>) {
  // expected-error @below {{'fp8.all_gather' op expected tensors of rank 1 or more, but got 'tensor<4xf32>' and 'tensor<f32>'}}
  %0 = fp8.all_gather %x over ["dp"] outs(%e : tensor<4xf32>) : tensor<f32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_gather_c2_rows(%x: tensor<3x8xf32>, %e: tensor<13x8xf32>) {
  // expected-error @below {{'fp8.all_gather' op expected an init of at most 12 rows, 3 of each of 4 ranks, but got 'tensor<13x8xf32>'}}
  %0 = fp8.all_gather %x over ["dp"] outs(%e : tensor<13x8xf32>) : tensor<3x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_gather_c2_columns(%x: tensor<3x8xf32>, %e: tensor<12x9xf32>) {
  // expected-error @below {{'fp8.all_gather' op expected shapes that differ in the first extent alone, but got 'tensor<12x9xf32>' and 'tensor<3x8xf32>'}}
  %0 = fp8.all_gather %x over ["dp"] outs(%e : tensor<12x9xf32>) : tensor<3x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_gather_c3(%x: tensor<3x8xf32>, %e: tensor<12x8xf32>) {
  // expected-error @below {{'fp8.all_gather' op expected axes of #fp8.mesh<"replica" = 2, "dp" = 4>, but it has none called "tp"}}
  %0 = fp8.all_gather %x over ["tp"] outs(%e : tensor<12x8xf32>) : tensor<3x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_gather_c4(%x: tensor<3x8xf32>, %e: tensor<12x8xf32>, %c: i1) {
  // expected-note @below {{the ranks of a group run the same collectives in the same order}}
  scf.if %c {
  // expected-error @below {{'fp8.all_gather' op expected to be in the body of a function, but is in scf.if}}
  %0 = fp8.all_gather %x over ["dp"] outs(%e : tensor<12x8xf32>) : tensor<3x8xf32>
  }
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_gather_c5(%x: memref<3x8xf32>, %e: tensor<12x8xf32>) {
  // expected-error @below {{'fp8.all_gather' op expected all operands to be memrefs like the first one, but #1 is 'tensor<12x8xf32>'}}
  %0 = fp8.all_gather %x over ["dp"] outs(%e : tensor<12x8xf32>) : memref<3x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @reduce_scatter_c1(%x: tensor<f32>, %e: tensor<1xf32>) {
  // expected-error @below {{'fp8.reduce_scatter' op expected tensors of rank 1 or more, but got 'tensor<f32>' and 'tensor<1xf32>'}}
  %0 = fp8.reduce_scatter sum %x over ["dp"] outs(%e : tensor<1xf32>) : tensor<f32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @reduce_scatter_c2_rows(%x: tensor<13x8xf32>, %e: tensor<3x8xf32>) {
  // expected-error @below {{'fp8.reduce_scatter' op expected an input of at most 12 rows, 3 of each of 4 ranks, but got 'tensor<13x8xf32>'}}
  %0 = fp8.reduce_scatter sum %x over ["dp"] outs(%e : tensor<3x8xf32>) : tensor<13x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @reduce_scatter_c2_columns(%x: tensor<12x8xf32>, %e: tensor<3x9xf32>) {
  // expected-error @below {{'fp8.reduce_scatter' op expected shapes that differ in the first extent alone, but got 'tensor<12x8xf32>' and 'tensor<3x9xf32>'}}
  %0 = fp8.reduce_scatter sum %x over ["dp"] outs(%e : tensor<3x9xf32>) : tensor<12x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @reduce_scatter_c3(%x: tensor<12x8xf32>, %e: tensor<3x8xf32>) {
  // expected-error @below {{'fp8.reduce_scatter' op expected one or more axes of #fp8.mesh<"replica" = 2, "dp" = 4>, but got none}}
  %0 = fp8.reduce_scatter sum %x over [] outs(%e : tensor<3x8xf32>) : tensor<12x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @reduce_scatter_c4(%x: tensor<12x8xf32>, %e: tensor<3x8xf32>, %c: i1) {
  // expected-note @below {{the ranks of a group run the same collectives in the same order}}
  scf.if %c {
  // expected-error @below {{'fp8.reduce_scatter' op expected to be in the body of a function, but is in scf.if}}
  %0 = fp8.reduce_scatter sum %x over ["dp"] outs(%e : tensor<3x8xf32>) : tensor<12x8xf32>
  }
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @reduce_scatter_c5(%x: memref<12x8xf32>, %e: tensor<3x8xf32>) {
  // expected-error @below {{'fp8.reduce_scatter' op expected all operands to be memrefs like the first one, but #1 is 'tensor<3x8xf32>'}}
  %0 = fp8.reduce_scatter sum %x over ["dp"] outs(%e : tensor<3x8xf32>) : memref<12x8xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_to_all_c1_element(%x: tensor<4x3xf32>, %e: tensor<4x1x3xbf16>) {
  // expected-error @below {{'fp8.all_to_all' op expected input and init of one element type, but got 'tensor<4x3xf32>' and 'tensor<4x1x3xbf16>'}}
  %0 = fp8.all_to_all %x over ["dp"] outs(%e : tensor<4x1x3xbf16>) : tensor<4x3xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_to_all_c1_rank(%x: tensor<4x3xf32>, %e: tensor<4x3xf32>) {
  // expected-error @below {{'fp8.all_to_all' op expected an init with one dimension more than the input, but got 'tensor<4x3xf32>' and 'tensor<4x3xf32>'}}
  %0 = fp8.all_to_all %x over ["dp"] outs(%e : tensor<4x3xf32>) : tensor<4x3xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_to_all_c2_ranks(%x: tensor<4x3xf32>, %e: tensor<3x2x3xf32>) {
  // expected-error @below {{'fp8.all_to_all' op expected the first extent of the init to be 4, the number of ranks, but got 'tensor<3x2x3xf32>'}}
  %0 = fp8.all_to_all %x over ["dp"] outs(%e : tensor<3x2x3xf32>) : tensor<4x3xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_to_all_c2_rows(%x: tensor<9x3xf32>, %e: tensor<4x2x3xf32>) {
  // expected-error @below {{'fp8.all_to_all' op expected an input of at most 8 rows, 2 of each of 4 ranks, but got 'tensor<9x3xf32>'}}
  %0 = fp8.all_to_all %x over ["dp"] outs(%e : tensor<4x2x3xf32>) : tensor<9x3xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_to_all_c2_extents(%x: tensor<8x3xf32>, %e: tensor<4x2x5xf32>) {
  // expected-error @below {{expected shapes that differ in the first extent alone, but got 'tensor<8x3xf32>' and 'tensor<2x5xf32>'}}
  %0 = fp8.all_to_all %x over ["dp"] outs(%e : tensor<4x2x5xf32>) : tensor<8x3xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_to_all_c3(%x: tensor<4x3xf32>, %e: tensor<4x1x3xf32>) {
  // expected-error @below {{'fp8.all_to_all' op expected axes of #fp8.mesh<"replica" = 2, "dp" = 4>, but it has none called "tp"}}
  %0 = fp8.all_to_all %x over ["tp"] outs(%e : tensor<4x1x3xf32>) : tensor<4x3xf32>
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_to_all_c4(%x: tensor<4x3xf32>, %e: tensor<4x1x3xf32>, %c: i1) {
  // expected-note @below {{the ranks of a group run the same collectives in the same order}}
  scf.if %c {
  // expected-error @below {{'fp8.all_to_all' op expected to be in the body of a function, but is in scf.if}}
  %0 = fp8.all_to_all %x over ["dp"] outs(%e : tensor<4x1x3xf32>) : tensor<4x3xf32>
  }
  return
}
}

// -----

module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 4>} {
func.func @all_to_all_c5(%x: memref<4x3xf32>, %e: tensor<4x1x3xf32>) {
  // expected-error @below {{'fp8.all_to_all' op expected all operands to be memrefs like the first one, but #1 is 'tensor<4x1x3xf32>'}}
  %0 = fp8.all_to_all %x over ["dp"] outs(%e : tensor<4x1x3xf32>) : memref<4x3xf32>
  return
}
}
