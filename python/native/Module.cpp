//===- Module.cpp - the C API for Python ----------------------------------===//
//
// The package wraps this module in python/fp8/_step.py. The module uses only
// the C API, and nothing of MLIR.
//
//===----------------------------------------------------------------------===//

#include "Ffi.h"
#include "Memory.h"
#include "Transport.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
using namespace fp8py;

namespace {
struct DestroyContext {
  void operator()(fp8c_context context) const { fp8c_context_destroy(context); }
};
/// Shared by the context and its steps, which must not outlive it.
using ContextHandle = std::shared_ptr<fp8c_context_s>;

/// Throws the last error of the C API as a Python exception.
[[noreturn]] void throwLastError(fp8c_status status) {
  std::string message = fp8c_last_error();
  switch (status) {
  case FP8C_INVALID_ARGUMENT:
    throw nb::value_error(message.c_str());
  case FP8C_REJECTED: {
    nb::object type = nb::module_::import_("fp8._errors").attr("CompileError");
    PyErr_SetString(type.ptr(), message.c_str());
    throw nb::python_error();
  }
  default:
    throw std::runtime_error(message);
  }
}

void check(fp8c_status status) {
  if (status != FP8C_OK)
    throwLastError(status);
}

class Step {
public:
  Step(ContextHandle context, fp8c_step step)
      : context(std::move(context)), step(step) {
    functions = fp8c_step_functions(step, &numFunctions);
  }
  Step(const Step &) = delete;
  Step &operator=(const Step &) = delete;
  ~Step() { fp8c_step_destroy(step); }

  nb::list describe() const;
  const fp8c_function &getFunction(int64_t index) const {
    if (index < 0 || index >= numFunctions)
      throw nb::index_error("no function of this number");
    return functions[index];
  }
  const char *getMessages() const { return fp8c_step_messages(step); }
  int64_t getNumber() const { return number; }
  void setNumber(int64_t newNumber) {
    if (newNumber < 0)
      throw nb::value_error("expected a number of steps, but it is negative");
    number = newNumber;
  }

  std::unique_ptr<Memory> bind(int64_t function, int64_t argument,
                               nb::handle object) const;
  /// Runs a function on memory that bind() has made.
  void run(int64_t function, const nb::list &memories) const;
  /// Runs the function of the next step and counts the step. An interrupt takes
  /// effect before or after both. `memories` has the memory of each state. The
  /// array of any other argument, and of a state whose entry is None, is in
  /// `arrays`, and its argument number is in `positions`.
  void train(const nb::list &memories, const nb::list &positions,
             const nb::list &arrays);
  std::string report(const std::string &format) const;
  nb::tuple makeObject(const std::string &name) const;
#ifdef FP8_HAVE_XLA_FFI
  /// Lets custom calls of XLA run the step, which is then never freed.
  void share(int64_t key) const { shareStep(key, step); }
#endif

private:
  void run(int64_t function, std::vector<void *> &addresses) const;

  ContextHandle context;
  fp8c_step step;
  int64_t numFunctions = 0;
  const fp8c_function *functions;
  /// The number of completed steps.
  int64_t number = 0;
};

class Context {
public:
  Context() {
    fp8c_context context;
    check(fp8c_context_create(&context));
    handle = ContextHandle(context, DestroyContext());
  }

  /// `transport` is the address of a fp8rt_transport, or 0.
  std::unique_ptr<Step>
  compile(const nb::bytes &module, const std::string &train,
          const std::string &target, const std::string &targetOptions,
          const std::string &fileName, const std::string &mesh,
          uintptr_t transport) const;

private:
  ContextHandle handle;
};
} // namespace

std::unique_ptr<Step>
Context::compile(const nb::bytes &module, const std::string &train,
                 const std::string &target, const std::string &targetOptions,
                 const std::string &fileName, const std::string &mesh,
                 uintptr_t transport) const {
  fp8c_options options = {
      sizeof(options),
      train.c_str(),
      target.c_str(),
      targetOptions.c_str(),
      fileName.c_str(),
      mesh.c_str(),
      reinterpret_cast<const struct fp8rt_transport *>(transport)};
  fp8c_step step = nullptr;
  fp8c_status status;
  {
    nb::gil_scoped_release release;
    status = fp8c_compile(handle.get(), module.c_str(), module.size(), &options,
                          &step);
  }
  check(status);
  return std::make_unique<Step>(handle, step);
}

static nb::dict describeArgument(const fp8c_argument &argument) {
  nb::list shape;
  for (int32_t i = 0; i < argument.rank; ++i)
    shape.append(argument.extents[i]);
  nb::dict described;
  described["name"] = argument.name;
  described["dtype"] = getName(argument.dtype);
  described["role"] = getName(argument.role);
  described["shape"] = nb::tuple(shape);
  described["kind"] = argument.kind;
  described["initial"] = argument.has_initial != 0
                             ? nb::object(nb::float_(argument.initial))
                             : nb::object(nb::none());
  described["is_added"] = argument.is_added != 0;
  described["is_loss"] = argument.is_loss != 0;
  return described;
}

