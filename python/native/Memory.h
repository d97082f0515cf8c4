//===- Memory.h - arrays of Python as arguments of steps --------*- C++ -*-===//
#ifndef FP8_PYTHON_MEMORY_H
#define FP8_PYTHON_MEMORY_H

#include "fp8-c/fp8c.h"
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace fp8py {

/// Returns the name of a type in numpy or in ml_dtypes.
const char *getName(fp8c_dtype dtype);
/// Returns "input", "scalar", "state" or "result".
const char *getName(fp8c_role role);

/// The memory of an array, which stays alive as long as the object.
class Memory {
public:
  /// Refers to the memory of `object`, an array of numpy or of a library with
  /// DLPack. Throws a Python exception unless the array has the type and the
  /// shape of `argument`, is contiguous in host memory, and is writable if the
  /// step writes the argument.
  Memory(const fp8c_argument &argument, nanobind::handle object);

  void *getAddress() const { return address; }
  size_t getNumBytes() const { return array.nbytes(); }

private:
  nanobind::ndarray<nanobind::ro> array;
  void *address;
};

} // namespace fp8py

#endif // FP8_PYTHON_MEMORY_H
