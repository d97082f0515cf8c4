//===- PackFunctions.cpp - @pack and @unpack ------------------------------===//

#include "StepSignature.h"
#include "StorageRewriter.h"

using namespace mlir;
using namespace mlir::fp8;

static constexpr StringLiteral kPack = "pack";
static constexpr StringLiteral kUnpack = "unpack";
static constexpr StringLiteral kInit = "init";

/// Returns the signature entry for the unpacked value of a state.
static StatePlane getWhole(const StoredState &state) {
  return {StatePlane::Role::Main, state.name, state.kind, state.type,
          std::nullopt};
}

/// Creates an empty function with `arguments` and `results` after `position`.
static func::FuncOp createFunction(Operation *position, StringRef name,
                                   ArrayRef<StatePlane> arguments,
                                   ArrayRef<StatePlane> results) {
  OpBuilder builder(position->getContext());
  builder.setInsertionPointAfter(position);
  auto getTypes = [](ArrayRef<StatePlane> planes) {
    return llvm::map_to_vector(
        planes, [](const StatePlane &plane) -> Type { return plane.type; });
  };
  auto func = func::FuncOp::create(
      builder, position->getLoc(), name,
      builder.getFunctionType(getTypes(arguments), getTypes(results)));
  auto getAttributes = [&](ArrayRef<StatePlane> planes) {
    return llvm::map_to_vector(planes, [&](const StatePlane &plane) {
      return getPlaneAttributes(plane, builder, /*asArgument=*/false,
                                /*asUpdate=*/false);
    });
  };
  func.setAllArgAttrs(getAttributes(arguments));
  func.setAllResultAttrs(getAttributes(results));
  func.addEntryBlock();
  return func;
}

static func::FuncOp addPack(func::FuncOp step, const StoragePlan &plan) {
  SmallVector<StatePlane> arguments, results;
  for (const auto &[argument, state] : plan.states) {
    arguments.push_back(getWhole(state));
    llvm::append_range(results, state.getPlanes());
  }
  func::FuncOp pack = createFunction(step, kPack, arguments, results);
  ImplicitLocOpBuilder b(step.getLoc(), step.getContext());
  b.setInsertionPointToStart(&pack.front());
  SmallVector<Value> values;
  for (auto [value, entry] :
       llvm::zip_equal(pack.getArguments(), plan.states)) {
    PlaneValues planes = encodeWhole(b, entry.second, value);
    for (size_t i = 0; i < planes.getPlanes().size(); ++i)
      values.push_back(planes.get(i));
  }
  func::ReturnOp::create(b, values);
  return pack;
}

static void addUnpack(func::FuncOp pack, const StoragePlan &plan) {
  auto isRead = [](const StatePlane &plane) {
    return plane.role != StatePlane::Role::Amax;
  };
  SmallVector<StatePlane> arguments, results;
  for (const auto &[argument, state] : plan.states) {
    llvm::copy_if(state.getPlanes(), std::back_inserter(arguments), isRead);
    results.push_back(getWhole(state));
  }
  func::FuncOp unpack = createFunction(pack, kUnpack, arguments, results);
  ImplicitLocOpBuilder b(pack.getLoc(), pack.getContext());
  b.setInsertionPointToStart(&unpack.front());
  SmallVector<Value> values;
  unsigned next = 0;
  for (const auto &[argument, state] : plan.states) {
    PlaneValues planes(state);
    for (auto [i, plane] : llvm::enumerate(planes.getPlanes()))
      if (isRead(plane))
        planes.set(i, unpack.getArgument(next++));
    values.push_back(decodeWhole(b, state, planes));
  }
  func::ReturnOp::create(b, values);
}

/// Packs the results of @init that are states: the main plane replaces the
/// result, and the other planes are appended.
static LogicalResult packInitialValues(func::FuncOp init,
                                       const StoragePlan &plan) {
  llvm::StringMap<const StoredState *> states;
  for (const auto &[argument, state] : plan.states)
    states[state.name] = &state;
  Operation *terminator = init.front().getTerminator();
  ImplicitLocOpBuilder b(init.getLoc(), terminator);
  SignatureBuilder signature(init);
  for (unsigned i = 0, e = init.getNumResults(); i < e; ++i) {
    std::string name = getResultName(init, i);
    auto entry = states.find(name);
    if (entry == states.end())
      continue;
    const StoredState &state = *entry->second;
    Value value = terminator->getOperand(i);
    if (value.getType() != state.type)
      return init.emitError("expected the result '")
             << name << "' of @init to be " << state.type
             << ", like the state of the step, but it is " << value.getType();
    PlaneValues planes = encodeWhole(b, state, value);
    for (auto [p, plane] : llvm::enumerate(planes.getPlanes())) {
      DictionaryAttr attributes = getPlaneAttributes(
          plane, b, /*asArgument=*/false, /*asUpdate=*/false);
      if (p == 0)
        signature.setResult(i, planes.get(p), attributes);
      else
        signature.appendResult(planes.get(p), attributes);
    }
  }
  signature.finish();
  return success();
}

LogicalResult mlir::fp8::addPackFunctions(func::FuncOp step,
                                          const StoragePlan &plan) {
  SymbolTable symbols(step->getParentOp());
  for (StringRef name : {kPack, kUnpack})
    if (Operation *other = symbols.lookup(name))
      return other->emitError("expected the name @")
             << name << " to be free for the conversion of states, but it is "
             << "taken";
  addUnpack(addPack(step, plan), plan);
  auto init = symbols.lookup<func::FuncOp>(kInit);
  if (init && !init.isExternal() && init.getBody().hasOneBlock())
    return packInitialValues(init, plan);
  return success();
}
