//===- AttentionGraph.cpp - attention as graphs of cuDNN ------------------===//

#include "AttentionGraph.h"
#include "../Attention/Check.h"
#include "../Error.h"
#include "fp8/Runtime/fp8rt_cuda.h"

#include <algorithm>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Alignment of the tensors in the memory of a call, in bytes.
constexpr uint64_t placeAlignment = 256;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

DnnDims BoundAttention::getExtents(int32_t number) const {
  switch (number) {
  case FP8RT_ATTENTION_Q:
  case FP8RT_ATTENTION_DQ:
    return {shape.batch, shape.heads, shape.rows, shape.d};
  case FP8RT_ATTENTION_K:
  case FP8RT_ATTENTION_DK:
    return {shape.batch, shape.heads, shape.keys, shape.d};
  case FP8RT_ATTENTION_V:
  case FP8RT_ATTENTION_DV:
    return {shape.batch, shape.heads, shape.keys, shape.e};
  case FP8RT_ATTENTION_O:
  case FP8RT_ATTENTION_GRAD:
    return {shape.batch, shape.heads, shape.rows, shape.e};
  default:
    return {shape.batch, shape.heads, shape.rows, 1};
  }
}

CudnnGraph::Tensor BoundAttention::addBuffer(int32_t number,
                                             bool isTransposed) {
  DnnDims extents = getExtents(number), strides;
  std::copy_n(shape.strides[number], 4, strides.begin());
  if (isTransposed) {
    std::swap(extents[2], extents[3]);
    std::swap(strides[2], strides[3]);
  }
  places.emplace_back(number, 0);
  return graph->addTensor(number == FP8RT_ATTENTION_MAX ? dnnF32 : dnnBF16,
                          extents, strides);
}

/// Adds the size of an f32 tensor in the memory of a call.
static void addTensor(const DnnDims &extents, ByteCount &bytes) {
  auto at = [&](size_t i) { return static_cast<uint64_t>(extents[i]); };
  bytes.add({sizeof(float), at(0), at(1), at(2), at(3)}, placeAlignment);
}

