//===- RangeError.h - errors of scalars outside their range -----*- C++ -*-===//
#ifndef FP8_DRIVER_RANGEERROR_H
#define FP8_DRIVER_RANGEERROR_H

#include "fp8/Driver/Signature.h"
#include "fp8/Host/HostTensor.h"

namespace mlir::fp8 {

/// Prints `value` with as many digits as identify it as an f32, or as an f64 if
/// it is not an f32.
std::string printNumber(double value);

/// Returns the message of an error if `value` is outside the `fp8.range` of the
/// argument, a scalar that has one: "expected 'lr' to be ..., but it is 2".
std::optional<std::string> checkRange(const Argument &argument,
                                      const HostTensor &value);

} // namespace mlir::fp8

#endif // FP8_DRIVER_RANGEERROR_H
