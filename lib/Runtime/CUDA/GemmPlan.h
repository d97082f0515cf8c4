//===- GemmPlan.h - plans of cuBLASLt matmuls -------------------*- C++ -*-===//
//
// The library is column-major. It computes the transposed result, n x m, from
// the transposed operands: its A is our rhs, and its B is our lhs. Matrices
// that violate the alignment requirements of 8-bit matmuls are copied to padded
// scratch memory. The library also rejects the scale of a tensor whose address
// is not a multiple of 16 bytes. NVIDIA does not document this requirement;
// CUDA 13.0 has it on an H200. Such a scale is copied to scratch memory, too.
// Unaligned block scales were not measured, and are rejected here.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_CUDA_GEMMPLAN_H
#define FP8_LIB_RUNTIME_CUDA_GEMMPLAN_H

#include "Algorithms.h"

#include <array>
#include <string>
#include <vector>

namespace fp8rt::cuda {

/// Vectors of `length` elements, `stride` apart: the columns of a column-major
/// matrix. The terms of an operand may or may not be contiguous in these
/// vectors.
struct MatrixPlan {
  int type = typeF32;
  int64_t elementBytes = 4;
  int32_t scaleMode = scaleOfTensor;
  /// If the scale is copied: the position of the copy in scratch memory.
  bool isScaleCopied = false;
  uint64_t scaleOffset = 0;
  bool hasContiguousTerms = true;
  int64_t length = 0, count = 0, stride = 0;
  std::array<int64_t, 2> batchStride = {0, 0};
  /// Alignment of the address, in bytes, up to 256.
  uint32_t alignment = 256;

  /// If the matrix is copied: the padded extents, and the position of the copy
  /// in scratch memory.
  bool isCopied = false;
  int64_t paddedLength = 0, paddedCount = 0;
  uint64_t scratchOffset = 0, scratchBytes = 0;

  int64_t getLength() const { return isCopied ? paddedLength : length; }
  int64_t getCount() const { return isCopied ? paddedCount : count; }
  int64_t getStride() const { return isCopied ? paddedLength : stride; }
  /// Returns the distance between batches as passed to the library, in
  /// elements.
  int64_t getBatchStride(unsigned i, const int64_t *batch) const;
  /// Returns the size in bytes of the range that all batches span, as passed to
  /// the library.
  uint64_t getBytes(const int64_t *batch) const;
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
  /// Type of the bias, if the epilogue has one.
  int32_t biasType = typeF32;
  /// True if there are no results, or no terms: the library is not called.
  bool isEmpty = false, hasNoTerms = false;
  /// Size of the scratch memory for copies, in bytes.
  uint64_t scratchBytes = 0;
  /// Largest additional workspace of the library, in bytes.
  uint64_t maxWorkspaceBytes = 0;

  int64_t getBatchCount() const { return batch[0] * batch[1]; }
  /// Returns true if a single stride reaches all batches.
  bool isOneBatch() const;
  /// Returns the size of the table of matrix addresses, in bytes, if the
  /// library may read them from GPU memory. Returns 0 otherwise.
  uint64_t getPointerBytes() const;
};

/// Alignments of the addresses of a matmul, in bytes, up to 256.
struct GemmAlignments {
  uint32_t lhs = 256, rhs = 256, out = 256, lhsScale = 256, rhsScale = 256;
};

/// Plans a matmul. Fails with FP8RT_UNSUPPORTED, and the reason, if a GPU of
/// `capability` does not support it.
fp8rt_status planGemm(const char *function, const fp8rt_gemm_desc *desc,
                      int capability, uint32_t flags,
                      const GemmAlignments &alignments, GemmPlan &plan);

class GemmTrial;
struct TrialPlaces;

/// A plan with its library descriptors.
class BoundGemm {
public:
  BoundGemm(const Driver &driver, const CublasLt &blas, const GemmPlan &plan)
      : driver(driver), blas(blas), plan(plan) {}
  ~BoundGemm();
  BoundGemm(const BoundGemm &) = delete;
  BoundGemm &operator=(const BoundGemm &) = delete;

  /// Chooses an algorithm, once per shape. The address of an absent operand is
  /// 0.
  fp8rt_status prepare(const char *function, AlgorithmTable &table,
                       Address lhsScale, Address rhsScale, Address bias);

