//===- UpdateTest.cpp - Updates of tensors of any shapes ------------------===//

#include "TestUtils.h"
#include "fp8/Runtime/fp8rt_update.h"

#include <cmath>
#include <vector>

using namespace fp8rt::test;

namespace {

constexpr int64_t grain = 4;

/// Computes param += rate * grad. The scale becomes the largest new parameter
/// plus the number of the tensor. Operands: param, grad, rate, number, param,
/// scale, partials.
void update(int64_t begin, int64_t end, void *const *pointers,
            const int64_t *) {
  auto *param = static_cast<float *>(pointers[4]);
  auto *grad = static_cast<const float *>(pointers[1]);
  float rate = *static_cast<const float *>(pointers[2]), largest = 0;
  for (int64_t i = begin; i < end; ++i) {
    param[i] += rate * grad[i];
    largest = std::max(largest, param[i]);
  }
  static_cast<float *>(pointers[6])[begin / grain] = largest;
}

void finish(int64_t, int64_t end, void *const *pointers, const int64_t *) {
  auto *partials = static_cast<const float *>(pointers[6]);
  float number = static_cast<float>(*static_cast<int32_t *>(pointers[3]));
  *static_cast<float *>(pointers[5]) =
      number + fp8rt_combine_maxima(partials, (end + grain - 1) / grain);
}

/// Doubles the rate once.
void doubleRate(int64_t, int64_t, void *const *pointers, const int64_t *) {
  *static_cast<float *>(pointers[1]) = 2 * *static_cast<float *>(pointers[0]);
}

/// Copies the new parameter to a result.
void copy(int64_t begin, int64_t end, void *const *pointers, const int64_t *) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<float *>(pointers[1])[i] =
        static_cast<const float *>(pointers[0])[i];
}

enum { Param, Grad, Scale, Copy, NumPlanes };

const fp8rt_update_plane planes[] = {{"param", "f32", FP8RT_STATE, 4, 1, 0, 0},
                                     {"grad", "f32", FP8RT_INPUT, 4, 1, 0, 0},
                                     {"scale", "f32", FP8RT_STATE, 4, 0, 1, 1},
                                     {"copy", "f32", FP8RT_RESULT, 4, 1, 0, 0}};
const fp8rt_update_scalar scalars[] = {{"rate", "f32", 1, -1, 1}};

const fp8rt_kernel kernels[] = {{"double", doubleRate, nullptr, 1, 2, 0},
                                {"update", update, finish, grain, 7, 0},
                                {"copy", copy, nullptr, grain, 2, 0}};
const fp8rt_update_operand doubled[] = {
    {FP8RT_UPDATE_SCALAR, 0, 0, 0, 0, nullptr},
    {FP8RT_UPDATE_SHARED, 0, 64, 0, 0, nullptr}};
const fp8rt_update_operand updated[] = {
    {FP8RT_UPDATE_PLANE, Param, 0, 0, 0, nullptr},
    {FP8RT_UPDATE_PLANE, Grad, 0, 0, 0, nullptr},
    {FP8RT_UPDATE_SHARED, 0, 64, 0, 0, nullptr},
    {FP8RT_UPDATE_OWN, 0, 64, 0, 0, nullptr},
    {FP8RT_UPDATE_PLANE, Param, 0, 0, 0, nullptr},
    {FP8RT_UPDATE_OWN, 0, 0, 0, 0, nullptr},
    {FP8RT_UPDATE_PARTIALS, 0, 0, grain, 4, nullptr}};
const fp8rt_update_operand copied[] = {
    {FP8RT_UPDATE_PLANE, Param, 0, 0, 0, nullptr},
    {FP8RT_UPDATE_PLANE, Copy, 0, 0, 0, nullptr}};
const fp8rt_update_launch launches[] = {{&kernels[0], doubled, 1, 1, 1, 1, "a"},
                                        {&kernels[1], updated, 0, 0, 4, 2, "b"},
                                        {&kernels[2], copied, 0, 0, 1, 1, "c"}};
const fp8rt_update_number numbers[] = {{64, 10, 5}};
const fp8rt_update_copy copies[] = {{0, Scale, 4}};

const fp8rt_update example = {FP8RT_ABI_VERSION,
                              NumPlanes,
                              "example",
                              planes,
                              scalars,
                              launches,
                              numbers,
                              copies,
                              1,
                              3,
                              1,
                              1,
                              128,
                              128};

