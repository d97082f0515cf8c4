//===- Tiles.h - blocks of rows and their memory ----------------*- C++ -*-===//
//
// A task computes a block of rows of the forward pass, or all rows of a batch
// of the backward pass, on one thread. Its products are calls of the matmul
// library on f32 copies of operands. Sizes depend only on the shape.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_ATTENTION_TILES_H
#define FP8_LIB_RUNTIME_ATTENTION_TILES_H

#include "../GemmLibrary.h"
#include "Layout.h"

#include <atomic>

namespace fp8rt {

/// The extents of a call, and how tasks divide it.
struct Tiling {
  explicit Tiling(const fp8rt_attention_desc &desc);

  /// Number of batches, and number of rows of each batch.
  int64_t numBatches, numRows;
  /// Number of rows of a task, and of a tile.
  int64_t rowsPerTask, rows;
  /// Number of keys of a tile. A tile of the forward pass has all keys.
  int64_t keys;
  int64_t tasksPerBatch;

  int64_t getNumTasks() const { return numBatches * tasksPerBatch; }
};

/// A call of fp8rt_attention or fp8rt_attention_backward.
struct AttentionCall {
  AttentionCall(const fp8rt_attention_desc &desc, const GemmLibrary &library,
                void *const *buffers)
      : desc(desc), tiling(desc), library(library), buffers(buffers) {}

  TensorRef tensor(int32_t number) const {
    return {desc.tensors[number], buffers[number]};
  }
  void *const *captured() const {
    return buffers + FP8RT_NUM_ATTENTION_TENSORS;
  }
  bool isBF16() const {
    return desc.tensors[FP8RT_ATTENTION_Q].dtype == FP8RT_BF16;
  }

  /// Computes out = lhs rhs + beta out, for any extents from 0 on.
  void multiply(int64_t m, int64_t n, int64_t k, MatrixRef<const float> lhs,
                MatrixRef<const float> rhs, float beta,
                MatrixRef<float> out) const;

  /// Returns the number of keys that rows [begin, end) of a batch need, if keys
  /// with a probability of 0 are skipped.
  int64_t countKeys(int64_t begin, int64_t end) const;
  /// Returns true if a row of maximum `max` may skip keys.
  bool canSkip(float max) const;

  const fp8rt_attention_desc &desc;
  Tiling tiling;
  const GemmLibrary &library;
  void *const *buffers;
  /// First error code of the library.
  mutable std::atomic<int> refusal{0};
};

/// Allocates parts of a block of memory. Without a block, only adds up the
/// sizes of the parts.
class Workspace {
public:
  explicit Workspace(std::byte *start) : start(start) {}

  /// Returns memory of `rows` times `columns` elements.
  template <typename T = float>
  T *take(int64_t rows, int64_t columns = 1) {
    std::byte *part = start ? start + used : nullptr;
    uint64_t bytes = 0;
    overflows |= __builtin_mul_overflow(rows, columns, &bytes) ||
                 __builtin_mul_overflow(bytes, sizeof(T), &bytes) ||
                 __builtin_add_overflow(bytes, alignment - 1, &bytes) ||
                 __builtin_add_overflow(used, bytes & ~(alignment - 1), &used);
    return reinterpret_cast<T *>(part);
  }

  /// Sets `bytes` to the sum of all sizes. Returns false if it overflows.
  bool getBytes(uint64_t &bytes) const {
    bytes = used;
    return !overflows;
  }

  static constexpr uint64_t alignment = 64;

private:
  std::byte *start;
  uint64_t used = 0;
  bool overflows = false;
};

/// Computes task `task` of the forward pass with memory of `workspace`. Without
/// memory, only adds up the bytes.
void runForward(const AttentionCall &call, int64_t task, Workspace &workspace);
void runBackward(const AttentionCall &call, int64_t task, Workspace &workspace);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_ATTENTION_TILES_H
