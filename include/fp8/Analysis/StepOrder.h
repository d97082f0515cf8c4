//===- StepOrder.h - dependences between the ops of a step ------*- C++ -*-===//
//
// Planned form is a list of ops. The dependences define which op must observe
// the writes of another, and which must not overwrite a value before it is
// read.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_ANALYSIS_STEPORDER_H
#define FP8_ANALYSIS_STEPORDER_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace mlir::fp8 {

/// An op that a later op must follow: both access a common byte, and at least
/// one writes it.
struct Predecessor {
  /// Its position in the list.
  unsigned position;
  /// An operand of the later op that overlaps the byte.
  unsigned operand;
  /// True if an input of the later op was written by this one.
  bool isRead = false;
};

/// The launches, GEMMs and exchanges of a function of Planned form.
class StepOrder {
public:
  /// Computes the dependences. Reports buffers whose range is unknown.
  static FailureOr<StepOrder> compute(func::FuncOp function);

  ArrayRef<Operation *> getOps() const { return ops; }

  /// Returns the earlier ops that conflict with op `i`. All ops that only read
  /// a byte since its last write are listed. Transitive predecessors may be
  /// missing.
  ArrayRef<Predecessor> getPredecessors(unsigned i) const {
    return predecessors[i];
  }

private:
  SmallVector<Operation *> ops;
  SmallVector<SmallVector<Predecessor, 2>> predecessors;
};

/// Records the ops known to be complete when ops of some streams run: per
/// stream, one more than the position of the last complete op.
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

/// The stream and events of a launch, GEMM or exchange.
StreamOrderAttr getStreamOrder(Operation *op);
void setStreamOrder(Operation *op, StreamOrderAttr order);

/// Reports events that are recorded twice or waited for before they are
/// recorded, conflicting ops that neither a stream nor an event orders, and
/// exchanges on several streams.
LogicalResult verifyStreams(func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STEPORDER_H
