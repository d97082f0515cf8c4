//===- MockNCCLTest.cpp - exchanges that the mock of NCCL rejects ---------===//
//
// The runtime makes none of these calls. The tests check that the mock would
// report them.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Runtime/CUDA/NCCL.h"
#include "CUDARanks.h"

using namespace fp8rt::cuda;
using namespace fp8rt::test;

#define FP8_DECLARE(member, symbol, result, ...)                               \
  extern "C" result symbol(__VA_ARGS__);
FP8RT_NCCL_FUNCTIONS(FP8_DECLARE)
#undef FP8_DECLARE
#define FP8_DECLARE(member, symbol, ...) extern "C" Result symbol(__VA_ARGS__);
FP8RT_CUDA_DRIVER_FUNCTIONS(FP8_DECLARE)
#undef FP8_DECLARE

namespace {

/// A communicator of two ranks, and two streams.
class Exchanges {
public:
  explicit Exchanges(fp8rt_comm comm)
      : rank(fp8rt_comm_rank(comm)), device(0, rank) {
    EXPECT_EQ(cuDevicePrimaryCtxRetain(&context, rank), success);
    EXPECT_EQ(cuCtxPushCurrent_v2(context), success);
    // Rank 0 draws the number.
    NCCLUniqueId ids[2] = {};
    EXPECT_EQ(ncclGetUniqueId(&ids[rank]), ncclSuccess);
    NCCLUniqueId own = ids[rank];
    const fp8rt_exchange gather = {FP8RT_ALL_GATHER, 1, sizeof(own),
                                   sizeof(ids)};
    void *buffers[] = {&own, ids};
    EXPECT_EQ(fp8rt_comm_exchange(comm, &gather, 1, "the test", buffers),
              FP8RT_OK);
    EXPECT_EQ(ncclCommInitRank(&this->comm, 2, ids[0], rank), ncclSuccess);
    for (CUstream_st *&stream : streams)
      EXPECT_EQ(cuStreamCreate(&stream, streamNonBlocking), success);
    block = device.allocate(1024);
  }
  ~Exchanges() {
    EXPECT_EQ(ncclCommDestroy(comm), ncclSuccess);
    for (CUstream_st *stream : streams)
      EXPECT_EQ(cuStreamDestroy_v2(stream), success);
    EXPECT_EQ(cuCtxPopCurrent_v2(&context), success);
    EXPECT_EQ(cuDevicePrimaryCtxRelease_v2(rank), success);
  }

  NCCLResult gather(CUstream_st *stream, uint64_t offset = 0,
                    int type = ncclUint8) {
    return ncclAllGather(at(offset), at(512), 2, type, comm, stream);
  }
  void *at(uint64_t offset) const {
    return reinterpret_cast<void *>(block + offset);
  }
  int other() const { return 1 - rank; }

