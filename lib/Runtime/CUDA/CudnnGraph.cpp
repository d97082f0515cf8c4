//===- CudnnGraph.cpp - graphs of cuDNN -----------------------------------===//

#include "CudnnGraph.h"
#include "../Error.h"

#include <algorithm>
#include <cstring>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Promised alignment of every address, in bytes.
constexpr int64_t tensorAlignment = 16;

DnnDims fp8rt::cuda::getDenseStrides(const DnnDims &extents) {
  DnnDims strides = {1, 1, 1, 1};
  for (size_t i = 3; i > 0; --i)
    strides[i - 1] = strides[i] * extents[i];
  return strides;
}

CudnnGraph::~CudnnGraph() {
  // A descriptor refers to those before it.
  for (auto desc = descs.rbegin(); desc != descs.rend(); ++desc)
    dnn.descDestroy(*desc);
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

bool CudnnGraph::note(const char *call, DnnStatus status) {
  if (error == FP8RT_OK)
    error = dnn.check(function, call, status);
  return error != FP8RT_OK;
}

DnnDesc CudnnGraph::create(int kind) {
  DnnDesc desc = nullptr;
  if (error != FP8RT_OK ||
      note("cudnnBackendCreateDescriptor", dnn.descCreate(kind, &desc)))
    return nullptr;
  descs.push_back(desc);
  return desc;
}

void CudnnGraph::set(DnnDesc desc, int attribute, int type, int64_t count,
                     const void *values) {
  if (error == FP8RT_OK)
    note("cudnnBackendSetAttribute",
         dnn.descSet(desc, attribute, type, count, values));
}

void CudnnGraph::finalize(DnnDesc desc) {
  if (error == FP8RT_OK)
    note("cudnnBackendFinalize", dnn.descFinalize(desc));
}

bool CudnnGraph::tryFinalize(DnnDesc desc) {
  if (error != FP8RT_OK)
    return false;
  DnnStatus status = dnn.descFinalize(desc);
  lacksLibrary |= status == dnnPrerequisiteMissing;
  if (status >= dnnNotSupported && status < dnnInternalError)
    return false;
  return !note("cudnnBackendFinalize", status);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

CudnnGraph::Tensor CudnnGraph::addDesc(int type, const DnnDims &extents,
                                       const DnnDims &strides, bool isVirtual,
                                       bool isByValue) {
  DnnDesc desc = create(dnnTensor);
  Tensor number = static_cast<Tensor>(tensors.size());
  set(desc, dnnTensorType, dnnOfDataType, type);
  set(desc, dnnTensorExtents, dnnOfInt64, 4, extents.data());
  set(desc, dnnTensorStrides, dnnOfInt64, 4, strides.data());
  set(desc, dnnTensorNumber, dnnOfInt64, number);
  set(desc, dnnTensorAlignment, dnnOfInt64, tensorAlignment);
  set(desc, dnnTensorIsVirtual, dnnOfBool, isVirtual);
  set(desc, dnnTensorIsByValue, dnnOfBool, isByValue);
  finalize(desc);
  if (error != FP8RT_OK)
    return none;
  // The extents and strides may be members of `tensors`.
  TensorInfo info;
  info.extents = extents;
  info.strides = strides;
  info.desc = desc;
  info.isInMemory = !isVirtual && !isByValue;
  tensors.push_back(info);
  return number;
}

CudnnGraph::Tensor CudnnGraph::addTensor(int type, const DnnDims &extents,
                                         const DnnDims &strides) {
  return addDesc(type, extents, strides, /*isVirtual=*/false,
                 /*isByValue=*/false);
}

CudnnGraph::Tensor CudnnGraph::addConstant(float value) {
  DnnDims ones = {1, 1, 1, 1};
  Tensor number = addDesc(dnnF32, ones, ones, /*isVirtual=*/false,
                          /*isByValue=*/true);
  if (number != none)
    tensors.back().value = &constants.emplace_back(value);
  return number;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void CudnnGraph::addOp(int kind, int modeAttribute, DnnDesc mode,
                       std::initializer_list<std::pair<int, Tensor>> operands) {
  DnnDesc op = create(kind);
  if (mode)
    set(op, modeAttribute, dnnOfDesc, mode);
  for (auto [attribute, tensor] : operands)
    if (tensor != none && error == FP8RT_OK)
      set(op, attribute, dnnOfDesc, tensors[static_cast<size_t>(tensor)].desc);
  finalize(op);
  if (error == FP8RT_OK)
    ops.push_back(op);
}

CudnnGraph::Tensor CudnnGraph::matmul(Tensor a, Tensor b, Tensor out) {
  if (error != FP8RT_OK)
    return none;
  if (out == none) {
    const DnnDims &left = getExtents(a);
    out = addInner(dnnF32, {left[0], left[1], left[2], getExtents(b)[3]});
  }
  DnnDesc mode = create(dnnMatmul);
  set(mode, dnnMatmulType, dnnOfDataType, dnnF32);
  finalize(mode);
  addOp(dnnMatmulOp, dnnMatmulOpMode, mode,
        {{dnnMatmulOpA, a}, {dnnMatmulOpB, b}, {dnnMatmulOpC, out}});
  return out;
}

CudnnGraph::Tensor CudnnGraph::pointwise(int kind, Tensor x, Tensor b,
                                         Tensor condition, Tensor out,
                                         int type) {
  if (error != FP8RT_OK)
    return none;
  if (out == none)
    out = addInner(type, getExtents(x));
  DnnDesc mode = create(dnnPointwise);
  set(mode, dnnPointwiseMode, dnnOfPointwiseMode, kind);
  set(mode, dnnPointwiseType, dnnOfDataType,
      kind == dnnGreaterEqual ? dnnBool : dnnF32);
  finalize(mode);
  addOp(dnnPointwiseOp, dnnPointwiseOpMode, mode,
        {{dnnPointwiseOpX, x},
         {dnnPointwiseOpB, b},
         {dnnPointwiseOpT, condition},
         {dnnPointwiseOpY, out}});
  return out;
}

CudnnGraph::Tensor CudnnGraph::getIndex(Tensor x, int64_t axis) {
  if (error != FP8RT_OK)
    return none;
  Tensor out = addInner(dnnInt32, getExtents(x));
  DnnDesc mode = create(dnnPointwise);
  set(mode, dnnPointwiseMode, dnnOfPointwiseMode, dnnIndex);
  set(mode, dnnPointwiseType, dnnOfDataType, dnnF32);
  set(mode, dnnPointwiseAxis, dnnOfInt64, axis);
  finalize(mode);
  addOp(dnnPointwiseOp, dnnPointwiseOpMode, mode,
        {{dnnPointwiseOpX, x}, {dnnPointwiseOpY, out}});
  return out;
}

CudnnGraph::Tensor CudnnGraph::reduce(int operation, Tensor x, Tensor out) {
  if (error != FP8RT_OK)
    return none;
  if (out == none) {
    const DnnDims &from = getExtents(x);
    out = addInner(dnnF32, {from[0], from[1], from[2], 1});
  }
  DnnDesc mode = create(dnnReduction);
  set(mode, dnnReductionOperator, dnnOfReduction, operation);
  set(mode, dnnReductionType, dnnOfDataType, dnnF32);
  finalize(mode);
  addOp(dnnReductionOp, dnnReductionOpMode, mode,
        {{dnnReductionOpX, x}, {dnnReductionOpY, out}});
  return out;
}

CudnnGraph::Tensor CudnnGraph::transpose(Tensor x, int type) {
  if (error != FP8RT_OK)
    return none;
  const TensorInfo &from = tensors[static_cast<size_t>(x)];
  DnnDims extents = from.extents, strides = from.strides;
  std::swap(extents[2], extents[3]);
  std::swap(strides[2], strides[3]);
  Tensor out = addDesc(type, extents, strides, /*isVirtual=*/true,
                       /*isByValue=*/false);
  addOp(dnnReshapeOp, 0, nullptr, {{dnnReshapeOpX, x}, {dnnReshapeOpY, out}});
  return out;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

bool CudnnGraph::varies(DnnDesc config) {
  DnnDesc engine = create(dnnEngine);
  int64_t found = 0;
  std::array<int, 16> notes = {};
  if (error != FP8RT_OK ||
      note("cudnnBackendGetAttribute",
           dnn.descGet(config, dnnConfigEngine, dnnOfDesc, 1, &found,
                       &engine)) ||
      note("cudnnBackendGetAttribute",
           dnn.descGet(engine, dnnEngineNotes, dnnOfNote, notes.size(), &found,
                       notes.data())))
    return true;
  return std::count(notes.begin(), notes.begin() + found, dnnVaries) != 0;
}

/// Returns descriptors of engines, the best one first. There are none if the
/// library does not support `graph`.
std::vector<DnnDesc> CudnnGraph::listConfigs(DnnDesc graph, DnnDesc device) {
  DnnDesc heuristics = create(dnnHeuristics);
  set(heuristics, dnnHeuristicsGraph, dnnOfDesc, graph);
  set(heuristics, dnnHeuristicsMode, dnnOfHeuristic, dnnHeuristicA);
  if (device)
    set(heuristics, dnnHeuristicsDevice, dnnOfDesc, device);
  int64_t count = 0;
  if (!tryFinalize(heuristics) ||
      note("cudnnBackendGetAttribute",
           dnn.descGet(heuristics, dnnHeuristicsResults, dnnOfDesc, 0, &count,
                       nullptr)))
    return {};
  std::vector<DnnDesc> configs;
  for (int64_t i = 0; i < count; ++i)
    configs.push_back(create(dnnEngineConfig));
  if (error != FP8RT_OK ||
      note("cudnnBackendGetAttribute",
           dnn.descGet(heuristics, dnnHeuristicsResults, dnnOfDesc, count,
                       &count, configs.data())))
    return {};
  configs.resize(static_cast<size_t>(count));
  return configs;
}

/// Returns true if the library left out engines that it could not load.
static bool lacksPrerequisite(const Cudnn &dnn) {
  std::array<char, 4096> text = {};
  dnn.getLastError(text.data(), text.size());
  text.back() = '\0';
  return std::strstr(text.data(), "RUNTIME_PREREQUISITE_MISSING") != nullptr;
}

fp8rt_status CudnnGraph::plan(bool isOrdered, const char *deviceText) {
  DnnDesc device = nullptr;
  if (deviceText) {
    device = create(dnnDevice);
    set(device, dnnDeviceText, dnnOfChar,
        static_cast<int64_t>(std::strlen(deviceText)), deviceText);
    finalize(device);
  }
  DnnDesc graph = create(dnnOpGraph);
  set(graph, dnnGraphOps, dnnOfDesc, static_cast<int64_t>(ops.size()),
      ops.data());
  if (!device)
    set(graph, dnnGraphHandle, dnnOfHandle, dnn.handle);
  if (!tryFinalize(graph))
    return failWithoutEngine(isOrdered);
  std::vector<DnnDesc> configs = listConfigs(graph, device);
  numEngines = configs.size();
  for (DnnDesc config : configs) {
    if (isOrdered && varies(config))
      continue;
    DnnDesc candidate = create(dnnPlan);
    if (device)
      set(candidate, dnnPlanDevice, dnnOfDesc, device);
    else
      set(candidate, dnnPlanHandle, dnnOfHandle, dnn.handle);
    set(candidate, dnnPlanConfig, dnnOfDesc, config);
    // The library may reject an engine that it suggested.
    if (!tryFinalize(candidate))
      continue;
    int64_t found = 0, bytes = 0;
    if (note("cudnnBackendGetAttribute",
             dnn.descGet(candidate, dnnPlanWorkspace, dnnOfInt64, 1, &found,
                         &bytes)))
      break;
    planDesc = candidate;
    workspaceBytes = static_cast<uint64_t>(std::max<int64_t>(bytes, 0));
    return FP8RT_OK;
  }
  return failWithoutEngine(isOrdered);
}

fp8rt_status CudnnGraph::failWithoutEngine(bool isOrdered) {
  if (error != FP8RT_OK)
    return error;
  if (lacksLibrary || lacksPrerequisite(dnn))
    return error = fail(
               FP8RT_LIBRARY_MISSING,
               "%s: cuDNN %s cannot compile its kernels: it opens the driver "
               "and NVRTC (libnvrtc.so of its CUDA version, in the wheel "
               "nvidia-cuda-nvrtc); attention=kernels needs none",
               function, nameDnnVersion(dnn.getVersion()).c_str());
  return error =
             fail(FP8RT_UNSUPPORTED,
                  "%s: cuDNN %s has no engine for this attention%s; "
                  "attention=kernels needs none",
                  function, nameDnnVersion(dnn.getVersion()).c_str(),
                  isOrdered ? " that computes the same bits in every run" : "");
}

fp8rt_status CudnnGraph::bind(const std::vector<Address> &addresses,
                              Address workspace) {
  std::vector<int64_t> numbers;
  std::vector<void *> pointers;
  size_t next = 0;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorInfo &tensor = tensors[i];
    if (!tensor.isInMemory && !tensor.value)
      continue;
    numbers.push_back(static_cast<int64_t>(i));
    pointers.push_back(tensor.value
                           ? static_cast<void *>(tensor.value)
                           : reinterpret_cast<void *>(addresses[next++]));
  }
  pack = create(dnnVariantPack);
  auto count = static_cast<int64_t>(numbers.size());
  set(pack, dnnPackNumbers, dnnOfInt64, count, numbers.data());
  set(pack, dnnPackPointers, dnnOfPointer, count, pointers.data());
  set(pack, dnnPackWorkspace, dnnOfPointer, workspace);
  finalize(pack);
  return error;
}

fp8rt_status CudnnGraph::execute(const char *caller,
                                 CUstream_st *stream) const {
  if (fp8rt_status status = dnn.check(caller, "cudnnSetStream",
                                      dnn.setStream(dnn.handle, stream)))
    return status;
  return dnn.check(caller, "cudnnBackendExecute",
                   dnn.execute(dnn.handle, planDesc, pack));
}
