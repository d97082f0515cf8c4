//===- WorkItems.h - costs of work items ------------------------*- C++ -*-===//
#ifndef FP8_RUNTIME_WORKITEMS_H
#define FP8_RUNTIME_WORKITEMS_H

#include <cstdint>

namespace fp8rt {

/// Number of work items that take as long as starting a tensor. With this cost,
/// threads share small tensors as evenly as large ones.
constexpr int64_t itemsPerStart = 256;

} // namespace fp8rt

#endif // FP8_RUNTIME_WORKITEMS_H
