//===- UpstreamUpdateTest.cpp - fp8.update of every storage on two targets
//-===//
//
// The decomposition of fp8.update, lowered by upstream MLIR, gives the planes,
// scales and amaxes of the evaluator, bit for bit. FP8_TEST_SEED repeats a run.
//
//===----------------------------------------------------------------------===//

#include "UpstreamPair.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::test;

namespace {

/// An encoding of a state: the main plane or a copy.
struct Encoding {
  const char *element;
  /// In the syntax of #fp8.granularity, or "" for the whole tensor.
  const char *granularity = "";
  bool isTransposed = false;
  /// Codes and scales of the main plane.
  bool isShared = false;
};

struct StateCase {
  /// The fields of #fp8.storage.
  const char *storage;
  Encoding main;
  const char *residual = "";
  SmallVector<Encoding, 2> copies = {};
};

const StateCase kWeights[] = {
    {"format = f32", {"f32"}},
    {"format = bf16", {"bf16"}},
    {"format = bf16, rounding = stochastic, stream = 7", {"bf16"}},
    {"format = bf16, residual = bf16", {"bf16"}, "bf16"},
    {"format = f16, residual = f16, rounding = stochastic, stream = 9",
     {"f16"},
     "f16"},
    {"format = e4m3, residual = f32", {"f8E4M3FN"}, "f32"},
    {"format = e4m3, residual = bf16, granularity = <row>",
     {"f8E4M3FN", "row"},
     "bf16"},
    {"format = e4m3", {"f8E4M3FN"}},
    {"format = e5m2, rounding = stochastic, stream = 1", {"f8E5M2"}},
    {"format = e4m3, residual = split8", {"f8E4M3FN"}, "i8"},
    {"format = e4m3, residual = split8, rounding = stochastic, stream = 2",
     {"f8E4M3FN"},
     "i8"},
    {"format = e4m3, residual = split16", {"f8E4M3FN"}, "i16"},
    {"format = e4m3, residual = split16, rounding = stochastic, stream = 3",
     {"f8E4M3FN"},
     "i16"},
    {"format = e4m3, residual = split8, granularity = <group 32>",
     {"f8E4M3FN", "group 32"},
     "i8"},
    {"format = e4m3, residual = split8, copies = [<format = e4m3, transposed = "
     "true>, <format = e5m2>]",
     {"f8E4M3FN"},
     "i8",
     {{"f8E4M3FN", "", true, true}, {"f8E5M2"}}},
    {"format = e4m3, granularity = <block 16x16>, copies = [<format = e4m3, "
     "transposed = true, granularity = <block 16x16>>, <format = bf16, "
     "transposed = true>]",
     {"f8E4M3FN", "block 16x16"},
     "",
     {{"f8E4M3FN", "block 16x16", true, true}, {"bf16", "", true}}},
    {"format = f32, copies = [<format = e4m3, transposed = true, granularity = "
     "<mx>>, <format = e4m3, granularity = <block 1x32>>]",
     {"f32"},
     "",
     {{"f8E4M3FN", "mx", true}, {"f8E4M3FN", "block 1x32"}}}};

const StateCase kMoments[] = {
    {"format = f32", {"f32"}},
    {"format = bf16, rounding = stochastic, stream = 4", {"bf16"}},
    {"format = e4m3, granularity = <group 32>", {"f8E4M3FN", "group 32"}},
    {"format = e4m3, granularity = <group 32>, pow2_scale = true",
     {"f8E4M3FN", "group 32"}},
    {"format = e5m2, granularity = <mx>, rounding = stochastic, stream = 5",
     {"f8E5M2", "mx"}},
    {"format = e4m3, granularity = <block 16x16>", {"f8E4M3FN", "block 16x16"}},
    {"format = ue4m4, granularity = <group 32>, rounding = stochastic, "
     "stream = 6",
     {"i8", "group 32"}},
    {"format = ue5m3, granularity = <row>", {"i8", "row"}},
    {"format = ue4m4, transform = sqrt", {"i8"}},
    {"format = e4m3, granularity = <group 32>, transform = sqrt",
     {"f8E4M3FN", "group 32"}}};

/// A function with one update of states of these cases.
class UpdateText {
public:
  UpdateText(ArrayRef<int64_t> shape, ArrayRef<StateCase> cases, bool isProbe)
      : shape(shape), isProbe(isProbe) {
    for (const StateCase &state : cases)
      addState(state);
    for (std::string &amax : amaxes)
      add(amax, results), add(amax, inits);
  }

