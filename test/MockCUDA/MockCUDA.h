//===- MockCUDA.h - A GPU that is not there ---------------------*- C++ -*-===//
//
// What tests ask of the mock beside the functions of the driver. It is set up
// by the environment, which cuInit reads:
//
//   FP8_MOCK_DEVICES=N      how many GPUs there are (1)
//   FP8_MOCK_CAPABILITY=90  what they can do
//   FP8_MOCK_VERSION=12040  which CUDA the driver is for
//   FP8_MOCK_MEMORY=BYTES   memory of a GPU (1 GiB)
//   FP8_MOCK_FAULT=F:N:C    call N of function F gives code C
//   FP8_MOCK_KERNELS=DIR    NAME.image beside NAME.ll: what an image runs as
//   FP8_MOCK_SEED=N         which of the orders that streams and events allow
//   FP8_MOCK_TRACE=FILE     where calls are written, one a line
//
// Work runs as late as it may: when somebody waits for it. So whoever reads a
// result too early reads what was there before, and whoever writes to memory
// that a copy has still to read changes what is copied.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TEST_MOCKCUDA_MOCKCUDA_H
#define FP8_TEST_MOCKCUDA_MOCKCUDA_H

#define FP8MOCK_API extern "C" __attribute__((visibility("default")))

/// Runs a launch; `parameters` are as cuLaunchKernel takes them.
using fp8mock_kernel = void (*)(unsigned numBlocks, unsigned numThreads,
                                void *const *parameters);

/// A kernel of every image from now on.
FP8MOCK_API void fp8mock_add_kernel(const char *name, int numParameters,
                                    fp8mock_kernel kernel);
/// The calls so far, one a line.
FP8MOCK_API const char *fp8mock_trace();
/// What was done wrong so far, one a line.
FP8MOCK_API const char *fp8mock_violations();
/// Forgets everything, as if the library had just been opened.
FP8MOCK_API void fp8mock_reset();

#endif // FP8_TEST_MOCKCUDA_MOCKCUDA_H
