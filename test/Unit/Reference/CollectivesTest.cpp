//===- CollectivesTest.cpp - Collectives between ranks --------------------===//

#include "../ThreadRanks.h"
#include "TestUtils.h"

#include <cmath>
#include <thread>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference::test;

namespace {

struct CollectivesTest : EvaluatorTest {
  /// Runs @f of `source` on as many ranks as there are `inputs`, each with its
  /// own, along `axes` or one axis. Returns the result of every rank, of
  /// `shape`.
  std::vector<std::vector<float>> run(StringRef source,
                                      ArrayRef<std::vector<float>> inputs,
                                      ArrayRef<int64_t> inputShape,
                                      ArrayRef<int64_t> shape,
                                      ArrayRef<int32_t> axes = {}) {
    auto numRanks = static_cast<int32_t>(inputs.size());
    ThreadRanks ranks(axes.empty() ? ArrayRef(numRanks) : axes);
    auto element = Float32Type::get(&context);
    std::vector<std::unique_ptr<Program>> programs;
    std::vector<HostTensor> arguments, results;
    for (const std::vector<float> &input : inputs) {
      programs.push_back(prepare(source));
      if (!programs.back())
        return {};
      EXPECT_TRUE(
          succeeded(programs.back()->connect(ranks[programs.size() - 1])));
      arguments.push_back(allocate(inputShape, element));
      llvm::copy(input, arguments.back().data<float>().begin());
      results.push_back(allocate(shape, element));
    }
    std::vector<std::thread> threads;
    for (size_t i = 0; i < inputs.size(); ++i)
      threads.emplace_back([&, i] {
        EXPECT_TRUE(succeeded(programs[i]->run(
            {&arguments[i]}, MutableArrayRef(results).slice(i, 1))));
      });
    for (std::thread &thread : threads)
      thread.join();
    std::vector<std::vector<float>> values;
    for (HostTensor &result : results)
      values.emplace_back(result.data<float>().begin(),
                          result.data<float>().end());
    return values;
  }
};

/// Numbers whose sum depends on the order of the additions.
const float kBig = 0x1p24f;

TEST_F(CollectivesTest, SumsFromTheFirstRankToTheLast) {
  auto sums = run(R"(
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
      func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
        %0 = fp8.all_reduce sum %x over ["dp"] outs(%x : tensor<1xf32>) : tensor<1xf32>
        return %0 : tensor<1xf32>
      }
    })",
                  {{kBig}, {1}, {1}, {-kBig}}, {1}, {1});
  ASSERT_EQ(sums.size(), 4u) << error;
  // ((2^24 + 1) + 1) - 2^24, where each sum rounds to 2^24.
  for (const std::vector<float> &sum : sums)
    EXPECT_EQ(sum, std::vector<float>{0});
}

TEST_F(CollectivesTest, SumsAlongTheLastAxisFirst) {
  auto sums = run(R"(
    module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 2>} {
      func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
        %0 = fp8.all_reduce sum %x over ["replica", "dp"] outs(%x : tensor<1xf32>) : tensor<1xf32>
        return %0 : tensor<1xf32>
      }
    })",
                  {{kBig}, {1}, {1}, {1}}, {1}, {1}, {2, 2});
  ASSERT_EQ(sums.size(), 4u) << error;
  // (2^24 + 1) + (1 + 1); from left to right it would be 2^24.
  for (const std::vector<float> &sum : sums)
    EXPECT_EQ(sum, std::vector<float>{kBig + 2});
}

TEST_F(CollectivesTest, GroupsHaveTheirOwnMaxima) {
  auto maxima = run(R"(
    module attributes {fp8.mesh = #fp8.mesh<"replica" = 2, "dp" = 2>} {
      func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
        %0 = fp8.all_reduce max %x over ["replica"] outs(%x : tensor<2xf32>) : tensor<2xf32>
        return %0 : tensor<2xf32>
      }
    })",
                    {{1, -1}, {2, -2}, {3, -3}, {-4, 4}}, {2}, {2}, {2, 2});
  ASSERT_EQ(maxima.size(), 4u) << error;
  // Ranks 0 and 2, and ranks 1 and 3.
  EXPECT_EQ(maxima[0], (std::vector<float>{3, -1}));
  EXPECT_EQ(maxima[1], (std::vector<float>{2, 4}));
  EXPECT_EQ(maxima[2], maxima[0]);
  EXPECT_EQ(maxima[3], maxima[1]);
}

