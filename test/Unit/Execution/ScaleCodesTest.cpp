//===- ScaleCodesTest.cpp - e8m0 on every target, against Scale.h ---------===//
//
// Decodes every e8m0 code together with every code that it scales. Encodes
// amaxes at and around every exponent of f32, rounded up.
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "fp8/Numerics/Scale.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;
using numerics::bitsOf;
using numerics::floatOf;

namespace {

struct CodeType {
  const numerics::FormatSpec *spec;
  const char *type;
};
const CodeType kCodes[] = {{&numerics::e4m3, "f8E4M3FN"},
                           {&numerics::e5m2, "f8E5M2"}};

class ScaleCodes : public testing::TestWithParam<Target> {};

// Row s holds every code, under the scale code s.
TEST_P(ScaleCodes, DecodesEveryPair) {
  for (const CodeType &code : kCodes) {
    std::string c = std::string("tensor<256x256x") + code.type + ">";
    Compiled compiled("func.func @f(%c: " + c +
                          ", %s: tensor<256x8xf8E8M0FNU>) -> "
                          "tensor<256x256xf32> {\n"
                          "  %e = tensor.empty() : tensor<256x256xf32>\n"
                          "  %w = fp8.dequantize %c by %s granularity<mx> "
                          "outs(%e : tensor<256x256xf32>) : " +
                          c +
                          ", tensor<256x8xf8E8M0FNU>\n"
                          "  return %w : tensor<256x256xf32>\n}",
                      GetParam());
    ASSERT_TRUE(compiled);
    for (int i = 0; i < 256 * 256; ++i)
      compiled.arguments[0].data<uint8_t>()[i] = static_cast<uint8_t>(i);
    for (int i = 0; i < 256 * 8; ++i)
      compiled.arguments[1].data<uint8_t>()[i] = static_cast<uint8_t>(i / 8);
    compiled.run();
    for (int i = 0; i < 256 * 256; ++i) {
      float expected =
          numerics::decode(i % 256, *code.spec) * numerics::decodeE8M0(i / 256);
      float actual = compiled.results[0].data<float>()[i];
      // A product may be any NaN.
      ASSERT_TRUE(bitsOf(expected) == bitsOf(actual) ||
                  (std::isnan(expected) && std::isnan(actual)))
          << code.type << " 0x" << std::hex << i % 256 << " by 0x" << i / 256
          << ": expected " << expected << ", but got " << actual;
    }
  }
}

/// Returns amaxes at, around and between powers of two of f32, the same for
/// quotients of amaxes by `max`, and values without an exponent.
std::vector<float> getAmaxes(float max) {
  std::vector<float> amaxes = {0.0f, INFINITY, NAN};
  auto addAround = [&](float center) {
    for (int step = -2; step <= 2; ++step)
      if (int64_t bits = int64_t(bitsOf(center)) + step; bits >= 0)
        amaxes.push_back(floatOf(static_cast<uint32_t>(bits)));
  };
  for (int exponent = -149; exponent <= 127; ++exponent) {
    addAround(std::ldexp(1.0f, exponent));
    addAround(std::ldexp(1.5f, exponent));
    if (float product = std::ldexp(max, exponent); std::isfinite(product))
      addAround(product);
  }
  return amaxes;
}

TEST_P(ScaleCodes, EncodesEveryExponent) {
  for (const CodeType &code : kCodes) {
    float max = numerics::maxFinite(*code.spec);
    std::vector<float> amaxes = getAmaxes(max);
    std::string rows = std::to_string(amaxes.size());
    std::string x = "tensor<" + rows + "x32xf32>";
    std::string c = "tensor<" + rows + "x32x" + code.type + ">";
    std::string s = "tensor<" + rows + "x1xf8E8M0FNU>";
    Compiled compiled("func.func @f(%x: " + x + ") -> (" + c + ", " + s +
                          ") {\n  %ce = tensor.empty() : " + c +
                          "\n  %se = tensor.empty() : " + s +
                          "\n  %q:2 = fp8.quantize %x granularity<mx> "
                          "outs(%ce, %se : " +
                          c + ", " + s + ") : " + x +
                          "\n  return %q#0, %q#1 : " + c + ", " + s + "\n}",
                      GetParam());
    ASSERT_TRUE(compiled);
    auto values = compiled.arguments[0].data<float>();
    for (size_t row = 0; row < amaxes.size(); ++row) {
      // The amax is negative and at any position, among zeros and smaller
      // values.
      llvm::fill(values.slice(row * 32, 32), 0.0f);
      values[row * 32 + (row * 7 + 1) % 32] = amaxes[row] / 3;
      values[row * 32 + row * 7 % 32] = -amaxes[row];
    }
    compiled.run();
    for (size_t row = 0; row < amaxes.size(); ++row) {
      uint8_t expected = numerics::computeE8M0(amaxes[row], max);
      ASSERT_EQ(compiled.results[1].data<uint8_t>()[row], expected)
          << code.type << ", amax " << amaxes[row];
      for (int64_t i = row * 32; i < int64_t(row + 1) * 32; ++i)
        ASSERT_EQ(compiled.results[0].data<uint8_t>()[i],
                  numerics::encode(values[i] * numerics::inverseE8M0(expected),
                                   *code.spec))
            << code.type << ", amax " << amaxes[row] << ", value " << values[i];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ScaleCodes,
                         testing::Values(kReference, kStock, kCPU, kSim80,
                                         kSim90),
                         getName);

} // namespace
