//===- CudnnAttention.h - attention that cuDNN computes ---------*- C++ -*-===//
//
// The subset of fp8rt_attention_desc that becomes a graph of cuDNN: scores with
// a scale and a causal mask. The compiler leaves no other attention to cuDNN,
// and the runtime rejects it.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_RUNTIME_CUDNNATTENTION_H
#define FP8_RUNTIME_CUDNNATTENTION_H

#include "fp8/Runtime/fp8rt_attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fp8rt {

/// An attention in the dimensions of cuDNN: batch, head, row and element.
struct CudnnAttention {
  int64_t batch = 1, heads = 1, rows = 0, keys = 0, d = 0, e = 0;
  float scale = 1;
  bool isCausal = false;
  /// Score of the keys after a row, if the mask is causal.
  float fill = 0;
  /// Strides by FP8RT_ATTENTION_Q and the constants after it: of the batch, the
  /// head, the row or the key, and the element.
  int64_t strides[FP8RT_NUM_ATTENTION_TENSORS][4] = {};
};

/// First compute capability with such engines.
constexpr int32_t minCudnnCapability = 80;
/// Elements of a head must be a multiple of the first number, up to the second.
constexpr int64_t cudnnHeadUnit = 8, maxCudnnHead = 128;
/// Keys of a backward pass must be a multiple of this number: before 9.15.1,
/// cuDNN accessed invalid memory in CUDA graphs otherwise. The same limit on
/// rows is a precaution.
constexpr int64_t cudnnBackwardUnit = 128;
/// Chips of compute capability 10.x, whose gradients have no fixed order.
constexpr int32_t cudnnUnorderedMajor = 10;
/// Largest supported score of masked keys. Its exponential, relative to the
/// maximum of the row, is 0 unless all other scores are as low.
constexpr float maxCudnnFill = -1e8f;

/// Reads the description of an attention. Returns the reason why no graph of
/// cuDNN can express it, or null.
class CudnnAttentionReader {
public:
  CudnnAttentionReader(const fp8rt_attention_desc &desc, CudnnAttention &result)
      : desc(desc), result(result) {}

  const char *read(int32_t capability, bool isOrdered) {
    if (capability < minCudnnCapability)
      return "cuDNN computes it on chips of compute capability 8.0 and later";
    if (isOrdered && desc.is_backward && capability / 10 == cudnnUnorderedMajor)
      return "the gradients of cuDNN may differ between runs on chips of "
             "compute capability 10.x";
    if (const char *reason = readExtents())
      return reason;
    if (const char *reason = readScores())
      return reason;
    return readTensors();
  }

private:
  const char *readExtents() {
    if (desc.num_batch_dims > 2)
      return "it has more than two dimensions of batches and heads";
    if (desc.num_row_dims != desc.num_batch_dims + 1)
      return "several query heads share the keys of a head";
    seq = desc.num_batch_dims;
    if (desc.num_batch_dims > 0)
      result.batch = desc.rows[0];
    if (desc.num_batch_dims > 1)
      result.heads = desc.rows[1];
    result.rows = desc.rows[seq];
    result.keys = desc.keys;
    result.d = desc.d;
    result.e = desc.e;
    for (int64_t extent :
         {result.batch, result.heads, result.rows, result.keys})
      if (extent < 1)
        return "it is empty";
    for (int64_t extent : {result.d, result.e})
      if (extent < 1 || extent % cudnnHeadUnit != 0 || extent > maxCudnnHead)
        return "cuDNN has heads of 8, 16, 24, ... 128 elements";
    if (desc.is_backward && result.rows % cudnnBackwardUnit != 0)
      return "the gradients of cuDNN take a multiple of 128 rows";
    if (desc.is_backward && result.keys % cudnnBackwardUnit != 0)
      return "the gradients of cuDNN take a multiple of 128 keys";
    return nullptr;
  }

