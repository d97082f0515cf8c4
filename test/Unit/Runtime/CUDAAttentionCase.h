//===- CUDAAttentionCase.h - attention on the mock of a GPU -----*- C++ -*-===//

#ifndef FP8_TEST_UNIT_RUNTIME_CUDAATTENTIONCASE_H
#define FP8_TEST_UNIT_RUNTIME_CUDAATTENTIONCASE_H

#include "CUDATestUtils.h"

#include <cstring>

namespace fp8rt::test {

inline float readBF16(uint16_t code) {
  uint32_t bits = uint32_t{code} << 16;
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Attention of bf16 with a scale and, possibly, a causal mask. Queries, keys
/// and values are slices of one tensor, as are their gradients.
struct CUDAAttentionCase {
  static constexpr float scale = 0.3125f, fill = -1e9f;

  CUDAAttentionCase(bool isBackward, bool isCausal, int64_t batch = 1,
                    int64_t heads = 1, int64_t rows = 128, int64_t d = 8)
      : batch(batch), heads(heads), rows(rows), d(d) {
    desc.is_backward = isBackward;
    desc.num_row_dims = 3;
    desc.num_batch_dims = 2;
    for (int64_t &extent : desc.rows)
      extent = 1;
    desc.rows[0] = batch;
    desc.rows[1] = heads;
    desc.rows[2] = desc.keys = rows;
    desc.d = desc.e = d;
    desc.factor = desc.causal_dim = -1;
    for (int32_t i = 0; i < FP8RT_NUM_ATTENTION_TENSORS; ++i)
      addLayout(i);
    addScores(isCausal);
  }

  bool isOfKeys(int32_t i) const {
    return i == FP8RT_ATTENTION_K || i == FP8RT_ATTENTION_V ||
           i == FP8RT_ATTENTION_DK || i == FP8RT_ATTENTION_DV;
  }
  bool isOfRows(int32_t i) const {
    return i == FP8RT_ATTENTION_MAX || i == FP8RT_ATTENTION_SUM;
  }

  void addLayout(int32_t i) {
    fp8rt_attention_tensor &tensor = desc.tensors[i];
    if (isOfRows(i)) {
      tensor.dtype = FP8RT_F32;
      tensor.row_stride[0] = heads * rows;
      tensor.row_stride[1] = rows;
      tensor.row_stride[2] = 1;
      return;
    }
    bool isPart = i != FP8RT_ATTENTION_O && i != FP8RT_ATTENTION_GRAD;
    int64_t width = heads * d * (isPart ? 3 : 1);
    tensor.dtype = FP8RT_BF16;
    tensor.row_stride[0] = rows * width;
    tensor.row_stride[1] = d;
    (isOfKeys(i) ? tensor.key_stride : tensor.row_stride[2]) = width;
    tensor.element_stride = 1;
  }

  int32_t add(int32_t code, int32_t a = 0, int32_t b = 0, int32_t c = 0,
              int64_t value = 0) {
    desc.ops[desc.num_ops] = {code, a, b, c, value};
    return desc.num_ops++;
  }
  int32_t addConstant(float value) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return add(FP8RT_SCORE_F32, 0, 0, 0, bits);
  }
  void addScores(bool isCausal) {
    int32_t factor = addConstant(scale);
    desc.score = add(FP8RT_SCORE_MUL, add(FP8RT_SCORE_PRODUCT), factor);
    desc.derivative = desc.is_backward ? factor : -1;
    if (!isCausal)
      return;
    int32_t isKept =
        add(FP8RT_SCORE_COMPARE_INT, add(FP8RT_SCORE_ROW_INDEX, 0, 0, 0, 2),
            add(FP8RT_SCORE_KEY_INDEX), 0, FP8RT_GREATER | FP8RT_EQUAL);
    desc.score = add(FP8RT_SCORE_SELECT, isKept, desc.score, addConstant(fill));
    if (desc.is_backward)
      desc.derivative = add(FP8RT_SCORE_SELECT, isKept, factor, addConstant(0));
  }

  int32_t getNumTensors() const {
    return desc.is_backward ? int32_t{FP8RT_NUM_ATTENTION_TENSORS}
                            : int32_t{FP8RT_ATTENTION_GRAD};
  }
  /// Returns the position of an element in its tensor.
  size_t place(int32_t tensor, int64_t b, int64_t h, int64_t row,
               int64_t element) const {
    const fp8rt_attention_tensor &layout = desc.tensors[tensor];
    int64_t stride =
        isOfKeys(tensor) ? layout.key_stride : layout.row_stride[2];
    return static_cast<size_t>(b * layout.row_stride[0] +
                               h * layout.row_stride[1] + row * stride +
                               element * layout.element_stride);
  }
  /// Returns the number of elements of the memory of a tensor.
  size_t size(int32_t tensor) const {
    return place(tensor, batch - 1, heads - 1, rows - 1,
                 isOfRows(tensor) ? 0 : d - 1) +
           1;
  }

  fp8rt_attention_desc desc = {};
  int64_t batch, heads, rows, d;
};

/// A step of one attention, whose arguments are its buffers.
class CUDAAttentionStep {
public:
  CUDAAttentionStep(const CUDAAttentionCase &attention, uint32_t flags = 0) {
    for (int32_t i = 0; i < attention.getNumTensors(); ++i)
      buffers.push_back({i, 0});
    op.attention = &attention.desc;
    op.num_buffers = static_cast<int64_t>(buffers.size());
    op.buffers = buffers.data();
    op.event = -1;
    op.location = "step.mlir:3";
    desc.abi_version = FP8RT_ABI_VERSION;
    desc.flags = flags;
    desc.num_arguments = attention.getNumTensors();
    desc.num_streams = 1;
    desc.name = "train";
    desc.ops = &op;
    desc.num_ops = 1;
  }
  CUDAAttentionStep(const CUDAAttentionStep &) = delete;
  CUDAAttentionStep &operator=(const CUDAAttentionStep &) = delete;

  /// Creates the step, runs it, and destroys it.
  fp8rt_status run(Device &device,
                   const std::vector<fp8rt_address> &addresses) {
    fp8rt_cuda_step step = nullptr;
    if (fp8rt_status status = fp8rt_cuda_step_create(device, nullptr, &desc,
                                                     addresses.data(), &step))
      return status;
    fp8rt_status status = fp8rt_cuda_step_run(device, device.stream, step);
    fp8rt_status synchronized =
        fp8rt_cuda_stream_synchronize(device, device.stream);
    fp8rt_status destroyed = fp8rt_cuda_step_destroy(device, step);
    return status ? status : synchronized ? synchronized : destroyed;
  }

  std::vector<fp8rt_cuda_buffer> buffers;
  fp8rt_cuda_op op = {};
  fp8rt_cuda_step_desc desc = {};
};

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_CUDAATTENTIONCASE_H
