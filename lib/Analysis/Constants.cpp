//===- Constants.cpp - values of uniform constants ------------------------===//

#include "fp8/Analysis/Constants.h"

#include "fp8/IR/FP8.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::fp8;

TypedAttr mlir::fp8::matchNumber(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return nullptr;
  if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  return isa<FloatAttr, IntegerAttr>(attribute) ? cast<TypedAttr>(attribute)
                                                : TypedAttr();
}

std::optional<double> mlir::fp8::matchFloat(Value value) {
  auto number = dyn_cast_or_null<FloatAttr>(matchNumber(value));
  return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

using GetOperand = llvm::function_ref<Value(BlockArgument)>;

namespace {
class Folder {
public:
  explicit Folder(GetOperand getOperand) : getOperand(getOperand) {}

  Attribute fold(Value value);

private:
  Attribute foldResult(OpResult result);

  GetOperand getOperand;
  /// For each visited value, its constant, or null if it is not constant.
  llvm::DenseMap<Value, Attribute> known;
};
} // namespace

/// Converts `attribute`, a scalar or a splat, to a constant of type `type`.
static Attribute convertTo(Attribute attribute, Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(attribute);
      splat && !shaped)
    return splat.getSplatValue<Attribute>();
  if (auto number = dyn_cast_or_null<FloatAttr>(attribute);
      number && shaped && shaped.hasStaticShape() &&
      shaped.getElementType() == number.getType())
    return DenseElementsAttr::get(shaped, Attribute(number));
  return attribute;
}

/// Returns `fp8.initial` of an argument that no result updates, or null.
static Attribute getInitial(BlockArgument argument) {
  auto function =
      dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return {};
  auto initial = function.getArgAttrOfType<FloatAttr>(
      argument.getArgNumber(), FP8Dialect::kInitialAttrName);
  if (!initial)
    return {};
  std::string name = getArgumentName(function, argument.getArgNumber());
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    if (auto updates = function.getResultAttrOfType<StringAttr>(
            i, FP8Dialect::kUpdatesAttrName);
        updates && updates.getValue() == name)
      return {};
  return initial;
}

/// Folds the op of `result`. Returns null unless all operands are constants and
/// the op folds to a constant.
Attribute Folder::foldResult(OpResult result) {
  Operation *op = result.getOwner();
  if (op->getNumOperands() == 0 || op->getNumRegions() != 0)
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    Attribute constant = fold(operand);
    if (!constant)
      return {};
    operands.push_back(constant);
  }
  // Fold a clone, because folding may modify the op.
  Operation *clone = op->clone();
  SmallVector<OpFoldResult> folded;
  Attribute attribute;
  if (succeeded(clone->fold(operands, folded)) && !folded.empty()) {
    OpFoldResult own = folded[result.getResultNumber()];
    attribute = dyn_cast<Attribute>(own);
    for (unsigned i = 0, e = operands.size(); i < e && !attribute; ++i)
      if (dyn_cast<Value>(own) == op->getOperand(i))
        attribute = operands[i];
  }
  clone->destroy();
  return attribute;
}

Attribute Folder::fold(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  Attribute attribute;
  if (matchPattern(value, m_Constant(&attribute)))
    return attribute;
  if (auto result = dyn_cast<OpResult>(value)) {
    attribute = foldResult(result);
  } else {
    auto argument = cast<BlockArgument>(value);
    Value operand = getOperand(argument);
    attribute = convertTo(operand ? fold(operand) : getInitial(argument),
                          value.getType());
  }
  return known[value] = attribute;
}

std::optional<double> mlir::fp8::foldFloat(Value value, GetOperand getOperand) {
  Attribute attribute = Folder(getOperand).fold(value);
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  auto number = dyn_cast_or_null<FloatAttr>(attribute);
  return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
}
