//===- Launch.cpp - Processes of ranks ------------------------------------===//
//
// Every rank is a process that runs a session. The ranks of --comm=loopback are
// children of this process, which waits for them. With --comm=mpi, this process
// is a rank itself.
//
//===----------------------------------------------------------------------===//

#include "Ranks/Launch.h"

#include "Files/OutputFile.h"
#include "Messages.h"
#include "Ranks/World.h"
#include "Session.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::run;

//===----------------------------------------------------------------------===//
// One rank
//===----------------------------------------------------------------------===//

/// Returns the options of `rank`. Only rank 0 writes files.
static Options getOptionsOf(int64_t rank, const Options &options) {
  Options own = options;
  own.rank = rank;
  own.joinsStates = !options.outputs.empty();
  if (rank == 0)
    return own;
  own.outputs.clear();
  own.csv.clear();
  own.plot.clear();
  own.dump.clear();
  own.health.clear();
  return own;
}

/// Prints `messages` with the number of the rank in front of each line.
static void printMessages(int64_t rank, StringRef messages) {
  std::string text;
  while (!messages.empty()) {
    auto [line, rest] = messages.split('\n');
    text += ("rank " + Twine(rank) + ": " + line + "\n").str();
    messages = rest;
  }
  // One write, so that the lines of several ranks do not mix.
  llvm::errs() << text;
}

/// Runs the session of one rank and returns its exit status.
static int runRank(const Options &options, const fp8rt_transport &transport) {
  SmallVector<int32_t> axes;
  for (const auto &[axis, size] : options.mesh)
    axes.push_back(static_cast<int32_t>(size));
  fp8rt_comm_options commOptions = {
      sizeof(commOptions), axes.data(), static_cast<int32_t>(axes.size()),
      static_cast<double>(options.commTimeout) / 1000};
  fp8rt_comm comm = nullptr;
  if (fp8rt_comm_create(&transport, &commOptions, &comm) != FP8RT_OK) {
    reportError(fp8rt_last_error());
    return EXIT_FAILURE;
  }
  World world(comm);
  int64_t rank = world.getRank();
  FailureOr<int64_t> localRank = rank;
  if (options.comm != Options::Comm::Loopback)
    localRank = world.findLocalRank();
  if (failed(localRank)) {
    fp8rt_comm_destroy(comm);
    return EXIT_FAILURE;
  }
  // Each rank has a GPU of its own, unless the user chooses one.
  ::setenv("FP8RT_CUDA_DEVICE", std::to_string(*localRank).c_str(),
           /*overwrite=*/0);
  // All ranks have the same messages as the first rank. Other ranks print
  // theirs only if they fail.
  recordMessages(/*hold=*/rank != 0);
  if (rank != 0) {
    int nowhere = ::open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
      ::dup2(nowhere, STDOUT_FILENO);
      ::close(nowhere);
    }
  }
  int status = runSession(getOptionsOf(rank, options), world);
  if (status == EXIT_FAILURE && !world.isCalledOff())
    world.abort("it failed");
  if (rank != 0 && status == EXIT_FAILURE && !world.isRepetition())
    printMessages(rank, getMessages());
  fp8rt_comm_destroy(comm);
  return status;
}

//===----------------------------------------------------------------------===//
// Children
//===----------------------------------------------------------------------===//

namespace {
/// The ranks that this process has started.
class Children {
public:
  explicit Children(fp8rt_loopback loopback) : loopback(loopback) {}

  /// Starts rank `rank`. Returns true in the child.
  bool start(int64_t rank);
  /// Waits for all children. Returns the status of the first rank or, if that
  /// is success, the status of a rank that failed.
  int wait(std::chrono::milliseconds patience);
  /// Ends all children at once.
  void kill() const;
  size_t size() const { return processes.size(); }
  const std::vector<pid_t> &getProcesses() const { return processes; }

private:
  /// Records that a child has ended. If a signal ended it, lets the exchanges
  /// of all other ranks fail.
  void take(pid_t pid, int status);

  fp8rt_loopback loopback;
  /// The process of each rank; 0 once it has ended.
  std::vector<pid_t> processes;
  std::vector<int> statuses;
  size_t numEnded = 0;
  /// The first failure, or empty.
  std::string failure;
};
} // namespace

/// The processes to which this process forwards its signals.
static std::vector<pid_t> signalReceivers;

static void forwardSignal(int signal) {
  int savedErrno = errno;
  for (pid_t process : signalReceivers)
    ::kill(process, signal);
  errno = savedErrno;
}

/// Lets this process use its part of the CPUs that all ranks may use, so that
/// the threads of ranks do not compete. No result depends on it.
static void takeShareOfCPUs(int64_t rank, int64_t numRanks) {
  cpu_set_t allowed, own;
  if (::sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
    return;
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &allowed))
      cpus.push_back(cpu);
  auto numCPUs = static_cast<int64_t>(cpus.size());
  CPU_ZERO(&own);
  // With more ranks than CPUs, several ranks share one.
  int64_t begin = rank * numCPUs / numRanks;
  int64_t end = std::max((rank + 1) * numCPUs / numRanks, begin + 1);
  for (int64_t i = begin; i < end && i < numCPUs; ++i)
    CPU_SET(cpus[i], &own);
  ::sched_setaffinity(0, sizeof(own), &own);
}

