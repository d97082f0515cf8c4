//===- FreeName.h - names of added arguments and results --------*- C++ -*-===//
#ifndef FP8_UTILS_FREENAME_H
#define FP8_UTILS_FREENAME_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::fp8 {

/// Returns `name`, or `name` with a number, such that no argument and no result
/// of `function` has the returned name.
std::string getFreeName(FunctionOpInterface function, StringRef name);

} // namespace mlir::fp8

#endif // FP8_UTILS_FREENAME_H
