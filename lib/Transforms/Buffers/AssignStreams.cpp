//===- AssignStreams.cpp - --fp8-assign-streams ---------------------------===//

#include "fp8/Analysis/StepOrder.h"
#include "fp8/Analysis/StepReport.h"
#include "fp8/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_FP8ASSIGNSTREAMS
#include "fp8/Transforms/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// Where an op runs. Positions count ops of the list.
struct Placement {
  unsigned stream = 0;
  SmallVector<unsigned> waits; // positions of the ops that record
  bool isWaitedFor = false;
  StreamClock clock; // when it is done
};

class Scheduler {
public:
  Scheduler(const StepOrder &steps, unsigned numStreams)
      : steps(steps), tails(numStreams), placements(steps.getOps().size()) {}

  void run();

private:
  unsigned chooseStream(unsigned i) const;
  void place(unsigned i);
  void setAttributes() const;

  const StepOrder &steps;
  /// The last op of each stream.
  SmallVector<std::optional<unsigned>> tails;
  SmallVector<Placement> placements;
};
} // namespace

/// Goes on where the latest op that it follows was the last; else begins where
/// the last op is the oldest.
unsigned Scheduler::chooseStream(unsigned i) const {
  std::optional<unsigned> latest;
  for (const Predecessor &predecessor : steps.getPredecessors(i))
    if (tails[placements[predecessor.position].stream] == predecessor.position)
      latest = std::max(latest.value_or(0), predecessor.position);
  if (latest)
    return placements[*latest].stream;
  // An empty stream is older than any.
  return llvm::min_element(tails) - tails.begin();
}

void Scheduler::place(unsigned i) {
  Placement &placement = placements[i];
  placement.stream = chooseStream(i);
  std::optional<unsigned> &tail = tails[placement.stream];
  if (tail)
    placement.clock = placements[*tail].clock;
  // What the latest op has waited for needs no event of its own.
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

void Scheduler::setAttributes() const {
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

void Scheduler::run() {
  for (unsigned i = 0; i < placements.size(); ++i)
    place(i);
  setAttributes();
}

/// More than any device runs side by side.
static constexpr unsigned kMaxStreams = 1024;

namespace {
struct AssignStreams : fp8::impl::FP8AssignStreamsBase<AssignStreams> {
  using FP8AssignStreamsBase::FP8AssignStreamsBase;

  void runOnOperation() override {
    if (streams > kMaxStreams) {
      emitError(getOperation().getLoc(), "unsupported streams=")
          << unsigned(streams) << "; supported are up to " << kMaxStreams;
      return signalPassFailure();
    }
    if (streams == 0) {
      emitError(getOperation().getLoc(),
                "expected streams= to be positive, but got 0");
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!isStepFunction(function))
        continue;
      FailureOr<StepOrder> steps = StepOrder::compute(function);
      if (failed(steps))
        return signalPassFailure();
      for (Operation *op : steps->getOps())
        if (isa<KernelOp>(op)) {
          InFlightDiagnostic diag =
              op->emitError("expected launches and products, but got ")
              << op->getName();
          diag.attachNote() << "emission comes before --fp8-assign-streams";
          return signalPassFailure();
        }
      Scheduler(*steps, streams).run();
    }
  }
};
} // namespace
