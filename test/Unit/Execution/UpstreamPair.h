//===- UpstreamPair.h - one function on two targets -------------*- C++ -*-===//
#ifndef FP8_TEST_UNIT_EXECUTION_UPSTREAMPAIR_H
#define FP8_TEST_UNIT_EXECUTION_UPSTREAMPAIR_H

#include "RandomData.h"
#include "TestPrograms.h"
#include "fp8/Reference/Evaluator.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

#include <cstdlib>

namespace mlir::fp8::test {

inline constexpr int kShapes = 40;
inline constexpr int kDataSets = 250;

/// Returns true for long runs, which test every combination of options.
inline bool testsAllSets() { return std::getenv("FP8_TEST_ALL_SETS"); }

/// Returns the number of random functions of a test: compiling takes most of
/// the time. Short runs have other functions whenever the seed differs.
inline int getNumFunctions() { return testsAllSets() ? kShapes : 14; }

inline uint64_t getSeed() {
  static uint64_t seed = [] {
    const char *text = std::getenv("FP8_TEST_SEED");
    uint64_t value =
        text ? std::strtoull(text, nullptr, 10) : std::random_device()();
    printf("FP8_TEST_SEED=%llu\n", static_cast<unsigned long long>(value));
    return value;
  }();
  return seed;
}

inline std::string getTensor(ArrayRef<int64_t> shape, StringRef element) {
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

  /// Returns true if element `i` of result `r` is the same. An f32 may be any
  /// NaN unless `exactNaN`.
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
inline SmallVector<int64_t> getShape(RandomData &random, unsigned minRank = 1) {
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

} // namespace mlir::fp8::test

#endif // FP8_TEST_UNIT_EXECUTION_UPSTREAMPAIR_H
