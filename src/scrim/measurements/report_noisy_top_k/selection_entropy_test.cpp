// What a failure of the system's randomness can tell about scores: nothing, although the number of
// words that a selection draws depends on them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "support/entropy_readers.hpp"
#include "support/error_of.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::selection_entropy_test {
namespace {

using Scores = std::vector<std::int64_t>;

/// Equal, close, linear, far apart, and as far apart as can be; one candidate, two and many.
const std::vector<Scores>& all_kinds_of_scores() {
  static const std::vector<Scores> kinds = [] {
    using Limits = std::numeric_limits<std::int64_t>;
    std::vector<Scores> made;
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{64}, std::size_t{1000}}) {
      for (const std::int64_t step : {0, 1, 1000}) {
        Scores scores(size);
        for (std::size_t i = 0; i < size; ++i) scores[i] = step * static_cast<std::int64_t>(i);
        made.push_back(scores);
      }
      Scores one_stands_out(size, Limits::min());
      one_stands_out.back() = Limits::max();
      made.push_back(one_stands_out);
      Scores one_falls_behind(size, Limits::max());
      one_falls_behind.back() = Limits::min();
      made.push_back(one_falls_behind);
    }
    return made;
  }();
  return kinds;
}

template <class MO, class Source>
void select(const Scores& scores, std::size_t k, Source& source) {
  (void)report_noisy_top_k<MO>(
      std::span<const std::int64_t>(scores),
      {.k = std::min(k, scores.size()), .scale = 7.0 / 5.0, .optimize = Optimize::max}, source);
}

template <class MO>
class SelectionEntropy : public testing::Test {};
using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(SelectionEntropy, Measures);

using Generator = entropy::BasicSecureGenerator<test::FaultyReader>;

// The generator of a thread that has drawn nothing yet: whatever the scores, it must draw now.
TYPED_TEST(SelectionEntropy, a_seed_that_fails_stops_every_selection_alike) {
  for (const Scores& scores : all_kinds_of_scores()) {
    for (const std::size_t k : {1U, 3U}) {
      std::deque<test::ReadOutcome> script{{.error = EIO}, {.missing = 1}};
      int reads = 0;
      Generator generator(test::FaultyReader{&script, &reads});
      const auto first = test::error_of([&] { select<TypeParam>(scores, k, generator); });
      EXPECT_EQ(first.kind, ErrorKind::entropy);
      EXPECT_TRUE(first.is_invoke_error);
      EXPECT_EQ(first.text, "the operating system gave no randomness; nothing was released");
      EXPECT_EQ(test::error_of([&] { select<TypeParam>(scores, k, generator); }).kind,
                ErrorKind::entropy);
      EXPECT_EQ(reads, 2);
      EXPECT_NO_THROW(select<TypeParam>(scores, k, generator));
      EXPECT_EQ(reads, 3);
    }
  }
}

// There is no reseeding in mid-stream whose place would tell how many words were drawn.
TYPED_TEST(SelectionEntropy, the_system_is_asked_once_however_many_words_are_drawn) {
  std::deque<test::ReadOutcome> script;
  int reads = 0;
  Generator generator(test::FaultyReader{&script, &reads});
  for (int round = 0; round < 200; ++round) {
    for (const Scores& scores : all_kinds_of_scores()) {
      select<TypeParam>(scores, 2, generator);
      ASSERT_EQ(reads, 1);
    }
  }
}

// Why the two tests above matter: a source that ends after so many words would fail for some scores
// and not for others.
TEST(SelectionWords, are_more_for_some_scores_than_for_others) {
  const auto words_for = [](const Scores& scores) {
    std::vector<std::size_t> words;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
      test::SeededStream source(seed);
      select<MaxDivergence>(scores, 1, source);
      words.push_back(source.words_consumed());
    }
    return words;
  };
  Scores linear(64);
  std::iota(linear.begin(), linear.end(), 0);
  const auto [least, most] = std::ranges::minmax(words_for(linear));
  EXPECT_GE(least, 50U);
  EXPECT_GE(most, 150U);
  EXPECT_EQ(std::ranges::max(words_for(Scores(64, 0))), 2U);
}

}  // namespace
}  // namespace scrim::selection_entropy_test
