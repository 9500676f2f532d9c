// Keys that only one of two neighbours has: the spreads among which the worst is, and how likely a
// key is told by itself.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/combinators/parallel/worst_spread.hpp"
#include "scrim/measurements/release_keys/keep_probabilities.hpp"
#include "scrim/measurements/threshold/unit_spreads.hpp"
#include "scrim/numbers/big_interval.hpp"

namespace scrim::oracle {

namespace {

void ask_about_spread(const KeyedChange& d, Oracle& oracle) {
  std::string answer;
  for (const UnitSpread& spread : worst_unit_spreads(d)) {
    answer += ' ' + std::to_string(spread.full) + ' ' + std::to_string(spread.partial) + ' ' +
              std::to_string(spread.single);
  }
  oracle.ask("spreads " + std::to_string(d.groups()) + ' ' + std::to_string(d.total()) + ' ' +
                 std::to_string(d.in_each()),
             as_answer(answer));
}

/// Releases over so many keys, each of which loses costs[k - 1] at k rows.
void ask_about_releases(const KeyedChange& d, std::uint64_t keys, const std::vector<double>& costs,
                        Oracle& oracle) {
  const KeyedChange change(std::min(d.groups(), keys), d.total(), d.in_each());
  double loss = 0.0;
  if (change != KeyedChange()) {
    const auto rows = rows_to_price(change);
    std::vector<double> losses;
    for (const std::uint32_t each : rows) {
      losses.push_back(costs[std::min<std::size_t>(each, costs.size()) - 1]);
    }
    loss = worst_spread(change, rows, losses);
  }
  std::string question = "parallel " + std::to_string(d.groups()) + ' ' +
                         std::to_string(d.total()) + ' ' + std::to_string(d.in_each()) + ' ' +
                         std::to_string(keys);
  for (const double cost : costs) question += ' ' + std::to_string(static_cast<std::int64_t>(cost));
  oracle.ask(question, std::to_string(static_cast<std::int64_t>(loss)));
}

Rational rational_of(const BigFloat& x) {
  Rational out;
  mpfr_get_q(out.get_mpq_t(), x.get());
  return out;
}

/// e^epsilon is no rational number: the proofs are asked about one below and one above it, and what
/// a key is told with rises from one to the other.
void ask_about_keeping(double epsilon, double delta, std::size_t most, Oracle& oracle) {
  constexpr Precision precision_of_ratio = 96;
  const BigInterval ratio = exp(BigInterval::point(precision_of_ratio, epsilon));
  const auto start = [&](const BigFloat& end, std::size_t count) {
    return "keep" + text_of(rational_of(end)) + text_of(to_rational(delta)) + ' ' +
           std::to_string(count);
  };
  const std::optional<KeepProbabilities> law = KeepProbabilities::of(epsilon, delta);
  if (!law) throw std::logic_error("too small an epsilon to be asked about");
  for (std::size_t count = 0; count <= most; ++count) {
    if (count >= law->certain_from()) {
      oracle.ask(start(ratio.upper(), count) + " 1", "yes");
      continue;
    }
    const Interval enclosed = law->probability(count).enclose();
    const double above = std::nextafter(enclosed.hi, std::numeric_limits<double>::infinity());
    oracle.ask(start(ratio.upper(), count) + text_of(to_rational(enclosed.lo)), "yes");
    oracle.ask(start(ratio.lower(), count) + text_of(to_rational(above)), "no");
  }
}

}  // namespace

void ask_about_keys(Oracle& oracle) {
  for (std::uint64_t groups = 0; groups <= 12; ++groups) {
    for (std::uint64_t total = 0; total <= 40; ++total) {
      for (std::uint64_t in_each = 0; in_each <= 12; ++in_each) {
        ask_about_spread({groups, total, in_each}, oracle);
      }
    }
  }
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t groups : {std::uint64_t{2}, std::uint64_t{1000}, largest / 2, largest}) {
    for (const std::uint64_t total : {largest, largest - 1, largest / 3}) {
      for (const std::uint64_t in_each :
           {std::uint64_t{2}, std::uint64_t{7}, largest / 2, largest}) {
        ask_about_spread({groups, total, in_each}, oracle);
      }
    }
  }
  const std::vector<std::vector<double>> costs = {
      {1, 2, 3, 4, 5}, {1, 4, 9, 16, 25}, {3, 5, 6, 6, 6}, {0, 0, 5, 5, 6}, {2, 2, 2, 9, 9}};
  for (const auto& each : costs) {
    for (const std::uint64_t keys : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{4}}) {
      for (std::uint64_t groups = 0; groups <= 4; ++groups) {
        for (std::uint64_t total = 0; total <= 9; ++total) {
          for (std::uint64_t in_each = 0; in_each <= 5; ++in_each) {
            ask_about_releases({groups, total, in_each}, keys, each, oracle);
          }
        }
      }
    }
  }
  for (const double epsilon : {0.0, 0.1, 7.0 / 5.0, 10.0}) {
    for (const double delta : {0.25, 1.0 / 3.0, 1e-3, 0x1p-40}) {
      if (epsilon == 0.0 && delta < 1e-9) continue;  // it takes 1 / delta counts to be certain
      ask_about_keeping(epsilon, delta, 6, oracle);
    }
  }
}

}  // namespace scrim::oracle
