//===- NCCL.h - the ranks of the mock ---------------------------*- C++ -*-===//

#ifndef FP8_TEST_MOCKCUDA_NCCL_H
#define FP8_TEST_MOCKCUDA_NCCL_H

#include "Machine.h"
#include "Peers.h"

#include "../../lib/Runtime/CUDA/NCCL.h"

namespace mock {

/// Values of ncclResult_t.
enum NCCLCode : int {
  Ok = 0,
  Unhandled = 1,
  InvalidArgument = 4,
  InvalidUsage = 5
};

struct Communicator {
  int number = 0;
  Peers peers;
  /// Number of exchanges that have run.
  uint64_t numRuns = 0;
};

/// Returns null for a communicator that does not exist.
std::shared_ptr<Communicator> findCommunicator(fp8rt::cuda::NCCLComm comm);

/// Sets the text for ncclGetLastError.
void setLastError(const std::string &text);

/// Records an error of the caller; returns `code`.
int violateNCCL(const std::string &what, int code = InvalidUsage);

/// Records a call. Returns the code of a planted fault, or Ok.
int enterNCCL(const char *function, const std::string &arguments);

/// The same for a function that requires a current context.
int enterNCCLContext(const char *function, const std::string &arguments);

} // namespace mock

#endif // FP8_TEST_MOCKCUDA_NCCL_H
