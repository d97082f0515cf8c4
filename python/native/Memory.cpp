//===- Memory.cpp - arrays of Python as arguments of steps ----------------===//

#include "Memory.h"

#include <nanobind/stl/string.h>

#include <string>

namespace nb = nanobind;
using namespace fp8py;

namespace {
/// An element type and its type codes in DLPack. Integers have two codes,
/// signed and unsigned.
struct DTypeRow {
  const char *name;
  uint8_t bits;
  int code, otherCode;
};

enum Code {
  SignedInt = 0,
  UnsignedInt = 1,
  Float = 2,
  BFloat = 4,
  Bool = 6,
  E4M3FN = 10,
  E5M2 = 12,
  E8M0FNU = 14
};
} // namespace

/// Returns the row of a type. Arrays of 8-bit codes and of bf16 may also
/// contain their bits as unsigned integers.
static const DTypeRow &getRow(fp8c_dtype dtype) {
  static const DTypeRow rows[] = {
      {"float64", 64, Float, Float},
      {"float32", 32, Float, Float},
      {"float16", 16, Float, Float},
      {"bfloat16", 16, BFloat, UnsignedInt},
      {"float8_e4m3fn", 8, E4M3FN, UnsignedInt},
      {"float8_e5m2", 8, E5M2, UnsignedInt},
      {"float8_e8m0fnu", 8, E8M0FNU, UnsignedInt},
      {"bool", 8, Bool, Bool},
      {"int8", 8, SignedInt, UnsignedInt},
      {"int16", 16, SignedInt, UnsignedInt},
      {"int32", 32, SignedInt, UnsignedInt},
      {"int64", 64, SignedInt, UnsignedInt},
  };
  return rows[dtype];
}

const char *fp8py::getName(fp8c_dtype dtype) { return getRow(dtype).name; }

const char *fp8py::getName(fp8c_role role) {
  static const char *const names[] = {"input", "scalar", "state", "result"};
  return names[role];
}

static std::string printName(const nb::dlpack::dtype &dtype) {
  std::string bits = std::to_string(dtype.bits);
  switch (dtype.code) {
  case SignedInt:
    return "int" + bits;
  case UnsignedInt:
    return "uint" + bits;
  case Float:
    return "float" + bits;
  case BFloat:
    return "bfloat" + bits;
  case Bool:
    return "bool";
  case E4M3FN:
    return "float8_e4m3fn";
  case E5M2:
    return "float8_e5m2";
  case E8M0FNU:
    return "float8_e8m0fnu";
  }
  return "type " + std::to_string(dtype.code) + " of DLPack, " + bits + " bits";
}

template <typename GetExtent>
static std::string printShape(size_t rank, GetExtent getExtent) {
  std::string text = "(";
  for (size_t i = 0; i < rank; ++i)
    text += (i ? ", " : "") + std::to_string(getExtent(i));
  return text + (rank == 1 ? ",)" : ")");
}

/// Returns true if the array is contiguous in row-major order. An array without
/// elements is contiguous with any strides.
static bool isContiguous(const nb::ndarray<nb::ro> &array) {
  for (size_t i = 0; i < array.ndim(); ++i)
    if (array.shape(i) == 0)
      return true;
  int64_t stride = 1;
  for (size_t i = array.ndim(); i-- > 0;) {
    auto extent = static_cast<int64_t>(array.shape(i));
    if (extent != 1 && array.stride(i) != stride)
      return false;
    stride *= extent;
  }
  return true;
}

Memory::Memory(const fp8c_argument &argument, nb::handle object) {
  auto what = [&](const std::string &expected, const std::string &given) {
    return "expected " + expected + " for '" + argument.name + "', but got " +
           given;
  };
  auto getTypeName = [&] {
    return nb::cast<std::string>(object.type().attr("__name__"));
  };
  bool isWritten = argument.role == FP8C_STATE || argument.role == FP8C_RESULT;
  nb::ndarray<> writable;
  bool isWritable =
      isWritten && nb::try_cast(object, writable, /*convert=*/false);
  PyErr_Clear();
  if (isWritable)
    array = nb::ndarray<nb::ro>(writable);
  else if (!nb::try_cast(object, array, /*convert=*/false)) {
    PyErr_Clear();
    throw nb::type_error(
        what("an array that exports its memory", getTypeName()).c_str());
  }
  if (array.device_type() != nb::device::cpu::value)
    throw nb::value_error(
        what("an array in host memory",
             "one of device " + std::to_string(array.device_type()))
            .c_str());
  const DTypeRow &row = getRow(argument.dtype);
  nb::dlpack::dtype dtype = array.dtype();
  bool isType = dtype.bits == row.bits && dtype.lanes == 1 &&
                (dtype.code == row.code || dtype.code == row.otherCode);
  if (!isType)
    throw nb::type_error(what(row.name, printName(dtype)).c_str());
  bool isShape = static_cast<int32_t>(array.ndim()) == argument.rank;
  for (size_t i = 0; isShape && i < array.ndim(); ++i)
    isShape = static_cast<int64_t>(array.shape(i)) == argument.extents[i];
  if (!isShape)
    throw nb::value_error(
        what("the shape " +
                 printShape(argument.rank,
                            [&](size_t i) { return argument.extents[i]; }),
             printShape(array.ndim(), [&](size_t i) { return array.shape(i); }))
            .c_str());
  if (!isContiguous(array))
    throw nb::value_error(
        what("contiguous memory in row-major order", "another layout").c_str());
  address = const_cast<void *>(array.data());
  if (isWritten && !isWritable)
    throw nb::value_error(
        what("memory that can be written", "a read-only " + getTypeName())
            .c_str());
}
