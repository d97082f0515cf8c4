//===- Gemm.cpp - descriptors of cuBLASLt matmuls -------------------------===//

#include "../Error.h"
#include "GemmPlan.h"

using namespace fp8rt;
using namespace fp8rt::cuda;

BoundGemm::~BoundGemm() {
  destroyLayouts();
  if (desc)
    blas.descDestroy(desc);
}

void BoundGemm::destroyLayouts() {
  for (BlasLayout *layout : {&lhs, &rhs, &out}) {
    if (*layout)
      blas.layoutDestroy(*layout);
    *layout = nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

uint32_t BoundGemm::getAlignment(const MatrixPlan &matrix) const {
  uint64_t multiple = matrix.alignment;
  for (unsigned i : {0, 1})
    if (usesPointers || (i == 0 && !plan.isOneBatch()))
      multiple |= static_cast<uint64_t>(matrix.getBatchStride(i, plan.batch) *
                                        matrix.elementBytes);
  return static_cast<uint32_t>(multiple & -multiple);
}

fp8rt_status BoundGemm::makeLayout(const char *function,
                                   const MatrixPlan &matrix,
                                   BlasLayout &layout) {
  if (fp8rt_status status = blas.check(
          function, "cublasLtMatrixLayoutCreate",
          blas.layoutCreate(
              &layout, matrix.type, static_cast<uint64_t>(matrix.getLength()),
              static_cast<uint64_t>(matrix.getCount()), matrix.getStride())))
    return status;
  int64_t count =
      plan.isOneBatch() || usesPointers ? plan.getBatchCount() : plan.batch[1];
  if (count == 1)
    return FP8RT_OK;
  auto set = [&](int attribute, const auto &value) {
    return blas.check(function, "cublasLtMatrixLayoutSetAttribute",
                      blas.layoutSet(layout, attribute, &value, sizeof(value)));
  };
  if (fp8rt_status status = set(layoutBatchCount, static_cast<int32_t>(count)))
    return status;
  if (usesPointers)
    return set(layoutBatchMode, batchByPointers);
  return set(layoutBatchStride,
             matrix.getBatchStride(plan.batch[1] == 1 ? 0 : 1, plan.batch));
}

fp8rt_status BoundGemm::makeLayouts(const char *function) {
  destroyLayouts();
  if (fp8rt_status status = makeLayout(function, plan.rhs, rhs))
    return status;
  if (fp8rt_status status = makeLayout(function, plan.lhs, lhs))
    return status;
  return makeLayout(function, plan.out, out);
}

fp8rt_status BoundGemm::setScales(const char *function, Address lhsScale,
                                  Address rhsScale) const {
  std::pair<int, Address> attributes[] = {{descScaleA, rhsScale},
                                          {descScaleB, lhsScale}};
  for (auto [attribute, address] : attributes)
    if (address)
      if (fp8rt_status status = blas.check(
              function, "cublasLtMatmulDescSetAttribute",
              blas.descSet(desc, attribute, &address, sizeof(address))))
        return status;
  return FP8RT_OK;
}

fp8rt_status BoundGemm::setAlignedScales(const char *function) const {
  // The aligned copies of scales have no address yet. The choice of an
  // algorithm depends only on whether there is a scale, so round the address
  // down.
  const Address low = 15;
  return setScales(function, scales[0] & ~low, scales[1] & ~low);
}

fp8rt_status BoundGemm::setBias(const char *function, Address address) const {
  return blas.check(
      function, "cublasLtMatmulDescSetAttribute",
      blas.descSet(desc, descBiasPointer, &address, sizeof(address)));
}

fp8rt_status BoundGemm::setEpilogue(const char *function) {
  if (plan.epilogue == epilogueNone)
    return FP8RT_OK;
  auto set = [&](int attribute, const auto &value) {
    return blas.check(function, "cublasLtMatmulDescSetAttribute",
                      blas.descSet(desc, attribute, &value, sizeof(value)));
  };
  if (fp8rt_status status = set(descEpilogue, plan.epilogue))
    return status;
  if ((plan.epilogue & epilogueBias) == 0)
    return FP8RT_OK;
  if (bias == 0)
    return failNull(function, "bias");
  // The alignment of the address affects the choice of the algorithm.
  const Address most = 16;
  biasAlignment = (bias | most) & -(bias | most);
  if (fp8rt_status status = set(descBiasType, plan.biasType))
    return status;
  return setBias(function, bias);
}

fp8rt_status BoundGemm::prepare(const char *function, AlgorithmTable &table,
                                Address lhsScale, Address rhsScale,
                                Address biasAddress) {
  if (plan.isEmpty || plan.hasNoTerms)
    return FP8RT_OK;
  if (fp8rt_status status =
          blas.check(function, "cublasLtMatmulDescCreate",
                     blas.descCreate(&desc, plan.computeType, typeF32)))
    return status;
  auto set = [&](int attribute, const auto &value) {
    return blas.check(function, "cublasLtMatmulDescSetAttribute",
                      blas.descSet(desc, attribute, &value, sizeof(value)));
  };
  // A is the transposed rhs, n x k. It is not transposed again if the columns
  // of rhs are contiguous.
  int32_t transA = plan.rhs.hasContiguousTerms ? operationT : operationN;
  int32_t transB = plan.lhs.hasContiguousTerms ? operationN : operationT;
  if (fp8rt_status status = set(descTransA, transA))
    return status;
  if (fp8rt_status status = set(descTransB, transB))
    return status;
  if (plan.isEight) {
    auto fast = static_cast<int8_t>(plan.hasFastSums);
    if (fp8rt_status status = set(descFastAccumulation, fast))
      return status;
    if (plan.hasBlocks && (lhsScale == 0 || rhsScale == 0))
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: expected scales of the blocks of both operands",
                  function);
    // Libraries without block scales do not know the attribute, so set it only
    // if needed.
    std::pair<int, int32_t> modes[] = {{descScaleModeA, plan.rhs.scaleMode},
                                       {descScaleModeB, plan.lhs.scaleMode}};
    for (auto [attribute, mode] : modes)
      if (mode != scaleOfTensor &&
          blas.descSet(desc, attribute, &mode, sizeof(mode)) != 0)
        return fail(
            FP8RT_UNSUPPORTED,
            "%s: this cuBLASLt does not support block scales; CUDA 12.9 "
            "and later do. Steps compiled with decode-blocks=always "
            "do not need them",
            function);
    scales = {lhsScale, rhsScale};
    if (fp8rt_status status = setAlignedScales(function))
      return status;
  }
  bias = biasAddress;
  if (fp8rt_status status = setEpilogue(function))
    return status;
  usesPointers = plan.getPointerBytes() != 0;
  if (usesPointers && makeLayouts(function) == FP8RT_OK &&
      chooseAlgorithm(function, table) == FP8RT_OK)
    return FP8RT_OK;
  // Libraries before CUDA 12.9 do not support pointers: use one call per outer
  // batch.
  usesPointers = false;
  if (fp8rt_status status = makeLayouts(function))
    return status;
  return chooseAlgorithm(function, table);
}
