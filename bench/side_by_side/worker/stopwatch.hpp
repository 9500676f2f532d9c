// How long something took, on the wall and on the processor.
#pragma once

#include <chrono>
#include <cstdint>
#include <ctime>

namespace scrim::side_by_side {

struct Elapsed {
  std::int64_t wall_ns;
  std::int64_t cpu_ns;  ///< of all threads of this process

  Elapsed& operator+=(const Elapsed& more) {
    wall_ns += more.wall_ns;
    cpu_ns += more.cpu_ns;
    return *this;
  }
};

/// Runs from its construction.
class Stopwatch {
 public:
  [[nodiscard]] Elapsed elapsed() const {
    const auto wall = std::chrono::steady_clock::now() - wall_start_;
    return {std::chrono::duration_cast<std::chrono::nanoseconds>(wall).count(),
            cpu_now_ns() - cpu_start_ns_};
  }

 private:
  [[nodiscard]] static std::int64_t cpu_now_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
  }

  std::int64_t cpu_start_ns_ = cpu_now_ns();
  std::chrono::steady_clock::time_point wall_start_ = std::chrono::steady_clock::now();
};

}  // namespace scrim::side_by_side
