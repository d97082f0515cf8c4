//===- KernelDomain.h - the iteration domain of a kernel ------------------===//
//
// A kernel has one iteration domain. Its dimensions are found by following the
// tensors that connect the generics of the body: loops that index one dimension
// of one tensor are one dimension of the kernel. A loop that a reshape or an
// indexing map divides becomes several dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_ANALYSIS_KERNELDOMAIN_H
#define FP8_ANALYSIS_KERNELDOMAIN_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Fails. With `emitErrors`, reports that the emitter does not support `what`,
/// and attaches `note` on what is supported.
LogicalResult failToEmit(Operation *op, bool emitErrors, const Twine &what,
                         StringRef note);

/// The effect of an op on the domain of its kernel.
enum class KernelOpClass {
  /// Computes one element of the result per point.
  Elementwise,
  /// Combines the points along `reductionDims`.
  Reduction,
  /// fp8.scatter_add.
  Scatter,
};

/// The domain of one op within the domain of its kernel.
struct KernelOpDomain {
  KernelOpClass kind = KernelOpClass::Elementwise;
  /// The dimensions of the kernel that the loops of the op iterate over, in
  /// order.
  SmallVector<unsigned> loopDims;
  /// The dimensions of each loop, outermost first.
  SmallVector<SmallVector<unsigned, 2>> dimsOfLoops;
  /// The dimensions in `loopDims` that the op reduces over, ascending.
  SmallVector<unsigned> reductionDims;
};

/// Two parts of one loop whose extent is not a multiple of the extent of
/// `inner`. At the last point of `outer`, `inner` ends where `outer * extent of
/// inner + inner` is `extent`.
struct RaggedDims {
  unsigned outer, inner;
  int64_t extent;
};

/// Returns the strides of `dims`, the parts of one loop or dimension in
/// row-major order, outermost first: the distance of two points of a part along
/// the original dimension. `extents` and `ragged` describe the parts. The
/// stride of kNoDim is 0.
SmallVector<int64_t> getPartStrides(ArrayRef<unsigned> dims,
                                    ArrayRef<int64_t> extents,
                                    ArrayRef<RaggedDims> ragged);

class KernelDomain {
public:
  /// Marks a dimension of extent 1 that every access fixes at 0. It is no
  /// dimension of the kernel.
  static constexpr unsigned kNoDim = ~0u;

  /// Computes the domain. Fails with a located error if the body has no single
  /// domain. Reasons are
  ///
  /// - an indexing map with a result that is neither a loop (of a projected
  ///   permutation), nor 0 in a unit dimension, nor a loop divided by a
  ///   constant,
  /// - a tensor that one op reads along two dimensions (`A + A^T`), and
  /// - reshapes that split one dimension at positions that do not nest.
  ///
  /// Without `emitErrors` it fails silently, for passes that query before they
  /// fuse.
  static FailureOr<KernelDomain> compute(KernelOp kernel,
                                         bool emitErrors = true);

  /// Returns the extent of each dimension. The loops of the op with the most
  /// loops come first, in its order.
  ArrayRef<int64_t> getExtents() const { return extents; }
  unsigned getNumDims() const { return extents.size(); }
  ArrayRef<RaggedDims> getRagged() const { return ragged; }
  int64_t getNumPoints() const;

  /// Returns the dimensions of the kernel along which the tensor `value` of the
  /// body extends, outermost first. kNoDim marks a dimension of extent 1 that
  /// the kernel does not have.
  ArrayRef<unsigned> getDims(Value value) const;
  /// Returns the dimensions of the kernel for dimension `i` of `value`.
  ArrayRef<unsigned> getDims(Value value, unsigned i) const;

  /// Returns the domain of a linalg.generic, linalg.fill or fp8.scatter_add of
  /// the body.
  const KernelOpDomain &getDomain(Operation *op) const;

  /// Returns the dimensions that some op of the body reduces over, ascending.
  SmallVector<unsigned> getReductionDims() const;

  /// Emits the domain as remarks at the kernel and at its ops.
  void emitRemarks(KernelOp kernel) const;

private:
  SmallVector<int64_t> extents;
  SmallVector<RaggedDims> ragged;
  /// The kernel dimensions of a tensor, and for each tensor dimension the index
  /// of its first kernel dimension.
  struct ValueDims {
    SmallVector<unsigned> dims;
    SmallVector<unsigned> begins;
  };
  DenseMap<Value, ValueDims> dimsOfValue;
  DenseMap<Operation *, KernelOpDomain> domainOfOp;
};

/// The combiners that the emitter can reduce with. Each result of a generic
/// that does not depend on all loops must be `combine(init, f(inputs))`. Except
/// for the floating-point sum, the result does not depend on the order of the
/// elements.
enum class CombinerKind {
  Sum,
  Maximum,
  Minimum,
  AddInteger,
  MaxSigned,
  MinSigned,
  MaxUnsigned,
  MinUnsigned,
  And,
  Or
};

/// The combiner of a reduction. The yielded value is one of arith.addf,
/// maximumf, minimumf, addi, maxsi, minsi, maxui, minui, andi and ori, applied
/// to the accumulator and a value that does not depend on it.
struct Combiner {
  CombinerKind kind;
  /// The value of the generic's body that is combined into the accumulator.
  Value element;
  Operation *op;
};
std::optional<Combiner> matchCombiner(linalg::LinalgOp op, unsigned i);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_KERNELDOMAIN_H
