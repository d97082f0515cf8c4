//===- Peers.h - connections to the mocks of other ranks --------*- C++ -*-===//

#ifndef FP8_TEST_MOCKCUDA_PEERS_H
#define FP8_TEST_MOCKCUDA_PEERS_H

#include <cstddef>
#include <string>
#include <vector>

namespace mock {

/// One socket for each other rank. The names of sockets are not files, so that
/// no files remain.
class Peers {
public:
  Peers() = default;
  Peers(const Peers &) = delete;
  ~Peers();

  /// Connects all ranks that give the same name. Waits for a rank for at most
  /// `patience` seconds. Returns an error message, or "".
  std::string connect(const std::string &name, int rank, int numRanks,
                      double patience);

  /// Bytes to send to a rank and to receive from it, both may be 0.
  struct Message {
    int peer;
    const void *send;
    size_t sendBytes;
    void *receive;
    size_t receiveBytes;
  };
  /// Exchanges the messages. Returns an error message, or "".
  std::string exchange(const std::vector<Message> &messages) const;

  int getRank() const { return rank; }
  int getNumRanks() const { return int(sockets.size()); }

private:
  int rank = 0;
  double patience = 0;
  /// -1 for this rank.
  std::vector<int> sockets;
};

} // namespace mock

#endif // FP8_TEST_MOCKCUDA_PEERS_H
