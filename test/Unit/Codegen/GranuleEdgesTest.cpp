//===- GranuleEdgesTest.cpp - almost quantizations of granules ------------===//
//
// Kernels that look like quantizations of granules, except for one detail that
// makes batches or casts with assumptions invalid.
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"
#include "KernelTexts.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace mlir::fp8::test;

static constexpr unsigned kSeeds = 12;

static void check(const std::string &text) {
  KernelRunner runner(text);
  ASSERT_TRUE(runner.isValid());
  for (unsigned seed = 0; seed < kSeeds; ++seed)
    runner.check(runner.makeArguments(seed), seed);
}

/// Defines `%name` of `type`, a reduction. `element` is computed from each %e,
/// and `next` combines it with %m.
static std::string reduce(const std::string &name, const std::string &input,
                          const std::string &map, const std::string &result,
                          const std::string &reducedMap,
                          const std::string &iterators, const std::string &init,
                          const std::string &type, const std::string &body) {
  return "    %e_" + name + " = tensor.empty() : tensor<" + result +
         ">\n    %n_" + name + " = linalg.fill ins(%" + init + " : " + type +
         ") outs(%e_" + name + " : tensor<" + result + ">) -> tensor<" +
         result + ">\n    %" + name + " = linalg.generic {indexing_maps = [" +
         map + ", " + reducedMap + "], iterator_types = [" + iterators +
         "]} ins(" + input + ") outs(%n_" + name + " : tensor<" + result +
         ">) {\n    ^bb0(%e: f32, %m: " + type + "):\n" + body +
         "      linalg.yield %next : " + type + "\n    } -> tensor<" + result +
         ">\n";
}

static const char *const kMaxOfMagnitudes =
    "      %abs = math.absf %e : f32\n"
    "      %next = arith.maximumf %m, %abs : f32\n";

/// Defines an elementwise op. `body` computes %f from %a, and from %b if there
/// is a second input.
static std::string map(const std::string &name, const std::string &maps,
                       const std::string &iterators, const std::string &inputs,
                       const std::string &init, const std::string &arguments,
                       const std::string &type, const std::string &body) {
  return "    %" + name + " = linalg.generic {indexing_maps = [" + maps +
         "], iterator_types = [" + iterators + "]} ins(" + inputs + ") outs(" +
         init + ") {\n    ^bb0(" + arguments + ", %u: " + type + "):\n" + body +
         "      linalg.yield %f : " + type + "\n    } -> " +
         init.substr(init.find("tensor")) + "\n";
}

static const char *const kBoth = "\"parallel\", \"parallel\"";
static const char *const kRows = "\"parallel\", \"reduction\"";
static const char *const kConstants =
    "    %zero = arith.constant 0.0 : f32\n"
    "    %largest = arith.constant 448.0 : f32\n";
static const char *const kScale = "      %f = arith.divf %largest, %a : f32\n";
static const char *const kCode =
    "      %v = arith.mulf %a, %b : f32\n"
    "      %f = fp8.convert %v : f32 to f8E4M3FN\n";
static const char *const kUnscaledCode =
    "      %f = fp8.convert %a : f32 to f8E4M3FN\n";

/// An i1 element has one byte in memory, but one bit in a vector.
static std::string makeFlags(const std::string &start,
                             const std::string &combine) {
  return makeKernel({"64x32xf32"}, {"64x32xf8E4M3FN"},
                    "    %start = arith.constant " + start +
                        "\n    %one = arith.constant 1.0 : f32\n"
                        "    %two = arith.constant 2.0 : f32\n" +
                        reduce("any", "%in0 : tensor<64x32xf32>", "#ij",
                               "64xi1", "#i", kRows, "start", "i1",
                               "      %is = arith.cmpf ogt, %e, %one : f32\n"
                               "      %next = " +
                                   combine + " %m, %is : i1\n") +
                        "    %es = tensor.empty() : tensor<64xf32>\n" +
                        map("s", "#n, #n", "\"parallel\"",
                            "%any : tensor<64xi1>", "%es : tensor<64xf32>",
                            "%a: i1", "f32",
                            "      %f = arith.select %a, %one, %two : f32\n") +
                        map("q", "#ij, #i, #ij", kBoth,
                            "%in0, %s : tensor<64x32xf32>, tensor<64xf32>",
                            "%out0 : tensor<64x32xf8E4M3FN>",
                            "%a: f32, %b: f32", "f8E4M3FN", kCode),
                    "%q");
}

