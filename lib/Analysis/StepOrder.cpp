//===- StepOrder.cpp - dependences between the ops of a step --------------===//

#include "fp8/Analysis/StepOrder.h"
#include "fp8/Analysis/BufferRange.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/LibraryCall.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::fp8;

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

namespace {
/// The last accesses to each byte of one root buffer.
class AccessHistory {
public:
  using Visitor = llvm::function_ref<void(unsigned)>;

  /// Records a read of [begin, end). Calls `follow` with the ops that last
  /// wrote these bytes, after which the read must happen.
  void read(unsigned position, int64_t begin, int64_t end, Visitor follow) {
    for (auto it = split(begin, end); it != ranges.end() && it->first < end;
         ++it) {
      Access &access = it->second;
      if (access.writer)
        follow(*access.writer);
      if (access.readers.empty() || access.readers.back() != position)
        access.readers.push_back(position);
    }
  }

  void write(unsigned position, int64_t begin, int64_t end, Visitor follow) {
    auto first = split(begin, end), it = first;
    for (; it != ranges.end() && it->first < end; ++it) {
      if (it->second.writer)
        follow(*it->second.writer);
      llvm::for_each(it->second.readers, follow);
    }
    // Merge the ranges into one, so that the history stays short.
    ranges.erase(first, it);
    ranges[begin] = Access{end, position, {}};
  }

private:
  struct Access {
    int64_t end;
    std::optional<unsigned> writer;
    SmallVector<unsigned, 2> readers;
  };
  using Ranges = std::map<int64_t, Access>;

  /// Splits ranges at `begin` and `end`, and adds ranges for bytes between them
  /// that have none. Returns the range that begins at `begin`.
  Ranges::iterator split(int64_t begin, int64_t end) {
    cutAt(begin);
    cutAt(end);
    int64_t position = begin;
    for (auto it = ranges.lower_bound(begin); position < end; ++it) {
      if (it == ranges.end() || it->first != position) {
        int64_t next = it == ranges.end() ? end : std::min(it->first, end);
        it = ranges.emplace_hint(it, position, Access{next, std::nullopt, {}});
      }
      position = it->second.end;
    }
    return ranges.lower_bound(begin);
  }

  void cutAt(int64_t position) {
    auto it = ranges.lower_bound(position);
    if (it == ranges.begin())
      return;
    --it;
    if (it->second.end <= position)
      return;
    ranges.emplace(position, it->second);
    it->second.end = position;
  }

  /// Disjoint ranges, keyed by their first byte.
  Ranges ranges;
};
} // namespace

/// Returns true if the op only reads `operand`. Destinations and scratch memory
/// count as read and written, because some kernels also read them.
static bool isOnlyRead(Operation &op, OpOperand &operand) {
  if (auto launch = dyn_cast<LaunchOp>(op))
    return llvm::is_contained(launch.getInputs(), operand.get());
  if (auto gemm = dyn_cast<GemmOp>(op))
    return operand.get() != gemm.getInit();
  if (isExchange(&op) || isAttention(&op))
    return cast<DestinationStyleOpInterface>(op).isDpsInput(&operand);
  return true;
}

FailureOr<StepOrder> StepOrder::compute(func::FuncOp function) {
  StepOrder order;
  DenseMap<Value, AccessHistory> histories;
  for (Operation &op : function.front()) {
    auto effectOp = dyn_cast<MemoryEffectOpInterface>(op);
    bool isStep =
        isa<KernelOp, LaunchOp>(op) || isLibraryCall(&op) || isExchange(&op);
    if (!isStep || !effectOp)
      continue;
    unsigned position = order.ops.size();
    SmallVector<Predecessor, 2> found;
    llvm::SmallDenseMap<unsigned, unsigned> known;
    SmallVector<MemoryEffects::EffectInstance> effects;
    effectOp.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      OpOperand *operand = effect.getEffectValue<OpOperand *>();
      if (!operand)
        continue;
      FailureOr<BufferRange> range = getBufferRange(operand->get());
      if (failed(range))
        return failure();
      if (range->bytes == 0)
        continue;
      bool isWrite = isa<MemoryEffects::Write>(effect.getEffect());
      bool isInput = !isWrite && isOnlyRead(op, *operand);
      auto follow = [&](unsigned earlier) {
        if (earlier == position)
          return;
        auto [it, isNew] = known.try_emplace(earlier, found.size());
        if (isNew)
          found.push_back({earlier, operand->getOperandNumber()});
        found[it->second].isRead |= isInput;
      };
      AccessHistory &history = histories[range->root];
      if (isWrite)
        history.write(position, range->offset, range->end(), follow);
      else
        history.read(position, range->offset, range->end(), follow);
    }
    order.ops.push_back(&op);
    order.predecessors.push_back(std::move(found));
  }
  return std::move(order);
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/// The attribute that stores the stream order of an attention. It is a
/// discardable attribute, because attention ops do not define it.
static constexpr StringLiteral kOrderName = "order";

