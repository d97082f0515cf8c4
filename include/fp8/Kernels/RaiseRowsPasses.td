//===- RaiseRowsPasses.td - ops on whole rows --------------*- tablegen -*-===//
#ifndef FP8_KERNELS_RAISEROWSPASSES_TD
#define FP8_KERNELS_RAISEROWSPASSES_TD

include "mlir/Pass/PassBase.td"

def RaiseStacksPass : Pass<"fp8-raise-stacks", "::mlir::ModuleOp"> {
  let summary = "Convert concatenations of scalars to insertions";
  let description = [{
    Frontends write a vector of scalars, such as the norms of all gradients, as a
    `linalg.generic` that selects by index the tensor to extract from, or as a tree
    of such ops. If each element is a one-element tensor that is computed only for
    this vector, the selection becomes insertions. Kernels then write the elements
    directly into the vector, in time proportional to its length.

    **Numerics**: same.

    **Before**: linalg on tensors.
    ```mlir
    func.func @sums(%a: tensor<4xf32>, %b: tensor<4xf32>, %zero: tensor<f32>, %init: tensor<2xf32>) -> tensor<2xf32> {
      %c1 = arith.constant 1 : index
      %s0 = linalg.reduce {arith.addf} ins(%a : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %s1 = linalg.reduce {arith.addf} ins(%b : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
      %v0 = tensor.expand_shape %s0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
      %v1 = tensor.expand_shape %s1 [] output_shape [1] : tensor<f32> into tensor<1xf32>
      %both = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          outs(%init : tensor<2xf32>) {
      ^bb0(%out: f32):
        %i = linalg.index 0 : index
        %is_first = arith.cmpi ult, %i, %c1 : index
        %e = scf.if %is_first -> (f32) {
          %x = tensor.extract %v0[%i] : tensor<1xf32>
          scf.yield %x : f32
        } else {
          %j = arith.subi %i, %c1 : index
          %x = tensor.extract %v1[%j] : tensor<1xf32>
          scf.yield %x : f32
        }
        linalg.yield %e : f32
      } -> tensor<2xf32>
      return %both : tensor<2xf32>
    }
    ```
    **After**: the same; other concatenations do not change.
    ```mlir
    %e = tensor.empty() : tensor<2xf32>
    %x0 = tensor.collapse_shape %v0 [] : tensor<1xf32> into tensor<f32>
    %first = tensor.insert_slice %x0 into %e[0] [1] [1] : tensor<f32> into tensor<2xf32>
    %x1 = tensor.collapse_shape %v1 [] : tensor<1xf32> into tensor<f32>
    %both = tensor.insert_slice %x1 into %first[1] [1] [1] : tensor<f32> into tensor<2xf32>
    return %both : tensor<2xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def RaiseConcatsPass : Pass<"fp8-raise-concats", "::mlir::ModuleOp"> {
  let summary = "Convert sums of pads to concatenations";
  let description = [{
    The gradient of a slice is a pad. The gradient of a tensor that is split into
    slices, such as a projection to queries, keys and values, is a sum of pads. If
    elementwise ops combine constant pads along one dimension that do not overlap,
    the result becomes a concatenation. Each part contains the same ops on one
    source, with constants instead of the other pads; parts without a source are
    constants. Kernels then read and write each part once.

    **Numerics**: same. Each element is computed by the same ops on the same
    numbers. No op is folded: `-0.0 + 0.0`, for example, is 0.0 and not -0.0.

    **Before**: linalg on tensors, here by
    `--convert-elementwise-to-linalg --fp8-raise-concats`.
    ```mlir
    func.func @gradient(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
      %zero = arith.constant 0.0 : f32
      %left = tensor.pad %a low[0] high[4] {
      ^bb0(%i: index):
        tensor.yield %zero : f32
      } : tensor<4xf32> to tensor<8xf32>
      %right = tensor.pad %b low[4] high[0] {
      ^bb0(%i: index):
        tensor.yield %zero : f32
      } : tensor<4xf32> to tensor<8xf32>
      %sum = arith.addf %left, %right : tensor<8xf32>
      return %sum : tensor<8xf32>
    }
    ```
    **After**: the same; pads that overlap, or that are combined with other tensors, do
    not change. Pads without readers are dead.
    ```mlir
    %left = linalg.generic {...} ins(%a : tensor<4xf32>) outs(...) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %zero : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    ...
    %right = linalg.generic {...} ins(%b : tensor<4xf32>) outs(...) {
    ...
    %sum = tensor.concat dim(0) %left, %right : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FoldCopiesPass : Pass<"fp8-fold-copies", "::mlir::ModuleOp"> {
  let summary = "Remove copies, sums with 0.0 and casts that do not affect their readers";
  let description = [{
    If a concatenation was a sum of pads, 0.0 is added to each of its parts. Such an
    addition only turns -0.0 into 0.0. It is removed if no reader distinguishes the two.
    These do not distinguish them: sums that start from another number than -0.0, matmuls
    with such an init, comparisons, and absolute values. The results of casts, products
    and changes of the shape are followed to their readers. The addition is kept if the
    value is returned, or if the analysis does not know a reader.

    Four more kinds of copies are removed. A generic that returns an operand unchanged is
    replaced by the operand. A cast to a wider type and back is dropped. If all parts of a
    concatenation were cast to a wider type, the concatenation is cast instead. A copy to
    a shape with more dimensions of one element becomes a view if no
    linalg op reads it. A library op that computes a part of the concatenation can then
    write it directly into the result.

    **Numerics**: same, up to the bits of a NaN.

    **Before**: linalg on tensors.
    ```mlir
    func.func @amax(%x: tensor<4xf32>, %init: tensor<4xf32>, %start: tensor<f32>) -> tensor<f32> {
      %zero = arith.constant 0.0 : f32
      %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
          iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) {
      ^bb0(%in: f32, %out: f32):
        %s = arith.addf %in, %zero : f32
        linalg.yield %s : f32
      } -> tensor<4xf32>
      %amax = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
          iterator_types = ["reduction"]} ins(%sum : tensor<4xf32>) outs(%start : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %a = math.absf %in : f32
        %m = arith.maximumf %a, %out : f32
        linalg.yield %m : f32
      } -> tensor<f32>
      return %amax : tensor<f32>
    }
    ```
    **After**: the same.
    ```mlir
    %amax = linalg.generic {...} ins(%x : tensor<4xf32>) outs(%start : tensor<f32>) {
    ...
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def RaiseArgmaxPass : Pass<"fp8-raise-argmax"> {
  let summary = "Split argmax and argmin into an extremum and its position";
  let description = [{
    Frontends write argmax as one reduction of pairs of a value and its position. If
    only the position is read, the reduction becomes two: the maximum or minimum,
    and the smallest position of this value. Their order does not matter. The body
    may be any computation that selects the first of equal values. It may treat a
    NaN as the extremum or ignore it.

    **Numerics**: same.

    **Before**: linalg on tensors of static shape.
    ```mlir
    #all = affine_map<(i, j) -> (i, j)>
    #row = affine_map<(i, j) -> (i)>
    func.func @argmax(%x: tensor<5x9xf32>) -> tensor<5xi32> {
      %least = arith.constant dense<0xFF800000> : tensor<5xf32>
      %zeros = arith.constant dense<0> : tensor<5xi32>
      %0:2 = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<5x9xf32>) outs(%least, %zeros : tensor<5xf32>, tensor<5xi32>) {
      ^bb0(%e: f32, %max: f32, %at: i32):
        %index = linalg.index 1 : index
        %j = arith.index_cast %index : index to i32
        %greater = arith.cmpf ogt, %e, %max : f32
        %new_max = arith.select %greater, %e, %max : f32
        %new_at = arith.select %greater, %j, %at : i32
        linalg.yield %new_max, %new_at : f32, i32
      } -> (tensor<5xf32>, tensor<5xi32>)
      return %0#1 : tensor<5xi32>
    }
    ```
    **After**: the same; other reductions of pairs do not change.
    ```mlir
    %max = linalg.generic {...} ins(%x : tensor<5x9xf32>) outs(...) {
    ...
      %new_max = arith.maximumf %old_max, %number : f32
    ...
    %at = linalg.generic {...} ins(%x, %max : tensor<5x9xf32>, tensor<5xf32>) outs(...) {
    ...
      %candidate = arith.select %is_max, %j, %largest : i32
      %new_at = arith.minsi %old_at, %candidate : i32
      linalg.yield %new_at : i32
    } -> tensor<5xi32>
    return %at : tensor<5xi32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // FP8_KERNELS_RAISEROWSPASSES_TD