CudnnGraph::Tensor BoundAttention::addScratch(const DnnDims &extents) {
  places.emplace_back(-1, ownBytes.get());
  addTensor(extents, ownBytes);
  return graph->addTensor(dnnF32, extents, getDenseStrides(extents));
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

// Engines recognize the order of the ops below, which is the order of NVIDIA's
// own graphs of attention.

CudnnGraph::Tensor BoundAttention::addScores(Tensor q, Tensor keys) {
  Tensor scores = graph->matmul(q, keys);
  return shape.scale == 1 ? scores
                          : graph->pointwise(dnnMul, scores,
                                             graph->addConstant(shape.scale));
}

CudnnGraph::Tensor BoundAttention::mask(Tensor scores) {
  if (!shape.isCausal)
    return scores;
  Tensor row = graph->getIndex(scores, 2);
  Tensor column = graph->getIndex(scores, 3);
  Tensor isKept = graph->pointwise(dnnGreaterEqual, row, column,
                                   CudnnGraph::none, CudnnGraph::none, dnnBool);
  return graph->pointwise(dnnSelect, scores, graph->addConstant(shape.fill),
                          isKept);
}

void BoundAttention::buildForward() {
  constexpr Tensor none = CudnnGraph::none;
  Tensor q = addBuffer(FP8RT_ATTENTION_Q);
  Tensor keys = addBuffer(FP8RT_ATTENTION_K, /*isTransposed=*/true);
  Tensor scores = mask(addScores(q, keys));
  Tensor max = graph->reduce(dnnMax, scores);
  Tensor powers =
      graph->pointwise(dnnExp, graph->pointwise(dnnSub, scores, max));
  Tensor sum = graph->reduce(dnnSum, powers);
  Tensor log = graph->pointwise(dnnLog, sum);
  graph->pointwise(dnnAdd, max, log, none, addBuffer(FP8RT_ATTENTION_MAX));
  // Round p to bf16: both operands of the second matmul must have one type.
  Tensor p = graph->pointwise(dnnDiv, powers, sum, none, none, dnnBF16);
  Tensor values = addBuffer(FP8RT_ATTENTION_V);
  graph->matmul(p, values, addBuffer(FP8RT_ATTENTION_O));
}

void BoundAttention::buildBackward(bool isOrdered) {
  constexpr Tensor none = CudnnGraph::none;
  Tensor q = addBuffer(FP8RT_ATTENTION_Q);
  Tensor keys = addBuffer(FP8RT_ATTENTION_K, /*isTransposed=*/true);
  Tensor values = addBuffer(FP8RT_ATTENTION_V, /*isTransposed=*/true);
  Tensor o = addBuffer(FP8RT_ATTENTION_O);
  Tensor logSums = addBuffer(FP8RT_ATTENTION_MAX);
  Tensor grad = addBuffer(FP8RT_ATTENTION_GRAD);

  // Store c in memory: the sum over e of grad * o.
  DnnDims ofRows = getExtents(FP8RT_ATTENTION_MAX);
  Tensor c = graph->reduce(dnnSum, graph->pointwise(dnnMul, grad, o));
  c = graph->pointwise(dnnMul, c, graph->addConstant(1), none,
                       addScratch(ofRows));

  Tensor shifted = graph->pointwise(dnnSub, addScores(q, keys), logSums);
  Tensor p = graph->pointwise(dnnExp, mask(shifted));
  graph->matmul(graph->transpose(p, dnnBF16), grad,
                addBuffer(FP8RT_ATTENTION_DV));

  Tensor dp = graph->matmul(grad, values);
  Tensor ds = graph->pointwise(dnnMul, graph->pointwise(dnnSub, dp, c), p);
  if (shape.scale != 1)
    ds = graph->pointwise(dnnMul, ds, graph->addConstant(shape.scale));
  graph->matmul(graph->transpose(ds, dnnBF16), q,
                addBuffer(FP8RT_ATTENTION_DK));

  Tensor rowsOfKeys = graph->transpose(keys, dnnBF16);
  Tensor dq = addBuffer(FP8RT_ATTENTION_DQ);
  if (isOrdered) {
    graph->matmul(ds, rowsOfKeys, dq);
    return;
  }
  // Blocks of keys add to f32 sums in memory, in any order.
  Tensor sums = addScratch(getExtents(FP8RT_ATTENTION_Q));
  graph->matmul(ds, rowsOfKeys, sums);
  graph->pointwise(dnnIdentity, sums, none, none, dq);
}

static fp8rt_status readShape(const char *function,
                              const fp8rt_attention_desc &desc,
                              int32_t capability, bool isOrdered,
                              CudnnAttention &shape) {
  if (const char *reason = findCudnnRefusal(desc, capability, isOrdered, shape))
    return fail(FP8RT_UNSUPPORTED,
                "%s: unsupported attention: %s; attention=kernels computes it",
                function, reason);
  return FP8RT_OK;
}

static fp8rt_status checkScratch(const char *function, const ByteCount &bytes) {
  if (bytes.fits())
    return FP8RT_OK;
  return fail(FP8RT_OUT_OF_RANGE,
              "%s: the f32 sums of an attention do not fit an address space",
              function);
}

fp8rt_status BoundAttention::countScratch(const char *function,
                                          const fp8rt_attention_desc &desc,
                                          int32_t capability, bool isOrdered,
                                          uint64_t &bytes) {
  CudnnAttention shape;
  if (fp8rt_status status =
          readShape(function, desc, capability, isOrdered, shape))
    return status;
  ByteCount scratch;
  if (desc.is_backward) {
    addTensor({shape.batch, shape.heads, shape.rows, 1}, scratch);
    addTensor({shape.batch, shape.heads, shape.rows, shape.d}, scratch);
  }
  bytes = scratch.get();
  return checkScratch(function, scratch);
}

fp8rt_status fp8rt_cuda_check_attention(const fp8rt_attention_desc *desc,
                                        int32_t capability) {
  return guarded(__func__, [&](const char *function) {
    if (fp8rt_status status = checkAttention(function, desc))
      return status;
    CudnnAttention shape;
    return readShape(function, *desc, capability, /*isOrdered=*/false, shape);
  });
}

fp8rt_status BoundAttention::prepare(const char *function,
                                     const fp8rt_attention_desc &desc,
                                     int32_t capability, bool isOrdered,
                                     const char *device) {
  if (fp8rt_status status =
          readShape(function, desc, capability, isOrdered, shape))
    return status;
  isBackward = desc.is_backward != 0;
  graph = std::make_unique<CudnnGraph>(function, dnn);
  if (isBackward)
    buildBackward(isOrdered);
  else
    buildForward();
  if (fp8rt_status status = checkScratch(function, ownBytes))
    return status;
  if (fp8rt_status status = graph->getError())
    return status;
  return graph->plan(isOrdered, device);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

fp8rt_status BoundAttention::bind(const char *function,
                                  const std::vector<Address> &buffers,
                                  Address memory) {
  std::vector<Address> addresses;
  for (auto [number, offset] : places) {
    Address address =
        number < 0 ? memory + offset : buffers[static_cast<size_t>(number)];
    if (address % 16 != 0)
      return fail(FP8RT_UNSUPPORTED,
                  "%s: unsupported attention: a tensor is at an address that "
                  "is no multiple of 16; attention=kernels computes it",
                  function);
    addresses.push_back(address);
  }
  rowSums = buffers[FP8RT_ATTENTION_SUM];
  return graph->bind(addresses, memory + ownBytes.get());
}

fp8rt_status BoundAttention::submit(const char *function,
                                    CUstream_st *stream) const {
  if (!isBackward) {
    constexpr unsigned one = 0x3F800000;
    auto count = static_cast<size_t>(shape.batch * shape.heads * shape.rows);
    if (fp8rt_status status =
            driver.check(function, "cuMemsetD32Async",
                         driver.memsetD32Async(rowSums, one, count, stream)))
      return status;
  }
  return graph->execute(function, stream);
}
