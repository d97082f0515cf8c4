//===- WeightCopies.cpp - states that are copies of a weight --------------===//
//
// A moment enters the weight beside the old weight, by a rate. A copy enters
// instead of it, or takes the place of its own past from the weights: a
// combination of weights whose factors add up to 1 is a weight.
//
//===----------------------------------------------------------------------===//

#include "WeightCopies.h"

#include "LinearFactors.h"
#include "llvm/ADT/BitVector.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

/// A smaller factor is a rate; rates of steps are below it.
static constexpr double kShare = 1.0 / 16;
/// A state that forgets less in a step steps as a weight does, which decays by
/// a rate times a decay. Averages of gradients forget more.
static constexpr double kLasting = 0x1p-11;

namespace {
/// Finds the copies of a parameter among the states of one update.
class CopyFinder {
public:
  CopyFinder(UpdateOp update, unsigned parameter)
      : factors(update), parameter(parameter), numStates(update.getNumStates()),
        isWeight(numStates, false), isCopy(numStates, false) {}

  llvm::BitVector run();

private:
  /// What the new value of `state` has of the old one of `from`.
  double get(unsigned state, unsigned from) {
    return factors.get(state, from).value_or(0.0);
  }
  bool replacesWeight(unsigned state);
  bool averagesWeights(unsigned state);

  LinearFactors factors;
  unsigned parameter, numStates;
  /// What weights are combined from, and what of it is a copy.
  llvm::BitVector isWeight, isCopy;
};
} // namespace

/// The new weight has a share of the state, where it lacks as much of the old
/// weight. A velocity is added to all of the old weight.
bool CopyFinder::replacesWeight(unsigned state) {
  return get(parameter, state) >= kShare &&
         get(parameter, parameter) <= 1 - kShare;
}

/// `a * state + b * weight + ...` where a and the others add up to 1. A decay
/// of the weight that is in a gradient is far less than what the moment
/// forgets.
bool CopyFinder::averagesWeights(unsigned state) {
  double own = get(state, state), others = 0;
  for (unsigned i : isWeight.set_bits())
    if (i != state)
      others += get(state, i);
  return others > 0 && 2 * others >= 1 - own &&
         std::abs(own + others - 1) <= kShare;
}

llvm::BitVector CopyFinder::run() {
  isWeight.set(parameter);
  for (unsigned i = 0; i < numStates; ++i)
    if (std::abs(get(i, i) - 1) <= kLasting)
      isWeight.set(i);
  // A copy may be what another one is taken from.
  bool changes = true;
  while (changes) {
    changes = false;
    for (unsigned i = 0; i < numStates; ++i)
      if (i != parameter && !isCopy[i] &&
          (replacesWeight(i) || averagesWeights(i))) {
        isCopy.set(i);
        isWeight.set(i);
        changes = true;
      }
  }
  return isCopy;
}

bool mlir::fp8::isWeightCopy(UpdateOp update, unsigned parameter,
                             unsigned state) {
  return CopyFinder(update, parameter).run()[state];
}
