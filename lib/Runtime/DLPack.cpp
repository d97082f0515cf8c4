//===- DLPack.cpp - addresses of tensors of Python ------------------------===//

#include "fp8/Runtime/fp8rt_dlpack.h"

namespace {
// The layouts that DLPack 1.x fixes.

struct DLTensor {
  void *data;
  struct {
    int32_t type, id;
  } device;
  int32_t rank;
  struct {
    uint8_t code, bits;
    uint16_t lanes;
  } type;
  int64_t *shape;
  int64_t *strides; // in elements; null: row-major order
  uint64_t byteOffset;
};

struct ExchangeAPI {
  uint32_t major, minor;
  void *previous;
  void *allocate, *managedFromPython, *managedToPython;
  /// Fills a DLTensor whose memory belongs to the Python object; returns 0, or
  /// sets a Python exception. May be null.
  int (*tensorFromPython)(void *object, DLTensor *tensor);
  void *getStream;
};

constexpr int32_t cpuDevice = 1;
} // namespace

/// Returns true if a tensor has the type of a list, and memory for `size`
/// elements in row-major order.
static bool isExpected(const DLTensor &tensor, const fp8rt_dlpack_list &list,
                       int64_t size) {
  if (tensor.type.code != list.code || tensor.type.bits != list.bits ||
      tensor.type.lanes != 1 || (!tensor.data && size != 0))
    return false;
  int64_t product = 1;
  bool isRowMajor = true;
  for (int32_t i = tensor.rank - 1; i >= 0; --i) {
    if (tensor.strides && tensor.shape[i] != 1)
      isRowMajor &= tensor.strides[i] == product;
    product *= tensor.shape[i];
  }
  // Strides of a tensor without elements have no meaning.
  return product == size && (isRowMajor || size == 0);
}

int64_t fp8rt_dlpack_addresses(const void *exchange_api,
                               void *(*get_item)(void *, int64_t),
                               void *tensors, const fp8rt_dlpack_list *lists,
                               int32_t num_lists, void **addresses) {
  const auto *api = static_cast<const ExchangeAPI *>(exchange_api);
  if (!api || api->major != 1 || !api->tensorFromPython)
    return -1;
  int64_t position = 0;
  for (int32_t l = 0; l < num_lists; ++l) {
    const fp8rt_dlpack_list &list = lists[l];
    void *objects = get_item(tensors, l);
    if (!objects)
      return position;
    for (int64_t i = 0; i < list.count; ++i, ++position) {
      void *object = get_item(objects, i);
      DLTensor tensor;
      if (!object || api->tensorFromPython(object, &tensor) != 0 ||
          tensor.device.type != cpuDevice)
        return position;
      if (list.sizes && !isExpected(tensor, list, list.sizes[i]))
        return position;
      addresses[position] =
          static_cast<char *>(tensor.data) + tensor.byteOffset;
    }
  }
  return position;
}
