//===- Transport.cpp - exchanges of bytes by Python -----------------------===//

#include "Transport.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>
#include <utility>

namespace nb = nanobind;

using namespace fp8py;

//===----------------------------------------------------------------------===//
// Interrupts
//===----------------------------------------------------------------------===//

/// Returns the interrupts of all threads. The caller holds the global
/// interpreter lock. Python may end before static objects do, so the map is
/// never destroyed.
static std::unordered_map<unsigned long, nb::object> &getInterrupts() {
  static auto *interrupts = new std::unordered_map<unsigned long, nb::object>();
  return *interrupts;
}

/// Keeps an exception that is no error, because C cannot pass it on.
static void keepInterrupt(const nb::python_error &failure) {
  if (!failure.matches(PyExc_Exception))
    getInterrupts()[PyThread_get_thread_ident()] = nb::borrow(failure.value());
}

nb::object fp8py::takeInterrupt() {
  auto found = getInterrupts().find(PyThread_get_thread_ident());
  if (found == getInterrupts().end())
    return nb::none();
  nb::object interrupt = std::move(found->second);
  getInterrupts().erase(found);
  return interrupt;
}

//===----------------------------------------------------------------------===//
// Transport
//===----------------------------------------------------------------------===//

Transport::Transport(nb::object exchange, nb::object abort, nb::object describe,
                     int32_t rank, int32_t numRanks)
    : exchangeFunction(std::move(exchange)), abortFunction(std::move(abort)),
      describeFunction(std::move(describe)), transport{sizeof(fp8rt_transport),
                                                       this,
                                                       rank,
                                                       numRanks,
                                                       &Transport::exchange,
                                                       &Transport::abort,
                                                       nullptr,
                                                       nullptr} {}

/// Writes the reason of a failed exchange to `error`.
void Transport::describe(const nb::python_error &failure, char *error) const {
  const char *text = "interrupted";
  auto size = std::strlen(text);
  nb::object described;
  try {
    described = describeFunction(failure.value());
  } catch (const nb::python_error &later) {
    keepInterrupt(later);
  }
  if (described.is_valid() && nb::isinstance<nb::bytes>(described)) {
    text = nb::borrow<nb::bytes>(described).c_str();
    size = std::min(nb::len(described), size_t(FP8RT_COMM_ERROR_BYTES - 1));
  }
  std::memcpy(error, text, size);
  error[size] = '\0';
}

fp8rt_status Transport::exchange(void *self, const char *place,
                                 const fp8rt_message *messages,
                                 int32_t numMessages, double deadline,
                                 char *error) {
  auto *transport = static_cast<Transport *>(self);
  nb::gil_scoped_acquire lock;
  try {
    transport->exchangeFunction(nb::bytes(place),
                                reinterpret_cast<uintptr_t>(messages),
                                numMessages, deadline);
    return FP8RT_OK;
  } catch (const nb::python_error &failure) {
    keepInterrupt(failure);
    transport->describe(failure, error);
    return FP8RT_COMM_FAILED;
  }
}

void Transport::abort(void *self, const char *reason) {
  auto *transport = static_cast<Transport *>(self);
  nb::gil_scoped_acquire lock;
  try {
    transport->abortFunction(nb::bytes(reason));
  } catch (const nb::python_error &failure) {
    // Without this message the other ranks wait until their deadline.
    keepInterrupt(failure);
  }
}
