//===- StateIntegers.cpp - state pairs of integers ------------------------===//

#include "StateKinds.h"
#include "StateMatcher.h"

#include "fp8/Analysis/Elementwise.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if the argument counts steps, or if it is an unpaired integer,
/// such as a step number that the host passes.
bool StateMatcher::isStepNumber(unsigned arg) {
  const auto *pair = llvm::find_if(
      pairs, [&](const StatePair &pair) { return pair.arg == arg; });
  if (pair != pairs.end())
    return isCounter(func, *pair);
  Type type = func.getArgument(arg).getType();
  return hasIntegers(type) && hasOneElement(type);
}

/// Returns true if `result` depends on `arg` and otherwise only on step
/// numbers.
bool StateMatcher::isComputedFromAlone(unsigned result, unsigned arg) {
  llvm::DenseSet<Operation *> slice;
  addBackwardSlice(terminator->getOperand(result), func.front(), slice);
  auto isRead = [&](BlockArgument value) {
    return isReadBy(value, func.front(), slice);
  };
  return llvm::all_of(func.getArguments(), [&](BlockArgument value) {
    unsigned i = value.getArgNumber();
    return i == arg ? isRead(value) : !isRead(value) || isStepNumber(i);
  });
}

/// Maximum number of elements of a random key. A larger integer tensor is data;
/// a copy or a mask of data is not its new value.
static constexpr int64_t kMaxKeyElements = 16;

bool mlir::fp8::mayBeKey(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return hasIntegers(type) &&
         (!shaped || (shaped.hasStaticShape() &&
                      shaped.getNumElements() <= kMaxKeyElements));
}

/// Pairs integers, such as random keys. A random number generator computes its
/// next key from only the key, but not elementwise. So a free argument pairs
/// with a free result of the same type if they are the only ones of this type.
void StateMatcher::takeIntegers(const Loss &loss) {
  llvm::MapVector<Type, SmallVector<unsigned>> results;
  for (auto [i, value] : llvm::enumerate(terminator->getOperands()))
    if (mayBeKey(value.getType()) && !takenResults.contains(i) &&
        !loss.isLoss(i) && !isa<BlockArgument>(value))
      results[value.getType()].push_back(i);
  for (const auto &[type, numbers] : results) {
    SmallVector<unsigned> args;
    for (auto [i, argType] : llvm::enumerate(func.getArgumentTypes()))
      if (argType == type && !takenArgs.contains(i))
        args.push_back(i);
    if (numbers.size() == 1 && args.size() == 1 &&
        isComputedFromAlone(numbers.front(), args.front()))
      take(args.front(), numbers.front(), PairingRule::OnlyCandidate);
  }
}
