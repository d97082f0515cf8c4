//===- Gemm.cpp - tiled matrix multiplication -----------------------------===//
//
// The shape alone determines how a matmul is divided into tiles. Each tile is
// one library call on one thread. The result therefore does not depend on the
// number of threads, and the library's own threads are not needed.
//
// The library's order of summation depends on the whole shape, even on the
// number of columns. Matmuls of 8-bit codes are padded to the extents that FP8
// matrix units require, as on a GPU. A matmul then has the same order of
// summation whether the program was laid out for a CPU or for a GPU.
//
//===----------------------------------------------------------------------===//

#include "ByteCount.h"
#include "Context.h"
#include "GemmBias.h"
#include "GemmDescriptor.h"
#include "GemmLibrary.h"
#include "GemmOperand.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <vector>

using namespace fp8rt;

constexpr uint64_t workspaceAlignment = 64;

static uint64_t roundUp(uint64_t bytes) {
  return (bytes + workspaceAlignment - 1) & ~(workspaceAlignment - 1);
}

/// Returns an extent of the matmul after padding for the library.
static int64_t getPadded(const fp8rt_gemm_desc &desc, int64_t extent) {
  const int64_t unit = 16, largest = int64_t{1} << 48;
  auto isEight = [](const fp8rt_matrix &matrix) {
    return matrix.dtype == FP8RT_E4M3 || matrix.dtype == FP8RT_E5M2;
  };
  if (!isEight(desc.lhs) || !isEight(desc.rhs) || extent > largest)
    return extent;
  return (extent + unit - 1) / unit * unit;
}

static Operand lhsOf(const fp8rt_gemm_desc &desc) {
  return {desc.lhs,
          desc.m,
          desc.k,
          desc.m,
          getPadded(desc, desc.k),
          {desc.batch[0], desc.batch[1]},
          /*hasTermsDown=*/false};
}

static Operand rhsOf(const fp8rt_gemm_desc &desc) {
  return {desc.rhs,
          desc.k,
          desc.n,
          getPadded(desc, desc.k),
          getPadded(desc, desc.n),
          {desc.batch[0], desc.batch[1]},
          /*hasTermsDown=*/true};
}

/// Returns a size that suffices for both compute types, so that it does not
/// depend on the library.
static uint64_t copyBytes(const Operand &operand) {
  return roundUp(std::max(fp8rt::copyBytes(operand, ComputeType::F32),
                          fp8rt::copyBytes(operand, ComputeType::BF16)));
}
namespace {
//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

struct Tiling {
  int64_t rows, cols;
  int64_t numRows, numCols;
};
} // namespace

static int64_t ceilDiv(int64_t a, int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// Returns the size of nearly equal parts of `extent`, at most `limit` each.
static int64_t evenPart(int64_t extent, int64_t limit) {
  const int64_t unit = 16; // a vector
  return std::min(
      extent, ceilDiv(ceilDiv(extent, ceilDiv(extent, limit)), unit) * unit);
}

/// Chooses the tile size. Tiles are small enough to occupy all threads of a
/// large machine, and large enough for the full speed of the library. Below 128
/// x 128, packing of operands dominates, in particular of a transposed operand.
/// The work of a call should also justify waking a thread.
static Tiling tilingOf(const fp8rt_gemm_desc &desc) {
  const int64_t maxRows = 256, maxCols = 512, minExtent = 128;
  const double enoughTasks = 16;
  const double enoughWork = 1 << 21; // multiplications and additions
  int64_t n = getPadded(desc, desc.n), k = getPadded(desc, desc.k);
  int64_t rows = std::min(desc.m, maxRows);
  int64_t cols = std::min(n, maxCols);
  auto numTasks = [&] {
    return static_cast<double>(ceilDiv(desc.m, rows)) *
           static_cast<double>(ceilDiv(n, cols)) *
           static_cast<double>(desc.batch[0]) *
           static_cast<double>(desc.batch[1]);
  };
  auto work = [&] {
    return 2.0 * static_cast<double>(rows) * static_cast<double>(cols) *
           static_cast<double>(k);
  };
  while (numTasks() < enoughTasks && work() >= 2 * enoughWork &&
         std::max(rows, cols) >= 2 * minExtent) {
    int64_t &extent = cols >= 2 * minExtent ? cols : rows;
    extent = ceilDiv(extent, 2);
  }
  rows = evenPart(desc.m, rows);
  cols = evenPart(n, cols);
  return {rows, cols, ceilDiv(desc.m, rows), ceilDiv(n, cols)};
}

/// Rounds as fp8.convert does: to nearest even, saturating, with one NaN code.
static void roundToBF16(const float *sums, int64_t sumStride, int64_t rows,
                        int64_t cols, uint16_t *out, int64_t stride) {
  const uint32_t firstBeyond = 0x7F7F8000; // rounds up to infinity
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < cols; ++j) {
      uint32_t bits;
      std::memcpy(&bits, &sums[i * sumStride + j], sizeof(bits));
      uint32_t magnitude = bits & 0x7FFFFFFF, sign = bits & 0x80000000;
      uint32_t rounded = bits + 0x7FFF + (bits >> 16 & 1);
      if (magnitude >= firstBeyond)
        rounded = magnitude > 0x7F800000 ? 0x7FC00000 : sign | 0x7F7F0000;
      out[i * stride + j] = static_cast<uint16_t>(rounded >> 16);
    }
  }
}

