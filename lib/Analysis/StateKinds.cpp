//===- StateKinds.cpp - kinds of states -----------------------------------===//
//
// | the state                                            | kind   |
// |------------------------------------------------------|--------|
// | has `fp8.state`                                      | this   |
// | float, read by the forward                           | param  |
// | returned unchanged, and operand of a contraction     | param  |
// | one element, grows by a constant                     | step   |
// | float tensor that the forward does not read          | moment |
// | one float, read by the update of a one-element param | moment |
// | anything else: loss scale, rate, random key          | none   |
//
//===----------------------------------------------------------------------===//

#include "StateKinds.h"

#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

class Classifier {
public:
  Classifier(func::FuncOp func, const Loss &loss,
             const llvm::DenseMap<unsigned, ElementwiseCone> &cones)
      : func(func), loss(loss), cones(cones) {
    for (auto &[result, cone] : cones)
      updates.insert_range(cone.ops);
    for (Operation &op : func.front())
      if (std::optional<Contraction> match = matchContraction(&op)) {
        contracted.insert(getMovedRoot(match->lhs, Move::Retype));
        contracted.insert(getMovedRoot(match->rhs, Move::Retype));
      }
  }

  std::optional<StateKind> classify(const StatePair &pair);
  bool isReadByUpdateOf(BlockArgument arg, const StatePair &pair) const {
    auto it = cones.find(pair.result);
    return it != cones.end() && it->second.reads(arg);
  }

private:
  bool isReadByForward(BlockArgument arg);

  func::FuncOp func;
  const Loss &loss;
  const llvm::DenseMap<unsigned, ElementwiseCone> &cones;
  llvm::DenseSet<Operation *> updates;
  llvm::DenseSet<Value> contracted;
};

} // namespace

/// Returns true if the forward pass reads the argument. If no loss is known,
/// returns true if ops other than updates read it.
bool Classifier::isReadByForward(BlockArgument arg) {
  if (loss.result)
    return loss.isReadByForward(arg);
  return llvm::any_of(arg.getUsers(), [&](Operation *user) {
    Operation *op = func.front().findAncestorOpInBlock(*user);
    return !updates.contains(op) && !op->hasTrait<OpTrait::IsTerminator>();
  });
}

bool mlir::fp8::isCounter(func::FuncOp func, const StatePair &pair) {
  BlockArgument arg = func.getArgument(pair.arg);
  Operation *op =
      func.front().getTerminator()->getOperand(pair.result).getDefiningOp();
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (structured && matchElementwise(op))
    op = structured.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(op))
    return false;
  auto sources = llvm::map_to_vector(op->getOperands(), getOutside);
  return llvm::is_contained(sources, arg) &&
         llvm::any_of(sources, isSplatOrEmpty);
}

std::optional<StateKind> Classifier::classify(const StatePair &pair) {
  if (auto kind = func.getArgAttrOfType<StateKindAttr>(
          pair.arg, FP8Dialect::kStateAttrName))
    return kind.getValue();
  BlockArgument arg = func.getArgument(pair.arg);
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(arg.getType()));
  if (pair.rule == PairingRule::Unchanged)
    return isFloat && contracted.contains(arg) ? std::optional(StateKind::Param)
                                               : std::nullopt;
  if (isFloat && isReadByForward(arg))
    return StateKind::Param;
  if (hasOneElement(arg.getType()))
    return isCounter(func, pair) ? std::optional(StateKind::Step)
                                 : std::nullopt;
  return isFloat ? std::optional(StateKind::Moment) : std::nullopt;
}

void mlir::fp8::classifyStates(
    func::FuncOp func, const Loss &loss,
    const llvm::DenseMap<unsigned, ElementwiseCone> &cones,
    MutableArrayRef<StatePair> pairs) {
  Classifier classifier(func, loss, cones);
  SmallVector<const StatePair *> scalarParams;
  for (StatePair &pair : pairs) {
    pair.kind = classifier.classify(pair);
    if (pair.kind == StateKind::Param &&
        hasOneElement(func.getArgument(pair.arg).getType()))
      scalarParams.push_back(&pair);
  }
  // The moment of a scalar parameter differs from other scalars only in that
  // the update of the parameter reads it.
  for (StatePair &pair : pairs) {
    BlockArgument arg = func.getArgument(pair.arg);
    if (!pair.kind && pair.rule != PairingRule::Unchanged &&
        isa<FloatType>(getElementTypeOrSelf(arg.getType())) &&
        llvm::any_of(scalarParams, [&](const StatePair *param) {
          return classifier.isReadByUpdateOf(arg, *param);
        }))
      pair.kind = StateKind::Moment;
  }
}
