// Underflow: exp(-746) is 0 in doubles, so an exponential mechanism that sums exponentials can
// never select a score that lies so far behind. Whoever sees it selected knows that the gap was
// smaller.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/scripted_tape.hpp"
#include "support/seeded_stream.hpp"
#include "support/tape_digits.hpp"
#include "support/tape_enumeration.hpp"

namespace scrim::attacks::far_score {

using test::Outcome;
using test::text;

inline constexpr double gaps[] = {1.0, 50.0, 700.0, 745.0, 746.0, 1e4, 1e308};

// --- the control: exponentials, their sum, and a uniform double below it

/// The far score comes first: where the cumulative sum is kindest to it.
inline bool naive_selects_far(double gap, std::uint64_t k) {
  const double far = std::exp(-gap);
  const double total = far + 1.0;
  return static_cast<double>(k) * 0x1p-53 * total < far;
}

/// How many of the 2^53 uniform doubles select the far score. They are the smallest ones.
inline std::uint64_t naive_chances(double gap) {
  std::uint64_t selecting = 0;
  for (std::uint64_t step = std::uint64_t{1} << 52; step > 0; step /= 2) {
    if (naive_selects_far(gap, selecting + step - 1)) selecting += step;
  }
  return selecting;
}

inline Outcome on_control() {
  int impossible = 0;
  for (const double gap : gaps) impossible += naive_chances(gap) == 0 ? 1 : 0;
  const std::uint64_t just_within = naive_chances(745.0);
  const std::uint64_t just_beyond = naive_chances(746.0);
  return {impossible == 3 && just_within > 0 && just_beyond == 0,
          text("P(far) = ", just_within, "/2^53 at gap 745, ", just_beyond, " at 746")};
}

// --- Scrim: the far score is selected exactly where the digits of the tape lie below exp(-gap)

template <class Measure>
std::size_t selected(double gap, test::ScriptedTape tape) {
  const std::vector<double> scores{-gap, 0.0};
  return report_noisy_top_k<Measure>(std::span<const double>(scores), {.k = 1, .scale = 1.0}, tape)
      .front();
}

/// A coin with probability exp(-gap), then a choice between two: on the digits of exp(-gap) minus
/// and plus one unit in their last place the coin must come up differently.
inline bool has_exact_threshold(double gap) {
  std::size_t words = 2;  // refinement doubles the digits, from 128 bits on
  while (64.0 * static_cast<double>(words) < gap / std::log(2.0) + 64.0) words *= 2;
  const auto precision = static_cast<Precision>(64 * words + 64);
  const mpz_class digits =
      test::floor_scaled(exp(-BigInterval::point(precision, gap)).lower(), 64 * words);
  const auto tape_of = [&](const mpz_class& u) {
    return test::tape_then(test::words_of(u, words), 0);
  };
  return digits > 0 && selected<MaxDivergence>(gap, tape_of(digits - 1)) == 0 &&
         selected<MaxDivergence>(gap, tape_of(digits + 1)) == 1;
}

/// The largest Gumbel noise there is on the far score, a middling one on the best.
inline bool gumbel_can_select_far(double gap) {
  return selected<RangeDivergence>(gap, test::tape_then({test::all_ones, std::uint64_t{1} << 63},
                                                        test::all_ones, 4096)) == 0;
}

/// No double holds this gap, whose quotient by the scale is 2: a tenth of selections or so is far.
inline int far_selections_across_all_doubles() {
  constexpr double largest = std::numeric_limits<double>::max();
  const std::vector<double> scores{-largest, largest};
  test::SeededStream source(4);
  int far = 0;
  for (int i = 0; i < 10'000; ++i) {
    far += report_noisy_top_k<RangeDivergence>(std::span<const double>(scores),
                                               {.k = 1, .scale = largest}, source)
                       .front() == 0
               ? 1
               : 0;
  }
  return far;
}

/// exp(-1e308) has more zeros than any tape. Random tapes select the best score; the one of zeros
/// ends, as SECURITY.md says, in an error with a fixed text.
inline bool is_calm_beyond_all_tapes() {
  const std::vector<double> scores{-1e308, 0.0};
  test::SeededStream source(5);
  for (int i = 0; i < 1000; ++i) {
    if (report_noisy_top_k<MaxDivergence>(std::span<const double>(scores), {.k = 1, .scale = 1.0},
                                          source)
            .front() != 1) {
      return false;
    }
  }
  try {
    (void)selected<MaxDivergence>(1e308, test::tape_then({}, 0, 1 << 15));
    return false;
  } catch (const InvokeError&) {
    return true;
  }
}

inline Outcome on_scrim() {
  int exact_gaps = 0;
  for (const double gap : gaps) {
    if (gap > 1e5) continue;
    exact_gaps += has_exact_threshold(gap) && gumbel_can_select_far(gap) ? 1 : 0;
  }
  const int far = far_selections_across_all_doubles();  // 10000 / (1 + e^2) = 1192
  return {exact_gaps != 6 || !is_calm_beyond_all_tapes() || far < 1000 || far > 1400,
          text("decided by exp(-gap) exactly at ", exact_gaps, " of 6 gaps; 1e308 runs")};
}

}  // namespace scrim::attacks::far_score
