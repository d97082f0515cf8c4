//===- CUDADeviceTest.cpp - GPUs, their memory and their streams ----------===//

#include "CUDATestUtils.h"

using namespace fp8rt::test;

namespace {

fp8rt_status open(const char *driver) {
  fp8mock_reset();
  fp8rt_cuda_options options = mockOptions();
  options.driver = driver;
  fp8rt_cuda device = nullptr;
  fp8rt_status status = fp8rt_cuda_create(&options, &device);
  EXPECT_EQ(device, nullptr);
  return status;
}

TEST(CUDADevice, NoDriver) {
  EXPECT_FAILS(open("/nowhere/libcuda.so"), FP8RT_LIBRARY_MISSING,
               "no driver for NVIDIA GPUs: cannot open /nowhere/libcuda.so");
}

TEST(CUDADevice, NotADriver) {
  EXPECT_FAILS(open("libm.so.6"), FP8RT_UNSUPPORTED,
               "libm.so.6 has no function cuInit");
}

TEST(CUDADevice, NoGPU) {
  Variable none("FP8_MOCK_DEVICES", "0");
  EXPECT_FAILS(open(FP8_MOCK_CUDA), FP8RT_DEVICE_ERROR,
               "cuInit failed: CUDA_ERROR_NO_DEVICE (100), no CUDA-capable "
               "device is detected");
}

TEST(CUDADevice, OldDriver) {
  Variable old("FP8_MOCK_VERSION", "11080");
  EXPECT_FAILS(open(FP8_MOCK_CUDA), FP8RT_UNSUPPORTED,
               "the driver is for CUDA 11.8, expected 12.0 or later");
}

TEST(CUDADevice, DriverOfTheEnvironment) {
  fp8mock_reset();
  Variable driver("FP8RT_CUDA_DRIVER", FP8_MOCK_CUDA);
  fp8rt_cuda device = nullptr;
  ASSERT_EQ(fp8rt_cuda_create(nullptr, &device), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_destroy(device), FP8RT_OK);
}

TEST(CUDADevice, OtherNumber) {
  fp8mock_reset();
  fp8rt_cuda_options options = mockOptions();
  options.ordinal = 1;
  fp8rt_cuda device = nullptr;
  EXPECT_FAILS(fp8rt_cuda_create(&options, &device), FP8RT_INVALID_ARGUMENT,
               "GPU 1 is not there, expected 0 to 0");
}

extern "C" fp8rt_status fp8rt_test_open_nothing(void);

TEST(CUDADevice, OpenedFromC) {
  EXPECT_FAILS(fp8rt_test_open_nothing(), FP8RT_INVALID_ARGUMENT,
               "device is NULL");
}

TEST(CUDADevice, Info) {
  Variable capability("FP8_MOCK_CAPABILITY", "89");
  Variable memory("FP8_MOCK_MEMORY", "4096");
  Device device;
  device.allocate(1024);
  fp8rt_cuda_info info;
  ASSERT_EQ(fp8rt_cuda_get_info(device, &info), FP8RT_OK);
  EXPECT_STREQ(info.name, "Mock GPU");
  EXPECT_EQ(info.capability, 89);
  EXPECT_EQ(info.driver_version, 12040);
  EXPECT_EQ(info.free_bytes, 3072u);
  EXPECT_EQ(info.total_bytes, 4096u);
}

TEST(CUDADevice, BusyWhileMemoryLives) {
  Device device;
  device.allocate(1);
  EXPECT_FAILS(fp8rt_cuda_destroy(device), FP8RT_BUSY,
               "1 blocks, 0 modules and 0 steps are alive");
}

TEST(CUDADevice, HandlesOfAnotherDevice) {
  Device device;
  fp8rt_cuda_options options = mockOptions();
  fp8rt_cuda other = nullptr;
  ASSERT_EQ(fp8rt_cuda_create(&options, &other), FP8RT_OK);
  EXPECT_FAILS(fp8rt_cuda_stream_synchronize(other, device.stream),
               FP8RT_INVALID_HANDLE, "not a live stream");
  EXPECT_EQ(fp8rt_cuda_destroy(other), FP8RT_OK);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST(CUDAMemory, TooLittle) {
  Variable memory("FP8_MOCK_MEMORY", "1000");
  Device device;
  device.allocate(400);
  fp8rt_address address = 0;
  EXPECT_FAILS(fp8rt_cuda_alloc(device, 601, &address), FP8RT_OUT_OF_MEMORY,
               "the GPU has 600 of 1000 bytes free, expected 601");
}

TEST(CUDAMemory, FreedTwice) {
  Device device;
  fp8rt_address address = 0;
  ASSERT_EQ(fp8rt_cuda_alloc(device, 8, &address), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_free(device, address), FP8RT_OK);
  EXPECT_FAILS(fp8rt_cuda_free(device, address), FP8RT_INVALID_HANDLE,
               "not a live block");
  EXPECT_EQ(fp8rt_cuda_free(device, 0), FP8RT_OK);
}

TEST(CUDAMemory, CopiesRunInOrder) {
  Device device;
  fp8rt_address x = device.upload<int>({1, 2, 3, 4});
  fp8rt_address y = device.allocate(4 * sizeof(int));
  EXPECT_EQ(fp8rt_cuda_copy(device, device.stream, y, x, 16), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_fill(device, device.stream, y + 4, 0, 8), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_copy(device, device.stream, y, 0, 0), FP8RT_OK);
  EXPECT_EQ(device.download<int>(y, 4), (std::vector<int>{1, 0, 0, 4}));
}

TEST(CUDAMemory, NullAddress) {
  Device device;
  EXPECT_FAILS(fp8rt_cuda_copy(device, device.stream, 0, 0, 4),
               FP8RT_INVALID_ARGUMENT, "an address is NULL");
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

/// The mock runs copies as late as it may, and in any order.
TEST(CUDAStreams, EventsOrderStreams) {
  for (int seed = 0; seed < 8; ++seed) {
    Variable order("FP8_MOCK_SEED", std::to_string(seed));
    Device device;
    fp8rt_cuda_stream other = nullptr;
    fp8rt_cuda_event event = nullptr;
    ASSERT_EQ(fp8rt_cuda_stream_create(device, &other), FP8RT_OK);
    ASSERT_EQ(fp8rt_cuda_event_create(device, 0, &event), FP8RT_OK);
    fp8rt_address x = device.upload<int>({0});
    int *one = device.allocateHost<int>(1);
    *one = 1;
    fp8rt_address y = device.allocate(sizeof(int));
    EXPECT_EQ(fp8rt_cuda_upload(device, other, x, one, 4), FP8RT_OK);
    EXPECT_EQ(fp8rt_cuda_event_record(device, event, other), FP8RT_OK);
    EXPECT_EQ(fp8rt_cuda_stream_wait(device, device.stream, event), FP8RT_OK);
    EXPECT_EQ(fp8rt_cuda_copy(device, device.stream, y, x, 4), FP8RT_OK);
    EXPECT_EQ(device.download<int>(y, 1), std::vector<int>{1});
  }
}

TEST(CUDAStreams, EventThatWasNeverRecorded) {
  Device device;
  fp8rt_cuda_event event = nullptr;
  ASSERT_EQ(fp8rt_cuda_event_create(device, 0, &event), FP8RT_OK);
  EXPECT_FAILS(fp8rt_cuda_stream_wait(device, device.stream, event),
               FP8RT_INVALID_ARGUMENT, "the event was never recorded");
  EXPECT_FAILS(fp8rt_cuda_event_synchronize(device, event),
               FP8RT_INVALID_ARGUMENT, "the event was never recorded");
  EXPECT_EQ(fp8rt_cuda_event_destroy(device, event), FP8RT_OK);
  EXPECT_FAILS(fp8rt_cuda_event_destroy(device, event), FP8RT_INVALID_HANDLE,
               "not a live event");
}

TEST(CUDAStreams, Elapsed) {
  Device device;
  fp8rt_cuda_event from = nullptr, to = nullptr;
  ASSERT_EQ(fp8rt_cuda_event_create(device, 1, &from), FP8RT_OK);
  ASSERT_EQ(fp8rt_cuda_event_create(device, 1, &to), FP8RT_OK);
  fp8rt_address x = device.allocate(4);
  EXPECT_EQ(fp8rt_cuda_event_record(device, from, device.stream), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_fill(device, device.stream, x, 0, 4), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_event_record(device, to, device.stream), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_event_synchronize(device, to), FP8RT_OK);
  float milliseconds = 0;
  EXPECT_EQ(fp8rt_cuda_elapsed(device, from, to, &milliseconds), FP8RT_OK);
  EXPECT_GT(milliseconds, 0);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

TEST(CUDAModules, WhatTheAssemblerSays) {
  Variable folder("FP8_MOCK_KERNELS", "/nowhere");
  Device device;
  fp8rt_cuda_module module = nullptr;
  EXPECT_FAILS(fp8rt_cuda_module_load(device, "image", &module),
               FP8RT_DEVICE_ERROR, "no device code of the image in /nowhere");
}

TEST(CUDAModules, UnloadedTwice) {
  Device device;
  fp8rt_cuda_module module = nullptr;
  ASSERT_EQ(fp8rt_cuda_module_load(device, "image", &module), FP8RT_OK);
  EXPECT_EQ(fp8rt_cuda_module_unload(device, module), FP8RT_OK);
  EXPECT_FAILS(fp8rt_cuda_module_unload(device, module), FP8RT_INVALID_HANDLE,
               "not a live module");
}

} // namespace
