//===- DnnRefusals.cpp - graphs that cuDNN has no engine for --------------===//
//
// From NVIDIA's documentation of fused attention, and from the checks of its
// frontend (cudnn-frontend 1.15 and 1.16). cuDNN 9.19 and 9.26 accept the
// patterns below.
//
//===----------------------------------------------------------------------===//

#include "DnnGraph.h"

#include <algorithm>

using namespace mock;
using namespace fp8rt::cuda;

std::string DnnOp::getName() const {
  if (kind == Matmul)
    return "matmul";
  if (kind == Reshape)
    return "reshape";
  if (kind == Reduction)
    return mode == dnnMax ? "max" : "sum";
  switch (mode) {
  case dnnAdd:
    return "add";
  case dnnSub:
    return "sub";
  case dnnMul:
    return "mul";
  case dnnDiv:
    return "div";
  case dnnExp:
    return "exp";
  case dnnLog:
    return "log";
  case dnnIdentity:
    return "identity";
  case dnnIndex:
    return "index" + std::to_string(axis);
  case dnnGreaterEqual:
    return "ge";
  case dnnSelect:
    return "select";
  }
  return "unknown";
}

std::string DnnGraph::getPattern() const {
  std::string pattern;
  for (const DnnOp &op : ops)
    pattern += (pattern.empty() ? "" : " ") + op.getName();
  return pattern;
}

bool DnnGraph::isBackward() const {
  return getPattern().rfind("mul sum ", 0) == 0;
}

bool DnnGraph::hasUnorderedSums() const {
  return std::any_of(ops.begin(), ops.end(), [&](const DnnOp &op) {
    const DnnTensor &out = tensors.at(op.y);
    return op.kind == DnnOp::Matmul && out.isInMemory() && out.type == dnnF32;
  });
}

/// Returns true if `pattern` is a known pattern: of the backward pass if
/// `isBackward` is true, of the forward pass otherwise.
static bool isKnown(const std::string &pattern, bool isBackward) {
  for (const char *scale : {"", " mul"})
    for (const char *mask : {"", " index2 index3 ge select"}) {
      std::string scaled = std::string("matmul") + scale;
      if (!isBackward &&
          pattern == scaled + mask + " max sub exp sum log add div matmul")
        return true;
      for (const char *end : {"", " identity"})
        if (isBackward && pattern == "mul sum mul " + scaled + " sub" + mask +
                                         " exp reshape matmul matmul sub mul" +
                                         scale +
                                         " reshape matmul reshape matmul" + end)
          return true;
    }
  return false;
}

/// Returns the reason why a matrix in memory is not supported, or null.
static const char *findMatrixRefusal(const DnnTensor &tensor) {
  if (tensor.type != dnnBF16)
    return "matrices that are not bf16";
  size_t inner = tensor.strides[3] == 1 ? 3 : 2;
  if (tensor.strides[inner] != 1)
    return "heads whose elements are not adjacent";
  for (size_t i = 0; i < 4; ++i)
    if (i != inner && tensor.strides[i] % 8 != 0)
      return "strides that are no multiple of 16 bytes";
  return nullptr;
}

std::string DnnGraph::findRefusal(int capability) const {
  if (capability < 80)
    return "a chip before compute capability 8.0";
  std::string pattern = getPattern();
  bool isBackward = isKnown(pattern, /*isBackward=*/true);
  if (!isBackward && !isKnown(pattern, /*isBackward=*/false))
    return "an unknown pattern: " + pattern;
  std::vector<const DnnOp *> matmuls;
  for (const DnnOp &op : ops)
    if (op.kind == DnnOp::Matmul)
      matmuls.push_back(&op);
  const DnnTensor &q = tensors.at(matmuls.front()->x);
  // The second matmul multiplies by the values in the forward pass, and by grad
  // in the backward pass.
  const DnnTensor &v = tensors.at(matmuls[1]->b);
  for (int64_t head : {q.extents[3], v.extents[3]})
    if (head % 8 != 0 || head > 128)
      return "heads of " + std::to_string(head) + " elements";
  // Keys are transposed. Libraries before 9.15.1 accessed invalid memory.
  const DnnTensor &keys = tensors.at(matmuls.front()->b);
  if (isBackward && keys.extents[3] % 128 != 0)
    return "gradients of a number of keys that is no multiple of 128";
  for (const DnnOp *matmul : matmuls)
    for (int64_t number : {matmul->x, matmul->b})
      if (tensors.at(number).isInMemory())
        if (const char *refusal = findMatrixRefusal(tensors.at(number)))
          return refusal;
  if (!isBackward && tensors.at(matmuls[1]->x).type != dnnBF16)
    return "probabilities that are not bf16";
  for (const auto &[number, tensor] : tensors) {
    if (tensor.isInMemory() && tensor.alignment < 16)
      return "a tensor that is less aligned than 16 bytes";
    if (std::count(tensor.strides.begin(), tensor.strides.end(), 0) != 0)
      return "a stride of 0";
  }
  return "";
}
