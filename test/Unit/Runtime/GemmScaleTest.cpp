//===- GemmScaleTest.cpp - Products of blocks against f64 -----------------===//

#include "TestUtils.h"
#include "fp8/Numerics/Scale.h"

#include <cmath>
#include <vector>

using namespace fp8rt::test;
namespace numerics = mlir::fp8::numerics;

namespace {

/// Codes of `outer` by `terms` and the scale of each block, by (outer block,
/// block of terms).
struct Blocked {
  int64_t outer, terms, outerPerScale, termsPerScale;
  std::vector<uint8_t> codes;
  std::vector<float> scales;
  std::vector<uint8_t> exponents;

  Blocked(Random &random, int32_t scaling, int64_t outer, int64_t terms)
      : outer(outer), terms(terms),
        outerPerScale(scaling == FP8RT_SCALE_128X128 ? 128 : 1),
        termsPerScale(scaling == FP8RT_SCALE_MX ? 32 : 128) {
    for (int64_t i = 0; i < outer * terms; ++i)
      codes.push_back(numerics::encode(random.unit() * 100, numerics::e4m3));
    int64_t count = (outer + outerPerScale - 1) / outerPerScale * numBlocks();
    for (int64_t i = 0; i < count; ++i) {
      exponents.push_back(static_cast<uint8_t>(120 + random.below(12)));
      scales.push_back(scaling == FP8RT_SCALE_MX
                           ? numerics::decodeE8M0(exponents.back())
                           : 0.5f + random.unit());
    }
  }

  int64_t numBlocks() const {
    return (terms + termsPerScale - 1) / termsPerScale;
  }
  int64_t blockOf(int64_t o, int64_t term) const {
    return o / outerPerScale * numBlocks() + term / termsPerScale;
  }
  double at(int64_t o, int64_t term) const {
    float value = numerics::decode(codes[static_cast<size_t>(o * terms + term)],
                                   numerics::e4m3);
    // The product is rounded to f32.
    return value * scales[static_cast<size_t>(blockOf(o, term))];
  }

