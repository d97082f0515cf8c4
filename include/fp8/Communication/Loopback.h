//===- Loopback.h - Ranks that are threads of one process -------*- C++ -*-===//

#ifndef FP8_COMMUNICATION_LOOPBACK_H
#define FP8_COMMUNICATION_LOOPBACK_H

#include "fp8/Host/Communicator.h"

#include <chrono>
#include <memory>
#include <vector>

namespace mlir::fp8 {

/// Creates the communicators of `numRanks` ranks, each of which belongs to one
/// thread. An exchange fails on all ranks if one of them does not arrive within
/// `deadline`.
std::vector<std::unique_ptr<Communicator>>
createLoopback(int64_t numRanks, std::chrono::milliseconds deadline);

} // namespace mlir::fp8

#endif // FP8_COMMUNICATION_LOOPBACK_H
