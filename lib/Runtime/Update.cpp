//===- Update.cpp - updates of tensors of any shapes ----------------------===//

#include "Update.h"
#include "Bucket.h"
#include "Context.h"
#include "fp8/Runtime/WorkItems.h"

#include <alloca.h>
#include <cstring>
#include <string>

using namespace fp8rt;

namespace {
class UpdateRun {
public:
  /// `offsets` has the first element of each part, or is null.
  UpdateRun(const fp8rt_update &update, const fp8rt_update_args &args,
            const int64_t *offsets)
      : update(update), args(args), offsets(offsets),
        space(divideWorkspace(update, args.num_tensors, args.workspace)) {}

  fp8rt_status run(fp8rt_context context, fp8rt_stream stream);

private:
  struct Launch {
    const UpdateRun &run;
    const fp8rt_update_launch &launch;
  };

  void prepareTensors();
  void copyStates();
  fp8rt_status runLaunch(fp8rt_context context, fp8rt_stream stream,
                         const fp8rt_update_launch &launch);
  fp8rt_status runPart(fp8rt_context context, fp8rt_stream stream,
                       const fp8rt_update_launch &launch, int64_t t);
  int64_t getDistance(const fp8rt_update_operand &operand,
                      int64_t offset) const;
  void *getAddress(const fp8rt_update_launch &launch, int32_t operand,
                   int64_t t) const;
  char *getOwn(int64_t t, int64_t offset) const {
    return space.own + space.positions[t] + offset;
  }

  const fp8rt_update &update;
  const fp8rt_update_args &args;
  const int64_t *offsets;
  Workspace space;
};
} // namespace

/// Computes the positions of the tensors in the workspace, and their numbers.
void UpdateRun::prepareTensors() {
  int64_t position = 0;
  for (int64_t t = 0; t < args.num_tensors; ++t) {
    space.positions[t] = position;
    position += getTensorBytes(update, args.sizes[t]);
    int64_t number = args.numbers ? args.numbers[t] : t;
    for (int32_t i = 0; i < update.num_numbers; ++i) {
      const fp8rt_update_number &entry = update.numbers[i];
      auto value = static_cast<uint32_t>(entry.first + entry.stride * number);
      std::memcpy(getOwn(t, entry.offset), &value, sizeof(value));
    }
  }
  space.positions[args.num_tensors] = position;
}

void UpdateRun::copyStates() {
  for (int64_t t = 0; t < args.num_tensors; ++t)
    for (int32_t i = 0; i < update.num_copies; ++i) {
      const fp8rt_update_copy &copy = update.copies[i];
      std::memcpy(args.planes[t * update.num_planes + copy.plane],
                  getOwn(t, copy.offset), static_cast<size_t>(copy.bytes));
    }
}

void *UpdateRun::getAddress(const fp8rt_update_launch &launch, int32_t operand,
                            int64_t t) const {
  const fp8rt_update_operand &entry = launch.operands[operand];
  switch (entry.kind) {
  case FP8RT_UPDATE_PLANE:
    return args.planes[t * update.num_planes + entry.index];
  case FP8RT_UPDATE_SCALAR:
    return args.scalars[entry.index];
  case FP8RT_UPDATE_SHARED:
    return space.shared + entry.offset;
  case FP8RT_UPDATE_OWN:
    return getOwn(t, entry.offset);
  case FP8RT_UPDATE_CONSTANT:
    // The compiler creates no launch that writes a constant.
    return const_cast<void *>(entry.address);
  }
  int64_t offset = getOwnBytes(update);
  for (int32_t i = 0; i < operand; ++i)
    offset +=
        getPartialBytes(launch.operands[i], getNumItems(launch, args.sizes[t]));
  return getOwn(t, offset);
}

fp8rt_status UpdateRun::runLaunch(fp8rt_context context, fp8rt_stream stream,
                                  const fp8rt_update_launch &launch) {
  if (launch.is_shared) {
    int32_t count = launch.kernel->num_pointers;
    // On the stack, because a run allocates no memory.
    auto **pointers = static_cast<void **>(
        alloca(static_cast<size_t>(count + 1) * sizeof(void *)));
    for (int32_t p = 0; p < count; ++p)
      pointers[p] = getAddress(launch, p, /*t=*/0);
    return fp8rt_launch(context, stream, launch.kernel, launch.n, pointers,
                        nullptr);
  }
  if (offsets) {
    for (int64_t t = 0; t < args.num_tensors; ++t)
      if (fp8rt_status status = runPart(context, stream, launch, t))
        return status;
    return FP8RT_OK;
  }
  space.starts[0] = 0;
  for (int64_t t = 0; t < args.num_tensors; ++t) {
    space.sizes[t] = getNumItems(launch, args.sizes[t]);
    space.starts[t + 1] = space.starts[t] + space.sizes[t] + itemsPerStart;
  }
  fp8rt_bucket bucket = {args.num_tensors, space.sizes, space.starts};
  auto getPointers = [](const void *closure, int64_t tensor, int64_t count,
                        void **room) -> void *const * {
    auto *from = static_cast<const Launch *>(closure);
    for (int32_t p = 0; p < count; ++p)
      room[p] = from->run.getAddress(from->launch, p, tensor);
    return room;
  };
  Launch closure = {*this, launch};
  return launchBucket("fp8rt_run_update", context, stream, launch.kernel,
                      &bucket, getPointers, &closure);
}

