//===- MemoryTest.cpp - Arenas, blocks, guards ----------------------------===//

#include "TestUtils.h"

#include <cstdlib>

using namespace fp8rt::test;

namespace {

TEST(Memory, Arena) {
  Context context;
  for (uint64_t alignment : {0, 1, 64, 4096})
    for (uint64_t bytes : {0, 1, 1000, 4096, 3 << 20}) {
      fp8rt_arena arena;
      ASSERT_EQ(fp8rt_arena_create(context, bytes, alignment, &arena),
                FP8RT_OK);
      uint64_t size = 0;
      EXPECT_EQ(fp8rt_arena_size(context, arena, &size), FP8RT_OK);
      EXPECT_EQ(size, bytes);
      void *begin = nullptr, *end = nullptr;
      ASSERT_EQ(fp8rt_arena_at(context, arena, 0, bytes, &begin), FP8RT_OK);
      ASSERT_EQ(fp8rt_arena_at(context, arena, bytes, 0, &end), FP8RT_OK);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(begin) %
                    (alignment ? alignment : 64),
                0u);
      EXPECT_EQ(static_cast<char *>(end) - static_cast<char *>(begin),
                static_cast<ptrdiff_t>(bytes));
      for (uint64_t i = 0; i < bytes; ++i)
        ASSERT_EQ(static_cast<char *>(begin)[i], 0);
      std::memset(begin, 1, bytes);
      EXPECT_EQ(fp8rt_arena_destroy(context, arena), FP8RT_OK);
      EXPECT_FAILS(fp8rt_arena_at(context, arena, 0, 0, &begin),
                   FP8RT_INVALID_HANDLE, "not a live arena");
    }
}

TEST(Memory, OutOfRange) {
  Context context;
  fp8rt_arena arena;
  ASSERT_EQ(fp8rt_arena_create(context, 100, 0, &arena), FP8RT_OK);
  void *address = nullptr;
  EXPECT_FAILS(fp8rt_arena_at(context, arena, 64, 37, &address),
               FP8RT_OUT_OF_RANGE, "37 bytes at offset 64, the arena has 100");
  EXPECT_FAILS(fp8rt_arena_at(context, arena, 101, 0, &address),
               FP8RT_OUT_OF_RANGE, "the arena has 100");
  EXPECT_FAILS(fp8rt_arena_at(context, arena, UINT64_MAX, 2, &address),
               FP8RT_OUT_OF_RANGE, "the arena has 100");
  EXPECT_FAILS(fp8rt_arena_at(context, arena, 0, 1, nullptr),
               FP8RT_INVALID_ARGUMENT, "address is NULL");
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(fp8rt_arena_destroy(context, arena), FP8RT_OK);
}

TEST(Memory, Refused) {
  Context context;
  fp8rt_arena arena;
  EXPECT_FAILS(fp8rt_arena_create(context, 8, 3, &arena),
               FP8RT_INVALID_ARGUMENT, "alignment is 3");
  EXPECT_FAILS(fp8rt_arena_create(context, 8, 8192, &arena),
               FP8RT_INVALID_ARGUMENT, "up to 4096");
  EXPECT_FAILS(fp8rt_arena_create(context, UINT64_MAX, 64, &arena),
               FP8RT_OUT_OF_MEMORY, "cannot reserve 18446744073709551615");
  EXPECT_FAILS(fp8rt_arena_create(context, uint64_t{1} << 55, 64, &arena),
               FP8RT_OUT_OF_MEMORY, "cannot reserve");
  int onStack = 0;
  EXPECT_FAILS(fp8rt_free(context, &onStack), FP8RT_INVALID_ARGUMENT,
               "is not a block of this context");
  void *block = nullptr;
  ASSERT_EQ(fp8rt_alloc(context, 8, 0, &block), FP8RT_OK);
  EXPECT_EQ(fp8rt_free(context, block), FP8RT_OK);
  EXPECT_FAILS(fp8rt_free(context, block), FP8RT_INVALID_ARGUMENT,
               "is not a block of this context");
  EXPECT_EQ(fp8rt_free(context, nullptr), FP8RT_OK);
}

TEST(Memory, GuardFindsWritesNearby) {
  Context context(1, FP8RT_GUARD);
  for (int offset : {-1, 100}) {
    void *block = nullptr;
    ASSERT_EQ(fp8rt_alloc(context, 100, 64, &block), FP8RT_OK);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 64, 0u);
    static_cast<char *>(block)[offset] = 1;
    EXPECT_FAILS(fp8rt_free(context, block), FP8RT_CORRUPTED,
                 offset < 0 ? "written below a block of 100 bytes"
                            : "written above a block of 100 bytes");
    fp8rt_arena arena;
    ASSERT_EQ(fp8rt_arena_create(context, 100, 0, &arena), FP8RT_OK);
    void *data = nullptr;
    ASSERT_EQ(fp8rt_arena_at(context, arena, 0, 100, &data), FP8RT_OK);
    static_cast<char *>(data)[offset] = 1;
    EXPECT_FAILS(fp8rt_arena_destroy(context, arena), FP8RT_CORRUPTED,
                 "was written");
  }
}

using MemoryDeathTest = ::testing::Test;

TEST(MemoryDeathTest, GuardPagesTrap) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // Enable guard pages by the environment variable, as a user would.
  setenv("FP8RT_GUARD", "1", 1);
  Context context(1);
  unsetenv("FP8RT_GUARD");
  void *block = nullptr;
  // Use volatile, because the compiler would remove the writes.
  ASSERT_EQ(fp8rt_alloc(context, 8192, 64, &block), FP8RT_OK);
  auto *data = static_cast<volatile char *>(block);
  EXPECT_DEATH(data[8192] = 1, "");
  EXPECT_DEATH(data[-1] = 1, "");
  EXPECT_EQ(fp8rt_free(context, block), FP8RT_OK);
  ASSERT_EQ(fp8rt_alloc(context, 64, 64, &block), FP8RT_OK);
  data = static_cast<volatile char *>(block);
  EXPECT_DEATH(data[64] = 1, "");
  EXPECT_EQ(fp8rt_free(context, block), FP8RT_OK);
}

} // namespace
