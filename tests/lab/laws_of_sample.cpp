#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "lab/law_of_measurements.hpp"
#include "lab/law_of_tables.hpp"
#include "lab/registry.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "support/distances/table_distances.hpp"
#include "support/person_tables.hpp"

namespace scrim::test::laws_of_sample {
namespace {

/// A quantile of a sample: the release is a candidate, whatever the rows are.
template <class M>
void expect_laws_of_sampled_quantile(Laws& laws, const ExactProbability& rate, double scale) {
  SCOPED_TRACE(M{}.describe() + ", scale " + describe_value(scale));
  const auto quantile =
      make_private_quantile(vector_domain<double>(), M{}, MaxDivergence{},
                            {.candidates = {-1.0, 0.0, 1.0}, .alpha = 1.0 / 3.0, .scale = scale});
  const auto is_candidate = [](double release) {
    return release == -1.0 || release == 0.0 || release == 1.0;
  };
  laws.count_instance();
  measurements::expect_laws_on_rows<double>(make_sample(quantile, rate), is_candidate, Noise::some);
  laws.count_instance();
  measurements::expect_laws_on_rows<double>(
      make_sample(make_convert_measure(quantile, Approximate<MaxDivergence>{}), rate), is_candidate,
      Noise::some);
}

/// Nothing is drawn at rates 0 and 1: the release is that of no row, or of all of them.
void expect_laws_without_chance(Laws& laws) {
  const auto quantile =
      make_private_quantile(vector_domain<double>(), SymmetricDistance{}, MaxDivergence{},
                            {.candidates = {-1.0, 0.0, 1.0}, .alpha = 1.0 / 3.0, .scale = 0.0});
  const auto none = make_sample(quantile, 0.0);
  const auto all = make_sample(quantile, 1.0);
  laws.count_instance();
  for (const auto& rows : datasets_up_to(edge_alphabet<double>().letters, 3)) {
    EXPECT_EQ(none.invoke(rows), quantile.invoke(std::vector<double>{}));
    EXPECT_EQ(all.invoke(rows), quantile.invoke(rows));
  }
}

// --- of persons

const PersonTableDomain visits({{"id", RowKind::integer, true}, {"name", RowKind::text, true}},
                               TableDomain({{"days", RowKind::integer, false}}));

/// Three persons, whom one column alone does not tell apart, with rows of two kinds, and nobody.
const TableValues letters = {{cell(1), cell("a"), cell(1)},   {cell(1), cell("a"), cell(2)},
                             {cell(1), cell("b"), cell(1)},   {cell(1), cell("b"), cell(2)},
                             {cell(2), cell("a"), cell(1)},   {cell(2), cell("a"), cell(2)},
                             {cell(2), missing_cell, cell(1)}};

/// The rows of the persons in each set of them.
std::set<TableValues> samples_of(const TableValues& rows) {
  const auto persons = persons_in(visits, rows);
  std::set<TableValues> samples;
  for (std::size_t set = 0; set < std::size_t{1} << persons.size(); ++set) {
    TableValues taken;
    std::size_t person = 0;
    for (const auto& [ids, list] : persons) {
      if ((set >> person++ & 1U) != 0) taken.insert(taken.end(), list.begin(), list.end());
    }
    std::sort(taken.begin(), taken.end());
    samples.insert(std::move(taken));
  }
  return samples;
}

/// In every order of the rows the samples are those of whole persons, and all of these occur; at
/// rates 0 and 1 nobody and everybody. No two parts of the rows are sampled apart.
void expect_samples_of_whole_persons(const TableValues& rows) {
  const auto possible = samples_of(rows);
  const auto sampled = make_sample(telling(visits), Fraction{1, 2});
  std::set<TableValues> seen;
  TableValues ordered = rows;
  std::sort(ordered.begin(), ordered.end());
  do {
    const TableValues sample = release_from(sampled, ordered, 1 + seen.size() % 3);
    ASSERT_TRUE(possible.contains(sample))
        << testing::PrintToString(sample) << " of " << testing::PrintToString(ordered);
    seen.insert(sample);
  } while (std::next_permutation(ordered.begin(), ordered.end()));
  // One of eight is missed by 200 draws with a probability below 1e-10.
  for (int draw = 0; draw < 200 && seen.size() < possible.size(); ++draw) {
    seen.insert(release_from(sampled, rows));
  }
  ASSERT_EQ(seen, possible) << testing::PrintToString(rows);
  TableValues everybody;
  for (const auto& [ids, list] : persons_in(visits, rows)) {
    everybody.insert(everybody.end(), list.begin(), list.end());
  }
  std::sort(everybody.begin(), everybody.end());
  ASSERT_EQ(release_from(make_sample(telling(visits), 1.0), rows), everybody);
  ASSERT_EQ(release_from(make_sample(telling(visits), 0.0), rows), TableValues());
  auto one = sampled.start({.index = 0, .count = 2});
  EXPECT_THROW(one.merge(sampled.start({.index = 1, .count = 2})), InvokeError);
}

/// Of two tables that differ in one person, the samples of the larger are those of the smaller, and
/// each of these with the person: what the price at distance 1 rests on.
void expect_one_person_more_doubles_the_samples(const TableValues& rows, const TableValues& fewer) {
  std::set<TableValues> with;
  const auto more = persons_in(visits, rows);
  const auto less = persons_in(visits, fewer);
  for (const auto& [ids, list] : more) {
    if (less.contains(ids)) continue;
    for (TableValues sample : samples_of(fewer)) {
      with.insert(sample);
      sample.insert(sample.end(), list.begin(), list.end());
      std::sort(sample.begin(), sample.end());
      with.insert(std::move(sample));
    }
  }
  ASSERT_EQ(with, samples_of(rows));
}

void expect_laws_of_sampled_persons(Laws& laws) {
  const auto tables = tables::multisets(letters, 4);
  laws.count_instance();
  for (const TableValues& rows : tables) {
    expect_samples_of_whole_persons(rows);
    if (testing::Test::HasFatalFailure()) return;
    for (const auto& [ids, list] : persons_in(visits, rows)) {
      TableValues fewer;
      for (const TableRow& row : rows) {
        if (TableRow(row.begin(), row.begin() + 2) != ids) fewer.push_back(row);
      }
      ASSERT_EQ(distance(PersonDistance{}, 2, rows, fewer), 1U);
      expect_one_person_more_doubles_the_samples(rows, fewer);
    }
  }
  for (const ExactProbability& rate : {ExactProbability(0.0), ExactProbability(0x1p-20),
                                       ExactProbability(Fraction{1, 3}), ExactProbability(1.0)}) {
    laws.count_instance();
    expect_map_laws(make_sample(telling(visits), rate).privacy_map());
  }
}

SCRIM_LAWS_OF(make_sample, of_rows_and_persons) {
  expect_laws_without_chance(laws);
  for (const double scale : {0.0, 7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    for (const ExactProbability& rate : {ExactProbability(0.0), ExactProbability(0x1p-20),
                                         ExactProbability(Fraction{1, 3}), ExactProbability(1.0)}) {
      expect_laws_of_sampled_quantile<SymmetricDistance>(laws, rate, scale);
      expect_laws_of_sampled_quantile<InsertDeleteDistance>(laws, rate, scale);
    }
  }
  expect_laws_of_sampled_persons(laws);
}

}  // namespace
}  // namespace scrim::test::laws_of_sample
