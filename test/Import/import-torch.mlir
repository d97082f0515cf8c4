// RUN: fp8-opt %s --fp8-import-torch --canonicalize | FileCheck %s

// The gradient of an embedding: rows with a unit dimension.
// CHECK-LABEL: @embedding
// CHECK-SAME: %[[ROWS:[^:]*]]: tensor<6x1x8xf32>, %[[IDS:[^:]*]]: tensor<6x1xi64>, %[[TABLE:[^:]*]]: tensor<32x8xf32>
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[ROWS]]
// CHECK: %[[SUM:.*]] = fp8.scatter_add {{.*}} at %[[IDS]] outs(%[[TABLE]] : tensor<32x8xf32>) : tensor<6x8xf32>, tensor<6x1xi64>
// CHECK: return %[[SUM]]
func.func @embedding(%rows: tensor<6x1x8xf32>, %ids: tensor<6x1xi64>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<6x1x8xf32>, tensor<6x1xi64>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    %sum = arith.addf %old, %update : f32
    tm_tensor.yield %sum : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// The gradient of a cross entropy: row i of the logits gets an element at the
// i-th target. The first coordinate counts rows, so that targets alone are compared.
// CHECK-LABEL: @cross_entropy
// CHECK-SAME: %[[TARGETS:[^:]*]]: tensor<16x1xi64>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins({{.*}} : tensor<16xf32>, tensor<16xi64>)
// CHECK-NEXT: ^bb0(%[[UPDATE:.*]]: f32, %[[TARGET:.*]]: i64, %[[OLD:.*]]: f32):
// CHECK-NEXT: %[[J:.*]] = linalg.index 1
// CHECK-NEXT: %[[AT:.*]] = arith.index_cast %[[J]] : index to i64
// CHECK-NEXT: %[[HERE:.*]] = arith.cmpi eq, %[[TARGET]], %[[AT]]
// CHECK-NEXT: %[[NEW:.*]] = arith.select %[[HERE]], %[[UPDATE]], %[[OLD]]
// CHECK-NEXT: linalg.yield %[[NEW]]
func.func @cross_entropy(%targets: tensor<16x1xi64>) -> tensor<16x10xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zeros = arith.constant dense<0.0> : tensor<16x10xf32>
  %minus_one = arith.constant dense<-1.0> : tensor<16xf32>
  %column = tensor.empty() : tensor<16x1xi64>
  %columns:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 0)>, affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]} outs(%column, %column : tensor<16x1xi64>, tensor<16x1xi64>) {
  ^bb0(%a: i64, %b: i64):
    %i = linalg.index 0 : index
    %row = arith.remsi %i, %c16 : index
    %target = tensor.extract %targets[%row, %c0] : tensor<16x1xi64>
    %number = arith.index_cast %row : index to i64
    linalg.yield %number, %target : i64, i64
  } -> (tensor<16x1xi64>, tensor<16x1xi64>)
  %empty = tensor.empty() : tensor<16x2xi64>
  %first = tensor.insert_slice %columns#0 into %empty[0, 0] [16, 1] [1, 1] : tensor<16x1xi64> into tensor<16x2xi64>
  %indices = tensor.insert_slice %columns#1 into %first[0, 1] [16, 1] [1, 1] : tensor<16x1xi64> into tensor<16x2xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false) ins(%minus_one, %indices : tensor<16xf32>, tensor<16x2xi64>) outs(%zeros : tensor<16x10xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<16x10xf32>
  return %0 : tensor<16x10xf32>
}

