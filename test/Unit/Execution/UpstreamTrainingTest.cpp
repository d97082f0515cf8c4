//===- UpstreamTrainingTest.cpp - training ops against the evaluator ------===//
//
// Both run the same function on the same data: codes, amaxes, scales and
// elementwise results must be equal bit for bit, and sums within the bound of
// each test. FP8_TEST_SEED repeats a run;
// FP8_TEST_ALL_SETS compiles more functions.
//
//===----------------------------------------------------------------------===//

#include "UpstreamPair.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

TEST(UpstreamAgainstReference, Update) {
  RandomData random(getSeed() + 3);
  for (int i = 0, e = getNumFunctions(); i < e; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    const char *elements[] = {"f32", "bf16", "f16"};
    std::string w = getTensor(shape, random.pick(ArrayRef(elements)));
    std::string m = getTensor(shape, random.pick(ArrayRef(elements)));
    std::string v = getTensor(shape, random.pick(ArrayRef(elements)));
    std::string g = getTensor(shape, random.pick(ArrayRef(elements)));
    std::string text =
        "func.func @f(%w: " + w + ", %m: " + m + ", %v: " + v + ", %g: " + g +
        ", %lr: tensor<f32>, %skip: i1) -> (" + w + ", " + m + ", " + v +
        ") {\n"
        "  %w1, %m1, %v1 = fp8.update states(%w, %m, %v : " +
        w + ", " + m + ", " + v + ") inputs(%g : " + g +
        ") scalars(%lr : tensor<f32>) skip %skip outs(%w, %m, %v : " + w +
        ", " + m + ", " + v +
        ") {\n"
        "  ^bb0(%p: f32, %a: f32, %b: f32, %d: f32, %rate: f32):\n"
        "    %b1 = arith.constant 0.9 : f32\n"
        "    %b2 = arith.constant 0.999 : f32\n"
        "    %c1 = arith.constant 0.1 : f32\n"
        "    %c2 = arith.constant 0.001 : f32\n"
        "    %eps = arith.constant 1.0e-8 : f32\n"
        "    %0 = arith.mulf %a, %b1 : f32\n"
        "    %1 = arith.mulf %d, %c1 : f32\n"
        "    %2 = arith.addf %0, %1 : f32\n"
        "    %3 = arith.mulf %b, %b2 : f32\n"
        "    %4 = arith.mulf %d, %d : f32\n"
        "    %5 = arith.mulf %4, %c2 : f32\n"
        "    %6 = arith.addf %3, %5 : f32\n"
        "    %7 = math.sqrt %6 : f32\n"
        "    %8 = arith.addf %7, %eps : f32\n"
        "    %9 = arith.divf %2, %8 : f32\n"
        "    %10 = arith.mulf %9, %rate : f32\n"
        "    %11 = arith.subf %p, %10 : f32\n"
        "    fp8.yield %11, %2, %6 : f32, f32, f32\n"
        "  }\n"
        "  return %w1, %m1, %v1 : " +
        w + ", " + m + ", " + v + "\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    forDataSets(
        pair, random, [](Specials, int) {},
        [&](Specials) { pair.expectAllEqual(text); });
  }
}

// A sum over n terms has n roundings in either order.
TEST(UpstreamAgainstReference, UpdateReductions) {
  RandomData random(getSeed() + 10);
  for (int i = 0, e = getNumFunctions(); i < e; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    std::string w = getTensor(shape, "f32");
    std::string text = "func.func @f(%w: " + w + ", %g: " + w +
                       ", %a: tensor<f32>, %b: tensor<f32>, %skip: i1) -> (" +
                       w +
                       ", tensor<f32>, tensor<f32>) {\n"
                       "  %w1, %sum, %max = fp8.update states(%w : " +
                       w + ") inputs(%g : " + w +
                       ") skip %skip reductions [#fp8.reduction<sum>, "
                       "#fp8.reduction<max>] outs(%w, %a, %b : " +
                       w +
                       ", tensor<f32>, tensor<f32>) {\n"
                       "  ^bb0(%p: f32, %d: f32):\n"
                       "    %n = arith.subf %p, %d : f32\n"
                       "    fp8.yield %n, %d, %n : f32, f32, f32\n"
                       "  }\n"
                       "  return %w1, %sum, %max : " +
                       w + ", tensor<f32>, tensor<f32>\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    forDataSets(
        pair, random, [](Specials, int) {},
        [&](Specials specials) {
          pair.expectEqual(0, text);
          pair.expectEqual(2, text, /*exactNaN=*/true);
          if (specials == Specials::All)
            return;
          double magnitudes = std::fabs(pair.stock.arguments[2].getFloat(0));
          int64_t numTerms = computeProduct(shape);
          for (float term : pair.stock.arguments[1].data<float>())
            magnitudes += std::fabs(term);
          ASSERT_LE(std::fabs(pair.expected[1].getFloat(0) -
                              pair.stock.results[1].getFloat(0)),
                    2.0 * static_cast<double>(numTerms) * 0x1p-24 * magnitudes)
              << "FP8_TEST_SEED=" << getSeed() << "\n"
              << text;
        });
  }
}

