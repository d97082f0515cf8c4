//===- Transport.h - exchanges of bytes by Python ---------------*- C++ -*-===//
#ifndef FP8_PYTHON_TRANSPORT_H
#define FP8_PYTHON_TRANSPORT_H

#include "fp8/Runtime/fp8rt_comm.h"
#include <cstdint>
#include <nanobind/nanobind.h>

namespace fp8py {

/// A fp8rt_transport whose functions call functions of Python.
///
/// Python raises the exception of Ctrl-C between any two instructions, also
/// before the first one of a function that C calls. Therefore it is caught
/// here: an exchange that was not made must not return success.
class Transport {
public:
  /// `exchange` takes a place, the address and the number of messages, and a
  /// deadline. `abort` takes a reason. Places and reasons are bytes. `describe`
  /// returns the bytes of an error message for an exception.
  Transport(nanobind::object exchange, nanobind::object abort,
            nanobind::object describe, int32_t rank, int32_t numRanks);
  Transport(const Transport &) = delete;
  Transport &operator=(const Transport &) = delete;

  /// Returns the address of the fp8rt_transport.
  uintptr_t getAddress() const {
    return reinterpret_cast<uintptr_t>(&transport);
  }

private:
  static fp8rt_status exchange(void *self, const char *place,
                               const fp8rt_message *messages,
                               int32_t numMessages, double deadline,
                               char *error);
  static void abort(void *self, const char *reason);
  void describe(const nanobind::python_error &failure, char *error) const;

  nanobind::object exchangeFunction, abortFunction, describeFunction;
  fp8rt_transport transport;
};

/// Returns the exception, such as KeyboardInterrupt, that has interrupted a
/// function of a transport in this thread. Returns None if there is none, and
/// in the next call.
nanobind::object takeInterrupt();

} // namespace fp8py

#endif // FP8_PYTHON_TRANSPORT_H
