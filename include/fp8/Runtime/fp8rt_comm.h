/*===- fp8rt_comm.h - exchanges between ranks ---------------------*- C -*-===*\
|*
|* Ranks run the same program and exchange bytes. A communicator never computes
|* with them: compiled steps compute sums in a fixed order, so that all ranks
|* get the same bits.
|*
|* A communicator moves bytes through a transport: ranks of one machine that
|* share memory (fp8rt_loopback_transport), MPI (fp8rt_mpi_transport), or
|* functions of the host.
|*
|* Errors are as described in fp8rt.h. If an exchange fails on one rank, all
|* later exchanges of all ranks fail with FP8RT_COMM_FAILED.
|*
\*===----------------------------------------------------------------------===*/

#ifndef FP8_RUNTIME_FP8RT_COMM_H
#define FP8_RUNTIME_FP8RT_COMM_H

#include "fp8/Runtime/fp8rt.h"

/* NOLINTBEGIN(readability-identifier-naming): C names */

#ifdef __cplusplus
extern "C" {
#endif

/*===----------------------------------------------------------------------===*\
|* Transports
\*===----------------------------------------------------------------------===*/

/* The bytes that this rank and another rank send each other in an exchange. */
typedef struct fp8rt_message {
  int32_t peer; /* never this rank */
  const void *send;
  int64_t send_bytes; /* may be 0 */
  void *receive;
  int64_t receive_bytes; /* may be 0 */
} fp8rt_message;

enum { FP8RT_COMM_ERROR_BYTES = 512 };

/* Moves bytes between ranks. One thread at a time calls `exchange`; another
 * thread may call `abort` meanwhile. */
typedef struct fp8rt_transport {
  size_t struct_size; /* sizeof(fp8rt_transport) */
  void *self;         /* the first argument of the functions */
  int32_t rank;
  int32_t num_ranks;
  /* Exchanges messages with all ranks that `messages` lists. Several messages
   * with one rank arrive in the order of the list. Returns when all are sent
   * and received. `place` names the op and its location, and is the same on
   * these ranks. On failure, for example after `deadline` seconds without a
   * peer, writes the reason to `error` and returns FP8RT_COMM_FAILED. */
  fp8rt_status (*exchange)(void *self, const char *place,
                           const fp8rt_message *messages, int32_t num_messages,
                           double deadline, char *error);
  /* Lets the exchanges of all ranks fail for `reason`. */
  void (*abort)(void *self, const char *reason);
  /* Releases `self`; NULL if there is nothing to release. */
  void (*destroy)(void *self);
  /* Returns FP8RT_COMM_FAILED, with the reason in `error`, if exchanges of any
   * rank have failed. Does not wait. NULL: only the next exchange reports such
   * failures. */
  fp8rt_status (*poll)(void *self, char *error);
} fp8rt_transport;

/* Memory that the ranks of one machine share. Ranks are threads, or processes
 * that the process which created the memory forks. */
typedef struct fp8rt_loopback_s *fp8rt_loopback;

FP8RT_API fp8rt_status fp8rt_loopback_create(int32_t num_ranks,
                                             fp8rt_loopback *loopback);
/* Unmaps the memory for this process. Afterwards, its transports must not be
 * used. */
FP8RT_API fp8rt_status fp8rt_loopback_destroy(fp8rt_loopback loopback);
/* Creates the transport of a rank. It needs no destruction, and `loopback` must
 * outlive it. */
FP8RT_API fp8rt_status fp8rt_loopback_transport(fp8rt_loopback loopback,
                                                int32_t rank,
                                                fp8rt_transport *transport);
/* Makes the exchanges of all ranks fail for `reason`. A process that supervises
 * ranks calls this if one of them ends. */
FP8RT_API fp8rt_status fp8rt_loopback_abort(fp8rt_loopback loopback,
                                            const char *reason);

/* Creates the transport of a process that an MPI launcher started. Initializes
 * MPI, and destruction finalizes it. Opens libfp8rt_mpi.so, which is built
 * where MPI is installed; the environment variable FP8RT_MPI may name another
 * file. */
FP8RT_API fp8rt_status fp8rt_mpi_transport(fp8rt_transport *transport);

/*===----------------------------------------------------------------------===*\
|* Communicators
\*===----------------------------------------------------------------------===*/

typedef struct fp8rt_comm_s *fp8rt_comm;

typedef struct fp8rt_comm_options {
  size_t struct_size; /* sizeof(fp8rt_comm_options) */
  /* The numbers of ranks along the axes of the mesh, from major to minor. Their
   * product is the number of ranks. */
  const int32_t *axes;
  int32_t num_axes;
  /* Seconds that an exchange waits for other ranks. 0: the environment variable
   * FP8RT_COMM_TIMEOUT, or else 60. */
  double deadline;
} fp8rt_comm_options;

/* Creates a communicator and takes over the transport. After a failure, the
 * caller still owns the transport. */
FP8RT_API fp8rt_status fp8rt_comm_create(const fp8rt_transport *transport,
                                         const fp8rt_comm_options *options,
                                         fp8rt_comm *comm);
/* Destroys a communicator and its transport. NULL is allowed. */
FP8RT_API fp8rt_status fp8rt_comm_destroy(fp8rt_comm comm);

/* Return the rank of this process, the number of ranks, and the number of axes
 * of the mesh. NULL stands for a program that runs alone, without a mesh. */
FP8RT_API int32_t fp8rt_comm_rank(fp8rt_comm comm);
FP8RT_API int32_t fp8rt_comm_num_ranks(fp8rt_comm comm);
FP8RT_API int32_t fp8rt_comm_num_axes(fp8rt_comm comm);

/* Exchanges one or more tensors of one kind with the ranks of one group.
 * `buffers` are the addresses of each tensor, starting with
 * FP8RT_EXCHANGE_SEND. The buffers must not overlap. `place` names the op and
 * its location for messages. */
FP8RT_API fp8rt_status fp8rt_comm_exchange(fp8rt_comm comm,
                                           const fp8rt_exchange *tensors,
                                           int64_t num_tensors,
                                           const char *place,
                                           void *const *buffers);

/* Makes the exchanges of all ranks fail, because this rank ends for `reason`.
 * Another thread may be in an exchange. */
FP8RT_API fp8rt_status fp8rt_comm_abort(fp8rt_comm comm, const char *reason);

/* Counts of one kind of exchange since the communicator was created. */
typedef struct fp8rt_comm_counts {
  int64_t calls;
  int64_t bytes_sent; /* to other ranks */
  int64_t bytes_received;
} fp8rt_comm_counts;

/* Returns the counts of FP8RT_ALL_GATHER or FP8RT_ALL_TO_ALL. */
FP8RT_API fp8rt_status fp8rt_comm_count(fp8rt_comm comm, int32_t kind,
                                        fp8rt_comm_counts *counts);

/* Sets the communicator of the exchanges of steps that run on `context`, which
 * does not own it. NULL: steps with exchanges fail. */
FP8RT_API fp8rt_status fp8rt_context_set_comm(fp8rt_context context,
                                              fp8rt_comm comm);

#ifdef __cplusplus
} /* extern "C" */
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* FP8_RUNTIME_FP8RT_COMM_H */
