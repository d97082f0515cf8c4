//===- ExchangeThread.cpp - a thread for exchanges ------------------------===//

#include "ExchangeThread.h"

using namespace fp8rt;

ExchangeThread::~ExchangeThread() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    isEnding = true;
  }
  changed.notify_all();
  if (thread.joinable())
    thread.join();
}

void ExchangeThread::start(void (*newBody)(void *), void *newClosure) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!thread.joinable())
    thread = std::thread([this] { loop(); });
  body = newBody;
  closure = newClosure;
  changed.notify_all();
}

void ExchangeThread::join() {
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait(lock, [&] { return !body; });
}

void ExchangeThread::loop() {
  std::unique_lock<std::mutex> lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return body || isEnding; });
    if (!body)
      return;
    lock.unlock();
    body(closure);
    lock.lock();
    body = nullptr;
    changed.notify_all();
  }
}
