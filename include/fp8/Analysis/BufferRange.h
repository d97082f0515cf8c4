//===- BufferRange.h - byte ranges of buffers -------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_BUFFERRANGE_H
#define FP8_ANALYSIS_BUFFERRANGE_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

/// The bytes of a memref of Planned form, from its first to its last element.
struct BufferRange {
  /// An argument, such as the arena, or the result of a memref.get_global.
  Value root;
  int64_t offset = 0;
  int64_t bytes = 0;

  int64_t end() const { return offset + bytes; }
};

/// Follows `buffer` through its views. Reports a buffer that is not part of an
/// argument or constant, or whose offset is not constant.
FailureOr<BufferRange> getBufferRange(Value buffer);

/// Returns true if `buffer` is, or is a part of, an argument that is updated.
bool isUpdatedInPlace(Value buffer);

/// Returns the range of a buffer before memory is planned. Any value that is
/// not a view may be the root. A buffer at an unknown offset has the range of
/// the whole root.
BufferRange findBufferRange(Value buffer);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_BUFFERRANGE_H
