//===- UpdateWorkspace.cpp - workspace and checks of updates --------------===//

#include "Error.h"
#include "Update.h"

#include <algorithm>
#include <cstring>

using namespace fp8rt;

constexpr int64_t alignment = 64;

static int64_t align(int64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

static int64_t divideCeil(int64_t a, int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

//===----------------------------------------------------------------------===//
// Workspace
//===----------------------------------------------------------------------===//

int64_t fp8rt::getNumItems(const fp8rt_update_launch &launch, int64_t size) {
  return launch.n != 0 ? launch.n : size;
}

int64_t fp8rt::getPartialBytes(const fp8rt_update_operand &operand,
                               int64_t numItems) {
  if (operand.kind != FP8RT_UPDATE_PARTIALS)
    return 0;
  return align(divideCeil(numItems, operand.items) * operand.bytes);
}

int64_t fp8rt::getOwnBytes(const fp8rt_update &update) {
  return align(update.own_bytes);
}

int64_t fp8rt::getTensorBytes(const fp8rt_update &update, int64_t size) {
  int64_t partials = 0;
  for (int32_t i = 0; i < update.num_launches; ++i) {
    const fp8rt_update_launch &launch = update.launches[i];
    int64_t bytes = 0;
    for (int32_t p = 0; p < launch.kernel->num_pointers; ++p)
      bytes += getPartialBytes(launch.operands[p], getNumItems(launch, size));
    partials = std::max(partials, bytes);
  }
  return getOwnBytes(update) + partials;
}

/// Returns the size of an array with one number per tensor and one more number.
static int64_t getNumbersBytes(int64_t numTensors) {
  return align((numTensors + 1) * static_cast<int64_t>(sizeof(int64_t)));
}

int64_t fp8rt::getCommonBytes(const fp8rt_update &update, int64_t numTensors) {
  return align(update.shared_bytes) + 3 * getNumbersBytes(numTensors);
}

Workspace fp8rt::divideWorkspace(const fp8rt_update &update, int64_t numTensors,
                                 void *address) {
  auto *base = static_cast<char *>(address);
  int64_t numbers = align(update.shared_bytes);
  int64_t step = getNumbersBytes(numTensors);
  auto getNumbers = [&](int64_t i) {
    return reinterpret_cast<int64_t *>(base + numbers + i * step);
  };
  return {base, getNumbers(0), getNumbers(1), getNumbers(2),
          base + getCommonBytes(update, numTensors)};
}

static fp8rt_status checkSizes(const char *function, const fp8rt_update *update,
                               int64_t numTensors, const int64_t *sizes) {
  if (!update)
    return failNull(function, "update");
  if (update->abi_version != FP8RT_ABI_VERSION)
    return fail(FP8RT_UNSUPPORTED,
                "%s: %s was compiled for version %u of the runtime, this is %u",
                function, update->name, update->abi_version, FP8RT_ABI_VERSION);
  if (numTensors < 0)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: num_tensors is %lld, expected at least 0", function,
                static_cast<long long>(numTensors));
  if (numTensors != 0 && !sizes)
    return failNull(function, "sizes");
  // Sums of sizes and of workspaces stay far from the largest int64_t.
  constexpr int64_t limit = int64_t(1) << 48;
  int64_t total = 0;
  for (int64_t t = 0; t < numTensors; ++t) {
    if (sizes[t] < 0 || sizes[t] > limit || (total += sizes[t]) > limit)
      return fail(FP8RT_INVALID_ARGUMENT,
                  "%s: tensor %lld has %lld elements, expected at least 0, and "
                  "at most 2^48 in all tensors",
                  function, static_cast<long long>(t),
                  static_cast<long long>(sizes[t]));
  }
  return FP8RT_OK;
}

fp8rt_status fp8rt_update_workspace(const fp8rt_update *update,
                                    int64_t numTensors, const int64_t *sizes,
                                    uint64_t *bytes) {
  return guarded(__func__, [&](const char *function) {
    if (fp8rt_status status = checkSizes(function, update, numTensors, sizes))
      return status;
    if (!bytes)
      return failNull(function, "bytes");
    int64_t total = getCommonBytes(*update, numTensors);
    for (int64_t t = 0; t < numTensors; ++t)
      total += getTensorBytes(*update, sizes[t]);
    *bytes = static_cast<uint64_t>(std::max<int64_t>(total, alignment));
    return FP8RT_OK;
  });
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static fp8rt_status checkScalars(const char *function,
                                 const fp8rt_update &update,
                                 const fp8rt_update_args &args) {
  if (update.num_scalars != 0 && !args.scalars)
    return failNull(function, "args->scalars");
  for (int32_t i = 0; i < update.num_scalars; ++i) {
    const fp8rt_update_scalar &scalar = update.scalars[i];
    if (!args.scalars[i])
      return failNull(update.name, scalar.name);
    if (!scalar.has_range)
      continue;
    float value;
    std::memcpy(&value, args.scalars[i], sizeof(value));
    if (!(scalar.lower <= value && value < scalar.upper))
      return fail(
          FP8RT_OUT_OF_RANGE,
          "%s: expected %s to be at least %g and below %g, but it is %g",
          update.name, scalar.name, scalar.lower, scalar.upper,
          static_cast<double>(value));
  }
  return FP8RT_OK;
}

/// Returns true if a plane is a result that the caller does not want.
static bool isLeftOut(const fp8rt_update &update, const fp8rt_update_args &args,
                      int32_t plane) {
  if (update.planes[plane].role != FP8RT_RESULT)
    return false;
  for (int64_t t = 0; t < args.num_tensors; ++t)
    if (args.planes[t * update.num_planes + plane])
      return false;
  return true;
}

static bool isLeftOut(const fp8rt_update &update, const fp8rt_update_args &args,
                      const fp8rt_update_operand &operand) {
  return operand.kind == FP8RT_UPDATE_PLANE &&
         isLeftOut(update, args, operand.index);
}

bool fp8rt::isWanted(const fp8rt_update &update, const fp8rt_update_args &args,
                     const fp8rt_update_launch &launch) {
  for (int32_t i = 0; i < launch.num_outputs; ++i)
    if (!isLeftOut(update, args, launch.operands[launch.num_inputs + i]))
      return true;
  return launch.num_outputs == 0;
}

/// Checks that no launch accesses a result that the caller does not want.
static fp8rt_status checkLeftOut(const fp8rt_update &update,
                                 const fp8rt_update_args &args) {
  for (int32_t i = 0; i < update.num_launches; ++i) {
    const fp8rt_update_launch &launch = update.launches[i];
    if (!isWanted(update, args, launch))
      continue;
    for (int32_t p = 0; p < launch.num_inputs + launch.num_outputs; ++p)
      if (const fp8rt_update_operand &operand = launch.operands[p];
          isLeftOut(update, args, operand))
        return fail(FP8RT_INVALID_ARGUMENT,
                    "%s: %s is NULL for all tensors, but %s accesses it beside "
                    "other planes",
                    update.name, update.planes[operand.index].name,
                    launch.kernel->name);
  }
  return FP8RT_OK;
}

static fp8rt_status checkPlanes(const char *function,
                                const fp8rt_update &update,
                                const fp8rt_update_args &args) {
  if (args.num_tensors != 0 && update.num_planes != 0 && !args.planes)
    return failNull(function, "args->planes");
  for (int32_t i = 0; i < update.num_planes; ++i) {
    const fp8rt_update_plane &plane = update.planes[i];
    if (isLeftOut(update, args, i))
      continue;
    for (int64_t t = 0; t < args.num_tensors; ++t)
      if (!args.planes[t * update.num_planes + i] &&
          (args.sizes[t] != 0 || plane.granule == 0))
        return fail(FP8RT_INVALID_ARGUMENT, "%s: %s of tensor %lld is NULL",
                    update.name, plane.name, static_cast<long long>(t));
  }
  return args.num_tensors != 0 ? checkLeftOut(update, args) : FP8RT_OK;
}

fp8rt_status fp8rt::checkUpdate(const char *function,
                                const fp8rt_update *update,
                                const fp8rt_update_args *args) {
  if (!args)
    return failNull(function, "args");
  if (fp8rt_status status =
          checkSizes(function, update, args->num_tensors, args->sizes))
    return status;
  if (fp8rt_status status = checkScalars(function, *update, *args))
    return status;
  if (!args->workspace)
    return failNull(function, "args->workspace");
  if (reinterpret_cast<uintptr_t>(args->workspace) % alignment != 0)
    return fail(FP8RT_INVALID_ARGUMENT,
                "%s: the workspace is at %p, expected an address that is a "
                "multiple of %d",
                update->name, args->workspace, static_cast<int>(alignment));
  return checkPlanes(function, *update, *args);
}

/// Returns true if `reader` reads the final result of a reduction over a
/// tensor.
static bool readsReduction(const fp8rt_update &update,
                           const fp8rt_update_launch &reader) {
  for (const fp8rt_update_launch *other = update.launches; other != &reader;
       ++other)
    for (int32_t o = 0; other->kernel->finish && o < other->num_outputs; ++o)
      for (int32_t i = 0; i < reader.num_inputs; ++i) {
        const fp8rt_update_operand &written =
            other->operands[other->num_inputs + o];
        const fp8rt_update_operand &read = reader.operands[i];
        if (written.kind == FP8RT_UPDATE_OWN && read.kind == written.kind &&
            read.offset == written.offset)
          return true;
      }
  return false;
}

fp8rt_status fp8rt::checkParts(const char *function, const fp8rt_update &update,
                               const fp8rt_update_args &args,
                               const int64_t *offsets) {
  if (args.num_tensors != 0 && !offsets)
    return failNull(function, "offsets");
  for (int32_t i = 0; i < update.num_launches; ++i)
    if (readsReduction(update, update.launches[i]))
      return fail(FP8RT_UNSUPPORTED,
                  "%s: %s reads a reduction over a whole tensor, expected an "
                  "update that a part suffices for",
                  update.name, update.launches[i].kernel->name);
  for (int64_t t = 0; t < args.num_tensors; ++t)
    for (int32_t i = 0; i < update.num_planes; ++i) {
      int64_t granule = std::max<int64_t>(update.planes[i].granule, 1);
      constexpr int64_t limit = int64_t(1) << 48;
      bool isCut = args.sizes[t] != 0 && offsets[t] % granule != 0;
      if (offsets[t] < 0 || offsets[t] > limit || isCut)
        return fail(FP8RT_INVALID_ARGUMENT,
                    "%s: part %lld starts at element %lld, expected a multiple "
                    "of %lld from 0 to 2^48",
                    update.name, static_cast<long long>(t),
                    static_cast<long long>(offsets[t]),
                    static_cast<long long>(granule));
    }
  return FP8RT_OK;
}
