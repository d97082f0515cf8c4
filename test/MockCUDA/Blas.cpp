//===- Blas.cpp - The functions of libcublasLt ----------------------------===//
//
// Rejects the same calls as the library. Multiplies with the runtime's CPU
// matmul, so that sums equal --target=sim.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "../../lib/Runtime/CUDA/CublasLt.h"
#include "../../lib/Runtime/GemmScale.h"

#include <algorithm>
#include <cstring>
#include <tuple>

using namespace mock;
using namespace fp8rt::cuda;
using mock::Address;

enum : BlasStatus { Ok = 0, BadValue = 7, Failed = 13, NotSupported = 15 };

namespace {
struct Desc {
  int compute = 0;
  int32_t transA = operationN, transB = operationN;
  Address scaleA = 0, scaleB = 0;
  int32_t scaleModeA = scaleOfTensor, scaleModeB = scaleOfTensor;
  int8_t fastSums = 0;
  uint32_t epilogue = epilogueNone;
  Address bias = 0;
  /// -1 until a type is set; then the bias has the type of the result.
  int32_t biasType = -1;

  bool hasBias() const { return (epilogue & epilogueBias) != 0; }
  bool hasRelu() const { return (epilogue & epilogueRelu) != 0; }
};
struct Layout {
  int type = 0;
  uint64_t rows = 0, cols = 0;
  int64_t ld = 0;
  int32_t batchCount = 1;
  int64_t batchStride = 0;
  /// With `batchByPointers`, matrices are addresses in memory of the GPU.
  uint32_t batchMode = 0;

  bool isByPointers() const { return batchMode == batchByPointers; }
  int64_t bytes() const {
    return type == typeF32 ? 4 : type == typeBF16 ? 2 : 1;
  }
  uint64_t size() const {
    int64_t batches = isByPointers() ? 0 : (batchCount - 1) * batchStride;
    return uint64_t(batches + (int64_t(cols) - 1) * ld + int64_t(rows)) *
           uint64_t(bytes());
  }
};
struct Preference {
  uint64_t workspace = 0;
  uint32_t alignment[4] = {256, 256, 256, 256};
  /// A mask of the allowed schemes for adding parts of a sum; all by default.
  uint32_t reductions = 0x7;
};
} // namespace

static bool isEight(int type) { return type == typeE4M3 || type == typeE5M2; }

