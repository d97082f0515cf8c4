//===- ExampleTensors.cpp - tensors from which an update is generalized ---===//

#include "fp8/Execution/UpdatePlan.h"
#include "fp8/IR/FP8.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::fp8;

/// Two tensors show whether an operand depends on the size. A third one
/// distinguishes positions from arbitrary numbers.
static constexpr size_t kMinTensors = 3;

static InFlightDiagnostic reportTensors(func::FuncOp step) {
  InFlightDiagnostic diag =
      emitError(step.getLoc(), "expected a step of at least ")
      << kMinTensors
      << " parameters with one dimension and different numbers of elements";
  diag.attachNote() << "an update is compiled from these examples, and then "
                       "takes any number of tensors of any shapes";
  return diag;
}

FailureOr<std::vector<ExampleTensor>>
fp8::getExampleTensors(func::FuncOp step) {
  std::vector<ExampleTensor> tensors;
  for (unsigned i = 0, e = step.getNumArguments(); i < e; ++i) {
    auto kind =
        step.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
    if (!kind || kind.getValue() != StateKind::Param)
      continue;
    std::string name = getArgumentName(step, i);
    auto type = dyn_cast<RankedTensorType>(step.getArgumentTypes()[i]);
    if (!type || type.getRank() != 1 || !type.hasStaticShape()) {
      reportTensors(step) << ", but '" << name << "' is "
                          << step.getArgumentTypes()[i];
      return failure();
    }
    int64_t numElements = type.getNumElements();
    if (numElements == 0) {
      reportTensors(step) << ", but '" << name << "' has none";
      return failure();
    }
    for (const ExampleTensor &other : tensors)
      if (other.numElements == numElements) {
        reportTensors(step) << ", but '" << other.name << "' and '" << name
                            << "' have " << numElements << " each";
        return failure();
      }
    tensors.push_back({std::move(name), numElements});
  }
  if (tensors.size() < kMinTensors) {
    reportTensors(step) << ", but there are " << tensors.size();
    return failure();
  }
  llvm::sort(tensors, [](const ExampleTensor &a, const ExampleTensor &b) {
    return a.name < b.name;
  });
  return tensors;
}

std::optional<std::pair<unsigned, StringRef>>
fp8::findPlane(StringRef name, ArrayRef<ExampleTensor> tensors) {
  // Iterate backwards to find the longest match first, because a name sorts
  // after its own prefixes.
  for (unsigned t = tensors.size(); t-- > 0;) {
    StringRef rest = name;
    if (!rest.consume_front(tensors[t].name))
      continue;
    if (rest.empty())
      return std::pair(t, StringRef("param"));
    if (rest.consume_front("."))
      return std::pair(t, rest);
  }
  return std::nullopt;
}

/// Returns true if the host computes the new value of a state: a step number or
/// the key of random numbers.
static bool isCountedByHost(func::FuncOp function, StringAttr name) {
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    if (getArgumentName(function, i) != name.getValue())
      continue;
    auto kind =
        function.getArgAttrOfType<StateKindAttr>(i, FP8Dialect::kStateAttrName);
    return kind && llvm::is_contained({StateKind::Step, StateKind::RNG},
                                      kind.getValue());
  }
  return false;
}

LogicalResult fp8::separateScalarStates(func::FuncOp function,
                                        ArrayRef<ExampleTensor> tensors) {
  if (!function.getBody().hasOneBlock())
    return emitError(function.getLoc(),
                     "expected a function of one block, but '")
           << function.getName() << "' has "
           << function.getBody().getBlocks().size();
  auto returnOp = cast<func::ReturnOp>(function.front().getTerminator());
  llvm::BitVector erased(function.getNumResults());
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i) {
    auto updated = function.getResultAttrOfType<StringAttr>(
        i, FP8Dialect::kUpdatesAttrName);
    std::string name = getResultName(function, i);
    if (findPlane(updated ? updated.getValue() : name, tensors)) {
      auto type = dyn_cast<RankedTensorType>(function.getResultTypes()[i]);
      if (!type)
        return emitError(function.getLoc(), "expected tensors, but result '")
               << name << "' is " << function.getResultTypes()[i];
      if (!updated || type.getRank() != 0)
        continue;
      function.removeResultAttr(i, FP8Dialect::kUpdatesAttrName);
      function.setResultAttr(i, FP8Dialect::kNameAttrName, updated);
      continue;
    }
    if (!updated) {
      InFlightDiagnostic diag =
          emitError(function.getLoc(),
                    "expected results that belong to a parameter, but "
                    "the update has a result '")
          << name << "'";
      diag.attachNote() << "names of such results start with the name of a "
                           "parameter and a dot";
      return diag;
    }
    if (!isCountedByHost(function, updated))
      return emitError(function.getLoc(),
                       "expected states that belong to a parameter, or a step "
                       "number or random key, but all parameters share '")
             << updated.getValue() << "'";
    erased.set(i);
  }
  SmallVector<Value> kept;
  for (auto [i, value] : llvm::enumerate(returnOp.getOperands()))
    if (!erased.test(i))
      kept.push_back(value);
  returnOp->setOperands(kept);
  return function.eraseResults(erased);
}
