//===- SkippedUpdate.cpp - updates skipped by a condition -----------------===//

#include "SkippedUpdate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// A select between the new and the old value of a state. The state keeps its
/// old value if `condition` equals `keptIf`.
struct Choice {
  Value condition;
  bool keptIf;
  Value next;
};
} // namespace

static std::optional<Choice> matchChoice(Value next, BlockArgument state) {
  auto select = next.getDefiningOp<arith::SelectOp>();
  if (!select)
    return std::nullopt;
  if (select.getFalseValue() == state)
    return Choice{select.getCondition(), false, select.getTrueValue()};
  if (select.getTrueValue() == state)
    return Choice{select.getCondition(), true, select.getFalseValue()};
  return std::nullopt;
}

/// Returns the ops that compute `condition`, in program order. Returns
/// std::nullopt if it depends on region arguments other than scalars, which
/// start at `firstScalar`.
static std::optional<SmallVector<Operation *>>
collectScalarOps(Value condition, unsigned firstScalar) {
  llvm::SetVector<Operation *> ops;
  SmallVector<Value> worklist = {condition};
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getArgNumber() < firstScalar)
        return std::nullopt;
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!isPure(op) || op->getNumRegions() != 0)
      return std::nullopt;
    if (ops.insert(op))
      llvm::append_range(worklist, op->getOperands());
  }
  SmallVector<Operation *> sorted = ops.takeVector();
  llvm::sort(sorted,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return sorted;
}

/// Simplifies selects by `condition`, whose value is known, because the region
/// does not run in skipped steps.
static void simplifyChoices(Value condition, bool keptIf) {
  for (Operation *user : llvm::make_early_inc_range(condition.getUsers())) {
    auto select = dyn_cast<arith::SelectOp>(user);
    if (select && select.getCondition() == condition)
      select.replaceAllUsesWith(keptIf ? select.getFalseValue()
                                       : select.getTrueValue());
  }
}

std::optional<unsigned> fp8::findStateBesideSkip(UpdateOp update) {
  Block &body = update.getBody().front();
  std::optional<unsigned> stepped;
  bool isKept = false;
  for (auto [i, next] :
       llvm::enumerate(body.getTerminator()->getOperands().take_front(
           update.getNumStates()))) {
    std::optional<Choice> choice = matchChoice(next, body.getArgument(i));
    unsigned firstScalar = update.getNumStates() + update.getInputs().size();
    if (choice && collectScalarOps(choice->condition, firstScalar))
      isKept = true;
    else if (!stepped)
      stepped = i;
  }
  return isKept && !update.getSkip() ? stepped : std::nullopt;
}

bool fp8::raiseSkip(UpdateOp update) {
  // In a skipped step, reductions would return their inits.
  if (update.getSkip() || update.getNumReductions() != 0)
    return false;
  Block &body = update.getBody().front();
  Operation *yield = body.getTerminator();
  SmallVector<Choice> choices;
  for (auto [i, next] : llvm::enumerate(yield->getOperands())) {
    std::optional<Choice> choice = matchChoice(next, body.getArgument(i));
    if (!choice)
      return false;
    choices.push_back(*choice);
    if (choice->condition != choices.front().condition ||
        choice->keptIf != choices.front().keptIf)
      return false;
  }
  unsigned firstScalar = update.getNumStates() + update.getInputs().size();
  Value condition = choices.front().condition;
  std::optional<SmallVector<Operation *>> ops =
      collectScalarOps(condition, firstScalar);
  if (!ops)
    return false;

  OpBuilder builder(update);
  Location loc = update.getLoc();
  IRMapping mapping;
  for (auto [scalar, argument] : llvm::zip_equal(
           update.getScalars(), body.getArguments().drop_front(firstScalar)))
    if (!argument.use_empty())
      mapping.map(argument, tensor::ExtractOp::create(builder, loc, scalar,
                                                      ValueRange()));
  for (Operation *op : *ops)
    builder.clone(*op, mapping);
  Value skip = mapping.lookup(condition);
  if (!choices.front().keptIf) {
    Value isTrue =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    skip = arith::XOrIOp::create(builder, loc, skip, isTrue);
  }
  update.getSkipMutable().assign(skip);
  for (auto [i, choice] : llvm::enumerate(choices))
    yield->setOperand(i, choice.next);
  simplifyChoices(condition, choices.front().keptIf);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (isOpTriviallyDead(&op))
      op.erase();
  for (unsigned i = update.getScalars().size(); i-- > 0;)
    if (body.getArgument(firstScalar + i).use_empty()) {
      body.eraseArgument(firstScalar + i);
      update.getScalarsMutable().erase(i);
    }
  return true;
}
