// Tables of persons through the registry: bounded, grouped, counted.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "scrim/any/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"
#include "scrim/transformations/group_rows/make_group_rows.hpp"
#include "scrim/transformations/person_totals/make_person_totals.hpp"
#include "support/error_of.hpp"
#include "support/registry_calls.hpp"
#include "support/table_values.hpp"

namespace scrim::registry_persons_test {
namespace {

using test::cell;
using test::missing_cell;
using Names = std::vector<std::string>;

const PersonTableDomain visits({{"id", RowKind::integer, true}},
                               TableDomain({{"ward", RowKind::text, true},
                                            {"days", RowKind::integer, false}}));

AnyTransformation made(const char* name, const AnyDomain& domain, const AnyMetric& metric,
                       const test::Named& arguments) {
  return std::get<AnyTransformation>(test::build(name, domain, metric, arguments));
}

TEST(RegistryPersons, bounds_and_counts_as_typed) {
  const auto bounded = made("bound_contributions", visits, PersonDistance{},
                            {{"rows", std::uint64_t{2}},
                             {"values", Names{"days"}},
                             {"group", std::string("ward")},
                             {"groups", AnyNumber(std::int64_t{1})},
                             {"in_order", false},
                             {"seed", LeftOut()}});
  EXPECT_EQ(bounded.map(AnyDistance(std::uint32_t{3})), AnyDistance(KeyedChange(3, 6, 6)));
  const auto counted =
      bounded >> made("count_by_key", bounded.output_domain(), bounded.output_metric(), {});
  EXPECT_EQ(counted.map(AnyDistance(std::uint32_t{3})), AnyDistance(KeyedChange(3, 6, 6)));
  TableRows table =
      test::rows_of(visits.all_columns().columns(), {{cell(1), cell("a"), cell(1)},
                                                     {cell(1), cell("a"), cell(2)},
                                                     {cell(1), cell("a"), cell(3)},
                                                     {cell(2), cell("b"), cell(1)},
                                                     {missing_cell, cell("b"), cell(1)},
                                                     {cell(3), missing_cell, cell(1)}});
  const AnyValue counts = test::value_on(counted, AnyBlock(table.batch()));
  EXPECT_EQ(std::get<KeyedCounts<std::string>>(counts),
            (KeyedCounts<std::string>{{"a", "b"}, {2, 1}}));
}

TEST(RegistryPersons, have_the_maps_of_the_typed_ones) {
  const auto rows = made("bound_contributions", visits, PersonDistance{},
                         {{"rows", std::uint64_t{4}},
                          {"values", Names{"days"}},
                          {"group", LeftOut()},
                          {"groups", LeftOut()},
                          {"in_order", true},
                          {"seed", LeftOut()}});
  test::expect_same_map(rows, make_bound_contributions(visits, PersonDistance{},
                                                       BoundRows{.rows = 4, .values = {"days"}}));
  const auto totals = made("person_totals", visits, PersonDistance{},
                           {{"value", std::string("days")},
                            {"bounds", AnyBounds{std::int64_t{0}, std::int64_t{9}}},
                            {"group", LeftOut()},
                            {"groups", LeftOut()},
                            {"in_order", false},
                            {"seed", LeftOut()}});
  test::expect_same_map(
      totals, make_person_totals(visits, PersonDistance{}, PersonTotals{.value = "days"}));
  const auto grouped = made("group_rows", visits.table(), SymmetricDistance{},
                            {{"group", std::string("ward")}, {"values", Names{"days"}}});
  EXPECT_EQ(grouped.map(AnyDistance(std::uint32_t{2})), AnyDistance(KeyedChange(2, 2, 2)));
}

TEST(RegistryPersons, weigh_keys_of_each_kind_and_release_them) {
  const auto weigh = [](const std::string& group) {
    return made("weight_by_key", visits, PersonDistance{},
                {{"group", group},
                 {"weight", std::uint64_t{100}},
                 {"groups", AnyNumber(std::int64_t{2})},
                 {"in_order", false},
                 {"seed", LeftOut()}});
  };
  const AnyMetric metric(PersonWeightDistance{.weight = 100, .groups = 2});
  EXPECT_EQ(weigh("days").output_domain(), AnyDomain(keyed_counts_domain<std::int64_t>()));
  const auto texts = weigh("ward");
  EXPECT_EQ(texts.output_domain(), AnyDomain(keyed_counts_domain<std::string>()));
  EXPECT_EQ(texts.output_metric(), metric);
  EXPECT_EQ(texts.map(AnyDistance(std::uint32_t{3})), AnyDistance(std::uint32_t{3}));
  const auto release = std::get<AnyMeasurement>(
      test::build("release_weighted_keys", texts.output_domain(), texts.output_metric(),
                  {{"scale", 0.0}, {"threshold", std::uint64_t{170}}}));
  TableRows table = test::rows_of(visits.all_columns().columns(), {{cell(1), cell("a"), cell(1)},
                                                                   {cell(2), cell("a"), cell(1)},
                                                                   {cell(2), cell("b"), cell(1)}});
  const AnyValue told = test::value_on(make_chain(texts, release), AnyBlock(table.batch()));
  EXPECT_EQ(std::get<std::vector<std::string>>(told), (std::vector<std::string>{"a"}));
  // Weights are no counts: what is told of counts has no price here, and the other way round.
  SCRIM_EXPECT_ERROR(test::build("gaussian_threshold", texts.output_domain(), texts.output_metric(),
                                 {{"scale", 1.0}, {"threshold", std::uint64_t{9}}}),
                     ErrorKind::mismatch, "keyed distance");
  SCRIM_EXPECT_ERROR(
      test::build("release_weighted_keys", texts.output_domain(), AnyMetric(KeyedDistance{}),
                  {{"scale", 1.0}, {"threshold", std::uint64_t{9}}}),
      ErrorKind::mismatch, "person_weight_distance");
}

TEST(RegistryPersons, refuse_other_spaces_and_groups_without_a_group) {
  const test::Named arguments = {{"rows", std::uint64_t{4}}, {"values", Names{"days"}},
                                 {"group", LeftOut()},       {"groups", AnyNumber(std::int64_t{2})},
                                 {"in_order", false},        {"seed", LeftOut()}};
  SCRIM_EXPECT_ERROR(test::build("bound_contributions", visits, PersonDistance{}, arguments),
                     ErrorKind::invalid_argument, "give group");
  SCRIM_EXPECT_ERROR(
      test::build("bound_contributions", visits.table(), SymmetricDistance{}, arguments),
      ErrorKind::mismatch, "tables of persons");
}

}  // namespace
}  // namespace scrim::registry_persons_test
