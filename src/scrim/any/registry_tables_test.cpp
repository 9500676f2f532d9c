// Functions of the rows of tables from the registry.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "scrim/any/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/core/table_map.hpp"
#include "support/error_of.hpp"
#include "support/registry_calls.hpp"
#include "support/small_tables.hpp"

namespace scrim::registry_tables_test {
namespace {

using Int = std::int64_t;
using Names = std::vector<std::string>;
using test::Named;

const TableDomain table(test::law_columns);
const PersonTableDomain persons({{"id", RowKind::integer, true}}, table);

AnyTransformation made(std::string_view name, const AnyDomain& domain, const AnyMetric& metric,
                       const Named& arguments) {
  return std::get<AnyTransformation>(test::build(name, domain, metric, arguments));
}

AnyTransformation behind(const AnyTransformation& first, std::string_view name,
                         const Named& arguments) {
  return first >> made(name, first.output_domain(), first.output_metric(), arguments);
}

RowExpression x_above(double bound) {
  return RowExpression::of(RowOperation::less,
                           {RowExpression::constant(bound), RowExpression::field("x")});
}

Named look_up() {
  return {{"keys", Names{"n"}},
          {"table", PublicTable{{"n", std::vector<Int>{1, 2}}, {"k", std::vector<double>{8, 9}}}},
          {"add", Names{"k"}},
          {"unmatched", std::string("drop")}};
}

TEST(RegistryOfTables, makes_functions_of_rows_on_both_spaces) {
  const std::vector<std::pair<std::string_view, Named>> all = {
      {"filter", {{"condition", x_above(0)}}},
      {"derive", {{"name", std::string("y")}, {"expression", x_above(0)}}},
      {"select", {{"names", Names{"t"}}}},
      {"drop_missing", {{"names", Names{"x"}}}},
      {"lookup", look_up()}};
  for (const auto& [name, arguments] : all) {
    const auto rows = made(name, table, SymmetricDistance{}, arguments);
    EXPECT_TRUE(std::holds_alternative<TableDomain>(rows.output_domain())) << name;
    EXPECT_EQ(rows.output_metric(), AnyMetric(SymmetricDistance{}));
    EXPECT_EQ(rows.map(std::uint32_t{3}), AnyDistance(std::uint32_t{3}));
    const auto people = made(name, persons, PersonDistance{}, arguments);
    EXPECT_EQ(std::get<PersonTableDomain>(people.output_domain()).table(),
              std::get<TableDomain>(rows.output_domain()))
        << name;
    EXPECT_EQ(people.map(std::uint32_t{3}), AnyDistance(std::uint32_t{3}));
    SCRIM_EXPECT_ERROR(made(name, vector_domain<double>(), SymmetricDistance{}, arguments),
                       ErrorKind::mismatch, "it takes tables");
  }
}

TEST(RegistryOfTables, goes_from_a_table_to_a_count) {
  const auto rows = behind(made("filter", table, SymmetricDistance{}, {{"condition", x_above(-1)}}),
                           "lookup", look_up());
  const auto values = behind(rows, "select_column", {{"name", std::string("k")}});
  EXPECT_EQ(values.output_domain(), AnyDomain(vector_domain<double>()));
  const auto count = behind(values, "count", {});
  TableRows given = test::table_of(test::law_columns, test::law_rows());
  EXPECT_EQ(test::value_on(count, given.batch()), AnyValue(Int{2}));
}

TEST(RegistryOfTables, selects_columns_of_every_kind) {
  const auto domain_of = [](const TableDomain& domain, const std::string& name) {
    return made("select_column", domain, SymmetricDistance{}, {{"name", name}}).output_domain();
  };
  EXPECT_EQ(domain_of(table, "x"), AnyDomain(VectorDomain<OptionDomain<AtomDomain<double>>>{}));
  EXPECT_EQ(domain_of(table, "t"),
            AnyDomain(VectorDomain<OptionDomain<AtomDomain<std::string_view>>>{}));
  const TableDomain whole({{"n", RowKind::integer, false}, {"flag", RowKind::truth, false}});
  EXPECT_EQ(domain_of(whole, "n"), AnyDomain(vector_domain<Int>()));
  EXPECT_EQ(domain_of(whole, "flag"), AnyDomain(vector_domain<Int>()));
  SCRIM_EXPECT_ERROR(made("select_column", persons, PersonDistance{}, {{"name", std::string("x")}}),
                     ErrorKind::mismatch, "tables without persons");
}

}  // namespace
}  // namespace scrim::registry_tables_test
