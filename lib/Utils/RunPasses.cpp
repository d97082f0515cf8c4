//===- RunPasses.cpp - runs of pass managers ------------------------------===//

#include "fp8/Utils/RunPasses.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

LogicalResult fp8::runAndVerify(PassManager &pm, Operation *op) {
#ifndef NDEBUG
  return pm.run(op);
#else
  pm.enableVerifier(false);
  return success(succeeded(pm.run(op)) && succeeded(verify(op)));
#endif
}
