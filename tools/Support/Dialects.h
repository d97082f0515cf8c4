//===- Dialects.h - all that the text of a module may hold ------*- C++ -*-===//
#ifndef FP8_TOOLS_SUPPORT_DIALECTS_H
#define FP8_TOOLS_SUPPORT_DIALECTS_H

#include "fp8/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

namespace mlir::fp8 {

/// Those of upstream and of fp8.
inline void registerDialectsOfTools(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  fp8::registerAllDialects(registry);
}

} // namespace mlir::fp8

#endif // FP8_TOOLS_SUPPORT_DIALECTS_H
