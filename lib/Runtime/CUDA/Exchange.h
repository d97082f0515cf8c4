//===- Exchange.h - exchanges bound to addresses ----------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_EXCHANGE_H
#define FP8_LIB_RUNTIME_CUDA_EXCHANGE_H

#include "RankGroups.h"

namespace fp8rt::cuda {

/// The calls of an exchange. For each tensor, these are the copy of the own
/// piece, the zeros after short pieces, and the messages of the group.
class BoundExchange {
public:
  /// Joins the group of the exchange. `buffers` are the addresses of each
  /// tensor, starting with FP8RT_EXCHANGE_SEND. `groups` has ranks.
  fp8rt_status bind(const char *function, RankGroups &groups,
                    const fp8rt_exchange *tensors, int64_t numTensors,
                    const Address *buffers);

  fp8rt_status submit(const char *function, const Driver &driver,
                      CUstream_st *on) const;

  /// Adds the bytes of one run to `counts`, indexed by the kind.
  void count(fp8rt_comm_counts *counts) const;

private:
  /// A message to another member and a message from it. At most one of them is
  /// empty.
  struct Transfer {
    int peer;
    Address send, receive;
    size_t sendBytes, receiveBytes;
  };
  /// A gather of equal pieces, which one call performs.
  struct Gather {
    Address send, receive;
    size_t bytes;
  };
  struct Copy {
    Address to, from;
    size_t bytes;
  };
  struct Fill {
    Address to;
    size_t bytes;
  };

  void addTensor(const fp8rt_exchange &tensor, const RankGroup &group,
                 Address send, Address receive);
  fp8rt_status submitCalls(const char *function, CUstream_st *on) const;
  fp8rt_status submitMessages(const char *function, CUstream_st *on) const;

  int32_t kind = 0;
  const NCCL *nccl = nullptr;
  NCCLComm comm = nullptr;
  std::vector<Copy> copies;
  std::vector<Fill> fills;
  std::vector<Gather> gathers;
  std::vector<Transfer> transfers;
  /// Bytes of one run to and from other members.
  int64_t sentBytes = 0, receivedBytes = 0;
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_EXCHANGE_H
