//===- FiniteCheck.cpp - The first op that is not finite ------------------===//

#include "Outputs/FiniteCheck.h"

#include "Messages.h"
#include "fp8/IR/QuantizePolicy.h"
#include "fp8/Reference/NonFinite.h"
#include "mlir/IR/Diagnostics.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

/// Returns the function that runs as step `number`.
static func::FuncOp getFunction(const StepFunctions &functions,
                                int64_t number) {
  if (number == 0 && functions.first)
    return functions.first;
  for (func::FuncOp variant : functions.variants) {
    auto steps = variant->getAttrOfType<DenseI64ArrayAttr>(kStepsAttrName);
    ArrayRef<int64_t> ranges = steps.asArrayRef();
    for (size_t i = 0; i < ranges.size(); i += 2)
      if (ranges[i] <= number && number <= ranges[i + 1])
        return variant;
  }
  return functions.step;
}

static void attachOps(InFlightDiagnostic &diag, func::FuncOp function,
                      const NonFiniteOps &found) {
  if (found.argument)
    diag.attachNote(function.getArgument(*found.argument).getLoc())
        << "argument '" << getArgumentName(function, *found.argument)
        << "' has a NaN before the step";
  for (const NonFiniteOps::Place &place : found.places)
    diag.attachNote(place.loc)
        << "the first " << (place.isNaN ? "NaN" : "infinity")
        << " is a result of '" << place.op << "', whose operands "
        << (place.isNaN ? "have none" : "are finite");
  if (!found.argument && found.places.empty())
    diag.attachNote() << "all results of the reference evaluator are finite: "
                         "the target adds in another order, or has a bug";
}

/// Attaches the first quantized tensor whose amax is not finite, if there is
/// one. Observations are in the order of the step.
static void attachTensor(InFlightDiagnostic &diag, const NonFiniteStep &lost) {
  const Step &step = lost.step;
  for (size_t i = lost.firstObservation; i < step.results.size(); ++i) {
    auto [tensor, figure] = StringRef(step.resultNames[i]).rsplit('.');
    double amax = figure == "amax" ? step.results[i].getFloat(0) : 0;
    if (std::isfinite(amax))
      continue;
    diag.attachNote() << "the first quantized tensor that is not finite is '"
                      << tensor << "', with the amax " << amax;
    return;
  }
}

LogicalResult run::reportNonFinite(const NonFiniteStep &lost) {
  func::FuncOp function = getFunction(lost.functions, lost.number);
  note() << "evaluating step " << lost.number
         << " op by op, to find where it is not finite\n";
  SmallVector<const HostTensor *> arguments;
  for (const HostTensor &argument : lost.arguments)
    arguments.push_back(&argument);
  FailureOr<NonFiniteOps> found = findNonFiniteOps(
      function->getParentOfType<ModuleOp>(), function.getName(), arguments);
  if (failed(found))
    return failure();
  InFlightDiagnostic diag = emitError(function.getLoc(), "the loss of step ")
                            << lost.number << " is " << lost.loss;
  attachOps(diag, function, *found);
  attachTensor(diag, lost);
  return diag;
}