/// Every tensor of an op has its own sum, also if one is an input and the
/// destination of another.
TEST_F(CollectivesTest, TensorsHaveTheirOwnSums) {
  auto sums = run(R"(
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
      func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
        %c = arith.constant dense<[5.0, 7.0]> : tensor<2xf32>
        %0:2 = fp8.all_reduce sum %x, %c over ["dp"] outs(%x, %x : tensor<2xf32>, tensor<2xf32>) : tensor<2xf32>, tensor<2xf32>
        %e = tensor.empty() : tensor<1xf32>
        %1:2 = fp8.reduce_scatter max %0#0, %0#1 over ["dp"] outs(%e, %e : tensor<1xf32>, tensor<1xf32>) : tensor<2xf32>, tensor<2xf32>
        %2:2 = fp8.all_gather %1#1, %1#0 over ["dp"] outs(%x, %c : tensor<2xf32>, tensor<2xf32>) : tensor<1xf32>, tensor<1xf32>
        %3 = arith.subf %2#0, %2#1 : tensor<2xf32>
        return %3 : tensor<2xf32>
      }
    })",
                  {{1, 2}, {10, 20}}, {2}, {2});
  ASSERT_EQ(sums.size(), 2u) << error;
  for (const std::vector<float> &sum : sums)
    EXPECT_EQ(sum, (std::vector<float>{10 - 11, 14 - 22}));
}

TEST_F(CollectivesTest, GathersRowsWithoutPadding) {
  auto rows = run(R"(
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {
      func.func @f(%x: tensor<2x2xf32>) -> tensor<5x2xf32> {
        %e = tensor.empty() : tensor<5x2xf32>
        %0 = fp8.all_gather %x over ["dp"] outs(%e : tensor<5x2xf32>) : tensor<2x2xf32>
        return %0 : tensor<5x2xf32>
      }
    })",
                  {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}, {2, 2}, {5, 2});
  ASSERT_EQ(rows.size(), 3u) << error;
  for (const std::vector<float> &all : rows)
    EXPECT_EQ(all, (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST_F(CollectivesTest, ScattersSumsWithPadding) {
  auto rows = run(R"(
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 3>} {
      func.func @f(%x: tensor<3x2xf32>) -> tensor<2x2xf32> {
        %e = tensor.empty() : tensor<2x2xf32>
        %0 = fp8.reduce_scatter sum %x over ["dp"] outs(%e : tensor<2x2xf32>) : tensor<3x2xf32>
        return %0 : tensor<2x2xf32>
      }
    })",
                  {{0, 1, 2, 3, 4, 5},
                   {10, 10, 10, 10, 10, 10},
                   {100, 200, 300, 400, 500, 600}},
                  {3, 2}, {2, 2});
  ASSERT_EQ(rows.size(), 3u) << error;
  EXPECT_EQ(rows[0], (std::vector<float>{110, 211, 312, 413}));
  EXPECT_EQ(rows[1], (std::vector<float>{514, 615, 0, 0}));
  EXPECT_EQ(rows[2], (std::vector<float>{0, 0, 0, 0}));
}

