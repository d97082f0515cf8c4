//===- AttributeMutator.cpp - attributes with another value ---------------===//

#include "AttributeMutator.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"

#include <limits>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

AttributeMutator::AttributeMutator(Random &random, ArrayRef<ModuleOp> modules)
    : random(random) {
  for (ModuleOp module : modules) {
    module.walk([&](Operation *op) {
      for (NamedAttribute named : op->getAttrs())
        named.getValue().walk([&](Attribute attr) { found.push_back(attr); });
    });
  }
}

int64_t AttributeMutator::chooseInteger(int64_t old) {
  int64_t choices[] = {0,
                       -1,
                       1,
                       int64_t(uint64_t(old) + 1),
                       int64_t(uint64_t(old) - 1),
                       int64_t(uint64_t(old) * 2),
                       7,
                       1 << 20,
                       INT32_MAX,
                       int64_t(INT32_MAX) + 1,
                       INT64_MAX,
                       INT64_MIN};
  return random.pick(choices);
}

static APFloat chooseFloat(Random &random, FloatType type) {
  double infinity = std::numeric_limits<double>::infinity();
  double choices[] = {
      0.0,      -0.0,      1.0,    -1.0,
      0.5,      448.0,     3.4e38, 1e-45,
      infinity, -infinity, 1e-8,   std::numeric_limits<double>::quiet_NaN()};
  APFloat value(random.pick(choices));
  bool losesInfo;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

static APInt toBits(Type type, int64_t value) {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return APInt(width, uint64_t(value), /*isSigned=*/true,
               /*implicitTrunc=*/true);
}

/// Maximum number of elements of a mutated constant. Larger constants take too
/// much time.
static constexpr int64_t kMaxElements = 4096;

Attribute AttributeMutator::changeOneElement(DenseElementsAttr attr) {
  Type type = attr.getElementType();
  SmallVector<Attribute> values(attr.getValues<Attribute>());
  Attribute &value = random.pick(values);
  if (auto floatType = dyn_cast<FloatType>(type))
    value = FloatAttr::get(floatType, chooseFloat(random, floatType));
  else
    value = IntegerAttr::get(type, toBits(type, chooseInteger(1)));
  return DenseElementsAttr::get(attr.getType(), values);
}

Attribute AttributeMutator::mutateElements(DenseElementsAttr attr) {
  Type type = attr.getElementType();
  int64_t size = attr.getNumElements();
  if (size > 0 && size <= kMaxElements && random.isOneIn(2) &&
      (isa<FloatType>(type) || type.isIntOrIndex()))
    return changeOneElement(attr);
  if (auto floatType = dyn_cast<FloatType>(type))
    return DenseElementsAttr::get(attr.getType(),
                                  chooseFloat(random, floatType));
  if (type.isIntOrIndex())
    return DenseElementsAttr::get(attr.getType(),
                                  toBits(type, chooseInteger(1)));
  return attr;
}

/// Avoids the number that stands for a dynamic operand. Upstream's verifiers
/// accept it without such an operand, and its printers crash.
static int64_t avoidDynamic(int64_t value) {
  return ShapedType::isDynamic(value) ? value + 1 : value;
}

Attribute AttributeMutator::mutateIntegers(DenseI64ArrayAttr attr) {
  SmallVector<int64_t> values(attr.asArrayRef());
  size_t kind = random.below(4);
  if (values.empty() || kind == 0) {
    values.push_back(avoidDynamic(chooseInteger(2)));
  } else if (kind == 1) {
    values.erase(values.begin() + random.below(values.size()));
  } else if (kind == 2) {
    int64_t &value = random.pick(values);
    value = avoidDynamic(chooseInteger(value));
  } else {
    std::swap(random.pick(values), random.pick(values));
  }
  return DenseI64ArrayAttr::get(attr.getContext(), values);
}

Attribute AttributeMutator::mutateArray(ArrayAttr attr) {
  SmallVector<Attribute> values(attr.getValue());
  size_t kind = random.below(5);
  if (values.empty())
    return findSibling(attr);
  if (kind == 0)
    values.erase(values.begin() + random.below(values.size()));
  else if (kind == 1)
    values.push_back(random.pick(values));
  else if (kind == 2)
    std::swap(random.pick(values), random.pick(values));
  else {
    Attribute &value = random.pick(values);
    value = mutate(value);
  }
  return ArrayAttr::get(attr.getContext(), values);
}

Attribute AttributeMutator::mutateDictionary(DictionaryAttr attr) {
  SmallVector<NamedAttribute> values(attr.getValue());
  if (values.empty())
    return findSibling(attr);
  size_t index = random.below(values.size());
  if (random.isOneIn(3))
    values.erase(values.begin() + index);
  else
    values[index].setValue(mutate(values[index].getValue()));
  return DictionaryAttr::get(attr.getContext(), values);
}

Attribute AttributeMutator::mutateMap(AffineMapAttr attr) {
  AffineMap map = attr.getValue();
  MLIRContext *context = attr.getContext();
  SmallVector<AffineExpr> results(map.getResults());
  if (results.empty())
    return findSibling(attr);
  AffineExpr &result = random.pick(results);
  size_t kind = random.below(5);
  if (kind == 0)
    std::swap(result, random.pick(results));
  else if (kind == 1)
    result = getAffineConstantExpr(random.below(2), context);
  else if (kind == 2)
    result = result.floorDiv(2);
  else if (map.getNumDims() == 0)
    result = result + 1;
  else if (kind == 3)
    result = getAffineDimExpr(random.below(map.getNumDims()), context);
  else
    result = result + getAffineDimExpr(random.below(map.getNumDims()), context);
  return AffineMapAttr::get(
      AffineMap::get(map.getNumDims(), map.getNumSymbols(), results, context));
}

Attribute AttributeMutator::mutateString(StringAttr attr) {
  StringRef choices[] = {"",  "loss",   "a\"b\\c", "../x", "\xff\xfe",
                         "w", "moment", "%0",      "a b",  "\x1b[31m"};
  if (random.isOneIn(2))
    return findSibling(attr);
  return StringAttr::get(attr.getContext(), random.pick(choices));
}

/// Changes a number in the text of an attribute of a dialect. The parameters of
/// such an attribute are not attributes themselves.
Attribute AttributeMutator::mutateText(Attribute attr) {
  std::string text;
  llvm::raw_string_ostream(text) << attr;
  SmallVector<std::pair<size_t, size_t>> numbers;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t begin = i;
    while (i < text.size() && llvm::isAlnum(text[i]))
      ++i;
    int64_t number;
    if (!StringRef(text).slice(begin, i).getAsInteger(10, number))
      numbers.push_back({begin, i});
  }
  if (numbers.empty())
    return findSibling(attr);
  auto [begin, end] = random.pick(numbers);
  int64_t old = 0;
  StringRef(text).slice(begin, end).getAsInteger(10, old);
  text.replace(begin, end - begin, std::to_string(chooseInteger(old)));
  Attribute changed = parseAttribute(text, attr.getContext());
  return changed ? changed : attr;
}