  int rank;
  Device device;
  NCCLComm comm = nullptr;
  CUstream_st *streams[2] = {};
  fp8rt_address block = 0;

private:
  CUctx_st *context = nullptr;
};

TEST(MockNCCL, InvalidCalls) {
  runRanks({2}, [](fp8rt_comm ranks) {
    Exchanges x(ranks);
    auto expect = [&](NCCLResult result, const char *violation) {
      EXPECT_NE(result, ncclSuccess);
      x.device.violations += std::string(violation) + "\n";
      EXPECT_EQ(fp8mock_violations(), x.device.violations);
    };
    CUstream_st *stream = x.streams[0];
    expect(x.gather(stream, 0, 7),
           "ncclAllGather of elements that are no bytes");
    expect(x.gather(nullptr), "ncclAllGather on something that is no stream");
    expect(x.gather(stream, 1023),
           "ncclAllGather outside of the memory of the GPU");
    expect(ncclAllGather(x.at(0), x.at(512), 2, ncclUint8, nullptr, stream),
           "ncclAllGather without a communicator");
    auto send = [&](size_t count, int peer) {
      return ncclSend(x.at(0), count, ncclUint8, peer, x.comm, stream);
    };
    expect(send(2, x.other()), "ncclSend outside of a group");
    EXPECT_EQ(ncclGroupStart(), ncclSuccess);
    EXPECT_EQ(x.gather(stream), ncclSuccess);
    expect(send(2, x.rank),
           x.rank == 0 ? "ncclSend with rank 0" : "ncclSend with rank 1");
    expect(send(2048, x.other()), "ncclSend outside of the memory of the GPU");
    EXPECT_EQ(send(2, x.other()), ncclSuccess);
    expect(x.gather(x.streams[1]),
           "a group of several communicators or streams");
    expect(ncclRecv(x.at(512), 2, ncclUint8, x.other(), x.comm, x.streams[1]),
           "a group of several communicators or streams");
    EXPECT_EQ(
        ncclRecv(x.at(512), 2, ncclUint8, x.other(), x.comm, x.streams[0]),
        ncclSuccess);
    EXPECT_EQ(ncclGroupEnd(), ncclSuccess);
    expect(ncclGroupEnd(), "the end of a group that was not begun");
  });
}

/// Captures two gathers, on one stream or on two, and runs the graph.
void captureTwice(Exchanges &x, CUstream_st *second) {
  CUstream_st *first = x.streams[0];
  CUevent_st *begin = nullptr, *end = nullptr;
  EXPECT_EQ(cuEventCreate(&begin, eventDisableTiming), success);
  EXPECT_EQ(cuEventCreate(&end, eventDisableTiming), success);
  EXPECT_EQ(cuStreamBeginCapture_v2(first, captureRelaxed), success);
  EXPECT_EQ(cuEventRecord(begin, first), success);
  EXPECT_EQ(cuStreamWaitEvent(second, begin, 0), success);
  EXPECT_EQ(x.gather(first), ncclSuccess);
  EXPECT_EQ(x.gather(second), ncclSuccess);
  EXPECT_EQ(cuEventRecord(end, second), success);
  EXPECT_EQ(cuStreamWaitEvent(first, end, 0), success);
  CUgraph_st *graph = nullptr;
  EXPECT_EQ(cuStreamEndCapture(first, &graph), success);
  EXPECT_EQ(cuGraphDestroy(graph), success);
  EXPECT_EQ(cuEventDestroy_v2(begin), success);
  EXPECT_EQ(cuEventDestroy_v2(end), success);
}

TEST(MockNCCL, GraphsOrderTheirExchanges) {
  runRanks({2}, [](fp8rt_comm ranks) {
    Exchanges x(ranks);
    captureTwice(x, x.streams[0]);
    EXPECT_STREQ(fp8mock_violations(), "");
    captureTwice(x, x.streams[1]);
    x.device.violations =
        "neither a stream nor an event orders two exchanges of a graph\n";
    EXPECT_EQ(fp8mock_violations(), x.device.violations);
  });
}

TEST(MockNCCL, GraphsAreReleasedFirst) {
  runRanks({2}, [](fp8rt_comm ranks) {
    Exchanges x(ranks);
    CUgraph_st *graph = nullptr;
    CUgraphExec_st *executable = nullptr;
    EXPECT_EQ(cuStreamBeginCapture_v2(x.streams[0], captureRelaxed), success);
    EXPECT_EQ(x.gather(x.streams[0]), ncclSuccess);
    EXPECT_EQ(cuStreamEndCapture(x.streams[0], &graph), success);
    EXPECT_EQ(cuGraphInstantiateWithFlags(&executable, graph, 0), success);
    EXPECT_EQ(cuGraphDestroy(graph), success);
    EXPECT_NE(ncclCommAbort(x.comm), ncclSuccess);
    x.device.violations = "ncclCommAbort of a communicator that a graph uses\n";
    EXPECT_EQ(fp8mock_violations(), x.device.violations);
    EXPECT_EQ(cuGraphExecDestroy(executable), success);
  });
}

/// Returns the violation of ranks that send 1 + 2 and receive 2 + 1 bytes.
std::string sendInOtherOrders(Exchanges &x) {
  CUstream_st *stream = x.streams[0];
  EXPECT_EQ(ncclGroupStart(), ncclSuccess);
  for (size_t bytes : {1, 2}) {
    EXPECT_EQ(ncclSend(x.at(0), bytes, ncclUint8, x.other(), x.comm, stream),
              ncclSuccess);
    EXPECT_EQ(
        ncclRecv(x.at(512), 3 - bytes, ncclUint8, x.other(), x.comm, stream),
        ncclSuccess);
  }
  EXPECT_EQ(ncclGroupEnd(), ncclSuccess);
  EXPECT_NE(cuStreamSynchronize(stream), success);
  return fp8mock_violations();
}

TEST(MockNCCL, MessagesOfAGroupMatchInOrder) {
  runRanks({2}, [](fp8rt_comm ranks) {
    // The device has failed, so that nothing can be released.
    std::string violation = sendInOtherOrders(*new Exchanges(ranks));
    EXPECT_NE(violation.find("a group that sends 3 bytes and receives 3"),
              std::string::npos)
        << violation;
  });
}

TEST(MockNCCL, BuffersLiveUntilTheExchangeHasRun) {
  runRanks({2}, [](fp8rt_comm ranks) {
    // The device has failed, so that nothing can be released.
    auto &x = *new Exchanges(ranks);
    CUgraph_st *graph = nullptr;
    CUgraphExec_st *executable = nullptr;
    Address block = 0;
    EXPECT_EQ(cuMemAlloc_v2(&block, 256), success);
    EXPECT_EQ(cuStreamBeginCapture_v2(x.streams[0], captureRelaxed), success);
    EXPECT_EQ(ncclAllGather(x.at(0), reinterpret_cast<void *>(block), 2,
                            ncclUint8, x.comm, x.streams[0]),
              ncclSuccess);
    EXPECT_EQ(cuStreamEndCapture(x.streams[0], &graph), success);
    EXPECT_EQ(cuGraphInstantiateWithFlags(&executable, graph, 0), success);
    EXPECT_EQ(cuMemFree_v2(block), success);
    EXPECT_EQ(cuGraphLaunch(executable, x.streams[0]), success);
    EXPECT_NE(cuStreamSynchronize(x.streams[0]), success);
    EXPECT_STREQ(fp8mock_violations(),
                 "an exchange of memory that was freed\n");
  });
}

} // namespace
