//===- Algorithms.h - algorithms of cuBLASLt by shape -----------*- C++ -*-===//
//
// All matmuls of one shape use the same algorithm, so that they compute the
// same bits. Without FP8_CACHE_DIR, this is the first algorithm that the
// library suggests. With FP8_CACHE_DIR, the first process that needs the shape
// measures the algorithms, and stores the fastest one in the folder for other
// processes. If the folder cannot store it, the first algorithm is used,
// because another process might find another algorithm to be the fastest.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_CUDA_ALGORITHMS_H
#define FP8_LIB_RUNTIME_CUDA_ALGORITHMS_H

#include "../CacheFolder.h"
#include "CublasLt.h"

#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace fp8rt::cuda {

/// Properties of a matmul that determine its algorithms.
using AlgorithmKey = std::vector<int64_t>;

/// Number of algorithms that are timed.
constexpr int maxTimedAlgorithms = 8;

class AlgorithmTable {
public:
  /// Opens the folder for algorithms of this library on this GPU.
  fp8rt_status open(const char *function, const Driver &driver, int ordinal,
                    int capability, const CublasLt &blas);

  /// Returns true if algorithms are timed and kept.
  bool isTimed() const { return folder != nullptr; }
  /// Number of bytes that displace all other contents of the GPU's L2 cache.
  uint64_t getFlushBytes() const { return flushBytes; }

  /// Returns the algorithm that this device has used, or null.
  const BlasHeuristic *find(const AlgorithmKey &key) const;
  void insert(const AlgorithmKey &key, const BlasHeuristic &algorithm) {
    known.emplace(key, algorithm);
  }

  /// Reads the algorithm and its workspace from the folder. Returns
  /// std::nullopt if there is no entry. Deletes a damaged entry.
  std::optional<CacheEntry> read(const AlgorithmKey &key,
                                 BlasHeuristic &algorithm) const;
  /// Writes the algorithm to the folder, unless it has an entry. `times`
  /// documents the choice for readers. Returns an error if there is no entry
  /// afterwards.
  std::error_code keepFirst(const AlgorithmKey &key,
                            const BlasHeuristic &algorithm,
                            const std::string &times) const;
  /// Deletes an entry that cannot be used.
  void remove(const AlgorithmKey &key, const CacheEntry &entry) const;
  /// Warns on stderr, once, that a matmul takes the first algorithm because the
  /// folder does not keep the fastest one.
  void warnOnce(const std::string &reason);

private:
  std::string getName(const AlgorithmKey &key) const;

  std::map<AlgorithmKey, BlasHeuristic> known;
  std::unique_ptr<CacheFolder> folder;
  /// Lines of entries that identify the library and the GPU.
  std::string header;
  uint64_t flushBytes = 0;
  bool hasWarned = false;
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_ALGORITHMS_H
