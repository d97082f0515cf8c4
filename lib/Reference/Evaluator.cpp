//===- Evaluator.cpp - reference evaluator --------------------------------===//

#include "fp8/Reference/Evaluator.h"

#include "ExpandInCopy.h"
#include "Plan.h"
#include "fp8/IR/FP8.h"
#include "fp8/Support/FloatEnvironment.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {

class ReferenceProgram : public HostProgram {
public:
  ReferenceProgram(OwningOpRef<ModuleOp> module,
                   std::vector<std::unique_ptr<FunctionPlan>> plans,
                   FunctionType type, Location loc)
      : module(std::move(module)), plans(std::move(plans)), type(type),
        loc(loc) {}

  LogicalResult connect(fp8rt_comm ranks) override {
    comm = ranks;
    return success();
  }

  LogicalResult execute(ArrayRef<const HostTensor *> arguments,
                        ArrayRef<HostTensor *> results) override;

private:
  /// The module with expanded optimizers and attention, or null.
  OwningOpRef<ModuleOp> module;
  /// Plan of the entry function, followed by the plans of the functions that it
  /// calls.
  std::vector<std::unique_ptr<FunctionPlan>> plans;
  FunctionType type;
  Location loc;
  /// The ranks of the program, or null if it runs alone.
  fp8rt_comm comm = nullptr;
  std::optional<ErrorSource> errors = ErrorSource::forProgram();
};

} // namespace

/// Checks the type of an argument or result; `what` is "argument" or "result".
static LogicalResult checkType(Location loc, StringRef what, size_t i,
                               Type expected, RankedTensorType actual) {
  if (getTensorType(expected) == actual)
    return success();
  return emitError(loc) << "expected " << what << " #" << i << " of type "
                        << expected << ", but got " << actual;
}

LogicalResult ReferenceProgram::execute(ArrayRef<const HostTensor *> arguments,
                                        ArrayRef<HostTensor *> results) {
  if (arguments.size() != type.getNumInputs() ||
      results.size() != type.getNumResults())
    return emitError(loc) << "expected " << type.getNumInputs()
                          << " arguments and " << type.getNumResults()
                          << " results, but got " << arguments.size() << " and "
                          << results.size();
  for (auto [i, expected] : llvm::enumerate(type.getInputs()))
    if (failed(
            checkType(loc, "argument", i, expected, arguments[i]->getType())))
      return failure();
  for (auto [i, expected] : llvm::enumerate(type.getResults()))
    if (failed(checkType(loc, "result", i, expected, results[i]->getType())))
      return failure();

  DefaultFloatEnvironment environment;
  const FunctionPlan &plan = *plans.front();
  std::optional<ErrorSource> drawn = errors;
  Frame frame(plan.numSlots, /*callDepth=*/0, loc,
              {drawn ? &*drawn : nullptr, comm});
  // Holds second references to the arguments, so that no op writes to them.
  SmallVector<Tensor> held;
  for (auto [slot, argument] :
       llvm::zip_equal(plan.body.arguments, arguments)) {
    held.emplace_back(argument, [](const HostTensor *) {});
    frame.set(slot, held.back());
  }
  if (failed(plan.body.run(frame)))
    return failure();
  for (auto [use, result] : llvm::zip_equal(plan.body.results, results))
    llvm::copy(frame.read(use).bytes(), result->bytes().begin());
  return success();
}

FailureOr<std::unique_ptr<Program>>
mlir::fp8::createReferenceProgram(ModuleOp module, StringRef function) {
  auto entry = module.lookupSymbol<func::FuncOp>(function);
  if (!entry || entry.isExternal()) {
    InFlightDiagnostic diag = emitError(module.getLoc())
                              << "expected a function '" << function
                              << "' with a body, but there is none";
    for (auto other : module.getOps<func::FuncOp>())
      if (!other.isExternal())
        diag.attachNote(other.getLoc())
            << "there is '" << other.getSymName() << "'";
    return diag;
  }
  FailureOr<OwningOpRef<ModuleOp>> expanded = expandInCopy(module);
  if (failed(expanded))
    return failure();
  if (*expanded)
    entry = (*expanded)->lookupSymbol<func::FuncOp>(function);
  PlanCompiler compiler;
  compiler.getPlan(entry);
  if (failed(compiler.compileAll()))
    return failure();
  return std::unique_ptr<Program>(std::make_unique<ReferenceProgram>(
      std::move(*expanded), compiler.takePlans(), entry.getFunctionType(),
      entry.getLoc()));
}
