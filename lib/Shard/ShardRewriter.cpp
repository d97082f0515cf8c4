//===- ShardRewriter.cpp - rewrites a step to rows of a rank --------------===//

#include "ShardRewriter.h"

#include "fp8/Analysis/Elementwise.h"
#include "fp8/IR/CloneOp.h"
#include "fp8/Utils/ArgumentAttributes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

/// Maximum length of a chain of ops that create a uniform tensor.
static constexpr unsigned kMaxDepth = 8;

//===----------------------------------------------------------------------===//
// Rows of values
//===----------------------------------------------------------------------===//

const ShardGroup *ShardRewriter::findCut(Value value) {
  std::optional<unsigned> argument = flow.getArgument(value);
  return argument ? plan.findCut(*argument) : nullptr;
}

/// Returns true if each rank can compute its rows of `value` without any rows
/// of another tensor: `value` is a splat, a tensor.empty, or the result of a
/// chain of row ops whose aligned operands are all uniform.
bool ShardRewriter::isUniform(Value value, unsigned depth) {
  if (isSplatOrEmpty(value))
    return true;
  std::optional<RowOp> match = matchCuttable(value.getDefiningOp());
  return match && depth < kMaxDepth &&
         llvm::all_of(
             match->aligned,
             [&](OpOperand *operand) {
               return isUniform(operand->get(), depth + 1);
             });
}

Value ShardRewriter::getRows(Value whole, RowCut cut) {
  if (Value known = cache.lookup({whole, cut.perRank}))
    return known;
  Value result = computeRows(whole, cut);
  cache[{whole, cut.perRank}] = result;
  return result;
}

Value ShardRewriter::computeRows(Value whole, RowCut cut) {
  if (isSplatOrEmpty(whole))
    return createSplat(whole, RankRows::getType(whole, cut));
  Operation *op = whole.getDefiningOp();
  bool isComputed = findCut(whole) || isUniform(whole);
  if (auto sum = dyn_cast_or_null<AllReduceOp>(op);
      sum && isComputed && hasShardAxis(sum)) {
    Value result = rows.reduceScatter(sum, cut);
    scattered.push_back({whole, result, cut});
    return result;
  }
  std::optional<RowOp> match = matchCuttable(op);
  if (match && isComputed)
    return cloneRows(whole, *match, cut);
  return rows.take(whole, cut);
}

/// Creates a tensor of `type` like `whole`, which is a splat constant or a
/// tensor.empty.
Value ShardRewriter::createSplat(Value whole, RankedTensorType type) {
  ImplicitLocOpBuilder b = rows.after(whole);
  DenseElementsAttr constant;
  if (!matchPattern(whole, m_Constant(&constant)))
    return tensor::EmptyOp::create(b, type, ValueRange());
  return arith::ConstantOp::create(b, constant.resizeSplat(type));
}

/// Creates a copy of the op that computes `whole`. The copy computes only the
/// rows of this rank.
Value ShardRewriter::cloneRows(Value whole, const RowOp &match, RowCut cut) {
  Operation *op = whole.getDefiningOp();
  SmallVector<Value> operands(op->getOperands());
  for (OpOperand *operand : match.aligned)
    operands[operand->getOperandNumber()] = getRows(operand->get(), cut);
  ImplicitLocOpBuilder b = rows.after(whole);
  SmallVector<Type> types =
      llvm::map_to_vector(op->getResults(), [&](Value result) -> Type {
        return RankRows::getType(result, cut);
      });
  Operation *clone = cloneWithOperands(b, op, types, operands);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(clone)) {
    SmallVector<int64_t> shape(expand.getStaticOutputShape());
    shape.front() = cut.perRank;
    expand.setStaticOutputShape(shape);
  }
  for (auto [result, part] :
       llvm::zip_equal(op->getResults(), clone->getResults()))
    cache[{result, cut.perRank}] = part;
  return clone->getResult(cast<OpResult>(whole).getResultNumber());
}

//===----------------------------------------------------------------------===//
// Amaxes
//===----------------------------------------------------------------------===//

