//===- DeviceConvertTest.cpp - fp8.convert on chips, against Formats.h ----===//
//
// Tests conversions by instructions and by integer arithmetic, bit for bit.
// Decodes every code, including NaN. Encodes every bf16 and f16, and the f32
// numbers around every code, every midpoint and every power of two. Rounds
// chosen values with all random numbers of stochastic rounding.
//
//===----------------------------------------------------------------------===//

#include "KernelRunner.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Target/NVIDIA/DeviceCode.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <numeric>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;
using numerics::FormatSpec;
using numerics::Overflow;

namespace {

/// `spec` is null for f32.
struct Wide {
  const FormatSpec *spec;
  const char *type;
  unsigned bytes;
};
const Wide kWide[] = {{nullptr, "f32", 4},
                      {&numerics::bf16, "bf16", 2},
                      {&numerics::f16, "f16", 2}};

struct Code {
  const FormatSpec *spec;
  const char *type;
  const char *clause;
};
/// A pair of bytes.
const Code kHalves[] = {{&numerics::e4m11, "i16", "format<e4m11>"},
                        {&numerics::bf16, "bf16", ""}};
const Code kCodes[] = {{&numerics::e4m3, "f8E4M3FN", ""},
                       {&numerics::e5m2, "f8E5M2", ""},
                       {&numerics::ue4m4, "i8", "format<ue4m4>"},
                       {&numerics::ue5m3, "i8", "format<ue5m3>"}};

constexpr int64_t kBlockSize = 128;

/// Converts in the simulator: each thread converts a vector of `width`
/// elements, with random bits for each element if the rounding is stochastic.
class Converter {
public:
  Converter(const char *chip, const std::string &from, const std::string &to,
            const std::string &clause, int64_t width, bool isStochastic = false)
      : width(width) {
    auto vector = [&](const std::string &type) {
      return "vector<" + std::to_string(width) + "x" + type + ">";
    };
    auto storage = [&](const std::string &type) {
      return vector(type[1] == '8' ? "i8" : type);
    };
    std::string text =
        "gpu.module @m { gpu.func @f(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %r: "
        "!llvm.ptr<1>) kernel {\n%i = gpu.global_id x\n"
        "%w = arith.constant " +
        std::to_string(width) +
        " : index\n"
        "%j = arith.muli %i, %w : index\n"
        "%k = arith.index_cast %j : index to i64\n"
        "%px = llvm.getelementptr %x[%k] : (!llvm.ptr<1>, i64) -> "
        "!llvm.ptr<1>, " +
        (from[1] == '8' ? "i8" : from) +
        "\n"
        "%py = llvm.getelementptr %y[%k] : (!llvm.ptr<1>, i64) -> "
        "!llvm.ptr<1>, " +
        (to[1] == '8' ? "i8" : to) +
        "\n"
        "%l = llvm.load %px {alignment = 1 : i64} : !llvm.ptr<1> -> " +
        storage(from) + "\n" + "%v = arith.bitcast %l : " + storage(from) +
        " to " + vector(from) + "\n" +
        (isStochastic
             ? "%pr = llvm.getelementptr %r[%k] : (!llvm.ptr<1>, i64) -> "
               "!llvm.ptr<1>, i16\n"
               "%d = llvm.load %pr {alignment = 1 : i64} : !llvm.ptr<1> -> " +
                   vector("i16") + "\n%c = fp8.convert %v random %d " + clause +
                   " rounding<stochastic> : " + vector(from) + ", " +
                   vector("i16")
             : "%c = fp8.convert %v " + clause + " : " + vector(from)) +
        " to " + vector(to) + "\n" + "%b = arith.bitcast %c : " + vector(to) +
        " to " + storage(to) + "\n" +
        "llvm.store %b, %py {alignment = 1 : i64} : " + storage(to) +
        ", !llvm.ptr<1>\ngpu.return } }";
    auto module = parseSourceString<ModuleOp>(text, &getContext());
    EXPECT_TRUE(module) << text;
    Location loc = UnknownLoc::get(&getContext());
    auto target = getDeviceTarget(chip, 0, [&] { return emitError(loc); });
    auto code =
        compileToDeviceIR(*module->getOps<gpu::GPUModuleOp>().begin(), *target);
    EXPECT_TRUE(succeeded(code)) << text;
    fp8sim::Options options;
    options.checked = false;
    auto created = fp8sim::Simulator::create(std::move(code->context),
                                             std::move(code->module), options);
    EXPECT_TRUE(bool(created)) << llvm::toString(created.takeError());
    simulator = std::move(*created);
  }

