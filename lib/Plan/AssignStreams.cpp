//===- AssignStreams.cpp - --fp8-assign-streams ---------------------------===//

#include "fp8/Analysis/BufferRange.h"
#include "fp8/Analysis/Exchange.h"
#include "fp8/Analysis/StepOps.h"
#include "fp8/Analysis/StepOrder.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/Plan/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_ASSIGNSTREAMSPASS
#include "fp8/Plan/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The stream of an op. Positions are indices in the list of ops.
struct Placement {
  unsigned stream = 0;
  SmallVector<unsigned> waits; // positions of the ops to wait for
  bool isWaitedFor = false;
  StreamClock clock; // at the end of the op
};

class StreamScheduler {
public:
  /// Exchanges use an additional stream with the number `numStreams`.
  StreamScheduler(const StepOrder &steps, unsigned numStreams)
      : steps(steps), updates(findUpdates(steps)),
        isApart(hasUpdates(steps, updates) && numStreams > 1),
        numStreams(numStreams), tails(numStreams + 1),
        placements(steps.getOps().size()) {}

  void run();

private:
  static llvm::BitVector findUpdates(const StepOrder &steps);
  static bool hasUpdates(const StepOrder &steps,
                         const llvm::BitVector &updates);
  /// Returns true if other ops may continue the stream of op `i`.
  bool isContinued(unsigned i) const {
    return !(isApart && updates[i]) && !isExchange(steps.getOps()[i]);
  }
  unsigned chooseStream(unsigned i) const;
  void place(unsigned i);
  void setAttributes() const;

  const StepOrder &steps;
  /// Ops whose results the rest of the step does not read: computations of new
  /// states, and exchanges.
  llvm::BitVector updates;
  /// True if updates have a stream of their own.
  bool isApart;
  unsigned numStreams;
  /// The last op of each stream, if any.
  SmallVector<std::optional<unsigned>> tails;
  SmallVector<Placement> placements;
};
} // namespace

/// Returns true if `op` writes a state in place.
static bool writesState(Operation *op) {
  auto effectOp = cast<MemoryEffectOpInterface>(op);
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectOp.getEffects(effects);
  return llvm::any_of(effects, [&](const auto &effect) {
    OpOperand *operand = effect.template getEffectValue<OpOperand *>();
    return operand && isa<MemoryEffects::Write>(effect.getEffect()) &&
           isUpdatedInPlace(operand->get());
  });
}

llvm::BitVector StreamScheduler::findUpdates(const StepOrder &steps) {
  llvm::BitVector updates(steps.getOps().size());
  for (auto [i, op] : llvm::enumerate(steps.getOps()))
    updates[i] = writesState(op) || isExchange(op);
  // Iterates backwards, so that readers are known before their operands.
  for (unsigned i = updates.size(); i-- > 0;)
    for (const Predecessor &predecessor : steps.getPredecessors(i))
      if (predecessor.isRead && !updates[i])
        updates.reset(predecessor.position);
  return updates;
}

bool StreamScheduler::hasUpdates(const StepOrder &steps,
                                 const llvm::BitVector &updates) {
  return llvm::any_of(updates.set_bits(), [&](unsigned i) {
    return !isExchange(steps.getOps()[i]);
  });
}

/// Chooses the stream of op `i`. All exchanges are on one stream, in list
/// order: ranks that started them in different orders would wait for each other
/// forever. The last of the other streams is reserved for updates, because any
/// op after an update would wait for its memory traffic. Any other op continues
/// the stream whose last op is its latest predecessor. If there is no such
/// stream, the op takes the stream whose last op is the oldest.
unsigned StreamScheduler::chooseStream(unsigned i) const {
  if (isExchange(steps.getOps()[i]))
    return numStreams;
  if (isApart && updates[i])
    return numStreams - 1;
  std::optional<unsigned> latest;
  for (const Predecessor &predecessor : steps.getPredecessors(i))
    if (isContinued(predecessor.position) &&
        tails[placements[predecessor.position].stream] == predecessor.position)
      latest = std::max(latest.value_or(0), predecessor.position);
  if (latest)
    return placements[*latest].stream;
  // An empty stream counts as older than any other.
  auto others = ArrayRef(tails).take_front(numStreams - isApart);
  return llvm::min_element(others) - others.begin();
}

