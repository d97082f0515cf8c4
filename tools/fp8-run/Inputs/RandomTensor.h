//===- RandomTensor.h - Reproducible random inputs ------------------------===//
//
// Values come from Philox4x32-10 with the seed as key. The counter is the index
// of the element divided by four and a hash of the name of the tensor; element
// i uses word i mod 4. So a tensor depends only on its seed, name and size: a
// model gets the same weights under every recipe, whichever arguments are
// added. Normal values use the Box-Muller method with the elementary functions
// of fp8/Numerics, which give equal bits on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_RANDOMTENSOR_H
#define FP8_RUN_RANDOMTENSOR_H

#include "fp8/Host/HostTensor.h"

namespace mlir::fp8::run {

struct RandomStream {
  uint64_t seed;
  StringRef name;
  /// The index of the first element, for a part of a tensor.
  int64_t first = 0;
};

/// Fills `tensor` with values of N(0, deviation).
void fillNormal(HostTensor &tensor, RandomStream stream, double deviation);

/// Fills `tensor` with values uniform in [low, high), before they are rounded
/// to the element type. Integers are whole numbers of that interval.
void fillUniform(HostTensor &tensor, RandomStream stream, double low,
                 double high);

} // namespace mlir::fp8::run

#endif // FP8_RUN_RANDOMTENSOR_H
