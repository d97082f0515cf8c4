//===- Mutator.cpp - random changes of IR ---------------------------------===//

#include "Mutator.h"
#include "fp8/IR/ImpliedBody.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

Mutator::Mutator(Random &random, ModuleOp module, ModuleOp donor)
    : random(random), module(module), donor(donor) {
  module.walk([&](Operation *op) {
    // Implied ops are not in the text.
    if (op != module && !isImplied(op))
      ops.push_back(op);
  });
}

Operation *Mutator::pickOp() { return random.pick(ops); }

/// Returns the values that are visible before `op`, without values of
/// enclosing blocks.
static SmallVector<Value> getValuesBefore(Operation *op) {
  SmallVector<Value> values;
  for (Operation *at = op; at && at->getBlock(); at = at->getParentOp()) {
    llvm::append_range(values, at->getBlock()->getArguments());
    for (Operation &other : *at->getBlock()) {
      if (&other == at)
        break;
      llvm::append_range(values, other.getResults());
    }
    Operation *parent = at->getParentOp();
    if (!parent || parent->hasTrait<OpTrait::IsIsolatedFromAbove>())
      break;
  }
  return values;
}

Value Mutator::pickReplacement(Operation *op, Value value) {
  SmallVector<Value> values = getValuesBefore(op);
  llvm::erase_if(values, [&](Value other) {
    return other == value || other.getType() != value.getType();
  });
  return values.empty() ? Value() : random.pick(values);
}

bool Mutator::swapOperand() {
  Operation *op = pickOp();
  if (op->getNumOperands() == 0)
    return false;
  OpOperand &operand = random.pick(op->getOpOperands());
  Value value = pickReplacement(op, operand.get());
  if (value)
    operand.set(value);
  return bool(value);
}

bool Mutator::dropOp() {
  Operation *op = pickOp();
  if (op->hasTrait<OpTrait::IsTerminator>())
    return false;
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value value = pickReplacement(op, result);
    if (!value)
      return false;
    result.replaceAllUsesWith(value);
  }
  op->erase();
  return true;
}

bool Mutator::cloneOp() {
  Operation *op = pickOp();
  if (op->hasTrait<OpTrait::IsTerminator>())
    return false;
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Operation *clone = builder.clone(*op);
  for (auto [result, other] : llvm::zip(op->getResults(), clone->getResults()))
    for (OpOperand &use : llvm::make_early_inc_range(result.getUses()))
      if (random.isOneIn(2))
        use.set(other);
  return true;
}

