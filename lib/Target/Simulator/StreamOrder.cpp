//===- StreamOrder.cpp - launch orders that streams and events allow ------===//

#include "fp8/Execution/StepPlan.h"

#include <deque>
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::fp8;

FailureOr<SmallVector<unsigned>> StepPlan::drawOrder(uint64_t seed) const {
  std::map<int64_t, std::deque<unsigned>> streams;
  for (auto [i, step] : llvm::enumerate(steps))
    streams[step.order.getStream()].push_back(i);
  std::set<int64_t> recorded;
  std::mt19937_64 random(seed);
  SmallVector<unsigned> order;
  while (order.size() < steps.size()) {
    SmallVector<std::deque<unsigned> *> ready;
    for (auto &[number, stream] : streams)
      if (!stream.empty() &&
          llvm::all_of(steps[stream.front()].order.getWaits(),
                       [&](int64_t wait) { return recorded.count(wait) != 0; }))
        ready.push_back(&stream);
    if (ready.empty())
      return mlir::emitError(
          steps.back().loc,
          "expected an earlier op to record each awaited event");
    std::deque<unsigned> &stream = *ready[random() % ready.size()];
    order.push_back(stream.front());
    stream.pop_front();
    if (std::optional<int64_t> event = steps[order.back()].order.getEvent())
      recorded.insert(*event);
  }
  return order;
}
