//===- Exchange.h - exchanges between ranks ---------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_EXCHANGE_H
#define FP8_ANALYSIS_EXCHANGE_H

#include "fp8/IR/FP8.h"

namespace mlir::fp8 {

/// Returns true if `op` only exchanges data between ranks and computes nothing.
inline bool isExchange(Operation *op) {
  return isa<AllGatherOp, AllToAllOp>(op);
}

/// The rows of a tensor that the ranks of a group exchange.
struct ExchangedTensor {
  /// Bytes of the rows of one rank, and of all rows without padding.
  int64_t pieceBytes, totalBytes;
};

/// An exchange of tensors among the ranks of a group.
struct Exchange {
  /// Returns the description of an fp8.all_gather or an fp8.all_to_all.
  static Exchange of(Operation *op);

  /// Returns the number of bytes that member number `member` of a group sends
  /// to the other members.
  int64_t getSentBytes(int64_t member) const;

  bool isGather;
  /// Indices of the mesh axes along which the ranks of a group differ.
  SmallVector<unsigned> axes;
  int64_t groupSize;
  SmallVector<ExchangedTensor> tensors;
};

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_EXCHANGE_H
