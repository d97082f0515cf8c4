//===- Ffi.cpp - steps as custom calls of XLA -----------------------------===//

#include "Ffi.h"

#ifdef FP8_HAVE_XLA_FFI
#include "xla/ffi/api/c_api.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace nb = nanobind;
using namespace fp8py;

namespace {
/// A step, and a lock that the thread that runs it holds: XLA may run several
/// threads.
struct SharedStep {
  fp8c_step step;
  std::mutex running;
};

struct SharedSteps {
  std::mutex mutex;
  std::unordered_map<int64_t, SharedStep> byKey;
};
} // namespace

static SharedSteps &getSharedSteps() {
  // Threads of XLA may outlive the module.
  static auto *steps = new SharedSteps;
  return *steps;
}

void fp8py::shareStep(int64_t key, fp8c_step step) {
  SharedSteps &shared = getSharedSteps();
  std::lock_guard<std::mutex> lock(shared.mutex);
  shared.byKey[key].step = step;
}

static XLA_FFI_Error *fail(const XLA_FFI_CallFrame &frame,
                           XLA_FFI_Error_Code code,
                           const std::string &message) {
  XLA_FFI_Error_Create_Args args = {};
  args.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
  args.message = message.c_str();
  args.errc = code;
  return frame.api->XLA_FFI_Error_Create(&args);
}

/// Returns the step that the only attribute names, or null.
static SharedStep *findStep(const XLA_FFI_Attrs &attributes) {
  if (attributes.size != 1 || attributes.types[0] != XLA_FFI_AttrType_SCALAR)
    return nullptr;
  const auto *scalar = static_cast<XLA_FFI_Scalar *>(attributes.attrs[0]);
  if (scalar->dtype != XLA_FFI_DataType_S64)
    return nullptr;
  int64_t key;
  std::memcpy(&key, scalar->value, sizeof(key));
  SharedSteps &shared = getSharedSteps();
  std::lock_guard<std::mutex> lock(shared.mutex);
  auto found = shared.byKey.find(key);
  return found == shared.byKey.end() ? nullptr : &found->second;
}

/// Returns true if the buffer has the rank and the extents of the argument.
static bool hasShape(const XLA_FFI_Buffer &buffer,
                     const fp8c_argument &argument) {
  return buffer.rank == argument.rank &&
         std::equal(buffer.dims, buffer.dims + buffer.rank, argument.extents);
}

static XLA_FFI_Error *runStep(const XLA_FFI_CallFrame &frame) {
  SharedStep *shared = findStep(frame.attrs);
  if (!shared)
    return fail(frame, XLA_FFI_Error_Code_FAILED_PRECONDITION,
                "expected a step of this process, but the program was compiled "
                "by another one; call as_ffi() and jax.jit here");
  auto getOperand = [&](int64_t i) -> const XLA_FFI_Buffer & {
    return *static_cast<XLA_FFI_Buffer *>(frame.args.args[i]);
  };
  auto getResult = [&](int64_t i) -> const XLA_FFI_Buffer & {
    return *static_cast<XLA_FFI_Buffer *>(frame.rets.rets[i]);
  };
  int64_t numFunctions;
  const fp8c_function &function =
      fp8c_step_functions(shared->step, &numFunctions)[0];
  std::vector<void *> addresses(function.num_arguments);
  // States come first among the operands and among the results.
  int64_t numStates = 0, numResults = 0;
  for (int64_t i = 0; i < function.num_arguments; ++i) {
    numStates += function.arguments[i].role == FP8C_STATE;
    numResults += function.arguments[i].role == FP8C_RESULT;
  }
  // The last operand is the number of completed steps.
  int64_t numOperands = function.num_arguments - numResults + 1;
  if (frame.args.size != numOperands ||
      frame.rets.size != numStates + numResults)
    return fail(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT,
                "expected " + std::to_string(numOperands) + " operands and " +
                    std::to_string(numStates + numResults) + " results");
  const XLA_FFI_Buffer &completed = getOperand(numOperands - 1);
  if (completed.dtype != XLA_FFI_DataType_S32 || completed.rank != 0)
    return fail(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT,
                "expected a number of completed steps of type int32");
  int64_t state = 0, input = numStates, result = numStates;
  for (int64_t i = 0; i < function.num_arguments; ++i) {
    const fp8c_argument &argument = function.arguments[i];
    bool isResult = argument.role == FP8C_RESULT;
    int64_t &position = argument.role == FP8C_STATE ? state
                        : isResult                  ? result
                                                    : input;
    bool isState = argument.role == FP8C_STATE;
    const XLA_FFI_Buffer &buffer =
        isResult ? getResult(position) : getOperand(position);
    if (!hasShape(buffer, argument) ||
        (isState && !hasShape(getResult(position), argument)))
      return fail(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT,
                  std::string("expected another shape of '") + argument.name +
                      "'");
    addresses[i] = buffer.data;
    if (isState && argument.num_bytes != 0 &&
        addresses[i] != getResult(position).data)
      return fail(frame, XLA_FFI_Error_Code_INTERNAL,
                  std::string("expected the state '") + argument.name +
                      "' in the memory of its operand, but XLA gave it other "
                      "memory");
    ++position;
  }
  int32_t number;
  std::memcpy(&number, completed.data, sizeof(number));
  int64_t index = fp8c_step_function_at(shared->step, number);
  if (index < 0)
    return fail(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT,
                "expected a number of completed steps, but got " +
                    std::to_string(number));
  std::lock_guard<std::mutex> lock(shared->running);
  switch (fp8c_step_run(shared->step, index, addresses.data())) {
  case FP8C_OK:
    return nullptr;
  case FP8C_INVALID_ARGUMENT:
    return fail(frame, XLA_FFI_Error_Code_INVALID_ARGUMENT, fp8c_last_error());
  case FP8C_BUSY:
    return fail(frame, XLA_FFI_Error_Code_UNAVAILABLE, fp8c_last_error());
  default:
    return fail(frame, XLA_FFI_Error_Code_INTERNAL, fp8c_last_error());
  }
}

/// Handles a call by XLA: returns the version of the interface when the handler
/// is registered, and runs a step otherwise.
static XLA_FFI_Error *handle(XLA_FFI_CallFrame *frame) {
  XLA_FFI_Extension_Base *extension = frame->extension_start;
  if (!extension || extension->type != XLA_FFI_Extension_Metadata)
    return runStep(*frame);
  XLA_FFI_Metadata *metadata =
      reinterpret_cast<XLA_FFI_Metadata_Extension *>(extension)->metadata;
  metadata->api_version = {XLA_FFI_Api_Version_STRUCT_SIZE, nullptr,
                           XLA_FFI_API_MAJOR, XLA_FFI_API_MINOR};
  metadata->traits = 0;
  metadata->state_type_id = {};
  return nullptr;
}

nb::capsule fp8py::getFfiHandler() {
  return nb::capsule(reinterpret_cast<void *>(&handle));
}
#endif // FP8_HAVE_XLA_FFI
