//===- FloatEnvironment.h - floating-point environment ----------*- C++ -*-===//
//
// libfp8rt contains a separate guard, because it does not depend on the
// compiler.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_SUPPORT_FLOATENVIRONMENT_H
#define FP8_SUPPORT_FLOATENVIRONMENT_H

#include <cfenv>

namespace mlir::fp8 {

/// Selects rounding to nearest and enables subnormals for the lifetime of the
/// object.
class DefaultFloatEnvironment {
public:
  DefaultFloatEnvironment() {
    std::fegetenv(&saved);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatEnvironment() { std::fesetenv(&saved); }

  DefaultFloatEnvironment(const DefaultFloatEnvironment &) = delete;
  DefaultFloatEnvironment &operator=(const DefaultFloatEnvironment &) = delete;

private:
  std::fenv_t saved;
};

} // namespace mlir::fp8

#endif // FP8_SUPPORT_FLOATENVIRONMENT_H
