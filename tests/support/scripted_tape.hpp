// A bit source that plays back given words, so that a test knows every bit a sampler sees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <utility>
#include <vector>

namespace scrim::test {

/// The sampler asked for more words than the test foresaw.
struct TapeExhausted : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return "scripted tape exhausted"; }
};

class ScriptedTape {
 public:
  explicit ScriptedTape(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
  ScriptedTape(std::initializer_list<std::uint64_t> words) : words_(words) {}

  std::uint64_t next_word() {
    if (consumed_ == words_.size()) throw TapeExhausted();
    return words_[consumed_++];
  }

  [[nodiscard]] std::size_t words_consumed() const noexcept { return consumed_; }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t consumed_ = 0;
};

}  // namespace scrim::test
