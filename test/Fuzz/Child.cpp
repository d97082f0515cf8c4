//===- Child.cpp - a process with limits ----------------------------------===//

#include "Child.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <execinfo.h>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

using namespace mlir::fp8;
using namespace mlir::fp8::fuzz;

/// The pipe of this process if it is a child.
static Report *current = nullptr;

static void keepFrames() {
  current->numFrames = backtrace(current->frames, std::size(current->frames));
}

[[noreturn]] static void endWith(Outcome outcome) {
  current->outcome = outcome;
  keepFrames();
  _exit(1);
}

#ifdef __x86_64__
/// Runs instead of a callee whose address is no code. Its caller is on the
/// stack, where a backtrace of the signal would not find it.
static void endBadCall() {
  keepFrames();
  ::signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
}

/// Makes the process continue in `endBadCall` if the signal is due to a jump to
/// an address that is no code. Returns true on success.
static bool redirectBadCall(int signal, siginfo_t *info, void *context) {
  auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  if (signal != SIGSEGV ||
      registers[REG_RIP] != reinterpret_cast<greg_t>(info->si_addr))
    return false;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&endBadCall);
  return true;
}
#else
static bool redirectBadCall(int, siginfo_t *, void *) { return false; }
#endif

static void handleSignal(int signal, siginfo_t *info, void *context) {
  if (redirectBadCall(signal, info, context))
    return;
  current->isSignal = true;
  if (signal == SIGXCPU || signal == SIGALRM)
    endWith(Outcome::Timeout);
  keepFrames();
  ::signal(signal, SIG_DFL);
  raise(signal);
}

static void setLimit(int resource, rlim_t soft, rlim_t hard) {
  rlimit limit{soft, hard};
  setrlimit(resource, &limit);
}

static void setLimits(const Limits &limits) {
  // A child may raise the soft limit for each of its trials.
  setLimit(RLIMIT_CPU, limits.seconds, 20 * limits.seconds);
  setLimit(RLIMIT_AS, limits.megabytes << 20, limits.megabytes << 20);
  setLimit(RLIMIT_CORE, 0, 0);
  setLimit(RLIMIT_FSIZE, 64 << 20, 64 << 20);
  alarm(limits.clockSeconds);
}

static void catchFailures() {
  // The handler needs a separate stack, because the stack may have overflown.
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  sigaltstack(&alternative, nullptr);
  for (int signal :
       {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGXCPU, SIGALRM}) {
    struct sigaction action{};
    action.sa_sigaction = handleSignal;
    action.sa_flags = SA_ONSTACK | SA_SIGINFO;
    sigaction(signal, &action, nullptr);
  }
  std::set_new_handler([] { endWith(Outcome::OutOfMemory); });
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { endWith(Outcome::OutOfMemory); });
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    copyText(current->detail, reason);
    endWith(Outcome::Crash);
  });
}

Child::Child() {
  void *memory = mmap(nullptr, sizeof(Report), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    llvm::report_fatal_error("no memory to share with children");
  shared = static_cast<Report *>(memory);
}

Child::~Child() {
  if (isRunning()) {
    kill(pid, SIGKILL);
    wait();
  }
  munmap(shared, sizeof(Report));
}

void Child::start(const Limits &limits,
                  llvm::function_ref<void(Report &)> work) {
  shared->clear();
  pid = fork();
  if (pid < 0)
    llvm::report_fatal_error("no process for a child");
  if (pid > 0)
    return;
  current = shared;
  int null = open("/dev/null", O_RDWR);
  for (int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(null, file);
  setLimits(limits);
  catchFailures();
  work(*shared);
  _exit(2);
}

void Child::wait() {
  int status = 0;
  llvm::sys::RetryAfterSignal(-1, waitpid, pid, &status, 0);
  setEnded(status);
}

void Child::setEnded(int status) {
  pid = 0;
  if (shared->outcome != Outcome::Crash)
    return;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    shared->outcome = Outcome::Timeout;
  else if (WIFSIGNALED(status))
    copyText(shared->detail, strsignal(WTERMSIG(status)));
  else if (!shared->numFrames)
    copyText(shared->detail,
             "exit status " + std::to_string(WEXITSTATUS(status)));
}
