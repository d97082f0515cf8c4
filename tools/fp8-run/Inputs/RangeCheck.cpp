//===- RangeCheck.cpp - Values outside declared ranges --------------------===//

#include "Inputs/RangeCheck.h"
#include "Step.h"

#include "fp8/Driver/RangeError.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

LogicalResult run::checkRange(const Argument &argument, const Source &source,
                              int64_t numSteps) {
  if (!argument.range)
    return success();
  FailureOr<HostTensor> tensor = allocateAt(argument.loc, argument.type);
  if (failed(tensor))
    return failure();
  int64_t last = source.varies() ? std::max<int64_t>(numSteps, 1) : 1;
  for (int64_t step = 0; step < last; ++step) {
    source.write(*tensor, argument.name, step);
    if (std::optional<std::string> error = fp8::checkRange(argument, *tensor))
      return emitError(argument.loc) << *error << " at step " << step + 1;
  }
  return success();
}
