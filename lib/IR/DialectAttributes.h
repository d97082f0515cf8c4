//===- DialectAttributes.h - checks of discardable attributes -------------===//
#ifndef FP8_LIB_IR_DIALECTATTRIBUTES_H
#define FP8_LIB_IR_DIALECTATTRIBUTES_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"

namespace mlir::fp8 {

/// Checks that `attribute` is a nonempty string, as required for the name of an
/// op, an argument or a result.
LogicalResult verifyName(function_ref<InFlightDiagnostic()> emitError,
                         NamedAttribute attribute);

} // namespace mlir::fp8

#endif // FP8_LIB_IR_DIALECTATTRIBUTES_H
