//===- StatePaths.cpp - elementwise paths from arguments ------------------===//

#include "StatePaths.h"

#include "StateMatcher.h"
#include "fp8/Analysis/Constants.h"
#include "fp8/Analysis/Contraction.h"
#include "fp8/Analysis/Elementwise.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/Analysis/Operands.h"
#include "fp8/Analysis/UnpairedStates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {
/// The values of a step by their sources.
class StepSources {
public:
  StepSources(Block &block, const Loss &loss);

  bool dependsOnContraction(Value value) const {
    return contracted.contains(value);
  }
  /// Returns true if `value` depends on a contraction outside the forward pass.
  bool dependsOnBackward(Value value) const { return backward.contains(value); }
  /// Returns true if `value` depends on an argument that the forward pass does
  /// not read.
  bool dependsOnOthers(Value value) const { return others.contains(value); }
  /// Returns true if the step has a backward pass.
  bool hasBackward() const { return !backward.empty(); }

private:
  llvm::DenseSet<Value> contracted, backward, others;
};
} // namespace

StepSources::StepSources(Block &block, const Loss &loss) {
  for (BlockArgument arg : block.getArguments())
    if (!loss.isReadByForward(arg))
      others.insert(arg);
  auto add = [](Operation &op, bool isSource, llvm::DenseSet<Value> &values) {
    if (isSource || readsAny(&op, values))
      values.insert(op.result_begin(), op.result_end());
  };
  for (Operation &op : block) {
    bool isContraction = op.walk([](Operation *nested) {
                             return matchContraction(nested)
                                        ? WalkResult::interrupt()
                                        : WalkResult::advance();
                           }).wasInterrupted();
    add(op, isContraction, contracted);
    add(op, isContraction && !loss.forward.contains(&op), backward);
    add(op, false, others);
  }
}

namespace {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// The ops on a path from an argument to a result.
enum class PathOps : unsigned {
  None = 0,
  /// An odd number of negations or subtractions from another value.
  Negates = 1 << 0,
  /// A multiplication by, or division by, a constant or an argument.
  Scales = 1 << 1,
  /// A multiplication by, or division by, a value that the step computes.
  ScalesByComputed = 1 << 2,
  /// An addition or subtraction.
  Adds = 1 << 3,
  /// The addition of a value that depends on a contraction.
  AddsLearned = 1 << 4,
  /// A multiplication by, or a division of, a value that depends on a
  /// contraction.
  ScalesByLearned = 1 << 5,
  /// Any other op, except moves and casts.
  Other = 1 << 6,
  LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/Other)
};

/// Maximum number of visited pairs of a value and the ops between it and the
/// result.
constexpr size_t kMaxVisited = 1024;

/// Finds the elementwise paths from arguments to one result.
class PathWalk {
public:
  PathWalk(BlockArgument arg, const StepSources *sources)
      : arg(arg), sources(sources) {}

  /// Returns the ops on each path, without duplicates. Returns an empty set if
  /// there are too many paths.
  SmallVector<PathOps> run(Value root);

private:
  void visitOperands(Operation *op, PathOps ops);
  void push(Value value, PathOps ops) {
    worklist.insert({getOutside(value), unsigned(ops)});
  }

  BlockArgument arg;
  const StepSources *sources;
  llvm::SetVector<std::pair<Value, unsigned>> worklist;
};

} // namespace

/// Returns the value that `value` repeats, reshapes or casts.
static Value skipAllMoves(Value value) {
  for (;;) {
    value = getOutside(value);
    Operation *op = value.getDefiningOp();
    Value source =
        op ? getMovedSource(op, Move::Retype | Move::Element | Move::ScalarCast)
           : Value();
    if (!source)
      return value;
    value = source;
  }
}

/// Returns true if `factor` is neither a constant, nor an argument, nor a
/// choice between such values.
static bool isComputed(Value factor) {
  Value origin = skipAllMoves(factor);
  Operation *op = origin.getDefiningOp();
  if (!op || isSplatOrEmpty(origin))
    return false;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      linalgOp && matchElementwise(op))
    op = linalgOp.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  auto select = dyn_cast_or_null<arith::SelectOp>(op);
  return !select || isComputed(select.getTrueValue()) ||
         isComputed(select.getFalseValue());
}

void PathWalk::visitOperands(Operation *op, PathOps ops) {
  auto pushOther = [&](Value value) { push(value, ops | PathOps::Other); };
  if (isa<arith::AddFOp, arith::SubFOp>(op)) {
    for (unsigned i : {0, 1}) {
      PathOps next = ops | PathOps::Adds;
      if (i == 1 && isa<arith::SubFOp>(op))
        next ^= PathOps::Negates;
      if (sources && isa<arith::AddFOp>(op) &&
          sources->dependsOnContraction(getOutside(op->getOperand(1 - i))))
        next |= PathOps::AddsLearned;
      push(op->getOperand(i), next);
    }
    return;
  }
  if (isa<arith::NegFOp>(op))
    return push(op->getOperand(0), ops ^ PathOps::Negates);
  if (isa<arith::MulFOp, arith::DivFOp, arith::MulIOp, arith::ShLIOp>(op)) {
    for (unsigned i : {0, 1}) {
      Value factor = op->getOperand(1 - i);
      bool scalesByComputed = isComputed(factor);
      bool scalesByLearned = scalesByComputed && sources &&
                             sources->dependsOnContraction(getOutside(factor));
      if (i == 1 && isa<arith::DivFOp, arith::ShLIOp>(op)) {
        push(op->getOperand(1),
             ops |
                 (scalesByLearned ? PathOps::ScalesByLearned : PathOps::Other));
        continue;
      }
      PathOps next = ops | (scalesByComputed ? PathOps::ScalesByComputed
                                             : PathOps::Scales);
      if (scalesByLearned)
        next |= PathOps::ScalesByLearned;
      if (matchFloat(getOutside(factor)).value_or(0) < 0)
        next ^= PathOps::Negates;
      push(op->getOperand(i), next);
    }
    return;
  }
  bool moves = getMovedSource(op, Move::Retype | Move::Element |
                                      Move::ScalarCast) != Value();
  for (Value operand : op->getOperands())
    if (moves)
      push(operand, ops);
    else
      pushOther(operand);
}