/// Returns the distance between the sums of two threads, in floats. The sums of
/// different threads share no cache line.
static int64_t getSumsOfThread(const Tiling &tiling) {
  return static_cast<int64_t>(
      roundUp(static_cast<uint64_t>(tiling.rows * tiling.cols) *
              sizeof(float)) /
      sizeof(float));
}

/// Returns true if the library may write to the result directly.
static bool isDirect(const fp8rt_gemm_desc &desc) {
  return desc.out.dtype == FP8RT_F32 && getPadded(desc, desc.n) == desc.n;
}

/// Returns the size of the sums of all threads in bytes, or 0 if the library
/// writes to the result. Inside a kernel there is only one thread.
static uint64_t getSumBytes(const fp8rt_gemm_desc &desc,
                            const ThreadPool &pool) {
  if (isDirect(desc))
    return 0;
  uint64_t numThreads = ThreadPool::insideBody() ? 1 : pool.numThreads();
  return numThreads * sizeof(float) *
         static_cast<uint64_t>(getSumsOfThread(tilingOf(desc)));
}

namespace {
/// A matmul whose operands are in the layout of the library.
template <typename T>
struct Product {
  const GemmLibrary &library;
  const fp8rt_gemm_desc &desc;
  const fp8rt_gemm_args &args;
  Layout lhsLayout, rhsLayout;
  const T *lhs, *rhs;
  float lhsScale, rhsScale;
  Tiling tiling;
  /// One tile of sums per thread, unless isDirect().
  float *sums;
  /// Padded number of columns and of terms.
  int64_t n = getPadded(desc, desc.n), k = getPadded(desc, desc.k);
  /// First error code of the library.
  mutable std::atomic<int> refusal{0};

  /// Returns the part of an operand's matrix that starts at (row, col).
  static MatrixRef<const T> part(const T *data, const Layout &layout,
                                 int64_t outer, int64_t inner, int64_t row,
                                 int64_t col) {
    int64_t offset = outer * layout.batchStride[0] +
                     inner * layout.batchStride[1] + row * layout.stride + col;
    return {data + offset, layout.stride};
  }

  /// Computes one tile. `buffer` is null if the library may apply the scales.
  void tile(int64_t task, float *buffer) const {
    int64_t col = task % tiling.numCols * tiling.cols;
    task /= tiling.numCols;
    int64_t row = task % tiling.numRows * tiling.rows;
    task /= tiling.numRows;
    int64_t inner = task % desc.batch[1], outer = task / desc.batch[1];
    int64_t rows = std::min(tiling.rows, desc.m - row);
    int64_t cols = std::min(tiling.cols, n - col);
    int64_t ownCols = std::min(cols, desc.n - col);
    int64_t stride = desc.m <= 1 ? desc.n : desc.out.row_stride;
    int64_t offset = outer * desc.out.batch_stride[0] +
                     inner * desc.out.batch_stride[1] + row * stride + col;
    MatrixRef<const T> a = part(lhs, lhsLayout, outer, inner, row, 0);
    MatrixRef<const T> b = part(rhs, rhsLayout, outer, inner, 0, col);
    if (isDirect(desc))
      return multiply(rows, cols, col, a, b, args.out + offset, stride, buffer);
    float *ownSums = sums + getSumsOfThread(tiling) * ThreadPool::thread();
    if (desc.out.dtype == FP8RT_BF16) {
      multiply(rows, cols, col, a, b, ownSums, cols, buffer);
      roundToBF16(ownSums, cols, rows, ownCols,
                  reinterpret_cast<uint16_t *>(args.out) + offset, stride);
      return;
    }
    if (desc.beta) {
      std::fill_n(ownSums, rows * cols, 0.0f);
      copyTile(args.out + offset, stride, rows, ownCols, ownSums, cols);
    }
    multiply(rows, cols, col, a, b, ownSums, cols, buffer);
    copyTile(ownSums, cols, rows, ownCols, args.out + offset, stride);
  }