  const fp8rt_score_op &get(int32_t op) const { return desc.ops[op]; }
  bool readConstant(int32_t op, float &value) const {
    if (op < 0 || get(op).code != FP8RT_SCORE_F32)
      return false;
    auto bits = static_cast<uint32_t>(get(op).value);
    std::memcpy(&value, &bits, sizeof(value));
    return true;
  }

  /// Returns true if `op` is a condition that holds for the keys up to the row
  /// (`isKept`), or for those after it.
  bool isCausalCondition(int32_t op, bool isKept) const {
    const fp8rt_score_op &compare = get(op);
    if (compare.code != FP8RT_SCORE_COMPARE_INT &&
        compare.code != FP8RT_SCORE_COMPARE_UNSIGNED)
      return false;
    auto isRow = [&](int32_t operand) {
      return get(operand).code == FP8RT_SCORE_ROW_INDEX &&
             get(operand).value == seq;
    };
    auto isKey = [&](int32_t operand) {
      return get(operand).code == FP8RT_SCORE_KEY_INDEX;
    };
    if (isRow(compare.a) && isKey(compare.b))
      return compare.value ==
             (isKept ? FP8RT_GREATER | FP8RT_EQUAL : int{FP8RT_LESS});
    if (isKey(compare.a) && isRow(compare.b))
      return compare.value ==
             (isKept ? FP8RT_LESS | FP8RT_EQUAL : int{FP8RT_GREATER});
    return false;
  }
  /// If `op` is a select by a causal mask, sets `kept` to the value for keys up
  /// to the row and `masked` to the value for later keys. Otherwise returns
  /// false.
  bool splitMask(int32_t op, int32_t &kept, int32_t &masked) const {
    const fp8rt_score_op &select = get(op);
    if (select.code != FP8RT_SCORE_SELECT)
      return false;
    bool isKept = isCausalCondition(select.a, /*isKept=*/true);
    if (!isKept && !isCausalCondition(select.a, /*isKept=*/false))
      return false;
    kept = isKept ? select.b : select.c;
    masked = isKept ? select.c : select.b;
    return true;
  }

  const char *readScores() {
    constexpr const char *other =
        "its scores are more than products with a scale and a causal mask";
    float factor = 1;
    if (desc.factor >= 0 && (!readConstant(desc.factor, factor) || factor != 1))
      return "its probabilities have a factor";
    int32_t score = desc.score, masked = -1;
    result.isCausal = splitMask(desc.score, score, masked);
    if (result.isCausal &&
        (!readConstant(masked, result.fill) || !(result.fill <= maxCudnnFill)))
      return "its masked scores are above -1e8";
    if (get(score).code != FP8RT_SCORE_PRODUCT) {
      const fp8rt_score_op &scaled = get(score);
      float value = 0;
      bool isScaled = scaled.code == FP8RT_SCORE_MUL &&
                      ((get(scaled.a).code == FP8RT_SCORE_PRODUCT &&
                        readConstant(scaled.b, value)) ||
                       (get(scaled.b).code == FP8RT_SCORE_PRODUCT &&
                        readConstant(scaled.a, value)));
      bool isDivided = scaled.code == FP8RT_SCORE_DIV &&
                       get(scaled.a).code == FP8RT_SCORE_PRODUCT &&
                       readConstant(scaled.b, value);
      if (!isScaled && !isDivided)
        return other;
      result.scale = isScaled ? value : 1 / value;
      if (!std::isfinite(result.scale) || result.scale == 0)
        return other;
    }
    return desc.is_backward ? readDerivative() : nullptr;
  }

  /// Checks that the derivative of a score is the scale, up to rounding. For
  /// masked keys it may be any constant, because their probabilities are 0.
  const char *readDerivative() {
    int32_t kept = desc.derivative, masked = -1;
    float derivative = 1, ignored = 0;
    bool isConstant = true;
    if (kept >= 0) {
      if (splitMask(desc.derivative, kept, masked))
        isConstant = result.isCausal && readConstant(masked, ignored);
      isConstant = isConstant && readConstant(kept, derivative);
    }
    constexpr float rounding = 0x1p-23f;
    if (isConstant && std::fabs(derivative - result.scale) <=
                          rounding * std::fabs(result.scale))
      return nullptr;
    return "the derivative of its scores is not their scale";
  }