Attribute AttributeMutator::findSibling(Attribute attr) {
  SmallVector<Attribute> siblings;
  for (Attribute other : found)
    if (other.getTypeID() == attr.getTypeID() && other != attr)
      siblings.push_back(other);
  return siblings.empty() ? attr : random.pick(siblings);
}

static Type chooseScalar(Random &random, MLIRContext *context) {
  Builder b(context);
  Type choices[] = {b.getF32Type(),
                    b.getF64Type(),
                    b.getBF16Type(),
                    b.getF16Type(),
                    Float8E4M3FNType::get(context),
                    Float8E5M2Type::get(context),
                    b.getI8Type(),
                    b.getI32Type(),
                    b.getI1Type(),
                    b.getIndexType()};
  return random.pick(choices);
}

Attribute AttributeMutator::mutate(Attribute attr) {
  return llvm::TypeSwitch<Attribute, Attribute>(attr)
      .Case([&](IntegerAttr integer) {
        Type type = integer.getType();
        APInt old = integer.getValue();
        return IntegerAttr::get(
            type, type.isInteger(1)
                      ? ~old
                      : toBits(type, chooseInteger(
                                         old.sextOrTrunc(64).getSExtValue())));
      })
      .Case([&](FloatAttr value) {
        auto type = cast<FloatType>(value.getType());
        return FloatAttr::get(type, chooseFloat(random, type));
      })
      .Case(
          [&](DenseElementsAttr elements) { return mutateElements(elements); })
      .Case([&](DenseI64ArrayAttr array) { return mutateIntegers(array); })
      .Case([&](ArrayAttr array) { return mutateArray(array); })
      .Case([&](DictionaryAttr dict) { return mutateDictionary(dict); })
      .Case([&](AffineMapAttr map) { return mutateMap(map); })
      .Case([&](StringAttr string) { return mutateString(string); })
      .Case([&](TypeAttr type) -> Attribute {
        if (isa<FunctionType>(type.getValue()))
          return type;
        return TypeAttr::get(chooseScalar(random, attr.getContext()));
      })
      .Default([&](Attribute) {
        return random.isOneIn(2) ? mutateText(attr) : findSibling(attr);
      });
}