/// Tensors of the example, and their memory.
struct Tensors {
  explicit Tensors(std::vector<int64_t> sizes) : sizes(std::move(sizes)) {
    for (int64_t size : this->sizes) {
      auto n = static_cast<size_t>(size);
      memory.push_back({std::vector<float>(n),
                        std::vector<float>(n),
                        {1.0f},
                        std::vector<float>(n, -1.0f)});
      for (size_t i = 0; i < n; ++i) {
        memory.back()[Param][i] = static_cast<float>(i);
        memory.back()[Grad][i] = static_cast<float>(i % 3);
      }
    }
  }

  fp8rt_status run(fp8rt_context context, bool wantsCopy = true) {
    addresses.clear();
    for (auto &planes : memory)
      for (auto &plane : planes)
        addresses.push_back(plane.empty() ? nullptr : plane.data());
    for (size_t t = 0; !wantsCopy && t < memory.size(); ++t)
      addresses[t * NumPlanes + Copy] = nullptr;
    auto count = static_cast<int64_t>(sizes.size());
    uint64_t bytes = 0;
    EXPECT_EQ(fp8rt_update_workspace(&example, count, sizes.data(), &bytes),
              FP8RT_OK);
    void *workspace = nullptr;
    EXPECT_EQ(fp8rt_alloc(context, bytes, 64, &workspace), FP8RT_OK);
    void *values[] = {&rate};
    fp8rt_update_args args = {count,
                              sizes.data(),
                              order.empty() ? nullptr : order.data(),
                              addresses.data(),
                              values,
                              workspace};
    fp8rt_status status = fp8rt_run_update(context, nullptr, &example, &args);
    EXPECT_EQ(fp8rt_free(context, workspace), FP8RT_OK);
    return status;
  }

  std::vector<int64_t> sizes;
  std::vector<int32_t> order;
  std::vector<std::vector<std::vector<float>>> memory;
  std::vector<void *> addresses;
  float rate = 0.25f;
};

const std::vector<int64_t> someSizes = {1, 0, 9, 4, 1001, 3};

TEST(Update, AnySizes) {
  for (int numThreads : {1, 3}) {
    // Guard pages around the workspace: nothing is written outside of it.
    Context context(numThreads, FP8RT_GUARD);
    Tensors tensors(someSizes);
    ASSERT_EQ(tensors.run(context), FP8RT_OK) << fp8rt_last_error();
    for (size_t t = 0; t < someSizes.size(); ++t) {
      float largest = 0;
      for (size_t i = 0; i < static_cast<size_t>(someSizes[t]); ++i) {
        float expected =
            static_cast<float>(i) + 0.5f * static_cast<float>(i % 3);
        EXPECT_EQ(tensors.memory[t][Param][i], expected);
        EXPECT_EQ(tensors.memory[t][Copy][i], expected);
        largest = std::max(largest, expected);
      }
      EXPECT_EQ(tensors.memory[t][Scale][0],
                largest + 10 + 5 * static_cast<float>(t));
    }
  }
}

TEST(Update, NumbersOfTheCaller) {
  Context context;
  Tensors tensors({0, 0});
  tensors.order = {7, 2};
  ASSERT_EQ(tensors.run(context), FP8RT_OK) << fp8rt_last_error();
  EXPECT_EQ(tensors.memory[0][Scale][0], 45);
  EXPECT_EQ(tensors.memory[1][Scale][0], 20);
}

TEST(Update, NoTensors) {
  Context context;
  Tensors tensors({});
  EXPECT_EQ(tensors.run(context), FP8RT_OK) << fp8rt_last_error();
}

TEST(Update, ResultsThatNobodyWants) {
  Context context;
  Tensors tensors(someSizes);
  ASSERT_EQ(tensors.run(context, /*wantsCopy=*/false), FP8RT_OK)
      << fp8rt_last_error();
  EXPECT_EQ(tensors.memory[2][Param][1], 1.5f);
  EXPECT_EQ(tensors.memory[2][Copy][1], -1.0f);
}

TEST(Update, WorkspaceOfAnyOperand) {
  // The only operand holds partial results.
  const fp8rt_kernel kernel = {"reduce", copy, nullptr, grain, 1, 0};
  const fp8rt_update_operand partials = {
      FP8RT_UPDATE_PARTIALS, 0, 0, grain, 4, nullptr};
  const fp8rt_update_launch launch = {&kernel, &partials, 0, 0, 0, 0, "a"};
  fp8rt_update update = example;
  update.launches = &launch;
  update.num_launches = 1;
  const int64_t sizes[] = {0, 100 * grain};
  uint64_t bytes[2] = {};
  for (int i : {0, 1})
    ASSERT_EQ(fp8rt_update_workspace(&update, 1, &sizes[i], &bytes[i]),
              FP8RT_OK);
  EXPECT_EQ(bytes[1] - bytes[0], 448u) << "100 floats, in units of 64 bytes";
}

