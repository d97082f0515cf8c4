//===- GemmPlan.cpp - plans of cuBLASLt matmuls ---------------------------===//

#include "GemmPlan.h"
#include "../ByteCount.h"
#include "../Error.h"
#include "../GemmDescriptor.h"
#include "fp8/Runtime/GemmEpilogue.h"
#include "fp8/Runtime/fp8rt_cuda.h"

#include <algorithm>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Required alignment of addresses, strides and extents of 8-bit matmuls, in
/// bytes.
constexpr int64_t eightAlignment = 16;
constexpr uint64_t scratchAlignment = 256;
/// CU_DEVICE_ATTRIBUTE_MAX_PITCH of every GPU.
constexpr int64_t maxPitch = INT32_MAX;
/// First compute capability that multiplies 8-bit floats.
constexpr int minEightCapability = 89;
/// The compute capability with f32 block scales, and the first one with e8m0
/// scales.
constexpr int blockCapability = 90, minMXCapability = 100;
/// Number of f32 scales that the hardware loads together.
constexpr int64_t scaleAlignment = 4;
/// Workspace sizes recommended by NVIDIA, from Hopper on and for older GPUs.
constexpr uint64_t largeWorkspace = uint64_t{32} << 20;
constexpr uint64_t smallWorkspace = uint64_t{4} << 20;

/// Largest number of matrices per operand in a table of pointers.
constexpr int64_t maxPointers = 4096;

template <typename T>
static T roundUp(T value, T unit) {
  return (value + unit - 1) / unit * unit;
}

static const char *nameOf(int32_t dtype) {
  switch (dtype) {
  case FP8RT_F32:
    return "f32";
  case FP8RT_BF16:
    return "bf16";
  case FP8RT_E4M3:
    return "e4m3";
  default:
    return "e5m2";
  }
}

static bool isEightBit(int32_t dtype) {
  return dtype == FP8RT_E4M3 || dtype == FP8RT_E5M2;
}

static void setType(MatrixPlan &matrix, int32_t dtype) {
  switch (dtype) {
  case FP8RT_F32:
    matrix.type = typeF32;
    matrix.elementBytes = 4;
    break;
  case FP8RT_BF16:
    matrix.type = typeBF16;
    matrix.elementBytes = 2;
    break;
  default:
    matrix.type = dtype == FP8RT_E4M3 ? typeE4M3 : typeE5M2;
    matrix.elementBytes = 1;
  }
}

int64_t MatrixPlan::getBatchStride(unsigned i, const int64_t *batch) const {
  if (!isCopied || batchStride[i] == 0)
    return batchStride[i];
  int64_t size = paddedLength * paddedCount;
  return i == 1 || batchStride[1] == 0 ? size : size * batch[1];
}

uint64_t MatrixPlan::getBytes(const int64_t *batch) const {
  int64_t elements = (getCount() - 1) * getStride() + getLength();
  for (unsigned i : {0, 1})
    elements += (batch[i] - 1) * getBatchStride(i, batch);
  return static_cast<uint64_t>(elements * elementBytes);
}

/// Returns true if one call can compute the batch: in every matrix the two
/// batch dimensions must form a single one.
bool GemmPlan::isOneBatch() const {
  if (batch[0] == 1 || batch[1] == 1)
    return true;
  for (const MatrixPlan *matrix : {&lhs, &rhs, &out})
    if (matrix->getBatchStride(0, batch) !=
        matrix->getBatchStride(1, batch) * batch[1])
      return false;
  return true;
}

uint64_t GemmPlan::getPointerBytes() const {
  // NVIDIA does not document epilogues for batches by pointers.
  if (isEight || epilogue != epilogueNone || isOneBatch() ||
      getBatchCount() > maxPointers)
    return 0;
  return 3 * static_cast<uint64_t>(getBatchCount()) * sizeof(Address);
}

