//===- BlasProducts.cpp - The matmuls of libcublasLt ----------------------===//
//
// Rejects the same calls as the library. Multiplies with the runtime's CPU
// matmul, so that sums equal --target=sim.
//
//===----------------------------------------------------------------------===//

#include "Blas.h"

#include "../../lib/Runtime/GemmScale.h"

#include <algorithm>
#include <cstring>
#include <tuple>

using namespace mock;
using namespace mock::blas;

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
  const std::vector<std::string> &kinds = Machine::get().algorithms;
  *found = std::min(requested, int(kinds.size()));
  for (int i = 0; i < *found; ++i) {
    BlasHeuristic &result = results[i] = {};
    result.algorithm.data[0] = hashOf(text);
    for (unsigned j = 0; j < 4; ++j)
      result.algorithm.data[1] |= uint64_t(preference.alignment[j]) << 16 * j;
    result.algorithm.data[2] = hasScales(product);
    result.algorithm.data[3] = uint64_t(i);
    result.workspaceBytes = std::min<uint64_t>(preference.workspace, 4096);
    if (kinds[size_t(i)] == "large")
      result.workspaceBytes = preference.workspace + 1;
    if (kinds[size_t(i)] == "rejected")
      result.state = NotSupported;
  }
  return Ok;
}

FP8MOCK_API size_t cublasLtGetVersion() {
  return size_t(Machine::get().blasVersion);
}

FP8MOCK_API BlasStatus cublasLtMatmulAlgoCheck(BlasHandle, BlasDesc desc,
                                               BlasLayout a, BlasLayout b,
                                               BlasLayout, BlasLayout d,
                                               const BlasAlgorithm *algorithm,
                                               BlasHeuristic *result) {
  const auto &product = *static_cast<Desc *>(desc);
  std::string text =
      describe(product, *static_cast<Layout *>(a), *static_cast<Layout *>(b),
               *static_cast<Layout *>(d));
  if (BlasStatus planted = enter(__func__, text))
    return planted;
  if (algorithm->data[0] != hashOf(text) ||
      algorithm->data[2] != hasScales(product))
    return BadValue;
  if (algorithm->data[3] >= Machine::get().algorithms.size())
    return NotSupported;
  *result = {};
  result->algorithm = *algorithm;
  result->workspaceBytes = 4096;
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
  size_t number = algorithm ? algorithm->data[3] : 0;
  if (BlasStatus planted =
          enter(__func__,
                text + (number ? " algorithm " + std::to_string(number) : "")))
    return planted;
  if (machine.streams.find(stream) == machine.streams.end())
    return violate("a product on a stream that is not there", BadValue);
  if (const char *refusal = findRefusal(desc, A, B, D))
    return violate(std::string("a product of ") + refusal, NotSupported);
  if (c != d || cLayout != dLayout || *static_cast<const float *>(alpha) != 1)
    return violate("a product that is not in place, or has a factor", BadValue);
  if (!algorithm || algorithm->data[0] != hashOf(text) ||
      algorithm->data[2] != hasScales(desc) ||
      number >= machine.algorithms.size())
    return violate("a product by an algorithm for another one", BadValue);
  const std::string &kind = machine.algorithms[number];
  if (kind == "fails")
    return NotSupported;
  if (kind == "large" || kind == "rejected")
    return violate("a product by an algorithm that does not fit", BadValue);
  double time = std::stod(kind);
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
         Machine::get().clock += time;
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
