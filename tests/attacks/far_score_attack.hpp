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

#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
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

// --- Scrim: the far score is selected exactly where its random number lies below exp(-gap)

template <class Measure>
std::size_t selected(double gap, test::ScriptedTape tape) {
  const std::vector<double> scores{-gap, 0.0};
  return report_noisy_top_k<Measure>(std::span<const double>(scores),
                                     {.k = 1, .scale = 1.0, .optimize = Optimize::max}, tape)
      .front();
}

/// How many leading zeros of the far score's random number are drawn before its further digits.
inline int leading_zeros(double gap) { return Halvings(1.0).count(0.0, gap, 63); }

/// A tape on which permute-and-flip draws these zeros, visits the far score first, and then reads
/// the further digits of its number: `words`, and zeros behind them.
inline test::ScriptedTape tape_of_coin(double gap, const std::vector<std::uint64_t>& words,
                                       std::size_t zeros_behind) {
  std::vector<std::uint64_t> tape(static_cast<std::size_t>(leading_zeros(gap)), test::all_ones);
  tape.push_back(test::all_ones);  // the last of two rungs
  tape.push_back(0);               // the only candidate on it
  tape.insert(tape.end(), words.begin(), words.end());
  return test::tape_then(tape, 0, zeros_behind);
}

/// On the digits of exp(-gap) minus and plus one unit in their last place the coin must come up
/// differently.
inline bool has_exact_threshold(double gap) {
  std::size_t words = 2;  // refinement doubles the digits, from 128 bits on
  while (64.0 * static_cast<double>(words) < gap / std::log(2.0) + 64.0) words *= 2;
  const auto precision = static_cast<Precision>(64 * words + 64);
  BigInterval rest = exp(-BigInterval::point(precision, gap));
  for (int zero = 0; zero < leading_zeros(gap); ++zero) {
    rest = rest * BigInterval::point(precision, 2.0);
  }
  const mpz_class digits = test::floor_scaled(rest.lower(), 64 * words);
  const auto selected_at = [&](const mpz_class& u) {
    return selected<MaxDivergence>(gap, tape_of_coin(gap, test::words_of(u, words), 64));
  };
  return digits > 0 && selected_at(digits - 1) == 0 && selected_at(digits + 1) == 1;
}

/// The exponential mechanism proposes the far score, and its number is all zeros.
inline bool can_be_proposed_and_accepted(double gap) {
  return selected<RangeDivergence>(gap, test::tape_then({test::all_ones, 0}, 0, 4096)) == 0;
}

/// No double holds this gap, whose quotient by the scale is 2: a tenth of selections or so is far.
inline int far_selections_across_all_doubles() {
  constexpr double largest = std::numeric_limits<double>::max();
  const std::vector<double> scores{-largest, largest};
  test::SeededStream source(4);
  int far = 0;
  for (int i = 0; i < 10'000; ++i) {
    far += report_noisy_top_k<RangeDivergence>(
               std::span<const double>(scores),
               {.k = 1, .scale = largest, .optimize = Optimize::max}, source)
                       .front() == 0
               ? 1
               : 0;
  }
  return far;
}

/// exp(-1e308) has more zeros than any tape. Random tapes select the best score; a number of zeros
/// ends, as SECURITY.md says, in an error with a fixed text.
inline bool is_calm_beyond_all_tapes() {
  const std::vector<double> scores{-1e308, 0.0};
  test::SeededStream source(5);
  for (int i = 0; i < 1000; ++i) {
    if (report_noisy_top_k<MaxDivergence>(std::span<const double>(scores),
                                          {.k = 1, .scale = 1.0, .optimize = Optimize::max}, source)
            .front() != 1) {
      return false;
    }
  }
  try {
    (void)selected<MaxDivergence>(1e308, tape_of_coin(1e308, {}, 1 << 15));
    return false;
  } catch (const InvokeError&) {
    return true;
  }
}

inline Outcome on_scrim() {
  int exact_gaps = 0;
  for (const double gap : gaps) {
    if (gap > 1e5) continue;
    exact_gaps += has_exact_threshold(gap) && can_be_proposed_and_accepted(gap) ? 1 : 0;
  }
  const int far = far_selections_across_all_doubles();  // 10000 / (1 + e^2) = 1192
  return {exact_gaps != 6 || !is_calm_beyond_all_tapes() || far < 1000 || far > 1400,
          text("decided by exp(-gap) exactly at ", exact_gaps, " of 6 gaps; 1e308 runs")};
}

}  // namespace scrim::attacks::far_score
