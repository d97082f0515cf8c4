//===- EqualityTest.cpp - reference = CPU = simulator, bit for bit --------===//

#include "KernelRunner.h"
#include "KernelTexts.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstdlib>

using namespace mlir::fp8::test;

namespace {

struct Case {
  std::string name;
  std::string text;
  /// Exclusive bound of the indices in integer operands.
  int64_t indexBound = 1000;
};

std::vector<Case> getElementwiseCases() {
  std::vector<Case> cases;
  auto add = [&](std::string name, std::string text, int64_t bound = 1000) {
    cases.push_back({std::move(name), std::move(text), bound});
  };
  const char *const formats[] = {"f32", "bf16", "f16", "f8E4M3FN", "f8E5M2"};
  const int64_t sizes[] = {1, 7, 15, 16, 17, 31, 33, 197, 4095, 4097};
  int i = 0;
  for (const char *from : formats)
    for (const char *to : {"f8E4M3FN", "f8E5M2", "bf16", "f32"})
      // All pairs of fp8.convert except e5m2 to bf16, because another test
      // checks infinities.
      if (std::string(from) + to != "f8E5M2bf16" &&
          ((std::string(from).find("f8") == 0) !=
               (std::string(to).find("f8") == 0) ||
           (std::string(from) == "f32" && std::string(to) == "bf16")))
        add(std::string("cast_") + from + "_" + to,
            makeCast(sizes[i++ % std::size(sizes)], from, to));
  for (auto [rows, cols] : {std::pair(1, 1),
                            {7, 17},
                            {33, 31},
                            {5, 197},
                            {197, 1},
                            {1, 33},
                            {3, 4097}}) {
    std::string size = std::to_string(rows) + "x" + std::to_string(cols);
    add("broadcasts_" + size, makeBroadcasts(rows, cols));
    add("masked_" + size, makeMaskedScale(rows, cols));
    add("transpose_" + size, makeTranspose(rows, cols));
    add("scaled_transpose_" + size, makeScaledTranspose(rows, cols));
    add("cast_transpose_" + size, makeCastTranspose(rows, cols));
    add("row_gather_" + size, makeRowGather(rows, cols, 11), 11);
  }
  // Vectors of two and of four elements, with and without a tail.
  add("cast_transpose_8x130", makeCastTranspose(8, 130));
  add("masked_8x256", makeMaskedScale(8, 256));
  add("bounds_8x70", makeBounds(8, 70));
  add("row_gather_5x256", makeRowGather(5, 256, 11), 11);
  add("row_gather_5x130", makeRowGather(5, 130, 11), 11);
  add("scatter_9x256", makeScatter(9, 256, 12, false), 13);
  // Full tiles, and stripes of several tiles.
  for (auto [rows, cols] : {std::pair(64, 128),
                            {128, 64},
                            {2048, 64},
                            {2048, 128},
                            {4096, 64},
                            {8192, 64},
                            {2080, 130}}) {
    std::string size = std::to_string(rows) + "x" + std::to_string(cols);
    add("cast_transpose_" + size, makeCastTranspose(rows, cols));
  }
  for (int64_t n : {1, 16, 33, 197}) {
    add("element_gather_" + std::to_string(n), makeElementGather(n, 19), 19);
    add("integers_" + std::to_string(n), makeIntegers(n));
    add("wide_products_" + std::to_string(n), makeWideProducts(n),
        int64_t(1) << 32);
  }
  add("scalars", makeScalars());
  add("narrow_33", makeNarrowArithmetic(33));
  // One index in thirteen is out of bounds.
  add("scatter_40x17", makeScatter(40, 17, 12, false), 13);
  add("scatter_7x64", makeScatter(7, 64, 12, false), 13);
  add("scatter_in_place_40x33", makeScatter(40, 33, 12, true), 13);
  // More slices than a warp reads at once, and more rows than items.
  add("scatter_300x33", makeScatter(300, 33, 12, true), 13);
  add("scatter_200x5", makeScatter(200, 5, 5000, false), 5001);
  add("scatter_no_slices", makeScatter(0, 16, 3, false), 4);
  add("scatter_into_constant", makeScatterIntoConstant(9, 20, 6), 7);
  add("scatter_elements", makeElementScatter(50, 4), 5);
  add("cast_of_nothing", makeCast(0, "f32", "f8E4M3FN"));
  add("broadcast_no_rows", makeBroadcasts(0, 8));
  add("broadcast_no_columns", makeBroadcasts(8, 0));
  return cases;
}

std::vector<Case> getReductionCases() {
  std::vector<Case> cases;
  auto add = [&](std::string name, std::string text, int64_t bound = 1000) {
    cases.push_back({std::move(name), std::move(text), bound});
  };
  for (int64_t n : {0, 1, 7, 16, 31, 33, 4095, 4097, 8193, 40001}) {
    add("sum_" + std::to_string(n), makeSum(n));
    add("statistics_" + std::to_string(n), makeStatistics(n));
    add("read_bf16_amax_" + std::to_string(n), makeNarrowAmax(n, true));
    add("rounded_bf16_amax_" + std::to_string(n), makeNarrowAmax(n, false));
  }
  add("current_scale", makeCurrentScale(5000));
  for (auto [rows, cols] : {std::pair(1, 1),
                            {7, 15},
                            {3, 16},
                            {17, 33},
                            {4, 197},
                            {2, 4097},
                            {2, 8193},
                            {3, 130},
                            {3, 516},
                            {2, 4224},
                            {0, 8},
                            {33, 1},
                            // Rows whose phases overlap.
                            {40, 256},
                            {2, 320},
                            {9, 4096}}) {
    std::string size = std::to_string(rows) + "x" + std::to_string(cols);
    add("constant_per_row_" + size, makeConstantPerRow(rows, cols));
    add("extrema_" + size, makeExtrema(rows, cols));
    add("softmax_" + size, makeSoftmax(rows, cols, false));
    add("causal_" + size, makeSoftmax(rows, cols, true));
    add("layer_norm_" + size, makeLayerNorm(rows, cols));
    add("norm_quantize_" + size, makeNormQuantize(rows, cols));
    add("transposed_center_" + size, makeTransposedCenter(rows, cols));
    add("cross_entropy_" + size, makeCrossEntropy(rows, cols), cols);
  }
  // Rows that several warps of a GPU process together. The rows are one element
  // too short for that, have whole blocks of a sum, a part of a block, or more
  // blocks than warps.
  for (auto [rows, cols] : {std::pair(2, 8191),
                            {2, 8192},
                            {3, 12289},
                            {1, 16384},
                            {2, 50304},
                            {1, 69001}}) {
    std::string size = std::to_string(rows) + "x" + std::to_string(cols);
    add("constant_per_row_" + size, makeConstantPerRow(rows, cols));
    add("extrema_" + size, makeExtrema(rows, cols));
    add("causal_" + size, makeSoftmax(rows, cols, true));
    add("norm_quantize_" + size, makeNormQuantize(rows, cols));
    add("cross_entropy_" + size, makeCrossEntropy(rows, cols), cols);
  }
  add("current_scale_20000", makeCurrentScale(20000));
  // Rows that share operands, such as gains. A warp of a GPU processes two rows
  // at once: with whole strips, with several strips at once, and with a tail.
  for (int64_t cols : {132, 192}) {
    add("layer_norm_4096x" + std::to_string(cols), makeLayerNorm(4096, cols));
    add("norm_quantize_4096x" + std::to_string(cols),
        makeNormQuantize(4096, cols));
  }
  for (auto [rows, cols] : {std::pair(1, 1),
                            {7, 15},
                            {33, 17},
                            {197, 31},
                            {4097, 3},
                            {8193, 18},
                            // More blocks of rows than groups of threads.
                            {20481, 6},
                            {6304, 64},
                            {0, 5},
                            {5000, 1}}) {
    std::string size = std::to_string(rows) + "x" + std::to_string(cols);
    add("column_sum_" + size, makeColumnSum(rows, cols));
    add("column_scale_" + size, makeColumnSumAndScale(rows, cols));
    add("total_of_rows_" + size, makeTotalOfRows(rows, cols));
  }
  add("sum_of_no_columns", makeTotalOfRows(5, 0));
  add("middle_sum_3x7x17", makeMiddleSum(3, 7, 17));
  add("middle_sum_5x33x16", makeMiddleSum(5, 33, 16));
  add("outer_sum_3x5x17", makeOuterSum(3, 5, 17));
  add("outer_sum_70x3x64", makeOuterSum(70, 3, 64));
  return cases;
}

/// For messages.
void PrintTo(const Case &testCase, std::ostream *os) { *os << testCase.name; }

/// Numbers of data sets for a small and for a large kernel. For kernels in
/// between, the total number of elements in all sets.
static constexpr int64_t kSets = 250, kFewSets = 3, kElements = 30000;

class Equality : public testing::TestWithParam<Case> {};

} // namespace

TEST_P(Equality, OfAllTargets) {
  KernelRunner runner(GetParam().text);
  ASSERT_TRUE(runner.isValid());
  Tensors first = runner.makeArguments(0, GetParam().indexBound);
  int64_t numElements = 1;
  for (const mlir::fp8::HostTensor &argument : first)
    numElements += argument.getNumElements();
  int64_t numSets =
      std::clamp<int64_t>(kElements / numElements, kFewSets, kSets);
  if (std::getenv("FP8_TEST_ALL_SETS"))
    numSets = kSets;
  for (unsigned seed = 0; seed < numSets; ++seed)
    runner.check(runner.makeArguments(seed, GetParam().indexBound), seed);
}

static std::string getName(const testing::TestParamInfo<Case> &info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Elementwise, Equality,
                         testing::ValuesIn(getElementwiseCases()), getName);
INSTANTIATE_TEST_SUITE_P(Reductions, Equality,
                         testing::ValuesIn(getReductionCases()), getName);
