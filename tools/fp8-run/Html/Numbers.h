//===- Numbers.h - Numbers of a page ----------------------------*- C++ -*-===//

#ifndef FP8_RUN_NUMBERS_H
#define FP8_RUN_NUMBERS_H

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <cmath>

namespace mlir::fp8::run {

/// Prints `value` with six digits, or null if it is not finite.
inline void printNumber(llvm::json::OStream &json, double value) {
  if (!std::isfinite(value))
    return json.value(nullptr);
  json.rawValue(
      [&](llvm::raw_ostream &os) { os << llvm::format("%.6g", value); });
}

} // namespace mlir::fp8::run

#endif // FP8_RUN_NUMBERS_H
