//===- Communicator.h - Exchanges of bytes between ranks --------*- C++ -*-===//
//
// Ranks run the same program and exchange bytes. A communicator never computes
// with them: sums of gradients are computed by the program, in a fixed order.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_HOST_COMMUNICATOR_H
#define FP8_HOST_COMMUNICATOR_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::fp8 {

/// The exchange that an op performs.
struct ExchangePlace {
  /// The ranks that take part, in ascending order, including this rank.
  ArrayRef<int64_t> group;
  /// The op and its place in the program, for messages. All ranks must be at
  /// the same place.
  StringRef text;
};

/// One rank among several. All ranks perform the same exchanges in the same
/// order. An exchange returns when all ranks have taken part, or with an error:
/// if a rank ended, is at another place, or did not arrive before a deadline.
/// After an error, all later exchanges of all ranks fail.
class Communicator {
public:
  virtual ~Communicator() = default;

  virtual int64_t getRank() const = 0;
  virtual int64_t getNumRanks() const = 0;

  /// Sends `piece` to every rank of the group. Receives their pieces, of equal
  /// size, in the order of the group.
  virtual llvm::Error allGather(const ExchangePlace &place,
                                ArrayRef<char> piece,
                                MutableArrayRef<char> pieces) = 0;

  /// Sends piece i of `sent` to rank i of the group. Receives one piece from
  /// every rank, in the order of the group. All pieces have equal sizes.
  virtual llvm::Error allToAll(const ExchangePlace &place, ArrayRef<char> sent,
                               MutableArrayRef<char> received) = 0;

  /// Lets the exchanges of all ranks fail, because this rank ends for `reason`.
  virtual void abort(const Twine &reason) = 0;
};

} // namespace mlir::fp8

#endif // FP8_HOST_COMMUNICATOR_H