TEST(UpstreamAgainstReference, ScatterAdd) {
  RandomData random(getSeed() + 4);
  for (int i = 0, e = getNumFunctions(); i < e; ++i) {
    SmallVector<int64_t> shape = getShape(random, 2);
    unsigned numIndices = 1 + random.below(shape.size());
    int64_t numSlices = 1 + static_cast<int64_t>(random.below(40));
    SmallVector<int64_t> updateShape = {numSlices};
    llvm::append_range(updateShape, ArrayRef(shape).drop_front(numIndices));
    const char *elements[] = {"f32", "bf16", "f16"};
    const char *indices[] = {"i32", "i64", "index"};
    const char *element = random.pick(ArrayRef(elements));
    std::string t = getTensor(shape, element),
                u = getTensor(updateShape, element);
    std::string at =
        getTensor({numSlices, numIndices}, random.pick(ArrayRef(indices)));
    std::string text = "func.func @f(%u: " + u + ", %at: " + at + ", %t: " + t +
                       ") -> " + t +
                       " {\n  %y = fp8.scatter_add %u at %at outs(%t : " + t +
                       ") : " + u + ", " + at + "\n  return %y : " + t + "\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    forDataSets(
        pair, random,
        [&](Specials, int) {
          HostTensor &positions = pair.stock.arguments[1];
          // Some positions are out of bounds, before and after the table.
          for (int64_t j = 0, e = positions.getNumElements(); j < e; ++j) {
            int64_t extent = shape[j % numIndices];
            positions.setInt(j, static_cast<int64_t>(random.below(
                                    static_cast<uint64_t>(extent) + 1)) -
                                    (random.below(20) == 0 ? 1 : 0));
          }
        },
        [&](Specials) { pair.expectAllEqual(text); });
  }
}

// Sums that are exact in f32 have the same result in any order.
TEST(UpstreamAgainstReference, Contract) {
  RandomData random(getSeed() + 5);
  for (int i = 0, e = getNumFunctions(); i < e; ++i) {
    const int64_t extents[] = {1, 2, 3, 5, 7, 8, 16, 17, 33};
    int64_t m = random.pick(ArrayRef(extents)),
            n = random.pick(ArrayRef(extents));
    int64_t k = random.pick(ArrayRef(extents));
    const char *codes[] = {"f8E4M3FN", "f8E5M2"};
    const char *activations[] = {"", " activation<relu>", " activation<gelu>",
                                 " activation<gelu_tanh>"};
    bool transposeLhs = random.below(2) != 0,
         transposeRhs = random.below(2) != 0;
    std::string x = getTensor(transposeLhs ? ArrayRef<int64_t>{k, m}
                                           : ArrayRef<int64_t>{m, k},
                              random.pick(ArrayRef(codes)));
    std::string w = getTensor(transposeRhs ? ArrayRef<int64_t>{n, k}
                                           : ArrayRef<int64_t>{k, n},
                              random.pick(ArrayRef(codes)));
    std::string y = getTensor({m, n}, "f32");
    std::string b = getTensor({n}, "f32");
    std::string maps = std::string("[affine_map<(m, n, k) -> (") +
                       (transposeLhs ? "k, m" : "m, k") +
                       ")>, affine_map<(m, n, k) -> (" +
                       (transposeRhs ? "n, k" : "k, n") +
                       ")>, affine_map<(m, n, k) -> (m, n)>]";
    std::string text = "func.func @f(%x: " + x + ", %w: " + w +
                       ", %sx: tensor<f32>, "
                       "%sw: tensor<f32>, %o: " +
                       y + ", %b: " + b + ", %a: tensor<f32>) -> (" + y +
                       ", tensor<f32>) {\n"
                       "  %y, %amax = fp8.contract " +
                       maps + " %x by %sx, %w by %sw bias %b" +
                       random.pick(ArrayRef(activations)) +
                       " with_amax outs(%o, %a : " + y +
                       ", tensor<f32>) : " + x + " by tensor<f32>, " + w +
                       " by tensor<f32> bias " + b +
                       "\n"
                       "  return %y, %amax : " +
                       y + ", tensor<f32>\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    forDataSets(
        pair, random,
        [&](Specials, int) {
          // Small integers: every product and every sum is exact in f32.
          for (unsigned operand : {0u, 1u})
            for (int64_t j = 0,
                         e = pair.stock.arguments[operand].getNumElements();
                 j < e; ++j)
              pair.stock.arguments[operand].setFloat(
                  j, static_cast<double>(random.below(17)) - 8.0);
          for (unsigned scale : {2u, 3u})
            pair.stock.arguments[scale].data<float>()[0] =
                0.5f + static_cast<float>(random.below(100)) / 100.0f;
        },
        [&](Specials) {
          pair.expectEqual(0, text);
          pair.expectEqual(1, text, /*exactNaN=*/true);
        });
  }
}

