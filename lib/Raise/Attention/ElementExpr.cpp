//===- ElementExpr.cpp - elements as expressions --------------------------===//

#include "ElementExpr.h"
#include "fp8/Analysis/Movement.h"
#include "fp8/IR/FP8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace mlir::fp8;

using Kind = ElementExpr::Kind;

std::optional<double> ElementExpr::getNumber() const {
  auto number = dyn_cast_or_null<FloatAttr>(value);
  if (kind != Kind::Constant || !number)
    return std::nullopt;
  return number.getValueAsDouble();
}

bool ElementExpr::isConstant(double number) const {
  std::optional<double> mine = getNumber();
  return mine && *mine == number;
}

static bool isWideFloat(Type type) {
  return isa<Float32Type, BFloat16Type, Float16Type>(type);
}

/// Returns the element type of an expression. All wide floats are treated as
/// f32.
static Type getExprType(Type type) {
  Type element = getElementTypeOrSelf(type);
  return isWideFloat(element) ? Float32Type::get(type.getContext()) : element;
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

static bool isEqual(const ElementExpr &a, const ElementExpr &b) {
  bool sameOp =
      a.op == b.op || (a.op && b.op && a.op->getName() == b.op->getName() &&
                       a.op->getAttrDictionary() == b.op->getAttrDictionary());
  return a.kind == b.kind && a.type == b.type && a.value == b.value &&
         a.index == b.index && sameOp && a.isNegated == b.isNegated &&
         a.operands == b.operands &&
         (a.kind != Kind::Leaf || a.tensor == b.tensor);
}

ElementExpr *ElementExprs::unique(ElementExpr expr) {
  size_t hash = llvm::hash_combine(
      static_cast<unsigned>(expr.kind), expr.type, expr.value,
      expr.op ? expr.op->getName().getAsOpaquePointer() : nullptr,
      expr.isNegated,
      llvm::hash_combine_range(expr.operands.begin(), expr.operands.end()),
      expr.kind == Kind::Leaf ? expr.tensor.tensor : Value());
  SmallVector<ElementExpr *, 1> &bucket = byHash[hash];
  for (ElementExpr *other : bucket)
    if (isEqual(*other, expr))
      return other;
  expr.id = all.size();
  all.push_back(std::make_unique<ElementExpr>(std::move(expr)));
  bucket.push_back(all.back().get());
  return all.back().get();
}

ElementExpr *ElementExprs::makeLeaf(const AccessedTensor &tensor) {
  ElementExpr leaf(Kind::Leaf, getExprType(tensor.tensor.getType()));
  leaf.tensor = tensor;
  return unique(leaf);
}

ElementExpr *ElementExprs::makeConstant(Attribute value) {
  Type type = cast<TypedAttr>(value).getType();
  ElementExpr expr(Kind::Constant, getExprType(type));
  expr.value = value;
  if (isWideFloat(type))
    expr.value =
        FloatAttr::get(expr.type, cast<FloatAttr>(value).getValueAsDouble());
  return unique(expr);
}

ElementExpr *ElementExprs::getIndicator(ElementExpr *condition,
                                        bool isNegated) {
  ElementExpr indicator(Kind::Indicator,
                        Float32Type::get(condition->type.getContext()));
  indicator.operands = {condition};
  indicator.isNegated = isNegated;
  return unique(indicator);
}

ElementExpr *ElementExprs::apply(Operation *op,
                                 ArrayRef<ElementExpr *> operands) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return nullptr;
  if (llvm::is_contained(operands, nullptr))
    return nullptr;
  Type type = getExprType(op->getResult(0).getType());
  // A cast between wide floats does not create a new expression.
  bool isCast = isa<arith::ExtFOp, arith::TruncFOp, ConvertOp>(op);
  if (isCast)
    return operands.size() == 1 && isWideFloat(type) &&
                   isWideFloat(operands.front()->type)
               ? operands.front()
               : nullptr;
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
          op->getDialect()) ||
      op->hasTrait<OpTrait::ConstantLike>() || isa<arith::BitcastOp>(op))
    return nullptr;
  ElementExpr expr(Kind::Apply, type);
  expr.op = op;
  expr.operands.assign(operands.begin(), operands.end());
  return unique(expr);
}

//===----------------------------------------------------------------------===//
// Elements of tensors
//===----------------------------------------------------------------------===//

