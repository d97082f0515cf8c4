//===- SteppedValues.cpp - parameters between updates ---------------------===//

#include "SteppedValues.h"

#include "fp8/Analysis/ElementwiseCone.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::fp8;

namespace {

/// Finds the linear operands of an elementwise op: operands x such that the
/// result is `c * x` plus other terms, with a uniform c.
class LinearOperands {
public:
  LinearOperands(Operation *op, const UniformValues &uniform)
      : op(op), structured(dyn_cast<linalg::LinalgOp>(op)), uniform(uniform) {}

  SmallVector<Value> find() {
    if (!structured)
      return findIn(op->getResult(0));
    return findIn(structured.getBlock()->getTerminator()->getOperand(0));
  }

private:
  bool isOutside(Value value) {
    if (!structured)
      return value != op->getResult(0);
    return getOutside(value) != value ||
           value.getParentBlock() != structured.getBlock();
  }
  bool isUniform(Value value) {
    if (isOutside(value))
      return uniform.contains(getOutside(value));
    Operation *def = value.getDefiningOp();
    return def && llvm::all_of(def->getOperands(), [&](Value operand) {
             return isUniform(operand);
           });
  }
  SmallVector<Value> findIn(Value value);

  Operation *op;
  linalg::LinalgOp structured;
  const UniformValues &uniform;
};

} // namespace

SmallVector<Value> LinearOperands::findIn(Value value) {
  if (isOutside(value))
    return {getOutside(value)};
  Operation *def = value.getDefiningOp();
  if (!def)
    return {};
  SmallVector<Value> found;
  if (isa<arith::AddFOp, arith::SubFOp>(def)) {
    found = findIn(def->getOperand(0));
    llvm::append_range(found, findIn(def->getOperand(1)));
  } else if (isa<arith::MulFOp>(def)) {
    for (unsigned i : {0, 1})
      if (isUniform(def->getOperand(1 - i)))
        llvm::append_range(found, findIn(def->getOperand(i)));
  } else if (isa<arith::DivFOp>(def)) {
    if (isUniform(def->getOperand(1)))
      found = findIn(def->getOperand(0));
  } else if (isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                 arith::MinNumFOp>(def)) {
    found = findIn(def->getOperand(0));
    llvm::append_range(found, findIn(def->getOperand(1)));
  } else if (isa<arith::SelectOp>(def)) {
    found = findIn(def->getOperand(1));
    llvm::append_range(found, findIn(def->getOperand(2)));
  } else if (isa<arith::NegFOp>(def) ||
             getMovedSource(def,
                            Move::Order | Move::FloatCast | Move::ScalarCast)) {
    found = findIn(def->getOperand(0));
  }
  return found;
}

static bool haveSameSize(Value a, Value b) {
  auto from = dyn_cast<RankedTensorType>(a.getType());
  auto to = dyn_cast<RankedTensorType>(b.getType());
  return from && to && from.hasStaticShape() && to.hasStaticShape()
             ? from.getNumElements() == to.getNumElements()
             : hasOneElement(a.getType()) && hasOneElement(b.getType());
}

namespace {

/// The argument from which a value of the form `factor * argument + other
/// terms` is computed.
struct Origin {
  BlockArgument arg;
  /// Number of ops between the argument and the value.
  unsigned distance;
};

class Finder {
public:
  Finder(Block &block, const StepProducts &products)
      : block(block), products(products), uniform(block) {}

  SteppedValues find();

private:
  void findOrigins();
  void findTrained();
  void findMeasures();
  bool isStepped(Value value) const;
  bool readsGradient(Value value, BlockArgument arg);

  Block &block;
  const StepProducts &products;
  UniformValues uniform;
  llvm::DenseMap<Value, Origin> origins;
  /// Arguments whose new value the step returns.
  llvm::DenseSet<BlockArgument> trained;
  /// One-element values that lead, through one-element ops, to a result that is
  /// not the new value of an argument. They do not replace an argument: a loss
  /// may have a learned scalar as a summand.
  llvm::DenseSet<Value> measures;
  /// For each argument, the values that contractions read: the argument and the
  /// values that replace it.
  llvm::DenseMap<BlockArgument, SmallVector<Value>> versions;
};

} // namespace

/// Returns the state of which `value` is the new value, computed by an update,
/// or null.
static BlockArgument getUpdatedState(Value value) {
  Value root = getMovedRoot(value, Move::Retype);
  auto update = root.getDefiningOp<UpdateOp>();
  unsigned number = update ? cast<OpResult>(root).getResultNumber() : 0;
  return update && number < update.getMainPlanes().size()
             ? dyn_cast<BlockArgument>(
                   getMovedRoot(update.getMainPlanes()[number], Move::Retype))
             : BlockArgument();
}

/// Returns the values from which `value` is computed elementwise, including
/// through inputs of updates. A rearranged value is replaced by its origin.
static SmallVector<Value> getSources(Value value) {
  SmallVector<Value> roots;
  for (Value leaf : collectCone(value).leaves) {
    Value root = getMovedRoot(leaf, Move::Retype);
    roots.push_back(root);
    if (auto update = root.getDefiningOp<UpdateOp>())
      for (Value input : update.getInputs())
        for (Value source : collectCone(input).leaves)
          roots.push_back(getMovedRoot(source, Move::Retype));
  }
  return roots;
}

