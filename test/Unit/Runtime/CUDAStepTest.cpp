//===- CUDAStepTest.cpp - Steps as graphs ---------------------------------===//

#include "CUDATestUtils.h"

using namespace fp8rt::test;

namespace {

template <typename T>
T *pointerOf(void *parameter) {
  return *static_cast<T **>(parameter);
}

/// y[i] = x[i] + 1 for as many i as there are blocks.
void addOne(unsigned numBlocks, unsigned, void *const *parameters) {
  const auto *x = pointerOf<const float>(parameters[0]);
  auto *y = pointerOf<float>(parameters[1]);
  for (unsigned i = 0; i < numBlocks; ++i)
    y[i] = x[i] + 1;
}

/// x[0] = 2 x[0].
void doubleFirst(unsigned, unsigned, void *const *parameters) {
  pointerOf<float>(parameters[1])[0] *= 2;
}

/// One element of each chunk of a bucket: y = x + 1.
void addOneInBucket(unsigned numBlocks, unsigned, void *const *parameters) {
  const auto *chunks = pointerOf<const int64_t>(parameters[0]);
  const auto *tensors = pointerOf<const int64_t>(parameters[1]);
  for (unsigned i = 0; i < numBlocks; ++i) {
    const int64_t *row = tensors + 3 * chunks[2 * i];
    const auto *x = reinterpret_cast<const float *>(row[1]);
    reinterpret_cast<float *>(row[2])[chunks[2 * i + 1]] =
        x[chunks[2 * i + 1]] + static_cast<float>(row[0]);
  }
}

/// Arguments x, y and z of four floats each.
class CUDAStep : public ::testing::Test {
protected:
  explicit CUDAStep(uint32_t flags = 0) : device(flags) {
    fp8mock_add_kernel("add_one", 2, addOne);
    fp8mock_add_kernel("double_first", 2, doubleFirst);
    fp8mock_add_kernel("bucket", 2, addOneInBucket);
    EXPECT_EQ(fp8rt_cuda_module_load(device, "image", &module), FP8RT_OK);
    for (fp8rt_address &address : addresses)
      address = device.upload<float>({1, 2, 3, 4});
    desc.abi_version = FP8RT_ABI_VERSION;
    desc.num_arguments = 3;
    desc.num_streams = 2;
    desc.num_events = 2;
    desc.name = "train";
    // y = x + 1, and then z = y + 1 on another stream.
    first = makeOp("add_one", buffers);
    first.event = 0;
    second = makeOp("add_one", buffers + 1);
    second.stream = 1;
    second.num_waits = 1;
    second.waits = &zero;
  }
  ~CUDAStep() override {
    if (step)
      EXPECT_EQ(fp8rt_cuda_step_destroy(device, step), FP8RT_OK);
    EXPECT_EQ(fp8rt_cuda_module_unload(device, module), FP8RT_OK)
        << fp8rt_last_error();
  }

  fp8rt_cuda_op makeOp(const char *kernel, const fp8rt_cuda_buffer *operands) {
    fp8rt_cuda_op op = {};
    op.main = {kernel, 4, 32};
    op.num_buffers = 2;
    op.buffers = operands;
    op.event = -1;
    op.location = "step.mlir:3";
    return op;
  }
  fp8rt_status create(std::vector<fp8rt_cuda_op> ops) {
    desc.ops = ops.data();
    desc.num_ops = static_cast<int64_t>(ops.size());
    return fp8rt_cuda_step_create(device, module, &desc, addresses, &step);
  }
  void run() {
    EXPECT_EQ(fp8rt_cuda_step_run(device, device.stream, step), FP8RT_OK)
        << fp8rt_last_error();
  }
  std::vector<float> get(int argument) {
    return device.download<float>(addresses[argument], 4);
  }

