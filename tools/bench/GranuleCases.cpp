//===- GranuleCases.cpp - Benchmarks of granular scales -------------------===//

#include "Bench.h"
#include "HandGranules.h"
#include "fp8/Numerics/Formats.h"
#include "fp8/Numerics/Math.h"
#include "fp8/Numerics/MathGelu.h"
#include "fp8/Numerics/SumTree.h"

using namespace bench;
namespace numerics = mlir::fp8::numerics;

constexpr int numVariants = 4;

/// Creates a problem with x and its sizes. They are whole blocks, which the
/// hand-written kernels require.
static Problem makeBlocks(fp8rt_context context, int variant) {
  const int64_t shapes[numVariants][2] = {
      {4096, 4096}, {128, 128}, {256, 384}, {128, 640}};
  auto [rows, cols] = shapes[variant];
  int64_t n = rows * cols;
  Problem problem(context);
  auto *x = problem.add<float>("x", n, Problem::Input);
  if (variant == 0)
    fill(x, n, 11, 400.0f);
  else
    fillBits(x, n, static_cast<uint64_t>(variant), variant % 2 == 0);
  problem.setSize("n", n);
  problem.setSize("rows", rows);
  problem.setSize("cols", cols);
  return problem;
}

/// Adds codes, and `numScales` scales of type T.
template <typename T>
static void addCodes(Problem &problem, const char *codes, const char *scales,
                     int64_t numScales) {
  int64_t n = problem.size("n");
  problem.add<uint8_t>(codes, n, Problem::Output);
  problem.add<T>(scales, numScales, Problem::Output);
  problem.bytesMoved +=
      static_cast<double>(n + numScales * static_cast<int64_t>(sizeof(T)));
}

static Problem makeRead(fp8rt_context context, int variant) {
  Problem problem = makeBlocks(context, variant);
  problem.bytesMoved = 4.0 * static_cast<double>(problem.size("n"));
  return problem;
}

static Problem makeGranules(fp8rt_context context, int variant) {
  Problem problem = makeRead(context, variant);
  int64_t granules = problem.size("n") / granuleColumns;
  addCodes<float>(problem, "codes", "scale_inv", granules);
  problem.setSize("granules", granules);
  return problem;
}

static Problem makeSquares(fp8rt_context context, int variant) {
  Problem problem = makeRead(context, variant);
  int64_t blocks = problem.size("n") / (blockRows * granuleColumns);
  addCodes<float>(problem, "codes", "scale_inv", blocks);
  problem.setSize("blocks", blocks);
  return problem;
}

static Problem makeMX(fp8rt_context context, int variant) {
  Problem problem = makeRead(context, variant);
  addCodes<uint8_t>(problem, "codes", "scale_inv", problem.size("n") / mxSize);
  problem.setSize("pairs", problem.size("n") / 64);
  return problem;
}

static Problem makeMXBoth(fp8rt_context context, int variant) {
  Problem problem = makeRead(context, variant);
  int64_t scales = problem.size("n") / mxSize;
  addCodes<uint8_t>(problem, "row_codes", "row_scales", scales);
  addCodes<uint8_t>(problem, "column_codes", "column_scales", scales);
  problem.setSize("blocks", problem.size("n") / (mxSize * 64));
  return problem;
}

static Problem makeAmax(fp8rt_context context, int variant) {
  Problem problem = makeRead(context, variant);
  problem.add<float>("partials", problem.size("n") / 256 + 1, Problem::Scratch);
  problem.add<float>("amax", 1, Problem::Output);
  return problem;
}

static Problem makeGelu(fp8rt_context context, int variant) {
  Problem problem = makeRead(context, variant);
  int64_t n = problem.size("n");
  // Arithmetic does not define which NaN it returns.
  fill(problem.get<float>("x"), n, 12, 5.0f);
  problem.add<float>("y", n, Problem::Output);
  problem.bytesMoved *= 2;
  return problem;
}

//===----------------------------------------------------------------------===//
// The declared results
//===----------------------------------------------------------------------===//

namespace {
/// The elements first + i * rowStride + j * colStride.
struct Granule {
  int64_t first, rows, rowStride, cols;
};
} // namespace

