//===- ScoreRegion.cpp - the region of an attention -----------------------===//

#include "ScoreRegion.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::fp8;

using Kind = ElementExpr::Kind;

/// Returns true if an attention op can capture tensors of type `type`.
static bool isCapturable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type element = getElementTypeOrSelf(type);
  bool hasType = isa<Float32Type, BFloat16Type, Float16Type>(element) ||
                 element.isInteger(1) || element.isInteger(8) ||
                 element.isInteger(16) || element.isInteger(32) ||
                 element.isInteger(64);
  return hasType && (!tensor || tensor.hasStaticShape());
}

bool ScoreRegion::capture(ElementExpr *expr) {
  if (expr == score || positions.contains(expr) ||
      expr->kind == Kind::Constant || expr->kind == Kind::Index)
    return true;
  SmallVector<ElementExpr *> leaves;
  exprs.collectLeaves(expr, leaves);
  bool readsScore = llvm::is_contained(leaves, score);
  const TensorAccess &access = expr->tensor.access;
  unsigned numDims = access.getDims().size();
  bool isSmall = numDims < 2 || !access.has(space.getJ());
  bool isTaken = expr->kind == Kind::Leaf || expr->isReduction() ||
                 (expr->tensor.tensor && !leaves.empty() && isSmall);
  if (isTaken && !readsScore) {
    SmallVector<unsigned> dims = access.getDims();
    llvm::sort(dims);
    bool isInjective = llvm::unique(dims) == dims.end();
    if (!expr->tensor.tensor || !isInjective ||
        !isCapturable(expr->tensor.tensor.getType()))
      return false;
    positions[expr] = captured.size();
    captured.push_back(expr->tensor);
    return true;
  }
  // A row reduction of the scores is not a function of a single score.
  if (isTaken && expr->kind != Kind::Apply)
    return false;
  return llvm::all_of(expr->operands,
                      [&](ElementExpr *operand) { return capture(operand); });
}

bool ScoreRegion::capture(const Monomial &monomial) {
  return llvm::all_of(monomial.powers,
                      [&](auto &entry) { return capture(entry.first); });
}

void ScoreRegion::begin(ImplicitLocOpBuilder &builder, Region &region,
                        ArrayRef<Type> types) {
  b = &builder;
  block = builder.createBlock(&region);
  block->addArgument(builder.getF32Type(), builder.getLoc());
  for (unsigned i = 0; i <= space.getNumRowDims(); ++i)
    block->addArgument(builder.getIndexType(), builder.getLoc());
  for (Type type : types)
    block->addArgument(type, builder.getLoc());
  emitted[score] = block->getArgument(0);
}

Value ScoreRegion::widen(Value element, Type type) {
  return element.getType() == type ? element
                                   : arith::ExtFOp::create(*b, type, element);
}

Value ScoreRegion::emitApply(ElementExpr *expr) {
  SmallVector<Value> operands = llvm::map_to_vector(
      expr->operands, [&](ElementExpr *operand) { return emit(operand); });
  OperationState state(b->getLoc(), expr->op->getName(), operands, {expr->type},
                       expr->op->getAttrs());
  return b->create(state)->getResult(0);
}

Value ScoreRegion::emitNew(ElementExpr *expr) {
  auto it = positions.find(expr);
  if (it != positions.end())
    return widen(block->getArgument(space.getNumRowDims() + 2 + it->second),
                 expr->type);
  switch (expr->kind) {
  case Kind::Constant:
    return arith::ConstantOp::create(*b, cast<TypedAttr>(expr->value));
  case Kind::Index: {
    Value index;
    for (unsigned d : expr->index) {
      Value part = block->getArgument(1 + d);
      if (index)
        part = arith::AddIOp::create(
            *b,
            arith::MulIOp::create(
                *b, index,
                arith::ConstantIndexOp::create(*b, space.getExtent(d))),
            part);
      index = part;
    }
    return index ? index : arith::ConstantIndexOp::create(*b, 0);
  }
  case Kind::Indicator: {
    Value one = arith::ConstantOp::create(*b, b->getF32FloatAttr(1.0f));
    Value zero = arith::ConstantOp::create(*b, b->getF32FloatAttr(0.0f));
    if (expr->isNegated)
      std::swap(one, zero);
    return arith::SelectOp::create(*b, emit(expr->operands[0]), one, zero);
  }
  case Kind::Apply:
    return emitApply(expr);
  case Kind::Leaf:
  case Kind::Sum:
  case Kind::Max:
  case Kind::Any:
  case Kind::All:
    break;
  }
  llvm_unreachable("leaves are captured");
}

Value ScoreRegion::emit(ElementExpr *expr) {
  Value value = emitted.lookup(expr);
  if (!value) {
    value = emitNew(expr);
    emitted[expr] = value;
  }
  return value;
}

Value ScoreRegion::emit(const Monomial &monomial) {
  Value product;
  if (monomial.coefficient != 1.0 || monomial.powers.empty())
    product = arith::ConstantOp::create(
        *b, b->getF32FloatAttr(static_cast<float>(monomial.coefficient)));
  SmallVector<ElementExpr *> masks;
  for (auto [expr, power] : monomial.powers) {
    if (expr->kind == Kind::Indicator && power > 0) {
      masks.push_back(expr);
      continue;
    }
    for (int i = 0; i < std::abs(power); ++i) {
      Value factor = emit(expr);
      if (power > 0) {
        product = product ? arith::MulFOp::create(*b, product, factor) : factor;
        continue;
      }
      if (!product)
        product = arith::ConstantOp::create(*b, b->getF32FloatAttr(1.0f));
      product = arith::DivFOp::create(*b, product, factor);
    }
  }
  // A select hides infinities and NaN, but a multiplication by 0 would not.
  for (ElementExpr *mask : masks) {
    if (!product) {
      product = emit(mask);
      continue;
    }
    Value zero = arith::ConstantOp::create(*b, b->getF32FloatAttr(0.0f));
    Value condition = emit(mask->operands[0]);
    product = mask->isNegated
                  ? arith::SelectOp::create(*b, condition, zero, product)
                  : arith::SelectOp::create(*b, condition, product, zero);
  }
  return product;
}

Value ScoreRegion::emit(ArrayRef<Monomial> monomials) {
  Value sum;
  for (const Monomial &monomial : monomials) {
    Value term = emit(monomial);
    sum = sum ? arith::AddFOp::create(*b, sum, term) : term;
  }
  return sum;
}
