//===- RankSizes.h - sizes that depend on the number of ranks ---*- C++ -*-===//
#ifndef FP8_ANALYSIS_RANKSIZES_H
#define FP8_ANALYSIS_RANKSIZES_H

#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/StepOrder.h"

namespace mlir::fp8 {

/// The dependence of the size of a buffer on the number N of ranks of a group.
struct RankSize {
  enum Kind {
    /// It does not depend on N.
    Fixed,
    /// The rows of one rank.
    Rows,
    /// N times the rows of one rank.
    PaddedRows,
    /// N pieces of a fixed size.
    Pieces,
  };
  Kind kind = Fixed;
  /// Indices of the axes of the mesh along which the ranks of a group differ.
  SmallVector<unsigned> axes;
  /// The number of all rows, and the number of rows per unit, which stays on
  /// one rank. 0 if unknown.
  int64_t rows = 0, unit = 0;

  bool operator==(const RankSize &other) const {
    return kind == other.kind && axes == other.axes && rows == other.rows &&
           unit == other.unit;
  }
};

/// One tensor that an exchange sends, and its destination.
struct ExchangeOperand {
  enum Origin {
    /// Rows of a tensor with the rows of a state.
    State,
    /// Partial results of the blocks of a sum.
    BlockSums,
    /// Equal parts of a vector, of which each rank reduces one.
    Parts,
    /// A tensor that every rank sends to all others.
    Piece,
    /// Rows of another tensor.
    Other,
  };
  Value input, init;
  Origin origin = Other;
  /// The size of the smaller one of input and init: the rows of one rank, or a
  /// piece that every rank sends to all others.
  RankSize size;
  ExchangedTensor bytes;
};

/// The sizes of the buffers of a function of Planned form.
class RankSizes {
public:
  explicit RankSizes(const StepOrder &order, func::FuncOp function);

  /// Returns the size of the buffer that contains `value`: an argument, a view
  /// of the arena or a constant.
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
  /// Returns true if `buffer` holds rows of a state, or if the launch that
  /// writes it accesses such rows.
  bool isOfState(Value buffer, int64_t rows) const;
  std::optional<RankSize> findState(ArrayRef<unsigned> axes,
                                    ArrayRef<int64_t> whole,
                                    ArrayRef<int64_t> part) const;

  struct Cut {
    RankSize size;
    /// The shape of the rows of a rank.
    SmallVector<int64_t> shape;
  };
  MeshAttr mesh;
  SmallVector<LaunchOp> launches;
  /// States whose rows are divided among the ranks.
  SmallVector<Cut> cuts;
  llvm::DenseMap<Value, RankSize> sizes;
};

/// Returns the argument, the view of the arena or the constant that contains
/// `buffer`.
Value getWholeBuffer(Value buffer);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_RANKSIZES_H
