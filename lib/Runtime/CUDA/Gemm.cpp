//===- Gemm.cpp - calls of cuBLASLt ---------------------------------------===//

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

fp8rt_status BoundGemm::setEpilogue(const char *function, Address bias) {
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
  return set(descBiasPointer, bias);
}

fp8rt_status BoundGemm::prepare(const char *function, AlgorithmCache &cache,
                                Address lhsScale, Address rhsScale,
                                Address bias) {
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
    std::pair<int, Address> scales[] = {{descScaleA, rhsScale},
                                        {descScaleB, lhsScale}};
    for (auto [attribute, address] : scales)
      if (address)
        if (fp8rt_status status = set(attribute, address))
          return status;
  }
  if (fp8rt_status status = setEpilogue(function, bias))
    return status;
  hasScales = {lhsScale != 0, rhsScale != 0};
  usesPointers = plan.getPointerBytes() != 0;
  if (usesPointers && makeLayouts(function) == FP8RT_OK &&
      chooseAlgorithm(function, cache) == FP8RT_OK)
    return FP8RT_OK;
  // Libraries before CUDA 12.9 do not support pointers: use one call per outer
  // batch.
  usesPointers = false;
  if (fp8rt_status status = makeLayouts(function))
    return status;
  return chooseAlgorithm(function, cache);
}

