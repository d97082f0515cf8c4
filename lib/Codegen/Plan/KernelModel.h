//===- KernelModel.h - what the emitter knows of a kernel -------*- C++ -*-===//
//
// A kernel with its domain reduced to what matters for walking it: dimensions
// of extent 1 are gone, neighbours that every access walks as one are one.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_PLAN_KERNELMODEL_H
#define FP8_LIB_CODEGEN_PLAN_KERNELMODEL_H

#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Codegen/TargetLowering.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::fp8 {

/// The alignment that buffers of a step have: what the arena gives out.
constexpr int64_t kBufferAlignment = 64;

/// Reports shapes whose elements or bytes cannot be counted.
LogicalResult checkSizes(KernelOp kernel, const KernelDomain &domain,
                         bool emitErrors);

/// How an operand lies in memory. Strides count elements.
struct Access {
  unsigned pointer;
  Type elementType;
  /// One per dimension of the model, 0 where the operand does not have it.
  SmallVector<int64_t> strides;
  /// One per dimension of the tensor: what a gather walks.
  SmallVector<int64_t> tensorStrides;
  /// Bytes that the address of the first element is a multiple of.
  int64_t alignment;
};

/// One result of a generic that combines several points of the domain.
struct Reduction {
  /// The result.
  Value value;
  Combiner combiner;
  /// The tensor that the tree of elements is combined into.
  Value init;
  /// Dimensions of the model: those that are combined, in the order of the
  /// generic's loops, and those that the result has.
  SmallVector<unsigned> reduced;
  llvm::SmallBitVector kept;
};

/// What a value, a tensor or a scalar of a generic's body, is computed from.
struct Dependence {
  /// Dimensions along which it varies.
  llvm::SmallBitVector dims;
  /// Reductions that must be complete before it.
  llvm::SmallBitVector reductions;
};

class KernelModel {
public:
  static FailureOr<KernelModel> build(KernelOp kernel, bool emitErrors);

  KernelOp getKernel() const { return kernel; }
  ArrayRef<int64_t> getExtents() const { return extents; }
  unsigned getNumDims() const { return extents.size(); }
  int64_t getNumPoints() const;
  /// Of dimensions of the model.
  ArrayRef<RaggedDims> getRagged() const { return ragged; }
  /// The pair that `dim` is the inner dimension of, or null.
  const RaggedDims *getRagged(unsigned dim) const;

  ArrayRef<Access> getAccesses() const { return accesses; }
  /// Of an argument of the kernel's body.
  const Access &getAccess(Value argument) const {
    return accesses[cast<BlockArgument>(argument).getArgNumber()];
  }
  /// Of the destination of result `i`.
  const Access &getOutputAccess(unsigned i) const;

  ArrayRef<Reduction> getReductions() const { return reductions; }
  /// The reduction that makes the tensor `value`, or null.
  const Reduction *getReduction(Value value) const;
  unsigned getIndex(const Reduction &reduction) const {
    return &reduction - reductions.begin();
  }
  ArrayRef<ScatterAddOp> getScatters() const { return scatters; }

  /// The dimensions of the model that loop `loop` of `op` walks, outermost
  /// first: none if the loop has one iteration.
  SmallVector<unsigned, 2> getLoopDims(Operation *op, unsigned loop) const;
  /// The dimension that loop `loop` of a scatter walks, or kNoDim.
  unsigned getLoopDim(ScatterAddOp op, unsigned loop) const;
  llvm::SmallBitVector getDims(Value tensor) const;
  /// Whether result `i` lies where an operand does that is read, in the graph
  /// that the kernel is of.
  bool isUpdated(unsigned i) const;
  const Dependence &getDependence(Value value) const;

private:
  LogicalResult addAccesses(bool emitErrors);
  void mergeDims();
  bool canMerge(unsigned outer, unsigned inner) const;
  LogicalResult addReductions(bool emitErrors);
  Dependence computeDependence(Value value) const;
  Dependence computeBodyDependence(Operation *op) const;

  // Generated accessors are not const.
  mutable KernelOp kernel;
  KernelDomain domain;
  SmallVector<int64_t> extents;
  SmallVector<RaggedDims> ragged;
  /// The dimension of the model for each dimension of the domain.
  SmallVector<unsigned> modelDims;
  SmallVector<Access> accesses;
  SmallVector<Reduction, 4> reductions;
  SmallVector<ScatterAddOp> scatters;
  mutable DenseMap<Value, Dependence> dependences;
};

/// What `value` is a copy of: an argument of the kernel, or the result of an op
/// in a body.
Value getOrigin(Value value);

/// Reports what the emitter cannot put into a kernel: ops, element types.
LogicalResult checkKernelBody(KernelOp kernel, bool emitErrors);

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_PLAN_KERNELMODEL_H