TEST(GranuleEdges, FlagsOfRows) {
  check(makeFlags("false", "arith.ori"));
  check(makeFlags("true", "arith.andi"));
}

// The cast is the same for all rows of a block, some of which are in range.
TEST(GranuleEdges, BlocksOfEqualRows) {
  const std::string all = "affine_map<(a, r, b, c) -> (a, r, b, c)>",
                    bc = "affine_map<(a, r, b, c) -> (b, c)>",
                    ab = "affine_map<(a, r, b, c) -> (a, b)>",
                    four = "\"parallel\", \"parallel\", \"parallel\", "
                           "\"parallel\"",
                    y = "4x128x4x128";
  KernelRunner runner(makeKernel(
      {"4x128xf32"}, {"4x4xf32", y + "xf8E4M3FN"},
      std::string(kConstants) + "    %ey = tensor.empty() : tensor<" + y +
          "xf32>\n" +
          map("y", bc + ", " + all, four, "%in0 : tensor<4x128xf32>",
              "%ey : tensor<" + y + "xf32>", "%a: f32", "f32",
              "      %f = arith.addf %a, %zero : f32\n") +
          reduce("amax", "%y : tensor<" + y + "xf32>", all, "4x4xf32", ab,
                 "\"parallel\", \"reduction\", \"parallel\", \"reduction\"",
                 "zero", "f32", kMaxOfMagnitudes) +
          map("s", "#ij, #ij", kBoth, "%amax : tensor<4x4xf32>",
              "%out0 : tensor<4x4xf32>", "%a: f32", "f32", kScale) +
          map("q", all + ", " + ab + ", " + all, four,
              "%y, %s : tensor<" + y + "xf32>, tensor<4x4xf32>",
              "%out1 : tensor<" + y + "xf8E4M3FN>", "%a: f32, %b: f32",
              "f8E4M3FN", kCode),
      "%s, %q"));
  ASSERT_TRUE(runner.isValid());
  for (unsigned seed : {1, 3}) {
    Tensors arguments = runner.makeArguments(seed);
    auto x = arguments[0].data<float>();
    std::fill(x.begin(), x.begin() + 128, 0.0f);
    x[128 + 77] = NAN;
    x[256 + 5] = seed == 1 ? 3.0e38f : INFINITY;
    runner.check(arguments, seed);
  }
}

// The second result does not depend on the rows, which are the work items.
TEST(GranuleEdges, ResultOfColumns) {
  check(makeKernel(
      {"64x32xf32", "32xf32"}, {"64x32xf8E4M3FN", "32xf32"},
      std::string(kConstants) +
          reduce("amax", "%in0 : tensor<64x32xf32>", "#ij", "64xf32", "#i",
                 kRows, "zero", "f32", kMaxOfMagnitudes) +
          "    %es = tensor.empty() : tensor<64xf32>\n" +
          map("s", "#n, #n", "\"parallel\"", "%amax : tensor<64xf32>",
              "%es : tensor<64xf32>", "%a: f32", "f32", kScale) +
          map("q", "#ij, #i, #ij", kBoth,
              "%in0, %s : tensor<64x32xf32>, tensor<64xf32>",
              "%out0 : tensor<64x32xf8E4M3FN>", "%a: f32, %b: f32", "f8E4M3FN",
              kCode) +
          map("p", "#n, #n", "\"parallel\"", "%in1 : tensor<32xf32>",
              "%out1 : tensor<32xf32>", "%a: f32", "f32", kScale),
      "%q, %p"));
}