fp8rt_status BoundGemm::chooseAlgorithm(const char *function,
                                        AlgorithmCache &cache) {
  std::vector<int64_t> key = {
      plan.computeType,   plan.hasFastSums,
      hasScales[0],       hasScales[1],
      plan.lhs.scaleMode, plan.rhs.scaleMode,
      plan.batch[0],      plan.batch[1],
      usesPointers,       plan.epilogue,
      plan.biasType,      static_cast<int64_t>(biasAlignment)};
  for (const MatrixPlan *matrix : {&plan.lhs, &plan.rhs, &plan.out})
    for (int64_t value :
         {int64_t{matrix->type}, int64_t{matrix->hasContiguousTerms},
          matrix->getLength(), matrix->getCount(), matrix->getStride(),
          matrix->getBatchStride(0, plan.batch),
          matrix->getBatchStride(1, plan.batch),
          int64_t{getAlignment(*matrix)}})
      key.push_back(value);
  auto known = cache.find(key);
  if (known != cache.end()) {
    algorithm = known->second;
    return FP8RT_OK;
  }

  BlasPreference preference = nullptr;
  if (fp8rt_status status =
          blas.check(function, "cublasLtMatmulPreferenceCreate",
                     blas.preferenceCreate(&preference)))
    return status;
  struct Destroy {
    const CublasLt &blas;
    BlasPreference preference;
    ~Destroy() { blas.preferenceDestroy(preference); }
  } destroy{blas, preference};
  auto set = [&](int attribute, const auto &value) {
    return blas.check(
        function, "cublasLtMatmulPreferenceSetAttribute",
        blas.preferenceSet(preference, attribute, &value, sizeof(value)));
  };
  if (fp8rt_status status = set(preferenceWorkspace, plan.maxWorkspaceBytes))
    return status;
  std::pair<int, uint32_t> alignments[] = {
      {preferenceAlignmentA, getAlignment(plan.rhs)},
      {preferenceAlignmentB, getAlignment(plan.lhs)},
      {preferenceAlignmentC, getAlignment(plan.out)},
      {preferenceAlignmentD, getAlignment(plan.out)}};
  for (auto [attribute, alignment] : alignments)
    if (fp8rt_status status = set(attribute, alignment))
      return status;
  // Sums are rounded once, so partial sums must not be added in the result
  // type.
  if (plan.out.type != typeF32)
    if (fp8rt_status status = set(preferenceReductions, reductionInComputeType))
      return status;
  int found = 0;
  BlasHeuristic heuristic = {};
  BlasStatus status =
      blas.getHeuristic(blas.handle, desc, rhs, lhs, out, out, preference,
                        /*requested=*/1, &heuristic, &found);
  if (status == 0 && found == 0)
    return fail(FP8RT_UNSUPPORTED,
                "%s: cuBLASLt has no algorithm for this matmul", function);
  if (status == 0)
    status = heuristic.state;
  if (fp8rt_status failed =
          blas.check(function, "cublasLtMatmulAlgoGetHeuristic", status))
    return failed;
  algorithm = cache.emplace(std::move(key), heuristic).first->second;
  return FP8RT_OK;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

fp8rt_status BoundGemm::copyRows(const char *function, const Copy2D &copy,
                                 CUstream_st *stream) const {
  // Use a plain copy for contiguous bytes: it has no limit on the pitch.
  if (copy.height == 1 ||
      (copy.width == copy.srcPitch && copy.width == copy.dstPitch))
    return driver.check(function, "cuMemcpyDtoDAsync",
                        driver.memcpyDtoDAsync(copy.dstDevice, copy.srcDevice,
                                               copy.width * copy.height,
                                               stream));
  return driver.check(function, "cuMemcpy2DAsync",
                      driver.memcpy2DAsync(&copy, stream));
}

/// Copies between the matrix and scratch memory, one copy per batch.
fp8rt_status BoundGemm::copy(const char *function, const MatrixPlan &matrix,
                             Address inPlace, Address scratch, bool toScratch,
                             CUstream_st *stream) const {
  auto bytes = [&](int64_t elements) {
    return static_cast<Address>(elements * matrix.elementBytes);
  };
  auto copies = [&](unsigned i) {
    return matrix.batchStride[i] == 0 ? 1 : plan.batch[i];
  };
  for (int64_t i = 0; i < copies(0); ++i)
    for (int64_t j = 0; j < copies(1); ++j) {
      Address there = inPlace + bytes(i * matrix.batchStride[0] +
                                      j * matrix.batchStride[1]);
      Address here = scratch + bytes(i * matrix.getBatchStride(0, plan.batch) +
                                     j * matrix.getBatchStride(1, plan.batch));
      Copy2D copy;
      copy.srcDevice = toScratch ? there : here;
      copy.dstDevice = toScratch ? here : there;
      size_t pitch = bytes(matrix.stride);
      size_t padded = bytes(matrix.paddedLength);
      copy.srcPitch = toScratch ? pitch : padded;
      copy.dstPitch = toScratch ? padded : pitch;
      copy.width = bytes(matrix.length);
      copy.height = static_cast<size_t>(matrix.count);
      if (fp8rt_status status = copyRows(function, copy, stream))
        return status;
    }
  return FP8RT_OK;
}

/// Writes zeros, the sum of no terms.
fp8rt_status BoundGemm::clear(const char *function, Address address,
                              CUstream_st *stream) const {
  const MatrixPlan &matrix = plan.out;
  // Contiguous rows are cleared as one row.
  bool isDense = matrix.stride == matrix.length;
  int64_t rows = isDense ? 1 : matrix.count;
  int64_t length = isDense ? matrix.length * matrix.count : matrix.length;
  for (int64_t i = 0; i < plan.batch[0]; ++i)
    for (int64_t j = 0; j < plan.batch[1]; ++j)
      for (int64_t row = 0; row < rows; ++row) {
        int64_t element = i * matrix.batchStride[0] +
                          j * matrix.batchStride[1] + row * matrix.stride;
        auto to = address + static_cast<Address>(element * matrix.elementBytes);
        if (fp8rt_status status = driver.check(
                function, "cuMemsetD8Async",
                driver.memsetD8Async(
                    to, 0, static_cast<size_t>(length * matrix.elementBytes),
                    stream)))
          return status;
      }
  return FP8RT_OK;
}

std::vector<Address> BoundGemm::listMatrices(Address lhsAddress,
                                             Address rhsAddress,
                                             Address outAddress) const {
  std::vector<Address> list;
  if (!usesPointers)
    return list;
  std::pair<const MatrixPlan *, Address> matrices[] = {{&plan.rhs, rhsAddress},
                                                       {&plan.lhs, lhsAddress},
                                                       {&plan.out, outAddress}};
  for (auto [matrix, address] : matrices)
    for (int64_t i = 0; i < plan.batch[0]; ++i)
      for (int64_t j = 0; j < plan.batch[1]; ++j)
        list.push_back(address +
                       static_cast<Address>((i * matrix->batchStride[0] +
                                             j * matrix->batchStride[1]) *
                                            matrix->elementBytes));
  return list;
}

static const void *asPointer(Address address) {
  return reinterpret_cast<const void *>(address);
}

fp8rt_status BoundGemm::submit(const char *function, Address lhsAddress,
                               Address rhsAddress, Address outAddress,
                               Address memory, CUstream_st *stream) const {
  if (plan.isEmpty)
    return FP8RT_OK;
  if (plan.hasNoTerms)
    return plan.isAdded ? FP8RT_OK : clear(function, outAddress, stream);
  auto at = [&](const MatrixPlan &matrix, Address address) {
    return matrix.isCopied ? memory + matrix.scratchOffset : address;
  };
  std::pair<const MatrixPlan *, Address> operands[] = {{&plan.lhs, lhsAddress},
                                                       {&plan.rhs, rhsAddress}};
  for (auto [matrix, address] : operands) {
    if (!matrix->isCopied)
      continue;
    // Padding must be zero, so that it does not change the sums.
    bool isPadded = matrix->paddedLength != matrix->length ||
                    matrix->paddedCount != matrix->count;
    if (isPadded)
      if (fp8rt_status status =
              driver.check(function, "cuMemsetD8Async",
                           driver.memsetD8Async(at(*matrix, address), 0,
                                                matrix->scratchBytes, stream)))
        return status;
    if (fp8rt_status status = copy(function, *matrix, address,
                                   at(*matrix, address), true, stream))
      return status;
  }
  if (plan.out.isCopied && plan.isAdded)
    if (fp8rt_status status = copy(function, plan.out, outAddress,
                                   at(plan.out, outAddress), true, stream))
      return status;

  const float alpha = 1, beta = plan.isAdded ? 1 : 0;
  int64_t calls = plan.isOneBatch() || usesPointers ? 1 : plan.batch[0];
  for (int64_t i = 0; i < calls; ++i) {
    // `table` is the position of the matrix in the result of `listMatrices`.
    auto part = [&](const MatrixPlan &matrix, Address address, int64_t table) {
      if (usesPointers)
        return pointers + static_cast<Address>(table * plan.getBatchCount()) *
                              sizeof(Address);
      return at(matrix, address) +
             static_cast<Address>(i * matrix.getBatchStride(0, plan.batch) *
                                  matrix.elementBytes);
    };
    Address result = part(plan.out, outAddress, 2);
    if (fp8rt_status status = blas.check(
            function, "cublasLtMatmul",
            blas.matmul(
                blas.handle, desc, &alpha,
                asPointer(part(plan.rhs, rhsAddress, 0)), rhs,
                asPointer(part(plan.lhs, lhsAddress, 1)), lhs, &beta,
                asPointer(result), out, const_cast<void *>(asPointer(result)),
                out, &algorithm.algorithm,
                const_cast<void *>(asPointer(memory + plan.scratchBytes)),
                algorithm.workspaceBytes, stream)))
      return status;
  }
  if (!plan.out.isCopied)
    return FP8RT_OK;
  return copy(function, plan.out, outAddress, at(plan.out, outAddress), false,
              stream);
}