static fp8rt_status checkTypes(const char *function,
                               const fp8rt_gemm_desc &desc, int capability) {
  int32_t lhs = desc.lhs.dtype, rhs = desc.rhs.dtype;
  bool eight = isEightBit(lhs) && isEightBit(rhs);
  if (!eight && lhs != rhs)
    return fail(FP8RT_UNSUPPORTED,
                "%s: no GPU multiplies %s by %s; supported are two operands of "
                "8-bit floats, of bf16 or of f32",
                function, nameOf(lhs), nameOf(rhs));
  if (lhs == FP8RT_F32 && desc.out.dtype == FP8RT_BF16)
    return fail(FP8RT_UNSUPPORTED,
                "%s: cuBLASLt does not give bf16 from operands of f32; "
                "supported is a result of f32",
                function);
  if (!eight)
    return FP8RT_OK;
  if (capability < minEightCapability)
    return fail(FP8RT_UNSUPPORTED,
                "%s: a GPU of compute capability %d.%d does not multiply 8-bit "
                "floats; GPUs from 8.9 on do",
                function, capability / 10, capability % 10);
  if (lhs == FP8RT_E5M2 && rhs == FP8RT_E5M2)
    return fail(
        FP8RT_UNSUPPORTED,
        "%s: cuBLASLt does not multiply e5m2 by e5m2; one operand must be e4m3",
        function);
  return FP8RT_OK;
}

static int32_t getScaleMode(int32_t scaling) {
  switch (scaling) {
  case FP8RT_SCALE_1X128:
    return scaleOf1x128;
  case FP8RT_SCALE_128X128:
    return scaleOf128x128;
  case FP8RT_SCALE_MX:
    return scaleOfMX;
  default:
    return scaleOfTensor;
  }
}

/// Checks block scales. The library reads one scale per column of the padded
/// result.
static fp8rt_status checkBlocks(const char *function,
                                const fp8rt_gemm_desc &desc, int capability) {
  bool areMX = desc.lhs.scaling == FP8RT_SCALE_MX;
  if (areMX ? capability < minMXCapability : capability != blockCapability)
    return fail(FP8RT_UNSUPPORTED,
                "%s: a GPU of compute capability %d.%d does not multiply 8-bit "
                "floats with %s; %s",
                function, capability / 10, capability % 10,
                areMX ? "MX scales" : "scales of f32 for blocks of 128 terms",
                areMX ? "GPUs from 10.0 on do" : "9.0 does");
  bool isVector = desc.lhs.scaling == FP8RT_SCALE_1X128;
  if (desc.n % eightAlignment != 0 ||
      (isVector && desc.m % scaleAlignment != 0))
    return fail(FP8RT_UNSUPPORTED,
                "%s: %lld rows and %lld columns, expected multiples of %lld "
                "and %lld where operands have scales of blocks",
                function, static_cast<long long>(desc.m),
                static_cast<long long>(desc.n),
                static_cast<long long>(isVector ? scaleAlignment : 1),
                static_cast<long long>(eightAlignment));
  return FP8RT_OK;
}

/// Plans the copy of a scale that the library cannot read in place.
static fp8rt_status placeScale(const char *function, const char *name,
                               uint32_t alignment, MatrixPlan &matrix,
                               GemmPlan &plan) {
  if (alignment % eightAlignment == 0)
    return FP8RT_OK;
  if (matrix.scaleMode != scaleOfTensor)
    return fail(FP8RT_UNSUPPORTED,
                "%s: the block scales of %s are aligned to %u bytes, expected "
                "%lld",
                function, name, alignment,
                static_cast<long long>(eightAlignment));
  matrix.isScaleCopied = true;
  matrix.scaleOffset = plan.scratchBytes;
  plan.scratchBytes += scratchAlignment;
  return FP8RT_OK;
}