  bool hasNoResults() const { return results.empty(); }
  std::string get() const;

private:
  using List = SmallVector<std::string>;

  std::string addArgument(const std::string &type) {
    arguments.push_back("%a" + std::to_string(arguments.size()) + ": " + type);
    return arguments.back().substr(0, arguments.back().find(':'));
  }
  void add(const std::string &type, List &list) { list.push_back(type); }

  SmallVector<int64_t> getShape(const Encoding &encoding) const {
    SmallVector<int64_t> result(shape);
    if (encoding.isTransposed)
      std::reverse(result.begin(), result.end());
    return result;
  }
  std::string getScaleType(const Encoding &encoding) const {
    auto granularity = cast<GranularityAttr>(parseAttribute(
        "#fp8.granularity<" + std::string(encoding.granularity) + ">",
        &getContext()));
    bool isMX = granularity.getKind() == GranularityKind::MX;
    return getTensor(*granularity.getScaleShape(getShape(encoding)),
                     isMX ? "f8E8M0FNU" : "f32");
  }
  static bool isCode(StringRef element) {
    return element.starts_with("f8") || element == "i8";
  }

  void addState(const StateCase &state) {
    storages.push_back("#fp8.storage<" + std::string(state.storage) + ">");
    isStochastic |= storages.back().find("stochastic") != std::string::npos;
    addEncoding(state.main, /*isRead=*/true);
    if (*state.residual)
      addPlane(getTensor(shape, state.residual), /*isRead=*/true);
    for (const Encoding &copy : state.copies)
      addEncoding(copy, /*isRead=*/false);
  }
  void addEncoding(const Encoding &encoding, bool isRead) {
    addPlane(getTensor(getShape(encoding), encoding.element), isRead);
    if (*encoding.granularity)
      return addPlane(getScaleType(encoding), isRead);
    if (!isCode(encoding.element) || encoding.isShared)
      return;
    for (int i = 0, e = int(isRead) + int(!isProbe); i < e; ++i)
      scales.push_back(addArgument("tensor<f32>"));
    amaxes.push_back("tensor<f32>");
  }
  void addPlane(const std::string &type, bool isRead) {
    std::string value;
    if (isRead) {
      value = addArgument(type);
      states.push_back(value);
      stateTypes.push_back(type);
    }
    if (isProbe)
      return;
    inits.push_back(type);
    results.push_back(type);
    initValues.push_back(isRead ? value : addArgument(type));
  }