/// Tensors of which each of 128 ranks holds a few elements, one, or none. Each
/// rank gets its rows of the sum over all ranks, in the order of the ranks, and
/// then all rows.
TEST_F(CollectivesTest, ManyRanksShareFewRows) {
  constexpr int64_t numRanks = 128;
  for (auto [rows, columns] : {std::pair<int64_t, int64_t>{17, 257},
                               {64, 297},
                               {64, 312},
                               {512, 64},
                               {256, 1}}) {
    int64_t perRank = llvm::divideCeil(rows, numRanks);
    std::string whole =
        ("tensor<" + Twine(rows) + "x" + Twine(columns) + "xf32>").str();
    std::string part =
        ("tensor<" + Twine(perRank) + "x" + Twine(columns) + "xf32>").str();
    std::string source =
        "module attributes {fp8.mesh = #fp8.mesh<\"dp\" = 128>} { "
        "func.func @f(%x: " +
        whole + ") -> " + whole + " { %p = tensor.empty() : " + part +
        " %e = tensor.empty() : " + whole +
        " %0 = fp8.reduce_scatter sum %x over [\"dp\"] outs(%p : " + part +
        ") : " + whole +
        " %1 = fp8.all_gather %0 over [\"dp\"] outs(%e : " + whole +
        ") : " + part + " return %1 : " + whole + " } }";
    std::vector<std::vector<float>> inputs;
    std::vector<float> expected(rows * columns);
    for (int64_t rank = 0; rank < numRanks; ++rank) {
      std::vector<float> &input = inputs.emplace_back(expected.size());
      for (auto [i, value] : llvm::enumerate(input))
        value = std::ldexp(1.0f, static_cast<int>((7 * rank + 3 * i) % 29)) + 1;
      for (auto [sum, value] : llvm::zip_equal(expected, input))
        sum = rank == 0 ? value : sum + value;
    }
    auto sums = run(source, inputs, {rows, columns}, {rows, columns});
    ASSERT_EQ(sums.size(), size_t(numRanks)) << error;
    for (const std::vector<float> &sum : sums)
      ASSERT_EQ(sum, expected) << rows << " x " << columns;
  }
}

TEST_F(CollectivesTest, ExchangesRowsWithPadding) {
  auto pieces =
      run(R"(
    module attributes {fp8.mesh = #fp8.mesh<"dp" = 2>} {
      func.func @f(%x: tensor<3x2xf32>) -> tensor<2x2x2xf32> {
        %e = tensor.empty() : tensor<2x2x2xf32>
        %0 = fp8.all_to_all %x over ["dp"] outs(%e : tensor<2x2x2xf32>) : tensor<3x2xf32>
        return %0 : tensor<2x2x2xf32>
      }
    })",
          {{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}}, {3, 2}, {2, 2, 2});
  ASSERT_EQ(pieces.size(), 2u) << error;
  EXPECT_EQ(pieces[0], (std::vector<float>{0, 1, 2, 3, 6, 7, 8, 9}));
  EXPECT_EQ(pieces[1], (std::vector<float>{4, 5, 0, 0, 10, 11, 0, 0}));
}

constexpr StringLiteral kSum = R"(
  module attributes {fp8.mesh = #fp8.mesh<"dp" = 4>} {
    func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
      %0 = fp8.all_reduce sum %x over ["dp"] outs(%x : tensor<1xf32>) : tensor<1xf32>
      return %0 : tensor<1xf32>
    }
  })";

TEST_F(CollectivesTest, OneRankAloneIsAnError) {
  std::unique_ptr<Program> program = prepare(kSum);
  ASSERT_TRUE(program) << error;
  HostTensor x = random({1}), y = random({1});
  EXPECT_TRUE(failed(program->run({&x}, y)));
  EXPECT_EQ(error,
            "expected a run of the 4 ranks of #fp8.mesh<\"dp\" = 4>, but "
            "the number of ranks is 1");
}

TEST_F(CollectivesTest, OtherNumbersOfRanksAreAnError) {
  ThreadRanks ranks({3});
  std::unique_ptr<Program> program = prepare(kSum);
  ASSERT_TRUE(program) << error;
  ASSERT_TRUE(succeeded(program->connect(ranks[0])));
  HostTensor x = random({1}), y = random({1});
  EXPECT_TRUE(failed(program->run({&x}, y)));
  EXPECT_EQ(error,
            "expected a run of the 4 ranks of #fp8.mesh<\"dp\" = 4>, but "
            "the number of ranks is 3");
}

} // namespace
