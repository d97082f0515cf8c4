//===- DLPackTest.cpp - addresses of tensors of Python --------------------===//

#include "TestUtils.h"
#include "fp8/Runtime/fp8rt_dlpack.h"

#include <vector>

namespace {

/// A tensor as DLPack 1.x describes it.
struct Tensor {
  void *data;
  int32_t device = 1, deviceId = 0;
  int32_t rank;
  uint8_t code = 2, bits = 32;
  uint16_t lanes = 1;
  int64_t *shape, *strides;
  uint64_t byteOffset = 0;
};

struct ExchangeAPI {
  uint32_t major = 1, minor = 3;
  void *previous = nullptr;
  void *allocate = nullptr, *managedFrom = nullptr, *managedTo = nullptr;
  int (*tensorFrom)(void *, Tensor *);
  void *getStream = nullptr;
};

/// Reads an object; null stands for an object that is no tensor.
int read(void *object, Tensor *tensor) {
  if (!object)
    return -1;
  *tensor = *static_cast<Tensor *>(object);
  return 0;
}

using List = std::vector<void *>;

void *getItem(void *list, int64_t i) {
  auto &items = *static_cast<List *>(list);
  auto position = static_cast<size_t>(i);
  return position < items.size() ? items[position] : nullptr;
}

struct Case {
  float memory[8];
  int64_t shape[2] = {2, 3}, strides[2] = {3, 1};
  Tensor tensor{memory, 1, 0, 2, 2, 32, 1, shape, strides, 0};
  List first{&tensor}, second{&tensor}, all{&first, &second};
  int64_t sizes[1] = {6};
  fp8rt_dlpack_list lists[2] = {{1, 2, 32, sizes}, {1, 2, 32, sizes}};
  ExchangeAPI api;
  void *addresses[2] = {};

  Case() { api.tensorFrom = read; }
  int64_t run() {
    return fp8rt_dlpack_addresses(&api, getItem, &all, lists, 2, addresses);
  }
};

TEST(DLPack, Addresses) {
  Case c;
  EXPECT_EQ(c.run(), 2);
  EXPECT_EQ(c.addresses[1], c.memory);
  c.tensor.strides = nullptr;
  c.tensor.byteOffset = 8;
  EXPECT_EQ(c.run(), 2);
  EXPECT_EQ(c.addresses[0], c.memory + 2);
  // Strides of extents of 1 have no meaning.
  int64_t one[] = {1, 6}, strides[] = {77, 1};
  c.tensor.shape = one;
  c.tensor.strides = strides;
  EXPECT_EQ(c.run(), 2);
}

TEST(DLPack, OtherLayouts) {
  auto fails = [](auto change) {
    Case c;
    Tensor other = c.tensor;
    int64_t shape[] = {2, 3}, strides[] = {3, 1};
    other.shape = shape;
    other.strides = strides;
    c.second[0] = &other;
    change(other);
    EXPECT_EQ(c.run(), 1);
    // Without sizes, any layout in host memory is expected.
    c.lists[1].sizes = nullptr;
    return c.run();
  };
  EXPECT_EQ(fails([](Tensor &t) { t.code = 4; }), 2);
  EXPECT_EQ(fails([](Tensor &t) { t.bits = 16; }), 2);
  EXPECT_EQ(fails([](Tensor &t) { t.lanes = 2; }), 2);
  EXPECT_EQ(fails([](Tensor &t) { t.shape[0] = 1; }), 2);
  EXPECT_EQ(fails([](Tensor &t) { t.strides[0] = 4; }), 2);
  EXPECT_EQ(fails([](Tensor &t) { t.strides[0] = 1, t.strides[1] = 2; }), 2);
  EXPECT_EQ(fails([](Tensor &t) { t.data = nullptr; }), 2);
  EXPECT_EQ(fails([](Tensor &t) { t.device = 2; }), 1);
  Case c;
  c.first[0] = nullptr;
  EXPECT_EQ(c.run(), 0);
  c.first.clear();
  EXPECT_EQ(c.run(), 0);
  Case d;
  d.all.pop_back();
  EXPECT_EQ(d.run(), 1);
}

TEST(DLPack, NoElements) {
  Case c;
  int64_t shape[] = {4, 0}, strides[] = {9, 7};
  c.tensor.data = nullptr;
  c.tensor.shape = shape;
  c.tensor.strides = strides;
  EXPECT_EQ(c.run(), 0);
  c.sizes[0] = 0;
  EXPECT_EQ(c.run(), 2);
}

TEST(DLPack, OtherVersions) {
  Case c;
  c.api.major = 2;
  EXPECT_EQ(c.run(), -1);
  c.api.major = 1;
  c.api.tensorFrom = nullptr;
  EXPECT_EQ(c.run(), -1);
  EXPECT_EQ(
      fp8rt_dlpack_addresses(nullptr, getItem, &c.all, c.lists, 2, c.addresses),
      -1);
}

} // namespace
