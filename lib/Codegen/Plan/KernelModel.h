//===- KernelModel.h - the emitter's view of a kernel -----------*- C++ -*-===//
//
// A kernel whose domain is reduced to the dimensions that matter for loops:
// dimensions of extent 1 are dropped, and neighboring dimensions that every
// access traverses as one are merged.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_CODEGEN_PLAN_KERNELMODEL_H
#define FP8_LIB_CODEGEN_PLAN_KERNELMODEL_H

#include "fp8/Analysis/KernelDomain.h"
#include "fp8/Codegen/TargetLowering.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::fp8 {

/// Alignment of the buffers of a step in the arena, in bytes.
constexpr int64_t kBufferAlignment = 64;

/// Reports shapes whose number of elements or bytes overflows.
LogicalResult checkSizes(KernelOp kernel, const KernelDomain &domain,
                         bool emitErrors);

/// Memory layout of an operand. Strides are in elements.
struct Access {
  unsigned pointer;
  Type elementType;
  /// One stride per dimension of the model, 0 if the operand does not have the
  /// dimension.
  SmallVector<int64_t> strides;
  /// One stride per dimension of the tensor; used by gathers.
  SmallVector<int64_t> tensorStrides;
  /// Alignment of the address of the first element, in bytes.
  int64_t alignment;
};

/// A result of a generic op that combines several points of the domain.
struct Reduction {
  /// The result of the op.
  Value value;
  Combiner combiner;
  /// The initial value, with which the reduced elements are combined.
  Value init;
  /// Dimensions of the model. `reduced` holds the dimensions that are combined,
  /// in the order of the generic's loops; `kept` holds the dimensions of the
  /// result.
  SmallVector<unsigned> reduced;
  llvm::SmallBitVector kept;
};

/// Dependences of a value: a tensor, or a scalar in the body of a generic op.
struct Dependence {
  /// Dimensions along which the value varies.
  llvm::SmallBitVector dims;
  /// Reductions that must be complete before the value can be computed.
  llvm::SmallBitVector reductions;
};

class KernelModel {
public:
  static FailureOr<KernelModel> build(KernelOp kernel, bool emitErrors);

  KernelOp getKernel() const { return kernel; }
  ArrayRef<int64_t> getExtents() const { return extents; }
  unsigned getNumDims() const { return extents.size(); }
  int64_t getNumPoints() const { return llvm::product_of(extents); }
  /// Returns the number of points of `dims`.
  int64_t getNumPoints(ArrayRef<unsigned> dims) const;
  llvm::SmallBitVector toBits(ArrayRef<unsigned> dims) const;
  /// Returns the ragged pairs of dimensions of the model.
  ArrayRef<RaggedDims> getRagged() const { return ragged; }
  /// Returns the pair whose inner dimension is `dim`, or null.
  const RaggedDims *getRagged(unsigned dim) const;

  ArrayRef<Access> getAccesses() const { return accesses; }
  /// Returns the layout of an argument of the kernel's body.
  const Access &getAccess(Value argument) const {
    return accesses[cast<BlockArgument>(argument).getArgNumber()];
  }
  /// Returns the results of the kernel, as values of its body.
  OperandRange getOutputs() const { return kernel.getYield().getValues(); }
  /// Returns the layout of the destination of result `i`.
  const Access &getOutputAccess(unsigned i) const;

  ArrayRef<Reduction> getReductions() const { return reductions; }
  /// Returns the reduction that computes the tensor `value`, or null.
  const Reduction *getReduction(Value value) const;
  unsigned getIndex(const Reduction &reduction) const {
    return &reduction - reductions.begin();
  }
  ArrayRef<ScatterAddOp> getScatters() const { return scatters; }

  /// Returns the dimensions of the model that loop `loop` of `op` iterates
  /// over, outermost first. Empty if the loop has one iteration.
  SmallVector<unsigned, 2> getLoopDims(Operation *op, unsigned loop) const;
  /// Returns the dimension that loop `loop` of a scatter iterates over, or
  /// kNoDim.
  unsigned getLoopDim(ScatterAddOp op, unsigned loop) const;
  llvm::SmallBitVector getDims(Value tensor) const;
  /// Returns true if the kernel updates the destination of result `i`, that is,
  /// if it also reads this operand as an input.
  bool isUpdated(unsigned i) const { return isUpdated(kernel, i); }
  static bool isUpdated(KernelOp kernel, unsigned i);
  const Dependence &getDependence(Value value) const;

private:
  LogicalResult addAccesses(bool emitErrors);
  void mergeDims();
  bool canMerge(unsigned outer, unsigned inner) const;
  LogicalResult addReductions(bool emitErrors);
  Dependence computeDependence(Value value) const;
  Dependence computeBodyDependence(Operation *op) const;

  // Mutable because the generated accessors of KernelOp are not const.
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

/// Returns the value in the body of `generic` that becomes its result `result`.
inline Value getYielded(linalg::GenericOp generic, Value result) {
  return generic.getBody()->getTerminator()->getOperand(
      cast<OpResult>(result).getResultNumber());
}

/// Returns the value that `value` is a copy of: an argument of the kernel, or
/// the result of an op in a body.
Value getOrigin(Value value);

/// Reports ops and element types in the kernel that the emitter does not
/// support.
LogicalResult checkKernelBody(KernelOp kernel, bool emitErrors);

} // namespace mlir::fp8

#endif // FP8_LIB_CODEGEN_PLAN_KERNELMODEL_H
