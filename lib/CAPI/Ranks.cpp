//===- Ranks.cpp - the ranks of steps of the C API ------------------------===//

#include "Ranks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <deque>
#include <optional>
#include <unistd.h>

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
  // Other ranks print one line.
  std::string text = ("rank " + Twine(fp8rt_comm_rank(comm)) +
                      " ended: " + reason.split('\n').first)
                         .str();
  fp8rt_comm_abort(comm, text.c_str());
}

namespace {
/// The connections of this process through MPI. The first one owns MPI, and is
/// closed last, when the process ends.
class Connections {
public:
  ~Connections();

  llvm::Expected<Ranks *> get(const MeshAxes &axes);

private:
  llvm::Expected<fp8rt_comm> create(const MeshAxes &axes);

  std::mutex mutex;
  /// A process that is forked later does not close them.
  const pid_t process = ::getpid();
  /// The number of processes, once there is a connection.
  std::optional<int32_t> numProcesses;
  /// The meshes so far. Their addresses do not change.
  std::deque<Ranks> meshes;
  /// A transport that fits no mesh. It stays open, because MPI cannot be
  /// started again after its end.
  fp8rt_transport unused = {};
};
} // namespace

Connections::~Connections() {
  if (process != ::getpid())
    return;
  for (Ranks &ranks : llvm::reverse(meshes))
    fp8rt_comm_destroy(ranks.comm);
  if (unused.destroy)
    unused.destroy(unused.self);
}

llvm::Expected<fp8rt_comm> Connections::create(const MeshAxes &axes) {
  auto numRanks = static_cast<int32_t>(getNumRanks(axes));
  fp8rt_transport transport = {};
  if (!numProcesses) {
    if (fp8rt_mpi_transport(&transport) != FP8RT_OK)
      return llvm::createStringError(fp8rt_last_error());
    numProcesses = transport.num_ranks;
    if (transport.num_ranks != numRanks)
      unused = transport;
  }
  if (*numProcesses != numRanks)
    return llvm::createStringError(
        "expected " + Twine(numRanks) +
        " processes for the ranks of mesh, but MPI started " +
        Twine(*numProcesses));
  if (!transport.self && fp8rt_mpi_transport(&transport) != FP8RT_OK)
    return llvm::createStringError(fp8rt_last_error());
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

llvm::Expected<Ranks *> Connections::get(const MeshAxes &axes) {
  std::lock_guard<std::mutex> lock(mutex);
  for (Ranks &ranks : meshes)
    if (ranks.axes == axes)
      return &ranks;
  llvm::Expected<fp8rt_comm> comm = create(axes);
  if (!comm)
    return comm.takeError();
  Ranks &ranks = meshes.emplace_back();
  ranks.axes = axes;
  ranks.comm = *comm;
  return &ranks;
}

/// Returns an error unless all ranks compile the same `program`.
static llvm::Error comparePrograms(Ranks &ranks, StringRef program) {
  std::unique_lock<std::mutex> lock = ranks.tryLock();
  if (!lock)
    return llvm::createStringError(
        "the ranks of the mesh are in use by another "
        "thread; expected one thread at a time");
  fp8rt_comm comm = ranks.comm;
  uint64_t own = llvm::xxh3_64bits(program);
  std::vector<uint64_t> all(fp8rt_comm_num_ranks(comm));
  auto axes =
      static_cast<uint32_t>((uint64_t(1) << fp8rt_comm_num_axes(comm)) - 1);
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, axes, sizeof(own),
                             static_cast<int64_t>(all.size() * sizeof(own))};
  void *buffers[] = {&own, all.data()};
  if (fp8rt_comm_exchange(comm, &exchange, 1, "the compilation of a step",
                          buffers) != FP8RT_OK)
    return llvm::createStringError(
        Twine("expected all ranks to compile the step, but ") +
        fp8rt_last_error());
  for (auto [rank, hash] : llvm::enumerate(all))
    if (hash != all.front())
      return llvm::createStringError(
          "expected all ranks to compile the same step with the "
          "same options, but rank " +
          Twine(rank) + " differs from rank 0");
  return llvm::Error::success();
}

llvm::Expected<Ranks *> capi::connectRanks(const MeshAxes &axes,
                                           StringRef program) {
  static Connections connections;
  llvm::Expected<Ranks *> ranks = connections.get(axes);
  if (!ranks)
    return ranks;
  if (llvm::Error error = comparePrograms(**ranks, program))
    return std::move(error);
  return ranks;
}
