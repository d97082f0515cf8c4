//===- GemmBench.cpp - Matmuls through the runtime ------------------------===//
//
// The ratio compares a matmul with the f32 matmul of the same shape.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"
#include "fp8/Numerics/Formats.h"

#include <algorithm>
#include <cmath>

using namespace bench;
namespace numerics = mlir::fp8::numerics;

namespace {
struct Shape {
  int64_t m, n, k, batch;
  bool rhsTransposed;
};
} // namespace

/// Square matmuls, and the matmuls of a GPT-2 block on 512 tokens, of a small
/// model, and of attention.
static const Shape shapes[] = {
    {64, 64, 64, 1, false},       {128, 128, 128, 1, false},
    {256, 256, 256, 1, false},    {512, 512, 512, 1, false},
    {1024, 1024, 1024, 1, false}, {512, 2304, 768, 1, false},
    {512, 3072, 768, 1, false},   {512, 768, 3072, 1, false},
    {512, 768, 3072, 1, true},    {768, 3072, 512, 1, false},
    {64, 768, 768, 1, false},     {256, 384, 128, 1, false},
    {256, 65, 128, 1, false},     {64, 64, 32, 32, true},
    {128, 128, 64, 24, true}};

static const std::pair<fp8rt_dtype, const char *> types[] = {
    {FP8RT_F32, "f32"}, {FP8RT_BF16, "bf16"}, {FP8RT_E4M3, "e4m3"}};

static int64_t sizeOf(fp8rt_dtype type) {
  return type == FP8RT_F32 ? 4 : type == FP8RT_BF16 ? 2 : 1;
}

/// Fills `data` with values that are exact in every type, so that all results
/// must agree.
static void fill(void *data, fp8rt_dtype type, int64_t n) {
  uint64_t state = 1;
  for (int64_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    auto value = static_cast<float>(static_cast<int64_t>(state >> 33) % 15 - 7);
    if (type == FP8RT_F32)
      static_cast<float *>(data)[i] = value;
    else if (type == FP8RT_BF16)
      static_cast<uint16_t *>(data)[i] = numerics::encodeBF16(value);
    else
      static_cast<uint8_t *>(data)[i] = numerics::encode(value, numerics::e4m3);
  }
}
namespace {
struct Product {
  fp8rt_gemm_desc desc;
  fp8rt_gemm_args args;
};
} // namespace

static Product makeProduct(Problem &problem, const Shape &s, fp8rt_dtype type,
                           const char *name) {
  int64_t lhsSize = s.m * s.k, rhsSize = s.k * s.n, outSize = s.m * s.n;
  std::string prefix = name;
  auto add = [&](const char *what, int64_t elements, int64_t size) {
    return problem.add<char>((prefix + what).c_str(), elements * size,
                             Problem::Input);
  };
  void *lhs = add(" lhs", lhsSize * s.batch, sizeOf(type));
  void *rhs = add(" rhs", rhsSize * s.batch, sizeOf(type));
  void *out = add(" out", outSize * s.batch, 4);
  fill(lhs, type, lhsSize * s.batch);
  fill(rhs, type, rhsSize * s.batch);
  Product product = {{s.m,
                      s.n,
                      s.k,
                      {1, s.batch},
                      {type, 0, s.k, 1, {0, lhsSize}},
                      {type,
                       0,
                       s.rhsTransposed ? 1 : s.n,
                       s.rhsTransposed ? s.k : 1,
                       {0, rhsSize}},
                      {FP8RT_F32, 0, s.n, 1, {outSize * s.batch, outSize}},
                      0,
                      0,
                      0,
                      0},
                     {lhs, rhs, static_cast<float *>(out), nullptr, nullptr,
                      nullptr, nullptr}};
  uint64_t bytes = 0;
  require(fp8rt_gemm_workspace(&product.desc, &bytes));
  product.args.workspace = add(" workspace", static_cast<int64_t>(bytes), 1);
  return product;
}
void bench::measureGemms(const Options &options, std::vector<Row> &rows) {
  for (int threads : options.threads) {
    fp8rt_options contextOptions = {sizeof(contextOptions), threads, 0};
    fp8rt_context context;
    require(fp8rt_context_create(&contextOptions, &context));
    for (const Shape &s : shapes) {
      char name[64];
      std::snprintf(name, sizeof(name), "gemm-%lldx%lldx%lld%s",
                    static_cast<long long>(s.m), static_cast<long long>(s.n),
                    static_cast<long long>(s.k), s.rhsTransposed ? "t" : "");
      std::string benchmark = name;
      if (s.batch > 1)
        benchmark += "*" + std::to_string(s.batch);
      if (benchmark.find(options.filter) == std::string::npos)
        continue;
      Problem problem(context);
      std::vector<std::function<void()>> calls;
      double flops = 2.0 * static_cast<double>(s.m) * static_cast<double>(s.n) *
                     static_cast<double>(s.k) * static_cast<double>(s.batch);
      // Run for at least 10 ms, so that clock resolution and the first wake-up
      // do not matter.
      int repeats = std::max(1, static_cast<int>(1e9 * threads / flops));
      const float *first = nullptr;
      for (auto [type, typeName] : types) {
        Product product = makeProduct(problem, s, type, typeName);
        calls.push_back([=] {
          for (int i = 0; i < repeats; ++i)
            require(fp8rt_gemm(context, nullptr, &product.desc, &product.args));
        });
        require(fp8rt_gemm(context, nullptr, &product.desc, &product.args));
        if (!first)
          first = product.args.out;
        // Sums of small integers are exact in f32.
        if (!std::equal(first, first + s.m * s.n * s.batch, product.args.out))
          die("%s: %s differs from f32", benchmark.c_str(), typeName);
      }
      std::vector<Sampled> sampled =
          measure(calls.front(), calls, threads, options);
      for (size_t i = 0; i < calls.size(); ++i) {
        sampled[i].seconds.median /= repeats;
        auto type = types[i].first;
        rows.push_back({benchmark,
                        std::string(types[i].second) + "/" +
                            fp8rt_gemm_backend(type, type),
                        threads, sampled[i], 0, flops});
        printRow(rows.back());
      }
    }
    require(fp8rt_context_destroy(context));
  }
}
