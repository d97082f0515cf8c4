//===- NCCLAbiTest.cpp - our declarations against NCCL's ------------------===//
//
// If the header of NCCL is installed, with a CUDA Toolkit, it checks the
// functions, structs and constants that the runtime declares for itself.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Runtime/CUDA/NCCL.h"

#include "gtest/gtest.h"

#if __has_include(<cuda_runtime.h>) && __has_include(<nccl.h>)
#include <nccl.h>

#include <type_traits>

namespace ours = fp8rt::cuda;

namespace {

/// Types of the library as the runtime writes them: enumerations are integers,
/// and communicators are pointers.
template <typename T, typename = void>
struct Plain {
  using type = T;
};
template <typename T>
struct Plain<T, std::enable_if_t<std::is_enum_v<T>>> {
  using type = int;
};
#define FP8_SAME(from, to)                                                     \
  template <>                                                                  \
  struct Plain<from> {                                                         \
    using type = to;                                                           \
  }
FP8_SAME(ncclResult_t *, int *);
FP8_SAME(ncclComm_t, void *);
FP8_SAME(ncclComm_t *, void **);
FP8_SAME(ncclUniqueId, ours::NCCLUniqueId);
FP8_SAME(ncclUniqueId *, ours::NCCLUniqueId *);
#undef FP8_SAME

template <typename Result, typename... Arguments>
auto plain(Result (*)(Arguments...)) ->
    typename Plain<Result>::type (*)(typename Plain<Arguments>::type...);

// Only types of the headers are compared. Nothing is linked.
template <typename Ours, typename Theirs>
constexpr bool areSame =
    std::is_same_v<Ours, decltype(plain(std::declval<Theirs>()))>;

#define FP8_CHECK(member, symbol, ...)                                         \
  static_assert(areSame<decltype(ours::NCCL::member), decltype(&::symbol)>,    \
                #symbol);
FP8RT_NCCL_FUNCTIONS(FP8_CHECK)
#undef FP8_CHECK

static_assert(sizeof(ours::NCCLUniqueId) == sizeof(::ncclUniqueId));
static_assert(alignof(ours::NCCLUniqueId) == alignof(::ncclUniqueId));

TEST(NCCLAbi, Constants) {
  EXPECT_EQ(ours::ncclSuccess, ::ncclSuccess);
  EXPECT_EQ(ours::ncclRemoteError, ::ncclRemoteError);
  EXPECT_EQ(ours::ncclInProgress, ::ncclInProgress);
  EXPECT_EQ(ours::ncclUint8, ::ncclUint8);
}

} // namespace

#else

TEST(NCCLAbi, Constants) {
  GTEST_SKIP() << "no NCCL and CUDA Toolkit to compare with";
}

#endif
