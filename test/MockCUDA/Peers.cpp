//===- Peers.cpp - connections to the mocks of other ranks ----------------===//

#include "Peers.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace mock;
using Clock = std::chrono::steady_clock;

static double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

static std::string nameRank(int rank) { return "rank " + std::to_string(rank); }

/// Returns the abstract socket address of a rank. The name begins with a zero
/// byte, so it exists only as long as a socket is bound to it.
static socklen_t makeAddress(const std::string &name, int rank,
                             sockaddr_un &address) {
  std::string path = name + "/" + std::to_string(rank);
  address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, path.data(), path.size());
  return socklen_t(offsetof(sockaddr_un, sun_path) + 1 + path.size());
}

Peers::~Peers() {
  for (int socket : sockets)
    if (socket >= 0)
      ::close(socket);
}

std::string Peers::connect(const std::string &name, int ownRank, int numRanks,
                           double seconds) {
  rank = ownRank;
  patience = seconds;
  sockets.assign(size_t(numRanks), -1);
  Clock::time_point begin = Clock::now();
  constexpr int type = SOCK_STREAM | SOCK_CLOEXEC;
  sockaddr_un address;
  int listener = ::socket(AF_UNIX, type, 0);
  struct Close {
    int socket;
    ~Close() { ::close(socket); }
  } close{listener};
  socklen_t length = makeAddress(name, rank, address);
  if (::bind(listener, reinterpret_cast<sockaddr *>(&address), length) != 0 ||
      ::listen(listener, numRanks) != 0)
    return nameRank(rank) + " exists twice: " + std::strerror(errno);
  for (int peer = 0; peer < rank; ++peer) {
    int socket = ::socket(AF_UNIX, type, 0);
    sockets[size_t(peer)] = socket;
    length = makeAddress(name, peer, address);
    while (::connect(socket, reinterpret_cast<sockaddr *>(&address), length)) {
      if (secondsSince(begin) > patience)
        return nameRank(peer) + " did not arrive";
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    if (::send(socket, &rank, sizeof(rank), MSG_NOSIGNAL) != sizeof(rank))
      return nameRank(peer) + " has ended";
  }
  for (int count = rank + 1; count < numRanks; ++count) {
    pollfd waiting = {listener, POLLIN, 0};
    double left = patience - secondsSince(begin);
    if (::poll(&waiting, 1, left > 0 ? int(left * 1000) : 0) != 1)
      return "another rank did not arrive";
    int socket = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    int peer = -1;
    if (::recv(socket, &peer, sizeof(peer), MSG_WAITALL) != sizeof(peer) ||
        peer <= rank || peer >= numRanks || sockets[size_t(peer)] >= 0) {
      ::close(socket);
      return "expected a rank above " + std::to_string(rank) + " and below " +
             std::to_string(numRanks) + ", but got " + std::to_string(peer);
    }
    sockets[size_t(peer)] = socket;
  }
  return "";
}

std::string Peers::exchange(const std::vector<Message> &messages) const {
  std::vector<Message> left = messages;
  Clock::time_point last = Clock::now();
  while (true) {
    std::vector<pollfd> waiting;
    std::vector<Message *> owners;
    for (Message &message : left) {
      short events = short((message.sendBytes ? POLLOUT : 0) |
                           (message.receiveBytes ? POLLIN : 0));
      if (events == 0)
        continue;
      waiting.push_back({sockets[size_t(message.peer)], events, 0});
      owners.push_back(&message);
    }
    if (waiting.empty())
      return "";
    double remaining = patience - secondsSince(last);
    int ready = ::poll(waiting.data(), waiting.size(),
                       remaining > 0 ? int(remaining * 1000) : 0);
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0)
      return nameRank(owners[0]->peer) + " did not arrive";
    for (size_t i = 0; i < waiting.size(); ++i) {
      Message &message = *owners[i];
      if (waiting[i].revents & POLLOUT) {
        ssize_t sent = ::send(waiting[i].fd, message.send, message.sendBytes,
                              MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN && !(waiting[i].revents & POLLIN))
          return nameRank(message.peer) + " has ended";
        if (sent > 0) {
          message.send = static_cast<const char *>(message.send) + sent;
          message.sendBytes -= size_t(sent);
        }
      }
      if (waiting[i].revents & (POLLIN | POLLHUP | POLLERR)) {
        ssize_t got = ::recv(waiting[i].fd, message.receive,
                             message.receiveBytes, MSG_DONTWAIT);
        if (got == 0 || (got < 0 && errno != EAGAIN))
          return nameRank(message.peer) + " has ended";
        if (got > 0) {
          message.receive = static_cast<char *>(message.receive) + got;
          message.receiveBytes -= size_t(got);
        }
      }
    }
    last = Clock::now();
  }
}
