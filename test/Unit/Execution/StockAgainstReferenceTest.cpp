//===- StockAgainstReferenceTest.cpp - compiled code and the evaluator ----===//
//
// Both run the same function on the same data: codes, amaxes, scales and what
// is computed element by element must be equal bit for bit, sums within the
// bound that each test states. FP8_TEST_SEED repeats a run.
//
//===----------------------------------------------------------------------===//

#include "RandomData.h"
#include "TestPrograms.h"
#include "fp8/Reference/Evaluator.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

constexpr int kShapes = 40;
constexpr int kDataSets = 250;

uint64_t getSeed() {
  static uint64_t seed = [] {
    const char *text = std::getenv("FP8_TEST_SEED");
    uint64_t value =
        text ? std::strtoull(text, nullptr, 10) : std::random_device()();
    printf("FP8_TEST_SEED=%llu\n", static_cast<unsigned long long>(value));
    return value;
  }();
  return seed;
}

std::string type(ArrayRef<int64_t> shape, StringRef element) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + element.str() + ">";
}

/// One function on both targets.
struct Pair {
  Compiled stock;
  std::unique_ptr<Program> reference;
  std::vector<HostTensor> expected;

  explicit Pair(const std::string &text) : stock(text) {
    if (!stock)
      return;
    FailureOr<std::unique_ptr<Program>> made =
        createReferenceProgram(*stock.module, "f");
    if (failed(made))
      return;
    reference = std::move(*made);
    expected = allocateAll(getFunction(*stock.module).getResultTypes());
  }

  explicit operator bool() const { return reference != nullptr; }

  void run() {
    stock.run();
    ASSERT_TRUE(
        succeeded(reference->run(getPointers(stock.arguments), expected)));
  }

  /// Whether element `i` of result `r` is the same. Which NaN an f32 is is open
  /// unless `exactNaN`.
  bool isEqual(unsigned r, int64_t i, bool exactNaN) {
    unsigned size = expected[r].getElementSize();
    if (std::memcmp(expected[r].bytes().data() + i * size,
                    stock.results[r].bytes().data() + i * size, size) == 0)
      return true;
    return !exactNaN && expected[r].isFloat() && size != 1 &&
           std::isnan(expected[r].getFloat(i)) &&
           std::isnan(stock.results[r].getFloat(i));
  }

  void expectEqual(unsigned r, const std::string &text, bool exactNaN = false) {
    for (int64_t i = 0, e = expected[r].getNumElements(); i < e; ++i)
      ASSERT_TRUE(isEqual(r, i, exactNaN))
          << "result " << r << ", element " << i << ": expected "
          << expected[r].getFloat(i) << ", but got "
          << stock.results[r].getFloat(i) << " with FP8_TEST_SEED=" << getSeed()
          << "\n"
          << text;
  }
  void expectAllEqual(const std::string &text, bool exactNaN = false) {
    for (unsigned r = 0; r < expected.size(); ++r)
      expectEqual(r, text, exactNaN);
  }
};

/// Shapes of rank 1 to 3 with odd extents, of at most 600 elements.
SmallVector<int64_t> getShape(RandomData &random, unsigned minRank = 1) {
  const int64_t extents[] = {1, 2, 3, 7, 16, 31, 32, 33, 64, 65, 96, 197};
  SmallVector<int64_t> shape(minRank + random.below(4 - minRank));
  do {
    for (int64_t &extent : shape)
      extent = random.pick(ArrayRef(extents));
  } while (computeProduct(shape) > 600);
  return shape;
}

/// Runs `kDataSets` data sets: of four, one holds infinities and NaNs.
template <typename Prepare, typename Check>
void forDataSets(Pair &pair, RandomData &random, Prepare prepare, Check check) {
  for (int set = 0; set < kDataSets && !testing::Test::HasFatalFailure();
       ++set) {
    Specials specials = set % 4 == 3   ? Specials::All
                        : set % 4 == 2 ? Specials::Subnormal
                                       : Specials::None;
    int exponent = static_cast<int>(random.below(60)) - 30;
    for (HostTensor &argument : pair.stock.arguments)
      random.fill(argument, exponent, specials);
    prepare(specials, exponent);
    pair.run();
    check(specials);
  }
}

//===----------------------------------------------------------------------===//
// Casts and scales
//===----------------------------------------------------------------------===//

struct GranularityCase {
  std::string clause;
  GranularityAttr attribute;
};

GranularityCase getGranularity(RandomData &random, unsigned rank) {
  SmallVector<std::string> all = {"row", "mx", "group 7", "group 32",
                                  "group 128"};
  if (rank >= 2)
    all.append({"block 1x32", "block 2x16", "block 128x128", "block 3x7"});
  std::string text = random.pick(ArrayRef<std::string>(all));
  auto attribute = cast<GranularityAttr>(
      parseAttribute("#fp8.granularity<" + text + ">", &getContext()));
  return {"granularity<" + text + ">", attribute};
}