ElementExpr *ElementExprs::get(const AccessedTensor &tensor) {
  auto &known = byTensor[tensor.tensor];
  for (auto &[access, expr] : known)
    if (access == tensor.access)
      return expr;
  ElementExpr *expr = compute(tensor);
  if (!expr)
    expr = makeLeaf(tensor);
  if (!expr->tensor.tensor)
    expr->tensor = tensor;
  byTensor[tensor.tensor].emplace_back(tensor.access, expr);
  return expr;
}

ElementExpr *ElementExprs::getValue(Value value, const TensorAccess &access) {
  if (isa<RankedTensorType>(value.getType()))
    return get({value, access});
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return makeConstant(constant);
  return makeLeaf({value, {}});
}

ElementExpr *ElementExprs::compute(const AccessedTensor &tensor) {
  Operation *op = tensor.tensor.getDefiningOp();
  if (!op)
    return nullptr;
  DenseElementsAttr elements;
  if (matchPattern(tensor.tensor, m_Constant(&elements))) {
    if (!elements.isSplat())
      return nullptr;
    return makeConstant(elements.getSplatValue<Attribute>());
  }
  if (getMovedSource(op, Move::Layout)) {
    std::optional<AccessedTensor> source = space.stepBack(tensor);
    return source ? get(*source) : nullptr;
  }
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return computeLinalg(linalgOp, tensor);
  if (!op->hasTrait<OpTrait::Elementwise>() && !isa<ConvertOp>(op))
    return nullptr;
  SmallVector<ElementExpr *> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getValue(operand, tensor.access));
  return apply(op, operands);
}

ElementExpr *
ElementExprs::getInBody(linalg::LinalgOp op, Value value,
                        ArrayRef<std::optional<DimGroup>> loops,
                        llvm::DenseMap<Value, ElementExpr *> &known) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  ElementExpr *expr = computeInBody(op, value, loops, known);
  known[value] = expr;
  return expr;
}

ElementExpr *
ElementExprs::computeInBody(linalg::LinalgOp op, Value value,
                            ArrayRef<std::optional<DimGroup>> loops,
                            llvm::DenseMap<Value, ElementExpr *> &known) {
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == op.getBlock()) {
    OpOperand *operand = op.getMatchingOpOperand(argument);
    // In a reduction, the argument is the partial result, not an element of the
    // init.
    if (op.isDpsInit(operand) && op.getNumReductionLoops() != 0)
      return nullptr;
    std::optional<TensorAccess> access = PairSpace::getAccess(
        op.getMatchingIndexingMap(operand), loops, operand->get().getType());
    return access ? getValue(operand->get(), *access) : nullptr;
  }
  // A body that reads a captured tensor can read elements at any index.
  if (isa<ShapedType>(value.getType()))
    return nullptr;
  Operation *inner = value.getDefiningOp();
  if (!inner || inner->getBlock() != op.getBlock())
    return getValue(value, {});
  if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    if (!loops[index.getDim()])
      return nullptr;
    ElementExpr expr(Kind::Index, index.getType());
    expr.index = *loops[index.getDim()];
    return unique(expr);
  }
  if (inner->hasTrait<OpTrait::ConstantLike>())
    return getValue(value, {});
  SmallVector<ElementExpr *> operands;
  for (Value operand : inner->getOperands())
    operands.push_back(getInBody(op, operand, loops, known));
  return apply(inner, operands);
}

ElementExpr *ElementExprs::computeLinalg(linalg::LinalgOp op,
                                         const AccessedTensor &result) {
  unsigned number = cast<OpResult>(result.tensor).getResultNumber();
  OpOperand *init = op.getDpsInitOperand(number);
  Value element = op.getBlock()->getTerminator()->getOperand(number);
  if (op.getNumReductionLoops() != 0)
    return computeReduction(op, element, result);
  auto loops = space.bindLoops(op.getMatchingIndexingMap(init), result.access);
  if (!loops || op.getNumParallelLoops() != op.getNumLoops())
    return nullptr;
  llvm::DenseMap<Value, ElementExpr *> known;
  return getInBody(op, element, *loops, known);
}

/// Returns the kind of a reduction that combines elements with `op`, or
/// std::nullopt.
static std::optional<Kind> getReductionKind(Operation *op) {
  if (isa<arith::AddFOp>(op))
    return Kind::Sum;
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return Kind::Max;
  if (!op->getResult(0).getType().isInteger(1))
    return std::nullopt;
  if (isa<arith::OrIOp>(op))
    return Kind::Any;
  if (isa<arith::AndIOp>(op))
    return Kind::All;
  return std::nullopt;
}