/// Returns the decoded rows of this rank if `decode` reads planes of one
/// divided group, else null.
Value ShardRewriter::decodeRows(DequantizeOp decode, RowCut &cut) {
  const ShardGroup *group = findCut(decode.getCodes());
  Value scale = decode.getScaleInv();
  bool hasOneScale = cast<RankedTensorType>(scale.getType()).getRank() == 0;
  if (!group || decode->getNumResults() != 1 ||
      (!hasOneScale && findCut(scale) != group) ||
      !isSplatOrEmpty(decode.getInits().front()))
    return nullptr;
  auto getPlaneRows = [&](Value plane) {
    unsigned argument = *flow.getArgument(plane);
    return getRows(plane, plan.getCut(plan.getShard(func, argument)));
  };
  cut = plan.getCut(*group);
  Value codes = getPlaneRows(decode.getCodes());
  if (!hasOneScale)
    scale = getPlaneRows(scale);
  Value init = getRows(decode.getInits().front(), cut);
  ImplicitLocOpBuilder b = rows.after(decode.getResult());
  return cloneWithOperands(b, decode, init.getType(), {codes, scale, init})
      ->getResult(0);
}

void ShardRewriter::rewriteAmax(AmaxOp amax) {
  if (!amax.getGranularityOrTensor().isTensor())
    return;
  RowCut cut = {};
  Value part;
  if (const ShardGroup *group = findCut(amax.getInput())) {
    cut = plan.getCut(*group);
    part = getRows(amax.getInput(), cut);
  } else if (auto decode = amax.getInput().getDefiningOp<DequantizeOp>()) {
    part = decodeRows(decode, cut);
  }
  if (!part)
    return;
  ImplicitLocOpBuilder b(amax.getLoc(), amax);
  part = rows.mask(b, part, cut, 0.0f);
  Value local = AmaxOp::create(b, part, amax.getInits().front()).getResult();
  amax.getResult().replaceAllUsesWith(rows.maximum(b, local));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void ShardRewriter::rewriteOps() {
  llvm::DenseMap<Operation *, const StepUpdate *> updates;
  for (StepUpdate &update : flow.updates)
    updates[update.op] = &update;
  llvm::DenseMap<Operation *, const StepSum *> sums;
  for (const StepSum &sum : flow.sums)
    sums[sum.sum.op] = &sum;
  SmallVector<Operation *> ops =
      llvm::map_to_vector(func.front(), [](Operation &op) { return &op; });
  for (Operation *op : ops) {
    if (const StepUpdate *update = updates.lookup(op)) {
      if (plan.findCut(update->arguments.front()))
        rewriteUpdate(*update);
    } else if (const StepSum *sum = sums.lookup(op)) {
      if (plan.findCut(sum->argument))
        rewriteSum(*sum);
    } else if (auto amax = dyn_cast<AmaxOp>(op)) {
      rewriteAmax(amax);
    }
  }
  eraseDeadOps();
  joinRows();
}

void ShardRewriter::eraseDeadOps(bool keepPositions) {
  llvm::DenseSet<Value> erased;
  SmallVector<Operation *> ops =
      llvm::map_to_vector(func.front(), [](Operation &op) { return &op; });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op) && !(keepPositions && rows.mayBePosition(op))) {
      erased.insert_range(op->getResults());
      op->erase();
    }
  llvm::erase_if(scattered, [&](const auto &entry) {
    return erased.contains(entry.sum) || erased.contains(entry.part);
  });
  SmallVector<Key> stale;
  for (const auto &[key, part] : cache)
    if (erased.contains(key.first) || erased.contains(part))
      stale.push_back(key);
  for (const Key &key : stale)
    cache.erase(key);
}

/// Handles sums over ranks that other ops still read as a whole: extracts the
/// rows of this rank from the whole sum instead of computing both.
void ShardRewriter::joinRows() {
  for (Scattered &entry : scattered) {
    if (entry.sum.use_empty())
      continue;
    Value taken = rows.take(entry.sum, entry.cut);
    entry.part.replaceAllUsesWith(taken);
    cache[{entry.sum, entry.cut.perRank}] = taken;
  }
  eraseDeadOps();
}
