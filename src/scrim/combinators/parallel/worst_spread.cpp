#include "scrim/combinators/parallel/worst_spread.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "scrim/errors/error.hpp"
#include "scrim/measurements/threshold/unit_spreads.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

namespace {

constexpr double infinite_loss = std::numeric_limits<double>::infinity();
constexpr std::uint64_t rows_priced_one_by_one = 4096;
constexpr int bits_of_a_step = 10;                // beyond those
constexpr std::uint64_t most_tries = 1ULL << 19;  // some 10 ms

using BigInteger = mpz_class;

BigInteger big(std::uint64_t x) { return BigInteger(static_cast<unsigned long>(x)); }

/// The least number of rows that lose so much, in units that all losses are whole multiples of.
struct Step {
  std::uint64_t rows;
  BigInteger loss;
};

/// What a group loses, as a function of its rows that never falls.
struct Steps {
  std::vector<Step> steps;         // both rising
  std::vector<BigInteger> at_all;  // the losses at 1, 2, ...; empty where only some are known
  std::size_t bits_of_units = 0;   // a unit is 2^-bits

  [[nodiscard]] double up(const Rational& units) const {
    Rational loss = units;
    loss >>= bits_of_units;
    return to_double_up(loss);
  }
};

/// Precondition (caller): the last loss is finite.
Steps steps_of(std::span<const std::uint32_t> rows, std::span<const double> losses) {
  // What holds for more rows holds for fewer: a loss is at most those behind it.
  std::vector<double> least(losses.begin(), losses.end());
  for (std::size_t i = least.size() - 1; i > 0; --i) {
    least[i - 1] = std::min(least[i - 1], least[i]);
  }
  Steps all;
  std::vector<Rational> exact;
  for (const double loss : least) {
    exact.push_back(to_rational(loss));
    // The denominator is a power of two.
    all.bits_of_units =
        std::max(all.bits_of_units, mpz_sizeinbase(exact.back().get_den_mpz_t(), 2));
  }
  std::uint64_t before = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    Rational units = exact[i];
    units <<= all.bits_of_units;
    const BigInteger loss = units.get_num();
    if (rows.back() == rows.size()) all.at_all.push_back(loss);
    if (loss > (all.steps.empty() ? BigInteger(0) : all.steps.back().loss)) {
      all.steps.push_back({before + 1, loss});
    }
    before = rows[i];
  }
  return all;
}

/// A bound by the least concave function above the steps and (0, 0), and whether it is attained.
struct ConcaveBound {
  Rational units;
  bool is_attained;
};

/// Precondition (caller): there is a step.
ConcaveBound concave_bound(const KeyedChange& d, const std::vector<Step>& steps) {
  std::vector<Step> hull{{0, 0}};
  for (const Step& step : steps) {
    // The last corner goes, as long as it lies on or below the line past it.
    while (hull.size() > 1) {
      const Step& a = hull[hull.size() - 2];
      const Step& b = hull.back();
      if ((b.loss - a.loss) * big(step.rows - a.rows) >
          (step.loss - a.loss) * big(b.rows - a.rows)) {
        break;
      }
      hull.pop_back();
    }
    hull.push_back(step);
  }
  // The groups have total / groups rows on the average: between two corners, or behind all.
  const BigInteger groups = big(d.groups());
  const BigInteger total = big(d.total());
  const auto right = std::find_if(hull.begin(), hull.end(), [&](const Step& corner) {
    return big(corner.rows) * groups >= total;
  });
  if (right == hull.end()) return {groups * hull.back().loss, true};
  const Step& a = *std::prev(right);
  const Step& b = *right;
  const BigInteger width = big(b.rows - a.rows);
  const BigInteger at_b = total - groups * big(a.rows);  // groups there, times width
  const BigInteger at_a = groups * width - at_b;
  Rational units(a.loss * at_a + b.loss * at_b, width);
  units.canonicalize();
  return {units, at_b % width == 0};
}

