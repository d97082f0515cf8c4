//===- KernelDomain.h - the iteration domain of a kernel ------------------===//
//
// A kernel has one iteration domain. Its dimensions are found by walking the
// tensors that connect the generics of the body: loops that index one dimension
// of one tensor are one dimension of the kernel. A loop that somebody divides,
// by a reshape or by a map that divides, is several.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_ANALYSIS_KERNELDOMAIN_H
#define FP8_ANALYSIS_KERNELDOMAIN_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::fp8 {

/// Fails; with `emitErrors`, reports that the emitter does not support `what`,
/// and in a note what it does.
LogicalResult failToEmit(Operation *op, bool emitErrors, const Twine &what,
                         StringRef note);

/// What an op of a kernel's body does to the domain.
enum class KernelOpClass {
  /// One element of the result per point.
  Elementwise,
  /// Combines the points along `reductionDims`.
  Reduction,
  /// fp8.scatter_add.
  Scatter,
};

/// How one op of a kernel's body lies in the domain of the kernel.
struct KernelOpDomain {
  KernelOpClass kind = KernelOpClass::Elementwise;
  /// The dimensions of the kernel that the loops of the op walk, in order.
  SmallVector<unsigned> loopDims;
  /// Those of each loop, outermost first.
  SmallVector<SmallVector<unsigned, 2>> dimsOfLoops;
  /// Those of `loopDims` that the op reduces over, ascending.
  SmallVector<unsigned> reductionDims;
};

/// Two dimensions that one loop was split into, where the extent of the loop is
/// not a multiple of that of `inner`: at the last point of `outer`, `inner`
/// ends where `outer * extent of inner + inner` is `extent`.
struct RaggedDims {
  unsigned outer, inner;
  int64_t extent;
};

/// The steps of row-major order over `dims`, the parts of one loop or of one
/// dimension, outermost first, which `extents` and `ragged` describe: how many
/// points of what was split lie between two points of a part. 0 for kNoDim.
SmallVector<int64_t> getPartStrides(ArrayRef<unsigned> dims,
                                    ArrayRef<int64_t> extents,
                                    ArrayRef<RaggedDims> ragged);

class KernelDomain {
public:
  /// A dimension of extent 1 that every access fixes at 0 is no dimension of
  /// the kernel.
  static constexpr unsigned kNoDim = ~0u;

  /// Fails, with a located error, where the body has no single domain: an
  /// indexing map that is neither a projected permutation nor 0 in unit
  /// dimensions nor a loop divided by a constant, a tensor that is read along
  /// two dimensions of one op (`A + A^T`), or reshapes that split one dimension
  /// at places that do not nest. Without `emitErrors` it fails silently: for
  /// passes that ask before they fuse.
  static FailureOr<KernelDomain> compute(KernelOp kernel,
                                         bool emitErrors = true);

  /// The extent of each dimension. The loops of the op with the most loops
  /// come first, in its order.
  ArrayRef<int64_t> getExtents() const { return extents; }
  unsigned getNumDims() const { return extents.size(); }
  ArrayRef<RaggedDims> getRagged() const { return ragged; }
  int64_t getNumPoints() const;

  /// The dimensions of the kernel that `value`, a tensor of the body, lies
  /// along, outermost first; kNoDim stands for a dimension that is none.
  ArrayRef<unsigned> getDims(Value value) const;
  /// Those of dimension `i` of `value`.
  ArrayRef<unsigned> getDims(Value value, unsigned i) const;

  /// Of a linalg.generic, linalg.fill or fp8.scatter_add of the body.
  const KernelOpDomain &getDomain(Operation *op) const;

  /// Dimensions that some op of the body reduces over, ascending.
  SmallVector<unsigned> getReductionDims() const;

  /// Emits the domain as remarks at the kernel and at its ops.
  void emitRemarks(KernelOp kernel) const;

private:
  SmallVector<int64_t> extents;
  SmallVector<RaggedDims> ragged;
  /// The dimensions of a tensor, and where those of each of its own begin.
  struct ValueDims {
    SmallVector<unsigned> dims;
    SmallVector<unsigned> begins;
  };
  DenseMap<Value, ValueDims> dimsOfValue;
  DenseMap<Operation *, KernelOpDomain> domainOfOp;
};

/// Whether a generic is of the form the emitter can reduce: each result that
/// does not depend on all loops is `combine(init, f(inputs))` with a combiner
/// of this list.
/// But for the sum of floats, the order of the elements does not matter.
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

/// The combiner of result `i` of `generic`, or nothing: the value that is
/// yielded is one of arith.addf, maximumf, minimumf, addi, maxsi, minsi, maxui,
/// minui, andi, ori of the accumulator and a value that does not depend on it.
struct Combiner {
  CombinerKind kind;
  /// What is combined into the accumulator, a value of the generic's body.
  Value element;
  Operation *op;
};
std::optional<Combiner> matchCombiner(linalg::LinalgOp op, unsigned i);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_KERNELDOMAIN_H
