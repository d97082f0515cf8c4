//===- CommRanks.h - ranks on the threads of a process ----------*- C++ -*-===//

#ifndef FP8_TEST_UNIT_RUNTIME_COMMRANKS_H
#define FP8_TEST_UNIT_RUNTIME_COMMRANKS_H

#include "TestUtils.h"
#include "fp8/Runtime/fp8rt_comm.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace fp8rt::test {

inline constexpr double longDeadline = 60, shortDeadline = 1.5;

/// A communicator of a loopback.
class Comm {
public:
  Comm(fp8rt_loopback loopback, int32_t rank, std::vector<int32_t> axes,
       double deadline) {
    fp8rt_transport transport;
    EXPECT_EQ(fp8rt_loopback_transport(loopback, rank, &transport), FP8RT_OK);
    fp8rt_comm_options options = {sizeof(options), axes.data(),
                                  static_cast<int32_t>(axes.size()), deadline};
    EXPECT_EQ(fp8rt_comm_create(&transport, &options, &comm), FP8RT_OK);
  }
  Comm(const Comm &) = delete;
  ~Comm() { fp8rt_comm_destroy(comm); }

  int32_t rank() const { return fp8rt_comm_rank(comm); }
  operator fp8rt_comm() const { return comm; }

  /// Performs an exchange along `axes`. Returns "" or the error message.
  std::string exchange(int32_t kind, const std::vector<char> &sent,
                       std::vector<char> &received, int64_t piece,
                       int64_t total, const char *place = "the sum",
                       uint32_t axes = 1) const {
    return exchange({{kind, axes, piece, total}},
                    {const_cast<char *>(sent.data()), received.data()}, place);
  }
  /// Exchanges several tensors at once.
  std::string exchange(const std::vector<fp8rt_exchange> &tensors,
                       const std::vector<void *> &buffers,
                       const char *place = "the sum") const {
    fp8rt_status status = fp8rt_comm_exchange(
        comm, tensors.data(), static_cast<int64_t>(tensors.size()), place,
        buffers.data());
    if (status == FP8RT_OK)
      return "";
    EXPECT_EQ(status, FP8RT_COMM_FAILED);
    return fp8rt_last_error();
  }
  /// Gathers equal pieces.
  std::string gather(const std::vector<char> &sent, std::vector<char> &received,
                     const char *place = "the sum", uint32_t axes = 1) const {
    return exchange(FP8RT_ALL_GATHER, sent, received,
                    static_cast<int64_t>(sent.size()),
                    static_cast<int64_t>(received.size()), place, axes);
  }

private:
  fp8rt_comm comm = nullptr;
};

/// Runs `rank` on a thread for each rank.
inline void runAll(const std::vector<int32_t> &axes, double deadline,
                   const std::function<void(const Comm &)> &rank) {
  int32_t numRanks = 1;
  for (int32_t size : axes)
    numRanks *= size;
  fp8rt_loopback loopback = nullptr;
  ASSERT_EQ(fp8rt_loopback_create(numRanks, &loopback), FP8RT_OK);
  std::vector<std::thread> threads;
  for (int32_t i = 0; i < numRanks; ++i)
    threads.emplace_back([&, i] {
      Comm comm(loopback, i, axes, deadline);
      rank(comm);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fp8rt_loopback_destroy(loopback), FP8RT_OK);
}

} // namespace fp8rt::test

#endif // FP8_TEST_UNIT_RUNTIME_COMMRANKS_H