// A maximum whose result is not read is not complete before the codes are
// computed.
TEST(GranuleEdges, UnreadMaximumOfRows) {
  for (const char *columns : {"32", "300", "1024"}) {
    const std::string x = std::string("37x") + columns;
    check(makeKernel(
        {x + "xf32"}, {x + "xf8E4M3FN"},
        std::string(kConstants) +
            reduce("amax", "%in0 : tensor<" + x + "xf32>", "#ij", "37xf32",
                   "#i", kRows, "zero", "f32", kMaxOfMagnitudes) +
            map("q", "#ij, #ij", kBoth, "%in0 : tensor<" + x + "xf32>",
                "%out0 : tensor<" + x + "xf8E4M3FN>", "%a: f32", "f8E4M3FN",
                kUnscaledCode),
        "%q"));
  }
}

// The same for the maximum of the rows of a block whose columns have scales.
TEST(GranuleEdges, UnreadMaximumOfRowsInABlock) {
  const std::string all = "affine_map<(a, r, b, c) -> (a, r, b, c)>",
                    row = "affine_map<(a, r, b, c) -> (a, r, b)>",
                    column = "affine_map<(a, r, b, c) -> (a, b, c)>",
                    four = "\"parallel\", \"parallel\", \"parallel\", "
                           "\"parallel\"",
                    x = "2x32x3x32", in = "%in0 : tensor<" + x + "xf32>",
                    columns = "2x3x32xf32";
  check(makeKernel(
      {x + "xf32"}, {x + "xf8E4M3FN", x + "xf8E4M3FN"},
      std::string(kConstants) +
          reduce("am", in, all, "2x32x3xf32", row,
                 "\"parallel\", \"parallel\", \"parallel\", \"reduction\"",
                 "zero", "f32", kMaxOfMagnitudes) +
          reduce("cm", in, all, columns, column,
                 "\"parallel\", \"reduction\", \"parallel\", \"parallel\"",
                 "zero", "f32", kMaxOfMagnitudes) +
          map("p", all + ", " + all, four, in,
              "%out0 : tensor<" + x + "xf8E4M3FN>", "%a: f32", "f8E4M3FN",
              kUnscaledCode) +
          map("q", all + ", " + column + ", " + all, four,
              "%in0, %cm : tensor<" + x + "xf32>, tensor<" + columns + ">",
              "%out1 : tensor<" + x + "xf8E4M3FN>", "%a: f32, %b: f32",
              "f8E4M3FN", kCode),
      "%p, %q"));
}

// The cast is the same everywhere, so the code for a chunk and the code that
// processes a chunk again could share it.
TEST(GranuleEdges, OneElementForAll) {
  KernelRunner runner(
      makeKernel({"f32"}, {"f32", "4097xf8E4M3FN"},
                 std::string(kConstants) +
                     "    %ey = tensor.empty() : tensor<4097xf32>\n" +
                     map("y", "#n0, #n", "\"parallel\"", "%in0 : tensor<f32>",
                         "%ey : tensor<4097xf32>", "%a: f32", "f32",
                         "      %f = arith.addf %a, %zero : f32\n") +
                     reduce("amax", "%y : tensor<4097xf32>", "#n", "f32", "#n0",
                            "\"reduction\"", "zero", "f32", kMaxOfMagnitudes) +
                     map("q", "#n, #n", "\"parallel\"", "%y : tensor<4097xf32>",
                         "%out1 : tensor<4097xf8E4M3FN>", "%a: f32", "f8E4M3FN",
                         kUnscaledCode),
                 "%amax, %q"));
  ASSERT_TRUE(runner.isValid());
  for (float value : {NAN, -INFINITY, 1000.0f, 1.5f}) {
    Tensors arguments = runner.makeArguments(/*seed=*/1);
    arguments[0].data<float>()[0] = value;
    runner.check(arguments);
  }
}
