// A reproducible bit source for statistical tests. Predictable by design: never for a release.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace scrim::test {

class SeededStream {
 public:
  explicit SeededStream(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t next_word() {
    ++consumed_;
    return engine_();
  }

  [[nodiscard]] std::size_t words_consumed() const noexcept { return consumed_; }

 private:
  std::mt19937_64 engine_;
  std::size_t consumed_ = 0;
};

}  // namespace scrim::test