static BlasStatus enter(const char *function, const std::string &arguments) {
  return Machine::get().enter(function, arguments);
}
static BlasStatus violate(const std::string &what, BlasStatus status) {
  Machine::get().violate(what);
  return status;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Returns why the library rejects these scales, or null.
static const char *findRefusalOfScales(const Desc &desc, const Layout &a,
                                       const Layout &b, uint64_t terms) {
  int32_t modeA = desc.scaleModeA, modeB = desc.scaleModeB;
  if (modeA == scaleOfTensor && modeB == scaleOfTensor)
    return nullptr;
  int capability = Machine::get().capability;
  bool areMX = modeA == scaleOfMX && modeB == scaleOfMX;
  bool areBlocks = (modeA == scaleOf1x128 || modeA == scaleOf128x128) &&
                   (modeB == scaleOf1x128 || modeB == scaleOf128x128);
  if (!areMX && (!areBlocks || modeA + modeB == 2 * scaleOf128x128))
    return "scales of blocks that do not go together";
  if (areMX ? capability < 100 : capability != 90)
    return "scales of blocks that this GPU does not have";
  if (!desc.scaleA || !desc.scaleB || desc.fastSums || a.batchCount != 1)
    return "scales of blocks that are not there, of fast sums or of a batch";
  // The library loads the scales of a block of terms as a whole vector.
  for (auto [mode, outer] :
       {std::pair(modeA, a.cols), std::pair(modeB, b.cols)})
    if (mode == scaleOf1x128 && outer % 4 != 0)
      return "vectors of scales that are not aligned to 16 bytes";
  return terms % 16 == 0 ? nullptr : "blocks of terms that are not aligned";
}

/// Returns why the library rejects this epilogue, or null.
static const char *findRefusalOfEpilogue(const Desc &desc, const Layout &a,
                                         const Layout &d) {
  if (desc.epilogue == epilogueNone)
    return nullptr;
  if (desc.epilogue != epilogueRelu && desc.epilogue != epilogueBias &&
      desc.epilogue != (epilogueBias | epilogueRelu))
    return "an epilogue that is not there";
  if (d.isByPointers() || desc.scaleModeA != scaleOfTensor)
    return "an epilogue of batches by pointers or of blocks";
  if (!desc.hasBias())
    return nullptr;
  if (!desc.bias)
    return "a bias that is not there";
  int expected = isEight(a.type) ? typeBF16 : d.type;
  return desc.biasType == expected ? nullptr : "a bias of another type";
}

/// Returns why the library rejects these operands, or null.
static const char *findRefusal(const Desc &desc, const Layout &a,
                               const Layout &b, const Layout &d) {
  bool transA = desc.transA == operationT, transB = desc.transB == operationT;
  uint64_t m = transA ? a.cols : a.rows, k = transA ? a.rows : a.cols;
  uint64_t n = transB ? b.rows : b.cols;
  if ((transB ? b.cols : b.rows) != k || d.rows != m || d.cols != n)
    return "extents that do not fit each other";
  if (a.batchCount != b.batchCount || a.batchCount != d.batchCount)
    return "batches that do not fit each other";
  if (a.batchMode != b.batchMode || a.batchMode != d.batchMode)
    return "batches by pointers and by strides";
  if (a.isByPointers() && isEight(a.type))
    return "8-bit operands by pointers";
  if (d.type != typeF32 && (d.type != typeBF16 || a.type == typeF32))
    return "a result that it does not have for these operands";
  if (const char *refusal = findRefusalOfEpilogue(desc, a, d))
    return refusal;
  if (!isEight(a.type))
    return a.type == b.type && !desc.scaleA && !desc.scaleB
               ? nullptr
               : "operands of different types, or scales of wide ones";
  if (!isEight(b.type) || (a.type == typeE5M2 && b.type == typeE5M2))
    return "8-bit operands of these types";
  if (Machine::get().capability < 89)
    return "8-bit operands on this GPU";
  if (!transA || transB)
    return "8-bit operands whose terms are not contiguous";
  for (const Layout *layout : {&a, &b, &d})
    if (layout->ld * layout->bytes() % 16 != 0 ||
        layout->batchStride * layout->bytes() % 16 != 0)
      return "8-bit operands that are not aligned to 16 bytes";
  if (m % 16 != 0 || k % 16 != 0)
    return "8-bit operands of extents that are no multiples of 16";
  return findRefusalOfScales(desc, a, b, k);
}

static std::string describe(const Desc &desc, const Layout &a, const Layout &b,
                            const Layout &d) {
  auto name = [](int type) {
    return type == typeF32    ? "f32"
           : type == typeBF16 ? "bf16"
           : type == typeE4M3 ? "e4m3"
                              : "e5m2";
  };
  uint64_t k = desc.transA == operationT ? a.rows : a.cols;
  std::string text = std::to_string(d.rows) + "x" + std::to_string(d.cols) +
                     "x" + std::to_string(k) + " " + name(a.type) + "," +
                     name(b.type);
  if (d.type != typeF32)
    text += std::string(" to ") + name(d.type);
  text += desc.transA == operationT ? " T" : " N";
  text += desc.transB == operationT ? "T" : "N";
  if (d.batchCount != 1)
    text += " batch " + std::to_string(d.batchCount);
  if (d.isByPointers())
    text += " by pointers";
  if (desc.compute == computeTF32)
    text += " tf32";
  if (desc.fastSums)
    text += " fast";
  auto nameMode = [](int32_t mode) {
    return mode == scaleOf1x128     ? "1x128"
           : mode == scaleOf128x128 ? "128x128"
           : mode == scaleOfMX      ? "mx"
                                    : "tensor";
  };
  if (desc.scaleModeA != scaleOfTensor || desc.scaleModeB != scaleOfTensor)
    text += std::string(" scaled ") + nameMode(desc.scaleModeA) + "," +
            nameMode(desc.scaleModeB);
  if (desc.hasBias())
    text += std::string(" bias ") + name(desc.biasType);
  if (desc.hasRelu())
    text += " relu";
  return text;
}

static uint64_t hasScales(const Desc &desc) {
  return uint64_t(desc.scaleA != 0) + 2 * uint64_t(desc.scaleB != 0);
}

/// Returns a hash that identifies the matmul for which an algorithm was chosen.
static uint64_t hashOf(const std::string &text) {
  return std::hash<std::string>()(text);
}

FP8MOCK_API BlasStatus cublasLtMatmulAlgoGetHeuristic(
    BlasHandle, BlasDesc desc, BlasLayout a, BlasLayout b, BlasLayout,
    BlasLayout d, BlasPreference handle, int requested, BlasHeuristic *results,
    int *found) {
  const auto &A = *static_cast<Layout *>(a), &B = *static_cast<Layout *>(b),
             &D = *static_cast<Layout *>(d);
  const auto &product = *static_cast<Desc *>(desc);
  std::string text = describe(product, A, B, D);
  *found = 0;
  if (BlasStatus planted = enter(__func__, text))
    return planted;
  const auto &preference = *static_cast<Preference *>(handle);
  bool isAligned = std::all_of(preference.alignment, preference.alignment + 4,
                               [](uint32_t bytes) { return bytes >= 16; });
  const char *refusal = findRefusal(product, A, B, D);
  if (!refusal && isEight(A.type) && !isAligned)
    refusal = "8-bit operands whose addresses are not aligned";
  if (refusal)
    return violate(std::string("asked for a product of ") + refusal,
                   NotSupported);
  if (D.type != typeF32 && preference.reductions != reductionInComputeType)
    return violate("asked for a product that may be rounded more than once",
                   BadValue);
  if (requested < 1)
    return BadValue;
  results[0] = {};
  results[0].algorithm.data[0] = hashOf(text);
  for (unsigned i = 0; i < 4; ++i)
    results[0].algorithm.data[1] |= uint64_t(preference.alignment[i]) << 16 * i;
  results[0].algorithm.data[2] = hasScales(product);
  results[0].workspaceBytes = std::min<uint64_t>(preference.workspace, 4096);
  *found = 1;
  return Ok;
}

/// Converts a layout of the library to a matrix of the runtime. A of the
/// library is the transposed rhs, and B is the lhs.
static fp8rt_matrix asOperand(const Layout &layout, bool hasContiguousTerms,
                              bool isLhs) {
  fp8rt_matrix matrix = {};
  matrix.dtype = layout.type == typeF32    ? FP8RT_F32
                 : layout.type == typeBF16 ? FP8RT_BF16
                 : layout.type == typeE4M3 ? FP8RT_E4M3
                                           : FP8RT_E5M2;
  bool hasContiguousRows = hasContiguousTerms == isLhs;
  matrix.row_stride = hasContiguousRows ? layout.ld : 1;
  matrix.col_stride = hasContiguousRows ? 1 : layout.ld;
  matrix.batch_stride[1] = layout.batchStride;
  return matrix;
}

static int32_t toScaling(int32_t mode) {
  return mode == scaleOf1x128     ? FP8RT_SCALE_1X128
         : mode == scaleOf128x128 ? FP8RT_SCALE_128X128
         : mode == scaleOfMX      ? FP8RT_SCALE_MX
                                  : FP8RT_SCALE_TENSOR;
}

/// Returns the addresses of the matrices at `start`, or one address for
/// matrices with a constant stride.
static std::vector<Address> listMatrices(const Layout &layout, Address start) {
  if (!layout.isByPointers())
    return {start};
  const auto *table = reinterpret_cast<const Address *>(start);
  return std::vector<Address>(table, table + layout.batchCount);
}

static Code multiply(const Desc &desc, const Layout &a, const Layout &b,
                     const Layout &d, float beta, Address A, Address B,
                     Address D) {
  static fp8rt_context context = [] {
    fp8rt_options options = {sizeof(options), 1, 0};
    fp8rt_context created = nullptr;
    fp8rt_context_create(&options, &created);
    return created;
  }();
  bool transA = desc.transA == operationT;
  fp8rt_gemm_desc product = {};
  product.m = int64_t(d.cols);
  product.n = int64_t(d.rows);
  product.k = int64_t(transA ? a.rows : a.cols);
  product.batch[0] = 1;
  product.batch[1] = d.isByPointers() ? 1 : d.batchCount;
  product.lhs = asOperand(b, desc.transB == operationN, /*isLhs=*/true);
  product.rhs = asOperand(a, transA, /*isLhs=*/false);
  product.lhs.scaling = toScaling(desc.scaleModeB);
  product.rhs.scaling = toScaling(desc.scaleModeA);
  product.out.dtype = d.type == typeBF16 ? FP8RT_BF16 : FP8RT_F32;
  product.out.row_stride = d.ld;
  product.out.col_stride = 1;
  product.out.batch_stride[1] = d.batchStride;
  product.beta = beta != 0;
  product.has_bias = desc.hasBias();
  product.bias_dtype = desc.biasType == typeBF16 ? FP8RT_BF16 : FP8RT_F32;
  product.activation =
      desc.hasRelu() ? FP8RT_ACTIVATION_RELU : FP8RT_ACTIVATION_NONE;
  auto at = [](Address address) { return reinterpret_cast<void *>(address); };
  fp8rt_gemm_args args = {};
  args.lhs = at(B);
  args.rhs = at(A);
  args.out = static_cast<float *>(at(D));
  args.lhs_scale_inv = at(desc.scaleB);
  args.rhs_scale_inv = at(desc.scaleA);
  args.bias = at(desc.bias);
  if (fp8rt_gemm(context, nullptr, &product, &args) == FP8RT_OK)
    return Success;
  return Machine::get().violate(fp8rt_last_error(), IllegalAddress);
}

/// Multiplies matrices whose addresses are known only when the matmul runs.
static Code multiplyByPointers(const Desc &desc, const Layout &a,
                               const Layout &b, const Layout &d, float beta,
                               Address A, Address B, Address D,
                               const BlasAlgorithm &algorithm) {
  Machine &machine = Machine::get();
  std::tuple<const Layout *, Address, unsigned> operands[] = {
      {&a, A, 0}, {&b, B, 1}, {&d, D, 3}};
  for (auto [layout, table, place] : operands)
    for (Address matrix : listMatrices(*layout, table)) {
      if (!machine.isDeviceMemory(matrix, layout->size()))
        return machine.violate(
            "a pointer to a matrix outside of the memory of the GPU",
            IllegalAddress);
      if (matrix % (algorithm.data[1] >> 16 * place & 0xFFFF) != 0)
        return machine.violate("a pointer to a matrix that is less aligned "
                               "than its algorithm was promised",
                               IllegalAddress);
    }
  std::vector<Address> as = listMatrices(a, A), bs = listMatrices(b, B),
                       ds = listMatrices(d, D);
  for (size_t i = 0; i < ds.size(); ++i)
    if (Code code = multiply(desc, a, b, d, beta, as[i], bs[i], ds[i]))
      return code;
  return Success;
}

FP8MOCK_API BlasStatus cublasLtMatmul(
    BlasHandle, BlasDesc descHandle, const void *alpha, const void *a,
    BlasLayout aLayout, const void *b, BlasLayout bLayout, const void *beta,
    const void *c, BlasLayout cLayout, void *d, BlasLayout dLayout,
    const BlasAlgorithm *algorithm, void *workspace, size_t workspaceBytes,
    CUstream_st *streamHandle) {
  Machine &machine = Machine::get();
  const auto &A = *static_cast<Layout *>(aLayout),
             &B = *static_cast<Layout *>(bLayout),
             &D = *static_cast<Layout *>(dLayout);
  const auto &desc = *static_cast<Desc *>(descHandle);
  auto *stream = reinterpret_cast<Stream *>(streamHandle);
  std::string text = describe(desc, A, B, D);
  if (BlasStatus planted = enter(__func__, text))
    return planted;
  if (machine.streams.find(stream) == machine.streams.end())
    return violate("a product on a stream that is not there", BadValue);
  if (const char *refusal = findRefusal(desc, A, B, D))
    return violate(std::string("a product of ") + refusal, NotSupported);
  if (c != d || cLayout != dLayout || *static_cast<const float *>(alpha) != 1)
    return violate("a product that is not in place, or has a factor", BadValue);
  if (!algorithm || algorithm->data[0] != hashOf(text) ||
      algorithm->data[2] != hasScales(desc))
    return violate("a product by an algorithm for another one", BadValue);
  auto address = [](const void *pointer) {
    return Address(reinterpret_cast<uintptr_t>(pointer));
  };
  bool byPointers = D.isByPointers();
  auto sizeOf = [&](const Layout &layout) {
    return byPointers ? uint64_t(layout.batchCount) * sizeof(Address)
                      : layout.size();
  };
  std::pair<Address, uint64_t> memory[] = {
      {address(a), sizeOf(A)},
      {address(b), sizeOf(B)},
      {address(d), sizeOf(D)},
      {address(workspace), workspaceBytes}};
  for (auto [start, bytes] : memory)
    if (!machine.isDeviceMemory(start, bytes))
      return violate("a product outside of the memory of the GPU", BadValue);
  uint64_t terms = desc.transA == operationT ? A.rows : A.cols;
  std::tuple<Address, int32_t, uint64_t> scales[] = {
      {desc.scaleA, desc.scaleModeA, D.rows},
      {desc.scaleB, desc.scaleModeB, D.cols}};
  for (auto [scale, mode, outer] : scales) {
    int64_t bytes = 4;
    if (mode != scaleOfTensor)
      fp8rt::scaleBytes(toScaling(mode), int64_t(outer), int64_t(terms), bytes);
    if (scale && !machine.isDeviceMemory(scale, uint64_t(bytes)))
      return violate("a scale outside of the memory of the GPU", BadValue);
    // Measured on an H200 with the library of CUDA 13.0, for one scale per
    // tensor only.
    if (scale % 16 != 0)
      return violate("scales that are not aligned to 16 bytes", NotSupported);
  }
  uint64_t biasBytes = desc.biasType == typeBF16 ? 2 : 4;
  if (desc.hasBias() && !machine.isDeviceMemory(desc.bias, D.rows * biasBytes))
    return violate("a bias outside of the memory of the GPU", BadValue);
  Address pointers[] = {address(a), address(b), address(c), address(d)};
  for (unsigned i = 0; i < 4; ++i)
    if (!byPointers &&
        pointers[i] % (algorithm->data[1] >> 16 * i & 0xFFFF) != 0)
      return violate("a product at addresses that are less aligned than its "
                     "algorithm was promised",
                     BadValue);
  if (isEight(A.type))
    for (auto [start, bytes] : memory)
      if (start % 16 != 0)
        return violate("8-bit operands whose addresses are not aligned",
                       BadValue);
  float factor = *static_cast<const float *>(beta);
  Code code = machine.submit(
      stream,
      {text, [=, desc = desc, A = A, B = B, D = D, chosen = *algorithm] {
         // Overwrite the workspace, because the library does not define its
         // contents.
         std::memset(workspace, 0xFF, workspaceBytes);
         if (byPointers)
           return multiplyByPointers(desc, A, B, D, factor, address(a),
                                     address(b), address(d), chosen);
         return multiply(desc, A, B, D, factor, address(a), address(b),
                         address(d));
       }});
  return code == Success ? Ok : Failed;
}
