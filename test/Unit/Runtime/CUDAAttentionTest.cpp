//===- CUDAAttentionTest.cpp - attention by the mock of cuDNN -------------===//
//
// Results are compared with float64, within the bound that Numerics.md states.
//
//===----------------------------------------------------------------------===//

#include "CUDAAttentionCase.h"

#include <array>
#include <cmath>
#include <memory>
#include <random>

using namespace fp8rt::test;

namespace {

uint16_t toBF16(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return static_cast<uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

/// Relative error of a value that is rounded to bf16, and of f32 sums of as
/// many terms as a case has.
constexpr double w = 0x1p-8, f32Sums = 0x1p-14;

/// The forward and the backward pass of a case, and float64 of one head.
class CUDAAttention : public ::testing::Test {
protected:
  using Matrix = std::vector<std::vector<double>>;

  /// Runs both passes.
  void run(bool isCausal, uint32_t flags);
  void compare(int64_t b, int64_t h, bool isCausal);
  Matrix makeMatrix(int64_t columns) const {
    return Matrix(static_cast<size_t>(rows),
                  std::vector<double>(static_cast<size_t>(columns)));
  }
  double get(int32_t tensor, int64_t b, int64_t h, size_t row,
             size_t element) const {
    return double(readBF16(results[static_cast<size_t>(tensor)][backward->place(
        tensor, b, h, static_cast<int64_t>(row),
        static_cast<int64_t>(element))]));
  }
  void expectNear(int32_t tensor, int64_t b, int64_t h, size_t row,
                  size_t element, double exact, double tolerance) {
    EXPECT_NEAR(get(tensor, b, h, row, element), exact,
                tolerance + w * std::abs(exact) + 1e-30)
        << "tensor " << tensor << " row " << row << " element " << element;
  }

  static constexpr int64_t batch = 2, heads = 2, rows = 128, d = 16;
  Device device;
  std::unique_ptr<CUDAAttentionCase> forward, backward;
  std::array<std::vector<uint16_t>, FP8RT_NUM_ATTENTION_TENSORS> results;
  std::vector<float> logSums, sums;
};

void CUDAAttention::run(bool isCausal, uint32_t flags) {
  forward = std::make_unique<CUDAAttentionCase>(false, isCausal, batch, heads,
                                                rows, d);
  backward = std::make_unique<CUDAAttentionCase>(true, isCausal, batch, heads,
                                                 rows, d);
  std::mt19937 random(isCausal ? 1 : 2);
  std::normal_distribution<float> normal;
  // Queries, keys and values share a tensor, and so do their gradients.
  size_t partBytes = static_cast<size_t>(heads * d) * 2;
  size_t qkvSize = static_cast<size_t>(batch * rows * heads * d * 3);
  std::vector<uint16_t> qkv(qkvSize), grad(qkvSize / 3);
  for (std::vector<uint16_t> *values : {&qkv, &grad})
    for (uint16_t &value : *values)
      value = toBF16(normal(random));
  auto numbers = static_cast<size_t>(batch * heads * rows);
  fp8rt_address inputs = device.upload(qkv), grads = device.upload(grad),
                o = device.allocate(grad.size() * 2),
                max = device.allocate(numbers * 4),
                sum = device.allocate(numbers * 4),
                dqkv = device.allocate(qkvSize * 2);
  std::vector<fp8rt_address> addresses = {inputs, inputs, inputs, o,    max,
                                          sum,    grads,  dqkv,   dqkv, dqkv};
  for (const CUDAAttentionCase *attention : {&*forward, &*backward}) {
    CUDAAttentionStep step(*attention, flags);
    for (int32_t part : {0, 1, 2}) {
      step.buffers[static_cast<size_t>(part)].offset =
          static_cast<int64_t>(static_cast<size_t>(part) * partBytes);
      if (attention->desc.is_backward)
        step.buffers[static_cast<size_t>(FP8RT_ATTENTION_DQ + part)].offset =
            static_cast<int64_t>(static_cast<size_t>(part) * partBytes);
    }
    ASSERT_EQ(step.run(device, addresses), FP8RT_OK) << fp8rt_last_error();
  }
  logSums = device.download<float>(max, numbers);
  sums = device.download<float>(sum, numbers);
  std::vector<uint16_t> gradients = device.download<uint16_t>(dqkv, qkvSize);
  for (int32_t part : {0, 1, 2}) {
    auto skip = part * heads * d;
    results[static_cast<size_t>(part)].assign(qkv.begin() + skip, qkv.end());
    results[static_cast<size_t>(FP8RT_ATTENTION_DQ + part)].assign(
        gradients.begin() + skip, gradients.end());
  }
  results[FP8RT_ATTENTION_O] = device.download<uint16_t>(o, grad.size());
  results[FP8RT_ATTENTION_GRAD] = grad;
}

void CUDAAttention::compare(int64_t b, int64_t h, bool isCausal) {
  Matrix p = makeMatrix(rows), ds = makeMatrix(rows),
         dsError = makeMatrix(rows), o = makeMatrix(d);
  for (size_t i = 0; i < size_t{rows}; ++i) {
    size_t keys = isCausal ? i + 1 : size_t{rows};
    double largest = -INFINITY, sum = 0;
    for (size_t j = 0; j < keys; ++j) {
      for (size_t e = 0; e < size_t{d}; ++e)
        p[i][j] += get(FP8RT_ATTENTION_Q, b, h, i, e) *
                   get(FP8RT_ATTENTION_K, b, h, j, e) *
                   double{CUDAAttentionCase::scale};
      largest = std::max(largest, p[i][j]);
    }
    for (size_t j = 0; j < keys; ++j)
      sum += p[i][j] = std::exp(p[i][j] - largest);
    size_t number = static_cast<size_t>((b * heads + h) * rows) + i;
    EXPECT_NEAR(logSums[number], largest + std::log(sum), 1e-4);
    EXPECT_EQ(sums[number], 1.0f);
    double c = 0, cError = 0;
    for (size_t j = 0; j < keys; ++j)
      p[i][j] /= sum;
    for (size_t e = 0; e < size_t{d}; ++e) {
      double size = 0;
      for (size_t j = 0; j < keys; ++j) {
        o[i][e] += p[i][j] * get(FP8RT_ATTENTION_V, b, h, j, e);
        size += p[i][j] * std::abs(get(FP8RT_ATTENTION_V, b, h, j, e));
      }
      double tolerance = size * (w + f32Sums);
      expectNear(FP8RT_ATTENTION_O, b, h, i, e, o[i][e], tolerance);
      double factor = get(FP8RT_ATTENTION_GRAD, b, h, i, e);
      c += factor * o[i][e];
      cError += std::abs(factor) * (tolerance + w * std::abs(o[i][e]));
    }
    for (size_t j = 0; j < keys; ++j) {
      double dp = 0;
      for (size_t e = 0; e < size_t{d}; ++e)
        dp += get(FP8RT_ATTENTION_GRAD, b, h, i, e) *
              get(FP8RT_ATTENTION_V, b, h, j, e);
      constexpr double scale = double{CUDAAttentionCase::scale};
      ds[i][j] = p[i][j] * (dp - c) * scale;
      dsError[i][j] = (w + f32Sums) * std::abs(ds[i][j]) +
                      p[i][j] * scale * (cError + f32Sums * std::abs(dp));
    }
  }
  for (size_t i = 0; i < size_t{rows}; ++i)
    for (size_t e = 0; e < size_t{d}; ++e) {
      double dq = 0, dk = 0, dv = 0, dqError = 0, dkError = 0, dvError = 0;
      for (size_t j = 0; j < size_t{rows}; ++j) {
        double key = get(FP8RT_ATTENTION_K, b, h, j, e),
               query = get(FP8RT_ATTENTION_Q, b, h, j, e),
               grad = get(FP8RT_ATTENTION_GRAD, b, h, j, e);
        auto addTerm = [](double &sum, double &error, double a, double aError,
                          double factor) {
          sum += a * factor;
          error += (aError + f32Sums * std::abs(a)) * std::abs(factor);
        };
        addTerm(dq, dqError, ds[i][j], dsError[i][j], key);
        addTerm(dk, dkError, ds[j][i], dsError[j][i], query);
        addTerm(dv, dvError, p[j][i], p[j][i] * w, grad);
      }
      expectNear(FP8RT_ATTENTION_DQ, b, h, i, e, dq, dqError);
      expectNear(FP8RT_ATTENTION_DK, b, h, i, e, dk, dkError);
      expectNear(FP8RT_ATTENTION_DV, b, h, i, e, dv, dvError);
    }
}

TEST_F(CUDAAttention, WithoutMask) {
  run(/*isCausal=*/false, /*flags=*/0);
  for (int64_t b = 0; b < batch; ++b)
    for (int64_t h = 0; h < heads; ++h)
      compare(b, h, /*isCausal=*/false);
  EXPECT_EQ(count("cudnnBackendExecute matmul mul max sub exp sum log add div "
                  "matmul"),
            1);
  EXPECT_EQ(count("cudnnBackendExecute mul sum mul matmul mul sub exp reshape "
                  "matmul matmul sub mul mul reshape matmul reshape matmul "
                  "identity"),
            1);
  // The first engine of each pass, since gradients may add in any order.
  EXPECT_EQ(count("cudnnBackendFinalize 5 engine 0"), 2);
}

TEST_F(CUDAAttention, Causal) {
  run(/*isCausal=*/true, /*flags=*/0);
  compare(0, 1, /*isCausal=*/true);
  compare(1, 0, /*isCausal=*/true);
  EXPECT_EQ(count("cudnnBackendExecute matmul mul index2 index3 ge select max"),
            1);
}

TEST_F(CUDAAttention, InOrder) {
  run(/*isCausal=*/true, FP8RT_CUDA_ORDERED);
  compare(0, 0, /*isCausal=*/true);
  // The first engine for gradients is fast, but its runs differ.
  EXPECT_EQ(count("cudnnBackendFinalize 5 engine 0"), 1);
  EXPECT_EQ(count("cudnnBackendFinalize 5 engine 1"), 1);
  // dQ is not summed in memory, so no graph converts the sums.
  EXPECT_EQ(count("cudnnBackendExecute"), 2);
  EXPECT_EQ(std::string(fp8mock_trace()).find("identity"), std::string::npos);
}

} // namespace