  const char *readTensors() {
    int32_t count = desc.is_backward ? int32_t{FP8RT_NUM_ATTENTION_TENSORS}
                                     : int32_t{FP8RT_ATTENTION_GRAD};
    for (int32_t i = 0; i < count; ++i) {
      bool isOfRows = i == FP8RT_ATTENTION_MAX || i == FP8RT_ATTENTION_SUM;
      if (const char *reason = isOfRows ? readRowNumbers(i) : readMatrix(i))
        return reason;
    }
    return nullptr;
  }

  /// Sets the strides. The stride of a batch or head dimension of one element
  /// is the number of elements that the other dimensions span.
  void readStrides(int32_t number, int64_t rowStride, int64_t extent,
                   int64_t columns) {
    const fp8rt_attention_tensor &tensor = desc.tensors[number];
    int64_t *strides = result.strides[number];
    strides[3] = 1;
    strides[2] = extent == 1 ? columns : rowStride;
    int64_t extents[] = {result.batch, result.heads};
    int64_t end = strides[2] * extent;
    for (int32_t i = desc.num_batch_dims - 1; i >= 0; --i)
      end = std::max(end, tensor.row_stride[i] * extents[i]);
    for (int32_t i : {1, 0})
      strides[i] = i < desc.num_batch_dims && extents[i] != 1
                       ? tensor.row_stride[i]
                       : end;
  }

  const char *readMatrix(int32_t number) {
    const fp8rt_attention_tensor &tensor = desc.tensors[number];
    if (tensor.dtype != FP8RT_BF16)
      return "cuDNN computes attention of bf16";
    bool isOfKeys =
        number == FP8RT_ATTENTION_K || number == FP8RT_ATTENTION_V ||
        number == FP8RT_ATTENTION_DK || number == FP8RT_ATTENTION_DV;
    bool hasD = number == FP8RT_ATTENTION_Q || number == FP8RT_ATTENTION_K ||
                number == FP8RT_ATTENTION_DQ || number == FP8RT_ATTENTION_DK;
    if (tensor.element_stride != 1)
      return "cuDNN takes heads of adjacent elements";
    readStrides(number, isOfKeys ? tensor.key_stride : tensor.row_stride[seq],
                isOfKeys ? result.keys : result.rows,
                hasD ? result.d : result.e);
    for (int64_t i : {0, 1, 2}) {
      if (result.strides[number][i] == 0)
        return "a tensor is broadcast along batches, heads or rows";
      if (result.strides[number][i] % cudnnHeadUnit != 0)
        return "cuDNN takes strides of a multiple of 16 bytes";
    }
    return nullptr;
  }

  const char *readRowNumbers(int32_t number) {
    readStrides(number, desc.tensors[number].row_stride[seq], result.rows, 1);
    const int64_t *strides = result.strides[number];
    bool isDense =
        strides[2] == 1 && (result.heads == 1 || strides[1] == result.rows) &&
        (result.batch == 1 || strides[0] == result.rows * result.heads);
    return isDense ? nullptr
                   : "cuDNN takes maxima and sums of rows that are contiguous";
  }

  const fp8rt_attention_desc &desc;
  CudnnAttention &result;
  /// The row dimension of positions.
  int32_t seq = 0;
};

/// Returns the reason why no graph of cuDNN computes `desc` on a chip of
/// `capability`, or null if one does. With `isOrdered`, gradients must have the
/// same bits in every run.
inline const char *findCudnnRefusal(const fp8rt_attention_desc &desc,
                                    int32_t capability, bool isOrdered,
                                    CudnnAttention &result) {
  return CudnnAttentionReader(desc, result).read(capability, isOrdered);
}

} // namespace fp8rt

#endif // FP8_RUNTIME_CUDNNATTENTION_H
