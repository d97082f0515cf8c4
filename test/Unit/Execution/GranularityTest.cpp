//===- GranularityTest.cpp - every way to quantize, on every target -------===//
//
// quantize, amax and dequantize over every granularity, with each kind of
// input, code, rounding and scaling: every target has the evaluator's bits.
//
// Each of 40 shapes runs 50 sets of data through every third granularity, from
// one that the seed chooses, under options that change from one to the next.
// FP8_TEST_ALL_SETS runs 250 sets through every granularity, under every
// combination of options. FP8_TEST_SEED repeats a run.
//
//===----------------------------------------------------------------------===//

#include "UpstreamPair.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

/// The attributes that a granularity is combined with.
struct Options {
  const char *wide;
  const char *code;
  const char *scaling;
  bool isStochastic;
};

constexpr const char *kWide[] = {"f32", "bf16", "f16"};
constexpr const char *kCodes[] = {"f8E4M3FN", "f8E5M2"};
constexpr const char *kScalings[] = {
    "", "scaling<pow2 = true>", "scaling<margin = 2>",
    "scaling<epsilon = 1.0e-4>",
    "scaling<margin = 1, pow2 = true, epsilon = 1.0e-12>"};
constexpr int kCombinations = 3 * 2 * 5 * 2;
/// Sets of data of a short run. Each kind of data is among them.
constexpr int kFewSets = 50;

Options getOptions(int number) {
  number %= kCombinations;
  return {kWide[number % 3], kCodes[number / 3 % 2], kScalings[number / 6 % 5],
          number / 30 != 0};
}

/// Returns shapes of ranks 1 to 4: without elements, with one element, with
/// whole granules, with tails, and then random shapes.
std::vector<SmallVector<int64_t>> getShapes(RandomData &random) {
  std::vector<SmallVector<int64_t>> shapes = {
      {0},        {1},          {32},         {33},         {128},
      {257},      {0, 4},       {4, 0},       {1, 1},       {1, 256},
      {256, 1},   {3, 130},     {130, 3},     {4, 128},     {2, 160},
      {16, 32},   {2, 3, 33},   {0, 2, 2},    {1, 1, 1},    {2, 5, 40},
      {3, 1, 64}, {2, 2, 2, 2}, {1, 2, 3, 4}, {2, 0, 1, 3}, {2, 1, 3, 35}};
  const int64_t extents[] = {1, 2, 3, 5, 7, 16, 31, 32, 33, 64, 65, 129};
  while (shapes.size() < kShapes) {
    SmallVector<int64_t> shape(1 + random.below(4));
    do {
      for (int64_t &extent : shape)
        extent = random.pick(ArrayRef(extents));
    } while (computeProduct(shape) > 400);
    shapes.push_back(shape);
  }
  return shapes;
}

SmallVector<std::string> getGranularities(size_t rank) {
  SmallVector<std::string> all = {"tensor", "row", "mx", "group 7",
                                  "group 128"};
  if (rank >= 2)
    all.append({"block 1x128", "block 128x128", "block 3x7"});
  return all;
}

/// Returns a function that casts `%x` and back with a granularity. Its
/// results are codes, inverse scales, the amax of the tensor, the amaxes of
/// granules and wide values.
std::string getText(ArrayRef<int64_t> shape, const std::string &granularity,
                    const Options &options) {
  auto attribute = cast<GranularityAttr>(
      parseAttribute("#fp8.granularity<" + granularity + ">", &getContext()));
  SmallVector<int64_t> scaleShape = *attribute.getScaleShape(shape);
  bool isTensor = attribute.isTensor();
  bool isMX = attribute.getKind() == GranularityKind::MX;
  std::string x = getTensor(shape, options.wide);
  std::string c = getTensor(shape, options.code);
  std::string s = getTensor(scaleShape, isMX ? "f8E8M0FNU" : "f32");
  std::string a = getTensor(scaleShape, "f32");
  std::string clause = isTensor ? "" : " granularity<" + granularity + "> ";
  std::string rounding =
      options.isStochastic
          ? " rounding<stochastic> stream 3 seed %seed step %step "
          : "";
  std::string scaling = isMX ? "" : options.scaling;
  std::string format = StringRef(options.code) == "f8E4M3FN" ? "e4m3" : "e5m2";
  std::string text =
      "func.func @f(%x: " + x + ", %seed: i32, %step: i32, %a: " + a +
      ", %t: tensor<f32>) -> (" + c + ", " + s + ", tensor<f32>, " + a + ", " +
      x + ") {\n  %ce = tensor.empty() : " + c +
      "\n  %se = tensor.empty() : " + s + "\n  %we = tensor.empty() : " + x +
      "\n  %amax = fp8.amax %x" + clause + " outs(%a : " + a + ") : " + x +
      "\n";
  if (isTensor)
    text += "  %scale, %inv = fp8.compute_scale %amax for " + format + " " +
            scaling +
            " : tensor<f32>\n"
            "  %codes, %all = fp8.quantize %x by %scale" +
            rounding + " with_amax outs(%ce, %t : " + c +
            ", tensor<f32>) : " + x + ", tensor<f32>\n";
  else
    text += "  %codes, %inv, %all = fp8.quantize %x" + clause + scaling +
            rounding + " with_amax outs(%ce, %se, %t : " + c + ", " + s +
            ", tensor<f32>) : " + x + "\n";
  return text + "  %wide = fp8.dequantize %codes by %inv" + clause +
         " outs(%we : " + x + ") : " + c + ", " + s +
         "\n  return %codes, %inv, %all, %amax, %wide : " + c + ", " + s +
         ", tensor<f32>, " + a + ", " + x + "\n}";
}

