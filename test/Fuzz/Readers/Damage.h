//===- Damage.h - damaged bytes ---------------------------------*- C++ -*-===//
#ifndef FP8_TEST_FUZZ_READERS_DAMAGE_H
#define FP8_TEST_FUZZ_READERS_DAMAGE_H

#include "Random.h"
#include "Reader.h"

namespace mlir::fp8::fuzz {

/// Damages one of `seeds`, in one to four places.
std::string drawDamaged(ArrayRef<std::string> seeds, Reader &reader,
                        Random &random);

} // namespace mlir::fp8::fuzz

#endif // FP8_TEST_FUZZ_READERS_DAMAGE_H
