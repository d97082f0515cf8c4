//===- Dialects.cpp - What steps and pipelines are made of ----------------===//

#include "fp8/Pipelines/Pipelines.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

void mlir::fp8::registerUpstreamDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
}
