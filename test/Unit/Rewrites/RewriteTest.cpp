//===- RewriteTest.cpp - rewrites that preserve bits ----------------------===//
//
// Every function of the lit tests, negative ones included, runs on random
// inputs before and after the pass, in the reference evaluator.
//
//===----------------------------------------------------------------------===//

#include "../Execution/RandomData.h"
#include "fp8/IR/FP8.h"
#include "fp8/Numerics/Scale.h"
#include "fp8/Quantize/Passes.h"
#include "fp8/Raise/Passes.h"
#include "fp8/Reference/Evaluator.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <cfloat>
#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

constexpr int kDataSets = 24;

RankedTensorType getTensorType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor : RankedTensorType::get({}, type);
}

struct Rewrites : testing::Test {
  Rewrites() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {}

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registry.insert<FP8Dialect>();
    return registry;
  }

  std::vector<HostTensor> allocate(TypeRange types) {
    std::vector<HostTensor> tensors;
    for (Type type : types)
      tensors.push_back(
          std::move(*HostTensor::allocate(getTensorType(type), [&] {
            return emitError(UnknownLoc::get(&context));
          })));
    return tensors;
  }

  /// Fills arguments with numbers of all magnitudes, including the largest and
  /// the smallest numbers.
  void fill(std::vector<HostTensor> &arguments, RandomData &random) {
    for (HostTensor &tensor : arguments) {
      int exponent = static_cast<int>(random.below(5)) * 60 - 120;
      random.fill(tensor, random.below(2) != 0 ? exponent : 4, Specials::All);
      // One value for a whole tensor, such as an amax: most are positive.
      if (tensor.getNumElements() == 1 && tensor.getElementSize() == 4 &&
          tensor.isFloat() && random.below(4) != 0)
        tensor.data<float>()[0] = std::fabs(tensor.data<float>()[0]);
    }
  }

  /// Returns true if two tensors have equal bits. Wide floats may be different
  /// NaNs, because arith does not define them.
  static bool areEqual(const HostTensor &a, const HostTensor &b) {
    if (!a.isFloat() || a.getElementSize() == 1)
      return std::memcmp(a.bytes().data(), b.bytes().data(),
                         a.bytes().size()) == 0;
    size_t size = a.getElementSize();
    for (int64_t i = 0, e = a.getNumElements(); i < e; ++i)
      if (std::memcmp(a.bytes().data() + i * size, b.bytes().data() + i * size,
                      size) != 0 &&
          !(std::isnan(a.getFloat(i)) && std::isnan(b.getFloat(i))))
        return false;
    return true;
  }

  /// Runs `name` of both modules on the same inputs.
  void compare(ModuleOp before, ModuleOp after, StringRef name) {
    SCOPED_TRACE(name.str());
    auto first = createReferenceProgram(before, name);
    auto second = createReferenceProgram(after, name);
    ASSERT_TRUE(succeeded(first) && succeeded(second));
    auto function = before.lookupSymbol<func::FuncOp>(name);
    RandomData random(name.size());
    std::vector<HostTensor> arguments = allocate(function.getArgumentTypes());
    std::vector<HostTensor> expected = allocate(function.getResultTypes());
    std::vector<HostTensor> actual = allocate(function.getResultTypes());
    for (int set = 0; set < kDataSets; ++set) {
      fill(arguments, random);
      std::vector<const HostTensor *> pointers;
      for (const HostTensor &tensor : arguments)
        pointers.push_back(&tensor);
      ASSERT_TRUE(succeeded((*first)->run(pointers, expected)));
      ASSERT_TRUE(succeeded((*second)->run(pointers, actual)));
      for (size_t i = 0; i < expected.size(); ++i)
        ASSERT_TRUE(areEqual(expected[i], actual[i]))
            << "result " << i << " in set " << set;
    }
  }

  /// Returns how many functions ran; names that `skip` starts with do not.
  int compareFile(const Twine &file, std::unique_ptr<Pass> pass,
                  ArrayRef<StringRef> skip = {}) {
    auto before = parseSourceFile<ModuleOp>(file.str(), &context);
    if (!before)
      return 0;
    OwningOpRef<ModuleOp> after = before->clone();
    PassManager manager(&context);
    manager.addPass(std::move(pass));
    if (failed(manager.run(*after)))
      return 0;
    int count = 0;
    for (auto function : before->getOps<func::FuncOp>()) {
      if (function.isPrivate() || llvm::any_of(skip, [&](StringRef prefix) {
            return function.getName().starts_with(prefix);
          }))
        continue;
      compare(*before, *after, function.getName());
      ++count;
    }
    return count;
  }

  MLIRContext context;
};

