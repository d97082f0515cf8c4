//===- FP8Signature.cpp - attributes of arguments and results -------------===//
//
// Checks the discardable attributes of the arguments and results of functions.
// A comment `dialect_aN` marks the check of constraint (AN) in the description
// of the dialect.
//
//===----------------------------------------------------------------------===//

#include "DialectAttributes.h"
#include "fp8/IR/FP8.h"
#include "fp8/IR/LossAttribute.h"
#include "fp8/IR/QuantizePolicy.h"
#include "fp8/IR/ScalarRange.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::fp8;

/// Checks a single attribute of an argument or result, without its context.
static LogicalResult
verifyStateAttribute(function_ref<InFlightDiagnostic()> emitError,
                     NamedAttribute attribute, bool isResult) {
  StringRef name = attribute.getName().getValue();
  if (name == FP8Dialect::kNameAttrName ||
      name == (isResult ? FP8Dialect::kUpdatesAttrName
                        : FP8Dialect::kResultAttrName))
    return verifyName(emitError, attribute);
  if (name == FP8Dialect::kStateAttrName) {
    if (!isa<StateKindAttr>(attribute.getValue())) // dialect_a2
      return emitError() << "expected 'fp8.state' to be a #fp8.state "
                            "attribute, but it is "
                         << attribute.getValue();
    return success();
  }
  if (!isResult && name == FP8Dialect::kInitialAttrName) {
    auto value = dyn_cast<FloatAttr>(attribute.getValue());
    if (!value || !value.getType().isF32()) // dialect_a3
      return emitError()
             << "expected 'fp8.initial' to be an f32 attribute, but it is "
             << attribute.getValue();
    return success();
  }
  if (!isResult && name == FP8Dialect::kInPlaceAttrName) {
    if (!isa<UnitAttr>(attribute.getValue())) // dialect_a8
      return emitError() << "expected 'fp8.in_place' to be a unit attribute, "
                            "but it is "
                         << attribute.getValue();
    return success();
  }
  if (!isResult && name == FP8Dialect::kMicrobatchesAttrName) {
    auto count = dyn_cast<IntegerAttr>(attribute.getValue());
    if (!count || !count.getType().isInteger(64) || // dialect_a12
        count.getInt() < 1)
      return emitError() << "expected 'fp8.microbatches' to be a positive i64 "
                            "attribute, but it is "
                         << attribute.getValue();
    return success();
  }
  if (!isResult && name == FP8Dialect::kBatchAttrName) {
    if (!isa<UnitAttr>(attribute.getValue())) // dialect_a19
      return emitError() << "expected 'fp8.batch' to be a unit attribute, but "
                            "it is "
                         << attribute.getValue();
    return success();
  }
  if (name == FP8Dialect::kShardAttrName) {
    if (!isa<ShardAttr>(attribute.getValue())) // dialect_a21
      return emitError() << "expected 'fp8.shard' to be a #fp8.shard "
                            "attribute, but it is "
                         << attribute.getValue();
    return success();
  }
  if (!isResult && name == kQuantizeAttrName) {
    auto text = dyn_cast<StringAttr>(attribute.getValue());
    SmallVector<StringRef> policies;
    if (text)
      text.getValue().split(policies, ',');
    if (!text || !llvm::all_of(policies, parseQuantizePolicy)) // dialect_a9
      return emitError() << "expected 'fp8.quantize' to be a string that holds "
                         << kQuantizePolicies << ", but it is "
                         << attribute.getValue();
    return success();
  }
  if (!isResult && name == kRangeAttrName) {
    if (!parseScalarRange(attribute.getValue())) // dialect_a22
      return emitError() << "expected 'fp8.range' to be an array of two f64 "
                            "numbers, the first below the second, but it is "
                         << attribute.getValue();
    return success();
  }
  if (isResult && name == kLossAttrName) {
    if (!isa<UnitAttr>(attribute.getValue())) // dialect_a17
      return emitError()
             << "expected 'fp8.loss' to be a unit attribute, but it "
                "is "
             << attribute.getValue();
    return success();
  }
  return emitError() // dialect_a7
         << "expected one of "
         << (isResult
                 ? "'fp8.name', 'fp8.state', 'fp8.updates', 'fp8.shard' "
                   "and 'fp8.loss' on a result"
                 : "'fp8.name', 'fp8.state', 'fp8.initial', "
                   "'fp8.in_place', 'fp8.result', 'fp8.microbatches', "
                   "'fp8.batch', 'fp8.shard', 'fp8.quantize' and 'fp8.range' "
                   "on an argument")
         << ", but found '" << name << "'";
}