// Two experts for each of eight tokens: row numbers are token * 2 + k, and k is
// no coordinate. The last row at an element wins.
// CHECK-LABEL: @top_two
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%{{.*}}, %{{.*}} : tensor<8x2xf32>, tensor<8x2xi64>) outs(%{{.*}} : tensor<8x4xf32>)
func.func @top_two(%gates: tensor<16xf32>, %experts: tensor<8x2xi64>, %zeros: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %c2 = arith.constant 2 : index
  %column = tensor.empty() : tensor<16x1xi64>
  %tokens = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]} outs(%column : tensor<16x1xi64>) {
  ^bb0(%a: i64):
    %i = linalg.index 0 : index
    %token = arith.divsi %i, %c2 : index
    %number = arith.index_cast %token : index to i64
    linalg.yield %number : i64
  } -> tensor<16x1xi64>
  %flat = tensor.collapse_shape %experts [[0, 1]] : tensor<8x2xi64> into tensor<16xi64>
  %choices = tensor.expand_shape %flat [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
  %indices = tensor.concat dim(1) %tokens, %choices : (tensor<16x1xi64>, tensor<16x1xi64>) -> tensor<16x2xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%gates, %indices : tensor<16xf32>, tensor<16x2xi64>) outs(%zeros : tensor<8x4xf32>) {
  ^bb0(%update: f32, %old: f32):
    tm_tensor.yield %update : f32
  } -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// Rows written out as a constant, slices along the second dimension.
// CHECK-LABEL: @constant_rows
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%{{.*}} : tensor<3x4xf32>) outs(%{{.*}} : tensor<3x4xf32>)
// CHECK-NOT: arith.cmpi
// CHECK: return
func.func @constant_rows(%updates: tensor<3x1x4xf32>, %old: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %rows = arith.constant dense<[[0], [1], [2]]> : tensor<3x1xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%updates, %rows : tensor<3x1x4xf32>, tensor<3x1xi64>) outs(%old : tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    tm_tensor.yield %0 : f32
  } -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: @running_sum
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-NEXT: ^bb0(%[[X:.*]]: i64, %[[SUM:.*]]: i64):
// CHECK-NEXT: %[[AT:.*]] = linalg.index 1
// CHECK-NEXT: %[[TERM:.*]] = linalg.index 2
// CHECK-NEXT: %[[BEFORE:.*]] = arith.cmpi sle, %[[TERM]], %[[AT]]
// CHECK-NEXT: %[[VALUE:.*]] = arith.select %[[BEFORE]], %[[X]], %c0_i64
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[SUM]], %[[VALUE]]
// CHECK: tensor.extract_slice %{{.*}}[0, 11] [4, 1] [1, 1] : tensor<4x12xi64> to tensor<4xi64>
func.func @running_sum(%x: tensor<4x12xi64>, %last: tensor<4xi64>) -> (tensor<4x12xi64>, tensor<4xi64>) {
  %sums, %all = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<4x12xi64>) outs(%x, %last : tensor<4x12xi64>, tensor<4xi64>) {
  ^bb0(%element: i64, %sum: i64):
    %next = arith.addi %element, %sum : i64
    tm_tensor.yield %next : i64
  } -> tensor<4x12xi64>, tensor<4xi64>
  return %sums, %all : tensor<4x12xi64>, tensor<4xi64>
}

