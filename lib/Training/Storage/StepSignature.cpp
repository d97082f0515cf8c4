//===- StepSignature.cpp - planes in function signatures ------------------===//

#include "StepSignature.h"

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

Value mlir::fp8::addStateArgument(func::FuncOp func, const StatePlane &plane) {
  Builder builder(func.getContext());
  unsigned i = func.getNumArguments();
  // Insertion fails only for functions whose type is not builtin.
  (void)func.insertArgument(i, plane.type,
                            getPlaneAttributes(plane, builder,
                                               /*asArgument=*/true,
                                               /*asUpdate=*/false),
                            func.getLoc());
  return func.getArgument(i);
}

void mlir::fp8::addStateResult(func::FuncOp func, const StatePlane &plane,
                               Value value) {
  Builder builder(func.getContext());
  (void)func.insertResult(func.getNumResults(), plane.type,
                          getPlaneAttributes(plane, builder,
                                             /*asArgument=*/false,
                                             /*asUpdate=*/true));
  Operation *terminator = func.front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), value);
}

PlaneValues mlir::fp8::addPlanes(func::FuncOp func, const StoredState &state) {
  PlaneValues planes(state);
  for (auto [i, plane] : llvm::enumerate(planes.getPlanes())) {
    if (i > 0) {
      planes.set(i, addStateArgument(func, plane));
      continue;
    }
    BlockArgument main = func.getArgument(state.argument);
    main.setType(plane.type);
    SmallVector<Type> inputs(func.front().getArgumentTypes());
    func.setType(
        FunctionType::get(func.getContext(), inputs, func.getResultTypes()));
    planes.set(i, main);
  }
  return planes;
}

void mlir::fp8::returnPlanes(func::FuncOp func, const StoredState &state,
                             Value value, const PlaneValues &planes) {
  Operation *terminator = func.front().getTerminator();
  unsigned result = *findUpdatingResult(func, state.name);
  // The step does not return this value: another update of the same state
  // follows.
  if (terminator->getOperand(result) != value)
    return;
  terminator->setOperand(result, planes.get(0));
  for (auto [i, plane] : llvm::enumerate(planes.getPlanes()))
    if (i > 0)
      addStateResult(func, plane, planes.get(i));
}

void mlir::fp8::updateResultTypes(func::FuncOp func) {
  SmallVector<Type> results(func.front().getTerminator()->getOperandTypes());
  func.setType(FunctionType::get(func.getContext(),
                                 func.getFunctionType().getInputs(), results));
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

/// Returns an integer argument that already counts steps, or null.
static Value findCounter(func::FuncOp func) {
  for (BlockArgument argument : func.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto kind =
        func.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
    if (kind && kind.getValue() == StateKind::Step &&
        isCounter(argument.getType()) &&
        findUpdatingResult(func, getArgumentName(func, i)))
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

std::string mlir::fp8::getFreeName(func::FuncOp func, StringRef name) {
  std::string free = name.str();
  for (unsigned n = 1; hasArgument(func, free); ++n)
    free = (name + "_" + Twine(n)).str();
  return free;
}

Draws mlir::fp8::addDraws(func::FuncOp func) {
  ImplicitLocOpBuilder b(func.getLoc(), func.getContext());
  b.setInsertionPointToStart(&func.front());
  auto type = RankedTensorType::get({}, b.getI32Type());
  StatePlane seed{StatePlane::Role::Main, getFreeName(func, kSeedName),
                  StateKind::RNG, type, 0.0f};
  Value seedTensor = addStateArgument(func, seed);
  addStateResult(func, seed, seedTensor);
  Value counter = findCounter(func);
  if (!counter) {
    StatePlane step{StatePlane::Role::Main, getFreeName(func, kStepName),
                    StateKind::Step, type, 0.0f};
    counter = addStateArgument(func, step);
    Value one = arith::ConstantOp::create(b, DenseElementsAttr::get(type, 1));
    addStateResult(func, step, arith::AddIOp::create(b, counter, one));
  }
  Value seedValue = toI32(b, seedTensor);
  return {seedValue, toI32(b, counter)};
}