TEST(StockAgainstReference, QuantizeByScale) {
  RandomData random(getSeed());
  for (int i = 0; i < kShapes; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    const char *elements[] = {"f32", "bf16", "f16"};
    const char *codes[] = {"f8E4M3FN", "f8E5M2"};
    std::string x = type(shape, random.pick(ArrayRef(elements)));
    std::string c = type(shape, random.pick(ArrayRef(codes)));
    bool isStochastic = i % 4 == 0;
    std::string rounding =
        isStochastic ? " rounding<stochastic> stream 3 seed %seed step %step"
                     : "";
    std::string text = "func.func @f(%x: " + x +
                       ", %s: tensor<f32>, %seed: i32, %step: i32, "
                       "%c: " +
                       c + ", %a: tensor<f32>, %w: " + x + ") -> (" + c +
                       ", tensor<f32>, " + x +
                       ") {\n"
                       "  %codes, %amax = fp8.quantize %x by %s" +
                       rounding + " with_amax outs(%c, %a : " + c +
                       ", tensor<f32>) : " + x +
                       ", tensor<f32>\n"
                       "  %wide = fp8.dequantize %codes by %s outs(%w : " +
                       x + ") : " + c +
                       ", tensor<f32>\n"
                       "  return %codes, %amax, %wide : " +
                       c + ", tensor<f32>, " + x + "\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    forDataSets(
        pair, random,
        [&](Specials, int exponent) {
          // Scales that hit the normal, the subnormal and the saturated range.
          float scale = std::ldexp(
              1.0f + static_cast<float>(random.below(1000)) / 1000.0f,
              static_cast<int>(random.below(24)) - 12 - exponent);
          pair.stock.arguments[1].data<float>()[0] = scale;
          pair.stock.arguments[2].setInt(
              0, static_cast<int64_t>(random.below(1u << 31)));
          pair.stock.arguments[3].setInt(
              0, static_cast<int64_t>(random.below(1000)));
        },
        [&](Specials) {
          pair.expectEqual(0, text);
          pair.expectEqual(1, text, /*exactNaN=*/true);
          pair.expectEqual(2, text);
        });
  }
}

TEST(StockAgainstReference, QuantizeByGranules) {
  RandomData random(getSeed() + 1);
  for (int i = 0; i < kShapes; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    GranularityCase granularity = getGranularity(random, shape.size());
    SmallVector<int64_t> scaleShape =
        *granularity.attribute.getScaleShape(shape);
    bool isMX = granularity.attribute.getKind() == GranularityKind::MX;
    const char *elements[] = {"f32", "bf16", "f16"};
    const char *codes[] = {"f8E4M3FN", "f8E5M2"};
    const char *scalings[] = {"", " scaling<pow2 = true>",
                              " scaling<margin = 2, epsilon = 1.0e-6>"};
    std::string x = type(shape, random.pick(ArrayRef(elements)));
    std::string c = type(shape, random.pick(ArrayRef(codes)));
    std::string s = type(scaleShape, isMX ? "f8E8M0FNU" : "f32");
    std::string a = type(scaleShape, "f32");
    std::string clause = " " + granularity.clause;
    std::string scaling = isMX ? "" : random.pick(ArrayRef(scalings));
    std::string text =
        "func.func @f(%x: " + x + ", %c: " + c + ", %s: " + s + ", %a: " + a +
        ", %w: " + x + ") -> (" + c + ", " + s + ", " + a + ", " + x +
        ") {\n"
        "  %codes, %inv = fp8.quantize %x" +
        clause + scaling + " outs(%c, %s : " + c + ", " + s + ") : " + x +
        "\n"
        "  %amax = fp8.amax %x" +
        clause + " outs(%a : " + a + ") : " + x +
        "\n"
        "  %wide = fp8.dequantize %codes by %inv" +
        clause + " outs(%w : " + x + ") : " + c + ", " + s +
        "\n"
        "  return %codes, %inv, %amax, %wide : " +
        c + ", " + s + ", " + a + ", " + x + "\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    forDataSets(
        pair, random, [](Specials, int) {},
        [&](Specials) {
          pair.expectEqual(0, text);
          pair.expectEqual(1, text, /*exactNaN=*/true);
          pair.expectEqual(2, text, /*exactNaN=*/true);
          pair.expectEqual(3, text);
        });
  }
}

