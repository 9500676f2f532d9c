// Searches for scores that cross a threshold, on noise that is handed in, and what they cost.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/measurements/above_threshold/make_above_threshold.hpp"
#include "scrim/numbers/int128.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

using Draws = std::vector<int128>;

std::string text_of(int128 number) {
  if (number < 0) throw std::logic_error("noise is never negative");
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
    number /= 10;
  } while (number != 0);
  return digits;
}

std::string text_of(const Crossings& found) {
  std::string text;
  for (std::size_t i = 0; i < found.positions.size(); ++i) {
    text += ' ' + std::to_string(found.positions[i]) + ' ' + std::to_string(found.gaps.at(i));
  }
  return text;
}

struct Search {
  std::int64_t threshold;
  Cross cross;
  std::size_t most;
};

/// The draws in a question are those that the library asked for: the proofs refuse any other
/// number of them.
template <Integer T>
std::string question_about(const Search& search, const std::vector<T>& scores, int128 bar,
                           std::span<const int128> asked_for) {
  std::string text = search.cross == Cross::at_least ? "crossings at_least " : "crossings at_most ";
  text += std::to_string(search.threshold) + ' ' + std::to_string(search.most) + ' ' +
          std::to_string(std::numeric_limits<std::uint64_t>::max()) + ' ' + text_of(bar) +
          listed(scores) + " |";
  for (const int128 draw : asked_for) text += ' ' + text_of(draw);
  return text;
}

/// The code that searches, with one draw for each score at hand.
template <Integer T>
void ask_about_search(const Search& search, const std::vector<T>& scores, int128 bar,
                      const Draws& draws, Oracle& oracle) {
  std::size_t asked_of_threshold = 0;
  std::size_t asked = 0;
  const Crossings found = first_crossings(
      std::span<const T>(scores), search.threshold, search.cross, search.most,
      [&] {
        ++asked_of_threshold;
        return bar;
      },
      [&] { return draws.at(asked++); });
  if (asked_of_threshold != 1) throw Difference("the threshold has one draw");
  oracle.ask(question_about(search, scores, bar, std::span(draws).first(asked)),
             as_answer(text_of(found)));
}

/// Every combination; the scores are few.
template <Integer T>
void ask_about_searches(const std::vector<T>& values, std::size_t largest,
                        const std::vector<std::int64_t>& thresholds, const Draws& noise,
                        Oracle& oracle) {
  for (const auto& scores : test::datasets_up_to(values, largest)) {
    for (const Draws& draws : test::datasets_of_size(noise, scores.size())) {
      for (const std::int64_t threshold : thresholds) {
        for (const Cross cross : {Cross::at_least, Cross::at_most}) {
          for (std::size_t most = 1; most <= largest; ++most) {
            for (const int128 bar : noise) {
              ask_about_search({threshold, cross, most}, scores, bar, draws, oracle);
            }
          }
        }
      }
    }
  }
}

/// The whole measurement. Without noise it draws 0 for each score that it looks at: up to the last
/// one that it is to find, or all.
void ask_about_measurements(Oracle& oracle) {
  for (const Cross cross : {Cross::at_least, Cross::at_most}) {
    for (const std::size_t most : {1U, 2U, 3U}) {
      for (const std::int64_t threshold : {-1, 0, 2}) {
        const auto measurement = make_above_threshold(
            vector_domain<std::int32_t>(), LInfDistance<std::uint64_t>{}, MaxDivergence{},
            {.threshold = threshold,
             .cross = cross,
             .positives = most,
             .threshold_scale = 0.0,
             .score_scale = 0.0});
        for (const auto& scores : test::datasets_up_to(std::vector<std::int32_t>{-1, 0, 1, 2}, 4)) {
          const Crossings found = measurement.invoke(scores);
          const std::size_t looked_at =
              found.positions.size() == most ? found.positions.back() + 1 : scores.size();
          oracle.ask(question_about({threshold, cross, most}, scores, 0, Draws(looked_at, 0)),
                     as_answer(text_of(found)));
        }
      }
    }
  }
}

/// The map gives the least double that covers the loss: it does, and the double before does not.
template <Number Q>
void ask_about_map(bool monotonic, const AboveThresholdOptions& options, Q d_in, Oracle& oracle) {
  const double loss =
      make_above_threshold(vector_domain<std::int64_t>(), LInfDistance<Q>{.monotonic = monotonic},
                           MaxDivergence{}, options)
          .map(d_in);
  const std::string start = std::string("above_threshold ") + (monotonic ? "monotonic " : "any ") +
                            std::to_string(options.positives) +
                            oracle::text_of(to_rational(options.threshold_scale)) +
                            oracle::text_of(to_rational(options.score_scale)) +
                            oracle::text_of(to_rational(static_cast<double>(d_in)));
  if (std::isinf(loss)) {
    oracle.ask(start + " 0", "undefined");
  } else {
    oracle.ask(start + oracle::text_of(to_rational(loss)), "yes");
    oracle.ask(start + oracle::text_of(to_rational(std::nextafter(loss, -1.0))), "no");
  }
}

void ask_about_maps(Oracle& oracle) {
  const std::vector<double> scales{0.0, 0x1p-20, 7.0 / 5.0, 4.0, 10.0, 1e6 + 1.0 / 3.0, 0x1p62};
  for (const double threshold_scale : scales) {
    for (const double score_scale : scales) {
      for (const std::size_t positives : {1U, 2U, 3U, 1000U}) {
        const AboveThresholdOptions options{.threshold = 3,
                                            .cross = Cross::at_most,
                                            .positives = positives,
                                            .threshold_scale = threshold_scale,
                                            .score_scale = score_scale};
        for (const bool monotonic : {false, true}) {
          for (const std::uint64_t d_in : {0ULL, 1ULL, 2ULL, 3ULL, 7ULL, 1ULL << 52}) {
            ask_about_map<std::uint64_t>(monotonic, options, d_in, oracle);
          }
          for (const double d_in : {0.0, -0.0, 0x1p-1074, 1.0 / 3.0, 1.5, 1e15}) {
            ask_about_map<double>(monotonic, options, d_in, oracle);
          }
        }
      }
    }
  }
}

}  // namespace

void ask_about_above_threshold(Oracle& oracle) {
  ask_about_searches<std::int64_t>({-1, 0, 1, 3}, 3, {0, -1}, {0, 1, 3}, oracle);
  using Signed = std::numeric_limits<std::int64_t>;
  using Unsigned = std::numeric_limits<std::uint64_t>;
  constexpr int128 most_noise = (int128{1} << 126) - 1;
  constexpr int128 word = int128{1} << 64;
  const std::vector<std::int64_t> thresholds{Signed::min(), 0, Signed::max()};
  ask_about_searches<std::int64_t>({Signed::min(), -1, Signed::max()}, 2, thresholds,
                                   {0, word - 1, word, most_noise}, oracle);
  ask_about_searches<std::uint64_t>({0, Unsigned::max()}, 2, thresholds,
                                    {0, word - 1, 3 * (word / 2), most_noise}, oracle);
  ask_about_searches<std::int8_t>({-128, 127}, 2, thresholds, {0, 1, 255, word}, oracle);
  ask_about_measurements(oracle);
  ask_about_maps(oracle);
}

}  // namespace scrim::oracle