  /// Converts `inputs`, bit patterns of `fromBytes` bytes each. Results are bit
  /// patterns of `toBytes` bytes each.
  std::vector<uint32_t> run(std::vector<uint32_t> inputs, unsigned fromBytes,
                            unsigned toBytes,
                            std::vector<uint16_t> draws = {}) {
    size_t count = inputs.size();
    inputs.resize(llvm::alignTo(count, kBlockSize * width));
    draws.resize(inputs.size());
    std::vector<char> x(inputs.size() * fromBytes), y(inputs.size() * toBytes);
    for (size_t i = 0; i < inputs.size(); ++i)
      std::memcpy(&x[i * fromBytes], &inputs[i], fromBytes);
    llvm::Error error = simulator->launch(
        "f", {uint32_t(inputs.size() / (kBlockSize * width)), 1, 1},
        {kBlockSize, 1, 1}, 0,
        {fp8sim::KernelArgument::pointer(x.data(), x.size()),
         fp8sim::KernelArgument::pointer(y.data(), y.size()),
         fp8sim::KernelArgument::pointer(draws.data(), draws.size() * 2)});
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
    std::vector<uint32_t> outputs(count);
    for (size_t i = 0; i < count; ++i)
      std::memcpy(&outputs[i], &y[i * toBytes], toBytes);
    return outputs;
  }

private:
  int64_t width;
  std::unique_ptr<fp8sim::Simulator> simulator;
};

std::vector<uint32_t> getAll(unsigned bytes) {
  std::vector<uint32_t> patterns(1u << (8 * bytes));
  std::iota(patterns.begin(), patterns.end(), 0);
  return patterns;
}

std::vector<uint32_t> getF32Patterns(const FormatSpec &spec) {
  std::vector<uint32_t> patterns;
  auto addAround = [&](uint32_t center) {
    for (int step = -2; step <= 2; ++step)
      for (uint32_t sign : {0u, 0x80000000u})
        patterns.push_back((center + step) ^ sign);
  };
  for (uint32_t code = 0; code < spec.maxCode; ++code) {
    uint32_t low = numerics::bitsOf(numerics::decodeBits(code, spec));
    uint32_t high = numerics::bitsOf(numerics::decodeBits(code + 1, spec));
    addAround(low);
    // The midpoint of the values, and the midpoint of their bit patterns.
    addAround(numerics::bitsOf(
        (numerics::floatOf(low) + numerics::floatOf(high)) / 2));
    addAround(low + (high - low) / 2);
  }
  for (uint32_t exponent = 0; exponent < 256; ++exponent)
    for (uint32_t mantissa : {0u, 1u, 0x400000u, 0x7FFFFFu})
      addAround(exponent << 23 | mantissa);
  return patterns;
}

class DeviceConvert
    : public testing::TestWithParam<std::tuple<const char *, int64_t>> {};

} // namespace

TEST_P(DeviceConvert, Encodes) {
  auto [chip, width] = GetParam();
  for (const Wide &from : kWide)
    for (const Code &to : kCodes) {
      Converter converter(chip, from.type, to.type, to.clause, width);
      std::vector<uint32_t> inputs =
          from.spec ? getAll(from.bytes) : getF32Patterns(*to.spec);
      std::vector<uint32_t> outputs = converter.run(inputs, from.bytes, 1);
      for (size_t i = 0; i < inputs.size(); ++i) {
        float value = from.spec ? numerics::decodeBits(inputs[i], *from.spec)
                                : numerics::floatOf(inputs[i]);
        ASSERT_EQ(outputs[i], numerics::encodeBits(value, *to.spec))
            << from.type << " 0x" << std::hex << inputs[i] << " to "
            << to.spec->name;
      }
    }
}

TEST_P(DeviceConvert, Decodes) {
  auto [chip, width] = GetParam();
  for (const Code &from : kCodes)
    for (const Wide &to : kWide) {
      Converter converter(chip, from.type, to.type, from.clause, width);
      std::vector<uint32_t> inputs = getAll(1);
      std::vector<uint32_t> outputs = converter.run(inputs, 1, to.bytes);
      for (size_t i = 0; i < inputs.size(); ++i) {
        float value = numerics::decodeBits(inputs[i], *from.spec);
        uint32_t expected =
            to.spec ? numerics::encodeBits(value, *to.spec, Overflow::Infinity)
                    : numerics::bitsOf(value);
        ASSERT_EQ(outputs[i], expected) << from.spec->name << " 0x" << std::hex
                                        << inputs[i] << " to " << to.type;
      }
    }
}

