//===- RankGroups.cpp - groups of GPUs that exchange data -----------------===//
//
// NCCL identifies a communicator by a number that one member draws. The
// communicator of the host sends it to the other members.
//
//===----------------------------------------------------------------------===//

#include "RankGroups.h"
#include "../Comm/Group.h"

#include <cstdio>
#include <mutex>

using namespace fp8rt;
using namespace fp8rt::cuda;

namespace {
/// The message of a member to all others before it joins the group.
struct Greeting {
  /// 0 if the member has failed.
  int32_t isReady;
  int32_t version;
  /// Set by the first member.
  NCCLUniqueId id;
};
} // namespace

fp8rt_status RankGroups::open(const char *function, const NCCL *&result) {
  if (!nccl) {
    auto opened = std::make_unique<NCCL>();
    if (fp8rt_status status =
            NCCL::open(function, hasPath ? path.c_str() : nullptr, *opened))
      return status;
    nccl = std::move(opened);
  }
  result = nccl.get();
  return FP8RT_OK;
}

/// Checks that all members have the same version of NCCL.
static fp8rt_status checkGreetings(const char *function, const RankGroup &group,
                                   const std::vector<Greeting> &all) {
  const Greeting &own = all[group.own];
  for (size_t k = 0; k < all.size(); ++k) {
    if (!all[k].isReady)
      return fail(FP8RT_COMM_FAILED,
                  "%s: rank %d cannot exchange data between GPUs", function,
                  group.ranks[k]);
    if (all[k].version != own.version)
      return fail(FP8RT_UNSUPPORTED,
                  "%s: expected one version of NCCL on all ranks, but rank %d "
                  "has %d and rank %d has %d",
                  function, group.ranks[group.own], own.version, group.ranks[k],
                  all[k].version);
  }
  return FP8RT_OK;
}

fp8rt_status RankGroups::connect(const char *function, uint32_t axes,
                                 RankGroup &group) {
  Greeting own = {};
  const NCCL *library = nullptr;
  fp8rt_status status = open(function, library);
  if (status == FP8RT_OK) {
    own.version = library->version;
    if (group.own == 0)
      status = library->check(function, "ncclGetUniqueId",
                              library->getUniqueId(&own.id), nullptr);
  }
  own.isReady = status == FP8RT_OK;
  std::string message = own.isReady ? "" : fp8rt_last_error();
  // A rank that has failed takes part, because the others wait for it.
  std::vector<Greeting> all(group.ranks.size());
  constexpr auto bytes = static_cast<int64_t>(sizeof(Greeting));
  fp8rt_exchange exchange = {FP8RT_ALL_GATHER, axes, bytes,
                             bytes * static_cast<int64_t>(all.size())};
  char place[64];
  std::snprintf(place, sizeof(place), "the creation of a group along axes 0x%x",
                axes);
  fp8rt_status greeted = FP8RT_OK;
  {
    // This exchange does not count as an exchange of a step.
    std::lock_guard<std::mutex> lock(ranks->mutex);
    fp8rt_comm_counts ignored = {};
    void *buffers[] = {&own, all.data()};
    greeted = ranks->exchange(function, &exchange, 1, place, buffers, ignored);
  }
  if (status)
    return fail(status, "%s", message.c_str());
  if (greeted) {
    message = fp8rt_last_error();
    return fail(greeted, "%s: %s", function, message.c_str());
  }
  if ((status = checkGreetings(function, group, all)))
    return status;
  return library->check(
      function, "ncclCommInitRank",
      library->commInitRank(&group.comm, static_cast<int>(all.size()),
                            all[0].id, static_cast<int>(group.own)),
      nullptr);
}

fp8rt_status RankGroups::get(const char *function, uint32_t axes,
                             const RankGroup *&result) {
  if (fp8rt_status status = checkAlive(function))
    return status;
  auto known = groups.find(axes);
  if (known == groups.end()) {
    RankGroup group;
    findGroup(*ranks, axes, group.ranks);
    group.own = findOwnPosition(*ranks, group.ranks);
    if (group.ranks.size() > 1)
      if (fp8rt_status status = connect(function, axes, group))
        return status;
    known = groups.emplace(axes, std::move(group)).first;
  }
  result = &known->second;
  return FP8RT_OK;
}

fp8rt_status RankGroups::findFailure(const char *function) const {
  if (fp8rt_status status = ranks->poll(function))
    return status;
  for (const auto &[axes, group] : groups) {
    NCCLResult result = ncclSuccess;
    if (!group.comm)
      continue;
    if (fp8rt_status status = nccl->check(
            function, "ncclCommGetAsyncError",
            nccl->commGetAsyncError(group.comm, &result), group.comm))
      return status;
    if (result != ncclSuccess && result != ncclInProgress)
      return nccl->check(function, "an exchange between GPUs", result,
                         group.comm);
  }
  return FP8RT_OK;
}

fp8rt_status RankGroups::poll(const char *function) {
  fp8rt_status status = findFailure(function);
  if (status == FP8RT_OK)
    return FP8RT_OK;
  failure = fp8rt_last_error();
  return status;
}

fp8rt_status RankGroups::checkAlive(const char *function) const {
  return failure.empty() ? FP8RT_OK
                         : fail(FP8RT_COMM_FAILED, "%s: after %s", function,
                                failure.c_str());
}

fp8rt_status RankGroups::release(const char *function, bool hasFailed) {
  if (ranks) {
    std::lock_guard<std::mutex> lock(ranks->mutex);
    hasFailed |= ranks->hasFailed;
  }
  fp8rt_status first = FP8RT_OK;
  for (auto &[axes, group] : groups) {
    if (!group.comm)
      continue;
    // Destruction waits for the other members.
    fp8rt_status status =
        hasFailed ? nccl->check(function, "ncclCommAbort",
                                nccl->commAbort(group.comm), nullptr)
                  : nccl->check(function, "ncclCommDestroy",
                                nccl->commDestroy(group.comm), nullptr);
    first = first ? first : status;
  }
  groups.clear();
  return first;
}
