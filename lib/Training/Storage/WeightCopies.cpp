//===- WeightCopies.cpp - states that are copies of a weight --------------===//
//
// Distinguishes moments from copies of a weight. A moment is multiplied by a
// learning rate and added to the old weight. A copy replaces part of the old
// weight, or is an average of its old value and weights. An average of weights,
// whose factors add up to 1, counts as a weight, too.
//
//===----------------------------------------------------------------------===//

#include "WeightCopies.h"

#include "LinearFactors.h"
#include "llvm/ADT/BitVector.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;

/// Smallest factor that counts as a share of a weight. Smaller factors count as
/// learning rates.
static constexpr double kMinShare = 1.0 / 16;
/// A state that decays by at most this factor per step counts as a weight,
/// because it changes as slowly. Weights decay by the product of learning rate
/// and weight decay. Averages of gradients decay faster.
static constexpr double kMaxWeightDecay = 0x1p-11;

namespace {
/// Finds the copies of a parameter among the states of one update.
class CopyFinder {
public:
  CopyFinder(UpdateOp update, unsigned parameter)
      : factors(update), parameter(parameter), numStates(update.getNumStates()),
        isWeight(numStates, false), isCopy(numStates, false) {}

  llvm::BitVector run();

private:
  /// Returns the factor of the old value of `from` in the new value of `state`.
  double get(unsigned state, unsigned from) {
    return factors.get(state, from).value_or(0.0);
  }
  bool replacesWeight(unsigned state);
  bool averagesWeights(unsigned state);

  LinearFactors factors;
  unsigned parameter, numStates;
  /// The states that are weights, and the copies among them.
  llvm::BitVector isWeight, isCopy;
};
} // namespace

/// Returns true if the new weight has the form `a * state + b * weight + ...`,
/// where `a` is not small and `b` is clearly below 1. For a velocity, `b` is 1.
bool CopyFinder::replacesWeight(unsigned state) {
  return get(parameter, state) >= kMinShare &&
         get(parameter, parameter) <= 1 - kMinShare;
}

/// Matches `a * state + b * weight + ...` with factors that add up to 1.
/// Requires at least half of the decay of the state to come from weights,
/// because a weight decay that is part of a gradient adds only a small term.
bool CopyFinder::averagesWeights(unsigned state) {
  double own = get(state, state), others = 0;
  for (unsigned i : isWeight.set_bits())
    if (i != state)
      others += get(state, i);
  return others > 0 && 2 * others >= 1 - own &&
         std::abs(own + others - 1) <= kMinShare;
}

llvm::BitVector CopyFinder::run() {
  isWeight.set(parameter);
  for (unsigned i = 0; i < numStates; ++i)
    if (std::abs(get(i, i) - 1) <= kMaxWeightDecay)
      isWeight.set(i);
  // Iterate, because a copy may be computed from another copy.
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
