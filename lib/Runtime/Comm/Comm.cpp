//===- Comm.cpp - exchanges between the ranks of a mesh -------------------===//

#include "Group.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

using namespace fp8rt;

constexpr double defaultDeadline = 60;

/// A group has a bit for each axis.
constexpr int32_t maxAxes = 32;

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// Checks that the axes hold all ranks of the transport.
static fp8rt_status checkAxes(const char *function,
                              const fp8rt_comm_options &options,
                              int32_t numRanks) {
  if (!options.axes)
    return failNull(function, "axes");
  if (options.num_axes < 1 || options.num_axes > maxAxes)
    return fail(FP8RT_INVALID_ARGUMENT, "%s: num_axes is %d, expected 1 to %d",
                function, options.num_axes, maxAxes);
  int64_t product = 1;
  for (int32_t i = 0; i < options.num_axes; ++i) {
    if (options.axes[i] < 1 || product > numRanks)
      product = 0;
    product *= options.axes[i];
  }
  if (product == numRanks)
    return FP8RT_OK;
  return fail(FP8RT_INVALID_ARGUMENT,
              "%s: expected a mesh of %d ranks, which the transport connects, "
              "but its axes hold another number",
              function, numRanks);
}

/// Returns the deadline in seconds, or 0 if it is invalid.
static double getDeadline(double given) {
  if (given != 0)
    return given > 0 ? given : 0;
  const char *text = std::getenv("FP8RT_COMM_TIMEOUT");
  if (!text)
    return defaultDeadline;
  char *end = nullptr;
  double seconds = std::strtod(text, &end);
  return end != text && *end == '\0' && seconds > 0 ? seconds : 0;
}

fp8rt_status fp8rt_comm_create(const fp8rt_transport *transport,
                               const fp8rt_comm_options *options,
                               fp8rt_comm *comm) {
  return guarded(__func__, [&](const char *function) {
    if (!transport || !options || !comm)
      return failNull(function, !transport ? "transport"
                                : !options ? "options"
                                           : "comm");
    if (transport->struct_size != sizeof(fp8rt_transport) ||
        options->struct_size != sizeof(fp8rt_comm_options))
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: struct_size is %zu and %zu, expected %zu and %zu",
                  function, transport->struct_size, options->struct_size,
                  sizeof(fp8rt_transport), sizeof(fp8rt_comm_options));
    if (!transport->exchange || !transport->abort || transport->rank < 0 ||
        transport->rank >= transport->num_ranks)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: expected a transport with functions and with a rank "
                  "below %d, but got rank %d",
                  function, transport->num_ranks, transport->rank);
    if (fp8rt_status status =
            checkAxes(function, *options, transport->num_ranks))
      return status;
    double deadline = getDeadline(options->deadline);
    if (deadline == 0)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: expected a positive number of seconds as deadline or "
                  "in FP8RT_COMM_TIMEOUT",
                  function);
    auto made = std::make_unique<fp8rt_comm_s>();
    made->transport = *transport;
    made->axes.assign(options->axes, options->axes + options->num_axes);
    made->deadline = deadline;
    made->group.reserve(transport->num_ranks);
    made->messages.reserve(transport->num_ranks);
    *comm = made.release();
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_comm_destroy(fp8rt_comm comm) {
  return guarded(__func__, [&](const char *) {
    if (comm && comm->transport.destroy)
      comm->transport.destroy(comm->transport.self);
    delete comm;
    return FP8RT_OK;
  });
}

int32_t fp8rt_comm_rank(fp8rt_comm comm) {
  return comm ? comm->transport.rank : 0;
}

int32_t fp8rt_comm_num_ranks(fp8rt_comm comm) {
  return comm ? comm->transport.num_ranks : 1;
}

int32_t fp8rt_comm_num_axes(fp8rt_comm comm) {
  return comm ? static_cast<int32_t>(comm->axes.size()) : 0;
}

