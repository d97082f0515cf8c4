//===- GradientCut.cpp - start of an update -------------------------------===//

#include "GradientCut.h"

#include "UpdateSlice.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns true if an earlier update of the same parameter computes `value`.
/// For example, the second update of LAMB reads the new moments. They are
/// reshaped if their shape is not the shape of the earlier update.
static bool isNewState(Value value) {
  return getMovedRoot(value, Move::View).getDefiningOp<UpdateOp>();
}

unsigned GradientCut::Cut::getCost() const {
  return given.size() + llvm::count_if(computed, [](Value value) {
           return !isNewState(value);
         });
}

/// Returns true if an update can read all values of the cut. A mask is read as
/// f32.
bool GradientCut::Cut::isReadable() const {
  auto isReadable = [](Value value) {
    return isUpdateElement(value.getType()) ||
           cast<ShapedType>(value.getType()).getElementType().isInteger(1);
  };
  return llvm::all_of(computed, isReadable) && llvm::all_of(given, isReadable);
}

void GradientCut::add(Value value) {
  if (uniform.contains(value) || dependent.contains(value))
    return;
  bool isGiven = !value.getDefiningOp() || matchPattern(value, m_Constant());
  (isGiven ? cut.given : cut.computed).insert(value);
}

Operation *GradientCut::findLast() const {
  Operation *last = nullptr;
  for (Value value : cut.computed) {
    Operation *op = value.getDefiningOp();
    if (ops.contains(op) && (!last || last->isBeforeInBlock(op)))
      last = op;
  }
  return last;
}

SmallVector<Value> GradientCut::choose(ArrayRef<Value> outputs) {
  for (Operation *op : ops)
    if (dependent.contains(op->getResult(0)))
      llvm::for_each(matchElementwise(op)->aligned,
                     [&](Value value) { add(value); });
  llvm::for_each(outputs, [&](Value value) { add(value); });

  Cut best = cut;
  while (Operation *last = findLast()) {
    cut.computed.remove(last->getResult(0));
    llvm::for_each(matchElementwise(last)->aligned,
                   [&](Value value) { add(value); });
    if (!best.isReadable() ||
        (cut.isReadable() && cut.getCost() <= best.getCost()))
      best = cut;
  }
  SmallVector<Value> inputs(best.computed.begin(), best.computed.end());
  llvm::append_range(inputs, best.given);
  return inputs;
}
