//===- StochasticQuantizeTest.cpp - draws depend on positions -------------===//
//
// Tests fp8.quantize with stochastic rounding. Codes are the same on every
// target, for parts and whole tensors, transposed or not, and with any number
// of threads. Rounding is unbiased.
//
//===----------------------------------------------------------------------===//

#include "UpstreamPair.h"
#include "fp8/Numerics/Draws.h"

#ifdef __linux__
#include <sched.h>
#endif

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

std::string join(ArrayRef<int64_t> values) {
  std::string text;
  for (int64_t value : values)
    text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

/// Quantizes `%x` to `%codes` by the scale, seed and step that are arguments,
/// as the part at `offsets`, which are arguments, of `whole`.
std::string getQuantize(ArrayRef<int64_t> shape, StringRef element,
                        StringRef code, uint32_t stream,
                        ArrayRef<int64_t> whole,
                        RoundingMode rounding = RoundingMode::Stochastic) {
  std::string x = getTensor(shape, element), c = getTensor(shape, code);
  std::string arguments, offsets;
  for (size_t d = 0; d < whole.size(); ++d) {
    std::string name = "%o" + std::to_string(d);
    arguments += ", " + name + ": index";
    offsets += (d != 0 ? ", " : "") + name;
  }
  std::string at = whole.empty() && !shape.empty()
                       ? ""
                       : " at [" + offsets + "] of [" + join(whole) + "]";
  return "func.func @f(%x: " + x + ", %s: tensor<f32>, %seed: i32, %step: i32" +
         arguments + ") -> " + c + " {\n  %e = tensor.empty() : " + c +
         "\n  %codes = fp8.quantize %x by %s rounding<" +
         stringifyRoundingMode(rounding).str() + "> stream " +
         std::to_string(stream) + " seed %seed step %step" + at +
         " outs(%e : " + c + ") : " + x +
         ", tensor<f32>\n  return %codes : " + c + "\n}";
}

void setDraw(Compiled &compiled, float scale, uint32_t seed, uint32_t step) {
  compiled.arguments[1].data<float>()[0] = scale;
  compiled.arguments[2].data<uint32_t>()[0] = seed;
  compiled.arguments[3].data<uint32_t>()[0] = step;
}

void expectSameCodes(const HostTensor &expected, const HostTensor &actual,
                     const std::string &what) {
  ArrayRef<uint8_t> want = expected.data<uint8_t>();
  ArrayRef<uint8_t> got = actual.data<uint8_t>();
  ASSERT_EQ(want.size(), got.size());
  for (size_t i = 0; i < want.size(); ++i)
    ASSERT_EQ(unsigned(got[i]), unsigned(want[i]))
        << what << ", element " << i << " with FP8_TEST_SEED=" << getSeed();
}

class StochasticQuantize : public testing::TestWithParam<Target> {
protected:
  bool isSimulated() const {
    return StringRef(GetParam().name).starts_with("sim");
  }
};

// The evaluator's codes equal Philox.h and Formats.h, and every target's
// codes equal the evaluator's.
TEST_P(StochasticQuantize, IsThatOfThePage) {
  RandomData random(getSeed() + 20);
  const int numShapes = isSimulated() ? 6 : 14;
  const int numSets = isSimulated() ? 2 : 20;
  for (int i = 0; i < numShapes; ++i) {
    SmallVector<int64_t> shape = getShape(random);
    const char *elements[] = {"f32", "bf16", "f16"};
    const char *codes[] = {"f8E4M3FN", "f8E5M2"};
    unsigned code = random.below(2);
    auto stream = static_cast<uint32_t>(random.below(1u << 31));
    RoundingMode rounding =
        i % 2 == 0 ? RoundingMode::Stochastic : RoundingMode::QuasiStochastic;
    std::string text =
        getQuantize(shape, random.pick(ArrayRef(elements)), codes[code], stream,
                    /*whole=*/{}, rounding);
    Compiled compiled(text, GetParam());
    ASSERT_TRUE(compiled) << text;
    const numerics::FormatSpec &spec =
        code == 0 ? numerics::e4m3 : numerics::e5m2;
    for (int set = 0; set < numSets; ++set) {
      Specials specials = set % 2 == 0 ? Specials::None : Specials::All;
      random.fill(compiled.arguments[0], 0, specials);
      auto seed = static_cast<uint32_t>(random.below(uint64_t(1) << 32));
      auto step = static_cast<uint32_t>(random.below(uint64_t(1) << 32));
      float scale = std::ldexp(1.25f, static_cast<int>(random.below(20)) - 10);
      setDraw(compiled, scale, seed, step);
      compiled.run();
      const HostTensor &x = compiled.arguments[0];
      for (int64_t e = 0; e < x.getNumElements(); ++e) {
        float value = static_cast<float>(x.getFloat(e)) * scale;
        uint8_t expected = numerics::encodeStochastic(
            value,
            numerics::drawBits(seed, stream, e, step, numerics::use::update,
                               getSequence(rounding)),
            spec);
        ASSERT_EQ(unsigned(compiled.results[0].data<uint8_t>()[e]),
                  unsigned(expected))
            << "element " << e << ", " << value
            << " with FP8_TEST_SEED=" << getSeed() << "\n"
            << text;
      }
    }
  }
}

/// The part of `whole` at `offsets`.
void takeSlice(const HostTensor &whole, ArrayRef<int64_t> offsets,
               HostTensor &part) {
  SmallVector<int64_t> strides = computeStrides(whole.getShape());
  SmallVector<int64_t> partStrides = computeStrides(part.getShape());
  unsigned size = part.getElementSize();
  for (int64_t i = 0; i < part.getNumElements(); ++i) {
    SmallVector<int64_t> index = delinearize(i, partStrides);
    for (auto [position, offset] : llvm::zip_equal(index, offsets))
      position += offset;
    std::memcpy(part.bytes().data() + i * size,
                whole.bytes().data() + linearize(index, strides) * size, size);
  }
}

// A part of a tensor, given its position, has the same codes as this part of
// the whole tensor.
TEST_P(StochasticQuantize, OfAPartIsAPart) {
  RandomData random(getSeed() + 21);
  for (int i = 0; i < (isSimulated() ? 4 : 8); ++i) {
    SmallVector<int64_t> shape = getShape(random), part;
    for (int64_t extent : shape)
      part.push_back(1 + static_cast<int64_t>(random.below(extent)));
    Compiled whole(getQuantize(shape, "f32", "f8E4M3FN", 7, {}), kReference);
    std::string text = getQuantize(part, "f32", "f8E4M3FN", 7, shape);
    Compiled local(text, GetParam());
    ASSERT_TRUE(whole && local) << text;
    for (int set = 0; set < 5; ++set) {
      random.fill(whole.arguments[0], 0, Specials::Subnormal);
      auto seed = static_cast<uint32_t>(random.below(1000));
      setDraw(whole, 3.7f, seed, set);
      setDraw(local, 3.7f, seed, set);
      SmallVector<int64_t> offsets;
      for (auto [d, extent] : llvm::enumerate(shape)) {
        offsets.push_back(
            static_cast<int64_t>(random.below(extent - part[d] + 1)));
        local.arguments[4 + d].setInt(0, offsets.back());
      }
      takeSlice(whole.arguments[0], offsets, local.arguments[0]);
      whole.run();
      local.run();
      HostTensor expected = clone(local.results[0]);
      takeSlice(whole.results[0], offsets, expected);
      expectSameCodes(expected, local.results[0], text);
    }
  }
}

// Codes that a kernel writes transposed equal the transposed codes.
TEST_P(StochasticQuantize, TransposedHasTheSameCodes) {
  RandomData random(getSeed() + 22);
  for (auto [rows, columns] :
       {std::pair<int64_t, int64_t>(1, 33), {17, 40}, {64, 64}, {70, 130}}) {
    std::string x = getTensor({rows, columns}, "f32");
    std::string c = getTensor({rows, columns}, "f8E5M2");
    std::string t = getTensor({columns, rows}, "f8E5M2");
    std::string text =
        "func.func @f(%x: " + x +
        ", %s: tensor<f32>, %seed: i32, %step: i32) -> (" + c + ", " + t +
        ") {\n  %e = tensor.empty() : " + c + "\n  %u = tensor.empty() : " + t +
        "\n  %codes = fp8.quantize %x by %s rounding<stochastic> stream 1 seed "
        "%seed step %step outs(%e : " +
        c + ") : " + x +
        ", tensor<f32>\n  %t = linalg.transpose ins(%codes : " + c +
        ") outs(%u : " + t +
        ") permutation = [1, 0]\n  return %codes, %t : " + c + ", " + t + "\n}";
    Compiled compiled(text, GetParam()),
        reference(getQuantize({rows, columns}, "f32", "f8E5M2", 1, {}),
                  kReference);
    ASSERT_TRUE(compiled && reference) << text;
    random.fill(reference.arguments[0], 3, Specials::All);
    compiled.arguments[0] = clone(reference.arguments[0]);
    setDraw(reference, 1.0f, 5, 6);
    setDraw(compiled, 1.0f, 5, 6);
    reference.run();
    compiled.run();
    expectSameCodes(reference.results[0], compiled.results[0], text);
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < columns; ++j)
        ASSERT_EQ(
            unsigned(compiled.results[1].data<uint8_t>()[j * rows + i]),
            unsigned(reference.results[0].data<uint8_t>()[i * columns + j]))
            << i << ", " << j;
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, StochasticQuantize,
                         testing::Values(kReference, kStock, kCPU, kSim80,
                                         kSim90),
                         getName);

#ifdef __linux__
// A program has as many threads as there are CPUs that the creating thread may
// use.
TEST(StochasticThreads, DoNotMatter) {
  cpu_set_t all, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(all), &all), 0);
  if (CPU_COUNT(&all) < 2)
    GTEST_SKIP() << "one CPU: there is one thread";
  std::string text = getQuantize({513, 257}, "bf16", "f8E4M3FN", 2, {});
  Compiled many(text, kCPU);
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &all)) {
      CPU_SET(cpu, &one);
      break;
    }
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  Compiled single(text, kCPU);
  ASSERT_EQ(sched_setaffinity(0, sizeof(all), &all), 0);
  ASSERT_TRUE(many && single);
  RandomData random(getSeed() + 23);
  random.fill(many.arguments[0], 0, Specials::All);
  single.arguments[0] = clone(many.arguments[0]);
  setDraw(many, 2.5f, 3, 4);
  setDraw(single, 2.5f, 3, 4);
  many.run();
  single.run();
  expectSameCodes(single.results[0], many.results[0], text);
}
#endif

