//===- GemmEpilogueTest.cpp - Rounding, bias and activation ---------------===//

#include "GemmCase.h"

#include <array>
#include <cmath>
#include <vector>

using namespace fp8rt::test;
namespace numerics = mlir::fp8::numerics;

namespace {

/// Returns a matrix of the same shape and layout for elements of bf16.
Matrix makeNarrow(const Matrix &matrix) {
  Matrix narrow = matrix;
  narrow.desc.dtype = FP8RT_BF16;
  narrow.bytes.assign(matrix.bytes.size() / 2, 0xAB);
  return narrow;
}

TEST(Gemm, RoundsToBF16AsConvertDoes) {
  SKIP_WITHOUT_LIBRARY();
  Context context(3);
  Random random{7};
  for (auto [lhsType, rhsType] : typePairs)
    // The last product overflows in part, and so do the sums in f32.
    for (float scale : {1.0f, 0x1p-125f, 0x1p123f, 0x1p127f}) {
      Problem wide = makeProblem(random, lhsType, rhsType, 300, 130, 17,
                                 Order::Rows, Order::Cols);
      wide.desc.beta = 0;
      wide.rhsScale = scale;
      if (lhsType == FP8RT_E4M3)
        wide.lhs.bytes[static_cast<size_t>(wide.lhs.index(0, 0, 2, 1))] = 0x7F;
      Problem narrow = wide;
      narrow.out = makeNarrow(wide.out);
      narrow.desc.out.dtype = FP8RT_BF16;
      std::vector<uint8_t> expected = narrow.out.bytes;
      ASSERT_EQ(run(context, wide), FP8RT_OK) << fp8rt_last_error();
      ASSERT_EQ(run(context, narrow), FP8RT_OK) << fp8rt_last_error();
      const fp8rt_gemm_desc &d = wide.desc;
      for (int64_t outer = 0; outer < d.batch[0]; ++outer)
        for (int64_t inner = 0; inner < d.batch[1]; ++inner)
          for (int64_t i = 0; i < d.m; ++i)
            for (int64_t j = 0; j < d.n; ++j) {
              int64_t index = wide.out.index(outer, inner, i, j);
              auto code = static_cast<uint16_t>(numerics::encodeBits(
                  static_cast<float>(wide.out.at(index)), numerics::bf16));
              std::memcpy(expected.data() + 2 * index, &code, sizeof(code));
            }
      EXPECT_EQ(narrow.out.bytes, expected) << lhsType << " " << rhsType;
    }
}

TEST(Gemm, RoundsToBF16WhereItSaturates) {
  SKIP_WITHOUT_LIBRARY();
  Context context;
  // The largest value, the last sum that rounds to it, sums beyond it, and two
  // ties.
  const std::array<uint32_t, 7> bits = {0x7F7F0000, 0x7F7F7FFF, 0x7F7F8000,
                                        0x7F7F8001, 0xFF7F8000, 0x00808000,
                                        0x00818000};
  std::array<float, bits.size()> sums;
  std::memcpy(sums.data(), bits.data(), sizeof(sums));
  std::array<uint16_t, bits.size()> rounded = {};
  auto getColumn = [](int32_t dtype) {
    return fp8rt_matrix{dtype, FP8RT_SCALE_TENSOR, 1, 1, {0, 0}};
  };
  fp8rt_gemm_desc desc = {};
  desc.m = bits.size();
  desc.n = desc.k = desc.batch[0] = desc.batch[1] = 1;
  desc.lhs = desc.rhs = getColumn(FP8RT_F32);
  desc.out = getColumn(FP8RT_BF16);
  float one = 1;
  fp8rt_gemm_args args = {
      sums.data(), &one, reinterpret_cast<float *>(rounded.data()),
      &one,        &one, nullptr,
      nullptr};
  ASSERT_EQ(fp8rt_gemm(context, nullptr, &desc, &args), FP8RT_OK)
      << fp8rt_last_error();
  for (size_t i = 0; i < bits.size(); ++i)
    EXPECT_EQ(rounded[i], numerics::encodeBits(sums[i], numerics::bf16))
        << std::hex << bits[i];
}

/// One addition after the sum, then max(y, 0), then one rounding.
TEST(Gemm, EpilogueOfTheSum) {
  SKIP_WITHOUT_LIBRARY();
  Context context(3);
  Random random{8};
  for (auto [lhsType, rhsType] : typePairs)
    for (int32_t biasType : {FP8RT_F32, FP8RT_BF16})
      for (int32_t beta : {0, 1}) {
        Problem sums = makeProblem(random, lhsType, rhsType, 70, 300, 17,
                                   Order::Rows, Order::Cols);
        sums.desc.has_bias = 0;
        sums.desc.beta = beta;
        if (lhsType == FP8RT_E4M3)
          sums.lhs.bytes[size_t(sums.lhs.index(0, 0, 2, 1))] = 0x7F;
        Problem ended = sums;
        ended.desc.has_bias = 1;
        ended.desc.bias_dtype = biasType;
        ended.desc.activation = FP8RT_ACTIVATION_RELU;
        // Make the biases of both types equal.
        std::vector<uint16_t> narrow;
        for (float &value : sums.bias) {
          narrow.push_back(static_cast<uint16_t>(
              numerics::encodeBits(value, numerics::bf16)));
          uint32_t bits = uint32_t{narrow.back()} << 16;
          std::memcpy(&value, &bits, sizeof(bits));
        }
        fp8rt_gemm_args args = {
            ended.lhs.bytes.data(),
            ended.rhs.bytes.data(),
            reinterpret_cast<float *>(ended.out.bytes.data()),
            &ended.lhsScale,
            &ended.rhsScale,
            biasType == FP8RT_BF16 ? static_cast<const void *>(narrow.data())
                                   : sums.bias.data(),
            nullptr};
        ASSERT_EQ(fp8rt_gemm(context, nullptr, &ended.desc, &args), FP8RT_OK)
            << fp8rt_last_error();
        ASSERT_EQ(run(context, sums), FP8RT_OK) << fp8rt_last_error();
        const fp8rt_gemm_desc &d = sums.desc;
        for (int64_t outer = 0; outer < d.batch[0]; ++outer)
          for (int64_t inner = 0; inner < d.batch[1]; ++inner)
            for (int64_t i = 0; i < d.m; ++i)
              for (int64_t j = 0; j < d.n; ++j) {
                int64_t index = sums.out.index(outer, inner, i, j);
                float y = static_cast<float>(sums.out.at(index)) +
                          sums.bias[size_t(j)];
                if (std::isnan(y)) {
                  EXPECT_TRUE(std::isnan(ended.out.at(index)));
                  continue;
                }
                ASSERT_EQ(ended.out.at(index), y > 0 ? double{y} : 0.0);
              }
      }
}

} // namespace