/// Plans the layout of an operand. `outer` is the dimension that it shares with
/// the result.
static fp8rt_status placeOperand(const char *function, const char *name,
                                 const fp8rt_matrix &matrix, int64_t outer,
                                 int64_t outerStride, int64_t terms,
                                 int64_t termStride, MatrixPlan &plan) {
  setType(plan, matrix.dtype);
  plan.batchStride = {matrix.batch_stride[0], matrix.batch_stride[1]};
  bool byTerms = terms == 1 || termStride == 1;
  bool byOuter = outer == 1 || outerStride == 1;
  plan.hasContiguousTerms = byTerms;
  if (byTerms) {
    plan.length = terms;
    plan.count = outer;
    plan.stride = outer == 1 ? terms : outerStride;
  } else {
    plan.length = outer;
    plan.count = terms;
    plan.stride = termStride;
  }
  if (isEightBit(matrix.dtype) && !byTerms)
    return fail(FP8RT_UNSUPPORTED,
                "%s: the terms of %s, 8-bit floats, lie %lld apart, expected "
                "them to be contiguous",
                function, name, static_cast<long long>(termStride));
  if ((!byTerms && !byOuter) || plan.stride < plan.length)
    return fail(FP8RT_UNSUPPORTED,
                "%s: the strides of %s are %lld and %lld, expected one of them "
                "to be 1 and rows that do not overlap",
                function, name, static_cast<long long>(matrix.row_stride),
                static_cast<long long>(matrix.col_stride));
  return FP8RT_OK;
}

/// Returns true if the library can use the matrix without a copy.
static bool isAligned(const MatrixPlan &matrix) {
  auto fits = [&](int64_t elements) {
    return elements * matrix.elementBytes % eightAlignment == 0;
  };
  return matrix.alignment % eightAlignment == 0 && fits(matrix.stride) &&
         fits(matrix.batchStride[0]) && fits(matrix.batchStride[1]);
}

/// Plans a copy of the matrix, padded to `length` and `count`, if the library
/// cannot use the matrix in place.
static fp8rt_status pad(const char *function, const char *name,
                        MatrixPlan &matrix, int64_t length, int64_t count,
                        GemmPlan &plan) {
  matrix.paddedLength = length;
  matrix.paddedCount = count;
  matrix.isCopied =
      length != matrix.length || count != matrix.count || !isAligned(matrix);
  if (!matrix.isCopied)
    return FP8RT_OK;
  auto getFactor = [](int64_t value) { return static_cast<uint64_t>(value); };
  auto getCopies = [&](unsigned i) {
    return getFactor(matrix.batchStride[i] == 0 ? 1 : plan.batch[i]);
  };
  ByteCount bytes;
  bytes.add({getFactor(matrix.elementBytes), getFactor(length),
             getFactor(count), getCopies(0), getCopies(1)},
            scratchAlignment);
  if (!bytes.fits())
    return fail(FP8RT_OUT_OF_RANGE,
                "%s: a copy of %s with rows and columns of a multiple of %lld "
                "elements does not fit an address space",
                function, name, static_cast<long long>(eightAlignment));
  matrix.alignment = scratchAlignment;
  matrix.scratchBytes = bytes.get();
  matrix.scratchOffset = plan.scratchBytes;
  plan.scratchBytes += matrix.scratchBytes;
  return FP8RT_OK;
}

/// Checks the pitches of a strided copy, which have an upper limit.
static fp8rt_status checkPitches(const char *function, const char *name,
                                 const MatrixPlan &matrix) {
  bool isFlat = matrix.count == 1 || (matrix.stride == matrix.length &&
                                      matrix.paddedLength == matrix.length);
  int64_t pitch =
      std::max(matrix.stride, matrix.paddedLength) * matrix.elementBytes;
  if (!matrix.isCopied || isFlat || pitch <= maxPitch)
    return FP8RT_OK;
  return fail(FP8RT_UNSUPPORTED,
              "%s: rows of %s lie %lld bytes apart, expected at most %lld "
              "where they are copied to be aligned to 16 bytes",
              function, name, static_cast<long long>(pitch),
              static_cast<long long>(maxPitch));
}

