//===- Measure.cpp - Bracketed, interleaved samples -----------------------===//
//
// Machines are shared and change speed within seconds, so times from different
// minutes are not comparable. Kernels take turns, each between two runs of the
// floor, and the result is the median of the ratios.
//
//===----------------------------------------------------------------------===//

#include "Bench.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace bench;

namespace {
/// One thread is timed by its own CPU clock, which stops while another program
/// has its CPU. Several threads are timed by the wall clock, and a sample
/// during which one of them lost its CPU does not count.
class Stopwatch {
public:
  explicit Stopwatch(int threads) : threads(threads) {}

  double secondsOf(const std::function<void()> &call) const {
    double start = now();
    call();
    return now() - start;
  }

  /// Returns the number of times that this process has lost a CPU.
  int64_t interruptions() const {
    if (threads == 1)
      return 0;
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
  }

private:
  double now() const {
    timespec time;
    clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC,
                  &time);
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_nsec) * 1e-9;
  }

  int threads;
};
} // namespace

constexpr double maxFloorChange = 1.15;
Quartiles bench::quartilesOf(std::vector<double> values) {
  if (values.empty())
    return {};
  std::sort(values.begin(), values.end());
  auto at = [&](double fraction) {
    double position = fraction * static_cast<double>(values.size() - 1);
    auto index = static_cast<size_t>(position);
    double rest = position - static_cast<double>(index);
    double next = values[std::min(index + 1, values.size() - 1)];
    return values[index] + rest * (next - values[index]);
  };
  return {at(0.25), at(0.5), at(0.75)};
}

std::vector<Sampled>
bench::measure(const std::function<void()> &floor,
               const std::vector<std::function<void()>> &calls, int threads,
               const Options &options) {
  Stopwatch watch(threads);
  size_t samples = static_cast<size_t>(options.samples);
  std::vector<std::vector<double>> seconds(calls.size()), ratios(calls.size());
  std::vector<Sampled> results(calls.size());
  // Touch pages and raise frequencies before the measurement.
  for (const auto &call : calls)
    call();
  floor();
  auto deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(options.seconds);
  bool enough = false;
  while (!enough && std::chrono::steady_clock::now() < deadline) {
    enough = true;
    for (size_t i = 0; i < calls.size(); ++i) {
      if (ratios[i].size() >= samples)
        continue;
      int64_t interrupted = watch.interruptions();
      double before = watch.secondsOf(floor);
      double time = watch.secondsOf(calls[i]);
      double after = watch.secondsOf(floor);
      if (watch.interruptions() != interrupted ||
          std::max(before, after) > maxFloorChange * std::min(before, after)) {
        ++results[i].dropped;
      } else {
        seconds[i].push_back(time);
        ratios[i].push_back((before + after) / 2 / time);
      }
      enough &= ratios[i].size() >= samples;
    }
  }
  for (size_t i = 0; i < calls.size(); ++i) {
    results[i].seconds = quartilesOf(seconds[i]);
    results[i].ratio = quartilesOf(ratios[i]);
    results[i].samples = static_cast<int>(ratios[i].size());
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

void bench::printHeader() {
  std::printf("%-24s %-12s %3s %10s %9s %7s %15s %9s\n", "benchmark", "kernel",
              "thr", "ms", "G/s", "ratio", "[quartiles]", "samples");
}

/// Returns the rate in units of 10^9 bytes, or floating-point operations, per
/// second.
static double rateOf(const Row &row) {
  double work = row.bytes != 0 ? row.bytes : row.flops;
  double seconds = row.sampled.seconds.median;
  return seconds > 0 ? work / seconds * 1e-9 : 0;
}

void bench::printRow(const Row &row) {
  const Sampled &s = row.sampled;
  if (s.samples == 0)
    std::printf("%-24s %-12s %3d the machine is too busy: %d samples dropped\n",
                row.benchmark.c_str(), row.kernel.c_str(), row.threads,
                s.dropped);
  else
    std::printf(
        "%-24s %-12s %3d %10.3f %6.1f %-2s %7.3f [%.3f, %.3f] %4d -%d\n",
        row.benchmark.c_str(), row.kernel.c_str(), row.threads,
        s.seconds.median * 1e3, rateOf(row), row.bytes != 0 ? "GB" : "GF",
        s.ratio.median, s.ratio.low, s.ratio.high, s.samples, s.dropped);
  std::fflush(stdout);
}

static std::string cpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
}

void bench::writeJson(const std::string &path, const std::vector<Row> &rows) {
  // Write to a temporary name until the file is complete.
  std::string temporary = path + ".tmp";
  FILE *file = std::fopen(temporary.c_str(), "w");
  if (!file)
    die("cannot write %s", temporary.c_str());
  char date[32];
  std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  double load = 0;
  getloadavg(&load, 1);
  std::fprintf(file,
               "{\"date\": \"%s\", \"cpu\": \"%s\", \"cpus\": %ld, "
               "\"load\": %.2f, \"compiler\": \"%s\", \"vector_bits\": %u, "
               "\"rows\": [",
               date, cpuName().c_str(), sysconf(_SC_NPROCESSORS_ONLN), load,
               getGeneratedCompiler().c_str(), getGeneratedVectorBits());
  const char *separator = "\n";
  for (const Row &row : rows) {
    const Sampled &s = row.sampled;
    if (s.samples == 0)
      continue;
    std::fprintf(
        file,
        "%s  {\"benchmark\": \"%s\", \"kernel\": \"%s\", \"threads\": %d, "
        "\"ms\": %.6g, \"%s\": %.6g, \"ratio\": %.4f, \"ratio_q25\": %.4f, "
        "\"ratio_q75\": %.4f, \"samples\": %d, \"dropped\": %d}",
        separator, row.benchmark.c_str(), row.kernel.c_str(), row.threads,
        s.seconds.median * 1e3, row.bytes != 0 ? "gb_per_s" : "gflop_per_s",
        rateOf(row), s.ratio.median, s.ratio.low, s.ratio.high, s.samples,
        s.dropped);
    separator = ",\n";
  }
  std::fprintf(file, "\n]}\n");
  bool good = std::ferror(file) == 0;
  good &= std::fclose(file) == 0;
  if (!good || std::rename(temporary.c_str(), path.c_str()) != 0)
    die("cannot write %s", path.c_str());
}
