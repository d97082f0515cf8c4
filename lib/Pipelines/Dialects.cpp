//===- Dialects.cpp - dialects of steps and pipelines ---------------------===//

#include "fp8/Pipelines/Pipelines.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

void mlir::fp8::registerUpstreamDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
}
