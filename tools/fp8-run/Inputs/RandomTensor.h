//===- RandomTensor.h - Reproducible random inputs ------------------------===//
//
// Philox4x32-10 with the seed as key. The counter is the index of the element
// divided by four and a hash of the name of the tensor; element i takes word
// i mod 4. So a tensor depends on its seed, name and size alone: a model gets
// the same weights under every recipe, whichever arguments are added. Normal
// values come from Box and Muller's method over the elementary functions of
// fp8/Numerics, which give equal bits on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUN_RANDOMTENSOR_H
#define FP8_RUN_RANDOMTENSOR_H

#include "fp8/Host/HostTensor.h"

namespace mlir::fp8::run {

struct RandomStream {
  uint64_t seed;
  StringRef name;
};

/// N(0, deviation).
void fillNormal(HostTensor &tensor, RandomStream stream, double deviation);

/// Uniform in [low, high), before it is rounded to the element type; integers
/// are whole numbers from there.
void fillUniform(HostTensor &tensor, RandomStream stream, double low,
                 double high);

} // namespace mlir::fp8::run

#endif // FP8_RUN_RANDOMTENSOR_H