fp8rt_status fp8rt_comm_abort(fp8rt_comm comm, const char *reason) {
  return guarded(__func__, [&](const char *function) {
    if (!comm || !reason)
      return failNull(function, comm ? "reason" : "comm");
    // No lock is taken: another thread may hold it during the exchange that
    // this call ends.
    comm->hasFailed = true;
    comm->transport.abort(comm->transport.self, reason);
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_comm_count(fp8rt_comm comm, int32_t kind,
                              fp8rt_comm_counts *counts) {
  return guarded(__func__, [&](const char *function) {
    if (!comm || !counts)
      return failNull(function, comm ? "counts" : "comm");
    if (kind < 0 || kind >= FP8RT_NUM_EXCHANGES)
      return fail(FP8RT_INVALID_ARGUMENT, "%s: no exchange is of kind %d",
                  function, kind);
    std::lock_guard<std::mutex> lock(comm->mutex);
    *counts = comm->counts[kind];
    return FP8RT_OK;
  });
}

fp8rt_status fp8rt_comm_s::poll(const char *function) {
  std::lock_guard<std::mutex> lock(mutex);
  char error[FP8RT_COMM_ERROR_BYTES] = "";
  fp8rt_status status =
      transport.poll ? transport.poll(transport.self, error) : FP8RT_OK;
  if (status)
    hasFailed = true;
  return status ? fail(status, "%s: %s", function, error) : FP8RT_OK;
}

static void addTo(fp8rt_comm_counts &all, const fp8rt_comm_counts &more) {
  all.calls += more.calls;
  all.bytes_sent += more.bytes_sent;
  all.bytes_received += more.bytes_received;
}

void fp8rt_comm_s::addCounts(const fp8rt_comm_counts *more) {
  std::lock_guard<std::mutex> lock(mutex);
  for (int32_t kind = 0; kind < FP8RT_NUM_EXCHANGES; ++kind)
    addTo(counts[kind], more[kind]);
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

static void copyBytes(void *to, const void *from, int64_t bytes) {
  // Without bytes, addresses may be null.
  if (bytes != 0)
    std::memcpy(to, from, static_cast<size_t>(bytes));
}

/// Adds the messages of a tensor, copies this rank's own piece, and sets the
/// bytes after short pieces to 0.
static void addTensor(fp8rt_comm_s &comm, const fp8rt_exchange &tensor,
                      void *const *buffers, fp8rt_comm_counts &count) {
  Pieces pieces(tensor);
  bool isGather = tensor.kind == FP8RT_ALL_GATHER;
  auto *from = static_cast<const char *>(buffers[FP8RT_EXCHANGE_SEND]);
  auto *to = static_cast<char *>(buffers[FP8RT_EXCHANGE_RECEIVE]);
  size_t own = findOwnPosition(comm, comm.group);
  for (size_t k = 0; k < comm.group.size(); ++k) {
    const char *sent = isGather ? from : from + pieces.begin(k);
    int64_t sentBytes = pieces.size(isGather ? own : k);
    char *received = to + pieces.begin(k);
    int64_t receivedBytes = pieces.size(isGather ? k : own);
    if (k == own) {
      copyBytes(received, sent, sentBytes);
    } else {
      comm.messages.push_back(
          {comm.group[k], sent, sentBytes, received, receivedBytes});
      count.bytes_sent += sentBytes;
      count.bytes_received += receivedBytes;
    }
    if (!isGather && receivedBytes != pieces.stride)
      std::memset(received + receivedBytes, 0,
                  static_cast<size_t>(pieces.stride - receivedBytes));
  }
}

fp8rt_status fp8rt_comm_s::exchange(const char *function,
                                    const fp8rt_exchange *tensors,
                                    int64_t numTensors, const char *place,
                                    void *const *buffers,
                                    fp8rt_comm_counts &count) {
  if (fp8rt_status status = checkTensors(function, tensors, numTensors))
    return status;
  findGroup(*this, tensors[0].axes, group);
  for (int64_t i = 0; i < numTensors; ++i)
    if (fp8rt_status status =
            checkExchange(function, *this, tensors[i], group.size()))
      return status;
  messages.clear();
  ++count.calls;
  for (int64_t i = 0; i < numTensors; ++i)
    addTensor(*this, tensors[i], buffers + i * FP8RT_NUM_EXCHANGE_BUFFERS,
              count);
  char error[FP8RT_COMM_ERROR_BYTES] = "";
  fp8rt_status status = transport.exchange(
      transport.self, place, messages.data(),
      static_cast<int32_t>(messages.size()), deadline, error);
  if (status)
    hasFailed = true;
  return status ? fail(status, "%s", error) : FP8RT_OK;
}

fp8rt_status fp8rt_comm_exchange(fp8rt_comm comm, const fp8rt_exchange *tensors,
                                 int64_t numTensors, const char *place,
                                 void *const *buffers) {
  return guarded(__func__, [&](const char *function) {
    if (!comm || !tensors || !place || !buffers)
      return failNull(function, !comm      ? "comm"
                                : !tensors ? "tensors"
                                : !place   ? "place"
                                           : "buffers");
    std::lock_guard<std::mutex> lock(comm->mutex);
    fp8rt_comm_counts count = {};
    fp8rt_status status =
        comm->exchange(function, tensors, numTensors, place, buffers, count);
    // An invalid exchange has no calls, and possibly no valid kind.
    if (count.calls != 0)
      addTo(comm->counts[tensors->kind], count);
    return status;
  });
}
