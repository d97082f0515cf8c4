//===- MPI.cpp - the library that connects ranks through MPI --------------===//
//
// MPI libraries differ in the layout of their handles, so the code that calls
// MPI is a library of its own. A program that never uses it needs no MPI.
//
//===----------------------------------------------------------------------===//

#include "../Library.h"
#include "fp8/Runtime/fp8rt_comm.h"

using namespace fp8rt;

fp8rt_status fp8rt_mpi_transport(fp8rt_transport *transport) {
  return guarded(__func__, [&](const char *function) {
    if (!transport)
      return failNull(function, "transport");
    Library library;
    if (fp8rt_status status =
            library.open(function,
                         "exchanges through MPI need the library that is built "
                         "where MPI is installed (libopenmpi-dev)",
                         /*path=*/nullptr, "FP8RT_MPI", {FP8RT_MPI_LIBRARY}))
      return status;
    fp8rt_status (*open)(fp8rt_transport *, char *) = nullptr;
    if (fp8rt_status status = library.resolve(function, "fp8rt_mpi_open", open))
      return status;
    char error[FP8RT_COMM_ERROR_BYTES] = "";
    fp8rt_status status = open(transport, error);
    return status ? fail(status, "%s: %s", function, error) : FP8RT_OK;
  });
}