  Device device;
  fp8rt_cuda_module module = nullptr;
  fp8rt_cuda_step step = nullptr;
  fp8rt_address addresses[3];
  fp8rt_cuda_buffer buffers[3] = {{0, 0}, {1, 0}, {2, 0}};
  const int32_t zero = 0;
  fp8rt_cuda_step_desc desc = {};
  fp8rt_cuda_op first, second;
};

class CUDAEagerStep : public CUDAStep {
protected:
  CUDAEagerStep() : CUDAStep(FP8RT_CUDA_EAGER) {}
};

TEST_F(CUDAStep, RunsAsOneGraph) {
  ASSERT_EQ(create({first, second}), FP8RT_OK) << fp8rt_last_error();
  int before = count("cu");
  run();
  run();
  EXPECT_EQ(count("cuGraphLaunch"), 2);
  // Nothing else is called: no wait, no allocation.
  EXPECT_EQ(count("cu"), before + 2);
  EXPECT_EQ(get(2), (std::vector<float>{3, 4, 5, 6}));
}

TEST_F(CUDAEagerStep, RunsOpByOp) {
  ASSERT_EQ(create({first, second}), FP8RT_OK) << fp8rt_last_error();
  run();
  EXPECT_EQ(count("cuGraphLaunch"), 0);
  EXPECT_EQ(get(2), (std::vector<float>{3, 4, 5, 6}));
}

/// A timed step runs its ops one after another, whatever their streams are, and
/// gives the time of each.
void checkTimes(fp8rt_cuda device, fp8rt_cuda_stream stream,
                fp8rt_cuda_step step) {
  float milliseconds[2] = {};
  EXPECT_EQ(fp8rt_cuda_step_times(device, stream, step, milliseconds), FP8RT_OK)
      << fp8rt_last_error();
  EXPECT_GT(milliseconds[0], 0);
  EXPECT_GT(milliseconds[1], 0);
}

TEST_F(CUDAStep, TimesItsOps) {
  desc.flags = FP8RT_CUDA_TIMED;
  ASSERT_EQ(create({first, second}), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(count("cuEventRecordWithFlags"), 3);
  float milliseconds[2];
  EXPECT_FAILS(fp8rt_cuda_step_times(device, device.stream, step, milliseconds),
               FP8RT_INVALID_ARGUMENT,
               "expected a step with FP8RT_CUDA_TIMED that has run");
  run();
  checkTimes(device, device.stream, step);
  run();
  checkTimes(device, device.stream, step);
  EXPECT_FAILS(fp8rt_cuda_step_times(device, device.stream, step, nullptr),
               FP8RT_INVALID_ARGUMENT, "milliseconds is NULL");
  EXPECT_EQ(count("cuGraphLaunch"), 2);
  EXPECT_EQ(get(2), (std::vector<float>{3, 4, 5, 6}));
}

TEST_F(CUDAEagerStep, TimesItsOps) {
  desc.flags = FP8RT_CUDA_TIMED;
  ASSERT_EQ(create({first, second}), FP8RT_OK) << fp8rt_last_error();
  run();
  checkTimes(device, device.stream, step);
  EXPECT_EQ(get(2), (std::vector<float>{3, 4, 5, 6}));
}

TEST_F(CUDAStep, TimesNeedTheFlag) {
  ASSERT_EQ(create({first}), FP8RT_OK);
  run();
  float milliseconds = 0;
  EXPECT_FAILS(
      fp8rt_cuda_step_times(device, device.stream, step, &milliseconds),
      FP8RT_INVALID_ARGUMENT,
      "expected a step with FP8RT_CUDA_TIMED that has run");
}

TEST_F(CUDAStep, FinishFollows) {
  first.finish = {"double_first", 1, 32};
  ASSERT_EQ(create({first}), FP8RT_OK);
  run();
  EXPECT_EQ(get(1), (std::vector<float>{4, 3, 4, 5}));
}

TEST_F(CUDAStep, NothingToLaunch) {
  first.main.num_blocks = 0;
  ASSERT_EQ(create({first}), FP8RT_OK);
  run();
  EXPECT_EQ(get(1), (std::vector<float>{1, 2, 3, 4}));
}

TEST_F(CUDAStep, OffsetsAreAdded) {
  fp8rt_cuda_buffer shifted[] = {{0, 8}, {1, 8}};
  first.buffers = shifted;
  first.main.num_blocks = 2;
  ASSERT_EQ(create({first}), FP8RT_OK);
  run();
  EXPECT_EQ(get(1), (std::vector<float>{1, 2, 4, 5}));
}

/// Two tensors: x to y, of 2 items, and y to z, of 1 item.
TEST_F(CUDAStep, BucketsGetTables) {
  const int64_t sizes[] = {2, 1}, chunks[] = {0, 0, 0, 1, 1, 0};
  fp8rt_cuda_bucket bucket = {2, sizes, 6, chunks};
  fp8rt_cuda_buffer rows[] = {{0, 0}, {1, 0}, {0, 4}, {2, 0}};
  first.main = {"bucket", 3, 32};
  first.bucket = &bucket;
  first.num_buffers = 4;
  first.buffers = rows;
  ASSERT_EQ(create({first}), FP8RT_OK) << fp8rt_last_error();
  run();
  EXPECT_EQ(get(1), (std::vector<float>{3, 4, 3, 4}));
  EXPECT_EQ(get(2), (std::vector<float>{3, 2, 3, 4}));
  uint64_t bytes = 0;
  fp8rt_cuda_op ops[] = {first};
  desc.ops = ops;
  EXPECT_EQ(fp8rt_cuda_step_bytes(&desc, 90, &bytes), FP8RT_OK);
  EXPECT_EQ(bytes, 512u);
}

/// Matrices of two by two without a constant stride, as in attention: the
/// library finds them through a table of pointers. The memory of a step alone
/// is at most the reported memory.
TEST_F(CUDAStep, BytesCountPointers) {
  fp8rt_gemm_desc product = {};
  product.m = product.n = product.k = 1;
  product.batch[0] = product.batch[1] = 2;
  product.lhs = product.rhs = {FP8RT_F32, 0, 1, 1, {1, 2}};
  product.out = {FP8RT_F32, 0, 1, 1, {2, 1}};
  fp8rt_cuda_buffer operands[] = {{0, 0},  {1, 0},  {2, 0},
                                  {-1, 0}, {-1, 0}, {-1, 0}};
  fp8rt_cuda_op op = {};
  op.product = &product;
  op.num_buffers = 6;
  op.buffers = operands;
  op.event = -1;
  op.location = "step.mlir:3";
  auto bytesOf = [&] {
    uint64_t bytes = 0;
    desc.ops = &op;
    desc.num_ops = 1;
    EXPECT_EQ(fp8rt_cuda_step_bytes(&desc, 90, &bytes), FP8RT_OK)
        << fp8rt_last_error();
    return bytes;
  };
  uint64_t withPointers = bytesOf();
  for (fp8rt_matrix *matrix : {&product.lhs, &product.rhs, &product.out}) {
    matrix->batch_stride[0] = 2;
    matrix->batch_stride[1] = 1;
  }
  EXPECT_EQ(withPointers, bytesOf() + 256);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(CUDAStep, ErrorsNameTheOp) {
  first.main.kernel = "missing";
  EXPECT_FAILS(create({first}), FP8RT_DEVICE_ERROR,
               "train: missing at step.mlir:3: fp8rt_cuda_step_create: "
               "cuModuleGetFunction failed: CUDA_ERROR_NOT_FOUND");
}

TEST_F(CUDAStep, NoModule) {
  desc.ops = &first;
  desc.num_ops = 1;
  EXPECT_FAILS(fp8rt_cuda_step_create(device, nullptr, &desc, addresses, &step),
               FP8RT_INVALID_ARGUMENT, "module is NULL");
}

TEST_F(CUDAStep, OtherVersion) {
  desc.abi_version = FP8RT_ABI_VERSION + 1;
  EXPECT_FAILS(create({first}), FP8RT_UNSUPPORTED,
               "compiled for version " + std::to_string(desc.abi_version));
}

TEST_F(CUDAStep, EventsComeFromEarlierOps) {
  EXPECT_FAILS(create({second, first}), FP8RT_INVALID_ARGUMENT,
               "waits for event 0, which no op before it records");
}

TEST_F(CUDAStep, StreamsAndArgumentsExist) {
  second.stream = 2;
  EXPECT_FAILS(create({first, second}), FP8RT_OUT_OF_RANGE,
               "stream 2, expected 0 to 1");
  buffers[0].argument = 3;
  EXPECT_FAILS(create({first}), FP8RT_OUT_OF_RANGE,
               "argument 3, expected -1 to 2");
}

TEST_F(CUDAStep, CountsHaveArrays) {
  auto expect = [&](fp8rt_cuda_op op, const char *message) {
    EXPECT_FAILS(create({op}), FP8RT_INVALID_ARGUMENT, message);
  };
  fp8rt_cuda_op op = first;
  op.num_buffers = -1;
  expect(op, "-1 buffers, expected at least 0");
  op = first;
  op.num_waits = -1;
  expect(op, "-1 waits, expected at least 0");
  op.num_waits = 1;
  op.waits = nullptr;
  expect(op, "waits is NULL");
  const int64_t values[] = {4, 4};
  op = first;
  fp8rt_cuda_bucket bucket = {1, nullptr, 2, values};
  op.bucket = &bucket;
  expect(op, "sizes is NULL");
  bucket = {1, values, 2, nullptr};
  expect(op, "chunks is NULL");
  bucket = {1, values, -2, values};
  expect(op, "-2 chunks, expected at least 0");
  desc.num_arguments = -1;
  expect(first, "-1 arguments, expected at least 0");
  desc.num_arguments = 3;
  desc.ops = &first;
  desc.num_ops = -1;
  EXPECT_FAILS(fp8rt_cuda_step_create(device, module, &desc, addresses, &step),
               FP8RT_INVALID_ARGUMENT, "-1 ops, expected at least 0");
}

TEST_F(CUDAStep, TooManyThreads) {
  first.main.num_threads = 1025;
  EXPECT_FAILS(create({first}), FP8RT_INVALID_ARGUMENT,
               "4 blocks of 1025 threads, expected up to 2147483647 and 1024");
}

TEST_F(CUDAStep, AddressesAreAligned) {
  addresses[1] += 64;
  EXPECT_FAILS(create({first}), FP8RT_INVALID_ARGUMENT,
               "expected a multiple of 256");
  addresses[1] -= 64;
}

TEST_F(CUDAStep, ModuleStaysLoaded) {
  ASSERT_EQ(create({first}), FP8RT_OK);
  EXPECT_FAILS(fp8rt_cuda_module_unload(device, module), FP8RT_BUSY,
               "1 steps launch its kernels");
}

TEST_F(CUDAEagerStep, FailuresOfKernelsAreLocated) {
  ASSERT_EQ(create({first, second}), FP8RT_OK);
  Variable fault("FP8_MOCK_FAULT", "cuLaunchKernel:2:700");
  // cuInit, which this call makes, reads the variable.
  fp8rt_cuda_options options = mockOptions();
  fp8rt_cuda other = nullptr;
  ASSERT_EQ(fp8rt_cuda_create(&options, &other), FP8RT_OK);
  EXPECT_FAILS(fp8rt_cuda_step_run(device, device.stream, step),
               FP8RT_DEVICE_ERROR,
               "train: add_one at step.mlir:3: fp8rt_cuda_step_run: "
               "cuLaunchKernel failed: CUDA_ERROR_ILLEGAL_ADDRESS (700)");
  EXPECT_EQ(fp8rt_cuda_destroy(other), FP8RT_OK);
}

} // namespace
