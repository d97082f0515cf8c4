//===- WorkItems.h - costs of work items ------------------------*- C++ -*-===//
#ifndef FP8_RUNTIME_WORKITEMS_H
#define FP8_RUNTIME_WORKITEMS_H

#include <cstdint>

namespace fp8rt {

/// Cost of starting a tensor of a bucket, as a number of work items. With this
/// cost, small tensors are divided among threads as evenly as large tensors.
constexpr int64_t itemsPerStart = 256;

} // namespace fp8rt

#endif // FP8_RUNTIME_WORKITEMS_H