bool Children::start(int64_t rank) {
  llvm::outs().flush();
  pid_t parent = ::getpid();
  pid_t process = ::fork();
  if (process != 0) {
    if (process < 0)
      reportError("cannot start rank " + Twine(rank) + ": " +
                  std::strerror(errno));
    else
      processes.push_back(process);
    return false;
  }
  // End this rank if the process that waits for it ends. A separate process
  // group ensures that signals arrive only through that process.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent)
    ::_exit(EXIT_FAILURE);
  ::setpgid(0, 0);
  return true;
}

void Children::kill() const {
  for (pid_t process : processes)
    if (process != 0)
      ::kill(process, SIGKILL);
}

void Children::take(pid_t pid, int status) {
  auto it = llvm::find(processes, pid);
  if (it == processes.end())
    return;
  size_t rank = it - processes.begin();
  *it = 0;
  ++numEnded;
  // The exit status that a shell reports for a process ended by a signal.
  constexpr int kSignalBase = 128;
  statuses[rank] = WIFSIGNALED(status) ? kSignalBase + WTERMSIG(status)
                                       : WEXITSTATUS(status);
  if (statuses[rank] == EXIT_SUCCESS)
    return;
  std::string reason = "rank " + std::to_string(rank);
  if (WIFSIGNALED(status))
    reason += std::string(" was ended by signal ") +
              std::to_string(WTERMSIG(status)) + " (" +
              ::strsignal(WTERMSIG(status)) + ")";
  else
    reason += " ended with status " + std::to_string(statuses[rank]);
  if (failure.empty())
    failure = reason;
  // A rank that fails reports this to the other ranks itself, unless a signal
  // ended it.
  if (!WIFSIGNALED(status))
    return;
  reportError(reason);
  fp8rt_loopback_abort(loopback, failure.c_str());
}

int Children::wait(std::chrono::milliseconds patience) {
  statuses.assign(processes.size(), EXIT_SUCCESS);
  std::optional<std::chrono::steady_clock::time_point> firstFailure;
  while (numEnded < processes.size()) {
    int status = 0;
    pid_t pid = ::waitpid(-1, &status, failure.empty() ? 0 : WNOHANG);
    if (pid > 0) {
      take(pid, status);
      continue;
    }
    if (pid < 0 && errno != EINTR)
      break;
    if (failure.empty())
      continue;
    // The other ranks should end at their next exchange. Abort the exchanges
    // after a grace period, and kill ranks that still run after `patience`.
    auto now = std::chrono::steady_clock::now();
    if (!firstFailure)
      firstFailure = now;
    constexpr auto grace = std::chrono::seconds(1);
    if (now >= *firstFailure + grace)
      fp8rt_loopback_abort(loopback, failure.c_str());
    if (now >= *firstFailure + grace + patience)
      kill();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (statuses.front() != EXIT_SUCCESS)
    return statuses.front();
  for (int status : statuses)
    if (status != EXIT_SUCCESS)
      return status;
  return EXIT_SUCCESS;
}

/// Runs all ranks as children of this process.
static int runChildren(const Options &options) {
  auto numRanks = static_cast<int32_t>(options.getNumRanks());
  fp8rt_loopback loopback = nullptr;
  if (fp8rt_loopback_create(numRanks, &loopback) != FP8RT_OK) {
    reportError(fp8rt_last_error());
    return EXIT_FAILURE;
  }
  Children children(loopback);
  struct sigaction action = {};
  for (int32_t rank = 0; rank < numRanks; ++rank) {
    if (!children.start(rank)) {
      if (children.size() == static_cast<size_t>(rank) + 1)
        continue;
      children.kill();
      return EXIT_FAILURE;
    }
    fp8rt_transport transport;
    if (fp8rt_loopback_transport(loopback, rank, &transport) != FP8RT_OK)
      return EXIT_FAILURE;
    takeShareOfCPUs(rank, numRanks);
    return runRank(options, transport);
  }
  signalReceivers = children.getProcesses();
  action.sa_handler = forwardSignal;
  action.sa_flags = SA_RESTART;
  for (int signal : {SIGINT, SIGTERM, SIGHUP})
    ::sigaction(signal, &action, nullptr);
  int status = children.wait(std::chrono::milliseconds(options.commTimeout));
  fp8rt_loopback_destroy(loopback);
  return status;
}

int run::runRanks(const Options &options) {
  // The program of all ranks is the same, so one of them can describe it.
  if (options.getNumRanks() == 1 || options.steps == 0) {
    World alone;
    return runSession(options, alone);
  }
  if (options.comm == Options::Comm::Loopback)
    return runChildren(options);
  fp8rt_transport transport;
  if (fp8rt_mpi_transport(&transport) != FP8RT_OK) {
    reportError(fp8rt_last_error());
    return EXIT_FAILURE;
  }
  if (transport.num_ranks != options.getNumRanks()) {
    if (transport.rank == 0)
      reportError("expected " + Twine(options.getNumRanks()) +
                  " processes for the ranks of --mesh, but MPI started " +
                  Twine(transport.num_ranks) + "; mpirun -n " +
                  Twine(options.getNumRanks()) + " starts as many");
    transport.destroy(transport.self);
    return EXIT_FAILURE;
  }
  return runRank(options, transport);
}