StreamOrderAttr fp8::getStreamOrder(Operation *op) {
  auto order =
      llvm::TypeSwitch<Operation *, StreamOrderAttr>(op)
          .Case<LaunchOp, GemmOp, AllGatherOp, AllToAllOp>(
              [](auto op) { return op.getOrderAttr(); })
          .Case<AttentionOp, AttentionBackwardOp>([](auto op) {
            return op->template getAttrOfType<StreamOrderAttr>(kOrderName);
          })
          .Default(StreamOrderAttr());
  if (order)
    return order;
  return StreamOrderAttr::get(op->getContext(), 0, {}, std::nullopt);
}

void fp8::setStreamOrder(Operation *op, StreamOrderAttr order) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<LaunchOp, GemmOp, AllGatherOp, AllToAllOp>(
          [&](auto op) { op.setOrderAttr(order); })
      .Case<AttentionOp, AttentionBackwardOp>(
          [&](auto op) { op->setAttr(kOrderName, order); });
}

/// Emits an error if exchanges are on several streams. On one stream, every
/// rank starts them in program order.
static LogicalResult verifyExchangeStream(const StepOrder &steps) {
  Operation *first = nullptr;
  for (Operation *op : steps.getOps()) {
    if (!isExchange(op))
      continue;
    if (!first)
      first = op;
    int64_t expected = getStreamOrder(first).getStream();
    int64_t stream = getStreamOrder(op).getStream();
    if (stream == expected)
      continue;
    InFlightDiagnostic diag =
        op->emitError("expected all exchanges on one stream, ")
        << expected << ", but this one is on stream " << stream;
    diag.attachNote(first->getLoc()) << "the first exchange";
    diag.attachNote() << "this is likely due to --fp8-assign-streams";
    return diag;
  }
  return success();
}

namespace {
struct RecordedEvent {
  unsigned position;
  StreamClock clock;
};
} // namespace

LogicalResult fp8::verifyStreams(func::FuncOp function) {
  if (llvm::none_of(function.front(), [](Operation &op) {
        return (isa<LaunchOp>(op) || isLibraryCall(&op) || isExchange(&op)) &&
               op.hasAttr(kOrderName);
      }))
    return success();
  FailureOr<StepOrder> steps = StepOrder::compute(function);
  if (failed(steps) || failed(verifyExchangeStream(*steps)))
    return failure();
  // The keys are numbers from the IR, which can have any value. DenseMap
  // reserves some values and cannot store them as keys.
  std::map<int64_t, StreamClock> clocks;
  std::map<int64_t, RecordedEvent> events;
  SmallVector<int64_t> streams;
  for (auto [i, op] : llvm::enumerate(steps->getOps())) {
    StreamOrderAttr order = getStreamOrder(op);
    StreamClock &clock = clocks[order.getStream()];
    for (int64_t wait : order.getWaits()) {
      auto event = events.find(wait);
      if (event == events.end())
        return op->emitError("expected event ")
               << wait << " to be recorded before an op waits for it";
      clock.merge(event->second.clock);
    }
    for (const Predecessor &predecessor : steps->getPredecessors(i)) {
      if (clock.hasSeen(streams[predecessor.position], predecessor.position))
        continue;
      InFlightDiagnostic diag =
          op->emitError("expected a stream or an event to order this op after "
                        "another op that accesses operand ")
          << predecessor.operand;
      diag.attachNote(steps->getOps()[predecessor.position]->getLoc())
          << "the other op";
      diag.attachNote() << "this is likely due to --fp8-assign-streams";
      return diag;
    }
    clock.see(order.getStream(), i);
    streams.push_back(order.getStream());
    if (!order.getEvent())
      continue;
    auto [event, isNew] = events.try_emplace(*order.getEvent(),
                                             RecordedEvent{unsigned(i), clock});
    if (isNew)
      continue;
    InFlightDiagnostic diag = op->emitError("expected event ")
                              << *order.getEvent() << " to be recorded once";
    diag.attachNote(steps->getOps()[event->second.position]->getLoc())
        << "it is recorded here, too";
    return diag;
  }
  return success();
}
