//===- Ranks.cpp - the ranks of steps of the C API ------------------------===//

#include "Ranks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <deque>
#include <optional>
#include <unistd.h>
#include <vector>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::capi;

llvm::Error capi::checkRanks(const MeshAxes &axes,
                             const TrainPipelineOptions &train,
                             const Target &target) {
  auto refuse = [&](const Twine &given, const Twine &supported) {
    return llvm::createStringError("unsupported: a mesh of " +
                                   Twine(getNumRanks(axes)) + " ranks " +
                                   given + "; supported " + supported);
  };
  if (!target.getProperties().runsCollectives) {
    SmallVector<StringRef> names;
    for (const Target *other : getTargets())
      if (other->getProperties().runsCollectives &&
          other->getProperties().usesHostMemory)
        names.push_back(other->getName());
    return refuse("on target '" + target.getName() + "'",
                  "are " + llvm::join(names, ", "));
  }
  if (train.shard != ShardPolicy::DDP)
    return refuse("that hold rows of states (shard)",
                  "is shard=ddp here, and fp8-run --mesh has the others");
  return llvm::Error::success();
}

void Ranks::abort(StringRef reason) const {
  // Other ranks print the reason as one line.
  std::string text = ("rank " + Twine(fp8rt_comm_rank(comm)) +
                      " ended: " + reason.split('\n').first)
                         .str();
  fp8rt_comm_abort(comm, text.c_str());
}

namespace {
/// The connections of this process. The first one through MPI owns MPI, and is
/// closed last, when the process ends.
class Connections {
public:
  ~Connections();

  /// `given` is the transport of the host, or null for MPI.
  llvm::Expected<Ranks *> get(const MeshAxes &axes,
                              const fp8rt_transport *given);

private:
  llvm::Expected<fp8rt_comm> createMPI(const MeshAxes &axes);

  std::mutex mutex;
  /// The process that opened the connections. A process that is forked later
  /// must not close them.
  const pid_t process = ::getpid();
  /// The number of processes that MPI started, once MPI is in use.
  std::optional<int32_t> numProcesses;
  /// The meshes so far. Their addresses do not change.
  std::deque<Ranks> meshes;
  /// A transport through MPI that no mesh uses yet. It stays open, because MPI
  /// cannot be started again after its end.
  fp8rt_transport spare = {};
};
} // namespace

Connections::~Connections() {
  if (process != ::getpid())
    return;
  for (Ranks &ranks : llvm::reverse(meshes))
    fp8rt_comm_destroy(ranks.comm);
  if (spare.destroy)
    spare.destroy(spare.self);
}

/// Creates a communicator, which takes over the transport.
static llvm::Expected<fp8rt_comm> createComm(const MeshAxes &axes,
                                             const fp8rt_transport &transport) {
  SmallVector<int32_t> sizes;
  for (const auto &[axis, size] : axes)
    sizes.push_back(static_cast<int32_t>(size));
  fp8rt_comm_options options = {sizeof(options), sizes.data(),
                                static_cast<int32_t>(sizes.size()),
                                /*deadline=*/0};
  fp8rt_comm comm = nullptr;
  if (fp8rt_comm_create(&transport, &options, &comm) != FP8RT_OK)
    return llvm::createStringError(fp8rt_last_error());
  return comm;
}

llvm::Expected<fp8rt_comm> Connections::createMPI(const MeshAxes &axes) {
  auto open = [&] {
    return spare.self || fp8rt_mpi_transport(&spare) == FP8RT_OK;
  };
  if (!numProcesses) {
    if (!open())
      return llvm::createStringError(fp8rt_last_error());
    numProcesses = spare.num_ranks;
  }
  if (*numProcesses != getNumRanks(axes))
    return llvm::createStringError(
        "expected " + Twine(getNumRanks(axes)) +
        " processes for the ranks of mesh, but MPI started " +
        Twine(*numProcesses));
  if (!open())
    return llvm::createStringError(fp8rt_last_error());
  llvm::Expected<fp8rt_comm> comm = createComm(axes, spare);
  if (comm)
    spare = {};
  return comm;
}

llvm::Expected<Ranks *> Connections::get(const MeshAxes &axes,
                                         const fp8rt_transport *given) {
  std::lock_guard<std::mutex> lock(mutex);
  const void *host = given ? given->self : nullptr;
  for (Ranks &ranks : meshes)
    if (ranks.axes == axes && ranks.host == host)
      return &ranks;
  llvm::Expected<fp8rt_comm> comm =
      given ? createComm(axes, *given) : createMPI(axes);
  if (!comm)
    return comm.takeError();
  Ranks &ranks = meshes.emplace_back();
  ranks.axes = axes;
  ranks.host = host;
  ranks.comm = *comm;
  return &ranks;
}

/// Returns the `own` numbers of all ranks. `place` names the exchange.
static llvm::Expected<std::vector<uint64_t>>
gather(fp8rt_comm comm, uint64_t own, const char *place) {
  std::vector<uint64_t> all(fp8rt_comm_num_ranks(comm));
  auto axes =
      static_cast<uint32_t>((uint64_t(1) << fp8rt_comm_num_axes(comm)) - 1);
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, axes, sizeof(own),
                             static_cast<int64_t>(all.size() * sizeof(own))};
  void *buffers[] = {&own, all.data()};
  if (fp8rt_comm_exchange(comm, &exchange, 1, place, buffers) == FP8RT_OK)
    return all;
  return llvm::createStringError(
      Twine("expected all ranks to compile the step, but ") +
      fp8rt_last_error());
}

fp8c_status Ranks::comparePrograms(StringRef program) const {
  llvm::Expected<std::vector<uint64_t>> all =
      gather(comm, llvm::xxh3_64bits(program), "the compilation of a step");
  if (!all)
    return fail(FP8C_REJECTED, llvm::toString(all.takeError()));
  for (auto [rank, hash] : llvm::enumerate(*all))
    if (hash != all->front())
      return fail(FP8C_REJECTED,
                  "expected all ranks to compile the same step with the same "
                  "options, but rank " +
                      Twine(rank) + " differs from rank 0");
  return FP8C_OK;
}

fp8c_status Ranks::agree(bool hasCompiled) const {
  llvm::Expected<std::vector<uint64_t>> all =
      gather(comm, hasCompiled, "the end of the compilation of a step");
  if (!all)
    return fail(FP8C_REJECTED, llvm::toString(all.takeError()));
  for (auto [rank, compiled] : llvm::enumerate(*all))
    if (!compiled)
      return fail(FP8C_REJECTED,
                  "expected all ranks to compile the step, but rank " +
                      Twine(rank) + " failed; its error says why");
  return FP8C_OK;
}

fp8c_status capi::connectRanks(const MeshAxes &axes,
                               const fp8rt_transport *transport,
                               Ranks *&ranks) {
  static Connections connections;
  llvm::Expected<Ranks *> connected = connections.get(axes, transport);
  if (!connected)
    return fail(FP8C_REJECTED, llvm::toString(connected.takeError()));
  ranks = *connected;
  return FP8C_OK;
}