//===----------------------------------------------------------------------===//
// Parts of tensors
//===----------------------------------------------------------------------===//

/// Returns the distance from element 0 of a tensor to element `offset`, in
/// bytes of an operand.
int64_t UpdateRun::getDistance(const fp8rt_update_operand &operand,
                               int64_t offset) const {
  if (operand.kind == FP8RT_UPDATE_PARTIALS)
    return offset / operand.items * operand.bytes;
  if (operand.kind != FP8RT_UPDATE_PLANE)
    return 0;
  const fp8rt_update_plane &plane = update.planes[operand.index];
  return plane.granule ? offset / plane.granule * plane.element_bytes : 0;
}

namespace {
struct Part {
  const fp8rt_kernel &kernel;
  void *const *pointers;
  int64_t begin, end;
};
} // namespace

/// Runs a launch on a part. Kernels get the numbers of work items in the whole
/// tensor, and the address that element 0 of the tensor would have.
fp8rt_status UpdateRun::runPart(fp8rt_context context, fp8rt_stream stream,
                                const fp8rt_update_launch &launch, int64_t t) {
  const fp8rt_kernel &kernel = *launch.kernel;
  int32_t count = kernel.num_pointers;
  int64_t size = getNumItems(launch, args.sizes[t]);
  // A fixed number of work items computes scalars.
  int64_t offset = launch.n == 0 ? offsets[t] : 0;
  // On the stack, because a run allocates no memory. Kernels may prefetch from
  // the second half.
  auto **pointers = static_cast<void **>(
      alloca(static_cast<size_t>(2 * count + 1) * sizeof(void *)));
  for (int32_t p = 0; p < count; ++p) {
    auto address = reinterpret_cast<uintptr_t>(getAddress(launch, p, t));
    auto distance =
        static_cast<uintptr_t>(getDistance(launch.operands[p], offset));
    pointers[p] = pointers[count + p] =
        reinterpret_cast<void *>(address - distance);
  }
  Part part = {kernel, pointers, offset, offset + size};
  fp8rt_status status = fp8rt_parallel_for(
      context, stream, size, kernel.grain,
      [](int64_t begin, int64_t end, void *closure) {
        auto *part = static_cast<Part *>(closure);
        part->kernel.body(part->begin + begin, part->begin + end,
                          part->pointers, &part->end);
      },
      &part);
  if (status || !kernel.finish)
    return status;
  for (int32_t p = 0; p < count; ++p)
    pointers[p] = getAddress(launch, p, t);
  part.end = size;
  return fp8rt_parallel_for(
      context, stream, /*n=*/1, /*grain=*/1,
      [](int64_t, int64_t, void *closure) {
        auto *part = static_cast<Part *>(closure);
        part->kernel.finish(0, part->end, part->pointers, &part->end);
      },
      &part);
}

fp8rt_status UpdateRun::run(fp8rt_context context, fp8rt_stream stream) {
  prepareTensors();
  for (int32_t i = 0; i < update.num_launches; ++i) {
    const fp8rt_update_launch &launch = update.launches[i];
    if (!isWanted(update, args, launch))
      continue;
    if (fp8rt_status status = runLaunch(context, stream, launch)) {
      std::string message = fp8rt_last_error();
      return fail(status, "%s: %s at %s: %s", update.name, launch.kernel->name,
                  launch.location, message.c_str());
    }
  }
  copyStates();
  return FP8RT_OK;
}

static fp8rt_status runUpdate(fp8rt_context context, fp8rt_stream stream,
                              const fp8rt_update &update,
                              const fp8rt_update_args &args,
                              const int64_t *offsets) {
  if (args.num_tensors == 0)
    return FP8RT_OK;
  return UpdateRun(update, args, offsets).run(context, stream);
}

fp8rt_status fp8rt_run_update(fp8rt_context context, fp8rt_stream stream,
                              const fp8rt_update *update,
                              const fp8rt_update_args *args) {
  return guarded(__func__, [&](const char *function) {
    if (fp8rt_status status = checkUpdate(function, update, args))
      return status;
    return runUpdate(context, stream, *update, *args, /*offsets=*/nullptr);
  });
}

fp8rt_status fp8rt_run_update_parts(fp8rt_context context, fp8rt_stream stream,
                                    const fp8rt_update *update,
                                    const fp8rt_update_args *args,
                                    const int64_t *offsets) {
  return guarded(__func__, [&](const char *function) {
    if (fp8rt_status status = checkUpdate(function, update, args))
      return status;
    if (fp8rt_status status = checkParts(function, *update, *args, offsets))
      return status;
    return runUpdate(context, stream, *update, *args, offsets);
  });
}