bool Mutator::moveOp() {
  Operation *op = pickOp();
  SmallVector<Operation *> others;
  for (Operation &other : *op->getBlock())
    if (&other != op)
      others.push_back(&other);
  if (others.empty() || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  op->moveBefore(random.pick(others));
  return true;
}

/// Replaces `op` by an op with another name or other attributes. Sets
/// properties like the parser, so that every mutant could also come from text.
static bool recreate(Operation *op, StringRef name, DictionaryAttr properties,
                     DictionaryAttr discardable) {
  OperationState state(op->getLoc(), name, op->getOperands(),
                       op->getResultTypes(), {}, op->getSuccessors());
  for (size_t i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *fresh = Operation::create(state);
  auto ignore = [&] {
    return emitError(op->getLoc(), "properties of another op");
  };
  if (fresh->getPropertiesStorageSize() != 0) {
    if (failed(fresh->setPropertiesFromAttribute(properties, ignore))) {
      fresh->destroy();
      return false;
    }
    fresh->setDiscardableAttrs(discardable);
  } else {
    NamedAttrList all(properties);
    all.append(discardable);
    fresh->setAttrs(all.getDictionary(op->getContext()));
  }
  for (auto [to, from] : llvm::zip(fresh->getRegions(), op->getRegions()))
    to.takeBody(from);
  op->getBlock()->getOperations().insert(op->getIterator(), fresh);
  op->replaceAllUsesWith(fresh);
  op->erase();
  return true;
}

static DictionaryAttr getProperties(Operation *op) {
  auto properties =
      dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  return properties ? properties : DictionaryAttr::get(op->getContext());
}

bool Mutator::renameOp() {
  Operation *op = pickOp();
  // The names of named linalg ops imply their bodies.
  if (isa<linalg::LinalgOp>(op))
    return false;
  SmallVector<StringRef> names;
  auto add = [&](Operation *other) {
    if (other->getName() != op->getName() &&
        other->getNumOperands() == op->getNumOperands() &&
        other->getNumResults() == op->getNumResults() &&
        other->getNumRegions() == op->getNumRegions())
      names.push_back(other->getName().getStringRef());
  };
  module.walk(add);
  donor.walk(add);
  if (names.empty() || random.isOneIn(2))
    for (RegisteredOperationName name :
         op->getContext()->getRegisteredOperationsByDialect(
             op->getName().getDialectNamespace()))
      names.push_back(name.getStringRef());
  if (names.empty())
    return false;
  return recreate(op, random.pick(names), getProperties(op),
                  op->getDiscardableAttrDictionary());
}

bool Mutator::changeAttribute() {
  Operation *op = pickOp();
  NamedAttrList properties(getProperties(op));
  NamedAttrList discardable(op->getDiscardableAttrDictionary());
  size_t count = properties.getAttrs().size() + discardable.getAttrs().size();
  if (count == 0)
    return false;
  size_t index = random.below(count);
  NamedAttrList &list =
      index < properties.getAttrs().size() ? properties : discardable;
  if (index >= properties.getAttrs().size())
    index -= properties.getAttrs().size();
  NamedAttribute old = *(list.begin() + index);
  if (random.isOneIn(4)) {
    list.erase(old.getName());
  } else {
    Attribute value =
        AttributeMutator(random, {module, donor}).mutate(old.getValue());
    if (value == old.getValue())
      return false;
    list.set(old.getName(), value);
  }
  return recreate(op, op->getName().getStringRef(),
                  properties.getDictionary(op->getContext()),
                  discardable.getDictionary(op->getContext()));
}

/// Gives an op an attribute that another op has.
bool Mutator::giveAttribute() {
  Operation *op = pickOp();
  SmallVector<NamedAttribute> attrs;
  auto add = [&](Operation *other) {
    if (other->getName() == op->getName())
      llvm::append_range(attrs, getProperties(other));
    llvm::append_range(attrs, other->getDiscardableAttrs());
  };
  module.walk(add);
  donor.walk(add);
  if (attrs.empty())
    return false;
  NamedAttribute attr = random.pick(attrs);
  NamedAttrList properties(getProperties(op));
  NamedAttrList discardable(op->getDiscardableAttrDictionary());
  bool isInherent = op->getPropertiesStorageSize() != 0 &&
                    op->getInherentAttr(attr.getName());
  NamedAttrList &list = isInherent ? properties : discardable;
  list.set(attr.getName(), attr.getValue());
  return recreate(op, op->getName().getStringRef(),
                  properties.getDictionary(op->getContext()),
                  discardable.getDictionary(op->getContext()));
}

/// Returns the shaped types of all values in the module.
static SmallVector<ShapedType> getShapedTypes(ModuleOp module) {
  SmallVector<ShapedType> types;
  auto add = [&](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (shaped && shaped.hasRank() &&
        isa<RankedTensorType, MemRefType, VectorType>(type))
      types.push_back(shaped);
  };
  module.walk([&](Operation *op) {
    llvm::for_each(op->getResultTypes(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArgumentTypes(), add);
  });
  return types;
}

static int64_t chooseExtent(Random &random, int64_t old) {
  if (ShapedType::isDynamic(old))
    return random.below(4);
  int64_t choices[] = {
      ShapedType::kDynamic, 0, 1, 2, 3, old + 1, old - 1, INT32_MAX};
  return random.pick(choices);
}

/// Returns `type` with another shape, or null if no such type exists.
static Type withShape(ShapedType type, ArrayRef<int64_t> shape) {
  bool isVector = isa<VectorType>(type);
  if (llvm::any_of(shape, [&](int64_t extent) {
        return isVector ? extent <= 0
                        : extent < 0 && !ShapedType::isDynamic(extent);
      }))
    return {};
  if (auto memref = dyn_cast<MemRefType>(type))
    if (!memref.getLayout().isIdentity())
      return {};
  return type.clone(shape);
}

using AttributeReplacement = std::optional<std::pair<Attribute, WalkResult>>;

/// Lets `replacer` replace the types of splat constants like the types of
/// values.
static void replaceSplats(AttrTypeReplacer &replacer) {
  replacer.addReplacement([&](DenseElementsAttr attr) -> AttributeReplacement {
    auto type = dyn_cast<ShapedType>(replacer.replace(Type(attr.getType())));
    if (!attr.isSplat() || !type || !type.hasStaticShape() ||
        type.getElementType() != attr.getElementType())
      return std::pair(attr, WalkResult::skip());
    return std::pair(attr.resizeSplat(type), WalkResult::skip());
  });
}

/// Replaces all occurrences of one extent, so that batches become dynamic or
/// empty, for example.
bool Mutator::changeExtent() {
  SmallVector<ShapedType> types = getShapedTypes(module);
  llvm::erase_if(types, [](ShapedType type) { return type.getRank() == 0; });
  if (types.empty())
    return false;
  ShapedType drawn = random.pick(types);
  int64_t from = drawn.getDimSize(random.below(drawn.getRank()));
  int64_t to = chooseExtent(random, from);
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Type type) -> std::optional<Type> {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasRank())
      return std::nullopt;
    SmallVector<int64_t> shape(shaped.getShape());
    llvm::replace(shape, from, to);
    Type replaced = withShape(shaped, shape);
    return replaced ? replaced : type;
  });
  replaceSplats(replacer);
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return true;
}

