//===- Group.cpp - groups of ranks and the pieces that they exchange ------===//

#include "Group.h"

using namespace fp8rt;

void fp8rt::findGroup(const fp8rt_comm_s &comm, uint32_t axes,
                      std::vector<int32_t> &group) {
  group.clear();
  for (int32_t rank = 0; rank < comm.transport.num_ranks; ++rank) {
    int32_t here = comm.transport.rank, there = rank;
    bool isMember = true;
    for (size_t i = comm.axes.size(); i-- > 0;) {
      int32_t size = comm.axes[i];
      if ((axes >> i & 1) == 0 && here % size != there % size)
        isMember = false;
      here /= size;
      there /= size;
    }
    if (isMember)
      group.push_back(rank);
  }
}

size_t fp8rt::findOwnPosition(const fp8rt_comm_s &comm,
                              const std::vector<int32_t> &group) {
  return std::find(group.begin(), group.end(), comm.transport.rank) -
         group.begin();
}

fp8rt_status fp8rt::checkTensors(const char *function,
                                 const fp8rt_exchange *tensors,
                                 int64_t numTensors) {
  if (numTensors < 1)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: num_tensors is %lld, expected at least 1", function,
                static_cast<long long>(numTensors));
  for (int64_t i = 1; i < numTensors; ++i)
    if (tensors[i].kind != tensors[0].kind ||
        tensors[i].axes != tensors[0].axes)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: tensor %lld has kind %d and axes 0x%x, but the first "
                  "one of the exchange has kind %d and axes 0x%x",
                  function, static_cast<long long>(i), tensors[i].kind,
                  tensors[i].axes, tensors[0].kind, tensors[0].axes);
  return FP8RT_OK;
}

fp8rt_status fp8rt::checkExchange(const char *function,
                                  const fp8rt_comm_s &comm,
                                  const fp8rt_exchange &exchange,
                                  size_t groupSize) {
  if (exchange.kind < 0 || exchange.kind >= FP8RT_NUM_EXCHANGES)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: no exchange is of kind %d",
                function, exchange.kind);
  uint64_t known = (uint64_t(1) << comm.axes.size()) - 1;
  if (exchange.axes == 0 || (exchange.axes & ~known) != 0)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: axes is 0x%x, expected bits of the %zu axes of the mesh",
                function, exchange.axes, comm.axes.size());
  int64_t all = 0;
  if (exchange.piece_bytes < 0 || exchange.total_bytes < 0 ||
      __builtin_mul_overflow(exchange.piece_bytes,
                             static_cast<int64_t>(groupSize), &all) ||
      exchange.total_bytes > all)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: expected at most %zu pieces of %lld bytes, but the tensor "
                "has %lld bytes",
                function, groupSize,
                static_cast<long long>(exchange.piece_bytes),
                static_cast<long long>(exchange.total_bytes));
  return FP8RT_OK;
}