TEST(StockAgainstReference, Scales) {
  RandomData random(getSeed() + 2);
  for (int i = 0; i < kShapes; ++i) {
    int64_t numColumns = 1 + static_cast<int64_t>(random.below(9));
    int64_t numRows = 1 + static_cast<int64_t>(random.below(17));
    const char *scalings[] = {"", " scaling<pow2 = true>",
                              " scaling<margin = 3, epsilon = 1.0e-6>"};
    const char *formats[] = {"e4m3", "e5m2", "ue4m4", "ue5m3"};
    const char *algorithms[] = {"", " algo<most_recent>"};
    std::string h = type({numRows, numColumns}, "f32");
    std::string v = type({numColumns}, "f32");
    std::string format = random.pick(ArrayRef(formats));
    std::string scaling = random.pick(ArrayRef(scalings));
    std::string text =
        "func.func @f(%h: " + h + ", %a: " + v + ", %s: " + v + ") -> (" + h +
        ", " + v + ", " + v + ", " + v + ", " + v + ", " + v +
        ") {\n"
        "  %0:3 = fp8.update_scales %h, %a, %s for " +
        format + random.pick(ArrayRef(algorithms)) + scaling + " : " + h +
        ", " + v +
        "\n"
        "  %1:2 = fp8.compute_scale %a for " +
        format + scaling + " : " + v +
        "\n"
        "  %2:2 = fp8.compute_scale %a for " +
        format + scaling + " keeping %s : " + v + ", " + v +
        "\n"
        "  return %0#0, %0#1, %0#2, %1#0, %1#1, %2#1 : " +
        h + ", " + v + ", " + v + ", " + v + ", " + v + ", " + v + "\n}";
    Pair pair(text);
    ASSERT_TRUE(pair) << text;
    forDataSets(
        pair, random,
        [&](Specials, int) {
          // Amaxes are not negative.
          for (HostTensor &argument : pair.stock.arguments)
            for (float &value : argument.data<float>())
              value = std::fabs(value);
          // A history holds what was finite.
          for (float &value : pair.stock.arguments[0].data<float>())
            if (!std::isfinite(value))
              value = 0.0f;
        },
        [&](Specials) { pair.expectAllEqual(text); });
  }
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

TEST(StockAgainstReference, Update) {
  RandomData random(getSeed() + 3);
  for (int i = 0; i < kShapes; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    const char *elements[] = {"f32", "bf16", "f16"};
    std::string w = type(shape, random.pick(ArrayRef(elements)));
    std::string m = type(shape, random.pick(ArrayRef(elements)));
    std::string v = type(shape, random.pick(ArrayRef(elements)));
    std::string g = type(shape, random.pick(ArrayRef(elements)));
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

TEST(StockAgainstReference, ScatterAdd) {
  RandomData random(getSeed() + 4);
  for (int i = 0; i < kShapes; ++i) {
    SmallVector<int64_t> shape = getShape(random, 2);
    unsigned numIndices = 1 + random.below(shape.size());
    int64_t numSlices = 1 + static_cast<int64_t>(random.below(40));
    SmallVector<int64_t> updateShape = {numSlices};
    llvm::append_range(updateShape, ArrayRef(shape).drop_front(numIndices));
    const char *elements[] = {"f32", "bf16", "f16"};
    const char *indices[] = {"i32", "i64", "index"};
    const char *element = random.pick(ArrayRef(elements));
    std::string t = type(shape, element), u = type(updateShape, element);
    std::string at =
        type({numSlices, numIndices}, random.pick(ArrayRef(indices)));
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
          // Some lie outside, before and after.
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

// Sums that stay exact in f32 have one answer, whatever the order.
TEST(StockAgainstReference, Contract) {
  RandomData random(getSeed() + 5);
  for (int i = 0; i < kShapes; ++i) {
    const int64_t extents[] = {1, 2, 3, 5, 7, 8, 16, 17, 33};
    int64_t m = random.pick(ArrayRef(extents)),
            n = random.pick(ArrayRef(extents));
    int64_t k = random.pick(ArrayRef(extents));
    const char *codes[] = {"f8E4M3FN", "f8E5M2"};
    const char *activations[] = {"", " activation<relu>", " activation<gelu>",
                                 " activation<gelu_tanh>"};
    bool transposeLhs = random.below(2) != 0,
         transposeRhs = random.below(2) != 0;
    std::string x =
        type(transposeLhs ? ArrayRef<int64_t>{k, m} : ArrayRef<int64_t>{m, k},
             random.pick(ArrayRef(codes)));
    std::string w =
        type(transposeRhs ? ArrayRef<int64_t>{n, k} : ArrayRef<int64_t>{k, n},
             random.pick(ArrayRef(codes)));
    std::string y = type({m, n}, "f32");
    std::string b = type({n}, "f32");
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

TEST(StockAgainstReference, ContractWithinItsBound) {
  RandomData random(getSeed() + 6);
  for (int64_t k : {1, 7, 64, 197}) {
    int64_t m = 5, n = 37;
    std::string x = type({m, k}, "f32"), w = type({k, n}, "f32");
    std::string y = type({m, n}, "f32");
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
        // k roundings of products and k of sums, none of a value beyond the sum
        // of magnitudes.
        double bound = static_cast<double>(k + 2) * 0x1p-23 * magnitudes;
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

TEST(StockAgainstReference, Elementwise) {
  RandomData random(getSeed() + 7);
  const char *functions[] = {"exp",   "log",  "tanh", "erf",
                             "rsqrt", "sqrt", "absf", "floor"};
  for (int i = 0; i < kShapes; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    const char *elements[] = {"f32", "f32", "bf16", "f16"};
    std::string x = type(shape, random.pick(ArrayRef(elements)));
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

//===----------------------------------------------------------------------===//
// What must not matter
//===----------------------------------------------------------------------===//

std::string getQuantize(ArrayRef<int64_t> shape) {
  std::string x = type(shape, "f32"), c = type(shape, "f8E4M3FN");
  return "func.func @f(%x: " + x + ", %s: tensor<f32>, %c: " + c +
         ", %a: tensor<f32>) -> (" + c +
         ", tensor<f32>) {\n"
         "  %codes, %amax = fp8.quantize %x by %s with_amax outs(%c, %a : " +
         c + ", tensor<f32>) : " + x +
         ", tensor<f32>\n"
         "  return %codes, %amax : " +
         c + ", tensor<f32>\n}";
}

// Permuted elements have permuted codes and the same amax; so have parts.
TEST(Metamorphic, PermutedAndSplit) {
  RandomData random(getSeed() + 8);
  constexpr int64_t size = 2 * 197;
  Compiled whole(getQuantize({size})), half(getQuantize({size / 2}));
  ASSERT_TRUE(whole && half);
  for (int set = 0; set < kDataSets; ++set) {
    random.fill(whole.arguments[0], 4, Specials::Subnormal);
    whole.arguments[1].fill(3.7);
    half.arguments[1].fill(3.7);
    whole.run();
    std::vector<uint8_t> codes(whole.results[0].data<uint8_t>().begin(),
                               whole.results[0].data<uint8_t>().end());
    float amax = whole.results[1].data<float>()[0];

    float largest = 0.0f;
    for (int64_t part = 0; part < 2; ++part) {
      llvm::copy(
          whole.arguments[0].data<float>().slice(part * size / 2, size / 2),
          half.arguments[0].data<float>().begin());
      half.run();
      EXPECT_TRUE(std::equal(codes.begin() + part * size / 2,
                             codes.begin() + (part + 1) * size / 2,
                             half.results[0].data<uint8_t>().begin()));
      largest = std::max(largest, half.results[1].data<float>()[0]);
    }
    EXPECT_EQ(largest, amax);

    // 5 and 394 have no common divisor.
    std::vector<float> values(whole.arguments[0].data<float>().begin(),
                              whole.arguments[0].data<float>().end());
    for (int64_t i = 0; i < size; ++i)
      whole.arguments[0].data<float>()[i] = values[i * 5 % size];
    whole.run();
    for (int64_t i = 0; i < size; ++i)
      ASSERT_EQ(whole.results[0].data<uint8_t>()[i], codes[i * 5 % size]);
    EXPECT_EQ(whole.results[1].data<float>()[0], amax);
  }
}

// A power of two in the input and its inverse in the scale cancel.
TEST(Metamorphic, ScaledByPowersOfTwo) {
  RandomData random(getSeed() + 9);
  constexpr int64_t size = 197;
  Compiled compiled(getQuantize({size}));
  ASSERT_TRUE(compiled);
  for (int set = 0; set < kDataSets; ++set) {
    random.fill(compiled.arguments[0], 0, Specials::None);
    compiled.arguments[1].data<float>()[0] = 1.37f;
    compiled.run();
    std::vector<uint8_t> codes(compiled.results[0].data<uint8_t>().begin(),
                               compiled.results[0].data<uint8_t>().end());
    int exponent = static_cast<int>(random.below(80)) - 40;
    for (float &value : compiled.arguments[0].data<float>())
      value = std::ldexp(value, exponent);
    compiled.arguments[1].data<float>()[0] = std::ldexp(1.37f, -exponent);
    compiled.run();
    EXPECT_TRUE(std::equal(codes.begin(), codes.end(),
                           compiled.results[0].data<uint8_t>().begin()));
  }
}

} // namespace