// CHECK-LABEL: @powers
// CHECK-SAME: %[[X:[^:]*]]: f32, %[[N:[^:]*]]: i64
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.0
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK: %[[FOURTH:.*]] = arith.mulf %[[SQUARE]], %[[SQUARE]]
// CHECK: %[[FIFTH:.*]] = arith.mulf %[[X]], %[[FOURTH]]
// CHECK: %[[INVERSE:.*]] = arith.divf %[[ONE]], %{{.*}}
// CHECK: %[[EXPONENT:.*]] = arith.sitofp %[[N]] : i64 to f32
// CHECK: %[[POWER:.*]] = math.powf %[[X]], %[[EXPONENT]]
// CHECK: return %[[FIFTH]], %[[INVERSE]], %[[ONE]], %[[POWER]]
func.func @powers(%x: f32, %n: i64) -> (f32, f32, f32, f32) {
  %five = arith.constant 5 : i64
  %minus_two = arith.constant -2 : i64
  %zero = arith.constant 0 : i64
  %0 = math.fpowi %x, %five : f32, i64
  %1 = math.fpowi %x, %minus_two : f32, i64
  %2 = math.fpowi %x, %zero : f32, i64
  %3 = math.fpowi %x, %n : f32, i64
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: @asserts
// CHECK-NOT: cf.assert
func.func @asserts(%ids: tensor<4xi64>, %table: tensor<8xf32>) -> tensor<4xf32> {
  %c8 = arith.constant 8 : i64
  %empty = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%ids : tensor<4xi64>) outs(%empty : tensor<4xf32>) {
  ^bb0(%id: i64, %out: f32):
    %inside = arith.cmpi slt, %id, %c8 : i64
    cf.assert %inside, "index must be smaller than dim size"
    %at = arith.index_cast %id : i64 to index
    %x = tensor.extract %table[%at] : tensor<8xf32>
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The seed of dropout is the last argument and the last result of the step; a
// table that is not written is a constant.
// CHECK-NOT: ml_program
// CHECK-LABEL: @seeds
// CHECK-SAME: (%[[X:.*]]: i64, %[[SEED:.*]]: tensor<i64> {fp8.initial = 3.000000e+00 : f32, fp8.name = "global_seed", fp8.state = #fp8.state<rng>})
// CHECK-SAME: -> (tensor<i64>, tensor<2xf32>, tensor<i64> {fp8.name = "global_seed", fp8.state = #fp8.state<rng>, fp8.updates = "global_seed"})
// CHECK-DAG: %[[TABLE:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK: %[[ONE:.*]] = tensor.from_elements %{{.*}} : tensor<i64>
// CHECK: %[[TWO:.*]] = arith.addi %[[ONE]], %[[ONE]]
// CHECK: return %[[ONE]], %[[TABLE]], %[[TWO]]
ml_program.global private mutable @global_seed(dense<3> : tensor<i64>) : tensor<i64>
ml_program.global private @table(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
func.func @seeds(%x: i64) -> (tensor<i64>, tensor<2xf32>) {
  %seed = ml_program.global_load @global_seed : tensor<i64>
  %old = tensor.extract %seed[] : tensor<i64>
  %factor = arith.constant 6364136223846793005 : i64
  %scrambled = arith.muli %old, %factor : i64
  %new = arith.addi %scrambled, %x : i64
  %one = tensor.insert %new into %seed[] : tensor<i64>
  ml_program.global_store @global_seed = %one : tensor<i64>
  %again = ml_program.global_load @global_seed : tensor<i64>
  %two = arith.addi %again, %one : tensor<i64>
  ml_program.global_store @global_seed = %two : tensor<i64>
  %table = ml_program.global_load_const @table : tensor<2xf32>
  return %again, %table : tensor<i64>, tensor<2xf32>
}

// CHECK-LABEL: @rolled
// CHECK-NOT: ?
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<8x1xf32>, tensor<8x15xf32>) -> tensor<8x16xf32>
func.func @rolled(%x: tensor<8x1xf32>, %y: tensor<8x15xf32>) -> tensor<8x16xf32> {
  %0 = tensor.cast %x : tensor<8x1xf32> to tensor<8x?xf32>
  %1 = tensor.cast %y : tensor<8x15xf32> to tensor<8x?xf32>
  %2 = tensor.concat dim(1) %0, %1 : (tensor<8x?xf32>, tensor<8x?xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// Shapes that contradict the result remain dynamic.
// CHECK-LABEL: @negative_rolled
// CHECK: tensor.concat dim(1) %{{.*}}, %{{.*}} : (tensor<8x?xf32>, tensor<8x?xf32>) -> tensor<8x16xf32>
func.func @negative_rolled(%x: tensor<8x15xf32>) -> tensor<8x16xf32> {
  %0 = tensor.cast %x : tensor<8x15xf32> to tensor<8x?xf32>
  %1 = tensor.concat dim(1) %0, %0 : (tensor<8x?xf32>, tensor<8x?xf32>) -> tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}

// Positions that wrap around do not count rows: they are compared.
// CHECK-LABEL: @negative_wraps
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK: arith.cmpi eq
func.func @negative_wraps(%updates: tensor<8xf32>, %old: tensor<8xf32>) -> tensor<8xf32> {
  %column = tensor.empty() : tensor<8x1xi64>
  %rows = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]} outs(%column : tensor<8x1xi64>) {
  ^bb0(%a: i64):
    %i = linalg.index 0 : index
    %narrow = arith.index_cast %i : index to i3
    %wide = arith.extsi %narrow : i3 to i64
    linalg.yield %wide : i64
  } -> tensor<8x1xi64>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%updates, %rows : tensor<8xf32>, tensor<8x1xi64>) outs(%old : tensor<8xf32>) {
  ^bb0(%update: f32, %before: f32):
    tm_tensor.yield %update : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: @narrow_indices
// CHECK: %[[WIDE:.*]] = arith.extsi %{{.*}} : tensor<6x1xi16> to tensor<6x1xi64>
// CHECK: fp8.scatter_add %{{.*}} at %[[WIDE]]
func.func @narrow_indices(%rows: tensor<6x8xf32>, %ids: tensor<6x1xi16>, %table: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<6x8xf32>, tensor<6x1xi16>) outs(%table : tensor<32x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    %sum = arith.addf %old, %update : f32
    tm_tensor.yield %sum : f32
  } -> tensor<32x8xf32>
  return %0 : tensor<32x8xf32>
}

// CHECK-LABEL: @no_rows
// CHECK-SAME: %[[OLD:[a-z0-9]+]]: tensor<4xf32>
// CHECK: return %[[OLD]]
func.func @no_rows(%updates: tensor<0xf32>, %ids: tensor<0x1xi64>, %old: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%updates, %ids : tensor<0xf32>, tensor<0x1xi64>) outs(%old : tensor<4xf32>) {
  ^bb0(%update: f32, %before: f32):
    tm_tensor.yield %update : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A maximum of rows at any positions is a reduction over all rows, where rows
// at other positions have no effect.
// CHECK-LABEL: func.func @maxima
// CHECK: %[[LEAST:.*]] = arith.constant 0xFF800000 : f32
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK: ^bb0(%[[E:.*]]: f32, %[[AT:.*]]: i64, %[[OLD:.*]]: f32):
// CHECK: %[[HERE:.*]] = arith.cmpi eq, %[[AT]]
// CHECK: %[[TERM:.*]] = arith.select %[[HERE]], %[[E]], %[[LEAST]] : f32
// CHECK: %[[MAX:.*]] = arith.maximumf %[[TERM]], %[[OLD]] : f32
// CHECK: linalg.yield %[[MAX]]
func.func @maxima(%rows: tensor<40x8xf32>, %ids: tensor<40x1xi64>, %table: tensor<10x8xf32>) -> tensor<10x8xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<40x8xf32>, tensor<40x1xi64>) outs(%table : tensor<10x8xf32>) {
  ^bb0(%update: f32, %old: f32):
    %1 = arith.maximumf %update, %old : f32
    tm_tensor.yield %1 : f32
  } -> tensor<10x8xf32>
  return %0 : tensor<10x8xf32>
}

// A label of -100 has no row: nothing is read for it, as nothing is kept of it.

// CHECK-LABEL: @ignore_index
// CHECK: ^bb0(%[[LABEL:.*]]: i64
// CHECK: %[[AT:.*]] = arith.index_cast %[[LABEL]]
// CHECK: %[[IGNORED:.*]] = arith.cmpi eq, %[[LABEL]], %{{.*}} : i64
// CHECK: %[[INSIDE:.*]] = arith.select %[[IGNORED]], %{{.*}}, %[[AT]] : index
// CHECK: tensor.extract %{{.*}}[%{{.*}}, %[[INSIDE]]]
func.func @ignore_index(%p: tensor<4x3xf32>, %labels: tensor<4xi64>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %ignored = arith.constant -100 : i64
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%labels : tensor<4xi64>) outs(%e : tensor<4xf32>) {
  ^bb0(%label: i64, %unused: f32):
    %row = linalg.index 0 : index
    %at = arith.index_cast %label : i64 to index
    %v = tensor.extract %p[%row, %at] : tensor<4x3xf32>
    %n = arith.negf %v : f32
    %is = arith.cmpi eq, %label, %ignored : i64
    %loss = arith.select %is, %zero, %n : f32
    linalg.yield %loss : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A value other than the label is compared; the read value has another
// layout; the label belongs to the row.

// CHECK-LABEL: @negative_guards
// CHECK-COUNT-3: arith.index_cast
// CHECK-NOT: arith.select {{.*}} : index
// CHECK: return
func.func @negative_guards(%p: tensor<4x3xf32>, %labels: tensor<4xi64>, %others: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %ignored = arith.constant -100 : i64
  %first = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xf32>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%labels, %others : tensor<4xi64>, tensor<4xi64>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%label: i64, %other: i64, %unused: f32, %unused2: f32):
    %row = linalg.index 0 : index
    %at = arith.index_cast %label : i64 to index
    %v = tensor.extract %p[%row, %at] : tensor<4x3xf32>
    %is_other = arith.cmpi eq, %other, %ignored : i64
    %a = arith.select %is_other, %zero, %v : f32
    %at2 = arith.index_cast %other : i64 to index
    %w = tensor.extract %p[%row, %at2] : tensor<4x3xf32>
    %is = arith.cmpi eq, %other, %ignored : i64
    %b = arith.select %is, %zero, %w : f32
    %kept = arith.addf %b, %w : f32
    %at3 = arith.index_cast %label : i64 to index
    %x = tensor.extract %p[%row, %at3] : tensor<4x3xf32>
    %is_first = arith.cmpi eq, %label, %first : i64
    %c = arith.select %is_first, %zero, %x : f32
    %sum = arith.addf %a, %c : f32
    linalg.yield %sum, %kept : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: @empty_scan
// CHECK-NOT: tensor.extract_slice
// CHECK: return %{{.*}}, %{{.*}} : tensor<0x3xi64>, tensor<0xi64>
func.func @empty_scan(%x: tensor<0x3xi64>, %last: tensor<0xi64>) -> (tensor<0x3xi64>, tensor<0xi64>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<0x3xi64>) outs(%x, %last : tensor<0x3xi64>, tensor<0xi64>) {
  ^bb0(%element: i64, %so_far: i64):
    %next = arith.addi %element, %so_far : i64
    tm_tensor.yield %next : i64
  } -> tensor<0x3xi64>, tensor<0xi64>
  return %0#0, %0#1 : tensor<0x3xi64>, tensor<0xi64>
}

// A result has the name of the variable already.
// CHECK-LABEL: @taken_name
// CHECK-SAME: (%{{.*}}: tensor<i64>, %{{.*}}: tensor<i64> {fp8.initial = 7.000000e+00 : f32, fp8.name = "count_1"})
// CHECK-SAME: -> (tensor<i64> {fp8.name = "count"}, tensor<i64> {fp8.name = "count_1", fp8.updates = "count_1"})
ml_program.global private mutable @count(dense<7> : tensor<i64>) : tensor<i64>
func.func @taken_name(%x: tensor<i64>) -> (tensor<i64> {fp8.name = "count"}) {
  %count = ml_program.global_load @count : tensor<i64>
  %next = arith.addi %count, %x : tensor<i64>
  ml_program.global_store @count = %next : tensor<i64>
  return %x : tensor<i64>
}
