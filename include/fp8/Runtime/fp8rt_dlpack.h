/*===- fp8rt_dlpack.h - addresses of tensors of Python ------------*- C -*-===*\
|*
|* Reads thousands of tensors per step without creating a Python object for each
|* address. Frameworks export the functions for this as a DLPackExchangeAPI of
|* DLPack 1.x (https://dmlc.github.io/dlpack): the capsule
|* `type(tensor).__dlpack_c_exchange_api__` has its address.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_DLPACK_H
#define FP8_RUNTIME_FP8RT_DLPACK_H

#include "fp8/Runtime/fp8rt_context.h"

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/* A list of tensors. If `sizes` is not NULL, the tensors are expected to have
 * these numbers of elements, all of one type and in row-major order, in memory
 * that has not been freed. */
typedef struct fp8rt_dlpack_list {
  int64_t count;
  int32_t code; /* DLDataTypeCode of an element */
  int32_t bits; /* size of an element */
  const int64_t *sizes;
} fp8rt_dlpack_list;

/* Stores the addresses of the first elements of tensors in `addresses`.
 * `tensors` is a Python list of lists, which `lists` describes. All tensors are
 * expected in host memory. `get_item` is PyList_GetItem. The caller holds the
 * global interpreter lock.
 *
 * Returns the number of tensors, or the position of the first tensor that is
 * different or for which a Python exception was set. Returns -1 if
 * `exchange_api` has another major version than 1 or no function for this. */
FP8RT_API int64_t fp8rt_dlpack_addresses(
    const void *exchange_api, void *(*get_item)(void *list, int64_t position),
    void *tensors, const fp8rt_dlpack_list *lists, int32_t num_lists,
    void **addresses);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_DLPACK_H */