nb::list Step::describe() const {
  nb::list list;
  for (int64_t f = 0; f < numFunctions; ++f) {
    const fp8c_function &function = functions[f];
    nb::list arguments, results;
    for (int64_t i = 0; i < function.num_arguments; ++i)
      arguments.append(describeArgument(function.arguments[i]));
    for (int64_t i = 0; i < function.num_results; ++i)
      results.append(nb::make_tuple(function.results[i].name,
                                    function.results[i].argument));
    list.append(nb::make_tuple(function.name, arguments, results));
  }
  return list;
}

std::unique_ptr<Memory> Step::bind(int64_t function, int64_t argument,
                                   nb::handle object) const {
  const fp8c_function &described = getFunction(function);
  if (argument < 0 || argument >= described.num_arguments)
    throw nb::index_error("no argument of this number");
  return std::make_unique<Memory>(described.arguments[argument], object);
}

/// Returns the address of a Memory that was bound to an argument like this one.
static void *getAddress(const fp8c_argument &argument, nb::handle object) {
  const auto &memory = nb::cast<const Memory &>(object);
  if (static_cast<int64_t>(memory.getNumBytes()) == argument.num_bytes)
    return memory.getAddress();
  throw nb::value_error(("expected memory of " +
                         std::to_string(argument.num_bytes) + " bytes for '" +
                         argument.name + "', but got " +
                         std::to_string(memory.getNumBytes()))
                            .c_str());
}

void Step::run(int64_t function, const nb::list &memories) const {
  const fp8c_function &described = getFunction(function);
  auto number = static_cast<int64_t>(memories.size());
  if (number != described.num_arguments)
    throw nb::value_error("expected memory for every argument");
  std::vector<void *> addresses;
  addresses.reserve(number);
  for (nb::handle memory : memories)
    addresses.push_back(
        getAddress(described.arguments[addresses.size()], memory));
  run(function, addresses);
}

void Step::run(int64_t function, std::vector<void *> &addresses) const {
  fp8c_status status;
  {
    nb::gil_scoped_release release;
    status = fp8c_step_run(step, function, addresses.data());
  }
  check(status);
}

void Step::train(const nb::list &memories, const nb::list &positions,
                 const nb::list &arrays) {
  // All training functions have the same arguments.
  const fp8c_function &described = functions[0];
  if (static_cast<int64_t>(memories.size()) != described.num_arguments ||
      positions.size() != arrays.size())
    throw nb::value_error("expected memory for every argument");
  std::vector<void *> addresses(memories.size());
  std::vector<bool> isBound(memories.size());
  for (size_t i = 0; i < memories.size(); ++i) {
    nb::handle memory = memories[i];
    if (memory.is_none())
      continue;
    addresses[i] = getAddress(described.arguments[i], memory);
    isBound[i] = true;
  }
  std::vector<Memory> bound;
  bound.reserve(arrays.size());
  for (size_t i = 0; i < arrays.size(); ++i) {
    auto position = nb::cast<size_t>(positions[i]);
    if (position >= addresses.size())
      throw nb::index_error("no argument of this number");
    bound.emplace_back(described.arguments[position], arrays[i]);
    addresses[position] = bound.back().getAddress();
    isBound[position] = true;
  }
  if (std::find(isBound.begin(), isBound.end(), false) != isBound.end())
    throw nb::value_error("expected memory for every argument");
  run(fp8c_step_function_at(step, number), addresses);
  ++number;
}

std::string Step::report(const std::string &format) const {
  const char *text = nullptr;
  check(fp8c_step_report(step, format.c_str(), &text));
  return text;
}

nb::tuple Step::makeObject(const std::string &name) const {
  fp8c_object object = {};
  fp8c_status status;
  {
    nb::gil_scoped_release release;
    status = fp8c_step_object(step, name.c_str(), &object);
  }
  check(status);
  return nb::make_tuple(nb::bytes(object.object, object.object_size),
                        nb::bytes(object.header, object.header_size));
}

/// Returns an array of the bytes of `self`, a Memory that it keeps alive.
static nb::ndarray<nb::numpy, uint8_t, nb::ndim<1>> viewBytes(nb::handle self) {
  const auto &memory = nb::cast<const Memory &>(self);
  return {memory.getAddress(), {memory.getNumBytes()}, self};
}

NB_MODULE(_fp8c, module) {
  // Steps may be alive when the interpreter exits. This is not a leak.
  nb::set_leak_warnings(false);
  nb::class_<Memory>(module, "Memory").def("view", &viewBytes);
  nb::class_<Step>(module, "Step")
      .def("describe", &Step::describe)
      .def_prop_ro("messages", &Step::getMessages)
      .def_prop_rw("number", &Step::getNumber, &Step::setNumber)
      .def("bind", &Step::bind, nb::arg(), nb::arg(), nb::arg().none())
      .def("run",
           nb::overload_cast<int64_t, const nb::list &>(&Step::run, nb::const_))
      .def("train", &Step::train)
      .def("report", &Step::report)
#ifdef FP8_HAVE_XLA_FFI
      .def("share", &Step::share)
#endif
      .def("object", &Step::makeObject);
#ifdef FP8_HAVE_XLA_FFI
  module.def("ffi_handler", &getFfiHandler);
#endif
  nb::class_<Transport>(module, "Transport")
      .def(nb::init<nb::object, nb::object, nb::object, int32_t, int32_t>())
      .def_prop_ro("address", &Transport::getAddress);
  module.def("take_interrupt", &takeInterrupt);
  nb::class_<Context>(module, "Context")
      .def(nb::init<>())
      .def("compile", &Context::compile);
}
