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

LogicalResult run::checkShards(const Signature &signature,
                               const Options &options) {
  bool writes = !options.outputs.empty() || !options.checkpoint.empty();
  for (const Argument &argument : signature.arguments) {
    if (!argument.shard)
      continue;
    for (auto [option, isUsed] :
         {std::pair("--storage", options.storesStates()),
          std::pair("--inputs-storage", options.inputsStorage.has_value()),
          std::pair("--shard", options.cutsStates())})
      if (isUsed)
        return emitError(argument.loc, "unsupported ")
               << option << " of a step whose ranks hold rows of '"
               << argument.name
               << "'; supported are states of which every rank holds all rows";
    // Parts of files are numbered along the last axis.
    if (writes && argument.shard.getAxis() != options.mesh.back().first)
      return emitError(argument.loc, "unsupported --outputs or --checkpoint of "
                                     "rows along ")
             << argument.shard.getAxis() << "; supported is the last axis of "
             << "--mesh, " << options.mesh.back().first;
  }
  return success();
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
             << option << ", but there is none; --recipe=current creates them";
  return success();
}
