//===- TMTensorOps.td - what torch-mlir leaves beside linalg --*- tablegen -*-===//
#ifndef FP8_TMTENSOR_TMTENSOROPS_TD
#define FP8_TMTENSOR_TMTENSOROPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TMTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let summary = "Ops in graphs of PyTorch besides linalg";
  let description = [{
    torch-mlir lowers a graph to linalg on tensors, except for a few ops. Gradients
    of gathers and running sums, which occur in every language model, stay in the
    dialect tm_tensor of torch-mlir. The ops that training steps need are declared
    here with the syntax that torch-mlir prints, so that its graphs can be parsed.
    No pass creates these ops; only `--fp8-import-torch` reads them.
  }];
  let cppNamespace = "::mlir::fp8::tm_tensor";
}

class TMTensor_Op<string mnemonic, list<Trait> traits = []>
    : Op<TMTensor_Dialect, mnemonic, traits>;

class TMTensor_RegionOp<string mnemonic> : TMTensor_Op<mnemonic, [
    AttrSizedOperandSegments, Pure, SingleBlock, RecursiveMemoryEffects]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let hasVerifier = 1;
}

def TMTensor_ScatterOp : TMTensor_RegionOp<"scatter"> {
  let summary = "Combine update slices with slices at given positions";
  let description = [{
    Inputs are `updates`, of shape `[N, ...]`, and `indices`, of shape `[N, K]`;
    the output is the tensor to update. Row `i` of `indices` is a position along the
    dimensions of the output that `dimension_map` lists. Slice `i` of `updates`
    extends along the last dimensions, and starts at this position. The arguments of
    the region are an element of `updates` and the old element of the output. The
    region yields the new element.

    **Constraints**
    - (C1) two inputs and one output, which is of the result's type.
    - (C2) `indices` has rank 2 and holds integers, one column for each entry of
      `dimension_map`, which are different dimensions of the output.
    - (C3) `updates` has as many slices as `indices` has rows, of no higher rank
      than the output.
    - (C4) updates have elements of the output's type; the region takes two of
      them and yields one.

    Example:
    ```mlir
    %table1 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%rows, %ids : tensor<6x1x8xf32>, tensor<6x1xi64>) outs(%table : tensor<32x8xf32>) {
    ^bb0(%update: f32, %old: f32):
      %sum = arith.addf %old, %update : f32
      tm_tensor.yield %sum : f32
    } -> tensor<32x8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       DenseI64ArrayAttr:$dimension_map,
                       DefaultValuedAttr<BoolAttr, "true">:$unique_indices);
  let assemblyFormat = [{
    attr-dict `unique_indices` `(` $unique_indices `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $region
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::TypedValue<::mlir::RankedTensorType> getUpdates() {
      return ::llvm::cast<::mlir::TypedValue<::mlir::RankedTensorType>>(
          getInputs()[0]);
    }
    ::mlir::TypedValue<::mlir::RankedTensorType> getIndices() {
      return ::llvm::cast<::mlir::TypedValue<::mlir::RankedTensorType>>(
          getInputs()[1]);
    }
    ::mlir::TypedValue<::mlir::RankedTensorType> getOriginal() {
      return ::llvm::cast<::mlir::TypedValue<::mlir::RankedTensorType>>(
          getOutputs()[0]);
    }
    ::mlir::Block *getBody() { return &getRegion().front(); }
  }];
}

def TMTensor_ScanOp : TMTensor_RegionOp<"scan"> {
  let summary = "Combine all elements up to each position";
  let description = [{
    Result 0 contains, at each position along `dimension`, the combination of all
    elements of the input before this position, and of the element itself if the
    scan is inclusive. Result 1 is the combination of all elements. The outputs
    determine the shapes. The second output is also the initial value of an exclusive
    scan.

    **Constraints**
    - (C1) one input, two outputs and two results: of the input's type, and of
      its shape without `dimension`.
    - (C2) `dimension` is a dimension of the input.
    - (C3) the region takes two elements and yields one.

    Example:
    ```mlir
    %positions, %count = tm_tensor.scan dimension(1) inclusive(true) ins(%mask : tensor<4x12xi64>) outs(%init, %zeros : tensor<4x12xi64>, tensor<4xi64>) {
    ^bb0(%element: i64, %sum: i64):
      %next = arith.addi %element, %sum : i64
      tm_tensor.yield %next : i64
    } -> tensor<4x12xi64>, tensor<4xi64>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension,
                       BoolAttr:$inclusive);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::Block *getBody() { return &getRegion().front(); }
  }];
}

def TMTensor_YieldOp : TMTensor_Op<"yield", [Pure, ReturnLike, Terminator,
    ParentOneOf<["ScatterOp", "ScanOp"]>]> {
  let summary = "Yield the value of a region";
  let description = [{
    Terminates the regions of this dialect.
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // FP8_TMTENSOR_TMTENSOROPS_TD
