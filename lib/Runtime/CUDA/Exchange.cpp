//===- Exchange.cpp - exchanges bound to addresses ------------------------===//

#include "Exchange.h"
#include "../Comm/Group.h"

using namespace fp8rt;
using namespace fp8rt::cuda;

void BoundExchange::addTensor(const fp8rt_exchange &tensor,
                              const RankGroup &group, Address send,
                              Address receive) {
  Pieces pieces(tensor);
  size_t numMembers = group.ranks.size(), own = group.own;
  bool isGather = tensor.kind == FP8RT_ALL_GATHER;
  auto stride = static_cast<size_t>(pieces.stride);
  bool isEven = isGather && comm && stride != 0 &&
                pieces.size(numMembers - 1) == pieces.stride;
  if (isEven)
    gathers.push_back({send, receive, stride});
  for (size_t k = 0; k < numMembers; ++k) {
    auto begin = static_cast<Address>(pieces.begin(k));
    Transfer transfer = {};
    transfer.peer = static_cast<int>(k);
    transfer.send = isGather ? send : send + begin;
    transfer.sendBytes = static_cast<size_t>(pieces.size(isGather ? own : k));
    transfer.receive = receive + begin;
    transfer.receiveBytes =
        static_cast<size_t>(pieces.size(isGather ? k : own));
    if (!isGather && transfer.receiveBytes != stride)
      fills.push_back({transfer.receive + transfer.receiveBytes,
                       stride - transfer.receiveBytes});
    if (k != own) {
      sentBytes += static_cast<int64_t>(transfer.sendBytes);
      receivedBytes += static_cast<int64_t>(transfer.receiveBytes);
      if (!isEven && transfer.sendBytes + transfer.receiveBytes != 0)
        transfers.push_back(transfer);
    } else if (transfer.sendBytes != 0 && !isEven) {
      copies.push_back({transfer.receive, transfer.send, transfer.sendBytes});
    }
  }
}

fp8rt_status BoundExchange::bind(const char *function, RankGroups &groups,
                                 const fp8rt_exchange *tensors,
                                 int64_t numTensors, const Address *buffers) {
  const fp8rt_comm_s &ranks = *groups.getRanks();
  std::vector<int32_t> members;
  findGroup(ranks, tensors[0].axes, members);
  for (int64_t i = 0; i < numTensors; ++i)
    if (fp8rt_status status =
            checkExchange(function, ranks, tensors[i], members.size()))
      return status;
  const RankGroup *group = nullptr;
  if (fp8rt_status status = groups.get(function, tensors[0].axes, group))
    return status;
  if (group->comm)
    if (fp8rt_status status = groups.open(function, nccl))
      return status;
  kind = tensors[0].kind;
  comm = group->comm;
  for (int64_t i = 0; i < numTensors; ++i) {
    const Address *own = buffers + i * FP8RT_NUM_EXCHANGE_BUFFERS;
    addTensor(tensors[i], *group, own[FP8RT_EXCHANGE_SEND],
              own[FP8RT_EXCHANGE_RECEIVE]);
  }
  return FP8RT_OK;
}

static void *asPointer(Address address) {
  return reinterpret_cast<void *>(address);
}

fp8rt_status BoundExchange::submitCalls(const char *function,
                                        CUstream_st *on) const {
  auto check = [&](const char *call, NCCLResult result) {
    return nccl->check(function, call, result, comm);
  };
  for (const Gather &gather : gathers)
    if (fp8rt_status status = check(
            "ncclAllGather",
            nccl->allGather(asPointer(gather.send), asPointer(gather.receive),
                            gather.bytes, ncclUint8, comm, on)))
      return status;
  for (const Transfer &transfer : transfers) {
    if (transfer.sendBytes != 0)
      if (fp8rt_status status =
              check("ncclSend",
                    nccl->send(asPointer(transfer.send), transfer.sendBytes,
                               ncclUint8, transfer.peer, comm, on)))
        return status;
    if (transfer.receiveBytes != 0)
      if (fp8rt_status status =
              check("ncclRecv", nccl->recv(asPointer(transfer.receive),
                                           transfer.receiveBytes, ncclUint8,
                                           transfer.peer, comm, on)))
        return status;
  }
  return FP8RT_OK;
}

fp8rt_status BoundExchange::submitMessages(const char *function,
                                           CUstream_st *on) const {
  if (gathers.empty() && transfers.empty())
    return FP8RT_OK;
  if (gathers.size() == 1 && transfers.empty())
    return submitCalls(function, on);
  auto check = [&](const char *call, NCCLResult result) {
    return nccl->check(function, call, result, comm);
  };
  // One group is one exchange of all tensors.
  if (fp8rt_status status = check("ncclGroupStart", nccl->groupStart()))
    return status;
  fp8rt_status status = submitCalls(function, on);
  // An open group is always ended, also after an error.
  std::string message = status ? fp8rt_last_error() : "";
  fp8rt_status ended = check("ncclGroupEnd", nccl->groupEnd());
  return status ? fail(status, "%s", message.c_str()) : ended;
}

fp8rt_status BoundExchange::submit(const char *function, const Driver &driver,
                                   CUstream_st *on) const {
  for (const Copy &copy : copies)
    if (fp8rt_status status = driver.check(
            function, "cuMemcpyDtoDAsync",
            driver.memcpyDtoDAsync(copy.to, copy.from, copy.bytes, on)))
      return status;
  for (const Fill &fill : fills)
    if (fp8rt_status status =
            driver.check(function, "cuMemsetD8Async",
                         driver.memsetD8Async(fill.to, 0, fill.bytes, on)))
      return status;
  return submitMessages(function, on);
}

void BoundExchange::count(fp8rt_comm_counts *counts) const {
  fp8rt_comm_counts &own = counts[kind];
  ++own.calls;
  own.bytes_sent += sentBytes;
  own.bytes_received += receivedBytes;
}
