//===- GemmCalls.cpp - calls of cuBLASLt ----------------------------------===//

#include "../Error.h"
#include "GemmPlan.h"

using namespace fp8rt;
using namespace fp8rt::cuda;

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

/// Copies unaligned scales to scratch memory, and passes the copies to the
/// library.
fp8rt_status BoundGemm::copyScales(const char *function, Address memory,
                                   CUstream_st *stream) const {
  std::array<Address, 2> read = scales;
  const MatrixPlan *operands[] = {&plan.lhs, &plan.rhs};
  for (unsigned i : {0, 1}) {
    if (!operands[i]->isScaleCopied)
      continue;
    read[i] = memory + operands[i]->scaleOffset;
    if (fp8rt_status status = driver.check(
            function, "cuMemcpyDtoDAsync",
            driver.memcpyDtoDAsync(read[i], scales[i], sizeof(float), stream)))
      return status;
  }
  return read == scales ? FP8RT_OK : setScales(function, read[0], read[1]);
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

fp8rt_status BoundGemm::multiply(const char *function, Address lhsAddress,
                                 Address rhsAddress, Address outAddress,
                                 const BlasHeuristic &by, Address workspace,
                                 CUstream_st *stream) const {
  const float alpha = 1, beta = plan.isAdded ? 1 : 0;
  for (int64_t i = 0, calls = getNumCalls(); i < calls; ++i) {
    // `table` is the position of the matrix in the result of `listMatrices`.
    auto part = [&](const MatrixPlan &matrix, Address address, int64_t table) {
      if (usesPointers)
        return pointers + static_cast<Address>(table * plan.getBatchCount()) *
                              sizeof(Address);
      return address +
             static_cast<Address>(i * matrix.getBatchStride(0, plan.batch) *
                                  matrix.elementBytes);
    };
    Address result = part(plan.out, outAddress, 2);
    if (fp8rt_status status = blas.check(
            function, "cublasLtMatmul",
            blas.matmul(blas.handle, desc, &alpha,
                        asPointer(part(plan.rhs, rhsAddress, 0)), rhs,
                        asPointer(part(plan.lhs, lhsAddress, 1)), lhs, &beta,
                        asPointer(result), out,
                        const_cast<void *>(asPointer(result)), out,
                        &by.algorithm, const_cast<void *>(asPointer(workspace)),
                        by.workspaceBytes, stream)))
      return status;
  }
  return FP8RT_OK;
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

  if (fp8rt_status status = copyScales(function, memory, stream))
    return status;

  if (fp8rt_status status =
          multiply(function, at(plan.lhs, lhsAddress), at(plan.rhs, rhsAddress),
                   at(plan.out, outAddress), algorithm,
                   memory + plan.scratchBytes, stream))
    return status;
  if (!plan.out.isCopied)
    return FP8RT_OK;
  return copy(function, plan.out, outAddress, at(plan.out, outAddress), false,
              stream);
}
