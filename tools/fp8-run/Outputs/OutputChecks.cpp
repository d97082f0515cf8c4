//===- OutputChecks.cpp - Checks of a step for the requested outputs ------===//

#include "Outputs/OutputChecks.h"

#include "Files/SafeTensors.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

LogicalResult run::checkLoss(func::FuncOp step, const Signature &signature,
                             const Options &options) {
  if (signature.loss)
    return success();
  for (auto [option, path] :
       {std::pair("--csv", &options.csv), std::pair("--plot", &options.plot)})
    if (!path->empty())
      return step.emitError("expected a result that is the loss, one float, "
                            "for ")
             << option << ", but found none; --loss=I names it";
  return success();
}

LogicalResult run::checkResultNames(func::FuncOp step,
                                    const Signature &signature,
                                    const Options &options) {
  if (options.outputs.empty())
    return success();
  SmallVector<TensorName> names;
  for (const Result &result : signature.results)
    names.push_back({result.name, step.getLoc()});
  return checkTensorNames(names, "result", "--outputs");
}

LogicalResult run::checkObservations(func::FuncOp step,
                                     const Signature &signature,
                                     const Options &options) {
  if (step.getNumResults() > signature.results.size())
    return success();
  for (auto [option, path] : {std::pair("--dump", &options.dump),
                              std::pair("--health", &options.health)})
    if (!path->empty())
      return step.emitError("expected a step with fp8.quantize for ")
             << option << ", but there is none; --recipe=current makes them";
  return success();
}