TEST_F(Rewrites, SimplifyCasts) {
  EXPECT_GE(compareFile(FP8_TEST_DIR "/Quantize/simplify-casts.mlir",
                        createSimplifyCastsPass()),
            28);
  EXPECT_GE(compareFile(FP8_TEST_DIR "/Quantize/simplify-casts-dequantize.mlir",
                        createSimplifyCastsPass()),
            22);
}

TEST_F(Rewrites, RaisePatterns) {
  EXPECT_GE(compareFile(FP8_TEST_DIR "/Raise/raise-patterns.mlir",
                        createRaisePatternsPass()),
            16);
  EXPECT_GE(compareFile(FP8_TEST_DIR "/Raise/raise-patterns-reductions.mlir",
                        createRaisePatternsPass()),
            14);
}

TEST_F(Rewrites, RaisePatternsOfOtherLibraries) {
  const char *given = std::getenv("FP8_SHARED_GRAPHS");
  std::string file = std::string(given ? given : FP8_SHARED_GRAPHS_DIR) +
                     "/patterns_arith_linalg.mlir";
  if (!llvm::sys::fs::exists(file))
    GTEST_SKIP() << "no " << file;
  // The evaluator has no arith.scaling_truncf and no TOSA.
  EXPECT_EQ(compareFile(file, createRaisePatternsPass(), {"P9_", "P10_"}), 10);
}

/// Returns true if every encoded code survives decoding and encoding.
bool survives(numerics::Scale scale, const numerics::FormatSpec &spec) {
  for (unsigned code = 0; code < 256; ++code) {
    float value = numerics::decode(static_cast<uint8_t>(code), spec);
    if (numerics::encode(value, spec) == code &&
        numerics::encode(value * scale.scaleInv * scale.scale, spec) != code)
      return false;
  }
  return true;
}

// Tests the preconditions of quantize(dequantize(c)), and that other scales
// would fail.
TEST(RoundTrip, EveryCodeUnderEveryKindOfAmax) {
  RandomData random(1);
  std::vector<float> amaxes = {0.0f,     0x1p-149f, 0x1p-126f, 0x1p-120f,
                               1.0f,     448.0f,    449.0f,    57344.0f,
                               0x1p127f, FLT_MAX,   INFINITY,  NAN};
  for (int i = 0; i < 20000; ++i)
    amaxes.push_back(
        numerics::floatOf(static_cast<uint32_t>(random.below(0x7F800000))));
  numerics::ScaleOptions pow2;
  pow2.pow2 = true;
  for (const numerics::FormatSpec *spec : {&numerics::e4m3, &numerics::e5m2}) {
    float max = numerics::maxFinite(*spec);
    for (float amax : amaxes)
      ASSERT_TRUE(survives(numerics::computeScale(amax, max), *spec)) << amax;
    EXPECT_FALSE(survives(numerics::computeScale(FLT_MAX, max, pow2), *spec));
    numerics::ScaleOptions margin;
    margin.margin = 8;
    EXPECT_FALSE(survives(numerics::computeScale(FLT_MAX, max, margin), *spec));
  }
}

} // namespace
