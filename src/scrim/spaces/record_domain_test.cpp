#include "scrim/spaces/record_domain.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "support/block_memory.hpp"

namespace scrim::record_domain_test {
namespace {

const auto people = record_domain(atom_domain(Bounds{0.0, 120.0}), atom_domain<std::string>(),
                                  option_domain(atom_domain(Bounds<std::int64_t>{1, 5})));
using Person = std::tuple<double, std::string, std::optional<std::int64_t>>;

TEST(RecordDomain, contains_records_whose_every_field_lies_in_its_domain) {
  static_assert(std::same_as<decltype(people)::Carrier, Person>);
  EXPECT_TRUE(people.contains({30.0, "a", 3}));
  EXPECT_TRUE(people.contains({120.0, "", std::nullopt}));
  EXPECT_FALSE(people.contains({121.0, "a", 3}));
  EXPECT_FALSE(people.contains({30.0, "a", 0}));
  EXPECT_FALSE(people.contains({-1.0, "a", 6}));
}

TEST(RecordDomain, compares_and_describes_its_fields_in_order) {
  const auto domain = record_domain(atom_domain<double>(), atom_domain<std::int64_t>());
  EXPECT_EQ(domain, record_domain(atom_domain<double>(), atom_domain<std::int64_t>()));
  EXPECT_NE(domain, record_domain(atom_domain<double>(), atom_domain(Bounds<std::int64_t>{0, 1})));
  EXPECT_NE(domain, record_domain(atom_domain_with_nan<double>(), atom_domain<std::int64_t>()));
  EXPECT_EQ(domain.describe(), "record_domain(atom_domain(float), atom_domain(int))");
  EXPECT_EQ(record_domain(atom_domain<bool>()).describe(), "record_domain(atom_domain(bool))");
  EXPECT_EQ(people.describe(),
            "record_domain(atom_domain(float, bounds=(0.0, 120.0)), atom_domain(str), "
            "option_domain(atom_domain(int, bounds=(1, 5))))");
}

TEST(RecordDomain, makes_tables) {
  const auto tables = vector_domain(people, 2);
  using View = decltype(tables)::View;
  static_assert(std::same_as<View, Columns<double, std::string, std::optional<std::int64_t>>>);
  const auto contains = [&](const std::vector<Person>& rows) {
    const test::BlockMemory<Person> memory(rows);
    EXPECT_EQ(tables.contains(memory.block()), tables.contains(rows));
    return tables.contains(rows);
  };
  EXPECT_TRUE(contains({{1.0, "a", 1}, {2.0, "", std::nullopt}}));
  EXPECT_FALSE(contains({{1.0, "a", 1}, {-2.0, "", std::nullopt}}));
  EXPECT_FALSE(contains({{1.0, "a", 9}, {2.0, "", std::nullopt}}));
  EXPECT_FALSE(contains({{1.0, "a", 1}}));
  EXPECT_FALSE(contains({}));
}

TEST(RecordDomain, is_measured_by_rows) {
  using Numbers = RecordDomain<AtomDomain<double>, AtomDomain<double>>;
  using Tables = VectorDomain<Numbers>;
  static_assert(Domain<Numbers> && Domain<Tables>);
  static_assert(MetricSpace<Tables, SymmetricDistance> && MetricSpace<Tables, HammingDistance>);
  static_assert(!MetricSpace<Tables, LInfDistance<double>>);
  static_assert(!MetricSpace<Numbers, SymmetricDistance>);
  static_assert(MetricSpace<Numbers, DiscreteDistance>);
  // A field that is a whole vector is none that a column can hold.
  using Nested = RecordDomain<AtomDomain<double>, VectorDomain<AtomDomain<double>>>;
  static_assert(!is_row_domain<Nested>);
  static_assert(is_row_domain<decltype(record_domain(atom_domain<std::string_view>(),
                                                     option_domain(atom_domain<int>())))>);
}

}  // namespace
}  // namespace scrim::record_domain_test
