//===- Exchange.h - exchanges bound to addresses ----------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_EXCHANGE_H
#define FP8_LIB_RUNTIME_CUDA_EXCHANGE_H

#include "RankGroups.h"

namespace fp8rt::cuda {

/// The calls of an exchange: the copy of the own piece, the zeros behind short
/// pieces, and the messages of the group.
class BoundExchange {
public:
  /// Joins the group of the exchange. `ranks` are set.
  static fp8rt_status bind(const char *function, RankGroups &groups,
                           const fp8rt_exchange &exchange, Address send,
                           Address receive, BoundExchange &bound);

  fp8rt_status submit(const char *function, const Driver &driver,
                      CUstream_st *on) const;

  /// Adds the bytes of one run to `counts`, indexed by the kind.
  void count(fp8rt_comm_counts *counts) const;

private:
  struct Transfer {
    int peer;
    Address send, receive;
    size_t sendBytes, receiveBytes;
  };
  struct Copy {
    Address to, from;
    size_t bytes;
  };
  struct Fill {
    Address to;
    size_t bytes;
  };

  fp8rt_status submitTransfers(const char *function, CUstream_st *on) const;

  int32_t kind = 0;
  const NCCL *nccl = nullptr;
  NCCLComm comm = nullptr;
  /// Bytes of a piece if all pieces of a gather are equal, else 0. One call
  /// then gathers them, from `send` to `receive`.
  size_t gatheredBytes = 0;
  Address send = 0, receive = 0;
  std::vector<Copy> copies;
  std::vector<Fill> fills;
  /// Messages to and from the other members, not both of them empty.
  std::vector<Transfer> transfers;
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_EXCHANGE_H