// For many elements of one value, the expected fraction is rounded up, in
// every step, and at each of the eight positions that share a block of random
// bits. Seeds determine the bits, so the test is deterministic.
TEST(StochasticCounts, AreUnbiased) {
  constexpr int64_t size = 1 << 16;
  constexpr int numSteps = 8;
  // Between codes 0x38 and 0x39 of e4m3, 1 and 1.125.
  for (float fraction : {0.0f, 0x1p-12f, 0.25f, 0.5f, 0.7f, 1 - 0x1p-12f}) {
    Compiled compiled(getQuantize({size}, "f32", "f8E4M3FN", 9, {}), kStock);
    ASSERT_TRUE(compiled);
    llvm::fill(compiled.arguments[0].data<float>(), 1 + fraction / 8);
    double total = 0;
    std::vector<int64_t> perPlace(8, 0);
    for (int step = 0; step < numSteps; ++step) {
      setDraw(compiled, 1.0f, 77, step);
      compiled.run();
      for (int64_t i = 0; i < size; ++i) {
        uint8_t code = compiled.results[0].data<uint8_t>()[i];
        ASSERT_TRUE(code == 0x38 || code == 0x39) << unsigned(code);
        perPlace[i % 8] += code == 0x39;
        total += code == 0x39;
      }
    }
    /// Returns four standard deviations of the number of upward roundings among
    /// `count`.
    auto bound = [&](double count) {
      return 4 * std::sqrt(count * fraction * (1 - fraction)) + 1e-9;
    };
    double count = double(size) * numSteps;
    EXPECT_NEAR(total, count * fraction, bound(count)) << fraction;
    for (int64_t ups : perPlace)
      EXPECT_NEAR(double(ups), count / 8 * fraction, bound(count / 8))
          << fraction;
  }
}

} // namespace
