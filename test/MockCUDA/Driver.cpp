//===- Driver.cpp - Devices, memory and kernels of libcuda.so.1 -----------===//

#include "Entry.h"
#include "Kernels.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace mock;
using fp8rt::cuda::Copy2D;

//===----------------------------------------------------------------------===//
// Driver, device and context
//===----------------------------------------------------------------------===//

FP8MOCK_API int cuInit(unsigned) {
  Machine &machine = Machine::get();
  machine.readEnvironment();
  if (Code planted = machine.enter(__func__, ""))
    return planted;
  machine.isInitialized = machine.numDevices != 0;
  return machine.isInitialized ? Success : NoDevice;
}

FP8MOCK_API int cuDriverGetVersion(int *version) {
  Machine &machine = Machine::get();
  machine.readEnvironment();
  *version = machine.version;
  return machine.enter(__func__, "");
}

static const std::pair<int, std::pair<const char *, const char *>> kErrors[] = {
    {InvalidValue, {"CUDA_ERROR_INVALID_VALUE", "invalid argument"}},
    {OutOfMemory, {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"}},
    {NoDevice, {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"}},
    {UnsupportedPTX,
     {"CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
      "the provided PTX was compiled with an unsupported toolchain."}},
    {NotFound, {"CUDA_ERROR_NOT_FOUND", "named symbol not found"}},
    {IllegalAddress,
     {"CUDA_ERROR_ILLEGAL_ADDRESS",
      "an illegal memory access was encountered"}},
    {LaunchFailed, {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}}};

static int findError(int code, const char **text, bool isName) {
  for (auto &[known, texts] : kErrors)
    if (known == code) {
      *text = isName ? texts.first : texts.second;
      return Success;
    }
  *text = nullptr;
  return InvalidValue;
}
FP8MOCK_API int cuGetErrorName(int code, const char **name) {
  return findError(code, name, true);
}
FP8MOCK_API int cuGetErrorString(int code, const char **text) {
  return findError(code, text, false);
}

FP8MOCK_API int cuDeviceGetCount(int *count) {
  ENTER();
  *count = machine.numDevices;
  return Success;
}
FP8MOCK_API int cuDeviceGet(int *device, int ordinal) {
  ENTER(ordinal);
  *device = ordinal;
  return ordinal < machine.numDevices ? Success : InvalidValue;
}
FP8MOCK_API int cuDeviceGetName(char *name, int length, int device) {
  ENTER(device);
  std::strncpy(name, "Mock GPU", size_t(length));
  return Success;
}
FP8MOCK_API int cuDeviceGetAttribute(int *value, int attribute, int device) {
  ENTER(attribute, device);
  // The L2 cache is small, so that the mock overwrites it quickly.
  *value = attribute == fp8rt::cuda::attributeCacheBytes ? 64 << 10
           : attribute == fp8rt::cuda::attributeMajor ? machine.capability / 10
                                                      : machine.capability % 10;
  return Success;
}

static CUctx_st *getContext() {
  static int context;
  return reinterpret_cast<CUctx_st *>(&context);
}
FP8MOCK_API int cuDevicePrimaryCtxRetain(CUctx_st **context, int device) {
  ENTER(device);
  ++machine.numContexts;
  machine.device = device;
  *context = getContext();
  return Success;
}

/// The last release of the context requires that everything else has been
/// released.
FP8MOCK_API int cuDevicePrimaryCtxRelease_v2(int device) {
  ENTER(device);
  if (--machine.numContexts != 0)
    return Success;
  std::pair<const char *, size_t> left[] = {
      {"blocks", machine.memory.size() + machine.pinned.size()},
      {"streams", machine.streams.size()},
      {"events", machine.events.size()},
      {"modules", machine.modules.size()},
      {"communicators", machine.communicators.size()},
      {"graphs", machine.graphs.size() + machine.executables.size()}};
  for (auto [what, count] : left)
    if (count != 0)
      machine.violate(std::to_string(count) + " " + what +
                      " are left behind in the context");
  return Success;
}
FP8MOCK_API int cuCtxPushCurrent_v2(CUctx_st *context) {
  Machine &machine = Machine::get();
  if (machine.numContexts == 0 || context != getContext())
    return machine.violate("a context that nobody retains", InvalidContext);
  ++machine.contextDepth;
  return Success;
}
FP8MOCK_API int cuCtxPopCurrent_v2(CUctx_st **context) {
  Machine &machine = Machine::get();
  if (machine.contextDepth == 0)
    return machine.violate("no context to pop", InvalidContext);
  --machine.contextDepth;
  *context = getContext();
  return Success;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void *allocate(size_t bytes) {
  void *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  // Fill memory with NaN, so that reads of unwritten memory show.
  std::memset(memory, 0xFF, bytes);
  return memory;
}

FP8MOCK_API int cuMemGetInfo_v2(size_t *free, size_t *total) {
  ENTER_CONTEXT();
  *total = machine.totalBytes;
  *free = machine.totalBytes - machine.usedBytes;
  return Success;
}
FP8MOCK_API int cuMemAlloc_v2(Address *address, size_t bytes) {
  ENTER_UNCAPTURED(bytesOf(bytes));
  if (bytes == 0)
    return machine.violate("an allocation of nothing");
  if (bytes > machine.totalBytes - machine.usedBytes)
    return OutOfMemory;
  machine.usedBytes += bytes;
  *address = Address(reinterpret_cast<uintptr_t>(allocate(bytes)));
  machine.memory[*address] = {machine.nextNumber++, bytes};
  return Success;
}
FP8MOCK_API int cuMemFree_v2(Address address) {
  ENTER_UNCAPTURED(address);
  EXPECT_LIVE(memory, address);
  Code code = machine.drain();
  machine.usedBytes -= machine.memory[address].bytes;
  machine.memory.erase(address);
  std::free(reinterpret_cast<void *>(address));
  return code;
}
FP8MOCK_API int cuMemHostAlloc(void **address, size_t bytes, unsigned) {
  ENTER_UNCAPTURED(bytesOf(bytes));
  *address = allocate(bytes);
  machine.pinned[*address] = {machine.nextNumber++, bytes};
  return Success;
}
FP8MOCK_API int cuMemFreeHost(void *address) {
  ENTER_UNCAPTURED();
  EXPECT_LIVE(pinned, address);
  Code code = machine.drain();
  machine.pinned.erase(address);
  std::free(address);
  return code;
}

/// Submits a copy. It reads its source only when it runs, which is as late as
/// allowed.
static Code submitCopy(Machine &machine, const char *label, void *to,
                       const void *from, size_t bytes, CUstream_st *stream) {
  return machine.submit(asStream(stream), {label, [=] {
                                             std::memcpy(to, from, bytes);
                                             return Success;
                                           }});
}
static void *asPointer(Address address) {
  return reinterpret_cast<void *>(address);
}
#define EXPECT_DEVICE(address, bytes)                                          \
  if (!machine.isDeviceMemory(address, bytes))                                 \
  return machine.violate(std::string(__func__) +                               \
                         " outside of the memory of the GPU")
#define EXPECT_PINNED(address, bytes)                                          \
  if (!machine.isPinned(address, bytes))                                       \
  return machine.violate(std::string(__func__) +                               \
                         " of host memory that is not pinned")

FP8MOCK_API int cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes,
                                     CUstream_st *stream) {
  ENTER_CONTEXT(to, bytesOf(bytes), nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  EXPECT_DEVICE(to, bytes);
  EXPECT_PINNED(from, bytes);
  return submitCopy(machine, "upload", asPointer(to), from, bytes, stream);
}
FP8MOCK_API int cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes,
                                     CUstream_st *stream) {
  ENTER_CONTEXT(from, bytesOf(bytes), nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  EXPECT_DEVICE(from, bytes);
  EXPECT_PINNED(to, bytes);
  return submitCopy(machine, "download", to, asPointer(from), bytes, stream);
}
FP8MOCK_API int cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes,
                                     CUstream_st *stream) {
  ENTER_CONTEXT(to, from, bytesOf(bytes), nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  EXPECT_DEVICE(from, bytes);
  EXPECT_DEVICE(to, bytes);
  return submitCopy(machine, "copy", asPointer(to), asPointer(from), bytes,
                    stream);
}
FP8MOCK_API int cuMemcpy2DAsync_v2(const Copy2D *given, CUstream_st *stream) {
  Copy2D copy = *given;
  ENTER_CONTEXT(copy.dstDevice, copy.srcDevice,
                bytesOf(copy.width) + "x" + bytesOf(copy.height),
                nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  if (copy.width > copy.srcPitch || copy.width > copy.dstPitch)
    return machine.violate("a copy of rows that are longer than their pitch");
  if (copy.srcPitch > INT32_MAX || copy.dstPitch > INT32_MAX)
    return machine.violate("a copy of rows of a pitch beyond the limit");
  if (copy.srcType != fp8rt::cuda::memoryDevice ||
      copy.dstType != fp8rt::cuda::memoryDevice)
    return machine.violate("a copy of rows that is not within the GPU");
  EXPECT_DEVICE(copy.srcDevice, (copy.height - 1) * copy.srcPitch + copy.width);
  EXPECT_DEVICE(copy.dstDevice, (copy.height - 1) * copy.dstPitch + copy.width);
  return machine.submit(asStream(stream),
                        {"copy 2D", [copy] {
                           for (size_t i = 0; i < copy.height; ++i)
                             std::memcpy(
                                 asPointer(copy.dstDevice + i * copy.dstPitch),
                                 asPointer(copy.srcDevice + i * copy.srcPitch),
                                 copy.width);
                           return Success;
                         }});
}
FP8MOCK_API int cuMemsetD8Async(Address to, unsigned char value, size_t bytes,
                                CUstream_st *stream) {
  ENTER_CONTEXT(to, int(value), bytesOf(bytes), nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  EXPECT_DEVICE(to, bytes);
  return machine.submit(asStream(stream), {"fill", [=] {
                                             std::memset(asPointer(to), value,
                                                         bytes);
                                             return Success;
                                           }});
}

FP8MOCK_API int cuMemsetD32Async(Address to, unsigned value, size_t count,
                                 CUstream_st *stream) {
  ENTER_CONTEXT(to, value, bytesOf(4 * count), nameOf(stream));
  EXPECT_LIVE(streams, asStream(stream));
  EXPECT_DEVICE(to, 4 * count);
  return machine.submit(asStream(stream),
                        {"fill", [=] {
                           auto *words = static_cast<unsigned *>(asPointer(to));
                           std::fill_n(words, count, value);
                           return Success;
                         }});
}

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

/// Returns true if the driver reads the PTX version of `image`, or if it is not
/// PTX.
static bool readsPTX(const Machine &machine, const char *image) {
  const char *version =
      std::strncmp(image, "//", 2) == 0 ? std::strstr(image, ".version ") : "";
  int major = 0, minor = 0;
  if (std::sscanf(version, ".version %d.%d", &major, &minor) != 2)
    return true;
  // "Release Notes" of the PTX ISA.
  const std::pair<int, int> versions[] = {
      {12000, 80}, {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84},
      {12050, 85}, {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90}};
  int last = 0;
  for (auto [cuda, ptx] : versions)
    if (machine.version >= cuda)
      last = ptx;
  return 10 * major + minor <= last;
}

FP8MOCK_API int cuModuleLoadDataEx(CUmod_st **module, const void *image,
                                   unsigned numOptions, int *options,
                                   void **values) {
  ENTER_UNCAPTURED();
  if (!readsPTX(machine, static_cast<const char *>(image)))
    return UnsupportedPTX;
  std::string error;
  auto loaded = std::make_unique<Module>();
  loaded->kernels = Kernels::load(machine, image, error);
  if (!loaded->kernels) {
    for (unsigned i = 0; i < numOptions; ++i)
      if (options[i] == fp8rt::cuda::jitErrorLog)
        std::strncpy(static_cast<char *>(values[i]), error.c_str(), 255);
    return InvalidValue;
  }
  loaded->number = machine.nextNumber++;
  Module *handle = loaded.get();
  machine.modules[handle] = std::move(loaded);
  *module = reinterpret_cast<CUmod_st *>(handle);
  return Success;
}
FP8MOCK_API int cuModuleUnload(CUmod_st *handle) {
  ENTER_UNCAPTURED();
  auto *module = reinterpret_cast<Module *>(handle);
  EXPECT_LIVE(modules, module);
  Code code = machine.drain();
  for (auto it = machine.functions.begin(); it != machine.functions.end();)
    it = it->first->module == module ? machine.functions.erase(it)
                                     : std::next(it);
  machine.modules.erase(module);
  return code;
}
FP8MOCK_API int cuModuleGetFunction(CUfunc_st **function, CUmod_st *handle,
                                    const char *name) {
  ENTER_CONTEXT(std::string(name));
  auto *module = reinterpret_cast<Module *>(handle);
  EXPECT_LIVE(modules, module);
  int numParameters = module->kernels->getNumParameters(name);
  if (numParameters < 0)
    return NotFound;
  auto found = std::make_unique<Function>();
  *found = {module, name, numParameters};
  Function *result = found.get();
  machine.functions[result] = std::move(found);
  *function = reinterpret_cast<CUfunc_st *>(result);
  return Success;
}
FP8MOCK_API int cuLaunchKernel(CUfunc_st *handle, unsigned gridX,
                               unsigned gridY, unsigned gridZ, unsigned blockX,
                               unsigned blockY, unsigned blockZ,
                               unsigned sharedBytes, CUstream_st *stream,
                               void **parameters, void **extra) {
  auto *function = reinterpret_cast<Function *>(handle);
  ENTER_CONTEXT(Machine::get().functions.count(function) ? function->name
                                                         : std::string("?"),
                gridX, blockX, nameOf(stream));
  EXPECT_LIVE(functions, function);
  EXPECT_LIVE(streams, asStream(stream));
  if (gridX == 0 || gridY != 1 || gridZ != 1 || blockX == 0 || blockX > 1024 ||
      blockY != 1 || blockZ != 1 || sharedBytes != 0 || extra)
    return machine.violate("a launch of an unexpected shape");
  std::vector<Address> arguments;
  for (int i = 0; i < function->numParameters; ++i)
    arguments.push_back(*static_cast<Address *>(parameters[i]));
  for (Address argument : arguments)
    if (!machine.isDeviceMemory(argument, 0))
      return machine.violate("an argument of " + function->name +
                             " outside of the memory of the GPU");
  Module *module = function->module;
  std::string name = function->name;
  return machine.submit(
      asStream(stream),
      {name, [=] {
         Machine &now = Machine::get();
         if (now.modules.find(module) == now.modules.end())
           return now.violate("a launch of " + name + ", which was unloaded",
                              IllegalAddress);
         return module->kernels->launch(now, name, gridX, blockX, arguments);
       }});
}