  uint64_t getMemoryBytes() const {
    return plan.scratchBytes + algorithm.workspaceBytes;
  }
  /// Returns the addresses of all matrices if the library reads them from GPU
  /// memory: first rhs, then lhs, then the result. `submit` then requires
  /// `setPointers`.
  std::vector<Address> listMatrices(Address lhs, Address rhs,
                                    Address out) const;
  void setPointers(Address address) { pointers = address; }
  fp8rt_status submit(const char *function, Address lhs, Address rhs,
                      Address out, Address memory, CUstream_st *stream) const;

private:
  fp8rt_status setScales(const char *function, Address lhsScale,
                         Address rhsScale) const;
  fp8rt_status copyScales(const char *function, Address memory,
                          CUstream_st *stream) const;
  fp8rt_status setEpilogue(const char *function);
  fp8rt_status setBias(const char *function, Address address) const;
  fp8rt_status setAlignedScales(const char *function) const;
  fp8rt_status makeLayout(const char *function, const MatrixPlan &matrix,
                          BlasLayout &layout);
  fp8rt_status makeLayouts(const char *function);
  void destroyLayouts();
  AlgorithmKey getKey() const;
  fp8rt_status chooseAlgorithm(const char *function, AlgorithmTable &table);
  /// Chooses the algorithm in the folder. If it has no entry, measures the
  /// algorithms, and keeps the fastest one. Chooses the first one if the folder
  /// has no entry afterwards.
  fp8rt_status chooseFastest(const char *function, AlgorithmTable &table,
                             const AlgorithmKey &key);
  /// Lists the first algorithms of the library, the expected fastest one first,
  /// without those that cannot be used.
  fp8rt_status listAlgorithms(const char *function, int requested,
                              std::vector<BlasHeuristic> &list) const;
  /// Reads the algorithm from the folder of `table`. Returns false if it has no
  /// entry. Deletes an entry that the library rejects.
  bool readAlgorithm(const AlgorithmTable &table, const AlgorithmKey &key);
  /// Returns the fastest algorithm of `list`, and the times as text, which is
  /// empty if every algorithm fails. Returns the first algorithm if there is
  /// too little memory of the GPU or of the host for the measurement.
  fp8rt_status timeAlgorithms(const char *function, uint64_t flushBytes,
                              const std::vector<BlasHeuristic> &list,
                              BlasHeuristic &fastest, std::string &times);
  /// Allocates the memory of `trial`, fills it with operands, and points the
  /// descriptor at them.
  fp8rt_status fillTrial(const char *function, uint64_t workspaceBytes,
                         uint64_t flushBytes, GemmTrial &trial,
                         TrialPlaces &places);
  /// Times the algorithms of `list` on operands of `trial`.
  fp8rt_status runTrial(const char *function, uint64_t flushBytes,
                        const std::vector<BlasHeuristic> &list,
                        GemmTrial &trial, BlasHeuristic &fastest,
                        std::string &times);
  /// Returns the number of calls of the library that a matmul needs.
  int64_t getNumCalls() const {
    return plan.isOneBatch() || usesPointers ? 1 : plan.batch[0];
  }
  /// Calls the library on matrices as it requires them.
  fp8rt_status multiply(const char *function, Address lhs, Address rhs,
                        Address out, const BlasHeuristic &by, Address workspace,
                        CUstream_st *stream) const;
  fp8rt_status copyRows(const char *function, const Copy2D &copy,
                        CUstream_st *stream) const;
  fp8rt_status copy(const char *function, const MatrixPlan &matrix,
                    Address inPlace, Address scratch, bool toScratch,
                    CUstream_st *stream) const;
  fp8rt_status clear(const char *function, Address out,
                     CUstream_st *stream) const;

  /// Returns the common alignment of the addresses in all calls, in bytes.
  uint32_t getAlignment(const MatrixPlan &matrix) const;

  const Driver &driver;
  const CublasLt &blas;
  GemmPlan plan;
  BlasDesc desc = nullptr;
  BlasLayout lhs = nullptr, rhs = nullptr, out = nullptr;
  /// Address of the bias, or 0.
  Address bias = 0;
  /// Addresses of the scales of lhs and rhs, or 0.
  std::array<Address, 2> scales = {0, 0};
  /// Alignment of the address of the bias, in bytes, up to 16.
  Address biasAlignment = 0;
  /// True if one call processes batches that no single stride reaches.
  bool usesPointers = false;
  Address pointers = 0;
  BlasHeuristic algorithm = {};
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_GEMMPLAN_H
