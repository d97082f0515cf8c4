//===- GranulesTest.cpp - kernels of granules, bit for bit ----------------===//
//
// Every quantization, alone or with its producers, must become one kernel, and
// must give the bits of the reference on every target.
//
//===----------------------------------------------------------------------===//

#include "FusedKernels.h"
#include "KernelRunner.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace mlir::fp8::test;

namespace {

struct Case {
  std::string name;
  std::string text;
};

/// Text of one quantization, and the shape of its scales.
struct Granularity {
  std::string name, spelling;
  int64_t rows, columns; // of a granule; 0: of the tensor
  bool isMX = false;
};

const Granularity kRow = {"row", "row", 1, 0};
const Granularity k1x32 = {"block_1x32", "block 1x32", 1, 32};
const Granularity k1x256 = {"block_1x256", "block 1x256", 1, 256};
const Granularity k1x128 = {"block_1x128", "block 1x128", 1, 128};
const Granularity k128x1 = {"block_128x1", "block 128x1", 128, 1};
const Granularity k32x1 = {"block_32x1", "block 32x1", 32, 1};
const Granularity k128x128 = {"block_128x128", "block 128x128", 128, 128};
const Granularity k8x8 = {"block_8x8", "block 8x8", 8, 8};
const Granularity k256x256 = {"block_256x256", "block 256x256", 256, 256};
const Granularity k16x32 = {"block_16x32", "block 16x32", 16, 32};
/// Granularity of the flat tensor: `columns` elements.
const Granularity kGroup96 = {"group_96", "group 96", 0, 96};
const Granularity kMX = {"mx", "mx", 1, 32, true};

std::string tensor(int64_t rows, int64_t columns, const std::string &type) {
  return "tensor<" + std::to_string(rows) + "x" + std::to_string(columns) +
         "x" + type + ">";
}

int64_t divideCeil(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// Collects the ops of a function and its results.
class Text {
public:
  Text(int64_t rows, int64_t columns, const std::string &type = "f32")
      : rows(rows), columns(columns) {
    wide = tensor(rows, columns, type);
    vector = "tensor<" + std::to_string(columns) + "xf32>";
  }

  Text &quantize(const Granularity &granularity, const std::string &scaling,
                 bool withAmax = false,
                 const std::string &format = "f8E4M3FN") {
    std::string id = std::to_string(count++);
    std::string codes = tensor(rows, columns, format);
    int64_t across =
        granularity.columns ? divideCeil(columns, granularity.columns) : 1;
    std::string scaleType = granularity.isMX ? "f8E8M0FNU" : "f32";
    std::string scales =
        granularity.rows == 0
            ? "tensor<" + std::to_string(divideCeil(rows * columns, 96)) + "x" +
                  scaleType + ">"
        : granularity.columns == 0
            ? "tensor<" + std::to_string(rows) + "x" + scaleType + ">"
            : tensor(divideCeil(rows, granularity.rows), across, scaleType);
    addEmpty("%c" + id, codes);
    addEmpty("%s" + id, scales);
    std::string outs = "%c" + id + ", %s" + id, types = codes + ", " + scales;
    addResult("%q" + id + "#0", codes);
    addResult("%q" + id + "#1", scales);
    if (withAmax) {
      body += "  %a" + id +
              " = tensor.empty() : tensor<f32>\n"
              "  %m" +
              id + " = linalg.fill ins(%zero : f32) outs(%a" + id +
              " : tensor<f32>) -> tensor<f32>\n";
      outs += ", %m" + id;
      types += ", tensor<f32>";
      addResult("%q" + id + "#2", "tensor<f32>");
    }
    body += "  %q" + id + ":" + (withAmax ? "3" : "2") +
            " = fp8.quantize %y granularity<" + granularity.spelling + ">" +
            scaling + (withAmax ? " with_amax" : "") + " outs(" + outs + " : " +
            types + ") : " + wide + "\n";
    return *this;
  }

  /// %y = f(%x).
  Text &elementwise(const std::string &ops, bool isResult = false) {
    addEmpty("%e", wide);
    body += "  %y = linalg.generic {indexing_maps = [#ij, #j, #ij, #ij], "
            "iterator_types = [\"parallel\", \"parallel\"]}\n"
            "      ins(%x, %bias, %residual : " +
            wide + ", " + vector + ", " + wide + ") outs(%e : " + wide +
            ") {\n  ^bb0(%a: f32, %b: f32, %r: f32, %unused: f32):\n" + ops +
            "    linalg.yield %f : f32\n  } -> " + wide + "\n";
    inputs = "%x: " + wide + ", %bias: " + vector + ", %residual: " + wide;
    if (isResult)
      addResult("%y", wide);
    return *this;
  }

  std::string str() const {
    std::string args = inputs.empty() ? "%y: " + wide : inputs;
    return "#ij = affine_map<(i, j) -> (i, j)>\n"
           "#j = affine_map<(i, j) -> (j)>\n"
           "func.func @main(" +
           args + ") -> (" + types +
           ") {\n"
           "  %zero = arith.constant 0.0 : f32\n" +
           body + "  return " + results + " : " + types + "\n}\n";
  }

private:
  void addEmpty(const std::string &name, const std::string &type) {
    body += "  " + name + " = tensor.empty() : " + type + "\n";
  }
  void addResult(const std::string &name, const std::string &type) {
    results += (results.empty() ? "" : ", ") + name;
    types += (types.empty() ? "" : ", ") + type;
  }

  int64_t rows, columns;
  std::string wide, vector, inputs, body, results, types;
  int count = 0;
};

const char *const kBiasAndResidual = "    %s = arith.addf %a, %b : f32\n"
                                     "    %f = arith.addf %s, %r : f32\n";
const char *const kGelu = "    %half = arith.constant 0.5 : f32\n"
                          "    %one = arith.constant 1.0 : f32\n"
                          "    %root = arith.constant 0x3F3504F3 : f32\n"
                          "    %small = arith.mulf %a, %root : f32\n"
                          "    %erf = math.erf %small : f32\n"
                          "    %left = arith.mulf %half, %a : f32\n"
                          "    %right = arith.addf %one, %erf : f32\n"
                          "    %f = arith.mulf %left, %right : f32\n";

/// Rows with scales under which some values are out of range, by less or by
/// more than half a quantum.
std::string getOutOfRange(int64_t rows, int64_t columns,
                          const std::string &target) {
  std::string x = tensor(rows, columns, "f32");
  std::string q = tensor(rows, columns, "f8E4M3FN");
  std::string s = "tensor<" + std::to_string(rows) + "xf32>";
  return "#ij = affine_map<(i, j) -> (i, j)>\n"
         "#row = affine_map<(i, j) -> (i)>\n"
         "#i = affine_map<(i) -> (i)>\n"
         "func.func @main(%x: " +
         x + ") -> (" + q + ", " + s +
         ") {\n"
         "  %zero = arith.constant 0.0 : f32\n"
         "  %e = tensor.empty() : " +
         s +
         "\n"
         "  %n = linalg.fill ins(%zero : f32) outs(%e : " +
         s + ") -> " + s +
         "\n  %m = linalg.generic {indexing_maps = [#ij, #row], "
         "iterator_types = [\"parallel\", \"reduction\"]} ins(%x : " +
         x + ") outs(%n : " + s +
         ") {\n"
         "  ^bb0(%a: f32, %b: f32):\n"
         "    %abs = math.absf %a : f32\n"
         "    %max = arith.maximumf %b, %abs : f32\n"
         "    linalg.yield %max : f32\n  } -> " +
         s +
         "\n"
         "  %f = linalg.generic {indexing_maps = [#i, #i], "
         "iterator_types = [\"parallel\"]} ins(%m : " +
         s + ") outs(%e : " + s +
         ") {\n"
         "  ^bb0(%a: f32, %b: f32):\n"
         "    %t = arith.constant " +
         target +
         " : f32\n"
         "    %d = arith.divf %t, %a : f32\n"
         "    linalg.yield %d : f32\n  } -> " +
         s +
         "\n"
         "  %c = tensor.empty() : " +
         q +
         "\n"
         "  %q = linalg.generic {indexing_maps = [#ij, #row, #ij], "
         "iterator_types = [\"parallel\", \"parallel\"]} ins(%x, %f : " +
         x + ", " + s + ") outs(%c : " + q +
         ") {\n"
         "  ^bb0(%a: f32, %b: f32, %u: f8E4M3FN):\n"
         "    %p = arith.mulf %a, %b : f32\n"
         "    %k = fp8.convert %p : f32 to f8E4M3FN\n"
         "    linalg.yield %k : f8E4M3FN\n  } -> " +
         q +
         "\n"
         "  return %q, %f : " +
         q + ", " + s + "\n}\n";
}

std::vector<Case> getCases() {
  std::vector<Case> cases;
  auto add = [&](std::string name, int64_t rows, int64_t columns,
                 auto &&build) {
    Text text(rows, columns);
    build(text);
    cases.push_back(
        {name + "_" + std::to_string(rows) + "x" + std::to_string(columns),
         text.str()});
  };
  const std::string pow2 =
      " scaling<epsilon = 1.0e-12, pow2 = true, margin = 1>";
  for (auto [r, c] : {std::pair(128, 256),
                      {3, 130},
                      {33, 31},
                      {131, 97},
                      {1, 1},
                      {260, 64}}) {
    int64_t rows = r, columns = c;
    for (const Granularity &granularity :
         {kRow, k1x128, k128x1, k32x1, k128x128, k16x32, kMX}) {
      add(granularity.name, rows, columns, [&](Text &text) {
        text.quantize(granularity, granularity.isMX ? "" : pow2,
                      /*withAmax=*/rows % 2 == 1,
                      columns % 2 ? "f8E5M2" : "f8E4M3FN");
      });
      add("bias_residual_" + granularity.name, rows, columns, [&](Text &text) {
        text.elementwise(kBiasAndResidual, /*isResult=*/rows % 2 == 0)
            .quantize(granularity, "");
      });
    }
    add("group_96", rows, columns,
        [&](Text &text) { text.quantize(kGroup96, pow2); });
    // Rows and columns of a block that is read once.
    add("both_planes", rows, columns, [&](Text &text) {
      text.quantize(kMX, "").quantize(k32x1, pow2, /*withAmax=*/true);
    });
  }
  // GPU threads hold the elements of such a block and the reductions of its
  // rows.
  add("both_blocks", 256, 256, [&](Text &text) {
    text.quantize(k1x128, pow2).quantize(k128x1, "", /*withAmax=*/true);
  });
  add("bias_residual_both_blocks", 128, 200, [&](Text &text) {
    text.elementwise(kBiasAndResidual)
        .quantize(k1x128, "")
        .quantize(k128x1, "");
  });
  // Inputs of bf16.
  for (auto [r, c] : {std::pair(128, 256), {131, 97}, {64, 1024}}) {
    int64_t rows = r, columns = c;
    auto addBF16 = [&](const std::string &name, auto &&build) {
      Text text(rows, columns, "bf16");
      build(text);
      cases.push_back({"bf16_" + name + "_" + std::to_string(rows) + "x" +
                           std::to_string(columns),
                       text.str()});
    };
    for (const Granularity &granularity :
         {kRow, k1x128, k128x1, k128x128, k16x32, kMX})
      addBF16(granularity.name, [&](Text &text) {
        text.quantize(granularity, granularity.isMX ? "" : pow2,
                      /*withAmax=*/true);
      });
    addBF16("both_planes", [&](Text &text) {
      text.quantize(kMX, "").quantize(k32x1, pow2, /*withAmax=*/true);
    });
  }
  // Rows that are processed in batches: with and without remaining rows at the
  // end, with several rows per vector, and at one position of an outer
  // dimension.
  for (auto [r, c] : {std::pair(35, 128), {3, 2048}, {64, 1024}, {7, 160}}) {
    int64_t rows = r, columns = c;
    std::string format = rows % 2 ? "f8E5M2" : "f8E4M3FN";
    for (const Granularity &granularity : {k1x32, k1x128, k1x256, kMX}) {
      if (columns % granularity.columns != 0)
        continue;
      add("batch_" + granularity.name, rows, columns, [&](Text &text) {
        text.quantize(granularity, granularity.isMX ? "" : pow2,
                      /*withAmax=*/false, format);
      });
    }
    add("batch_bias_residual_" + k1x32.name, rows, columns, [&](Text &text) {
      text.elementwise(kBiasAndResidual).quantize(k1x32, "");
    });
    add("batch_gelu_" + kMX.name, rows, columns,
        [&](Text &text) { text.elementwise(kGelu).quantize(kMX, ""); });
  }
  // Several blocks, with incomplete blocks at the end.
  for (const Granularity &granularity : {k16x32, k128x128})
    add("batch_" + granularity.name, 64, 1024,
        [&](Text &text) { text.quantize(granularity, pow2); });
  for (auto [r, c] : {std::pair(35, 128), {64, 1024}, {32, 1120}}) {
    int64_t rows = r, columns = c;
    add("batch_both_planes", rows, columns, [&](Text &text) {
      text.quantize(kMX, "").quantize(k32x1, rows % 2 ? pow2 : "");
    });
    add("batch_gelu_both_planes", rows, columns, [&](Text &text) {
      text.elementwise(kGelu).quantize(kMX, "").quantize(k32x1, "");
    });
  }
  for (const char *target : {"460.0", "464.0", "1.0e30"})
    for (int64_t columns : {32, 256, 300})
      cases.push_back({"out_of_range_" +
                           std::string(target, std::strcspn(target, ".")) +
                           "_" + std::to_string(columns),
                       getOutOfRange(37, columns, target)});
  for (auto [r, c] : {std::pair(64, 256), {40, 70}}) {
    int64_t rows = r, columns = c;
    for (const Granularity &granularity : {k1x128, k128x128, kMX})
      add("gelu_" + granularity.name, rows, columns, [&](Text &text) {
        text.elementwise(kGelu).quantize(granularity, "", true);
      });
    add("gelu_both_planes", rows, columns, [&](Text &text) {
      text.elementwise(kGelu).quantize(kMX, "").quantize(k32x1, "");
    });
  }
  return cases;
}

/// For messages.
void PrintTo(const Case &testCase, std::ostream *os) { *os << testCase.name; }

/// Numbers of data sets for a small and for a large kernel. For kernels in
/// between, the total number of elements in all sets.
constexpr int64_t kSets = 250, kFewSets = 2, kElements = 30000;

class Granules : public testing::TestWithParam<Case> {};

} // namespace

TEST_P(Granules, AreOneKernelOfEqualBits) {
  std::string text = fuseToKernel(GetParam().text);
  ASSERT_FALSE(text.empty());
  KernelRunner runner(text);
  ASSERT_TRUE(runner.isValid());
  int64_t numElements = 1;
  for (const mlir::fp8::HostTensor &argument : runner.makeArguments(0))
    numElements += argument.getNumElements();
  int64_t numSets =
      std::clamp<int64_t>(kElements / numElements, kFewSets, kSets);
  if (std::getenv("FP8_TEST_ALL_SETS"))
    numSets = kSets;
  for (unsigned seed = 0; seed < numSets; ++seed)
    runner.check(runner.makeArguments(seed), seed);
}

static void checkOnce(const Text &text) {
  std::string kernel = fuseToKernel(text.str());
  ASSERT_FALSE(kernel.empty());
  KernelRunner runner(kernel);
  ASSERT_TRUE(runner.isValid());
  runner.check(runner.makeArguments(/*seed=*/0));
}

/// Too many blocks for the finish to combine one maximum per block.
TEST(ManyGranules, AreOneKernelOfEqualBits) {
  checkOnce(Text(/*rows=*/8, /*columns=*/65545)
                .quantize(k8x8, "", /*withAmax=*/true));
}

/// The block is too large for the registers of a thread block.
TEST(LargeGranules, AreOneKernelOfEqualBits) {
  checkOnce(Text(512, 512, "bf16").quantize(k256x256, ""));
}

static std::string getName(const testing::TestParamInfo<Case> &info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Quantize, Granules, testing::ValuesIn(getCases()),
                         getName);
