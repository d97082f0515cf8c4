//===- ConvertTest.cpp - fp8.convert on every target, against Formats.h ---===//
//
// Every code is decoded. Every bf16 and f16, and every FP8_F32_STRIDE-th f32
// pattern (a prime by default; 1 is exhaustive), is encoded. The device code of
// chips is tested in Codegen/DeviceConvertTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "fp8/Numerics/Formats.h"

#include <cfenv>
#include <cstdlib>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;
using numerics::FormatSpec;
using numerics::Overflow;

namespace {

struct Narrow {
  const FormatSpec *spec;
  const char *type;
  const char *clause; // attributes of `fp8.convert`
};

const Narrow kCodes[] = {
    {&numerics::e4m3, "f8E4M3FN", ""},
    {&numerics::e5m2, "f8E5M2", ""},
    {&numerics::ue4m4, "i8", "format<ue4m4>"},
    {&numerics::ue5m3, "i8", "format<ue5m3>"},
};
const Narrow kHalves[] = {
    {&numerics::bf16, "bf16", ""},
    {&numerics::f16, "f16", ""},
};

std::vector<Narrow> getAll() {
  std::vector<Narrow> all(std::begin(kCodes), std::end(kCodes));
  all.insert(all.end(), std::begin(kHalves), std::end(kHalves));
  return all;
}

constexpr int64_t kChunk = 1 << 16;

std::string tensor(const std::string &element) {
  return "tensor<" + std::to_string(kChunk) + "x" + element + ">";
}

std::string getConvert(const std::string &clause, const std::string &from,
                       const std::string &to) {
  return "func.func @f(%x: " + tensor(from) + ") -> " + tensor(to) +
         " {\n  %y = fp8.convert %x " + clause + " : " + tensor(from) + " to " +
         tensor(to) + "\n  return %y : " + tensor(to) + "\n}";
}

uint64_t getStride() {
  const char *text = std::getenv("FP8_F32_STRIDE");
  return text ? std::strtoull(text, nullptr, 10) : 1021;
}

/// Calls `check(bits)` with chunks of f32 patterns: every stride-th pattern,
/// and patterns around each power of two and each midpoint of codes.
template <typename Fn>
void forF32Chunks(Fn check) {
  std::vector<uint32_t> chunk;
  auto add = [&](uint32_t bits) {
    chunk.push_back(bits);
    if (chunk.size() == kChunk) {
      check(chunk);
      chunk.clear();
    }
  };
  for (uint64_t bits = 0; bits <= 0xFFFFFFFFu; bits += getStride())
    add(static_cast<uint32_t>(bits));
  for (uint32_t top = 0; top < 1u << 16; ++top)
    for (uint32_t low : {0u, 1u, 0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu})
      add(top << 16 | low);
  chunk.resize(kChunk);
  check(chunk);
}

/// Conversions in the evaluator, through upstream's passes, and through the
/// emitter of fp8.
class Convert : public testing::TestWithParam<Target> {};

/// Tests f32 to `narrow`, with or without random bits.
void testEncode(const Target &target, const Narrow &narrow, bool isStochastic) {
  std::string type = tensor(narrow.type), random = tensor("i16");
  Compiled compiled(
      isStochastic
          ? "func.func @f(%x: " + tensor("f32") + ", %r: " + random + ") -> " +
                type + " {\n  %y = fp8.convert %x random %r " + narrow.clause +
                " rounding<stochastic> : " + tensor("f32") + ", " + random +
                " to " + type + "\n  return %y : " + type + "\n}"
          : getConvert(narrow.clause, "f32", narrow.type),
      target);
  ASSERT_TRUE(compiled);
  uint64_t numWrong = 0;
  uint32_t state = 1;
  forF32Chunks([&](const std::vector<uint32_t> &chunk) {
    llvm::copy(chunk, compiled.arguments[0].data<uint32_t>().begin());
    std::vector<uint16_t> draws(kChunk, 0);
    if (isStochastic) {
      for (uint16_t &draw : draws) {
        state = state * 1664525u + 1013904223u;
        draw = static_cast<uint16_t>(state >> 16);
      }
      draws[0] = 0xFFFF;
      llvm::copy(draws, compiled.arguments[1].data<uint16_t>().begin());
    }
    compiled.run();
    for (int64_t i = 0; i < kChunk; ++i) {
      float value = numerics::floatOf(chunk[i]);
      uint16_t expected =
          isStochastic
              ? numerics::encodeBitsStochastic(value, draws[i], *narrow.spec)
              : numerics::encodeBits(value, *narrow.spec);
      uint16_t actual = compiled.results[0].getElementSize() == 1
                            ? compiled.results[0].data<uint8_t>()[i]
                            : compiled.results[0].data<uint16_t>()[i];
      if (actual != expected && ++numWrong <= 5)
        ADD_FAILURE() << narrow.spec->name << " of 0x" << std::hex << chunk[i]
                      << " with draw 0x" << draws[i] << ": expected 0x"
                      << expected << ", but got 0x" << actual;
    }
  });
  EXPECT_EQ(numWrong, 0u);
}

TEST_P(Convert, EncodesF32) {
  for (const Narrow &narrow : getAll())
    testEncode(GetParam(), narrow, /*isStochastic=*/false);
}

TEST_P(Convert, EncodesF32Stochastically) {
  for (const Narrow &narrow : getAll())
    testEncode(GetParam(), narrow, /*isStochastic=*/true);
}

/// Returns values from code `code` to the next code: both ends, and values at
/// and near the fraction `numerator` / 65536 between them.
std::vector<float> getBetween(const FormatSpec &spec, uint16_t code,
                              int numerator) {
  double low = numerics::decodeBits(code, spec);
  double high = numerics::decodeBits(code + 1, spec);
  auto value = static_cast<float>(low + (high - low) * numerator / 65536);
  std::vector<float> values;
  for (int step = -1; step <= 1; ++step) {
    float near = numerics::floatOf(numerics::bitsOf(value) + step);
    // There are no values below 0.
    if (numerics::bitsOf(value) != 0 || step >= 0)
      values.insert(values.end(), {near, -near});
  }
  return values;
}

// The number of random numbers, of all 2^16, that round a value up is exactly
// 2^16 times its fraction of a quantum. So the mean of the results is the
// value, rounded down to a multiple of 2^-16 quanta. Representable values are
// never rounded.
TEST_P(Convert, EveryDraw) {
  for (const Narrow &narrow : getAll()) {
    const FormatSpec &spec = *narrow.spec;
    std::string wide = tensor("f32"), type = tensor(narrow.type),
                random = tensor("i16");
    Compiled compiled("func.func @f(%x: " + wide + ", %r: " + random + ") -> " +
                          type + " {\n  %y = fp8.convert %x random %r " +
                          narrow.clause + " rounding<stochastic> : " + wide +
                          ", " + random + " to " + type +
                          "\n  return %y : " + type + "\n}",
                      GetParam());
    ASSERT_TRUE(compiled);
    for (int64_t draw = 0; draw < kChunk; ++draw)
      compiled.arguments[1].data<uint16_t>()[draw] =
          static_cast<uint16_t>(draw);
    /// The codes of all draws for `value`.
    auto encode = [&](float value) {
      llvm::fill(compiled.arguments[0].data<float>(), value);
      compiled.run();
      std::vector<uint16_t> codes;
      for (int64_t i = 0; i < kChunk; ++i)
        codes.push_back(compiled.results[0].getElementSize() == 1
                            ? compiled.results[0].data<uint8_t>()[i]
                            : compiled.results[0].data<uint16_t>()[i]);
      return codes;
    };
    uint16_t sign = spec.isSigned ? 1 << spec.magnitudeBits() : 0;
    // Codes: subnormal ones, the step to normal numbers, a change of binade,
    // and the last pair.
    auto firstNormal = static_cast<uint16_t>(1 << spec.mantissaBits);
    auto one = static_cast<uint16_t>(spec.bias << spec.mantissaBits);
    for (uint16_t code : {uint16_t(0), uint16_t(firstNormal - 1),
                          uint16_t(one - 1), uint16_t(spec.maxCode - 1)}) {
      double low = numerics::decodeBits(code, spec);
      double quantum = numerics::decodeBits(code + 1, spec) - low;
      for (float value : getBetween(spec, code, 0x5A3C)) {
        double fraction = (std::fabs(value) - low) / quantum;
        bool isDropped = !spec.isSigned && value < 0;
        uint16_t down = isDropped ? 0 : code | (value < 0 ? sign : 0);
        auto expected =
            isDropped ? 0 : static_cast<int64_t>(std::floor(fraction * 65536));
        std::vector<uint16_t> codes = encode(value);
        int64_t numDown = llvm::count(codes, down);
        int64_t numUp = isDropped ? 0 : llvm::count(codes, down + 1);
        ASSERT_EQ(numUp, expected) << spec.name << " of " << value;
        ASSERT_EQ(numDown + numUp, kChunk) << spec.name << " of " << value;
      }
    }
    // Codes, infinities, NaN and larger values have one result.
    float max = numerics::maxFinite(spec);
    for (float value :
         {0.0f, -0.0f, 1.0f, -max, numerics::decodeBits(1, spec), 2.0f * max,
          std::nextafterf(max, INFINITY), -INFINITY, INFINITY, NAN}) {
      std::vector<uint16_t> codes = encode(value);
      ASSERT_EQ(llvm::count(codes, numerics::encodeBits(value, spec)), kChunk)
          << spec.name << " of " << value;
    }
  }
}

/// Tests `op` on all 2^16 patterns of `from`.
void testHalf(const Target &target, const std::string &text,
              const FormatSpec &from, function_ref<uint32_t(float)> expect) {
  Compiled compiled(text, target);
  ASSERT_TRUE(compiled);
  for (int64_t i = 0; i < kChunk; ++i)
    if (compiled.arguments[0].getElementSize() == 1)
      compiled.arguments[0].data<uint8_t>()[i] = static_cast<uint8_t>(i);
    else
      compiled.arguments[0].data<uint16_t>()[i] = static_cast<uint16_t>(i);
  compiled.run();
  uint16_t mask = compiled.arguments[0].getElementSize() == 1 ? 0xFF : 0xFFFF;
  unsigned numWrong = 0;
  for (int64_t i = 0; i < kChunk; ++i) {
    uint32_t expected = expect(numerics::decodeBits(i & mask, from));
    const HostTensor &result = compiled.results[0];
    uint32_t actual = result.getElementSize() == 1 ? result.data<uint8_t>()[i]
                      : result.getElementSize() == 2
                          ? result.data<uint16_t>()[i]
                          : result.data<uint32_t>()[i];
    if (actual != expected && ++numWrong <= 5)
      ADD_FAILURE() << "0x" << std::hex << (i & mask) << " of " << from.name
                    << ": expected 0x" << expected << ", but got 0x" << actual
                    << "\n"
                    << text;
  }
}

TEST_P(Convert, EncodesHalves) {
  for (const Narrow &from : kHalves)
    for (const Narrow &to : kCodes)
      testHalf(GetParam(), getConvert(to.clause, from.type, to.type),
               *from.spec,
               [&](float x) { return numerics::encodeBits(x, *to.spec); });
}

TEST_P(Convert, DecodesToF32) {
  for (const Narrow &from : getAll())
    testHalf(GetParam(), getConvert(from.clause, from.type, "f32"), *from.spec,
             numerics::bitsOf);
}

TEST_P(Convert, DecodesToHalves) {
  for (const Narrow &from : kCodes)
    for (const Narrow &to : kHalves)
      testHalf(GetParam(), getConvert(from.clause, from.type, to.type),
               *from.spec, [&](float x) {
                 return numerics::encodeBits(x, *to.spec, Overflow::Infinity);
               });
}

std::string getArith(const std::string &op, const std::string &from,
                     const std::string &to) {
  return "func.func @f(%x: " + tensor(from) + ") -> " + tensor(to) +
         " {\n  %y = arith." + op + " %x : " + tensor(from) + " to " +
         tensor(to) + "\n  return %y : " + tensor(to) + "\n}";
}

TEST_P(Convert, ExtendsByArith) {
  for (const Narrow &from : getAll()) {
    if (std::string(from.type) == "i8")
      continue;
    // The results may be different NaNs.
    Compiled compiled(getArith("extf", from.type, "f32"), GetParam());
    ASSERT_TRUE(compiled);
    for (int64_t i = 0; i < kChunk; ++i)
      if (compiled.arguments[0].getElementSize() == 1)
        compiled.arguments[0].data<uint8_t>()[i] = static_cast<uint8_t>(i);
      else
        compiled.arguments[0].data<uint16_t>()[i] = static_cast<uint16_t>(i);
    compiled.run();
    uint16_t mask = compiled.arguments[0].getElementSize() == 1 ? 0xFF : 0xFFFF;
    for (int64_t i = 0; i < kChunk; ++i) {
      float expected = numerics::decodeBits(i & mask, *from.spec);
      float actual = compiled.results[0].data<float>()[i];
      if (std::isnan(expected))
        ASSERT_TRUE(std::isnan(actual)) << from.type << " " << i;
      else
        ASSERT_EQ(numerics::bitsOf(expected), numerics::bitsOf(actual))
            << from.type << " " << i;
    }
  }
}

TEST_P(Convert, TruncatesByArith) {
  for (const Narrow &to : kHalves) {
    Compiled compiled(getArith("truncf", "f32", to.type), GetParam());
    ASSERT_TRUE(compiled);
    forF32Chunks([&](const std::vector<uint32_t> &chunk) {
      llvm::copy(chunk, compiled.arguments[0].data<uint32_t>().begin());
      compiled.run();
      for (int64_t i = 0; i < kChunk; ++i)
        ASSERT_EQ(compiled.results[0].data<uint16_t>()[i],
                  numerics::encodeBits(numerics::floatOf(chunk[i]), *to.spec,
                                       Overflow::Infinity))
            << to.type << " of 0x" << std::hex << chunk[i];
    });
  }
}

// If a bf16 is used in several basic blocks, LLVM converts it again, by
// instructions that flush subnormals. This value is computed before the loop
// that stores it.
TEST_P(Convert, KeepsSubnormalsBetweenBlocks) {
  Compiled compiled(
      R"(func.func @f(%x: tensor<1xbf16>) -> (tensor<1xf8E5M2>, tensor<1xbf16>) {
        %c = tensor.empty() : tensor<1xf8E5M2>
        %s = tensor.empty() : tensor<f32>
        %w = tensor.empty() : tensor<1xbf16>
        %codes, %inv = fp8.quantize %x granularity<row> outs(%c, %s : tensor<1xf8E5M2>, tensor<f32>) : tensor<1xbf16>
        %wide = fp8.dequantize %codes by %inv granularity<row> outs(%w : tensor<1xbf16>) : tensor<1xf8E5M2>, tensor<f32>
        return %codes, %wide : tensor<1xf8E5M2>, tensor<1xbf16>
      })",
      GetParam());
  ASSERT_TRUE(compiled);
  compiled.arguments[0].data<uint16_t>()[0] = 0x8070;
  compiled.run();
  // -1.03e-38 by the largest scale is -3.5.
  EXPECT_EQ(unsigned(compiled.results[0].data<uint8_t>()[0]), 0xC3u);
  EXPECT_EQ(compiled.results[1].data<uint16_t>()[0], 0x8070u);
}

// A program does not depend on the rounding mode of its caller.
TEST_P(Convert, IgnoresTheCallersEnvironment) {
  Compiled compiled(getConvert("", "f32", "f8E4M3FN"), GetParam());
  ASSERT_TRUE(compiled);
  compiled.arguments[0].fill(0x1.1p-8); // between two subnormal codes
  std::fesetround(FE_UPWARD);
  compiled.run();
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(compiled.results[0].data<uint8_t>()[0],
            numerics::encode(0x1.1p-8f, numerics::e4m3));
}

INSTANTIATE_TEST_SUITE_P(Targets, Convert,
                         testing::Values(kReference, kStock, kCPU), getName);

} // namespace
