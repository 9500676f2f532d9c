// A sample of rows where persons have many: each row is taken with a small probability, some row of
// the person nearly always, and the price of a person in a sample is charged.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/person_tables.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::attacks::sampled_rows {

using test::cell;
using test::Outcome;
using test::TableValues;
using test::text;

/// One person with so many rows, a tenth sampled, and an answer whether anyone is there that is
/// true with probability 3/4: ln 3 for those who see all, ln 1.2 for a sample.
inline constexpr std::size_t rows = 50;
inline constexpr int trials = 4000;

struct Tally {
  int taken = 0;

  /// How much more often such answers say yes if the person is there.
  [[nodiscard]] double lost() const { return std::log(1 + 2.0 * taken / trials); }
  /// Beyond eight deviations of a tenth of all trials.
  [[nodiscard]] bool is_more_than_charged() const { return taken > trials / 10 + 8 * 19; }
};

// --- the control: a coin for each row, and contributions bounded afterwards

inline Outcome on_control() {
  test::SeededStream source(5);
  Tally tally;
  for (int trial = 0; trial < trials; ++trial) {
    bool is_in = false;
    for (std::size_t row = 0; row < rows; ++row) is_in = source.next_word() % 10 == 0 || is_in;
    tally.taken += is_in ? 1 : 0;
  }
  return {tally.is_more_than_charged(), text("in ", tally.taken, " of ", trials, ", loses ",
                                             tally.lost(), ", charged ", std::log(1.2))};
}

// --- Scrim: in both forms, in pieces, as a part of a list and of another sample

inline Outcome on_scrim() {
  const PersonTableDomain visits({{"id", RowKind::integer, false}},
                                 TableDomain({{"visit", RowKind::integer, false}}));
  const auto any = [&](bool in_order) {
    return Space{visits, PersonDistance{}} >>
           then_bound_contributions(
               BoundRows{.rows = 1, .values = {"visit"}, .in_order_of_ids = in_order}) >>
           then_select_column<std::int64_t>("visit") >> then_count() >>
           then_laplace(MaxDivergence{}, {.scale = 0x1p-20});
  };
  const Fraction tenth{1, 10};
  const auto sampled = make_sample(any(false), tenth);
  const auto in_order = make_sample(any(true), tenth);
  const auto listed = make_composition(std::vector{sampled, sampled});
  const auto nested = make_sample(make_sample(any(false), 0.5), Fraction{1, 5});
  TableValues table;
  for (std::size_t row = 0; row < rows; ++row) {
    table.push_back({cell(7), cell(static_cast<std::int64_t>(row))});
  }
  Tally whole;
  Tally ordered;
  Tally pieces;
  Tally first;
  Tally second;
  Tally twice;
  for (int trial = 0; trial < trials; ++trial) {
    whole.taken += static_cast<int>(test::release_from(sampled, table));
    ordered.taken += static_cast<int>(test::release_from(in_order, table));
    pieces.taken += static_cast<int>(test::release_from(sampled, table, 7, {.threads = 2}));
    const auto both = test::release_from(listed, table);
    first.taken += static_cast<int>(both[0]);
    second.taken += static_cast<int>(both[1]);
    twice.taken += static_cast<int>(test::release_from(nested, table));
  }
  const std::vector<Tally> all = {whole, ordered, pieces, first, second, twice};
  const bool fell =
      std::ranges::any_of(all, [](const Tally& tally) { return tally.is_more_than_charged(); });
  return {fell, text("in ", whole.taken, ", ", ordered.taken, ", ", pieces.taken, ", ", first.taken,
                     ", ", second.taken, ", ", twice.taken, " of ", trials, ", a tenth charged")};
}

}  // namespace scrim::attacks::sampled_rows
