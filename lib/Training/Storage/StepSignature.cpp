//===- StepSignature.cpp - planes in function signatures ------------------===//

#include "StepSignature.h"

#include "fp8/Utils/FreeName.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr StringLiteral kSeedName = "fp8.rng";
static constexpr StringLiteral kStepName = "fp8.step";

DictionaryAttr mlir::fp8::getPlaneAttributes(const StatePlane &plane,
                                             Builder &builder, bool asArgument,
                                             bool asUpdate) {
  StringAttr name = builder.getStringAttr(plane.name);
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr(FP8Dialect::kNameAttrName, name),
      builder.getNamedAttr(
          FP8Dialect::kStateAttrName,
          StateKindAttr::get(builder.getContext(), plane.kind))};
  if (asArgument && plane.initial)
    attributes.push_back(builder.getNamedAttr(
        FP8Dialect::kInitialAttrName, builder.getF32FloatAttr(*plane.initial)));
  if (asUpdate)
    attributes.push_back(
        builder.getNamedAttr(FP8Dialect::kUpdatesAttrName, name));
  return builder.getDictionaryAttr(attributes);
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

SignatureBuilder::SignatureBuilder(func::FuncOp func)
    : func(func), terminator(func.front().getTerminator()),
      updates(findUpdatingResults(func)) {
  auto getAll = [&](ArrayAttr attributes, unsigned count) {
    SmallVector<DictionaryAttr> all(count,
                                    DictionaryAttr::get(func.getContext()));
    if (attributes)
      for (auto [i, attribute] : llvm::enumerate(attributes))
        all[i] = cast<DictionaryAttr>(attribute);
    return all;
  };
  argumentAttributes = getAll(func.getArgAttrsAttr(), func.getNumArguments());
  resultAttributes = getAll(func.getResAttrsAttr(), func.getNumResults());
}

Value SignatureBuilder::addArgument(const StatePlane &plane) {
  Builder builder(func.getContext());
  argumentAttributes.push_back(getPlaneAttributes(plane, builder,
                                                  /*asArgument=*/true,
                                                  /*asUpdate=*/false));
  return func.front().addArgument(plane.type, func.getLoc());
}

void SignatureBuilder::addResult(const StatePlane &plane, Value value) {
  Builder builder(func.getContext());
  appendResult(value, getPlaneAttributes(plane, builder, /*asArgument=*/false,
                                         /*asUpdate=*/true));
}

void SignatureBuilder::setResult(unsigned result, Value value,
                                 DictionaryAttr attributes) {
  terminator->setOperand(result, value);
  resultAttributes[result] = attributes;
}

void SignatureBuilder::appendResult(Value value, DictionaryAttr attributes) {
  terminator->insertOperands(terminator->getNumOperands(), value);
  resultAttributes.push_back(attributes);
}

PlaneValues SignatureBuilder::addPlanes(const StoredState &state) {
  PlaneValues planes(state);
  for (auto [i, plane] : llvm::enumerate(planes.getPlanes())) {
    if (i > 0) {
      planes.set(i, addArgument(plane));
      continue;
    }
    BlockArgument main = func.getArgument(state.argument);
    main.setType(plane.type);
    planes.set(i, main);
  }
  return planes;
}

void SignatureBuilder::returnPlanes(const StoredState &state, Value value,
                                    const PlaneValues &planes) {
  unsigned result = updates.lookup(state.name);
  // The step does not return this value, because another update of the same
  // state follows.
  if (terminator->getOperand(result) != value)
    return;
  terminator->setOperand(result, planes.get(0));
  for (auto [i, plane] : llvm::enumerate(planes.getPlanes()))
    if (i > 0)
      addResult(plane, planes.get(i));
}

void SignatureBuilder::finish() {
  SmallVector<Type> inputs(func.front().getArgumentTypes());
  SmallVector<Type> results(terminator->getOperandTypes());
  func.setType(FunctionType::get(func.getContext(), inputs, results));
  func.setAllArgAttrs(argumentAttributes);
  func.setAllResultAttrs(resultAttributes);
}

//===----------------------------------------------------------------------===//
// Draws
//===----------------------------------------------------------------------===//

static bool isCounter(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (tensor.getRank() != 0)
      return false;
    type = tensor.getElementType();
  }
  return type.isInteger(32) || type.isInteger(64);
}

/// Returns an integer argument that counts steps, or null.
Value SignatureBuilder::findCounter() {
  for (auto [i, attributes] : llvm::enumerate(argumentAttributes)) {
    auto kind = attributes.getAs<StateKindAttr>(FP8Dialect::kStateAttrName);
    BlockArgument argument = func.getArgument(i);
    if (!kind || kind.getValue() != StateKind::Step ||
        !isCounter(argument.getType()))
      continue;
    auto name = attributes.getAs<StringAttr>(FP8Dialect::kNameAttrName);
    if (updates.contains(name ? name.str() : "arg" + std::to_string(i)))
      return argument;
  }
  return {};
}

static Value toI32(ImplicitLocOpBuilder &b, Value value) {
  if (isa<RankedTensorType>(value.getType()))
    value = tensor::ExtractOp::create(b, value, ValueRange());
  if (value.getType().isInteger(64))
    value = arith::TruncIOp::create(b, b.getI32Type(), value);
  return value;
}

Draws SignatureBuilder::addDraws() {
  ImplicitLocOpBuilder b(func.getLoc(), func.getContext());
  b.setInsertionPointToStart(&func.front());
  auto type = RankedTensorType::get({}, b.getI32Type());
  StatePlane seed{StatePlane::Role::Main, getFreeName(func, kSeedName),
                  StateKind::RNG, type, 0.0f};
  Value seedTensor = addArgument(seed);
  addResult(seed, seedTensor);
  Value counter = findCounter();
  if (!counter) {
    StatePlane step{StatePlane::Role::Main, getFreeName(func, kStepName),
                    StateKind::Step, type, 0.0f};
    counter = addArgument(step);
    Value one = arith::ConstantOp::create(b, DenseElementsAttr::get(type, 1));
    addResult(step, arith::AddIOp::create(b, counter, one));
  }
  Value seedValue = toI32(b, seedTensor);
  return {seedValue, toI32(b, counter)};
}
