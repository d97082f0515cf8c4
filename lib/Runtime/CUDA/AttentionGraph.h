//===- AttentionGraph.h - attention as graphs of cuDNN ----------*- C++ -*-===//

#ifndef FP8_LIB_RUNTIME_CUDA_ATTENTIONGRAPH_H
#define FP8_LIB_RUNTIME_CUDA_ATTENTIONGRAPH_H

#include "../ByteCount.h"
#include "CudnnGraph.h"
#include "fp8/Runtime/CudnnAttention.h"

#include <memory>
#include <utility>

namespace fp8rt::cuda {

/// A call of attention: a graph of cuDNN, and its memory.
///
/// The graph returns the logarithm of the sum of exponentials of each row in
/// place of the maximum. The sum is then 1: its readers compute exponentials
/// divided by the sum.
class BoundAttention {
public:
  BoundAttention(const Driver &driver, const Cudnn &dnn)
      : driver(driver), dnn(dnn) {}

  /// Builds the graph and chooses an engine. Fails with FP8RT_UNSUPPORTED, and
  /// the reason, if cuDNN does not compute `desc` on a GPU of `capability`.
  /// With `isOrdered`, gradients have the same bits in every run. For `device`,
  /// see CudnnGraph::plan.
  fp8rt_status prepare(const char *function, const fp8rt_attention_desc &desc,
                       int32_t capability, bool isOrdered,
                       const char *device = nullptr);

  /// Returns the size of the memory that a call needs besides the workspace of
  /// its engine, in bytes. Fails as `prepare` does.
  static fp8rt_status countScratch(const char *function,
                                   const fp8rt_attention_desc &desc,
                                   int32_t capability, bool isOrdered,
                                   uint64_t &bytes);

  /// Returns the number of engines that cuDNN suggested to `prepare`.
  size_t getNumEngines() const { return graph ? graph->getNumEngines() : 0; }
  /// Returns the size of the memory that `bind` takes, in bytes.
  uint64_t getMemoryBytes() const {
    return ownBytes.get() + graph->getWorkspaceBytes();
  }
  /// Binds the buffers, by FP8RT_ATTENTION_Q and the constants after it.
  fp8rt_status bind(const char *function, const std::vector<Address> &buffers,
                    Address memory);
  fp8rt_status submit(const char *function, CUstream_st *stream) const;

private:
  using Tensor = CudnnGraph::Tensor;

  DnnDims getExtents(int32_t number) const;
  /// Adds the tensor of a buffer. If it is transposed, columns are rows of the
  /// buffer.
  Tensor addBuffer(int32_t number, bool isTransposed = false);
  /// Adds a dense f32 tensor in the memory of the call.
  Tensor addScratch(const DnnDims &extents);
  Tensor addScores(Tensor q, Tensor keys);
  Tensor mask(Tensor scores);
  void buildForward();
  void buildBackward(bool isOrdered);

  const Driver &driver;
  const Cudnn &dnn;
  CudnnAttention shape;
  bool isBackward = false;
  std::unique_ptr<CudnnGraph> graph;
  /// For each tensor in memory: its buffer, or -1 and its place in the memory
  /// of the call.
  std::vector<std::pair<int32_t, uint64_t>> places;
  /// Size of the tensors in the memory of the call, in bytes.
  ByteCount ownBytes;
  /// Address of the sums of rows, which a forward pass sets to 1.
  Address rowSums = 0;
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_ATTENTIONGRAPH_H
