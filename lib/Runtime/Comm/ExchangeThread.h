//===- ExchangeThread.h - a thread for exchanges ----------------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_COMM_EXCHANGETHREAD_H
#define FP8_LIB_RUNTIME_COMM_EXCHANGETHREAD_H

#include <condition_variable>
#include <mutex>
#include <thread>

namespace fp8rt {

/// A thread that performs the exchanges of steps while kernels run. It sleeps
/// between steps.
class ExchangeThread {
public:
  ~ExchangeThread();

  /// Calls body(closure) on the thread, which this creates on the first call.
  void start(void (*body)(void *), void *closure);
  /// Waits until the call has returned.
  void join();

private:
  void loop();

  std::mutex mutex;
  std::condition_variable changed;
  /// The call to make; null if there is none.
  void (*body)(void *) = nullptr;
  void *closure = nullptr;
  bool isEnding = false;
  std::thread thread;
};

} // namespace fp8rt

#endif // FP8_LIB_RUNTIME_COMM_EXCHANGETHREAD_H