TEST(UpstreamAgainstReference, ContractWithinItsBound) {
  RandomData random(getSeed() + 6);
  for (int64_t k : {1, 7, 64, 197}) {
    int64_t m = 5, n = 37;
    std::string x = getTensor({m, k}, "f32"), w = getTensor({k, n}, "f32");
    std::string y = getTensor({m, n}, "f32");
    std::string text =
        "func.func @f(%x: " + x + ", %w: " + w + ", %o: " + y + ") -> " + y +
        " {\n  %y = fp8.contract [affine_map<(m, n, k) -> (m, k)>, "
        "affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] "
        "%x, %w outs(%o : " +
        y + ") : " + x + ", " + w + "\n  return %y : " + y + "\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    for (int set = 0; set < 10; ++set) {
      for (HostTensor &argument : pair.stock.arguments)
        random.fill(argument, 0, Specials::None);
      pair.stock.arguments[2].fill(0.0);
      pair.run();
      for (int64_t i = 0; i < m * n; ++i) {
        double magnitudes = 0;
        for (int64_t j = 0; j < k; ++j)
          magnitudes +=
              std::fabs(pair.stock.arguments[0].getFloat(i / n * k + j) *
                        pair.stock.arguments[1].getFloat(j * n + i % n));
        // The roundings of one product are: its own, those of at most k - 1
        // sums that contain it, and the rounding of the expected result.
        double bound = static_cast<double>(k + 1) * 0x1p-24 * magnitudes;
        ASSERT_LE(std::fabs(pair.expected[0].getFloat(i) -
                            pair.stock.results[0].getFloat(i)),
                  bound)
            << "k = " << k << ", FP8_TEST_SEED=" << getSeed();
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Elementwise functions
//===----------------------------------------------------------------------===//

TEST(UpstreamAgainstReference, Elementwise) {
  RandomData random(getSeed() + 7);
  const char *functions[] = {"exp",   "log",  "tanh", "erf",
                             "rsqrt", "sqrt", "absf", "floor"};
  for (int i = 0, e = getNumFunctions(); i < e; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    const char *elements[] = {"f32", "f32", "bf16", "f16"};
    std::string x = getTensor(shape, random.pick(ArrayRef(elements)));
    std::string text = "func.func @f(%x: " + x + ", %y: " + x + ") -> (" + x +
                       ", " + x +
                       ") {\n"
                       "  %0 = math." +
                       random.pick(ArrayRef(functions)) + " %x : " + x +
                       "\n"
                       "  %1 = arith.mulf %0, %y : " +
                       x +
                       "\n"
                       "  %2 = arith.addf %1, %x : " +
                       x +
                       "\n"
                       "  %3 = math." +
                       random.pick(ArrayRef(functions)) + " %y : " + x +
                       "\n"
                       "  %4 = arith.divf %3, %x : " +
                       x +
                       "\n"
                       "  %5 = arith.maximumf %4, %2 : " +
                       x +
                       "\n"
                       "  return %2, %5 : " +
                       x + ", " + x + "\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    forDataSets(
        pair, random, [](Specials, int) {},
        [&](Specials) { pair.expectAllEqual(text); });
  }
}

} // namespace
