//===- MockCUDA.h - Interface of the mock for tests -------------*- C++ -*-===//
//
// Functions of the mock for tests, besides the functions of the driver.
// Environment variables, which cuInit reads, configure it:
//
//   FP8_MOCK_DEVICES=N      number of GPUs (1)
//   FP8_MOCK_CAPABILITY=90  their compute capability
//   FP8_MOCK_VERSION=12040  CUDA version of the driver
//   FP8_MOCK_MEMORY=BYTES   memory of a GPU (1 GiB)
//   FP8_MOCK_FAULT=F:N:C    call N of function F gives code C
//   FP8_MOCK_KERNELS=DIR    NAME.image beside NAME.ll: device code of an image
//   FP8_MOCK_SEED=N         seed of the order of streams and events
//   FP8_MOCK_TRACE=FILE     file of calls, one per line
//   FP8_MOCK_PATIENCE=60    seconds that an exchange waits for another process
//   FP8_MOCK_NCCL=22809     version of NCCL
//   FP8_MOCK_CUDNN=91900    version of cuDNN
//   FP8_MOCK_CUBLASLT=120805  version of cuBLASLt
//   FP8_MOCK_ALGORITHMS=0   cuBLASLt's algorithms for each matmul, separated by
//                           commas: microseconds on the clock of the mock;
//                           `fails` when it is called; `large`: too much
//                           workspace; `rejected` by its state
//   FP8_MOCK_HANG=1         exchanges end only when they are aborted
//   FP8_MOCK_ASYNC=C        code of exchanges that run
//
// Work runs as late as possible: when the host waits for it. So a host that
// reads a result too early reads the old contents, and a host that overwrites
// the source of a pending copy changes the copy.
//
// Each rank of a communicator is a process with a mock of its own. The mocks
// exchange data through sockets, and compare their calls.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_TEST_MOCKCUDA_MOCKCUDA_H
#define FP8_TEST_MOCKCUDA_MOCKCUDA_H

#define FP8MOCK_API extern "C" __attribute__((visibility("default")))

/// Runs a launch. `parameters` are the kernel parameters of cuLaunchKernel.
using fp8mock_kernel = void (*)(unsigned numBlocks, unsigned numThreads,
                                void *const *parameters);

/// Adds a kernel to all images that are loaded from now on.
FP8MOCK_API void fp8mock_add_kernel(const char *name, int numParameters,
                                    fp8mock_kernel kernel);
/// Calls `action` once, before the next call of `function`.
FP8MOCK_API void fp8mock_on_call(const char *function, void (*action)());
/// Returns the calls so far, one per line.
FP8MOCK_API const char *fp8mock_trace();
/// Returns the errors of callers so far, one per line.
FP8MOCK_API const char *fp8mock_violations();
/// Resets the mock to its initial state.
FP8MOCK_API void fp8mock_reset();

#endif // FP8_TEST_MOCKCUDA_MOCKCUDA_H
