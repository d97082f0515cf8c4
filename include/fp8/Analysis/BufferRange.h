//===- BufferRange.h - which bytes a buffer is ------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_BUFFERRANGE_H
#define FP8_ANALYSIS_BUFFERRANGE_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

/// Where a memref of Planned form lies: from its first element to its last one.
struct BufferRange {
  /// An argument, of which the arena is one, or the result of a
  /// memref.get_global.
  Value root;
  int64_t offset = 0;
  int64_t bytes = 0;

  int64_t end() const { return offset + bytes; }
};

/// Follows `buffer` through its views. Reports a buffer that is none of an
/// argument or constant, or that does not lie at a constant offset.
FailureOr<BufferRange> getBufferRange(Value buffer);

/// The same before buffers have places: any value that is no view may be the
/// root, and what lies at an unknown offset may be all of it.
BufferRange findBufferRange(Value buffer);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_BUFFERRANGE_H
