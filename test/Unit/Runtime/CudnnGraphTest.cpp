//===- CudnnGraphTest.cpp - graphs of attention and the real cuDNN --------===//
//
// Where cuDNN is installed, it chooses engines for our graphs on an H100 that
// is not there. It compiles them only with a driver.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Runtime/CUDA/AttentionGraph.h"
#include "../../../lib/Runtime/Error.h"
#include "CUDAAttentionCase.h"

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

TEST(CudnnGraph, EnginesOfAnH100) {
  Cudnn dnn;
  if (Cudnn::load("load", std::getenv("FP8RT_CUDNN") ? nullptr : FP8_CUDNN,
                  dnn) != FP8RT_OK)
    GTEST_SKIP() << fp8rt_last_error();
  Driver driver;
  auto plan = [&](const fp8rt_attention_desc &desc, bool isOrdered) {
    BoundAttention attention(driver, dnn);
    fp8rt_status status = attention.prepare("plan", desc, 90, isOrdered, h100);
    return status == FP8RT_OK ? std::string() : fp8rt_last_error();
  };
  for (bool isBackward : {false, true})
    for (bool isCausal : {false, true})
      for (bool isOrdered : {false, true}) {
        CUDAAttentionCase attention(isBackward, isCausal, 8, 12, 1024, 64);
        std::string error = plan(attention.desc, isOrdered);
        // Other versions may describe devices in another way.
        if (error.find("CUDNN_STATUS_BAD_PARAM") != std::string::npos)
          GTEST_SKIP() << error;
        EXPECT_TRUE(error.empty() || error.find("cannot compile its kernels") !=
                                         std::string::npos)
            << error;
      }
}

} // namespace