  SmallVector<int64_t> shape;
  bool isProbe, isStochastic = false;
  List arguments, states, stateTypes, scales, storages, initValues, inits,
      results, amaxes;
};

std::string UpdateText::get() const {
  std::string text = "func.func @f(" + llvm::join(arguments, ", ");
  std::string type = getTensor(shape, "f32");
  text += ", %g: " + type +
          ", %lr: tensor<f32>, %zero: tensor<f32>, %seed: i32, "
          "%step: i32, %skip: i1) -> (" +
          llvm::join(results, ", ") +
          ") {\n  %r:" + std::to_string(results.size()) + " = fp8.update ";
  if (isProbe)
    text += "probe ";
  text += "states(" + llvm::join(states, ", ") + " : " +
          llvm::join(stateTypes, ", ") + ") inputs(%g : " + type +
          ") scalars(%lr : tensor<f32>) ";
  if (!scales.empty()) {
    SmallVector<std::string> types(scales.size(), "tensor<f32>");
    text += "scales(" + llvm::join(scales, ", ") + " : " +
            llvm::join(types, ", ") + ") ";
  }
  text += "skip %skip ";
  if (isStochastic)
    text += "seed %seed step %step ";
  SmallVector<std::string> destinations(initValues);
  destinations.append(amaxes.size(), "%zero");
  text += "storage [" + llvm::join(storages, ", ") + "] outs(" +
          llvm::join(destinations, ", ") + " : " + llvm::join(inits, ", ") +
          ") {\n"
          "  ^bb0(%w: f32, %m: f32, %d: f32, %rate: f32):\n"
          "    %b = arith.constant 0.9 : f32\n"
          "    %0 = arith.mulf %m, %b : f32\n"
          "    %1 = arith.mulf %d, %d : f32\n"
          "    %2 = arith.addf %0, %1 : f32\n"
          "    %3 = arith.mulf %d, %rate : f32\n"
          "    %4 = arith.subf %w, %3 : f32\n"
          "    fp8.yield %4, %2 : f32, f32\n"
          "  }\n  return ";
  for (size_t i = 0; i < results.size(); ++i)
    text += (i ? ", %r#" : "%r#") + std::to_string(i);
  return text + " : " + llvm::join(results, ", ") + "\n}";
}

/// Shapes that granules divide, and shapes that they do not.
const SmallVector<int64_t> kUpdateShapes[] = {{16, 32}, {32, 64}, {1, 1},
                                              {5, 33},  {17, 48}, {2, 16, 32}};

void expectEqual(ArrayRef<StateCase> cases, bool isProbe, RandomData &random,
                 SmallVector<int64_t> shape) {
  UpdateText update(shape, cases, isProbe);
  if (update.hasNoResults())
    return; // A probe of states without amaxes.
  std::string text = update.get();
  Pair pair(text);
  ASSERT_TRUE(pair) << text;
  for (int set = 0; set < 12; ++set) {
    Specials specials = set % 4 == 3 ? Specials::All : Specials::None;
    int exponent = static_cast<int>(random.below(16)) - 8;
    for (HostTensor &argument : pair.stock.arguments) {
      uint64_t bound = argument.getElementSize() == 2 ? 65536 : 256;
      bool isInteger = !argument.isFloat();
      random.fill(argument, isInteger ? 0 : exponent, specials,
                  argument.getType().getElementType().isInteger(1) ? 2 : bound);
    }
    pair.run();
    pair.expectAllEqual(text);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

void expectEqual(ArrayRef<StateCase> cases, bool isProbe, RandomData &random) {
  expectEqual(cases, isProbe, random, random.pick(ArrayRef(kUpdateShapes)));
}

TEST(UpstreamUpdate, EveryStorageOfWeights) {
  RandomData random(getSeed() + 21);
  for (const StateCase &weight : kWeights)
    for (bool isProbe : {false, true}) {
      const StateCase &moment = random.pick(ArrayRef(kMoments));
      ASSERT_NO_FATAL_FAILURE(expectEqual({weight, moment}, isProbe, random));
    }
}

TEST(UpstreamUpdate, EveryStorageOfMoments) {
  RandomData random(getSeed() + 22);
  for (const StateCase &moment : kMoments)
    for (int i = 0, e = testsAllSets() ? 3 : 1; i < e; ++i) {
      const StateCase &weight = random.pick(ArrayRef(kWeights));
      ASSERT_NO_FATAL_FAILURE(
          expectEqual({weight, moment}, /*isProbe=*/false, random));
    }
}

// A block of the last two dimensions is not a block of the reversed dimensions,
// so the copy has its own codes.
TEST(UpstreamUpdate, TransposedBlocksOfThreeDimensions) {
  RandomData random(getSeed() + 23);
  StateCase weight{"format = e4m3, granularity = <block 16x16>, copies = "
                   "[<format = e4m3, transposed = true, granularity = <block "
                   "16x16>>]",
                   {"f8E4M3FN", "block 16x16"},
                   "",
                   {{"f8E4M3FN", "block 16x16", true}}};
  expectEqual({weight, kMoments[0]}, /*isProbe=*/false, random, {2, 16, 32});
}

} // namespace
