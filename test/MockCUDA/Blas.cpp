//===- Blas.cpp - The descriptors of libcublasLt --------------------------===//

#include "Blas.h"

#include <cstring>

using namespace mock;
using namespace mock::blas;

FP8MOCK_API const char *cublasLtGetStatusName(BlasStatus status) {
  return status == NotSupported ? "CUBLAS_STATUS_NOT_SUPPORTED"
         : status == BadValue   ? "CUBLAS_STATUS_INVALID_VALUE"
                                : "CUBLAS_STATUS_EXECUTION_FAILED";
}
FP8MOCK_API BlasStatus cublasLtCreate(BlasHandle *handle) {
  BlasStatus planted = enter(__func__, "");
  *handle = planted ? nullptr : new int;
  return planted;
}
FP8MOCK_API BlasStatus cublasLtDestroy(BlasHandle handle) {
  delete static_cast<int *>(handle);
  return enter(__func__, "");
}
FP8MOCK_API BlasStatus cublasLtMatmulDescCreate(BlasDesc *desc, int compute,
                                                int scale) {
  if (scale != typeF32)
    return violate("a scale type that is not f32", BadValue);
  auto *created = new Desc;
  created->compute = compute;
  *desc = created;
  return Ok;
}
FP8MOCK_API BlasStatus cublasLtMatmulDescDestroy(BlasDesc desc) {
  delete static_cast<Desc *>(desc);
  return Ok;
}
template <typename T>
static BlasStatus assign(T &field, const void *value, size_t bytes) {
  if (bytes != sizeof(T))
    return violate("an attribute of a size that it does not have", BadValue);
  std::memcpy(&field, value, bytes);
  return Ok;
}
FP8MOCK_API BlasStatus cublasLtMatmulDescSetAttribute(BlasDesc handle,
                                                      int attribute,
                                                      const void *value,
                                                      size_t bytes) {
  auto *desc = static_cast<Desc *>(handle);
  switch (attribute) {
  case descTransA:
    return assign(desc->transA, value, bytes);
  case descTransB:
    return assign(desc->transB, value, bytes);
  case descScaleA:
    return assign(desc->scaleA, value, bytes);
  case descScaleB:
    return assign(desc->scaleB, value, bytes);
  // Attributes that older libraries do not support.
  case descScaleModeA:
  case descScaleModeB:
    if (BlasStatus planted = enter(__func__, "scale mode"))
      return planted;
    return assign(attribute == descScaleModeA ? desc->scaleModeA
                                              : desc->scaleModeB,
                  value, bytes);
  case descFastAccumulation:
    return assign(desc->fastSums, value, bytes);
  case descEpilogue:
    return assign(desc->epilogue, value, bytes);
  case descBiasPointer:
    return assign(desc->bias, value, bytes);
  case descBiasType:
    return assign(desc->biasType, value, bytes);
  }
  return violate("an unknown attribute of a product", BadValue);
}
FP8MOCK_API BlasStatus cublasLtMatrixLayoutCreate(BlasLayout *layout, int type,
                                                  uint64_t rows, uint64_t cols,
                                                  int64_t ld) {
  if (ld < int64_t(rows) || rows == 0 || cols == 0)
    return violate("a matrix whose columns overlap, or that has none",
                   BadValue);
  auto *created = new Layout;
  created->type = type;
  created->rows = rows;
  created->cols = cols;
  created->ld = ld;
  *layout = created;
  return Ok;
}
FP8MOCK_API BlasStatus cublasLtMatrixLayoutDestroy(BlasLayout layout) {
  delete static_cast<Layout *>(layout);
  return Ok;
}
FP8MOCK_API BlasStatus cublasLtMatrixLayoutSetAttribute(BlasLayout handle,
                                                        int attribute,
                                                        const void *value,
                                                        size_t bytes) {
  auto *layout = static_cast<Layout *>(handle);
  if (attribute == layoutBatchCount)
    return assign(layout->batchCount, value, bytes);
  if (attribute == layoutBatchStride)
    return assign(layout->batchStride, value, bytes);
  // Attributes that older libraries do not support.
  if (attribute == layoutBatchMode) {
    if (BlasStatus planted = enter(__func__, "batch mode"))
      return planted;
    return assign(layout->batchMode, value, bytes);
  }
  return violate("an unknown attribute of a matrix", BadValue);
}
FP8MOCK_API BlasStatus
cublasLtMatmulPreferenceCreate(BlasPreference *preference) {
  *preference = new Preference;
  return Ok;
}
FP8MOCK_API BlasStatus
cublasLtMatmulPreferenceDestroy(BlasPreference preference) {
  delete static_cast<Preference *>(preference);
  return Ok;
}
FP8MOCK_API BlasStatus cublasLtMatmulPreferenceSetAttribute(
    BlasPreference handle, int attribute, const void *value, size_t bytes) {
  auto *preference = static_cast<Preference *>(handle);
  if (attribute == preferenceWorkspace)
    return assign(preference->workspace, value, bytes);
  if (attribute == preferenceReductions)
    return assign(preference->reductions, value, bytes);
  if (attribute >= preferenceAlignmentA && attribute <= preferenceAlignmentD)
    return assign(preference->alignment[attribute - preferenceAlignmentA],
                  value, bytes);
  return violate("an unknown preference", BadValue);
}
