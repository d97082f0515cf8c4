//===- GemmErrorsTest.cpp - Rejected matrix products ----------------------===//

#include "TestUtils.h"

#include <cstdio>
#include <cstdlib>

using namespace fp8rt::test;

namespace {

struct Small {
  float lhs[6] = {1, 2, 3, 4, 5, 6}, rhs[6] = {1, 2, 3, 4, 5, 6}, out[4] = {};
  fp8rt_gemm_desc desc = {2,
                          2,
                          3,
                          {1, 1},
                          {FP8RT_F32, 0, 3, 1, {0, 0}},
                          {FP8RT_F32, 0, 2, 1, {0, 0}},
                          {FP8RT_F32, 0, 2, 1, {0, 0}},
                          0,
                          0,
                          0,
                          0};
  fp8rt_gemm_args args = {lhs, rhs, out, nullptr, nullptr, nullptr, nullptr};

  fp8rt_status run(fp8rt_context context) {
    return fp8rt_gemm(context, nullptr, &desc, &args);
  }
};

TEST(GemmErrors, Descriptor) {
  Context context;
  const auto refused = [&](auto change, fp8rt_status status, const char *text) {
    Small small;
    change(small.desc);
    EXPECT_FAILS(small.run(context), status, text);
    uint64_t bytes = 7;
    EXPECT_FAILS(fp8rt_gemm_workspace(&small.desc, &bytes), status, text);
    EXPECT_EQ(bytes, 7u);
  };
  using Desc = fp8rt_gemm_desc;
  refused([](Desc &d) { d.m = -1; }, FP8RT_INVALID_ARGUMENT, "extent is -1");
  refused([](Desc &d) { d.batch[1] = -2; }, FP8RT_INVALID_ARGUMENT,
          "extent is -2");
  refused([](Desc &d) { d.beta = 2; }, FP8RT_INVALID_ARGUMENT,
          "beta is 2, expected 0 or 1");
  refused([](Desc &d) { d.has_bias = 1, d.bias_dtype = FP8RT_E4M3; },
          FP8RT_UNSUPPORTED,
          "the bias has dtype 2, expected f32 (0) or bf16 (1)");
  refused([](Desc &d) { d.activation = 2; }, FP8RT_UNSUPPORTED,
          "activation 2, expected none (0) or max(y, 0) (1)");
  refused([](Desc &d) { d.lhs.dtype = 9; }, FP8RT_UNSUPPORTED,
          "lhs has dtype 9, expected 0 to 3");
  refused([](Desc &d) { d.out.dtype = FP8RT_E4M3; }, FP8RT_UNSUPPORTED,
          "out has dtype 2, expected f32 (0) or bf16 (1)");
  refused([](Desc &d) { d.out.dtype = FP8RT_BF16, d.beta = 1; },
          FP8RT_UNSUPPORTED,
          "out has dtype 1, expected f32 (0), because it is added to");
  refused([](Desc &d) { d.rhs.row_stride = -2; }, FP8RT_UNSUPPORTED,
          "rhs has the negative stride -2");
  refused([](Desc &d) { d.out.col_stride = 2; }, FP8RT_UNSUPPORTED,
          "out has col_stride 2, expected 1");
  refused([](Desc &d) { d.out.row_stride = 1; }, FP8RT_UNSUPPORTED,
          "elements of out overlap");
  refused([](Desc &d) { d.lhs.scaling = FP8RT_SCALE_MX; }, FP8RT_UNSUPPORTED,
          "lhs has scaling 3, expected 0: it holds no 8-bit codes");
  const auto refusedBlocks = [&](int32_t lhs, int32_t rhs, const char *text) {
    refused(
        [&](Desc &d) {
          d.lhs.dtype = d.rhs.dtype = FP8RT_E4M3;
          d.lhs.scaling = lhs;
          d.rhs.scaling = rhs;
          if (lhs == rhs)
            d.batch[0] = 0;
        },
        FP8RT_UNSUPPORTED, text);
  };
  refusedBlocks(4, 0, "lhs has scaling 4, expected 0 to 3");
  refusedBlocks(FP8RT_SCALE_1X128, 0,
                "scalings 1 and 0, expected two of MX (3), or 1 x 128 (1) "
                "beside 1 x 128 or 128 x 128 (2)");
  refusedBlocks(FP8RT_SCALE_128X128, FP8RT_SCALE_128X128,
                "scalings 2 and 2, expected");
  refusedBlocks(FP8RT_SCALE_MX, FP8RT_SCALE_1X128,
                "scalings 3 and 1, expected");
  refusedBlocks(FP8RT_SCALE_1X128, FP8RT_SCALE_1X128,
                "a batch of 0 by 1, expected one matrix");
  refused([](Desc &d) { d.batch[0] = 2; }, FP8RT_UNSUPPORTED,
          "elements of out overlap");
  refused([](Desc &d) { d.k = INT64_MAX, d.lhs.row_stride = INT64_MAX; },
          FP8RT_OUT_OF_RANGE, "lhs does not fit an address space");
  refused([](Desc &d) { d.n = int64_t{1} << 62; }, FP8RT_OUT_OF_RANGE,
          "rhs does not fit an address space");
  // Copies of 8-bit operands have 16 rows and 16 columns.
  refused(
      [](Desc &d) {
        d.lhs.dtype = d.rhs.dtype = FP8RT_E4M3;
        d.batch[0] = int64_t{1} << 53;
      },
      FP8RT_OUT_OF_RANGE, "lhs does not fit an address space");
}

TEST(GemmErrors, CopiesThatDoNotFit) {
  Small small;
  small.desc.lhs.dtype = small.desc.rhs.dtype = FP8RT_BF16;
  small.desc.batch[0] = int64_t{1} << 52;
  for (fp8rt_matrix *matrix : {&small.desc.lhs, &small.desc.rhs})
    matrix->batch_stride[0] = 1;
  small.desc.out.batch_stride[0] = 4;
  uint64_t bytes = 7;
  EXPECT_FAILS(fp8rt_gemm_workspace(&small.desc, &bytes), FP8RT_OUT_OF_RANGE,
               "copies of lhs and rhs do not fit an address space");
  EXPECT_EQ(bytes, 7u);
}

TEST(GemmErrors, Arguments) {
  Context context;
  Small small;
  small.args.rhs = nullptr;
  EXPECT_FAILS(small.run(context), FP8RT_INVALID_ARGUMENT, "rhs is NULL");
  small.desc.has_bias = 1;
  small.args.rhs = small.rhs;
  EXPECT_FAILS(small.run(context), FP8RT_INVALID_ARGUMENT, "bias is NULL");
  EXPECT_FAILS(fp8rt_gemm(context, nullptr, &small.desc, nullptr),
               FP8RT_INVALID_ARGUMENT, "args is NULL");
  EXPECT_FAILS(fp8rt_gemm(context, nullptr, nullptr, &small.args),
               FP8RT_INVALID_ARGUMENT, "desc is NULL");
  EXPECT_FAILS(fp8rt_gemm_workspace(&small.desc, nullptr),
               FP8RT_INVALID_ARGUMENT, "bytes is NULL");
  // An empty product reads nothing.
  small.desc.m = 0;
  small.args = {};
  EXPECT_EQ(small.run(context), FP8RT_OK);
}

TEST(GemmErrors, MisalignedWorkspace) {
  if (!fp8rt_gemm_backend(FP8RT_F32, FP8RT_F32))
    GTEST_SKIP() << fp8rt_last_error();
  Context context;
  Small small;
  alignas(64) char workspace[65];
  small.args.workspace = workspace + 1;
  EXPECT_FAILS(small.run(context), FP8RT_INVALID_ARGUMENT,
               "workspace is not aligned to 64 bytes");
}

/// Runs in a separate process, because a process searches for the library only
/// once.
[[noreturn]] void multiplyAndExit(const char *oneDNN, const char *openBLAS) {
  setenv("FP8RT_ONEDNN", oneDNN, 1);
  if (openBLAS)
    setenv("FP8RT_OPENBLAS", openBLAS, 1);
  fp8rt_context context = nullptr;
  fp8rt_context_create(nullptr, &context);
  Small small;
  fp8rt_status status = small.run(context);
  if (status == FP8RT_OK)
    std::fprintf(stderr, "%s: %g %g %g %g\n",
                 fp8rt_gemm_backend(FP8RT_E4M3, FP8RT_E4M3), small.out[0],
                 small.out[1], small.out[2], small.out[3]);
  else
    std::fprintf(stderr, "%s\n", fp8rt_last_error());
  std::exit(status);
}

TEST(GemmErrorsDeathTest, NoLibrary) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(multiplyAndExit("", ""),
              testing::ExitedWithCode(FP8RT_LIBRARY_MISSING),
              "fp8rt_gemm: no library for matrix products; on Debian install "
              "libdnnl2 .* or libopenblas0-pthread");
}