void StreamScheduler::place(unsigned i) {
  Placement &placement = placements[i];
  placement.stream = chooseStream(i);
  std::optional<unsigned> &tail = tails[placement.stream];
  if (tail)
    placement.clock = placements[*tail].clock;
  // An op that waits for its latest predecessor need not wait for any op that
  // this predecessor has waited for.
  SmallVector<unsigned> positions = llvm::map_to_vector(
      steps.getPredecessors(i),
      [](const Predecessor &predecessor) { return predecessor.position; });
  llvm::sort(positions, std::greater<>());
  for (unsigned position : positions) {
    Placement &earlier = placements[position];
    if (placement.clock.hasSeen(earlier.stream, position))
      continue;
    placement.waits.push_back(position);
    placement.clock.merge(earlier.clock);
    earlier.isWaitedFor = true;
  }
  placement.clock.see(placement.stream, i);
  tail = i;
}

void StreamScheduler::setAttributes() const {
  SmallVector<int64_t> events(placements.size());
  int64_t numEvents = 0;
  for (auto [i, op] : llvm::enumerate(steps.getOps())) {
    const Placement &placement = placements[i];
    SmallVector<int64_t> waits = llvm::map_to_vector(
        placement.waits, [&](unsigned position) { return events[position]; });
    llvm::sort(waits);
    std::optional<int64_t> event;
    if (placement.isWaitedFor)
      event = events[i] = numEvents++;
    if (placement.stream != 0 || !waits.empty() || event)
      setStreamOrder(op, StreamOrderAttr::get(op->getContext(),
                                              placement.stream, waits, event));
  }
}

void StreamScheduler::run() {
  for (unsigned i = 0; i < placements.size(); ++i)
    place(i);
  setAttributes();
}

/// More streams than any device runs concurrently.
static constexpr unsigned kMaxStreams = 1024;
/// Number of streams for steps of short ops.
static constexpr unsigned kStreamsOfShortOps = 3;
/// Threshold of the mean number of bytes per op, above which an op occupies a
/// whole GPU. An H200 moves them in 8 microseconds.
static constexpr int64_t kBytesOfLongOps = 32 << 20;

/// Chooses one stream if the ops of a step move so many bytes that they would
/// only delay each other, else several.
static unsigned chooseNumStreams(const StepOrder &steps) {
  int64_t bytes = 0, numOps = 0;
  for (Operation *op : steps.getOps()) {
    if (!isa<LaunchOp, GemmOp>(op))
      continue;
    KernelTraffic traffic = getTrafficOf(op);
    bytes += traffic.read + traffic.written;
    ++numOps;
  }
  return bytes > kBytesOfLongOps * numOps ? 1 : kStreamsOfShortOps;
}

namespace {
struct AssignStreams : fp8::impl::AssignStreamsPassBase<AssignStreams> {
  using AssignStreamsPassBase::AssignStreamsPassBase;

  void runOnOperation() override {
    if (streams > kMaxStreams) {
      emitError(getOperation().getLoc(), "unsupported streams=")
          << unsigned(streams) << "; supported are up to " << kMaxStreams;
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!isStepFunction(function))
        continue;
      // With one stream and no exchanges, all ops run in order.
      if (streams == 1 && llvm::none_of(function.front(), [](Operation &op) {
            return isExchange(&op);
          }))
        continue;
      FailureOr<StepOrder> steps = StepOrder::compute(function);
      if (failed(steps))
        return signalPassFailure();
      for (Operation *op : steps->getOps())
        if (isa<KernelOp>(op)) {
          InFlightDiagnostic diag =
              op->emitError("expected launches and GEMMs, but got ")
              << op->getName();
          diag.attachNote() << "kernels must be emitted before "
                               "--fp8-assign-streams";
          return signalPassFailure();
        }
      StreamScheduler(*steps, streams == 0 ? chooseNumStreams(*steps) : streams)
          .run();
    }
  }
};
} // namespace
