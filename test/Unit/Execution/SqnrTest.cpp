//===- SqnrTest.cpp - quantization noise in decibels ----------------------===//
//
// The ratio of signal to quantization noise, 20 log10(|x| / |x - y|), of casts
// and of matmuls, for each granularity. It must reach the limits of torchao's
// tests for the recipe (commit 36027d8). The tests of torchao use normally
// distributed data. These tests require the same limits for heavy-tailed data
// and for data with outliers.
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

constexpr int64_t kRows = 128, kTerms = 384;

struct Recipe {
  const char *name;
  /// Granularity of the factors; null for `tensor`.
  const char *lhs, *rhs;
  const char *lhsCode, *rhsCode;
  /// In dB; `castLimit` is for the left factor.
  double castLimit, productLimit;
  const char *source;
};

const Recipe kRecipes[] = {
    {"tensor", nullptr, nullptr, "f8E4M3FN", "f8E4M3FN", 25, 25,
     "test/float8/test_base.py, test_axiswise_gemm"},
    {"tensor, e5m2 gradient", nullptr, nullptr, "f8E5M2", "f8E4M3FN", 17, 17,
     "test/float8/test_base.py, _test_linear_impl (weight gradient)"},
    {"row", "row", "row", "f8E4M3FN", "f8E4M3FN", 25, 25,
     "test/float8/test_base.py, test_axiswise_dynamic_cast, "
     "test_axiswise_gemm"},
    {"row, pow2", "row, pow2", "row, pow2", "f8E4M3FN", "f8E4M3FN", 25, 25,
     "test/float8/test_base.py, test_axiswise_dynamic_cast"},
    {"1x128 by 128x128", "block 1x128", "block 128x128", "f8E4M3FN", "f8E4M3FN",
     28, 28, "test/prototype/blockwise_fp8_training/test_blockwise_kernels.py"},
    {"1x128 by 1x128", "block 1x128", "block 1x128", "f8E4M3FN", "f8E4M3FN", 28,
     28, "test/prototype/blockwise_fp8_training/test_blockwise_kernels.py"},
    {"mx", "mx", "mx", "f8E4M3FN", "f8E4M3FN", 18, 27,
     "test/prototype/mx_formats/test_mx_tensor.py, "
     "moe_training/test_mxfp8_grouped_mm.py"},
    {"mx, e5m2", "mx", "mx", "f8E5M2", "f8E4M3FN", 13, 13,
     "test/prototype/mx_formats/test_mx_tensor.py"},
    // torchao has no limit for groups. Use the limit for rows, which are
    // larger.
    {"group 128", "group 128", "group 128", "f8E4M3FN", "f8E4M3FN", 25, 25,
     "test/float8/test_base.py, test_axiswise_dynamic_cast"},
};

enum class Data { Normal, StudentT3, LogNormal, Outliers };
constexpr const char *kDataNames[] = {"normal", "Student t, 3", "log-normal",
                                      "outliers"};

/// One in 512 outliers is 50 times as large.
void fillData(MutableArrayRef<float> values, Data data, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<float> normal;
  std::student_t_distribution<float> heavy(3);
  for (float &value : values)
    switch (data) {
    case Data::Normal:
      value = normal(engine);
      break;
    case Data::StudentT3:
      value = heavy(engine);
      break;
    case Data::LogNormal:
      value = std::exp(1.5f * normal(engine)) * (engine() % 2 ? 1.0f : -1.0f);
      break;
    case Data::Outliers:
      value = normal(engine) * (engine() % 512 == 0 ? 50.0f : 1.0f);
      break;
    }
}

double getDecibels(double signal, double noise) {
  return 10 * std::log10(signal / noise);
}