/// The largest sum, if the loss is convex from one row on.
std::optional<BigInteger> convex_maximum(const KeyedChange& d,
                                         const std::vector<BigInteger>& at_all) {
  if (at_all.empty()) return std::nullopt;
  for (std::size_t i = 2; i < at_all.size(); ++i) {
    if (at_all[i] - at_all[i - 1] < at_all[i - 1] - at_all[i - 2]) return std::nullopt;
  }
  BigInteger most = 0;
  for (const UnitSpread& spread : worst_unit_spreads(d)) {
    BigInteger sum = big(spread.full) * at_all.back() + big(spread.single) * at_all[0];
    if (spread.partial != 0) sum += at_all[spread.partial - 1];
    most = std::max(most, sum);
  }
  return most;
}

/// The largest sum, if it takes few enough tries to find it.
std::optional<BigInteger> maximum_of_all(const KeyedChange& d, const std::vector<Step>& steps) {
  // As many groups as rows are no bound on their number.
  const bool are_groups_few = d.groups() < d.total();
  const std::uint64_t rounds = are_groups_few ? d.groups() : 1;
  if (d.total() > most_tries || rounds > most_tries ||
      uint128{rounds} * d.total() * steps.size() > most_tries) {
    return std::nullopt;
  }
  std::vector<BigInteger> best(d.total() + 1);  // with so many rows
  std::vector<BigInteger> before(best.size());  // with a group less
  for (std::uint64_t round = 0; round < rounds; ++round) {
    if (are_groups_few) before = best;
    for (std::size_t total = 1; total < best.size(); ++total) {
      BigInteger& here = best[total];
      here = std::max(here, best[total - 1]);
      for (const Step& step : steps) {
        if (step.rows > total) break;
        const BigInteger& rest = (are_groups_few ? before : best)[total - step.rows];
        const BigInteger sum = rest + step.loss;
        if (sum > here) here = sum;
      }
    }
  }
  return best.back();
}

}  // namespace

std::uint32_t rows_of_a_group(std::uint64_t rows) {
  if (rows > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::overflow, "the rows of a group differ by up to " + describe_value(rows) +
                                  ", which is more than distances of rows count");
  }
  return static_cast<std::uint32_t>(rows);
}

std::vector<std::uint32_t> rows_to_price(const KeyedChange& d) {
  const std::uint32_t most = rows_of_a_group(d.in_each());
  // Where every group may differ by as much as it can, no other number of rows is worse.
  if (uint128{d.groups()} * d.in_each() == d.total()) return {most};
  std::vector<std::uint32_t> rows;
  std::uint64_t next = 1;
  while (next < most) {
    rows.push_back(static_cast<std::uint32_t>(next));
    next += next < rows_priced_one_by_one ? 1 : next >> bits_of_a_step;
  }
  rows.push_back(most);
  return rows;
}

double worst_spread(const KeyedChange& d, std::span<const std::uint32_t> rows,
                    std::span<const double> losses) {
  if (std::isinf(losses.back())) return infinite_loss;
  const Steps all = steps_of(rows, losses);
  if (all.steps.empty()) return 0.0;
  const ConcaveBound bound = concave_bound(d, all.steps);
  if (bound.is_attained) return all.up(bound.units);
  if (const auto most = convex_maximum(d, all.at_all)) return all.up(*most);
  if (const auto most = maximum_of_all(d, all.steps)) return all.up(*most);
  // As many groups as rows, which is more than there are, may take fewer tries.
  const KeyedChange in_more_groups(d.total(), d.total(), d.in_each());
  if (const auto most = maximum_of_all(in_more_groups, all.steps)) {
    return all.up(std::min<Rational>(bound.units, *most));
  }
  return all.up(bound.units);
}

double loss_of_each_row(const KeyedChange& d, double loss) {
  if (std::isinf(loss)) return infinite_loss;
  return to_double_up(to_rational(loss) * to_rational(d.total()));
}

double loss_of_squares(const KeyedChange& d, double loss) {
  if (std::isinf(loss)) return infinite_loss;
  BigInteger most = 0;
  const auto square = [](std::uint64_t rows) -> BigInteger { return big(rows) * big(rows); };
  for (const UnitSpread& spread : worst_unit_spreads(d)) {
    const BigInteger sum =
        big(spread.full) * square(d.in_each()) + square(spread.partial) + big(spread.single);
    most = std::max(most, sum);
  }
  return to_double_up(to_rational(loss) * Rational(most));
}

}  // namespace scrim