/// Zeros, subnormals, ordinary and huge numbers, infinities and NaNs.
void fillData(HostTensor &tensor, RandomData &random, int set) {
  if (set % 50 == 49) {
    tensor.fill(set % 100 == 99 ? -0.0 : 0.0);
    return;
  }
  Specials specials = set % 4 == 3   ? Specials::All
                      : set % 4 == 2 ? Specials::Subnormal
                                     : Specials::None;
  // Every fifth set has values near the ends of the type.
  int exponent = set % 5 == 4 ? static_cast<int>(random.below(270)) - 145
                              : static_cast<int>(random.below(24)) - 12;
  random.fill(tensor, exponent, specials);
}

/// Returns true if element `i` is the same. A wide value may be any NaN.
bool isEqual(const HostTensor &expected, const HostTensor &actual, int64_t i,
             bool exactNaN) {
  unsigned size = expected.getElementSize();
  if (std::memcmp(expected.bytes().data() + i * size,
                  actual.bytes().data() + i * size, size) == 0)
    return true;
  return !exactNaN && size != 1 && std::isnan(expected.getFloat(i)) &&
         std::isnan(actual.getFloat(i));
}

class Granularity : public testing::TestWithParam<Target> {
protected:
  void check(const std::string &text, RandomData &random) {
    Compiled compiled(text, GetParam()), reference(text, kReference);
    ASSERT_TRUE(compiled && reference) << text;
    int numSets = testsAllSets() ? kDataSets : kFewSets;
    for (int set = 0; set < numSets; ++set) {
      std::vector<HostTensor> &arguments = compiled.arguments;
      fillData(arguments[0], random, set);
      arguments[1].setInt(0, static_cast<int64_t>(random.below(1u << 31)));
      arguments[2].setInt(0, set);
      // Initial values of amaxes.
      arguments[3].fill(set % 7 == 0 ? 3.0 : 0.0);
      arguments[4].fill(set % 9 == 0 ? 1e30 : 0.0);
      compiled.run();
      ASSERT_TRUE(succeeded(
          reference.program->run(getPointers(arguments), reference.results)));
      for (unsigned r = 0; r < 5; ++r) {
        const HostTensor &expected = reference.results[r];
        for (int64_t i = 0; i < expected.getNumElements(); ++i)
          ASSERT_TRUE(
              isEqual(expected, compiled.results[r], i, /*exactNaN=*/r != 4))
              << "set " << set << ", result " << r << ", element " << i
              << ": expected " << expected.getFloat(i) << ", but got "
              << compiled.results[r].getFloat(i)
              << " with FP8_TEST_SEED=" << getSeed() << "\n"
              << text;
      }
    }
  }
};

TEST_P(Granularity, HasTheBitsOfTheReference) {
  RandomData random(getSeed() + 30);
  int numCombinations = testsAllSets() ? kCombinations : 1;
  std::vector<SmallVector<int64_t>> shapes = getShapes(random);
  ASSERT_EQ(shapes.size(), size_t(kShapes));
  auto start = static_cast<int>(random.below(kCombinations));
  // The next shape has the granularities after those of this one.
  int turns = testsAllSets() ? 1 : 3;
  for (int i = 0; i < kShapes; ++i)
    for (auto [g, granularity] :
         llvm::enumerate(getGranularities(shapes[i].size()))) {
      if ((start + i + int(g)) % turns != 0)
        continue;
      // 7 and 11 have no common divisor with the number of combinations, so a
      // granularity is tested with a different combination for every shape that it
      // has.
      for (int n = 0; n < numCombinations && !HasFatalFailure(); ++n) {
        Options options = getOptions(start + 7 * (i / turns) + 11 * int(g) + n);
        check(getText(shapes[i], granularity, options), random);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, Granularity,
                         testing::Values(kStock, kCPU, kSim80), getName);

} // namespace