/// Casts argument `%<name>` to codes `<name>c` with inverse scales `<name>i`,
/// and back to `<name>w`.
std::string getCast(const std::string &name, const char *granularity,
                    const std::string &code) {
  std::string x = "tensor<128x384xf32>", c = "tensor<128x384x" + code + ">";
  std::string n = "%" + name;
  std::string text = "  " + n + "e = tensor.empty() : " + c + "\n";
  if (!granularity)
    return text + "  " + n + "a = fp8.amax " + n +
           " outs(%zero : tensor<f32>) : " + x + "\n  " + n + "s, " + n +
           "i = fp8.compute_scale " + n + "a for " +
           (code == "f8E4M3FN" ? "e4m3" : "e5m2") + " : tensor<f32>\n  " + n +
           "c = fp8.quantize " + n + " by " + n + "s outs(" + n + "e : " + c +
           ") : " + x + ", tensor<f32>\n  " + n + "w = fp8.dequantize " + n +
           "c by " + n + "i outs(%wide : " + x + ") : " + c + ", tensor<f32>\n";
  StringRef kind = granularity;
  bool isPow2 = kind.consume_back(", pow2");
  std::string clause = " granularity<" + kind.str() + "> ";
  std::string s = kind == "row"             ? "tensor<128xf32>"
                  : kind == "mx"            ? "tensor<128x12xf8E8M0FNU>"
                  : kind == "block 1x128"   ? "tensor<128x3xf32>"
                  : kind == "block 128x128" ? "tensor<1x3xf32>"
                                            : "tensor<384xf32>";
  return text + "  " + n + "t = tensor.empty() : " + s + "\n  " + n + "c, " +
         n + "i = fp8.quantize " + n + clause +
         (isPow2 ? "scaling<pow2 = true> " : "") + "outs(" + n + "e, " + n +
         "t : " + c + ", " + s + ") : " + x + "\n  " + n +
         "w = fp8.dequantize " + n + "c by " + n + "i" + clause +
         "outs(%wide : " + x + ") : " + c + ", " + s + "\n";
}

/// The matmul of the rows of %x and of %y from codes, and the values of the
/// codes of %x.
std::string getText(const Recipe &recipe) {
  std::string x = "tensor<128x384xf32>", z = "tensor<128x128xf32>";
  std::string maps = "[affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) "
                     "-> (n, k)>, affine_map<(m, n, k) -> (m, n)>]";
  auto getCodes = [](const char *code) {
    return "tensor<128x384x" + std::string(code) + "> by tensor<f32>";
  };
  std::string product =
      recipe.lhs ? "fp8.contract " + maps + " %xw, %yw outs(%zeros : " + z +
                       ") : " + x + ", " + x
                 : "fp8.contract " + maps +
                       " %xc by %xi, %yc by %yi outs(%zeros : " + z +
                       ") : " + getCodes(recipe.lhsCode) + ", " +
                       getCodes(recipe.rhsCode);
  return "func.func @f(%x: " + x + ", %y: " + x + ") -> (" + x + ", " + z +
         ") {\n  %zero = arith.constant dense<0.0> : tensor<f32>\n"
         "  %zeros = arith.constant dense<0.0> : " +
         z + "\n  %wide = tensor.empty() : " + x + "\n" +
         getCast("x", recipe.lhs, recipe.lhsCode) +
         getCast("y", recipe.rhs, recipe.rhsCode) + "  %z = " + product +
         "\n  return %xw, %z : " + x + ", " + z + "\n}";
}