template <typename F>
static float amaxOf(const Granule &granule, F element) {
  return numerics::maxAbs(granule.rows * granule.cols, [&](int64_t i) {
    return element(granule.first + i / granule.cols * granule.rowStride +
                   i % granule.cols);
  });
}

template <typename F>
static void encode(const Granule &granule, F element, float scale,
                   uint8_t *codes) {
  for (int64_t i = 0; i < granule.rows; ++i)
    for (int64_t j = 0; j < granule.cols; ++j) {
      int64_t place = granule.first + i * granule.rowStride + j;
      codes[place] = numerics::encode(element(place) * scale, numerics::e4m3);
    }
}

/// Calls `body` with each granule of rows x cols, in row-major order.
template <typename F>
static void forGranules(const Problem &problem, int64_t rows, int64_t cols,
                        F body) {
  int64_t numCols = problem.size("cols"), index = 0;
  for (int64_t i = 0; i < problem.size("rows"); i += rows)
    for (int64_t j = 0; j < numCols; j += cols)
      body(index++, Granule{i * numCols + j, rows, numCols, cols});
}

template <typename F>
static void quantizeBlocks(Problem &problem, int64_t rows, int64_t cols,
                           F element) {
  forGranules(problem, rows, cols, [&](int64_t i, const Granule &granule) {
    auto scale = numerics::computeScale(amaxOf(granule, element), 448.0f);
    problem.get<float>("scale_inv")[i] = scale.scaleInv;
    encode(granule, element, scale.scale, problem.get<uint8_t>("codes"));
  });
}

template <typename F>
static void quantizeMX(Problem &problem, int64_t rows, int64_t cols,
                       const char *codes, const char *scales, F element) {
  forGranules(problem, rows, cols, [&](int64_t i, const Granule &granule) {
    uint8_t code = numerics::computeE8M0(amaxOf(granule, element), 448.0f);
    problem.get<uint8_t>(scales)[i] = code;
    encode(granule, element, numerics::inverseE8M0(code),
           problem.get<uint8_t>(codes));
  });
}

static auto elementsOf(Problem &problem) {
  return [x = problem.get<float>("x")](int64_t i) { return x[i]; };
}

static auto geluOf(Problem &problem) {
  return [x = problem.get<float>("x")](int64_t i) {
    return numerics::geluF32(x[i]);
  };
}

const std::vector<Case> &bench::granuleCases() {
  static const std::vector<Case> cases = {
      {"quantize-1x128", "f32 -> e4m3, a scale per 1 x 128", numVariants,
       makeGranules,
       [](Problem &p) { quantizeBlocks(p, 1, 128, elementsOf(p)); }},
      {"quantize-128x128", "f32 -> e4m3, a scale per 128 x 128", numVariants,
       makeSquares,
       [](Problem &p) { quantizeBlocks(p, 128, 128, elementsOf(p)); }},
      {"quantize-mx", "f32 -> e4m3, an e8m0 per 1 x 32", numVariants, makeMX,
       [](Problem &p) {
         quantizeMX(p, 1, 32, "codes", "scale_inv", elementsOf(p));
       }},
      {"quantize-mx-both", "f32 -> e4m3 by rows and by columns, one read",
       numVariants, makeMXBoth,
       [](Problem &p) {
         quantizeMX(p, 1, 32, "row_codes", "row_scales", elementsOf(p));
         quantizeMX(p, 32, 1, "column_codes", "column_scales", elementsOf(p));
       }},
      {"amax", "of f32: the other pass of current scaling", numVariants,
       makeAmax,
       [](Problem &p) {
         *p.get<float>("amax") = numerics::maxAbs(p.size("n"), elementsOf(p));
       }},
      {"gelu", "f32 -> f32: what the next is fused into", numVariants, makeGelu,
       [](Problem &p) {
         for (int64_t i = 0; i < p.size("n"); ++i)
           p.get<float>("y")[i] = geluOf(p)(i);
       }},
      {"gelu-quantize-1x128", "gelu(f32) -> e4m3, a scale per 1 x 128",
       numVariants, makeGranules,
       [](Problem &p) { quantizeBlocks(p, 1, 128, geluOf(p)); }}};
  return cases;
}
