//===- OptimizeCollectives.cpp - --fp8-optimize-collectives ---------------===//

#include "GatherCodes.h"
#include "GroupReductions.h"
#include "PackScalars.h"
#include "PlaceGathers.h"

#include "fp8/Analysis/Entry.h"
#include "fp8/Shard/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::fp8 {
#define GEN_PASS_DEF_OPTIMIZECOLLECTIVESPASS
#include "fp8/Shard/Passes.h.inc"
} // namespace mlir::fp8

using namespace mlir;
using namespace mlir::fp8;

namespace {
struct OptimizeCollectives
    : fp8::impl::OptimizeCollectivesPassBase<OptimizeCollectives> {
  using OptimizeCollectivesPassBase::OptimizeCollectivesPassBase;

  void runOnOperation() override {
    FailureOr<SmallVector<func::FuncOp>> functions = findSteps(getOperation());
    if (failed(functions))
      return signalPassFailure();
    if (!getMesh(getOperation()))
      return;
    for (func::FuncOp func : *functions) {
      gatherCodes(func);
      packScalars(func);
      ExchangeUnits units(func, exchangeBytes);
      placeGathers(func, units, reshard);
      groupReductions(func, units);
    }
  }
};
} // namespace
