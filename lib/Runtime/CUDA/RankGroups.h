//===- RankGroups.h - groups of GPUs that exchange data ---------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_RANKGROUPS_H
#define FP8_LIB_RUNTIME_CUDA_RANKGROUPS_H

#include "NCCL.h"
#include "fp8/Runtime/fp8rt_comm.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fp8rt::cuda {

/// The ranks that differ along some axes of the mesh, in ascending order.
struct RankGroup {
  std::vector<int32_t> ranks;
  /// Position of this rank.
  size_t own = 0;
  /// Null for a group of one rank.
  NCCLComm comm = nullptr;
};

/// The groups of a rank, one for each set of axes. All ranks create their
/// groups in the same order.
class RankGroups {
public:
  explicit RankGroups(const char *path)
      : hasPath(path), path(path ? path : "") {}

  /// Sets the ranks, or none. Call release() first.
  void setRanks(fp8rt_comm given) {
    ranks = given;
    failure.clear();
  }
  fp8rt_comm getRanks() const { return ranks; }

  /// Returns NCCL, which the first call opens.
  fp8rt_status open(const char *function, const NCCL *&result);

  /// Returns the group along `axes`. The first call creates its communicator,
  /// together with the other members. The context must be current, and the
  /// ranks must be set.
  fp8rt_status get(const char *function, uint32_t axes,
                   const RankGroup *&result);

  /// Fails if a rank or an exchange on the GPU has failed. Does not wait.
  fp8rt_status poll(const char *function);

  /// Fails if poll() has failed: exchanges can no longer run.
  fp8rt_status checkAlive(const char *function) const;

  /// Releases all communicators. No graph may use them. After a failure, does
  /// not wait for other ranks, and exchanges in progress end without data.
  /// Returns the first error, but continues after it.
  fp8rt_status release(const char *function, bool hasFailed);

private:
  fp8rt_status connect(const char *function, uint32_t axes, RankGroup &group);
  fp8rt_status findFailure(const char *function) const;

  bool hasPath;
  std::string path;
  fp8rt_comm ranks = nullptr;
  std::unique_ptr<NCCL> nccl;
  std::map<uint32_t, RankGroup> groups;
  /// Message of a failed poll(), else empty.
  std::string failure;
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_RANKGROUPS_H