/// A requested library is not replaced by another one.
TEST(GemmErrorsDeathTest, NamedLibrary) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(multiplyAndExit("/nowhere/libdnnl.so", nullptr),
              testing::ExitedWithCode(FP8RT_LIBRARY_MISSING),
              "fp8rt_gemm: no oneDNN: cannot open /nowhere/libdnnl.so; "
              "FP8RT_ONEDNN may name another file: .*No such file");
  EXPECT_EXIT(multiplyAndExit("", "/nowhere/libopenblas.so"),
              testing::ExitedWithCode(FP8RT_LIBRARY_MISSING),
              "fp8rt_gemm: no OpenBLAS: cannot open /nowhere/libopenblas.so; "
              "FP8RT_OPENBLAS may name another file: .*No such file");
  EXPECT_EXIT(multiplyAndExit("", FP8_REFUSING_DNNL),
              testing::ExitedWithCode(FP8RT_UNSUPPORTED),
              "fp8rt_gemm: .* has no function cblas_sgemm");
}

/// The same with a library that refuses every product with `status`.
[[noreturn]] void refuseAndExit(const char *status) {
  setenv("FP8_REFUSAL", status, /*overwrite=*/1);
  multiplyAndExit(FP8_REFUSING_DNNL, nullptr);
}

TEST(GemmErrorsDeathTest, LibraryRefuses) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(refuseAndExit("1"), testing::ExitedWithCode(FP8RT_OUT_OF_MEMORY),
              "fp8rt_gemm: oneDNN failed: out_of_memory \\(1\\), in a product "
              "of 2x3 by 3x2");
  EXPECT_EXIT(refuseAndExit("3"), testing::ExitedWithCode(FP8RT_UNSUPPORTED),
              "oneDNN failed: unimplemented \\(3\\)");
  EXPECT_EXIT(refuseAndExit("6"), testing::ExitedWithCode(FP8RT_SYSTEM),
              "oneDNN failed: runtime_error \\(6\\)");
}

TEST(GemmErrorsDeathTest, OnlyOpenBLAS) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // Expect success, or the error of a machine without any library.
  EXPECT_EXIT(
      multiplyAndExit("", nullptr),
      [](int code) {
        return testing::ExitedWithCode(0)(code) ||
               testing::ExitedWithCode(FP8RT_LIBRARY_MISSING)(code);
      },
      "OpenBLAS f32: 22 28 49 64|no library for matrix products");
}

} // namespace