TEST(Sqnr, MeetsTheLimitsOfTorchAO) {
  printf("%-22s %-13s %8s %8s\n", "recipe", "data", "cast", "product");
  for (const Recipe &recipe : kRecipes) {
    std::string text = getText(recipe);
    Compiled compiled(text, kReference);
    ASSERT_TRUE(compiled) << text;
    for (Data data :
         {Data::Normal, Data::StudentT3, Data::LogNormal, Data::Outliers}) {
      MutableArrayRef<float> x = compiled.arguments[0].data<float>(),
                             y = compiled.arguments[1].data<float>();
      fillData(x, data, 1);
      // The right factor is normally distributed, like a weight.
      fillData(y, Data::Normal, 2);
      compiled.run();
      double signal = 0, noise = 0;
      ArrayRef<float> wide = compiled.results[0].data<float>();
      for (size_t i = 0; i < x.size(); ++i) {
        signal += double(x[i]) * x[i];
        noise += (double(x[i]) - wide[i]) * (double(x[i]) - wide[i]);
      }
      double cast = getDecibels(signal, noise);
      signal = noise = 0;
      for (int64_t m = 0; m < kRows; ++m)
        for (int64_t n = 0; n < kRows; ++n) {
          double sum = 0;
          for (int64_t k = 0; k < kTerms; ++k)
            sum += double(x[m * kTerms + k]) * y[n * kTerms + k];
          double got = compiled.results[1].data<float>()[m * kRows + n];
          signal += sum * sum;
          noise += (sum - got) * (sum - got);
        }
      double product = getDecibels(signal, noise);
      printf("%-22s %-13s %8.2f %8.2f\n", recipe.name, kDataNames[int(data)],
             cast, product);
      EXPECT_GE(cast, recipe.castLimit)
          << recipe.name << " on " << kDataNames[int(data)] << ": "
          << recipe.source;
      EXPECT_GE(product, recipe.productLimit)
          << recipe.name << " on " << kDataNames[int(data)] << ": "
          << recipe.source;
    }
  }
}

// One huge element reduces the precision of its granule only: all other codes
// do not change. A tensor is one granule.
TEST(Sqnr, AHugeElementStaysInItsGranule) {
  struct Case {
    const char *granularity;
    /// Extents of the granule of element (5, 200), whose first is (row,
    /// column).
    int64_t row, column, rows, columns;
  };
  constexpr int64_t hugeRow = 5, hugeColumn = 200;
  const Case cases[] = {{nullptr, 0, 0, kRows, kTerms},
                        {"row", hugeRow, 0, 1, kTerms},
                        {"block 1x128", hugeRow, 128, 1, 128},
                        {"block 128x128", 0, 128, kRows, 128},
                        {"mx", hugeRow, 192, 1, 32},
                        // The element is in group 16, because each
                        // row has three groups.
                        {"group 128", hugeRow, 128, 1, 128}};
  for (const Case &testCase : cases) {
    SCOPED_TRACE(testCase.granularity ? testCase.granularity : "tensor");
    std::string text =
        "func.func @f(%x: tensor<128x384xf32>) -> tensor<128x384xf32> {\n"
        "  %zero = arith.constant dense<0.0> : tensor<f32>\n"
        "  %wide = tensor.empty() : tensor<128x384xf32>\n" +
        getCast("x", testCase.granularity, "f8E4M3FN") +
        "  return %xw : tensor<128x384xf32>\n}";
    Compiled compiled(text, kReference);
    ASSERT_TRUE(compiled) << text;
    MutableArrayRef<float> x = compiled.arguments[0].data<float>();
    fillData(x, Data::Normal, 3);
    compiled.run();
    HostTensor before = clone(compiled.results[0]);
    x[hugeRow * kTerms + hugeColumn] = 1e7f;
    compiled.run();
    double signal = 0, noise = 0;
    for (int64_t i = 0; i < kRows; ++i)
      for (int64_t j = 0; j < kTerms; ++j) {
        int64_t e = i * kTerms + j;
        float wide = compiled.results[0].data<float>()[e];
        bool isInside = i >= testCase.row && i < testCase.row + testCase.rows &&
                        j >= testCase.column &&
                        j < testCase.column + testCase.columns;
        if (!isInside)
          ASSERT_EQ(wide, before.data<float>()[e]) << i << ", " << j;
        else if (i != hugeRow || j != hugeColumn) {
          signal += double(x[e]) * x[e];
          noise += (double(x[e]) - wide) * (double(x[e]) - wide);
        }
      }
    // All other elements of the granule have become 0.
    EXPECT_LT(getDecibels(signal, noise), 1);
  }
}

} // namespace