/// Returns the name of an argument or result. The MLIR context owns the string.
/// Names are not copied, because a step has thousands of them and they are
/// compared after every pass.
static StringRef getName(MLIRContext *context, DictionaryAttr attributes,
                         StringRef kind, unsigned i) {
  if (attributes)
    if (auto name = attributes.getAs<StringAttr>(FP8Dialect::kNameAttrName))
      return name;
  return StringAttr::get(context, kind + Twine(i));
}

static StringRef getNameOfArgument(FunctionOpInterface function, unsigned i) {
  return getName(function->getContext(), function.getArgAttrDict(i), "arg", i);
}

static StringRef getNameOfResult(FunctionOpInterface function, unsigned i) {
  return getName(function->getContext(), function.getResultAttrDict(i),
                 "result", i);
}

/// Checks the constraints that relate arguments and results.
static LogicalResult verifyUpdates(FunctionOpInterface function) {
  llvm::DenseMap<StringRef, unsigned> arguments;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    StringRef name = getNameOfArgument(function, i);
    auto [it, inserted] = arguments.try_emplace(name, i);
    if (!inserted) // dialect_a5
      return emitError(function.getLoc())
             << "expected the names of arguments to differ, but #" << it->second
             << " and #" << i << " are called '" << name << "'";
  }
  llvm::DenseMap<StringRef, unsigned> results;
  llvm::DenseMap<StringRef, unsigned> updated;
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i) {
    StringRef name = getNameOfResult(function, i);
    auto [it, inserted] = results.try_emplace(name, i);
    if (!inserted) // dialect_a5
      return emitError(function.getLoc())
             << "expected the names of results to differ, but #" << it->second
             << " and #" << i << " are called '" << name << "'";
    auto updates = function.getResultAttrOfType<StringAttr>(
        i, FP8Dialect::kUpdatesAttrName);
    if (!updates)
      continue;
    auto argument = arguments.find(updates.getValue());
    if (argument == arguments.end()) // dialect_a4
      return emitError(function.getLoc())
             << "expected result #" << i << " to update an argument, but none "
             << "is called '" << updates.getValue() << "'";
    Type from = function.getResultTypes()[i];
    Type to = function.getArgumentTypes()[argument->second];
    if (from != to) // dialect_a4
      return emitError(function.getLoc())
             << "expected result #" << i << " to have the type of '"
             << updates.getValue() << "', " << to << ", but it is " << from;
    auto [other, first] = updated.try_emplace(updates.getValue(), i);
    if (!first) // dialect_a5
      return emitError(function.getLoc())
             << "expected one result to update '" << updates.getValue()
             << "', but #" << other->second << " and #" << i << " do";
  }
  return success();
}

static bool isOfDialect(NamedAttribute attribute) {
  return attribute.getName().getValue().starts_with("fp8.");
}

static bool hasAttributeOfDialect(DictionaryAttr attributes) {
  return attributes && llvm::any_of(attributes, isOfDialect);
}

/// Returns true if `attribute` is the first attribute of the dialect in the
/// signature. It belongs to argument `i`, or to result `i` if `isResult`. MLIR
/// calls the verifier once per attribute, so this condition selects one call
/// that checks the whole signature.
static bool isFirstOfSignature(FunctionOpInterface function, unsigned i,
                               bool isResult, NamedAttribute attribute) {
  auto dictionaryOf = [&](unsigned j) -> DictionaryAttr {
    return isResult ? function.getResultAttrDict(j)
                    : function.getArgAttrDict(j);
  };
  if (isResult)
    for (unsigned j = 0, e = function.getNumArguments(); j < e; ++j)
      if (hasAttributeOfDialect(function.getArgAttrDict(j)))
        return false;
  for (unsigned j = 0; j < i; ++j)
    if (hasAttributeOfDialect(dictionaryOf(j)))
      return false;
  return *llvm::find_if(dictionaryOf(i), isOfDialect) == attribute;
}

