//===- MetamorphicTest.cpp - casts of permuted and scaled data ------------===//

#include "UpstreamPair.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

std::string getQuantize(ArrayRef<int64_t> shape) {
  std::string x = getTensor(shape, "f32"), c = getTensor(shape, "f8E4M3FN");
  return "func.func @f(%x: " + x + ", %s: tensor<f32>, %c: " + c +
         ", %a: tensor<f32>) -> (" + c +
         ", tensor<f32>) {\n"
         "  %codes, %amax = fp8.quantize %x by %s with_amax outs(%c, %a : " +
         c + ", tensor<f32>) : " + x +
         ", tensor<f32>\n"
         "  return %codes, %amax : " +
         c + ", tensor<f32>\n}";
}

// Permuted elements have permuted codes and the same amax. Parts of a tensor
// have parts of its codes.
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
