//===- DomainBuilder.h - finds the domain of a kernel -----------*- C++ -*-===//

#ifndef FP8_LIB_ANALYSIS_DOMAINBUILDER_H
#define FP8_LIB_ANALYSIS_DOMAINBUILDER_H

#include "fp8/Analysis/DimClasses.h"
#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Analysis/Reshape.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::fp8 {

/// A loop of an op, or a dimension of a tensor.
using Node = std::pair<void *, unsigned>;

inline Node getNodeOf(Value value, unsigned dim) {
  return {value.getAsOpaquePointer(), dim};
}

/// Finds the dimensions of a kernel: classes of loops and tensor dimensions
/// with the same index.
class DomainBuilder {
public:
  DomainBuilder(KernelOp kernel, bool emitErrors)
      : kernel(kernel), emitErrors(emitErrors) {}

  LogicalResult connect();
  LogicalResult number();

  SmallVector<unsigned, 2> getDims(Node node);

  SmallVector<int64_t> extents;
  SmallVector<RaggedDims> ragged;
  llvm::MapVector<Operation *, KernelOpDomain> domains;

private:
  LogicalResult connectOp(Operation &op);
  LogicalResult connectGeneric(linalg::GenericOp generic);
  LogicalResult connectResult(linalg::GenericOp generic, Value value,
                              unsigned i, AffineExpr expr);
  LogicalResult connectScatter(ScatterAddOp scatter);
  LogicalResult connectReshape(Operation *op, const Reshape &reshape);
  LogicalResult connectValues(Value a, Value b);
  void addLoops(Operation *op, ArrayRef<int64_t> ranges);
  void numberParts(Node node, bool withUnits = true);
  LogicalResult checkLoops(Operation *op, const KernelOpDomain &domain);
  SmallVector<unsigned> getReducedDims(linalg::GenericOp generic,
                                       const KernelOpDomain &domain);

  unsigned getNode(Node node, int64_t extent) {
    auto [it, isNew] = nodes.try_emplace(node, 0);
    if (isNew)
      it->second = classes.add(extent);
    return it->second;
  }
  unsigned loopOf(Operation *op, unsigned loop) {
    return nodes.lookup(Node(op, loop));
  }
  unsigned dimOf(Value value, unsigned dim) {
    return getNode({value.getAsOpaquePointer(), dim},
                   cast<ShapedType>(value.getType()).getDimSize(dim));
  }

  LogicalResult fail(Operation *op, const Twine &what, StringRef note) {
    return failToEmit(op, emitErrors, what, note);
  }

  KernelOp kernel;
  bool emitErrors;
  DimClasses classes;
  DenseMap<Node, unsigned> nodes;
  /// Kernel dimensions of the parts that are not split further.
  DenseMap<unsigned, unsigned> numbers;
  /// Loop ranges of the ops, in program order.
  llvm::MapVector<Operation *, SmallVector<int64_t>> loopRanges;
};

} // namespace mlir::fp8

#endif // FP8_LIB_ANALYSIS_DOMAINBUILDER_H
