//===- RankSizes.h - sizes that depend on the number of ranks ---*- C++ -*-===//
#ifndef FP8_ANALYSIS_RANKSIZES_H
#define FP8_ANALYSIS_RANKSIZES_H

#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/StepOrder.h"

namespace mlir::fp8 {

/// How the size of a buffer depends on N, the number of ranks in a group.
struct RankSize {
  enum Kind {
    /// The size does not depend on N.
    Fixed,
    /// The rows of one rank.
    Rows,
    /// N times the rows of one rank, which may include padding.
    PaddedRows,
    /// N pieces of a fixed size.
    Pieces,
  };
  Kind kind = Fixed;
  /// Indices of the mesh axes along which the ranks of a group differ.
  SmallVector<unsigned> axes;
  /// The total number of rows, and the number of rows per unit. A unit stays on
  /// one rank. 0 if unknown.
  int64_t rows = 0, unit = 0;

  bool operator==(const RankSize &other) const {
    return kind == other.kind && axes == other.axes && rows == other.rows &&
           unit == other.unit;
  }
};

/// One tensor that an exchange sends, with its destination.
struct ExchangeOperand {
  enum Origin {
    /// Rows of a tensor that is divided like a state.
    State,
    /// Partial sums of the blocks of a sum.
    BlockSums,
    /// Equal parts of a vector; each rank reduces one part.
    Parts,
    /// A whole tensor that every rank sends to all other ranks.
    Piece,
    /// Rows of any other tensor.
    Other,
  };
  Value input, init;
  Origin origin = Other;
  /// Size of the smaller one of input and init, which has the rows of one rank
  /// or one piece.
  RankSize size;
  ExchangedTensor bytes;
};

/// Determines how the sizes of the buffers of a function in Planned form depend
/// on the number of ranks.
class RankSizes {
public:
  explicit RankSizes(const StepOrder &order, func::FuncOp function);

  /// Returns the size of the buffer that contains `value`. A buffer is an
  /// argument, a view of the arena, or a constant.
  RankSize get(Value value) const;

  /// Returns the operands of an exchange.
  SmallVector<ExchangeOperand> getOperands(Operation *exchange) const;

private:
  void addStates(func::FuncOp function);
  void addExchange(Operation *exchange);
  void addLaunch(LaunchOp launch);
  std::pair<ExchangeOperand::Origin, RankSize>
  findCut(ArrayRef<unsigned> axes, ArrayRef<int64_t> whole,
          ArrayRef<int64_t> part) const;
  /// Returns true if `buffer` contains rows of a state, or if a launch that
  /// writes `buffer` accesses such rows. The state must have `rows` rows in
  /// total.
  bool isOfState(Value buffer, int64_t rows) const;
  std::optional<RankSize> findState(ArrayRef<unsigned> axes,
                                    ArrayRef<int64_t> whole,
                                    ArrayRef<int64_t> part) const;

  struct Cut {
    RankSize size;
    /// The shape of the rows that one rank holds.
    SmallVector<int64_t> shape;
  };
  MeshAttr mesh;
  SmallVector<LaunchOp> launches;
  /// The states whose rows are divided among the ranks.
  SmallVector<Cut> cuts;
  llvm::DenseMap<Value, RankSize> sizes;
};

/// Returns the buffer that contains `buffer`: an argument, a view of the arena,
/// or a constant.
Value getWholeBuffer(Value buffer);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_RANKSIZES_H