  static void copyTile(const float *source, int64_t sourceStride, int64_t rows,
                       int64_t cols, float *target, int64_t targetStride) {
    for (int64_t i = 0; i < rows; ++i)
      std::copy_n(source + i * sourceStride, cols, target + i * targetStride);
  }

  /// Multiplies one tile, in f32. `col` is the index of its first column.
  void multiply(int64_t rows, int64_t cols, int64_t col, MatrixRef<const T> a,
                MatrixRef<const T> b, float *out, int64_t stride,
                float *buffer) const {
    if (desc.k == 0)
      clear(out, stride, rows, cols);
    else if (!buffer)
      note(library.multiply(rows, cols, k, lhsScale * rhsScale, a, b,
                            static_cast<float>(desc.beta), {out, stride}));
    else
      multiplyScaled(rows, cols, a, b, out, stride, buffer);
    if (desc.has_bias)
      addBias(args.bias, desc.bias_dtype, col, rows,
              std::min(cols, desc.n - col), out, stride);
    // Like arith.maximumf: NaN stays NaN, and -0 becomes 0.
    if (desc.activation == FP8RT_ACTIVATION_RELU)
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < cols; ++j)
          if (out[i * stride + j] <= 0)
            out[i * stride + j] = 0;
  }

  void note(int status) const {
    int none = 0;
    if (status != 0)
      refusal.compare_exchange_strong(none, status, std::memory_order_relaxed);
  }

  void clear(float *out, int64_t stride, int64_t rows, int64_t cols) const {
    if (desc.beta == 0)
      for (int64_t i = 0; i < rows; ++i)
        std::fill_n(out + i * stride, cols, 0.0f);
  }

  /// Applies the two scales one after the other.
  void multiplyScaled(int64_t rows, int64_t cols, MatrixRef<const T> a,
                      MatrixRef<const T> b, float *out, int64_t stride,
                      float *buffer) const {
    note(library.multiply(rows, cols, k, 1.0f, a, b, 0.0f, {buffer, cols}));
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < cols; ++j) {
        float value = buffer[i * cols + j] * lhsScale * rhsScale;
        float &target = out[i * stride + j];
        target = desc.beta ? target + value : value;
      }
  }

  void run(ThreadPool &pool) const {
    int64_t numTasks =
        desc.batch[0] * desc.batch[1] * tiling.numRows * tiling.numCols;
    // The product of two tiny scales may underflow or lose precision although
    // the result does not, and a library ignores the operands if the factor is
    // 0. This case is rare, so it may be slow.
    float alpha = lhsScale * rhsScale;
    if (std::isnormal(alpha) || desc.k == 0) {
      pool.run(numTasks, [&](int64_t task) { tile(task, nullptr); });
      return;
    }
    std::vector<float> buffer(static_cast<size_t>(tiling.rows * tiling.cols));
    for (int64_t task = 0; task < numTasks; ++task)
      pool.run(1, [&](int64_t) { tile(task, buffer.data()); });
  }
};
} // namespace

/// Returns the scale of the sums. If an operand has several scales, its copy
/// contains the scaled values.
static float getScaleOfSums(const fp8rt_matrix &matrix, const void *scaleInv) {
  return scaleInv && matrix.scaling == FP8RT_SCALE_TENSOR
             ? *static_cast<const float *>(scaleInv)
             : 1.0f;
}

