// The law of a noisy count of the bounded rows of a sample of persons, exactly, against what is
// charged for it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "scrim/transformations/select_column/select_table_column.hpp"
#include "support/by_definition/integer_noise_laws.hpp"
#include "support/distances/table_distances.hpp"
#include "support/law_divergence.hpp"
#include "support/person_tables.hpp"

namespace scrim::make_sample_of_persons_exact_test {
namespace {

using test::cell;
using test::defined;
using test::TableValues;
using Law = std::vector<BigInterval>;
using RowsOfEach = std::vector<std::int64_t>;  // how many rows each person has

constexpr std::size_t persons = 4;
constexpr std::int64_t most_rows = 3;   // of a person
constexpr std::uint32_t rows_kept = 2;  // of a person

const PersonTableDomain visits({{"id", RowKind::integer, true}},
                               TableDomain({{"visit", RowKind::integer, false}}));

auto noisy_count(double scale, std::uint32_t kept = rows_kept) {
  return Space{visits, PersonDistance{}} >>
         then_bound_contributions(BoundRows{.rows = kept, .values = {"visit"}}) >>
         then_select_column<std::int64_t>("visit") >> then_count() >>
         then_laplace(MaxDivergence{}, {.scale = scale});
}

TableValues table_of(const RowsOfEach& rows) {
  TableValues table;
  for (std::size_t person = 0; person < rows.size(); ++person) {
    for (std::int64_t row = 0; row < rows[person]; ++row) {
      table.push_back({cell(static_cast<std::int64_t>(person)), cell(row)});
    }
  }
  return table;
}

/// How many rows of these persons are counted, by the bounding as it is.
std::int64_t counted(const RowsOfEach& rows) {
  static std::map<RowsOfEach, std::int64_t> known;
  const auto [found, is_new] = known.try_emplace(rows, 0);
  if (is_new) found->second = test::release_from(noisy_count(0x1p-20), table_of(rows));
  return found->second;
}

/// Of a count that is k with probability chances[k], under Laplace noise. What lies beyond both
/// ends has the ratios of the ends: the noise falls geometrically.
Law law_of_noisy(const std::map<std::int64_t, Rational>& chances, double scale,
                 std::int64_t largest) {
  Law law;
  for (std::int64_t y = -1; y <= largest + 1; ++y) {
    BigInterval mass = defined(0);
    for (const auto& [count, chance] : chances) {
      mass = mass + defined(chance) *
                        test::laplace_probability(to_rational(scale),
                                                  static_cast<std::uint64_t>(std::abs(y - count)));
    }
    law.push_back(mass);
  }
  return law;
}

/// Every set of persons is taken with the probability that coins give it.
Law law_of_sampled_count(const RowsOfEach& rows, const Rational& rate, double scale) {
  std::map<std::int64_t, Rational> chances;
  for (std::size_t set = 0; set < std::size_t{1} << rows.size(); ++set) {
    RowsOfEach taken = rows;
    Rational chance = 1;
    for (std::size_t person = 0; person < rows.size(); ++person) {
      const bool is_in = (set >> person & 1) != 0;
      chance *= is_in ? rate : Rational(1 - rate);
      if (!is_in) taken[person] = 0;
    }
    chances[counted(taken)] += chance;
  }
  return law_of_noisy(chances, scale, rows_kept * static_cast<std::int64_t>(persons));
}

double loss_between(const Law& a, const Law& b) {
  const auto range = test::loss_range(a, b);
  return std::max(range.highest, -range.lowest);
}

std::vector<RowsOfEach> all_tables() {
  std::vector<RowsOfEach> all{{}};
  for (std::size_t person = 0; person < persons; ++person) {
    std::vector<RowsOfEach> longer;
    for (const RowsOfEach& table : all) {
      for (std::int64_t rows = 0; rows <= most_rows; ++rows) {
        longer.push_back(table);
        longer.back().push_back(rows);
      }
    }
    all = longer;
  }
  return all;
}

/// Persons whose rows are as many have the same part in a law.
RowsOfEach without_names(RowsOfEach rows) {
  for (std::int64_t& each : rows) each = std::min<std::int64_t>(each, rows_kept);
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// The smallest distance of tables that have these laws; 0 for none.
std::map<std::pair<RowsOfEach, RowsOfEach>, std::uint32_t> distances() {
  const auto tables = all_tables();
  std::map<std::pair<RowsOfEach, RowsOfEach>, std::uint32_t> least;
  for (const RowsOfEach& table : tables) {
    for (const RowsOfEach& other : tables) {
      const auto d_in = distance(PersonDistance{}, 1, table_of(table), table_of(other));
      if (d_in == 0) continue;
      auto& known = least[{without_names(table), without_names(other)}];
      known = known == 0 ? d_in : std::min(known, d_in);
    }
  }
  return least;
}

TEST(SampledCountOfPersons, loses_at_most_what_is_charged_and_just_that_in_the_worst_case) {
  const auto pairs = distances();
  for (const double scale : {7.0 / 5.0, 10.0}) {
    for (const Fraction rate : {Fraction{1, 10}, Fraction{1, 3}, Fraction{7, 9}}) {
      const Rational exact_rate = Rational(rate.num) / Rational(rate.den);
      const auto sampled = make_sample(noisy_count(scale), rate);
      std::map<RowsOfEach, Law> laws;
      for (const RowsOfEach& table : all_tables()) {
        const auto [law, is_new] = laws.try_emplace(without_names(table));
        if (is_new) law->second = law_of_sampled_count(table, exact_rate, scale);
      }
      std::map<std::uint32_t, double> worst;  // at each distance, of what is charged
      for (const auto& [pair, d_in] : pairs) {
        const double loss = loss_between(laws.at(pair.first), laws.at(pair.second));
        const double charged = sampled.map(d_in);
        ASSERT_LE(loss, charged * (1 + 1e-12)) << testing::PrintToString(pair);
        worst[d_in] = std::max(worst[d_in], loss / charged);
      }
      EXPECT_EQ(worst.size(), 2 * persons);
      EXPECT_NEAR(worst.at(1), 1.0, 1e-9);
      EXPECT_GT(worst.at(4), 0.3);
    }
  }
}

/// The control: rows taken one by one, before they are bounded, exceed the price.
TEST(SampledCountOfPersons, would_lose_more_if_rows_had_coins_of_their_own) {
  constexpr std::int64_t rows = 8;
  const Rational rate = Rational(1) / Rational(10);
  std::vector<Rational> taken{1};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<Rational> next(taken.size() + 1, 0);
    for (std::size_t k = 0; k < taken.size(); ++k) {
      next[k] += (1 - rate) * taken[k];
      next[k + 1] += rate * taken[k];
    }
    taken = next;
  }
  constexpr double scale = 1.0;
  std::map<std::int64_t, Rational> chances;
  for (std::int64_t k = 0; k <= rows; ++k) {
    chances[std::min<std::int64_t>(k, 1)] += taken[static_cast<std::size_t>(k)];
  }
  const double lost =
      loss_between(law_of_noisy(chances, scale, 1), law_of_noisy({{0, Rational(1)}}, scale, 1));
  EXPECT_GT(lost, 3 * make_sample(noisy_count(scale, 1), Fraction{1, 10}).map(1));
}

}  // namespace
}  // namespace scrim::make_sample_of_persons_exact_test
