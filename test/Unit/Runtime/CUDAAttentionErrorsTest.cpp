//===- CUDAAttentionErrorsTest.cpp - attention that fails on a GPU --------===//

#include "CUDAAttentionCase.h"

#include <functional>
#include <map>
#include <tuple>

using namespace fp8rt::test;

namespace {

/// Allocates the buffers of a case.
std::vector<fp8rt_address> allocate(Device &device,
                                    const CUDAAttentionCase &attention) {
  std::vector<fp8rt_address> addresses;
  for (int32_t i = 0; i < attention.getNumTensors(); ++i)
    addresses.push_back(
        device.allocate(attention.size(i) * (attention.isOfRows(i) ? 4 : 2)));
  return addresses;
}

/// Returns the error of a step with the attention, or "".
std::string runOn(Device &device, const CUDAAttentionCase &attention,
                  fp8rt_status &status) {
  std::vector<fp8rt_address> addresses = allocate(device, attention);
  CUDAAttentionStep step(attention);
  status = step.run(device, addresses);
  return status == FP8RT_OK ? "" : fp8rt_last_error();
}

TEST(CUDAAttentionErrors, EachCallFails) {
  for (bool isBackward : {false, true}) {
    CUDAAttentionCase attention(isBackward, /*isCausal=*/true);
    std::map<std::string, int> calls;
    for (const char *function :
         {"cudnnCreate", "cudnnSetStream", "cudnnBackendCreateDescriptor",
          "cudnnBackendSetAttribute", "cudnnBackendFinalize",
          "cudnnBackendGetAttribute", "cudnnBackendExecute",
          "cuMemsetD32Async"})
      calls[function] = 0;
    {
      Device device;
      fp8rt_status status = FP8RT_OK;
      ASSERT_EQ(runOn(device, attention, status), "");
      for (auto &[function, number] : calls)
        number = count(function);
    }
    for (const auto &[function, number] : calls) {
      EXPECT_GT(number, function == "cuMemsetD32Async" && isBackward ? -1 : 0);
      // The many calls that set attributes are alike, so test some of them.
      int step = function == "cudnnBackendSetAttribute" ? 17 : 1;
      for (int call = 1; call <= number; call += step) {
        bool isOfDriver = function == "cuMemsetD32Async";
        Variable fault("FP8_MOCK_FAULT", function + ":" + std::to_string(call) +
                                             (isOfDriver ? ":1" : ":5000"));
        Device device;
        fp8rt_status status = FP8RT_OK;
        std::string error = runOn(device, attention, status);
        EXPECT_EQ(status, FP8RT_DEVICE_ERROR) << function << " " << call;
        EXPECT_NE(error.find(function + " failed"), std::string::npos) << error;
      }
    }
  }
}

/// The gradients of the queries fit an address space, but not their f32 sums,
/// or not the sums of two streams together.
TEST(CUDAAttentionErrors, SumsThatDoNotFit) {
  auto getBytes = [](int64_t batch, int64_t numOps, uint64_t &bytes) {
    CUDAAttentionCase attention(/*isBackward=*/true, /*isCausal=*/true, batch,
                                /*heads=*/1 << 12, /*rows=*/1 << 20, /*d=*/64);
    CUDAAttentionStep step(attention);
    fp8rt_cuda_op ops[] = {step.op, step.op};
    ops[1].stream = 1;
    step.desc.num_streams = 2;
    step.desc.ops = ops;
    step.desc.num_ops = numOps;
    return fp8rt_cuda_step_bytes(&step.desc, 90, &bytes);
  };
  uint64_t bytes = 0;
  EXPECT_FAILS(getBytes(1 << 16, 1, bytes), FP8RT_OUT_OF_RANGE,
               "the f32 sums of an attention do not fit an address space");
  EXPECT_EQ(getBytes(1 << 15, 1, bytes), FP8RT_OK);
  EXPECT_GT(bytes, uint64_t{1} << 55);
  EXPECT_FAILS(getBytes(1 << 15, 2, bytes), FP8RT_OUT_OF_RANGE,
               "the memory of train does not fit an address space");
}

/// The library may reject the graph, the question for engines, or an engine
/// that it suggested.
TEST(CUDAAttentionErrors, NoEngine) {
  CUDAAttentionCase attention(/*isBackward=*/false, /*isCausal=*/false);
  int last = 0;
  {
    Device device;
    fp8rt_status status = FP8RT_OK;
    ASSERT_EQ(runOn(device, attention, status), "");
    last = count("cudnnBackendFinalize") - 1;
  }
  // The graph, the heuristics and the plan come before the variant pack.
  for (int number : {last - 2, last - 1, last}) {
    std::string call = "cudnnBackendFinalize:" + std::to_string(number);
    fp8rt_status status = FP8RT_OK;
    {
      Variable fault("FP8_MOCK_FAULT", call + ":3008");
      Device device;
      EXPECT_EQ(
          runOn(device, attention, status),
          "train: attention at step.mlir:3: fp8rt_cuda_step_create: cuDNN "
          "9.19.0 cannot compile its kernels: it opens the driver and NVRTC "
          "(libnvrtc.so of its CUDA version, in the wheel "
          "nvidia-cuda-nvrtc); attention=kernels needs none");
      EXPECT_EQ(status, FP8RT_LIBRARY_MISSING);
    }
    Variable fault("FP8_MOCK_FAULT", call + ":3000");
    Device device;
    EXPECT_EQ(runOn(device, attention, status),
              "train: attention at step.mlir:3: fp8rt_cuda_step_create: cuDNN "
              "9.19.0 has no engine for this attention; attention=kernels "
              "needs none");
    EXPECT_EQ(status, FP8RT_UNSUPPORTED);
  }
}

/// The next engine takes the place of an engine that is rejected.
TEST(CUDAAttentionErrors, NextEngine) {
  CUDAAttentionCase attention(/*isBackward=*/true, /*isCausal=*/false);
  fp8rt_status status = FP8RT_OK;
  int plan = 0;
  {
    Device device;
    ASSERT_EQ(runOn(device, attention, status), "");
    plan = count("cudnnBackendFinalize") - 1;
  }
  Variable fault("FP8_MOCK_FAULT",
                 "cudnnBackendFinalize:" + std::to_string(plan) + ":3000");
  Device device;
  EXPECT_EQ(runOn(device, attention, status), "");
  EXPECT_EQ(count("cudnnBackendFinalize 5 engine 0"), 1);
  EXPECT_EQ(count("cudnnBackendFinalize 5 engine 1"), 1);
}

/// Gradients have no fixed order on chips of compute capability 10.x.
TEST(CUDAAttentionErrors, OrderOfAChip) {
  for (bool isBackward : {false, true})
    for (uint32_t flags : {0u, uint32_t{FP8RT_CUDA_ORDERED}})
      for (int32_t capability : {90, 100, 103, 120}) {
        CUDAAttentionCase attention(isBackward, /*isCausal=*/false);
        CUDAAttentionStep step(attention, flags);
        uint64_t bytes = 0;
        bool isRefused = isBackward && flags != 0 && capability / 10 == 10;
        EXPECT_EQ(fp8rt_cuda_step_bytes(&step.desc, capability, &bytes),
                  isRefused ? FP8RT_UNSUPPORTED : FP8RT_OK)
            << isBackward << flags << capability;
        if (isRefused)
          EXPECT_EQ(std::string(fp8rt_last_error()),
                    "train: attention_backward at step.mlir:3: "
                    "fp8rt_cuda_step_bytes: unsupported attention: the "
                    "gradients of cuDNN may differ between runs on chips of "
                    "compute capability 10.x; attention=kernels computes it");
      }
}

TEST(CUDAAttentionErrors, Library) {
  fp8mock_reset();
  uint64_t version = 0;
  std::pair<const char *, const char *> versions[] = {{nullptr, nullptr},
                                                      {"8907", "8.9.7"},
                                                      {"90500", "9.5.0"},
                                                      {"91001", "9.10.1"},
                                                      {"91500", "9.15.0"}};
  for (auto [number, text] : versions) {
    bool isMissing = !number;
    Variable old("FP8_MOCK_CUDNN", isMissing ? "91900" : number);
    fp8rt_cuda_options options = mockOptions();
    options.cudnn = isMissing ? "/nowhere/libcudnn.so.9" : FP8_MOCK_CUDA;
    fp8rt_cuda device = nullptr;
    ASSERT_EQ(fp8rt_cuda_create(&options, &device), FP8RT_OK);
    fp8rt_status status = fp8rt_cuda_open_attention(device, &version);
    EXPECT_EQ(status, isMissing ? FP8RT_LIBRARY_MISSING : FP8RT_UNSUPPORTED);
    std::string error = fp8rt_last_error();
    std::string expected =
        isMissing ? "fp8rt_cuda_open_attention: no library for attention on "
                    "NVIDIA GPUs (cuDNN: the wheel nvidia-cudnn-cu13; "
                    "attention=kernels needs none): cannot open "
                    "/nowhere/libcudnn.so.9; FP8RT_CUDNN may name another file"
                  : std::string("is cuDNN ") + text +
                        ", expected 9.15.1 or later for attention; "
                        "attention=kernels needs none";
    EXPECT_NE(error.find(expected), std::string::npos) << error;
    EXPECT_EQ(fp8rt_cuda_destroy(device), FP8RT_OK);
  }
  {
    Variable first("FP8_MOCK_CUDNN", "91501");
    Device device;
    EXPECT_EQ(fp8rt_cuda_open_attention(device, &version), FP8RT_OK)
        << fp8rt_last_error();
  }
  Device device;
  EXPECT_EQ(fp8rt_cuda_open_attention(device, &version), FP8RT_OK);
  EXPECT_EQ(version, 91900u);
  EXPECT_EQ(fp8rt_cuda_open_attention(device, nullptr), FP8RT_INVALID_ARGUMENT);
}

TEST(CUDAAttentionErrors, Memory) {
  CUDAAttentionCase attention(/*isBackward=*/true, /*isCausal=*/false);
  // The buffers come first, then the memory of the step.
  Variable fault(
      "FP8_MOCK_FAULT",
      "cuMemAlloc_v2:" + std::to_string(attention.getNumTensors() + 1) + ":2");
  Device device;
  fp8rt_status status = FP8RT_OK;
  std::string error = runOn(device, attention, status);
  EXPECT_EQ(status, FP8RT_OUT_OF_MEMORY);
  // 512 bytes for c, 4096 for dQ, and 4096 for the engine.
  EXPECT_NE(error.find("; an attention takes 8704 bytes of workspace, which "
                       "attention=kernels does not need"),
            std::string::npos)
      << error;
}

TEST(CUDAAttentionErrors, StepBytes) {
  CUDAAttentionCase attention(/*isBackward=*/true, /*isCausal=*/false);
  CUDAAttentionStep step(attention);
  uint64_t bytes = 0;
  EXPECT_EQ(fp8rt_cuda_step_bytes(&step.desc, 90, &bytes), FP8RT_OK);
  // 512 bytes for c and 4096 for dQ.
  EXPECT_EQ(bytes, 4608u);
  EXPECT_EQ(fp8rt_cuda_step_bytes(&step.desc, 75, &bytes), FP8RT_UNSUPPORTED);
  EXPECT_EQ(std::string(fp8rt_last_error())
                .find("train: attention_backward at step.mlir:3: "),
            0u);
}

/// Without a graph, errors of a run name the op.
TEST(CUDAAttentionErrors, OpByOp) {
  CUDAAttentionCase attention(/*isBackward=*/true, /*isCausal=*/true);
  fp8rt_status status = FP8RT_OK;
  {
    Device device(FP8RT_CUDA_EAGER);
    EXPECT_EQ(runOn(device, attention, status), "");
  }
  Variable fault("FP8_MOCK_FAULT", "cudnnBackendExecute:1:5000");
  Device device(FP8RT_CUDA_EAGER);
  EXPECT_EQ(runOn(device, attention, status),
            "train: attention_backward at step.mlir:3: fp8rt_cuda_step_run: "
            "cudnnBackendExecute failed: CUDNN_STATUS_EXECUTION_FAILED (5000)");
}

TEST(CUDAAttentionErrors, Descriptions) {
  using Change = std::function<void(CUDAAttentionCase &)>;
  std::tuple<bool, const char *, Change> cases[] = {
      {false, "cuDNN computes attention of bf16",
       [](CUDAAttentionCase &c) {
         c.desc.tensors[FP8RT_ATTENTION_O].dtype = FP8RT_F32;
       }},
      {false, "cuDNN has heads of 8, 16, 24, ... 128 elements",
       [](CUDAAttentionCase &c) { c.desc.d = c.desc.e = 4; }},
      {true, "the gradients of cuDNN take a multiple of 128 rows",
       [](CUDAAttentionCase &c) { c.desc.rows[2] = 96; }},
      {true, "the gradients of cuDNN take a multiple of 128 keys",
       [](CUDAAttentionCase &c) { c.desc.keys = 40; }},
      {false, "several query heads share the keys of a head",
       [](CUDAAttentionCase &c) {
         c.desc.num_batch_dims = 1;
         for (int32_t i : {FP8RT_ATTENTION_K, FP8RT_ATTENTION_V})
           c.desc.tensors[i].row_stride[1] = 0;
       }},
      {false, "its masked scores are above -1e8",
       [](CUDAAttentionCase &c) {
         c.desc.ops[c.desc.ops[c.desc.score].c].value = 0xC61C4000; // -1e4
       }},
      {false,
       "its scores are more than products with a scale and a causal mask",
       [](CUDAAttentionCase &c) {
         c.desc.score = c.add(FP8RT_SCORE_TANH, c.desc.score);
       }},
      {false, "its probabilities have a factor",
       [](CUDAAttentionCase &c) { c.desc.factor = c.addConstant(2); }},
      {true, "the derivative of its scores is not their scale",
       [](CUDAAttentionCase &c) { c.desc.derivative = c.addConstant(1); }},
      {false, "cuDNN takes strides of a multiple of 16 bytes",
       [](CUDAAttentionCase &c) {
         c.desc.tensors[FP8RT_ATTENTION_Q].row_stride[2] += 4;
       }},
      {false, "cuDNN takes heads of adjacent elements",
       [](CUDAAttentionCase &c) {
         c.desc.tensors[FP8RT_ATTENTION_V].element_stride = 2;
       }}};
  for (const auto &[isBackward, reason, change] : cases) {
    CUDAAttentionCase attention(isBackward, /*isCausal=*/true, 2, 2, 128, 8);
    EXPECT_EQ(fp8rt_cuda_check_attention(&attention.desc, 90), FP8RT_OK)
        << fp8rt_last_error();
    change(attention);
    EXPECT_EQ(fp8rt_cuda_check_attention(&attention.desc, 90),
              FP8RT_UNSUPPORTED)
        << reason;
    EXPECT_EQ(
        fp8rt_last_error(),
        std::string("fp8rt_cuda_check_attention: unsupported attention: ") +
            reason + "; attention=kernels computes it");
  }
  CUDAAttentionCase attention(/*isBackward=*/false, /*isCausal=*/true);
  EXPECT_EQ(fp8rt_cuda_check_attention(&attention.desc, 75), FP8RT_UNSUPPORTED);
}

TEST(CUDAAttentionErrors, Buffers) {
  CUDAAttentionCase attention(/*isBackward=*/false, /*isCausal=*/false);
  Device device;
  std::vector<fp8rt_address> addresses = allocate(device, attention);
  auto run = [&](const std::function<void(CUDAAttentionStep &)> &change) {
    CUDAAttentionStep step(attention);
    change(step);
    EXPECT_NE(step.run(device, addresses), FP8RT_OK);
    return std::string(fp8rt_last_error());
  };
  EXPECT_NE(run([](CUDAAttentionStep &step) {
              step.buffers[0].offset = 8;
            }).find("a tensor is at an address that is no multiple of 16"),
            std::string::npos);
  EXPECT_NE(run([](CUDAAttentionStep &step) {
              step.buffers[1].argument = -1;
            }).find("argument -1 of attention, expected at least 0"),
            std::string::npos);
  EXPECT_NE(run([](CUDAAttentionStep &step) {
              step.op.num_buffers = 5;
            }).find("5 buffers, expected 6"),
            std::string::npos);
}

} // namespace
