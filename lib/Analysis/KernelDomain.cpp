//===- KernelDomain.cpp - the iteration domain of a kernel ----------------===//

#include "fp8/Analysis/KernelDomain.h"
#include "DomainBuilder.h"

using namespace mlir;
using namespace mlir::fp8;

LogicalResult mlir::fp8::failToEmit(Operation *op, bool emitErrors,
                                    const Twine &what, StringRef note) {
  if (!emitErrors)
    return failure();
  InFlightDiagnostic diag = op->emitError("unsupported by the emitter: ")
                            << what;
  diag.attachNote() << note;
  return diag;
}

FailureOr<KernelDomain> KernelDomain::compute(KernelOp kernel,
                                              bool emitErrors) {
  DomainBuilder builder(kernel, emitErrors);
  if (failed(builder.connect()) || failed(builder.number()))
    return failure();
  KernelDomain domain;
  domain.extents = std::move(builder.extents);
  domain.ragged = std::move(builder.ragged);
  auto addValue = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return;
    ValueDims &list = domain.dimsOfValue[value];
    for (int64_t i = 0; i < type.getRank(); ++i) {
      list.begins.push_back(list.dims.size());
      llvm::append_range(list.dims, builder.getDims(getNodeOf(value, i)));
    }
    list.begins.push_back(list.dims.size());
  };
  for (BlockArgument argument : kernel.getBody().getArguments())
    addValue(argument);
  for (Operation &op : kernel.getBody().front())
    for (Value result : op.getResults())
      addValue(result);
  for (auto &[op, opDomain] : builder.domains)
    domain.domainOfOp[op] = std::move(opDomain);
  return domain;
}

int64_t KernelDomain::getNumPoints() const {
  int64_t points = 1;
  for (int64_t extent : extents)
    // Saturate if the product overflows.
    if (llvm::MulOverflow(points, extent, points))
      return std::numeric_limits<int64_t>::max();
  if (points == 0)
    return 0;
  for (const RaggedDims &pair : ragged)
    points = points / (extents[pair.outer] * extents[pair.inner]) * pair.extent;
  return points;
}

SmallVector<int64_t> mlir::fp8::getPartStrides(ArrayRef<unsigned> dims,
                                               ArrayRef<int64_t> extents,
                                               ArrayRef<RaggedDims> ragged) {
  SmallVector<int64_t> strides(dims.size(), 0);
  int64_t stride = 1, innerStride = 1;
  unsigned inner = KernelDomain::kNoDim;
  for (unsigned i = dims.size(); i-- > 0;) {
    unsigned dim = dims[i];
    if (dim == KernelDomain::kNoDim)
      continue;
    strides[i] = stride;
    stride *= extents[dim];
    // The stride of a part outside a ragged dimension follows from its real
    // extent, not from the product of its parts.
    for (const RaggedDims &pair : ragged)
      if (pair.outer == dim && pair.inner == inner)
        stride = innerStride * pair.extent;
    inner = dim;
    innerStride = strides[i];
  }
  return strides;
}

ArrayRef<unsigned> KernelDomain::getDims(Value value) const {
  auto it = dimsOfValue.find(value);
  assert(it != dimsOfValue.end() && "not a tensor of the kernel");
  return it->second.dims;
}

ArrayRef<unsigned> KernelDomain::getDims(Value value, unsigned i) const {
  auto it = dimsOfValue.find(value);
  assert(it != dimsOfValue.end() && "not a tensor of the kernel");
  ArrayRef<unsigned> begins = it->second.begins;
  return ArrayRef(it->second.dims).slice(begins[i], begins[i + 1] - begins[i]);
}

const KernelOpDomain &KernelDomain::getDomain(Operation *op) const {
  auto it = domainOfOp.find(op);
  assert(it != domainOfOp.end() && "not an op with loops of the kernel");
  return it->second;
}

SmallVector<unsigned> KernelDomain::getReductionDims() const {
  SmallVector<unsigned> dims;
  for (const auto &[op, domain] : domainOfOp)
    llvm::append_range(dims, domain.reductionDims);
  llvm::sort(dims);
  dims.erase(llvm::unique(dims), dims.end());
  return dims;
}

void KernelDomain::emitRemarks(KernelOp kernel) const {
  auto list = [](InFlightDiagnostic &diag, auto values) {
    diag << "[";
    llvm::interleaveComma(values, diag);
    diag << "]";
  };
  {
    InFlightDiagnostic diag = kernel.emitRemark("domain ");
    list(diag, extents);
    for (const RaggedDims &pair : ragged)
      diag << ", " << pair.inner << " ends with " << pair.extent << " along "
           << pair.outer;
  }
  for (Operation &op : kernel.getBody().front()) {
    auto it = domainOfOp.find(&op);
    if (it == domainOfOp.end())
      continue;
    const KernelOpDomain &domain = it->second;
    InFlightDiagnostic diag = op.emitRemark();
    switch (domain.kind) {
    case KernelOpClass::Elementwise:
      diag << "elementwise over ";
      break;
    case KernelOpClass::Reduction:
      diag << "reduction of ";
      list(diag, domain.reductionDims);
      diag << " over ";
      break;
    case KernelOpClass::Scatter:
      diag << "scatter over ";
      break;
    }
    list(diag, domain.loopDims);
  }
}
