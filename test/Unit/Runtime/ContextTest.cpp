//===- ContextTest.cpp - Contexts, streams, events, handles ---------------===//

#include "CallerTest.h"
#include "TestUtils.h"

#include <thread>

using namespace fp8rt::test;

namespace {

TEST(Context, CallerInC) {
  float sum = 0;
  EXPECT_EQ(fp8TestCaller(&sum), 0) << fp8rt_last_error();
  EXPECT_EQ(sum, 9900.0f);
}

TEST(Context, Options) {
  fp8rt_context context = nullptr;
  fp8rt_options options = {sizeof(options), 3, FP8RT_PIN_THREADS};
  ASSERT_EQ(fp8rt_context_create(&options, &context), FP8RT_OK);
  EXPECT_EQ(fp8rt_num_threads(context), 3);
  EXPECT_EQ(fp8rt_context_destroy(context), FP8RT_OK);

  // A caller that was compiled with an older header, without `flags`.
  options = {offsetof(fp8rt_options, flags), 2, 0xFFFFFFFFu};
  ASSERT_EQ(fp8rt_context_create(&options, &context), FP8RT_OK);
  EXPECT_EQ(fp8rt_num_threads(context), 2);
  EXPECT_EQ(fp8rt_context_destroy(context), FP8RT_OK);

  ASSERT_EQ(fp8rt_context_create(nullptr, &context), FP8RT_OK);
  EXPECT_GE(fp8rt_num_threads(context), 1);
  EXPECT_EQ(fp8rt_context_destroy(context), FP8RT_OK);
  EXPECT_EQ(fp8rt_context_destroy(nullptr), FP8RT_OK);
  EXPECT_EQ(fp8rt_num_threads(nullptr), 0);
}

TEST(Context, BadOptions) {
  fp8rt_context context = nullptr;
  fp8rt_options options = {sizeof(options), -1, 0};
  EXPECT_FAILS(fp8rt_context_create(&options, &context), FP8RT_INVALID_ARGUMENT,
               "num_threads is -1, expected 0 to 1024");
  options = {sizeof(options), 1, 8};
  EXPECT_FAILS(fp8rt_context_create(&options, &context), FP8RT_INVALID_ARGUMENT,
               "unknown flags 0x8");
  options = {sizeof(options) + 8, 1, 0};
  EXPECT_FAILS(fp8rt_context_create(&options, &context), FP8RT_INVALID_ARGUMENT,
               "struct_size");
  EXPECT_FAILS(fp8rt_context_create(nullptr, nullptr), FP8RT_INVALID_ARGUMENT,
               "context is NULL");
  EXPECT_EQ(context, nullptr);
}

TEST(Context, RefusesToLeak) {
  fp8rt_context context = nullptr;
  ASSERT_EQ(fp8rt_context_create(nullptr, &context), FP8RT_OK);
  void *block = nullptr;
  ASSERT_EQ(fp8rt_alloc(context, 8, 0, &block), FP8RT_OK);
  EXPECT_FAILS(fp8rt_context_destroy(context), FP8RT_BUSY,
               "0 arenas and 1 blocks are alive");
  ASSERT_EQ(fp8rt_free(context, block), FP8RT_OK);
  EXPECT_EQ(fp8rt_context_destroy(context), FP8RT_OK);
}

TEST(Context, StreamsAndEvents) {
  Context context;
  fp8rt_stream first, second;
  fp8rt_event event;
  ASSERT_EQ(fp8rt_stream_create(context, &first), FP8RT_OK);
  ASSERT_EQ(fp8rt_stream_create(context, &second), FP8RT_OK);
  ASSERT_EQ(fp8rt_event_create(context, &event), FP8RT_OK);
  EXPECT_FAILS(fp8rt_stream_wait(context, second, event),
               FP8RT_INVALID_ARGUMENT, "never recorded");
  EXPECT_FAILS(fp8rt_event_synchronize(context, event), FP8RT_INVALID_ARGUMENT,
               "never recorded");
  EXPECT_EQ(fp8rt_event_record(context, event, first), FP8RT_OK);
  EXPECT_EQ(fp8rt_stream_wait(context, second, event), FP8RT_OK);
  EXPECT_EQ(fp8rt_stream_wait(context, nullptr, event), FP8RT_OK);
  EXPECT_EQ(fp8rt_event_synchronize(context, event), FP8RT_OK);
  EXPECT_EQ(fp8rt_stream_synchronize(context, nullptr), FP8RT_OK);
  EXPECT_EQ(fp8rt_event_destroy(context, event), FP8RT_OK);
  EXPECT_EQ(fp8rt_stream_destroy(context, second), FP8RT_OK);
}

TEST(Context, StaleAndForeignHandles) {
  Context context, other;
  fp8rt_stream stream, foreign, reused;
  ASSERT_EQ(fp8rt_stream_create(other, &foreign), FP8RT_OK);
  ASSERT_EQ(fp8rt_stream_create(context, &stream), FP8RT_OK);
  EXPECT_FAILS(fp8rt_stream_synchronize(context, foreign), FP8RT_INVALID_HANDLE,
               "not a live stream of this context");
  ASSERT_EQ(fp8rt_stream_destroy(context, stream), FP8RT_OK);
  ASSERT_EQ(fp8rt_stream_create(context, &reused), FP8RT_OK);
  EXPECT_FAILS(fp8rt_stream_destroy(context, stream), FP8RT_INVALID_HANDLE,
               "not a live stream");
  EXPECT_FAILS(fp8rt_stream_destroy(context, nullptr), FP8RT_INVALID_HANDLE,
               "not a live stream");

  auto kind = reinterpret_cast<fp8rt_event>(reused);
  EXPECT_FAILS(fp8rt_event_record(context, kind, nullptr), FP8RT_INVALID_HANDLE,
               "not a live event");
  auto nonsense = reinterpret_cast<fp8rt_stream>(uintptr_t{0xDEADBEEF});
  EXPECT_FAILS(parallelFor(context, 1, 1, [](int64_t, int64_t) {}), FP8RT_OK,
               "");
  EXPECT_FAILS(fp8rt_stream_synchronize(context, nonsense),
               FP8RT_INVALID_HANDLE, "not a live stream");
  EXPECT_FAILS(fp8rt_stream_synchronize(nullptr, nullptr),
               FP8RT_INVALID_ARGUMENT, "context is NULL");
}

/// A destroyed handle stays invalid, however often its slot is used again.
TEST(Context, HandlesDoNotComeBack) {
  Context context;
  fp8rt_event first = nullptr;
  ASSERT_EQ(fp8rt_event_create(context, &first), FP8RT_OK);
  ASSERT_EQ(fp8rt_event_destroy(context, first), FP8RT_OK);
  fp8rt_event event = nullptr;
  for (int i = 0; i < 70000; ++i) {
    ASSERT_EQ(fp8rt_event_create(context, &event), FP8RT_OK);
    ASSERT_NE(event, first);
    ASSERT_EQ(fp8rt_event_destroy(context, event), FP8RT_OK);
  }
  EXPECT_FAILS(fp8rt_event_destroy(context, first), FP8RT_INVALID_HANDLE,
               "not a live event");
}

TEST(Context, ErrorsBelongToTheirThread) {
  EXPECT_FAILS(fp8rt_context_create(nullptr, nullptr), FP8RT_INVALID_ARGUMENT,
               "NULL");
  std::thread([] { EXPECT_STREQ(fp8rt_last_error(), ""); }).join();
  EXPECT_STREQ(fp8rt_status_name(FP8RT_BUSY), "busy");
  EXPECT_STREQ(fp8rt_status_name(static_cast<fp8rt_status>(12345)),
               "unknown status");
}

} // namespace
