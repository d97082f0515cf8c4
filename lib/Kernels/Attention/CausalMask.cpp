//===- CausalMask.cpp - masks that exclude later keys ---------------------===//

#include "ScoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::fp8;

/// Returns the block argument from which integer casts compute `value`, or
/// null.
static BlockArgument getIndex(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp, arith::TruncIOp>(op))
      return {};
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

/// Returns the argument number of a row index r that bounds the keys.
/// If `isAfter` is true, `key > r` implies `condition`. If `isAfter` is false,
/// `condition` implies `key <= r`. `key` is an argument number. Returns
/// std::nullopt if there is no such row index.
static std::optional<unsigned> getBound(Value condition, unsigned key,
                                        bool isAfter) {
  // Each operand of an "or" implies it; an "and" implies each of its operands.
  Operation *op = condition.getDefiningOp();
  if (isa_and_nonnull<arith::OrIOp>(op)
          ? isAfter
          : isa_and_nonnull<arith::AndIOp>(op) && !isAfter) {
    std::optional<unsigned> bound = getBound(op->getOperand(0), key, isAfter);
    return bound ? bound : getBound(op->getOperand(1), key, isAfter);
  }
  auto compare = dyn_cast_or_null<arith::CmpIOp>(op);
  if (!compare)
    return std::nullopt;
  BlockArgument a = getIndex(compare.getLhs()), b = getIndex(compare.getRhs());
  if (!a || !b)
    return std::nullopt;
  arith::CmpIPredicate predicate = compare.getPredicate();
  using Predicate = arith::CmpIPredicate;
  bool isKeyFirst = a.getArgNumber() == key;
  BlockArgument row = isKeyFirst ? b : a;
  if (!isKeyFirst && b.getArgNumber() != key)
    return std::nullopt;
  if (row.getArgNumber() == 0 || row.getArgNumber() >= key)
    return std::nullopt;
  bool keyIsAfter =
      isKeyFirst
          ? llvm::is_contained({Predicate::sgt, Predicate::ugt}, predicate)
          : llvm::is_contained({Predicate::slt, Predicate::ult}, predicate);
  bool keyIsNotAfter =
      isKeyFirst
          ? llvm::is_contained({Predicate::sle, Predicate::ule}, predicate)
          : llvm::is_contained({Predicate::sge, Predicate::uge}, predicate);
  if (isAfter ? keyIsAfter : keyIsNotAfter)
    return row.getArgNumber();
  return std::nullopt;
}

void fp8::findCausalMask(Block &body, ArrayRef<unsigned> rowDims,
                         fp8rt_attention_desc &desc) {
  desc.causal_dim = -1;
  unsigned key = rowDims.size() + 1;
  auto select =
      body.getTerminator()->getOperand(0).getDefiningOp<arith::SelectOp>();
  if (!select)
    return;
  for (bool isAfter : {false, true}) {
    FloatAttr fill;
    Value masked = isAfter ? select.getTrueValue() : select.getFalseValue();
    std::optional<unsigned> row = getBound(select.getCondition(), key, isAfter);
    if (!row || !matchPattern(masked, m_Constant(&fill)) ||
        fill.getValue().isNaN())
      continue;
    int32_t dim = rowDims[*row - 1];
    if (dim < desc.num_batch_dims)
      continue;
    desc.causal_dim = dim;
    desc.causal_fill = fill.getValue().convertToFloat();
    return;
  }
}
