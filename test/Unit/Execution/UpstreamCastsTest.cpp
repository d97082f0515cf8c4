//===- UpstreamCastsTest.cpp - casts and scales against the evaluator -----===//
//
// Both run the same function on the same data: codes, amaxes, scales and
// elementwise results must be equal bit for bit, and sums within the bound of
// each test. FP8_TEST_SEED repeats a run;
// FP8_TEST_ALL_SETS compiles more functions.
//
//===----------------------------------------------------------------------===//

#include "UpstreamPair.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

struct GranularityCase {
  std::string clause;
  GranularityAttr attribute;
};

GranularityCase getGranularity(RandomData &random, unsigned rank) {
  SmallVector<std::string> all = {"row", "mx", "group 7", "group 32",
                                  "group 128"};
  if (rank >= 2)
    all.append(
        {"mx 32x1", "block 1x32", "block 2x16", "block 128x128", "block 3x7"});
  std::string text = random.pick(ArrayRef<std::string>(all));
  auto attribute = cast<GranularityAttr>(
      parseAttribute("#fp8.granularity<" + text + ">", &getContext()));
  return {"granularity<" + text + ">", attribute};
}

TEST(UpstreamAgainstReference, QuantizeByScale) {
  RandomData random(getSeed());
  for (int i = 0, e = getNumFunctions(); i < e; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    const char *elements[] = {"f32", "bf16", "f16"};
    const char *codes[] = {"f8E4M3FN", "f8E5M2"};
    std::string x = getTensor(shape, random.pick(ArrayRef(elements)));
    std::string c = getTensor(shape, random.pick(ArrayRef(codes)));
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
          // Scales that give normal, subnormal and saturated codes.
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

TEST(UpstreamAgainstReference, QuantizeByGranules) {
  RandomData random(getSeed() + 1);
  for (int i = 0, e = getNumFunctions(); i < e; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    GranularityCase granularity = getGranularity(random, shape.size());
    SmallVector<int64_t> scaleShape =
        *granularity.attribute.getScaleShape(shape);
    bool isMX = granularity.attribute.getKind() == GranularityKind::MX;
    const char *elements[] = {"f32", "bf16", "f16"};
    const char *codes[] = {"f8E4M3FN", "f8E5M2"};
    const char *scalings[] = {"", " scaling<pow2 = true>",
                              " scaling<margin = 2, epsilon = 1.0e-6>"};
    std::string x = getTensor(shape, random.pick(ArrayRef(elements)));
    std::string c = getTensor(shape, random.pick(ArrayRef(codes)));
    std::string s = getTensor(scaleShape, isMX ? "f8E8M0FNU" : "f32");
    std::string a = getTensor(scaleShape, "f32");
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

TEST(UpstreamAgainstReference, Scales) {
  RandomData random(getSeed() + 2);
  for (int i = 0, e = getNumFunctions(); i < e; ++i) {
    int64_t numColumns = 1 + static_cast<int64_t>(random.below(9));
    int64_t numRows = 1 + static_cast<int64_t>(random.below(17));
    const char *scalings[] = {"", " scaling<pow2 = true>",
                              " scaling<margin = 3, epsilon = 1.0e-6>"};
    const char *formats[] = {"e4m3", "e5m2", "ue4m4", "ue5m3"};
    const char *algorithms[] = {"", " algo<most_recent>"};
    std::string h = getTensor({numRows, numColumns}, "f32");
    std::string v = getTensor({numColumns}, "f32");
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
          // A history contains finite amaxes.
          for (float &value : pair.stock.arguments[0].data<float>())
            if (!std::isfinite(value))
              value = 0.0f;
        },
        [&](Specials) { pair.expectAllEqual(text); });
  }
}

} // namespace
