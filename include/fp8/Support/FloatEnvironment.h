//===- FloatEnvironment.h - what the declared numerics assume ---*- C++ -*-===//
//
// libfp8rt has a guard of its own: it depends on nothing of the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_SUPPORT_FLOATENVIRONMENT_H
#define FP8_SUPPORT_FLOATENVIRONMENT_H

#include <cfenv>

namespace mlir::fp8 {

/// For its lifetime: rounding to nearest, subnormals kept, whatever the caller
/// has set.
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