/// Computes the matmul. Returns 0, or the error code of the library.
template <typename T>
static int multiply(ThreadPool &pool, const GemmLibrary &library,
                    const fp8rt_gemm_desc &desc, const fp8rt_gemm_args &args,
                    std::byte *workspace, std::byte *sums) {
  ComputeType type =
      std::is_same_v<T, float> ? ComputeType::F32 : ComputeType::BF16;
  Operand lhs = lhsOf(desc), rhs = rhsOf(desc);
  Layout lhsLayout = layoutOf(lhs, type), rhsLayout = layoutOf(rhs, type);
  std::byte *rhsCopy = workspace + copyBytes(lhs);
  if (lhsLayout.copied)
    copyOperand(pool, lhs, args.lhs, args.lhs_scale_inv, lhsLayout, type,
                workspace);
  if (rhsLayout.copied)
    copyOperand(pool, rhs, args.rhs, args.rhs_scale_inv, rhsLayout, type,
                rhsCopy);
  Product<T> product = {
      library,
      desc,
      args,
      lhsLayout,
      rhsLayout,
      static_cast<const T *>(lhsLayout.copied ? workspace : args.lhs),
      static_cast<const T *>(rhsLayout.copied ? rhsCopy : args.rhs),
      getScaleOfSums(desc.lhs, args.lhs_scale_inv),
      getScaleOfSums(desc.rhs, args.rhs_scale_inv),
      tilingOf(desc),
      reinterpret_cast<float *>(sums)};
  product.run(pool);
  return product.refusal;
}
fp8rt_status fp8rt_gemm_workspace(const fp8rt_gemm_desc *desc,
                                  uint64_t *bytes) {
  return guarded(__func__, [&](const char *function) {
    if (fp8rt_status status = checkDesc(function, desc))
      return status;
    if (!bytes)
      return failNull(function, "bytes");
    ByteCount copies;
    copies.add({copyBytes(lhsOf(*desc))});
    copies.add({copyBytes(rhsOf(*desc))});
    if (!copies.fits())
      return fail(FP8RT_OUT_OF_RANGE,
                  "%s: copies of lhs and rhs do not fit an address space",
                  function);
    *bytes = copies.get();
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_gemm(fp8rt_context context, fp8rt_stream stream,
                        const fp8rt_gemm_desc *desc,
                        const fp8rt_gemm_args *args) {
  return withStream(__func__, context, stream, [&](const char *function) {
    if (fp8rt_status status = checkDesc(function, desc))
      return status;
    if (!args)
      return failNull(function, "args");
    bool empty = desc->m == 0 || desc->n == 0 || desc->batch[0] == 0 ||
                 desc->batch[1] == 0;
    if (empty)
      return FP8RT_OK;
    if (!args->out || (desc->k != 0 && (!args->lhs || !args->rhs)))
      return failNull(function, !args->out   ? "out"
                                : !args->lhs ? "lhs"
                                             : "rhs");
    if (desc->has_bias && !args->bias)
      return failNull(function, "bias");
    const GemmLibrary *library = nullptr;
    if (fp8rt_status status = GemmLibrary::get(function, library))
      return status;
    int64_t extent = std::max({desc->k, desc->out.row_stride,
                               desc->lhs.row_stride, desc->lhs.col_stride,
                               desc->rhs.row_stride, desc->rhs.col_stride});
    if (extent > library->maxExtent())
      return fail(FP8RT_UNSUPPORTED, "%s: %s takes strides up to %lld",
                  function, library->name(false),
                  static_cast<long long>(library->maxExtent()));

    uint64_t bytes = copyBytes(lhsOf(*desc)) + copyBytes(rhsOf(*desc));
    auto *workspace = static_cast<std::byte *>(args->workspace);
    uint64_t sumBytes = getSumBytes(*desc, context->pool);
    uint64_t needed = sumBytes + (workspace ? 0 : bytes);
    Reservation own;
    // A kernel that calls this function may run concurrently with other kernels
    // of its context.
    Reservation &scratch = ThreadPool::insideBody() ? own : context->scratch;
    if (scratch.size() < needed) {
      scratch = Reservation();
      if (fp8rt_status status = Reservation::create(
              function, needed, workspaceAlignment, context->guard, scratch))
        return status;
    }
    std::byte *sums = scratch.data();
    if (!workspace && bytes != 0)
      workspace = scratch.data() + sumBytes;
    if (reinterpret_cast<uintptr_t>(workspace) % workspaceAlignment != 0)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: the workspace is not aligned to %llu bytes", function,
                  static_cast<unsigned long long>(workspaceAlignment));
    bool hasManyScales = desc->lhs.scaling != FP8RT_SCALE_TENSOR;
    if (hasManyScales && (!args->lhs_scale_inv || !args->rhs_scale_inv))
      return failNull(function,
                      args->lhs_scale_inv ? "rhs_scale_inv" : "lhs_scale_inv");
    // A scaled code needs more bits than bf16 has.
    bool useBF16 = library->hasBF16() && desc->lhs.dtype != FP8RT_F32 &&
                   desc->rhs.dtype != FP8RT_F32 && !hasManyScales;
    int refusal = useBF16 ? multiply<uint16_t>(context->pool, *library, *desc,
                                               *args, workspace, sums)
                          : multiply<float>(context->pool, *library, *desc,
                                            *args, workspace, sums);
    if (refusal != 0)
      return library->report(function, refusal, desc->m, desc->n, desc->k);
    return FP8RT_OK;
  });
}

const char *fp8rt_gemm_backend(fp8rt_dtype lhs, fp8rt_dtype rhs) {
  const GemmLibrary *library = nullptr;
  if (GemmLibrary::get(__func__, library) != FP8RT_OK)
    return nullptr;
  return library->name(library->hasBF16() && lhs != FP8RT_F32 &&
                       rhs != FP8RT_F32);
}
