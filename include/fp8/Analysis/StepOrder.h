//===- StepOrder.h - dependences between the ops of a step ------*- C++ -*-===//
//
// Planned form is a list of ops. The dependences say which ops must run before
// an op: the ops whose writes it reads, and the ops that must access a value
// before it overwrites the value.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_ANALYSIS_STEPORDER_H
#define FP8_ANALYSIS_STEPORDER_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace mlir::fp8 {

/// An earlier op that an op must follow, because both access a common byte and
/// at least one of them writes it.
struct Predecessor {
  /// The position of the earlier op in the list.
  unsigned position;
  /// The index of an operand of the later op that contains the byte.
  unsigned operand;
  /// True if the earlier op writes an input of the later op.
  bool isRead = false;
};

/// The launches, GEMMs and exchanges of a function in Planned form, and their
/// dependences.
class StepOrder {
public:
  /// Computes the dependences. Emits an error for a buffer whose range is
  /// unknown.
  static FailureOr<StepOrder> compute(func::FuncOp function);

  ArrayRef<Operation *> getOps() const { return ops; }

  /// Returns the earlier ops that conflict with op `i`. The list includes all
  /// readers of a byte since its last write if op `i` writes the byte. It may
  /// omit ops that are predecessors of listed ops.
  ArrayRef<Predecessor> getPredecessors(unsigned i) const {
    return predecessors[i];
  }

private:
  SmallVector<Operation *> ops;
  SmallVector<SmallVector<Predecessor, 2>> predecessors;
};

/// Records which ops are known to be complete: per stream, one more than the
/// position of the last complete op.
class StreamClock {
public:
  /// Returns true if op `position` of `stream` is complete.
  bool hasSeen(int64_t stream, unsigned position) const {
    auto it = done.find(stream);
    return it != done.end() && it->second > position;
  }
  void see(int64_t stream, unsigned position) {
    unsigned &count = done[stream];
    count = std::max(count, position + 1);
  }
  void merge(const StreamClock &other) {
    for (auto [stream, count] : other.done)
      see(stream, count - 1);
  }

private:
  std::map<int64_t, unsigned> done;
};

/// Returns the stream and the events of a launch, GEMM, attention or exchange.
StreamOrderAttr getStreamOrder(Operation *op);
void setStreamOrder(Operation *op, StreamOrderAttr order);

/// Checks the streams and events of a function. Emits an error if
/// - an event is recorded twice, or waited for before it is recorded,
/// - neither a stream nor an event orders two conflicting ops, or
/// - exchanges run on several streams.
LogicalResult verifyStreams(func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STEPORDER_H
