//===- KernelDomain.h - the iteration domain of a kernel ------------------===//
//
// A kernel has one iteration domain. Its dimensions are found by unifying the
// loops and tensor dimensions of the generics in the body: loops that index the
// same dimension of a tensor are one dimension of the kernel. A loop that a
// reshape or an indexing map divides becomes several dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_ANALYSIS_KERNELDOMAIN_H
#define FP8_ANALYSIS_KERNELDOMAIN_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Returns failure. If `emitErrors` is set, emits an error that the emitter
/// does not support `what`, with `note` on what is supported.
LogicalResult failToEmit(Operation *op, bool emitErrors, const Twine &what,
                         StringRef note);

/// How an op uses the domain of its kernel.
enum class KernelOpClass {
  /// Computes one result element per point.
  Elementwise,
  /// Combines the points along `reductionDims` into one result element.
  Reduction,
  /// fp8.scatter_add.
  Scatter,
};

/// The part of the kernel's domain that one op iterates over.
struct KernelOpDomain {
  KernelOpClass kind = KernelOpClass::Elementwise;
  /// The kernel dimensions that the loops of the op iterate over, in loop
  /// order.
  SmallVector<unsigned> loopDims;
  /// For each loop of the op, its kernel dimensions, outermost first.
  SmallVector<SmallVector<unsigned, 2>> dimsOfLoops;
  /// The dimensions in `loopDims` that the op reduces, in ascending order.
  SmallVector<unsigned> reductionDims;
};

/// Two parts of one loop whose extent is not a multiple of the extent of
/// `inner`. At the last index of `outer`, `inner` ends early: `outer * (extent
/// of inner) + inner` stays below `extent`.
struct RaggedDims {
  unsigned outer, inner;
  int64_t extent;
};

/// Returns the stride of each of `dims`, the parts of one loop or dimension in
/// row-major order: the distance in the original dimension between two
/// neighboring indices of the part. `extents` and `ragged` describe all kernel
/// dimensions. The stride of kNoDim is 0.
SmallVector<int64_t> getPartStrides(ArrayRef<unsigned> dims,
                                    ArrayRef<int64_t> extents,
                                    ArrayRef<RaggedDims> ragged);

class KernelDomain {
public:
  /// Stands for a tensor dimension of extent 1 that every access indexes with
  /// 0. Such a dimension is not a dimension of the kernel.
  static constexpr unsigned kNoDim = ~0u;

  /// Computes the domain. Fails with an error if the body has no common domain.
  /// The reasons are
  ///
  /// - an indexing map with a result that is neither a loop (of a projected
  ///   permutation), nor 0 in a unit dimension, nor a loop divided by a
  ///   constant,
  /// - a tensor that one op reads along two dimensions (`A + A^T`), and
  /// - reshapes that split one dimension at positions that do not nest.
  ///
  /// If `emitErrors` is false, emits no error, for queries before fusion.
  static FailureOr<KernelDomain> compute(KernelOp kernel,
                                         bool emitErrors = true);

  /// Returns the extent of each dimension. The dimensions of the op with the
  /// most loops come first, in its loop order.
  ArrayRef<int64_t> getExtents() const { return extents; }
  unsigned getNumDims() const { return extents.size(); }
  ArrayRef<RaggedDims> getRagged() const { return ragged; }
  int64_t getNumPoints() const;

  /// Returns the kernel dimensions of the tensor `value` of the body, outermost
  /// first, with kNoDim for tensor dimensions that are not dimensions of the
  /// kernel.
  ArrayRef<unsigned> getDims(Value value) const;
  /// Returns the kernel dimensions of dimension `i` of `value`.
  ArrayRef<unsigned> getDims(Value value, unsigned i) const;

  /// Returns the domain of a linalg.generic, linalg.fill or fp8.scatter_add of
  /// the body.
  const KernelOpDomain &getDomain(Operation *op) const;

  /// Returns the dimensions that some op of the body reduces, in ascending
  /// order.
  SmallVector<unsigned> getReductionDims() const;

  /// Emits the domain as remarks at the kernel and at its ops.
  void emitRemarks(KernelOp kernel) const;

private:
  SmallVector<int64_t> extents;
  SmallVector<RaggedDims> ragged;
  /// The kernel dimensions of a tensor. `begins` has, for each tensor
  /// dimension, the index of its first kernel dimension in `dims`.
  struct ValueDims {
    SmallVector<unsigned> dims;
    SmallVector<unsigned> begins;
  };
  DenseMap<Value, ValueDims> dimsOfValue;
  DenseMap<Operation *, KernelOpDomain> domainOfOp;
};

/// The reduction operations that the emitter supports. A result of a generic
/// that does not depend on all loops must be computed as `combine(init,
/// f(inputs))`. Except for the floating-point sum, the result is independent of
/// the order of the elements.
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

/// The combiner of a reduction. The body yields the result of an arith op
/// (addf, maximumf, minimumf, addi, maxsi, minsi, maxui, minui, andi or ori) on
/// the accumulator and a value that does not depend on the accumulator.
struct Combiner {
  CombinerKind kind;
  /// The value in the body that is combined with the accumulator.
  Value element;
  Operation *op;
  bool isSum() const { return kind == CombinerKind::Sum; }
};
std::optional<Combiner> matchCombiner(linalg::LinalgOp op, unsigned i);

/// Returns true if a result of `op` is a sum.
bool hasSum(linalg::LinalgOp op);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_KERNELDOMAIN_H
