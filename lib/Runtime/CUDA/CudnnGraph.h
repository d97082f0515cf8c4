//===- CudnnGraph.h - graphs of cuDNN ---------------------------*- C++ -*-===//
//
// A graph of matmuls, elementwise ops and sums over tensors of four dimensions:
// batch, head, row and column. All arithmetic is f32.
//
//===----------------------------------------------------------------------===//

#ifndef FP8_LIB_RUNTIME_CUDA_CUDNNGRAPH_H
#define FP8_LIB_RUNTIME_CUDA_CUDNNGRAPH_H

#include "Cudnn.h"

#include <array>
#include <deque>
#include <string>
#include <vector>

namespace fp8rt::cuda {

/// Extents or strides, in elements.
using DnnDims = std::array<int64_t, 4>;

/// Returns the strides of a contiguous tensor.
DnnDims getDenseStrides(const DnnDims &extents);

class CudnnGraph {
public:
  /// Ops return tensors by number. After an error, all of them are -1.
  using Tensor = int64_t;

  CudnnGraph(const char *function, const Cudnn &dnn)
      : function(function), dnn(dnn) {}
  ~CudnnGraph();
  CudnnGraph(const CudnnGraph &) = delete;
  CudnnGraph &operator=(const CudnnGraph &) = delete;

  /// Adds a tensor in memory, whose address is a multiple of 16 bytes.
  Tensor addTensor(int type, const DnnDims &extents, const DnnDims &strides);
  /// Adds a constant.
  Tensor addConstant(float value);

  /// Adds an op whose result stays inside of the graph, or is `out`.
  Tensor matmul(Tensor a, Tensor b, Tensor out = none);
  /// Adds an elementwise op. `b` and `condition` are none for modes without
  /// these operands. The result has the extents of `x`.
  Tensor pointwise(int mode, Tensor x, Tensor b = none, Tensor condition = none,
                   Tensor out = none, int type = dnnF32);
  /// Returns the index of each element of `x` in dimension `axis`.
  Tensor getIndex(Tensor x, int64_t axis);
  /// Reduces each row to one element.
  Tensor reduce(int operation, Tensor x, Tensor out = none);
  /// Exchanges rows and columns, and rounds to `type`. Elements keep their
  /// places in memory.
  Tensor transpose(Tensor x, int type);
  fp8rt_status getError() const { return error; }

  /// Chooses an engine. With `isOrdered`, it computes the same bits in every
  /// run. `device`, if not null, describes a GPU in place of the handle's; the
  /// plan then cannot be executed. Fails with FP8RT_UNSUPPORTED if there is no
  /// such engine.
  fp8rt_status plan(bool isOrdered, const char *device = nullptr);
  /// Returns the number of engines that the library suggested to `plan`.
  size_t getNumEngines() const { return numEngines; }
  uint64_t getWorkspaceBytes() const { return workspaceBytes; }
  /// Binds the tensors in memory to `addresses`, in the order in which they
  /// were added. Must precede `execute`.
  fp8rt_status bind(const std::vector<Address> &addresses, Address workspace);
  fp8rt_status execute(const char *function, CUstream_st *stream) const;

  static constexpr Tensor none = -1;

private:
  struct TensorInfo {
    DnnDims extents, strides;
    DnnDesc desc = nullptr;
    bool isInMemory = false;
    /// The value of a constant, else null.
    float *value = nullptr;
  };

  DnnDesc create(int kind);
  void set(DnnDesc desc, int attribute, int type, int64_t count,
           const void *values);
  template <typename T>
  void set(DnnDesc desc, int attribute, int type, const T &value) {
    set(desc, attribute, type, 1, &value);
  }
  void finalize(DnnDesc desc);
  /// Finalizes `desc`. Returns false if the library does not support it, which
  /// is no error, and after an error.
  bool tryFinalize(DnnDesc desc);
  /// Notes an error; returns true if there is one.
  bool note(const char *call, DnnStatus status);
  Tensor addDesc(int type, const DnnDims &extents, const DnnDims &strides,
                 bool isVirtual, bool isByValue);
  Tensor addInner(int type, const DnnDims &extents) {
    return addDesc(type, extents, getDenseStrides(extents), true, false);
  }
  void addOp(int kind, int modeAttribute, DnnDesc mode,
             std::initializer_list<std::pair<int, Tensor>> operands);
  const DnnDims &getExtents(Tensor tensor) const {
    return tensors[static_cast<size_t>(tensor)].extents;
  }
  /// Returns true if runs of the engine of `config` may differ.
  bool varies(DnnDesc config);
  std::vector<DnnDesc> listConfigs(DnnDesc graph, DnnDesc device);
  /// Fails with the reason why no engine was chosen.
  fp8rt_status failWithoutEngine(bool isOrdered);

  const char *function;
  const Cudnn &dnn;
  fp8rt_status error = FP8RT_OK;
  std::vector<DnnDesc> descs, ops;
  std::vector<TensorInfo> tensors;
  std::deque<float> constants;
  DnnDesc planDesc = nullptr, pack = nullptr;
  uint64_t workspaceBytes = 0;
  size_t numEngines = 0;
  /// True if cuDNN did not find a library that compiles kernels for it.
  bool lacksLibrary = false;
};

} // namespace fp8rt::cuda

#endif // FP8_LIB_RUNTIME_CUDA_CUDNNGRAPH_H