/// If the body computes `element` by combining `out` with another value,
/// returns the other value and the kind of reduction. Otherwise returns null.
static std::pair<Value, Kind> matchCombiner(Value element, Value out) {
  Operation *op = element.getDefiningOp();
  std::optional<Kind> kind =
      op && op->getNumResults() == 1 ? getReductionKind(op) : std::nullopt;
  for (unsigned i : {0, 1})
    if (kind && op->getOperand(i) == out && op->getOperand(1 - i) != out)
      return {op->getOperand(1 - i), *kind};
  return {};
}

/// Returns true if `init` is a neutral element of a reduction of `kind`.
static bool isNeutral(const ElementExpr *init, Kind kind) {
  if (init->kind != Kind::Constant)
    return false;
  if (kind == Kind::Any || kind == Kind::All)
    return cast<IntegerAttr>(init->value).getValue().isZero() ==
           (kind == Kind::Any);
  const APFloat number = cast<FloatAttr>(init->value).getValue();
  return kind == Kind::Sum ? number.isZero()
                           : number.isNegative() &&
                                 (number.isInfinity() || number.isLargest());
}

ElementExpr *ElementExprs::computeReduction(linalg::LinalgOp op, Value element,
                                            const AccessedTensor &result) {
  if (matchContraction(op))
    return nullptr;
  unsigned number = cast<OpResult>(result.tensor).getResultNumber();
  OpOperand *init = op.getDpsInitOperand(number);
  auto [value, kind] =
      matchCombiner(element, op.getMatchingBlockArgument(init));
  auto loops = space.bindLoops(op.getMatchingIndexingMap(init), result.access);
  if (!value || !loops ||
      !isNeutral(getValue(init->get(), result.access), kind))
    return nullptr;
  bool isReduced = false;
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [extent, loop, iterator] :
       llvm::zip_equal(ranges, *loops, op.getIteratorTypesArray())) {
    if (iterator == utils::IteratorType::parallel)
      continue;
    loop.emplace();
    if (extent == 1)
      continue;
    // A reduction over another dimension is not a reduction of a row.
    if (isReduced || extent != space.getExtent(space.getJ()) ||
        result.access.has(space.getJ()))
      return nullptr;
    loop->push_back(space.getJ());
    isReduced = true;
  }
  llvm::DenseMap<Value, ElementExpr *> known;
  ElementExpr *inner = getInBody(op, value, *loops, known);
  if (!inner || !isReduced)
    return inner;
  ElementExpr expr(kind, inner->type);
  expr.operands = {inner};
  return unique(expr);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

void ElementExprs::collectLeaves(ElementExpr *expr,
                                 SmallVectorImpl<ElementExpr *> &leaves) {
  llvm::SmallDenseSet<ElementExpr *> seen;
  SmallVector<ElementExpr *> worklist = {expr};
  while (!worklist.empty()) {
    ElementExpr *next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (next->kind == Kind::Leaf)
      leaves.push_back(next);
    llvm::append_range(worklist, next->operands);
  }
  llvm::sort(leaves,
             [](ElementExpr *a, ElementExpr *b) { return a->id < b->id; });
}

bool ElementExprs::reads(ElementExpr *expr, ElementExpr *leaf) {
  SmallVector<ElementExpr *> leaves;
  collectLeaves(expr, leaves);
  return llvm::is_contained(leaves, leaf);
}

bool ElementExprs::varies(ElementExpr *expr) {
  llvm::SmallDenseSet<ElementExpr *> seen;
  SmallVector<ElementExpr *> worklist = {expr};
  while (!worklist.empty()) {
    ElementExpr *next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (next->isReduction())
      continue;
    if (llvm::is_contained(next->index, space.getJ()) ||
        (next->kind == Kind::Leaf && next->tensor.access.has(space.getJ())))
      return true;
    llvm::append_range(worklist, next->operands);
  }
  return false;
}

ElementExpr *ElementExprs::findSum(ElementExpr *element) const {
  for (const std::unique_ptr<ElementExpr> &expr : all)
    if (expr->kind == Kind::Sum && expr->operands[0] == element)
      return expr.get();
  return nullptr;
}
