//===- Group.h - groups of ranks and the pieces that they exchange *- C++ -*-=//

#ifndef FP8_LIB_RUNTIME_COMM_GROUP_H
#define FP8_LIB_RUNTIME_COMM_GROUP_H

#include "Comm.h"

#include <algorithm>

namespace fp8rt {

/// The pieces of a tensor that the members of a group hold, in bytes.
struct Pieces {
  explicit Pieces(const fp8rt_exchange &exchange)
      : stride(exchange.piece_bytes), total(exchange.total_bytes) {}

  int64_t begin(size_t member) const {
    return static_cast<int64_t>(member) * stride;
  }
  int64_t size(size_t member) const {
    return std::clamp<int64_t>(total - begin(member), 0, stride);
  }

  const int64_t stride, total;
};

/// Sets `group` to this rank and the ranks that differ from it only along
/// `axes`, in ascending order.
void findGroup(const fp8rt_comm_s &comm, uint32_t axes,
               std::vector<int32_t> &group);

/// Returns the position of this rank in its group.
size_t findOwnPosition(const fp8rt_comm_s &comm,
                       const std::vector<int32_t> &group);

/// Checks that there are tensors, and that they have one kind and one group.
fp8rt_status checkTensors(const char *function, const fp8rt_exchange *tensors,
                          int64_t numTensors);

/// Checks a tensor of an exchange in a group of `groupSize` ranks.
fp8rt_status checkExchange(const char *function, const fp8rt_comm_s &comm,
                           const fp8rt_exchange &exchange, size_t groupSize);

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_COMM_GROUP_H