TEST(Update, ScalarOutOfRange) {
  Context context;
  Tensors tensors(someSizes);
  for (float rate : {1.0f, -2.0f, NAN}) {
    tensors.rate = rate;
    EXPECT_EQ(tensors.run(context), FP8RT_OUT_OF_RANGE);
    EXPECT_NE(std::string(fp8rt_last_error())
                  .find("example: expected rate to be at least -1 and below 1, "
                        "but it is "),
              std::string::npos)
        << fp8rt_last_error();
  }
  EXPECT_EQ(tensors.memory[2][Param][1], 1.0f);
}

TEST(Update, InvalidArguments) {
  Context context;
  auto expect = [&](auto change, const std::string &message) {
    float values[8] = {};
    alignas(64) char workspace[4096];
    void *addresses[] = {values, values, values, values};
    void *rates[] = {values};
    int64_t size = 2;
    fp8rt_update copy = example;
    fp8rt_update_args args = {1, &size, nullptr, addresses, rates, workspace};
    change(copy, args);
    EXPECT_NE(fp8rt_run_update(context, nullptr, &copy, &args), FP8RT_OK);
    EXPECT_EQ(fp8rt_last_error(), message);
  };
  using Args = fp8rt_update_args;
  expect([](fp8rt_update &update, Args &) { update.abi_version = 1; },
         "fp8rt_run_update: example was compiled for version 1 of the runtime, "
         "this is " +
             std::to_string(FP8RT_ABI_VERSION));
  expect([](fp8rt_update &, Args &args) { args.num_tensors = -1; },
         "fp8rt_run_update: num_tensors is -1, expected at least 0");
  expect([](fp8rt_update &, Args &args) { args.sizes = nullptr; },
         "fp8rt_run_update: sizes is NULL");
  expect([](fp8rt_update &, Args &args) { args.scalars = nullptr; },
         "fp8rt_run_update: args->scalars is NULL");
  expect([](fp8rt_update &, Args &args) { args.planes = nullptr; },
         "fp8rt_run_update: args->planes is NULL");
  expect([](fp8rt_update &, Args &args) { args.workspace = nullptr; },
         "fp8rt_run_update: args->workspace is NULL");
  static void *withoutGradient[] = {nullptr, nullptr, nullptr, nullptr};
  static float room[2];
  withoutGradient[Param] = withoutGradient[Scale] = room;
  expect([](fp8rt_update &, Args &args) { args.planes = withoutGradient; },
         "example: grad of tensor 0 is NULL");
  static const fp8rt_update_operand beside[] = {
      {FP8RT_UPDATE_PLANE, Param, 0, 0, 0, nullptr},
      {FP8RT_UPDATE_PLANE, Param, 0, 0, 0, nullptr},
      {FP8RT_UPDATE_PLANE, Copy, 0, 0, 0, nullptr}};
  static const fp8rt_update_launch both[] = {
      {&kernels[2], beside, 0, 0, 1, 2, "a"}};
  static void *withoutCopy[] = {room, room, room, nullptr};
  expect(
      [](fp8rt_update &update, Args &args) {
        update.launches = both;
        update.num_launches = 1;
        args.planes = withoutCopy;
      },
      "example: copy is NULL for all tensors, but copy accesses it beside "
      "other planes");
  static const int64_t negative = -3;
  expect([](fp8rt_update &, Args &args) { args.sizes = &negative; },
         "fp8rt_run_update: tensor 0 has -3 elements, expected at least 0, and "
         "at most 2^48 in all tensors");
  EXPECT_EQ(fp8rt_run_update(context, nullptr, nullptr, nullptr),
            FP8RT_INVALID_ARGUMENT);
  EXPECT_STREQ(fp8rt_last_error(), "fp8rt_run_update: args is NULL");
}

TEST(Update, UnalignedWorkspace) {
  Context context;
  alignas(64) char workspace[256];
  fp8rt_update_args args = {0,       nullptr, nullptr,
                            nullptr, nullptr, workspace + 8};
  float rate = 0;
  void *rates[] = {&rate};
  args.scalars = rates;
  EXPECT_EQ(fp8rt_run_update(context, nullptr, &example, &args),
            FP8RT_INVALID_ARGUMENT);
  EXPECT_NE(std::string(fp8rt_last_error())
                .find("expected an address that is a multiple of 64"),
            std::string::npos);
}

} // namespace
