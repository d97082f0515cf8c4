//===- StepOrder.h - which ops of a step follow which -----------*- C++ -*-===//
//
// Planned form is a list. What its order means is which op has to see what
// another has written, and which may not overwrite what another still reads.
//
//===----------------------------------------------------------------------===//
#ifndef FP8_ANALYSIS_STEPORDER_H
#define FP8_ANALYSIS_STEPORDER_H

#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace mlir::fp8 {

/// An op that an op must follow, because both touch some byte and at least one
/// writes it.
struct Predecessor {
  /// Its position in the list.
  unsigned position;
  /// An operand of the later op that lies on that byte.
  unsigned operand;
  /// Whether the later op has as an input what this one wrote.
  bool isRead = false;
};

/// The launches and products of a function of Planned form.
class StepOrder {
public:
  /// Reports buffers whose place is not known.
  static FailureOr<StepOrder> compute(func::FuncOp function);

  ArrayRef<Operation *> getOps() const { return ops; }

  /// Ops before op `i` that it conflicts with. Of ops that only read a byte
  /// since it was written all are there; what those follow in turn may be
  /// missing.
  ArrayRef<Predecessor> getPredecessors(unsigned i) const {
    return predecessors[i];
  }

private:
  SmallVector<Operation *> ops;
  SmallVector<SmallVector<Predecessor, 2>> predecessors;
};

/// What is known to be done when ops of some streams run: per stream, how many
/// ops of the list, the last of them counted.
class StreamClock {
public:
  /// Whether op `position` of `stream` is done.
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

/// Stream and events of a launch or a product.
StreamOrderAttr getStreamOrder(Operation *op);
void setStreamOrder(Operation *op, StreamOrderAttr order);

/// Reports events that are recorded twice or waited for before they are
/// recorded, and conflicting ops that no stream and no event orders.
LogicalResult verifyStreams(func::FuncOp function);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_STEPORDER_H
