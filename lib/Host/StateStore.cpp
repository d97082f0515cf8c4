//===- StateStore.cpp - arguments of a step between its runs --------------===//

#include "fp8/Host/StateStore.h"

using namespace mlir;
using namespace mlir::fp8;

StateStore::StateStore(Location loc, std::vector<HostTensor> values,
                       ArrayRef<std::optional<unsigned>> updated)
    : loc(loc), arguments(std::move(values)), updated(updated),
      buffers(updated.size()), uploaded(arguments.size()),
      onHost(arguments.size(), true), onDevice(arguments.size()) {}

HostTensor &StateStore::upload(unsigned i) {
  uploaded.set(i);
  onHost.set(i);
  onDevice.reset(i);
  return arguments[i];
}

LogicalResult StateStore::download(unsigned i) {
  if (onHost[i])
    return success();
  if (failed(device->download(i, arguments[i])))
    return failure();
  onHost.set(i);
  return success();
}

LogicalResult StateStore::download() {
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (failed(download(i)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Runs on the host
//===----------------------------------------------------------------------===//

FailureOr<StateStore::Binding>
StateStore::bind(bool isInPlace, MutableArrayRef<HostTensor> results) {
  if (failed(download()))
    return failure();
  Binding binding;
  for (const HostTensor &argument : arguments)
    binding.arguments.push_back(&argument);
  for (auto [i, result] : llvm::enumerate(results)) {
    std::optional<unsigned> state = getState(i);
    if (!state) {
      binding.results.push_back(&result);
      continue;
    }
    if (isInPlace) {
      binding.results.push_back(&arguments[*state]);
      continue;
    }
    if (!buffers[i].getType()) {
      FailureOr<HostTensor> buffer = HostTensor::allocate(
          arguments[*state].getType(), [&] { return emitError(loc); });
      if (failed(buffer))
        return failure();
      buffers[i] = std::move(*buffer);
    }
    binding.results.push_back(&buffers[i]);
  }
  return binding;
}

void StateStore::commit(bool isInPlace) {
  for (auto [i, state] : llvm::enumerate(updated)) {
    if (!state)
      continue;
    if (!isInPlace)
      std::swap(arguments[*state], buffers[i]);
    onDevice.reset(*state);
  }
  uploaded.reset();
}

//===----------------------------------------------------------------------===//
// Runs on a device
//===----------------------------------------------------------------------===//

StateDevice::~StateDevice() {
  if (store)
    store->detach();
}

LogicalResult StateDevice::vacate() {
  if (!store)
    return success();
  if (failed(store->download()))
    return failure();
  store->detach();
  return success();
}

void StateStore::detach() {
  if (device)
    device->store = nullptr;
  device = nullptr;
  onDevice.reset();
}

LogicalResult StateStore::bind(StateDevice &newDevice) {
  if (device == &newDevice)
    return success();
  if (failed(download()) || failed(newDevice.vacate()))
    return failure();
  detach();
  device = &newDevice;
  device->store = this;
  return success();
}

void StateStore::commitOnDevice() {
  onDevice.set();
  for (std::optional<unsigned> state : updated)
    if (state)
      onHost.reset(*state);
  uploaded.reset();
}
