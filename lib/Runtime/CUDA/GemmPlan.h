//===- GemmPlan.h - A matrix product as calls of cuBLASLt -------*- C++ -*-===//
//
// The library is column-major: it computes the transposed result, n x m, from
// the transposed operands, its A being our rhs and its B our lhs. What its
// 8-bit products want aligned is copied into padded scratch memory.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_CUDA_GEMMPLAN_H
#define FP8_LIB_RUNTIME_CUDA_GEMMPLAN_H

#include "CublasLt.h"

#include <array>
#include <map>
#include <vector>

namespace fp8rt::cuda {

/// Vectors of `length` elements, `stride` apart: the columns of a matrix that
/// lies by columns. Of an operand the terms lie along them, or do not.
struct MatrixPlan {
  int type = typeF32;
  int64_t elementBytes = 4;
  int32_t scaleMode = scaleOfTensor;
  bool hasContiguousTerms = true;
  int64_t length = 0, count = 0, stride = 0;
  std::array<int64_t, 2> batchStride = {0, 0};
  /// Bytes that its address is a multiple of, up to 256.
  uint32_t alignment = 256;

  /// If it is copied: the vectors that the library sees, and where they lie.
  bool isCopied = false;
  int64_t paddedLength = 0, paddedCount = 0;
  uint64_t scratchOffset = 0, scratchBytes = 0;

  int64_t getLength() const { return isCopied ? paddedLength : length; }
  int64_t getCount() const { return isCopied ? paddedCount : count; }
  int64_t getStride() const { return isCopied ? paddedLength : stride; }
  /// Elements between batches as the library sees them.
  int64_t getBatchStride(unsigned i, const int64_t *batch) const;
};

struct GemmPlan {
  MatrixPlan lhs, rhs, out;
  int64_t batch[2] = {1, 1};
  int computeType = computeF32;
  bool isEight = false;
  bool hasFastSums = false;
  bool hasBlocks = false;
  bool isAdded = false;
  uint32_t epilogue = epilogueNone;
  /// Where the epilogue has a bias.
  int32_t biasType = typeF32;
  /// No terms, or no results: nothing for the library to do.
  bool isEmpty = false, hasNoTerms = false;
  /// For copies.
  uint64_t scratchBytes = 0;
  /// The most that the library may take besides.
  uint64_t maxWorkspaceBytes = 0;

  int64_t getBatchCount() const { return batch[0] * batch[1]; }
  /// Whether one stride walks all batches.
  bool isOneBatch() const;
  /// What the addresses of all matrices take, if the library may find them in
  /// memory of the GPU; 0 otherwise.
  uint64_t getPointerBytes() const;
};

/// Fails with FP8RT_UNSUPPORTED, and the reason, on what a GPU of `capability`
/// does not multiply. The alignments are those of lhs, rhs and out.
fp8rt_status planGemm(const char *function, const fp8rt_gemm_desc *desc,
                      int capability, uint32_t flags,
                      std::array<uint32_t, 3> alignments, GemmPlan &plan);

/// What the library said about a shape.
using AlgorithmCache = std::map<std::vector<int64_t>, BlasHeuristic>;

/// A plan with the descriptors of the library.
class BoundGemm {
public:
  BoundGemm(const Driver &driver, const CublasLt &blas, const GemmPlan &plan)
      : driver(driver), blas(blas), plan(plan) {}
  ~BoundGemm();
  BoundGemm(const BoundGemm &) = delete;
  BoundGemm &operator=(const BoundGemm &) = delete;

  /// Chooses an algorithm, once per shape. The addresses are 0 of what the
  /// product does not have.
  fp8rt_status prepare(const char *function, AlgorithmCache &cache,
                       Address lhsScale, Address rhsScale, Address bias);

  uint64_t getMemoryBytes() const {
    return plan.scratchBytes + algorithm.workspaceBytes;
  }
  /// The addresses of all matrices, if the library is to find them in memory of
  /// the GPU: those of rhs, of lhs, of the result. `submit` needs
  /// `setPointers`.
  std::vector<Address> listMatrices(Address lhs, Address rhs,
                                    Address out) const;
  void setPointers(Address address) { pointers = address; }
  fp8rt_status submit(const char *function, Address lhs, Address rhs,
                      Address out, Address memory, CUstream_st *stream) const;

private:
  fp8rt_status setEpilogue(const char *function, Address bias);
  fp8rt_status makeLayout(const char *function, const MatrixPlan &matrix,
                          BlasLayout &layout);
  fp8rt_status makeLayouts(const char *function);
  void destroyLayouts();
  fp8rt_status chooseAlgorithm(const char *function, AlgorithmCache &cache);
  fp8rt_status copyRows(const char *function, const Copy2D &copy,
                        CUstream_st *stream) const;
  fp8rt_status copy(const char *function, const MatrixPlan &matrix,
                    Address inPlace, Address scratch, bool toScratch,
                    CUstream_st *stream) const;
  fp8rt_status clear(const char *function, Address out,
                     CUstream_st *stream) const;

  /// What the addresses that all calls see are multiples of.
  uint32_t getAlignment(const MatrixPlan &matrix) const;

  const Driver &driver;
  const CublasLt &blas;
  GemmPlan plan;
  BlasDesc desc = nullptr;
  BlasLayout lhs = nullptr, rhs = nullptr, out = nullptr;
  std::array<bool, 2> hasScales = {false, false};
  /// Bytes that the address of the bias is a multiple of, up to 16.
  Address biasAlignment = 0;
  /// One call for batches that no single stride walks.
  bool usesPointers = false;
  Address pointers = 0;
  BlasHeuristic algorithm = {};
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_GEMMPLAN_H