fp8rt_status fp8rt::cuda::planGemm(const char *function,
                                   const fp8rt_gemm_desc *given, int capability,
                                   uint32_t flags,
                                   const GemmAlignments &alignments,
                                   GemmPlan &plan) {
  if (fp8rt_status status = checkDesc(function, given))
    return status;
  const fp8rt_gemm_desc &desc = *given;
  if (fp8rt_status status = checkTypes(function, desc, capability))
    return status;
  if (const char *refusal = findEpilogueRefusal(desc))
    return fail(FP8RT_UNSUPPORTED, "%s: %s", function, refusal);
  plan = {};
  plan.hasBlocks = desc.lhs.scaling != FP8RT_SCALE_TENSOR;
  if (plan.hasBlocks)
    if (fp8rt_status status = checkBlocks(function, desc, capability))
      return status;
  plan.lhs.scaleMode = getScaleMode(desc.lhs.scaling);
  plan.rhs.scaleMode = getScaleMode(desc.rhs.scaling);
  for (unsigned i : {0, 1})
    plan.batch[i] = desc.batch[i];
  plan.isAdded = desc.beta != 0;
  if (desc.has_bias) {
    plan.epilogue = epilogueBias;
    plan.biasType = desc.bias_dtype == FP8RT_BF16 ? typeBF16 : typeF32;
  }
  if (desc.activation == FP8RT_ACTIVATION_RELU)
    plan.epilogue = desc.has_bias ? epilogueBias | epilogueRelu : epilogueRelu;
  plan.isEmpty =
      desc.m == 0 || desc.n == 0 || desc.batch[0] == 0 || desc.batch[1] == 0;
  plan.hasNoTerms = desc.k == 0;
  if (plan.isEmpty)
    return FP8RT_OK;
  setType(plan.out, desc.out.dtype);
  plan.out.length = desc.n;
  plan.out.count = desc.m;
  plan.out.stride = desc.m == 1 ? desc.n : desc.out.row_stride;
  plan.out.batchStride = {desc.out.batch_stride[0], desc.out.batch_stride[1]};
  plan.lhs.alignment = alignments.lhs;
  plan.rhs.alignment = alignments.rhs;
  plan.out.alignment = alignments.out;
  if (plan.hasNoTerms)
    return FP8RT_OK;
  if (fp8rt_status status =
          placeOperand(function, "lhs", desc.lhs, desc.m, desc.lhs.row_stride,
                       desc.k, desc.lhs.col_stride, plan.lhs))
    return status;
  if (fp8rt_status status =
          placeOperand(function, "rhs", desc.rhs, desc.n, desc.rhs.col_stride,
                       desc.k, desc.rhs.row_stride, plan.rhs))
    return status;
  // The stride of a batch dimension with one element is irrelevant.
  for (MatrixPlan *matrix : {&plan.lhs, &plan.rhs, &plan.out})
    for (unsigned i : {0, 1})
      if (plan.batch[i] == 1)
        matrix->batchStride[i] = 0;
  plan.isEight = isEightBit(desc.lhs.dtype);
  plan.hasFastSums =
      plan.isEight && !plan.hasBlocks && (flags & FP8RT_CUDA_FAST_SUMS) != 0;
  if (desc.lhs.dtype == FP8RT_F32 && (flags & FP8RT_CUDA_TF32) != 0)
    plan.computeType = computeTF32;
  plan.maxWorkspaceBytes = capability >= 90 ? largeWorkspace : smallWorkspace;
  if (!plan.isEight)
    return FP8RT_OK;
  int64_t terms = roundUp(desc.k, eightAlignment);
  int64_t columns = roundUp(desc.n, eightAlignment);
  struct Padded {
    const char *name;
    MatrixPlan *matrix;
    int64_t length, count;
  };
  for (const Padded &padded : {Padded{"lhs", &plan.lhs, terms, desc.m},
                               Padded{"rhs", &plan.rhs, terms, columns},
                               Padded{"out", &plan.out, columns, desc.m}})
    if (fp8rt_status status = pad(function, padded.name, *padded.matrix,
                                  padded.length, padded.count, plan))
      return status;
  for (auto [name, matrix] :
       {std::pair("lhs", &plan.lhs), std::pair("rhs", &plan.rhs),
        std::pair("out", &plan.out)})
    if (fp8rt_status status = checkPitches(function, name, *matrix))
      return status;
  if (fp8rt_status status =
          placeScale(function, "lhs", alignments.lhsScale, plan.lhs, plan))
    return status;
  return placeScale(function, "rhs", alignments.rhsScale, plan.rhs, plan);
}

fp8rt_status fp8rt_cuda_check_gemm(const fp8rt_gemm_desc *desc,
                                   int32_t capability) {
  return guarded(__func__, [&](const char *function) {
    GemmPlan plan;
    return planGemm(function, desc, capability, 0, {}, plan);
  });
}