/// Checks the constraints that relate an attribute to the type of argument or
/// result `i`. Pointers, which replace tensors in late stages, are not checked.
static LogicalResult verifyType(Operation *op, Type type, unsigned i,
                                bool isResult, NamedAttribute attribute) {
  StringRef name = attribute.getName().getValue();
  auto fail = [&](const Twine &expected) {
    InFlightDiagnostic diag = emitError(op->getLoc());
    diag << "expected " << (isResult ? "a result" : "an argument") << " with '"
         << name << "' to " << expected << ", but #" << i << " is of type "
         << type;
    return diag;
  };
  if (name == FP8Dialect::kMicrobatchesAttrName) {
    auto shaped = dyn_cast<ShapedType>(type);
    int64_t count = cast<IntegerAttr>(attribute.getValue()).getInt();
    if (shaped && (!shaped.hasRank() || shaped.getRank() == 0 ||
                   shaped.getDimSize(0) != count)) // dialect_a12
      return fail("have " + Twine(count) + " as its first extent");
  }
  if (name == FP8Dialect::kInPlaceAttrName &&
      (isa<TensorType>(type) || type.isIntOrIndexOrFloat())) // dialect_a8
    return fail("be a buffer");
  if (name == FP8Dialect::kStateAttrName &&
      cast<StateKindAttr>(attribute.getValue()).getValue() == StateKind::RNG &&
      isa<FloatType>(getElementTypeOrSelf(type))) // dialect_a15
    return fail("hold integers, because it is #fp8.state<rng>");
  if (name == FP8Dialect::kStateAttrName &&
      cast<StateKindAttr>(attribute.getValue()).getValue() == StateKind::Rank) {
    auto shaped = dyn_cast<ShapedType>(type);
    bool isOne = shaped ? shaped.hasStaticShape() &&
                              shaped.getNumElements() == 1 &&
                              shaped.getElementType().isInteger(32)
                        : type.isInteger(32) || !type.isIntOrIndexOrFloat();
    if (!isOne) // dialect_a20
      return fail("hold one i32, because it is #fp8.state<rank>");
  }
  if (name == FP8Dialect::kShardAttrName) {
    auto shard = cast<ShardAttr>(attribute.getValue());
    MeshAttr mesh = getMesh(op);
    std::optional<unsigned> axis;
    if (mesh)
      axis = mesh.findAxis(shard.getAxis());
    if (!axis) // dialect_a21
      return emitError(op->getLoc())
             << "expected 'fp8.mesh' of the module to have the axis of "
             << shard << ", but it is " << mesh;
    auto shaped = dyn_cast<ShapedType>(type);
    int64_t rows = shard.getRowsPerRank(mesh.getSizes()[*axis]);
    if (shaped && (!shaped.hasRank() || shaped.getRank() == 0 ||
                   shaped.getDimSize(0) != rows)) // dialect_a21
      return fail("hold " + Twine(rows) + " rows");
  }
  if (name == kLossAttrName || name == kRangeAttrName) {
    auto shaped = dyn_cast<ShapedType>(type);
    // Lowering to LLVM makes the argument a pointer.
    bool isOne = shaped ? shaped.hasStaticShape() &&
                              shaped.getNumElements() == 1 &&
                              isa<FloatType>(shaped.getElementType())
                        : isa<FloatType>(type) || !type.isIntOrIndexOrFloat();
    if (!isOne) // dialect_a17, dialect_a22
      return fail("be one float");
  }
  return success();
}

static LogicalResult verifySignature(Operation *op, unsigned i, bool isResult,
                                     NamedAttribute attribute) {
  if (failed(verifyStateAttribute([&] { return emitError(op->getLoc()); },
                                  attribute, isResult)))
    return failure();
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  Type type =
      isResult ? function.getResultTypes()[i] : function.getArgumentTypes()[i];
  if (failed(verifyType(op, type, i, isResult, attribute)))
    return failure();
  // Arguments are checked first, so the list of result attributes may still be
  // invalid.
  ArrayAttr results = function.getResAttrsAttr();
  if (results && results.size() != function.getNumResults())
    return success();
  if (!isFirstOfSignature(function, i, isResult, attribute))
    return success();
  return verifyUpdates(function);
}

LogicalResult FP8Dialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned argument,
                                                   NamedAttribute attribute) {
  return verifySignature(op, argument, /*isResult=*/false, attribute);
}

LogicalResult FP8Dialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned result, NamedAttribute attribute) {
  return verifySignature(op, result, /*isResult=*/true, attribute);
}

std::string fp8::getArgumentName(FunctionOpInterface function, unsigned i) {
  return getNameOfArgument(function, i).str();
}

bool fp8::hasArgument(FunctionOpInterface function, StringRef name) {
  return llvm::any_of(
      llvm::seq<unsigned>(0, function.getNumArguments()),
      [&](unsigned i) { return getArgumentName(function, i) == name; });
}

std::string fp8::getResultName(FunctionOpInterface function, unsigned i) {
  return getNameOfResult(function, i).str();
}
