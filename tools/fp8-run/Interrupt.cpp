//===- Interrupt.cpp - Signals that end a run after a step ----------------===//

#include "Interrupt.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

using namespace mlir::fp8::run;

static constexpr int kSignals[] = {SIGINT, SIGTERM};

static std::atomic<int> received;
/// True if the handler announces the end of the run.
static std::atomic<bool> printsNote;
static_assert(std::atomic<int>::is_always_lock_free,
              "a handler may use nothing else");

/// Previous handlers of the signals: those of LLVM, which remove unfinished
/// files.
static struct sigaction previous[std::size(kSignals)];

static void restoreHandlers() {
  for (auto [signal, action] : llvm::zip_equal(kSignals, previous))
    ::sigaction(signal, &action, nullptr);
}

static void takeNote(int signal) {
  int savedErrno = errno;
  received = signal;
  restoreHandlers();
  static constexpr llvm::StringLiteral kNote =
      "\nfp8-run: note: ending after this step; a second signal ends at once\n";
  // The run ends whether or not the message can be written. A full pipe must
  // not block this handler, which masks further signals.
  struct pollfd stream = {STDERR_FILENO, POLLOUT, 0};
  if (printsNote && ::poll(&stream, 1, /*timeout=*/0) == 1) {
    [[maybe_unused]] ssize_t written =
        ::write(STDERR_FILENO, kNote.data(), kNote.size());
  }
  errno = savedErrno;
}

Interrupt::Interrupt(bool isQuiet) {
  received = 0;
  printsNote = !isQuiet;
  struct sigaction action = {};
  action.sa_handler = takeNote;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  // Neither signal interrupts the handler of the other one.
  for (int signal : kSignals)
    sigaddset(&action.sa_mask, signal);
  // Block both signals, because only one handler is installed between the two
  // calls.
  sigset_t blocked;
  ::pthread_sigmask(SIG_BLOCK, &action.sa_mask, &blocked);
  for (auto [signal, before] : llvm::zip_equal(kSignals, previous))
    ::sigaction(signal, &action, &before);
  ::pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
}

Interrupt::~Interrupt() { restoreHandlers(); }

int Interrupt::getSignal() const { return received; }
