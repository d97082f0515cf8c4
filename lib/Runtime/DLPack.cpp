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

/// Returns true if a tensor has the type of a part, and memory for `size`
/// elements in row-major order.
static bool isExpected(const DLTensor &tensor, const fp8rt_dlpack_part &part,
                       int64_t size) {
  if (tensor.type.code != part.code || tensor.type.bits != part.bits ||
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
                               void *(*get_item)(void *, int64_t), void *list,
                               const fp8rt_dlpack_part *parts,
                               int32_t num_parts, void **addresses) {
  const auto *api = static_cast<const ExchangeAPI *>(exchange_api);
  if (!api || api->major != 1 || !api->tensorFromPython)
    return -1;
  int64_t position = 0;
  for (int32_t p = 0; p < num_parts; ++p)
    for (int64_t i = 0; i < parts[p].count; ++i, ++position) {
      void *object = get_item(list, position);
      DLTensor tensor;
      if (!object || api->tensorFromPython(object, &tensor) != 0 ||
          tensor.device.type != cpuDevice)
        return position;
      if (parts[p].sizes && !isExpected(tensor, parts[p], parts[p].sizes[i]))
        return position;
      addresses[position] =
          static_cast<char *>(tensor.data) + tensor.byteOffset;
    }
  return position;
}
