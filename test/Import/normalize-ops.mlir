// RUN: fp8-opt %s --split-input-file --fp8-normalize-ops | FileCheck %s

// CHECK-LABEL: func.func @softmax(
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
func.func @softmax(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %y = linalg.softmax dimension(1) ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @tiles(
// CHECK-NOT: linalg.{{pack|unpack}}
// CHECK: tensor.expand_shape
// CHECK: linalg.transpose
// CHECK: linalg.transpose
// CHECK: tensor.collapse_shape
// CHECK-NOT: linalg.{{pack|unpack}}
func.func @tiles(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<2x2x2x4xf32>
  %p = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %e : tensor<4x8xf32> -> tensor<2x2x2x4xf32>
  %f = tensor.empty() : tensor<4x8xf32>
  %y = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [2, 4] into %f : tensor<2x2x2x4xf32> -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// A padding that is one value stays a pad.

// CHECK-LABEL: func.func @positions(
// CHECK: linalg.generic
// CHECK: linalg.index
// CHECK: tensor.extract
// CHECK-NOT: tensor.generate
// CHECK: %[[AROUND:.*]] = linalg.generic
// CHECK: tensor.insert_slice {{.*}} into %[[AROUND]]
// CHECK: tensor.pad
// CHECK-NOT: tensor.pad
func.func @positions(%x: tensor<4x8xf32>) -> (tensor<8x4xf32>, tensor<6x8xf32>, tensor<6x8xf32>) {
  %g = tensor.generate {
  ^bb0(%i: index, %j: index):
    %v = tensor.extract %x[%j, %i] : tensor<4x8xf32>
    tensor.yield %v : f32
  } : tensor<8x4xf32>
  %p = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %n = arith.index_cast %j : index to i32
    %v = arith.sitofp %n : i32 to f32
    tensor.yield %v : f32
  } : tensor<4x8xf32> to tensor<6x8xf32>
  %zero = arith.constant 0.0 : f32
  %z = tensor.pad %x low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<6x8xf32>
  return %g, %p, %z : tensor<8x4xf32>, tensor<6x8xf32>, tensor<6x8xf32>
}

// -----

// CHECK-LABEL: func.func @element(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[V:.*]]: f32, %[[AT:.*]]: index
// CHECK: %[[ONE:.*]] = linalg.fill ins(%[[V]] : f32) outs(%{{.*}} : tensor<1x1xf32>)
// CHECK: tensor.insert_slice %[[ONE]] into %[[X]][%[[AT]], 2] [1, 1] [1, 1]
func.func @element(%x: tensor<4x8xf32>, %v: f32, %at: index) -> tensor<4x8xf32> {
  %two = arith.constant 2 : index
  %y = tensor.insert %v into %x[%at, %two] : tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func.func @shapes(
// CHECK: tensor.collapse_shape {{.*}} : tensor<4x8xf32> into tensor<32xf32>
// CHECK: tensor.expand_shape {{.*}} : tensor<32xf32> into tensor<2x16xf32>
// CHECK: tensor.expand_shape {{.*}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
// CHECK: tensor.collapse_shape {{.*}} [] : tensor<1xf32> into tensor<f32>
func.func @shapes(%x: tensor<4x8xf32>, %s: tensor<f32>, %one: tensor<1xf32>) -> (tensor<2x16xf32>, tensor<1xf32>, tensor<f32>) {
  %to = arith.constant dense<[2, 16]> : tensor<2xi64>
  %y = tensor.reshape %x(%to) : (tensor<4x8xf32>, tensor<2xi64>) -> tensor<2x16xf32>
  %to1 = arith.constant dense<[1]> : tensor<1xi64>
  %u = tensor.reshape %s(%to1) : (tensor<f32>, tensor<1xi64>) -> tensor<1xf32>
  %none = arith.constant dense<> : tensor<0xi64>
  %v = tensor.reshape %one(%none) : (tensor<1xf32>, tensor<0xi64>) -> tensor<f32>
  return %y, %u, %v : tensor<2x16xf32>, tensor<1xf32>, tensor<f32>
}

// -----

// CHECK-LABEL: func.func @functions(
// CHECK-NOT: math.{{tan |sinh|cosh|asin|acos|atanh|clampf}}
// CHECK: return
func.func @functions(%x: f32, %y: f32) -> f32 {
  %0 = math.tan %x : f32
  %1 = math.sinh %0 : f32
  %2 = math.cosh %1 : f32
  %3 = math.asin %2 : f32
  %4 = math.acos %3 : f32
  %5 = math.asinh %4 : f32
  %6 = math.acosh %5 : f32
  %7 = math.atanh %6 : f32
  %8 = math.clampf %7 to [%x, %y] : f32
  return %8 : f32
}

// -----

// CHECK-LABEL: func.func @narrow(
// CHECK: arith.extf {{.*}} : tensor<4xbf16> to tensor<4xf32>
// CHECK: math.expm1 {{.*}} : tensor<4xf32>
// CHECK: arith.truncf {{.*}} : tensor<4xf32> to tensor<4xbf16>
func.func @narrow(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = math.sinh %x : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:.*]]: tensor<5x6x7xf32>, %[[I:.*]]: tensor<2x3x2xi32>)
// CHECK-DAG: %[[FIRST:.*]] = tensor.extract_slice %[[I]][0, 0, 0] [2, 3, 1] [1, 1, 1]
// CHECK-DAG: %[[SECOND:.*]] = tensor.extract_slice %[[I]][0, 0, 1] [2, 3, 1] [1, 1, 1]
// CHECK: linalg.generic {indexing_maps = [#[[BATCH:.*]], #[[BATCH]], #{{.*}}]
// CHECK-SAME: ins(%[[FIRST]], %[[SECOND]] :
// CHECK: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %{{.*}}: f32):
// CHECK: %[[AI:.*]] = arith.index_cast %[[A]]
// CHECK: %[[J:.*]] = linalg.index 3
// CHECK: %[[BI:.*]] = arith.index_cast %[[B]]
// CHECK: tensor.extract %[[X]][%[[AI]], %[[J]], %[[BI]]]
// CHECK: -> tensor<2x3x1x6x1xf32>
func.func @gather(%x: tensor<5x6x7xf32>, %i: tensor<2x3x2xi32>) -> tensor<2x3x1x6x1xf32> {
  %y = tensor.gather %x[%i] gather_dims([0, 2]) : (tensor<5x6x7xf32>, tensor<2x3x2xi32>) -> tensor<2x3x1x6x1xf32>
  return %y : tensor<2x3x1x6x1xf32>
}

// -----

// Without the dimensions that are gathered, and from no batch.

// CHECK-LABEL: func.func @gather_reduced(
// CHECK: %[[J:.*]] = linalg.index 0
// CHECK: tensor.extract %{{.*}}[%[[J]], %{{.*}}]
// CHECK: -> tensor<6xf32>
func.func @gather_reduced(%x: tensor<6x5xf32>, %i: tensor<1xindex>) -> tensor<6xf32> {
  %y = tensor.gather %x[%i] gather_dims([1]) : (tensor<6x5xf32>, tensor<1xindex>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// -----

// Shapes that are only hidden.

// CHECK-LABEL: func.func @casts(
// CHECK-NOT: ?
// CHECK: return
func.func @casts(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = arith.constant 0 : index
  %d = tensor.cast %x : tensor<4x8xf32> to tensor<?x8xf32>
  %n = tensor.dim %d, %zero : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<?x8xf32>
  %y = tensor.cast %r : tensor<?x8xf32> to tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// Later passes reject dynamic shapes.

// CHECK-LABEL: func.func @dynamic(
// CHECK: linalg.softmax
// CHECK: math.sinh
func.func @dynamic(%x: tensor<?x4xf32>, %e: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = linalg.softmax dimension(1) ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %z = math.sinh %y : tensor<?x4xf32>
  return %z : tensor<?x4xf32>
}

// -----

// --fp8-raise-scatter looks for such loops.

// CHECK-LABEL: func.func @negative_loop(
// CHECK: tensor.insert %
func.func @negative_loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %y = scf.for %i = %zero to %four step %one iter_args(%r = %x) -> (tensor<4xf32>) {
    %v = tensor.extract %x[%i] : tensor<4xf32>
    %s = arith.addf %v, %v : f32
    %n = tensor.insert %s into %r[%i] : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// Nothing is gathered: upstream's verifier takes no slice of it.
// CHECK-LABEL: @empty_gather
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<0x1x8xf32>
// CHECK-NEXT: return %[[E]]
func.func @empty_gather(%ids: tensor<0x1xi64>, %rows: tensor<7x8xf32>) -> tensor<0x1x8xf32> {
  %0 = tensor.gather %rows[%ids] gather_dims([0]) : (tensor<7x8xf32>, tensor<0x1xi64>) -> tensor<0x1x8xf32>
  return %0 : tensor<0x1x8xf32>
}

// All is padding.
// CHECK-LABEL: @empty_pad
// CHECK-NOT: slice
// CHECK: %[[PADDED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<6x8xf32>)
// CHECK: %[[COLUMN:.*]] = linalg.index 1
// CHECK: arith.index_cast %[[COLUMN]]
// CHECK-NOT: slice
// CHECK: return %[[PADDED]]
func.func @empty_pad(%x: tensor<0x8xf32>) -> tensor<6x8xf32> {
  %0 = tensor.pad %x low[6, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %n = arith.index_cast %j : index to i32
    %v = arith.sitofp %n : i32 to f32
    tensor.yield %v : f32
  } : tensor<0x8xf32> to tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}
