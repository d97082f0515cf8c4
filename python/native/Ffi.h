//===- Ffi.h - steps as custom calls of XLA ---------------------*- C++ -*-===//
#ifndef FP8_PYTHON_FFI_H
#define FP8_PYTHON_FFI_H

#include "fp8-c/fp8c.h"
#include <nanobind/nanobind.h>

#if __has_include("xla/ffi/api/c_api.h")
/// The headers of XLA are installed: Ffi.cpp defines these functions.
#define FP8_HAVE_XLA_FFI
#endif

namespace fp8py {

/// Lets custom calls with the attribute `key` run `step`, which must live until
/// the process ends. Keys are drawn at random, because compiled programs of XLA
/// may be loaded by other processes.
void shareStep(int64_t key, fp8c_step step);

/// Returns the handler of custom calls, as jax.ffi registers it. Its operands
/// are the states, the inputs, and the number of the step as an i32; its
/// results are the states, in the memory of the operands, and the other
/// results.
nanobind::capsule getFfiHandler();

} // namespace fp8py

#endif // FP8_PYTHON_FFI_H