// Encodes values between two codes with each of the 2^16 random numbers:
// subnormal values, values at 1 and at the largest code, and values that are
// never rounded.
TEST_P(DeviceConvert, EncodesWithEveryDraw) {
  auto [chip, width] = GetParam();
  std::vector<uint16_t> draws(1 << 16);
  std::iota(draws.begin(), draws.end(), 0);
  for (const Wide &from : kWide)
    for (const Code &to : kCodes) {
      Converter converter(chip, from.type, to.type, to.clause, width,
                          /*isStochastic=*/true);
      std::vector<float> values = {0.0f, -0.0f, 1.0f, INFINITY, -INFINITY, NAN};
      uint32_t one = static_cast<uint32_t>(to.spec->bias)
                     << to.spec->mantissaBits;
      for (uint32_t code : {0u, 1u, one, to.spec->maxCode - 1}) {
        float low = numerics::decodeBits(code, *to.spec);
        float high = numerics::decodeBits(code + 1, *to.spec);
        values.push_back(low + (high - low) * 0.3f);
        values.push_back(-(low + (high - low) * 0.625f));
      }
      for (float value : values) {
        uint32_t pattern = from.spec ? numerics::encodeBits(value, *from.spec,
                                                            Overflow::Infinity)
                                     : numerics::bitsOf(value);
        if (from.spec)
          value = numerics::decodeBits(pattern, *from.spec);
        std::vector<uint32_t> outputs = converter.run(
            std::vector<uint32_t>(draws.size(), pattern), from.bytes, 1, draws);
        for (size_t i = 0; i < draws.size(); ++i)
          ASSERT_EQ(outputs[i],
                    numerics::encodeBitsStochastic(value, draws[i], *to.spec))
              << from.type << " " << value << " to " << to.spec->name
              << " with draw " << i;
      }
    }
}

TEST_P(DeviceConvert, DecodesHalves) {
  auto [chip, width] = GetParam();
  for (const Code &from : kHalves) {
    Converter converter(chip, from.type, "f32", from.clause, width);
    std::vector<uint32_t> inputs = getAll(2);
    std::vector<uint32_t> outputs = converter.run(inputs, 2, 4);
    for (size_t i = 0; i < inputs.size(); ++i)
      ASSERT_EQ(outputs[i],
                numerics::bitsOf(numerics::decodeBits(inputs[i], *from.spec)))
          << from.spec->name << " 0x" << std::hex << inputs[i];
  }
}

TEST_P(DeviceConvert, EncodesBF16) {
  auto [chip, width] = GetParam();
  Converter converter(chip, "f32", "bf16", "", width);
  std::vector<uint32_t> inputs = getF32Patterns(numerics::bf16);
  std::vector<uint32_t> outputs = converter.run(inputs, 4, 2);
  for (size_t i = 0; i < inputs.size(); ++i)
    ASSERT_EQ(outputs[i], numerics::encodeBits(numerics::floatOf(inputs[i]),
                                               numerics::bf16))
        << "0x" << std::hex << inputs[i];
}

// Encodes values around every code and every midpoint, each with a few random
// numbers, some of which cause a carry. All lanes have different codes.
TEST_P(DeviceConvert, EncodesWithSomeDraws) {
  auto [chip, width] = GetParam();
  auto check = [&, chip = chip, width = width](const Code &to, unsigned bytes) {
    Converter converter(chip, "f32", to.type, to.clause, width,
                        /*isStochastic=*/true);
    std::vector<uint32_t> inputs = getF32Patterns(*to.spec);
    for (uint32_t round = 0; round < 4; ++round) {
      std::vector<uint16_t> draws;
      for (uint32_t i = 0; i < inputs.size(); ++i)
        draws.push_back(round == 0   ? 0xFFFF
                        : round == 1 ? 1u << (i % 16)
                                     : (i * 0x9E3779B9u + round) >> 16);
      std::vector<uint32_t> outputs =
          converter.run(inputs, /*fromBytes=*/4, bytes, draws);
      for (size_t i = 0; i < inputs.size(); ++i)
        ASSERT_EQ(outputs[i],
                  numerics::encodeBitsStochastic(numerics::floatOf(inputs[i]),
                                                 draws[i], *to.spec))
            << "0x" << std::hex << inputs[i] << " to " << to.spec->name
            << " with draw 0x" << draws[i];
    }
  };
  for (const Code &to : kHalves)
    check(to, 2);
  for (const Code &to : kCodes)
    check(to, 1);
}

INSTANTIATE_TEST_SUITE_P(Chips, DeviceConvert,
                         testing::Combine(testing::Values("sm_80", "sm_90a"),
                                          testing::Values(1, 3, 4)));
