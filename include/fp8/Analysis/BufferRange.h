//===- BufferRange.h - byte ranges of buffers -------------------*- C++ -*-===//
#ifndef FP8_ANALYSIS_BUFFERRANGE_H
#define FP8_ANALYSIS_BUFFERRANGE_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace mlir::fp8 {

/// The range of bytes that a memref of Planned form covers.
struct BufferRange {
  /// The buffer that contains the range: an argument, such as the arena, or the
  /// result of a memref.get_global.
  Value root;
  int64_t offset = 0;
  int64_t bytes = 0;

  int64_t end() const { return offset + bytes; }
};

/// Returns the range of `buffer`, by following its views. Emits an error if the
/// root is neither an argument nor a constant, or if an offset is not constant.
FailureOr<BufferRange> getBufferRange(Value buffer);

/// Returns true if `buffer` is an argument that is updated in place, or a part
/// of one.
bool isUpdatedInPlace(Value buffer);

/// Returns the range of a buffer before memory is planned. Any value that is
/// not a view can be the root. If the offset is unknown, returns the range of
/// the whole root.
BufferRange findBufferRange(Value buffer);

} // namespace mlir::fp8

#endif // FP8_ANALYSIS_BUFFERRANGE_H
