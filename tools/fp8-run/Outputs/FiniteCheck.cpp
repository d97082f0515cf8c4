//===- FiniteCheck.cpp - The first tensor that is not finite --------------===//

#include "Outputs/FiniteCheck.h"

#include "mlir/IR/Diagnostics.h"

#include <cmath>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

LogicalResult run::reportNonFinite(const Step &step, size_t firstObservation,
                                   int64_t number, double loss, Location loc) {
  InFlightDiagnostic diag = emitError(loc, "the loss of step ")
                            << number << " is " << loss;
  bool hasAmaxes = false;
  // Observations are in the order of the step.
  for (size_t i = firstObservation; i < step.results.size(); ++i) {
    auto [tensor, figure] = StringRef(step.resultNames[i]).rsplit('.');
    if (figure != "amax")
      continue;
    hasAmaxes = true;
    double amax = step.results[i].getFloat(0);
    if (std::isfinite(amax))
      continue;
    diag.attachNote() << "the first quantized tensor that is not finite is '"
                      << tensor << "', with the amax " << amax;
    return diag;
  }
  diag.attachNote() << (hasAmaxes
                            ? "every tensor with an amax is finite: a tensor "
                              "with scales of blocks, or a later op of the "
                              "forward pass, has the value first"
                            : "the step computes no amaxes; --recipe=current "
                              "names the first tensor that is not finite");
  return diag;
}
