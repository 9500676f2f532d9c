// Which outcomes a selection can have at all: every outcome of every tape over a few words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "support/seeded_stream.hpp"
#include "support/small_datasets.hpp"

namespace scrim::test {

/// The quarters of the unit interval and 2^-44 from its ends: as the first digits of a random
/// number they win or lose every coin and comparison at gaps of up to 30 scales.
inline constexpr std::uint64_t quarter = std::uint64_t{1} << 62;
inline constexpr std::uint64_t tiny = std::uint64_t{1} << 20;
inline const std::vector<std::uint64_t> telling_words{tiny, quarter, 2 * quarter, 3 * quarter,
                                                      ~tiny};

/// Given words, then reproducible random ones: two numbers that start alike part in their tails.
class TapeWithTail {
 public:
  explicit TapeWithTail(std::span<const std::uint64_t> words) : words_(words) {}

  std::uint64_t next_word() {
    if (words_.empty()) return tail_.next_word();
    const std::uint64_t word = words_.front();
    words_ = words_.subspan(1);
    return word;
  }

 private:
  std::span<const std::uint64_t> words_;
  SeededStream tail_{0};
};

/// The indices that one selection can release, by trying all tapes that start with telling words.
/// Cost: 5^scores.size() selections.
template <class Measure>
[[nodiscard]] std::set<std::size_t> reachable_selections(std::span<const std::uint64_t> scores,
                                                         const TopKOptions& options) {
  std::set<std::size_t> reached;
  for (const auto& words : datasets_of_size(telling_words, scores.size())) {
    TapeWithTail tape(words);
    reached.insert(report_noisy_top_k<Measure>(scores, options, tape).front());
  }
  return reached;
}

}  // namespace scrim::test