  /// Returns the scales in the layout of the library.
  std::vector<uint8_t> layOut(int32_t scaling) const {
    std::vector<uint8_t> bytes;
    auto add = [&](int64_t o, int64_t block) {
      // Fill padding with NaN, so that reads of it show.
      bool isThere = o < outer && block < numBlocks();
      size_t at =
          isThere ? static_cast<size_t>(blockOf(o, block * termsPerScale)) : 0;
      if (scaling == FP8RT_SCALE_MX) {
        bytes.push_back(isThere ? exponents[at] : 0xFF);
        return;
      }
      float scale = isThere ? scales[at] : NAN;
      const auto *begin = reinterpret_cast<const uint8_t *>(&scale);
      bytes.insert(bytes.end(), begin, begin + 4);
    };
    if (scaling == FP8RT_SCALE_1X128)
      for (int64_t block = 0; block < numBlocks(); ++block)
        for (int64_t o = 0; o < outer; ++o)
          add(o, block);
    if (scaling == FP8RT_SCALE_128X128)
      for (int64_t o = 0; o < outer; o += 128)
        for (int64_t block = 0; block < (numBlocks() + 3) / 4 * 4; ++block)
          add(o, block);
    if (scaling == FP8RT_SCALE_MX)
      for (int64_t tile = 0; tile < outer; tile += 128)
        for (int64_t first = 0; first < numBlocks(); first += 4)
          for (int64_t row = 0; row < 32; ++row)
            for (int64_t part = 0; part < 4; ++part)
              for (int64_t block = first; block < first + 4; ++block)
                add(tile + part * 32 + row, block);
    return bytes;
  }
};

void check(int32_t lhsScaling, int32_t rhsScaling, int64_t m, int64_t n,
           int64_t k, bool isTransposed) {
  SCOPED_TRACE(std::to_string(lhsScaling) + "," + std::to_string(rhsScaling) +
               " " + std::to_string(m) + "x" + std::to_string(n) + "x" +
               std::to_string(k));
  Random random{static_cast<uint64_t>(m * 1000 + n * 10 + k)};
  Blocked lhs(random, lhsScaling, m, k), rhs(random, rhsScaling, n, k);
  std::vector<uint8_t> lhsCodes = lhs.codes;
  fp8rt_gemm_desc desc = {m,
                          n,
                          k,
                          {1, 1},
                          {FP8RT_E4M3, lhsScaling, k, 1, {0, 0}},
                          {FP8RT_E4M3, rhsScaling, 1, k, {0, 0}},
                          {FP8RT_F32, 0, n, 1, {0, 0}},
                          0,
                          0,
                          0,
                          0};
  if (isTransposed) {
    for (int64_t o = 0; o < m; ++o)
      for (int64_t term = 0; term < k; ++term)
        lhsCodes[static_cast<size_t>(term * m + o)] =
            lhs.codes[static_cast<size_t>(o * k + term)];
    desc.lhs.row_stride = 1;
    desc.lhs.col_stride = m;
  }
  std::vector<uint8_t> lhsScales = lhs.layOut(lhsScaling);
  std::vector<uint8_t> rhsScales = rhs.layOut(rhsScaling);
  std::vector<float> out(static_cast<size_t>(m * n), NAN);
  fp8rt_gemm_args args = {lhsCodes.data(),  rhs.codes.data(), out.data(),
                          lhsScales.data(), rhsScales.data(), nullptr,
                          nullptr};
  Context context(2);
  ASSERT_EQ(fp8rt_gemm(context, nullptr, &desc, &args), FP8RT_OK)
      << fp8rt_last_error();
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0, bound = 0;
      for (int64_t l = 0; l < k; ++l) {
        sum += lhs.at(i, l) * rhs.at(j, l);
        bound += std::fabs(lhs.at(i, l) * rhs.at(j, l));
      }
      // f32 sums of k terms in some order.
      ASSERT_NEAR(out[static_cast<size_t>(i * n + j)], sum,
                  bound * static_cast<double>(k) * 0x1p-24)
          << i << " " << j;
    }
}

TEST(GemmScale, AgreesWithF64) {
  if (!fp8rt_gemm_backend(FP8RT_F32, FP8RT_F32))
    GTEST_SKIP() << fp8rt_last_error();
  const std::pair<int32_t, int32_t> scalings[] = {
      {FP8RT_SCALE_1X128, FP8RT_SCALE_1X128},
      {FP8RT_SCALE_1X128, FP8RT_SCALE_128X128},
      {FP8RT_SCALE_128X128, FP8RT_SCALE_1X128},
      {FP8RT_SCALE_MX, FP8RT_SCALE_MX}};
  for (auto [lhs, rhs] : scalings)
    for (bool isTransposed : {false, true}) {
      check(lhs, rhs, 5, 3, 33, isTransposed);
      check(lhs, rhs, 140, 130, 300, isTransposed);
      check(lhs, rhs, 1, 257, 1100, isTransposed);
    }
}

TEST(GemmScale, ScalesAreThere) {
  Context context;
  fp8rt_gemm_desc desc = {1,
                          1,
                          1,
                          {1, 1},
                          {FP8RT_E4M3, FP8RT_SCALE_MX, 1, 1, {0, 0}},
                          {FP8RT_E4M3, FP8RT_SCALE_MX, 1, 1, {0, 0}},
                          {FP8RT_F32, 0, 1, 1, {0, 0}},
                          0,
                          0,
                          0,
                          0};
  uint8_t code = 0;
  float out = 0;
  fp8rt_gemm_args args = {&code, &code, &out, &code, nullptr, nullptr, nullptr};
  if (fp8rt_gemm_backend(FP8RT_F32, FP8RT_F32))
    EXPECT_FAILS(fp8rt_gemm(context, nullptr, &desc, &args),
                 FP8RT_INVALID_ARGUMENT, "rhs_scale_inv");
}

} // namespace