static Type chooseElementType(Random &random, MLIRContext *context) {
  Type choices[] = {
      Float32Type::get(context),      Float64Type::get(context),
      BFloat16Type::get(context),     Float16Type::get(context),
      Float8E4M3FNType::get(context), Float8E5M2Type::get(context),
      IntegerType::get(context, 8),   IntegerType::get(context, 32),
      IntegerType::get(context, 1)};
  return random.pick(choices);
}

/// Replaces all occurrences of one element type by another type.
bool Mutator::changeElementType() {
  SmallVector<ShapedType> types = getShapedTypes(module);
  if (types.empty())
    return false;
  Type from = random.pick(types).getElementType();
  Type to = chooseElementType(random, module.getContext());
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Type type) -> std::optional<Type> {
    if (type == from)
      return to;
    return std::nullopt;
  });
  // A float attribute keeps its type if the new type is not a float.
  replacer.addReplacement([&](FloatAttr attr) -> AttributeReplacement {
    auto type = dyn_cast<FloatType>(to);
    if (attr.getType() != from || !type)
      return std::pair(attr, WalkResult::skip());
    return std::pair(FloatAttr::get(type, attr.getValueAsDouble()),
                     WalkResult::skip());
  });
  replacer.addReplacement([&](IntegerAttr attr) {
    return std::optional(
        std::pair<Attribute, WalkResult>(attr, WalkResult::skip()));
  });
  replacer.addReplacement([&](DenseElementsAttr attr) -> AttributeReplacement {
    auto oldType = dyn_cast<FloatType>(attr.getElementType());
    auto type = dyn_cast<FloatType>(to);
    if (oldType != from || !oldType || !type || !attr.isSplat())
      return std::pair(attr, WalkResult::skip());
    APFloat value = attr.getSplatValue<APFloat>();
    bool losesInfo;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return std::pair(DenseElementsAttr::get(attr.getType().clone(type), value),
                     WalkResult::skip());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return true;
}

/// Changes the type of one result: an extent or the element type.
bool Mutator::changeOneType() {
  Operation *op = pickOp();
  if (op->getNumResults() == 0)
    return false;
  OpResult result = op->getResult(random.below(op->getNumResults()));
  auto type = dyn_cast<ShapedType>(result.getType());
  if (!type || !type.hasRank())
    return false;
  if (type.getRank() == 0 || random.isOneIn(3)) {
    Type element = chooseElementType(random, op->getContext());
    result.setType(type.clone(element));
    return true;
  }
  SmallVector<int64_t> shape(type.getShape());
  int64_t &extent = random.pick(shape);
  extent = chooseExtent(random, extent);
  Type replaced = withShape(type, shape);
  if (replaced)
    result.setType(replaced);
  return bool(replaced);
}

/// Returns a function of one block that ends in func.return, or null.
static func::FuncOp pickFunction(Random &random, ModuleOp module) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getBody().hasOneBlock() &&
        isa<func::ReturnOp>(function.getBody().front().back()))
      functions.push_back(function);
  return functions.empty() ? func::FuncOp() : random.pick(functions);
}

/// Drops a result of a function, returns one more value, or swaps two.
bool Mutator::changeResults() {
  func::FuncOp function = pickFunction(random, module);
  if (!function)
    return false;
  Operation *end = &function.getBody().front().back();
  unsigned count = end->getNumOperands();
  if (count != 0 && random.isOneIn(3)) {
    unsigned index = random.below(count);
    end->eraseOperand(index);
    return succeeded(function.eraseResult(index));
  }
  SmallVector<Value> values = getValuesBefore(end);
  if (values.empty())
    return false;
  Value value = random.pick(values);
  unsigned index = random.below(count + 1);
  end->insertOperands(index, value);
  return succeeded(function.insertResult(index, value.getType(), {}));
}

/// Drops an unused argument of a function, or adds one.
bool Mutator::changeArguments() {
  func::FuncOp function = pickFunction(random, module);
  if (!function)
    return false;
  unsigned count = function.getNumArguments();
  if (count != 0 && random.isOneIn(2)) {
    unsigned index = random.below(count);
    if (!function.getArgument(index).use_empty())
      return false;
    return succeeded(function.eraseArgument(index));
  }
  if (count == 0)
    return false;
  BlockArgument like = function.getArgument(random.below(count));
  return succeeded(function.insertArgument(
      random.below(count + 1), like.getType(), {}, function.getLoc()));
}

bool Mutator::mutateOnce() {
  using Mutation = bool (Mutator::*)();
  // Mutations that give more valid mutants or findings are listed twice.
  Mutation mutations[] = {
      &Mutator::swapOperand,     &Mutator::swapOperand,
      &Mutator::dropOp,          &Mutator::cloneOp,
      &Mutator::moveOp,          &Mutator::renameOp,
      &Mutator::changeAttribute, &Mutator::changeAttribute,
      &Mutator::giveAttribute,   &Mutator::changeExtent,
      &Mutator::changeExtent,    &Mutator::changeElementType,
      &Mutator::changeOneType,   &Mutator::changeResults,
      &Mutator::changeArguments};
  if (ops.empty())
    return false;
  return (this->*random.pick(mutations))();
}