void Finder::findOrigins() {
  for (BlockArgument arg : block.getArguments())
    if (isa<FloatType>(getElementTypeOrSelf(arg.getType())))
      origins[arg] = {arg, 0};
  for (Operation &op : block.without_terminator()) {
    if (isa<UpdateOp>(op))
      for (Value result : op.getResults())
        if (BlockArgument state = getUpdatedState(result);
            state && origins.contains(state))
          origins[result] = {state, 1};
    if (!matchElementwise(&op))
      continue;
    Value result = op.getResult(0);
    for (Value source : LinearOperands(&op, uniform).find()) {
      auto it = origins.find(source);
      if (it == origins.end() || !haveSameSize(source, result))
        continue;
      Origin origin{it->second.arg, it->second.distance + 1};
      auto [known, isNew] = origins.try_emplace(result, origin);
      if (!isNew && origin.distance < known->second.distance)
        known->second = origin;
    }
  }
}

void Finder::findTrained() {
  for (Value value : block.getTerminator()->getOperands()) {
    if (BlockArgument state = getUpdatedState(value)) {
      trained.insert(state);
      continue;
    }
    auto it = origins.find(value);
    if (it != origins.end() && it->second.distance != 0 &&
        it->second.arg.getType() == value.getType())
      trained.insert(it->second.arg);
  }
}

void Finder::findMeasures() {
  auto func = cast<func::FuncOp>(block.getParentOp());
  auto results = block.getTerminator()->getOpOperands();
  auto isNewState = [&](OpOperand &result) {
    if (getUpdatedState(result.get()) ||
        func.getResultAttr(result.getOperandNumber(),
                           FP8Dialect::kUpdatesAttrName))
      return true;
    auto it = origins.find(result.get());
    return it != origins.end() &&
           it->second.arg.getType() == result.get().getType() &&
           llvm::count_if(results, [&](OpOperand &other) {
             auto found = origins.find(other.get());
             return found != origins.end() &&
                    found->second.arg == it->second.arg &&
                    other.get().getType() == result.get().getType();
           }) == 1;
  };
  SmallVector<Value> worklist;
  for (OpOperand &result : results)
    if (hasOneElement(result.get().getType()) && !isNewState(result))
      worklist.push_back(result.get());
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!hasOneElement(value.getType()) || !measures.insert(value).second)
      continue;
    if (std::optional<Elementwise> match =
            matchElementwise(value.getDefiningOp())) {
      llvm::append_range(worklist, match->aligned);
      llvm::append_range(worklist, match->scalars);
    }
  }
}

llvm::DenseMap<BlockArgument, llvm::DenseSet<Value>>
mlir::fp8::findUpdateReads(Block &block) {
  llvm::DenseMap<BlockArgument, llvm::DenseSet<Value>> reads;
  for (Value value : block.getTerminator()->getOperands()) {
    SmallVector<Value> sources = getSources(value);
    if (BlockArgument state = getUpdatedState(value))
      reads[state].insert_range(sources);
    for (auto [arg, distance] : collectCone(value).args)
      if (arg.getType() == value.getType() && distance != 0)
        reads[arg].insert_range(sources);
  }
  return reads;
}

bool Finder::isStepped(Value value) const {
  auto it = origins.find(value);
  return it != origins.end() && it->second.distance != 0 &&
         trained.contains(it->second.arg) && products.dependsOnProduct(value) &&
         !measures.contains(value);
}

/// Returns true if `value` is computed elementwise from a value that may be a
/// gradient of `arg`, or of an earlier value that replaces `arg`.
bool Finder::readsGradient(Value value, BlockArgument arg) {
  return llvm::any_of(getSources(value), [&](Value root) {
    const StepProducts::Product *product =
        root.getDefiningOp() ? products.find(root.getDefiningOp()) : nullptr;
    return product && llvm::any_of(versions[arg], [&](Value version) {
             return products.isGradientOf(*product, version);
           });
  });
}

SteppedValues Finder::find() {
  findOrigins();
  findTrained();
  SteppedValues stepped;
  // A stepped value that a contraction reads shows that the step has several
  // parts. Then stepped values of other arguments, such as biases, also replace
  // their arguments.
  bool hasParts = false;
  for (const StepProducts::Product &product : products.getProducts())
    for (Value root : product.roots) {
      if (auto arg = dyn_cast<BlockArgument>(root)) {
        if (trained.contains(arg) && !llvm::is_contained(versions[arg], root))
          versions[arg].push_back(root);
        continue;
      }
      if (!isStepped(root))
        continue;
      BlockArgument arg = origins.lookup(root).arg;
      if (llvm::is_contained(versions[arg], root))
        continue;
      if (versions.contains(arg) && readsGradient(root, arg)) {
        hasParts = true;
        versions[arg].push_back(root);
      }
    }
  if (!hasParts)
    return stepped;
  findMeasures();
  for (Operation &op : block.without_terminator())
    for (Value result : op.getResults())
      if (isStepped(result))
        stepped[result] = origins.lookup(result).arg;
  return stepped;
}

SteppedValues mlir::fp8::findSteppedValues(Block &block,
                                           const StepProducts &products) {
  return Finder(block, products).find();
}
