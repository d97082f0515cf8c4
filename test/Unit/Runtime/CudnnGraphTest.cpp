//===- CudnnGraphTest.cpp - graphs of attention and the real cuDNN --------===//
//
// Tests the graphs without a GPU. If cuDNN, NVRTC and a driver or its stub are
// installed, cuDNN must suggest engines for the graphs on an H100 that is only
// described to it, and compile their kernels. Only a driver can load the
// kernels.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Runtime/CUDA/AttentionGraph.h"
#include "../../../lib/Runtime/Error.h"
#include "CUDAAttentionCase.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace fp8rt::cuda;
using namespace fp8rt::test;

namespace {

/// The properties of an H100, as cuDNN 9.19 and 9.26 read them.
constexpr const char *h100 =
    R"({"maxGridSize": [2147483647, 65535, 65535],)"
    R"( "maxBlockSize": [1024, 1024, 64], "deviceVer": 900,)"
    R"( "regsPerBlock": 65536, "multiProcessorCount": 132, "smCountOrigin": 0,)"
    R"( "smClockRateKHz": 1980000, "memClockRateKHz": 2619000,)"
    R"( "l2CacheSize": 52428800, "warpSize": 32,)"
    R"( "maxSharedMemoryPerBlock": 49152,)"
    R"( "maxSharedMemoryPerBlockOptin": 232448,)"
    R"( "oversizedSharedMemoryPerBlock": 0,)"
    R"( "reservedSharedMemoryPerBlock": 1024, "maxRegistersPerSM": 65536,)"
    R"( "pciDeviceId": 0, "maxCtasPerSM": 32, "maxThreadsPerBlock": 1024,)"
    R"( "maxThreadsPerSM": 2048, "isTccDriver": 0, "supportCoopLaunch": 1,)"
    R"( "driverVer": 13000, "runtimeVer": 13000, "cudaDeviceId": 0,)"
    R"( "totalGlobalMem": 85520809984, "deviceName": "NVIDIA H100"})";

/// Opens `name`, or else `path`. cuDNN then finds the library by its name.
bool openLibrary(const char *name, const char *path) {
  return dlopen(name, RTLD_NOW | RTLD_GLOBAL) ||
         dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

/// Returns true if `dnn` reads the description of the device.
bool knowsDevice(const Cudnn &dnn) {
  DnnDesc device = nullptr;
  EXPECT_EQ(dnn.descCreate(dnnDevice, &device), 0);
  EXPECT_EQ(dnn.descSet(device, dnnDeviceText, dnnOfChar,
                        static_cast<int64_t>(std::strlen(h100)), h100),
            0);
  DnnStatus status = dnn.descFinalize(device);
  EXPECT_EQ(dnn.descDestroy(device), 0);
  return status == 0;
}

TEST(CudnnGraph, EnginesOfAnH100) {
  Cudnn dnn;
  if (Cudnn::load("load", std::getenv("FP8RT_CUDNN") ? nullptr : FP8_CUDNN,
                  dnn) != FP8RT_OK)
    GTEST_SKIP() << fp8rt_last_error();
  if (!openLibrary("libcuda.so.1", FP8_CUDA) ||
      !openLibrary("libnvrtc.so", FP8_NVRTC))
    GTEST_SKIP() << "without a driver and NVRTC, cuDNN lists no engines: "
                 << dlerror();
  // Other versions may describe devices in another way.
  if (!knowsDevice(dnn))
    GTEST_SKIP() << "cuDNN " << nameDnnVersion(dnn.getVersion())
                 << " does not read our properties of an H100";
  Driver driver;
  struct {
    bool isBackward, isCausal, isOrdered;
    int64_t head;
  } cases[] = {{false, false, false, 128}, {false, true, false, 64},
               {true, false, false, 64},   {true, false, true, 128},
               {true, true, false, 128},   {true, true, true, 64}};
  for (auto [isBackward, isCausal, isOrdered, head] : cases) {
    CUDAAttentionCase test(isBackward, isCausal, 8, 12, 1024, head);
    BoundAttention attention(driver, dnn);
    fp8rt_status status =
        attention.prepare("plan", test.desc, 90, isOrdered, h100);
    std::string error = status == FP8RT_OK ? "" : fp8rt_last_error();
    EXPECT_TRUE(error.empty() ||
                error.find("CUDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER") !=
                    std::string::npos)
        << error;
    EXPECT_GE(attention.getNumEngines(), 1u)
        << isBackward << isCausal << isOrdered << " " << head << error;
  }
}

} // namespace