SmallVector<PathOps> PathWalk::run(Value root) {
  SmallVector<PathOps> paths;
  push(root, PathOps::None);
  for (size_t i = 0; i < worklist.size(); ++i) {
    if (i == kMaxVisited)
      return {};
    auto [value, bits] = worklist[i];
    auto ops = PathOps(bits);
    if (value == arg) {
      paths.push_back(ops);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op || isSplatOrEmpty(value))
      continue;
    // Ops in the body of an elementwise op are elementwise, too.
    bool isInBody = isa_and_nonnull<linalg::LinalgOp>(op->getParentOp());
    if (!isInBody && !matchElementwise(op))
      continue;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      push(linalgOp.getBlock()->getTerminator()->getOperand(0), ops);
    else
      visitOperands(op, ops);
  }
  return paths;
}

static bool has(PathOps ops, PathOps bits) {
  return (ops & bits) != PathOps::None;
}

bool mlir::fp8::isSubtracted(Value value, BlockArgument arg) {
  SmallVector<PathOps> paths = PathWalk(arg, nullptr).run(value);
  return !paths.empty() && llvm::all_of(paths, [](PathOps ops) {
    return has(ops, PathOps::Negates) && !has(ops, PathOps::Other);
  });
}

/// Returns true if each path from a single element to another only multiplies
/// the element, or multiplies it by a value that depends on a contraction and
/// adds others: see isDerivedOnly().
static bool isScaledOnly(ArrayRef<PathOps> paths, bool isFloat) {
  PathOps factor = isFloat ? PathOps::ScalesByComputed : PathOps::Scales;
  PathOps products =
      PathOps::Scales | PathOps::ScalesByComputed | PathOps::ScalesByLearned;
  return llvm::all_of(paths, [&](PathOps ops) {
    bool isTerm = isFloat && has(ops, PathOps::ScalesByLearned) &&
                  !has(ops, PathOps::Other);
    return isTerm || (has(ops, factor) && !has(ops, ~products));
  });
}

/// Returns true if `value` is derived from `arg` but is probably not its new
/// value, such as a logged learning rate or the residuals of a batch:
///
/// - the product of a single float and a value that the step computes;
/// - a sum of such products with values that depend on a contraction, such as a
///   loss in which `arg` is the weight of a term;
/// - a multiple of a single integer; or
/// - for tensors, a result that reads only tensors of the forward pass, does
///   not scale `arg`, and adds nothing to it that a contraction computes. The
///   loss must read `arg`.
static bool isDerivedOnly(Value value, BlockArgument arg,
                          const StepSources &sources, const Loss &loss) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(arg.getType()));
  bool isOne = hasOneElement(arg.getType());
  // The loss reads residuals and augmented inputs. It does not read the new
  // value of a bias, whose gradient may need no contraction.
  Operation *op = value.getDefiningOp();
  if (!op || (!isOne && !loss.forward.contains(op)))
    return false;
  bool isTrained =
      sources.dependsOnBackward(value) && loss.isReadByForward(arg);
  if (isOne && isTrained)
    return false;
  if (!isOne && (!loss.result || !sources.hasBackward() ||
                 sources.dependsOnBackward(value) ||
                 sources.dependsOnOthers(value) || !loss.isReadByForward(arg)))
    return false;
  SmallVector<PathOps> paths = PathWalk(arg, &sources).run(value);
  if (paths.empty())
    return false;
  if (isOne)
    return isScaledOnly(paths, isFloat);
  if (!isFloat)
    return !mayBeKey(arg.getType()) || sources.dependsOnContraction(value);
  PathOps updates =
      PathOps::Scales | PathOps::ScalesByComputed | PathOps::AddsLearned;
  return llvm::none_of(paths, [&](PathOps ops) { return has(ops, updates); });
}

SmallVector<StatePair> mlir::fp8::findDerivedStates(func::FuncOp func,
                                                    const PairedStep &step) {
  SmallVector<StatePair> derived;
  StepSources sources(func.front(), step.loss);
  Operation *terminator = func.front().getTerminator();
  for (const StatePair &pair : step.pairing.getPairs()) {
    bool isInferred = pair.rule == PairingRule::OnlyCandidate ||
                      pair.rule == PairingRule::FewestOperations;
    if (isInferred && !isDeclared(func, pair) &&
        isDerivedOnly(terminator->getOperand(pair.result),
                      func.getArgument(pair.arg), sources, step.loss))
      derived.push_back(pair);
  }
  return derived;
}
