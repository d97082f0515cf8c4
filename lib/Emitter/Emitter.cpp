//===- Emitter.cpp - from a fused kernel to a function --------------------===//

#include "fp8/Emitter/Emitter.h"
#include "FunctionEmitter.h"

using namespace mlir;
using namespace mlir::fp8;

FailureOr<EmittedKernel> mlir::fp8::emitKernel(OpBuilder &builder,
                                               KernelOp kernel, StringRef name,
                                               TargetLowering &target) {
  FailureOr<KernelModel> model = KernelModel::build(kernel, true);
  if (failed(model))
    return failure();
  FailureOr<Plan> plan = Plan::compute(*model, target, true);
  if (failed(plan))
    return failure();
  ImplicitLocOpBuilder b(kernel.getLoc(), builder);
  EmittedKernel result;
  result.main = name.str();
  result.schedule = plan->schedule;
  result.numItems = plan->numItems;
  result.grain = plan->grain;
  result.scratch = plan->scratch;
  FunctionEmitter emitter(b, *model, *plan, target);
  emitter.emitMain(result.main);
  if (plan->hasFinish) {
    result.finish = (name + "_finish").str();
    emitter.emitFinish(result.finish);
  }
  builder.restoreInsertionPoint(b.saveInsertionPoint());
  return result;
}

LogicalResult mlir::fp8::checkEmittable(KernelOp kernel,
                                        const TargetLowering &target,
                                        bool emitErrors) {
  FailureOr<KernelModel> model = KernelModel::build(kernel, emitErrors);
  if (failed(model))
    return failure();
  return LogicalResult(Plan::compute(*model, target, emitErrors));
}
