//===- Exchange.cpp - exchanges bound to addresses ------------------------===//

#include "Exchange.h"
#include "../Comm/Group.h"

using namespace fp8rt;
using namespace fp8rt::cuda;

fp8rt_status BoundExchange::bind(const char *function, RankGroups &groups,
                                 const fp8rt_exchange &exchange, Address send,
                                 Address receive, BoundExchange &bound) {
  const fp8rt_comm_s &ranks = *groups.getRanks();
  std::vector<int32_t> members;
  findGroup(ranks, exchange.axes, members);
  if (fp8rt_status status =
          checkExchange(function, ranks, exchange, members.size()))
    return status;
  const RankGroup *group = nullptr;
  if (fp8rt_status status = groups.get(function, exchange.axes, group))
    return status;
  if (group->comm)
    if (fp8rt_status status = groups.open(function, bound.nccl))
      return status;
  bound.kind = exchange.kind;
  bound.comm = group->comm;
  bound.send = send;
  bound.receive = receive;
  Pieces pieces(exchange);
  bool isGather = exchange.kind == FP8RT_ALL_GATHER;
  size_t own = group->own;
  if (isGather && group->comm &&
      pieces.size(members.size() - 1) == pieces.stride)
    bound.gatheredBytes = static_cast<size_t>(pieces.stride);
  for (size_t k = 0; k < members.size(); ++k) {
    auto begin = static_cast<Address>(pieces.begin(k));
    Transfer transfer = {};
    transfer.peer = static_cast<int>(k);
    transfer.send = isGather ? send : send + begin;
    transfer.sendBytes = static_cast<size_t>(pieces.size(isGather ? own : k));
    transfer.receive = receive + begin;
    transfer.receiveBytes =
        static_cast<size_t>(pieces.size(isGather ? k : own));
    auto stride = static_cast<size_t>(pieces.stride);
    if (!isGather && transfer.receiveBytes != stride)
      bound.fills.push_back({transfer.receive + transfer.receiveBytes,
                             stride - transfer.receiveBytes});
    if (k != own) {
      if (transfer.sendBytes + transfer.receiveBytes != 0)
        bound.transfers.push_back(transfer);
    } else if (transfer.sendBytes != 0 && bound.gatheredBytes == 0) {
      bound.copies.push_back(
          {transfer.receive, transfer.send, transfer.sendBytes});
    }
  }
  return FP8RT_OK;
}

static void *asPointer(Address address) {
  return reinterpret_cast<void *>(address);
}

fp8rt_status BoundExchange::submitTransfers(const char *function,
                                            CUstream_st *on) const {
  auto check = [&](const char *call, NCCLResult result) {
    return nccl->check(function, call, result, comm);
  };
  if (gatheredBytes != 0)
    return check("ncclAllGather",
                 nccl->allGather(asPointer(send), asPointer(receive),
                                 gatheredBytes, ncclUint8, comm, on));
  if (transfers.empty())
    return FP8RT_OK;
  fp8rt_status status = check("ncclGroupStart", nccl->groupStart());
  if (status)
    return status;
  for (const Transfer &transfer : transfers) {
    if (status == FP8RT_OK && transfer.sendBytes != 0)
      status = check("ncclSend",
                     nccl->send(asPointer(transfer.send), transfer.sendBytes,
                                ncclUint8, transfer.peer, comm, on));
    if (status == FP8RT_OK && transfer.receiveBytes != 0)
      status = check("ncclRecv", nccl->recv(asPointer(transfer.receive),
                                            transfer.receiveBytes, ncclUint8,
                                            transfer.peer, comm, on));
  }
  // A group that was begun is ended, also after an error.
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
  return submitTransfers(function, on);
}

void BoundExchange::count(fp8rt_comm_counts *counts) const {
  fp8rt_comm_counts &own = counts[kind];
  ++own.calls;
  for (const Transfer &transfer : transfers) {
    own.bytes_sent += static_cast<int64_t>(transfer.sendBytes);
    own.bytes_received += static_cast<int64_t>(transfer.receiveBytes);
  }
}
