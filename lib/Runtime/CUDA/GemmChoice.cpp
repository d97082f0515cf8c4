//===- GemmChoice.cpp - choice of the algorithm of a matmul ---------------===//

#include "../Error.h"
#include "GemmPlan.h"

#include <algorithm>
#include <optional>
#include <system_error>

using namespace fp8rt;
using namespace fp8rt::cuda;

AlgorithmKey BoundGemm::getKey() const {
  AlgorithmKey key = {plan.computeType,   plan.hasFastSums,
                      scales[0] != 0,     scales[1] != 0,
                      plan.lhs.scaleMode, plan.rhs.scaleMode,
                      plan.batch[0],      plan.batch[1],
                      usesPointers,       plan.epilogue,
                      plan.biasType,      static_cast<int64_t>(biasAlignment)};
  for (const MatrixPlan *matrix : {&plan.lhs, &plan.rhs, &plan.out})
    for (int64_t value :
         {int64_t{matrix->type}, int64_t{matrix->hasContiguousTerms},
          matrix->getLength(), matrix->getCount(), matrix->getStride(),
          matrix->getBatchStride(0, plan.batch),
          matrix->getBatchStride(1, plan.batch),
          int64_t{getAlignment(*matrix)}})
      key.push_back(value);
  return key;
}

fp8rt_status BoundGemm::listAlgorithms(const char *function, int requested,
                                       std::vector<BlasHeuristic> &list) const {
  BlasPreference preference = nullptr;
  if (fp8rt_status status =
          blas.check(function, "cublasLtMatmulPreferenceCreate",
                     blas.preferenceCreate(&preference)))
    return status;
  struct Destroy {
    const CublasLt &blas;
    BlasPreference preference;
    ~Destroy() { blas.preferenceDestroy(preference); }
  } destroy{blas, preference};
  auto set = [&](int attribute, const auto &value) {
    return blas.check(
        function, "cublasLtMatmulPreferenceSetAttribute",
        blas.preferenceSet(preference, attribute, &value, sizeof(value)));
  };
  if (fp8rt_status status = set(preferenceWorkspace, plan.maxWorkspaceBytes))
    return status;
  std::pair<int, uint32_t> alignments[] = {
      {preferenceAlignmentA, getAlignment(plan.rhs)},
      {preferenceAlignmentB, getAlignment(plan.lhs)},
      {preferenceAlignmentC, getAlignment(plan.out)},
      {preferenceAlignmentD, getAlignment(plan.out)}};
  for (auto [attribute, alignment] : alignments)
    if (fp8rt_status status = set(attribute, alignment))
      return status;
  // Sums are rounded once, so partial sums must not be added in the result
  // type.
  if (plan.out.type != typeF32)
    if (fp8rt_status status = set(preferenceReductions, reductionInComputeType))
      return status;
  int found = 0;
  list.assign(static_cast<size_t>(requested), BlasHeuristic());
  BlasStatus status =
      blas.getHeuristic(blas.handle, desc, rhs, lhs, out, out, preference,
                        requested, list.data(), &found);
  if (status == 0 && found == 0)
    return fail(FP8RT_UNSUPPORTED,
                "%s: cuBLASLt has no algorithm for this matmul", function);
  if (status == 0) {
    list.resize(static_cast<size_t>(found));
    status = list.front().state;
    auto isUnusable = [&](const BlasHeuristic &entry) {
      return entry.state != 0 || entry.workspaceBytes > plan.maxWorkspaceBytes;
    };
    list.erase(std::remove_if(list.begin(), list.end(), isUnusable),
               list.end());
    if (!list.empty())
      return FP8RT_OK;
  }
  if (status == 0)
    return fail(FP8RT_UNSUPPORTED,
                "%s: every algorithm of cuBLASLt for this matmul needs more "
                "than %llu bytes of workspace",
                function,
                static_cast<unsigned long long>(plan.maxWorkspaceBytes));
  return blas.check(function, "cublasLtMatmulAlgoGetHeuristic", status);
}

bool BoundGemm::readAlgorithm(const AlgorithmTable &table,
                              const AlgorithmKey &key) {
  BlasHeuristic kept = {}, checked = {};
  std::optional<CacheEntry> entry = table.read(key, kept);
  if (!entry)
    return false;
  BlasStatus status = blas.checkAlgorithm(blas.handle, desc, rhs, lhs, out, out,
                                          &kept.algorithm, &checked);
  kept.workspaceBytes = std::max(kept.workspaceBytes, checked.workspaceBytes);
  if (status != 0 || checked.state != 0 ||
      kept.workspaceBytes > plan.maxWorkspaceBytes) {
    table.remove(key, *entry);
    return false;
  }
  algorithm = kept;
  return true;
}

fp8rt_status BoundGemm::chooseFastest(const char *function,
                                      AlgorithmTable &table,
                                      const AlgorithmKey &key) {
  if (readAlgorithm(table, key))
    return FP8RT_OK;
  std::vector<BlasHeuristic> list;
  if (fp8rt_status status = listAlgorithms(function, maxTimedAlgorithms, list))
    return status;
  algorithm = list.front();
  // A single algorithm needs no entry: it is the first one for every process.
  if (list.size() == 1)
    return FP8RT_OK;
  BlasHeuristic fastest = {};
  std::string times;
  if (fp8rt_status status =
          timeAlgorithms(function, table.getFlushBytes(), list, fastest, times))
    return status;
  if (times.empty())
    return FP8RT_OK;
  // All ranks take the choice of the first rank that has finished.
  if (std::error_code error = table.keepFirst(key, fastest, times))
    table.warnOnce(error.message());
  else if (!readAlgorithm(table, key))
    table.warnOnce("its entry cannot be used");
  return FP8RT_OK;
}

fp8rt_status BoundGemm::chooseAlgorithm(const char *function,
                                        AlgorithmTable &table) {
  AlgorithmKey key = getKey();
  if (const BlasHeuristic *known = table.find(key)) {
    algorithm = *known;
    return FP8RT_OK;
  }
  // A sample of several calls could include the time in which the host submits
  // them.
  if (table.isTimed() && getNumCalls() == 1) {
    if (fp8rt_status status = chooseFastest(function, table, key))
      return status;
  } else {
    std::vector<BlasHeuristic> list;
    if (fp8rt_status status = listAlgorithms(function, 1, list))
      return status;
    algorithm = list.front();
  }
  table.insert(key, algorithm);
  return FP8RT_OK;
}
