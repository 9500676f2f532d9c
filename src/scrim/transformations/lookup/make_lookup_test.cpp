#include "scrim/transformations/lookup/make_lookup.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "scrim/kernels/block_rows.hpp"
#include "support/error_of.hpp"
#include "support/small_tables.hpp"

namespace scrim::make_lookup_test {
namespace {

using Int = std::int64_t;
using Texts = std::vector<std::string>;
using Ints = std::vector<Int>;
using test::missing_cell;
using test::RowList;
using test::TableRow;

const TableDomain table(test::law_columns);

Lookup by_text(Unmatched unmatched = Unmatched::missing) {
  return {.keys = {"t"},
          .table = {{"t", Texts{"b", "", "c"}},
                    {"district", Texts{"north", "south", "north"}},
                    {"size", Ints{10, 20, 30}},
                    {"rate", std::vector<double>{0.5, 1.5, 2.5}}},
          .add = {"rate", "district", "size"},
          .unmatched = unmatched};
}

template <class D, class M>
RowList added(const D& domain, M metric, const Lookup& lookup, const RowList& rows,
              std::size_t from) {
  RowList cells;
  for (const TableRow& row : test::image_of(make_lookup(domain, metric, lookup), rows)) {
    cells.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(from), row.end());
  }
  return cells;
}

RowList added(const Lookup& lookup) {
  return added(table, SymmetricDistance{}, lookup, test::law_rows(), 3);
}

TEST(MakeLookup, adds_the_cells_of_the_row_with_the_same_key) {
  const TableRow none(3);
  EXPECT_EQ(added(by_text()),
            (RowList{none, {0.5, "north", Int{10}}, {1.5, "south", Int{20}}, none}));
  EXPECT_EQ(added(by_text(Unmatched::drop)),
            (RowList{{0.5, "north", Int{10}}, {1.5, "south", Int{20}}}));
}

TEST(MakeLookup, says_what_is_added) {
  for (const Unmatched unmatched : {Unmatched::missing, Unmatched::drop}) {
    const bool is_nullable = unmatched == Unmatched::missing;
    const auto lookup = make_lookup(table, SymmetricDistance{}, by_text(unmatched));
    EXPECT_EQ(lookup.output_domain(), TableDomain({test::law_columns[0],
                                                   test::law_columns[1],
                                                   test::law_columns[2],
                                                   {"rate", RowKind::real, is_nullable},
                                                   {"district", RowKind::text, is_nullable},
                                                   {"size", RowKind::integer, is_nullable}}));
    EXPECT_EQ(lookup.map(5), 5U);
  }
}

TEST(MakeLookup, takes_integers_close_together_and_far_apart) {
  constexpr auto most = std::numeric_limits<Int>::max();
  constexpr auto least = std::numeric_limits<Int>::min();
  for (const Ints& keys : {Ints{2, 1, 3}, Ints{2, most, least}, Ints{2, least, 0}}) {
    const Lookup lookup{.keys = {"n"}, .table = {{"n", keys}, {"k", Ints{5, 6, 7}}}, .add = {"k"}};
    const RowList cells = added(table, SymmetricDistance{}, lookup,
                                {{0.0, most, ""},
                                 {0.0, least, ""},
                                 {0.0, Int{2}, ""},
                                 {0.0, missing_cell, ""},
                                 {0.0, Int{777}, ""}},
                                3);
    const auto of = [&](Int key) {
      const auto found = std::find(keys.begin(), keys.end(), key);
      return found == keys.end() ? missing_cell : test::TableCell(Int{5 + (found - keys.begin())});
    };
    EXPECT_EQ(cells, (RowList{{of(most)}, {of(least)}, {of(2)}, {missing_cell}, {of(777)}}));
  }
}

TEST(MakeLookup, adds_integers_that_are_numbers_of_rows_and_that_begin_like_them) {
  for (const Ints& values : {Ints{0, 1, 2}, Ints{0, 1, 1}, Ints{0, 1, 3}, Ints{-1, 1, 2}}) {
    const Lookup lookup{
        .keys = {"n"}, .table = {{"n", Ints{7, 8, 9}}, {"k", values}}, .add = {"k"}};
    EXPECT_EQ(
        added(table, SymmetricDistance{}, lookup,
              {{0.0, Int{9}, ""}, {0.0, Int{7}, ""}, {0.0, Int{8}, ""}, {0.0, Int{6}, ""}}, 3),
        (RowList{{values[2]}, {values[0]}, {values[1]}, {missing_cell}}));
  }
}

TEST(MakeLookup, adds_truths_that_are_none_without_a_match) {
  Lookup lookup = by_text();
  lookup.table[2] = {"size", std::vector<bool>{false, true, true}};
  lookup.add = {"size"};
  for (const Unmatched unmatched : {Unmatched::missing, Unmatched::drop}) {
    lookup.unmatched = unmatched;
    const bool is_nullable = unmatched == Unmatched::missing;
    const auto made = make_lookup(table, SymmetricDistance{}, lookup);
    EXPECT_EQ(made.output_domain().columns()[3],
              (TableColumn{"size", RowKind::truth, is_nullable}));
    // Read as integers, as truths are.
    const RowList none = is_nullable ? RowList{{missing_cell}} : RowList{};
    RowList expected = none;
    expected.insert(expected.end(), {{Int{0}}, {Int{1}}});
    expected.insert(expected.end(), none.begin(), none.end());
    EXPECT_EQ(added(lookup), expected);
  }
  const auto identity = [&] {
    return make_lookup(table, SymmetricDistance{}, lookup).function().identity();
  };
  const auto of_truths = identity();
  lookup.table[2].cells = Ints{0, 1, 1};
  EXPECT_FALSE(identity() == of_truths);
  lookup.table[2].cells = std::vector<bool>{false, true, false};
  EXPECT_FALSE(identity() == of_truths);
  lookup.keys = {"n"};
  lookup.table[0] = {"n", std::vector<bool>{false, true, true}};
  SCRIM_EXPECT_ERROR(make_lookup(table, SymmetricDistance{}, lookup), ErrorKind::invalid_argument,
                     "in the public table of truths; keys are integers or texts");
}

TEST(MakeLookup, takes_several_keys_together) {
  const Lookup lookup{
      .keys = {"n", "t"},
      .table = {{"n", Ints{1, 1, 2}}, {"t", Texts{"a", "", ""}}, {"k", Ints{5, 6, 7}}},
      .add = {"k"}};
  EXPECT_EQ(added(lookup), (RowList{{Int{5}}, {missing_cell}, {Int{7}}, {missing_cell}}));
}

/// As a list of pairs would be searched, on keys so many that no table by places is made.
TEST(MakeLookup, finds_what_a_search_finds) {
  Ints first;
  Ints second;
  Texts third;
  Ints value;
  for (Int i = 0; i < 3000; ++i) {
    first.push_back(i * 7919);
    second.push_back(i % 2000);
    third.push_back("text of the row " + std::to_string(i % 1500));
    value.push_back(i);
  }
  const TableDomain domain(
      {{"a", RowKind::integer, true}, {"b", RowKind::integer, false}, {"c", RowKind::text, true}});
  const Lookup lookup{.keys = {"c", "a", "b"},
                      .table = {{"a", first}, {"b", second}, {"c", third}, {"value", value}},
                      .add = {"value"}};
  RowList rows;
  RowList expected;
  for (std::size_t i = 0; i < 2 * block_rows + 1; ++i) {
    const std::size_t row = i * 37 % 3000;
    const bool is_there = i % 3 != 0;
    rows.push_back({first[row], second[is_there ? row : (row + 1) % 3000], third[row]});
    if (i % 5 == 0) rows.back()[0] = missing_cell;
    expected.push_back({is_there && i % 5 != 0 ? test::TableCell(value[row]) : missing_cell});
  }
  EXPECT_EQ(added(domain, SymmetricDistance{}, lookup, rows, 3), expected);
}

TEST(MakeLookup, looks_entries_of_dictionaries_up) {
  const TextDictionary one({"b", {}, "x"});
  const TextDictionary other({"", "b"});
  const TableDomain domain({{"t", RowKind::text, true}});
  const auto lookup = make_lookup(domain, SymmetricDistance{}, by_text());
  const std::array fields = {
      Field{.name = "t", .type = ColumnType::int8, .is_dictionary = true, .is_nullable = true}};
  const std::vector<std::int8_t> codes = {0, 1, 2, -1, 0};
  const auto mapping = lookup.function().start();
  const auto sizes = [&](const TextDictionary& dictionary) {
    const std::array columns = {Column{.type = ColumnType::int8,
                                       .rows = codes.size(),
                                       .values = reinterpret_cast<const std::byte*>(codes.data()),
                                       .stride = 1,
                                       .dictionary = &dictionary}};
    TableRow cells;
    for (const TableRow& row : test::rows_in(mapping->apply(Batch(fields, columns)),
                                             test::all_columns_of(lookup.output_domain()))) {
      cells.push_back(row.back());
    }
    return cells;
  };
  EXPECT_EQ(sizes(one), (TableRow{Int{10}, missing_cell, missing_cell, missing_cell, Int{10}}));
  EXPECT_EQ(sizes(other), (TableRow{Int{20}, Int{10}, missing_cell, missing_cell, Int{20}}));
}

TEST(MakeLookup, gives_other_columns_where_they_lie_unless_rows_are_dropped) {
  TableRows rows = test::table_of(test::law_columns, test::law_rows());
  const Batch batch = rows.batch();
  const auto lookup = make_lookup(table, SymmetricDistance{}, by_text());
  const auto mapping = lookup.function().start();
  EXPECT_EQ(mapping->apply(batch).column(0).values, batch.column(0).values);
}

TEST(MakeLookup, takes_empty_tables) {
  const Lookup lookup{.keys = {"t"}, .table = {{"t", Texts{}}, {"k", Ints{}}}, .add = {"k"}};
  EXPECT_EQ(added(lookup), RowList(4, {missing_cell}));
  const Lookup integers{.keys = {"n"}, .table = {{"n", Ints{}}, {"k", Texts{}}}, .add = {"k"}};
  EXPECT_EQ(added(integers), RowList(4, {missing_cell}));
}

TEST(MakeLookup, refuses_tables_that_say_two_things_or_none) {
  const auto expect = [&](Lookup lookup, const std::string& words) {
    SCRIM_EXPECT_ERROR(make_lookup(table, SymmetricDistance{}, lookup), ErrorKind::invalid_argument,
                       words);
  };
  Lookup lookup = by_text();
  lookup.table[0].cells = Texts{"b", "b", "c"};
  expect(lookup, "two rows of the public table have the same keys");
  lookup = by_text();
  lookup.keys = {};
  expect(lookup, "there is no key");
  lookup.keys = {"n"};
  expect(lookup, "the public table has no column \"n\"; its columns are: \"t\", \"district\"");
  lookup.keys = {"x"};
  lookup.table[0] = {"x", std::vector<double>{1, 2, 3}};
  expect(lookup, "keys are integers or texts");
  lookup = by_text();
  lookup.table[0].cells = Ints{1, 2, 3};
  expect(lookup, "is of texts, and in the public table of integers");
  lookup = by_text();
  lookup.table[1].cells = Texts{"a"};
  expect(lookup, "differ in length");
  lookup = by_text();
  lookup.table[1].name = "t";
  expect(lookup, "two columns \"t\"");
  lookup = by_text();
  lookup.table[3].cells = std::vector<double>{1, 2, std::numeric_limits<double>::quiet_NaN()};
  expect(lookup, "has NaN");
  lookup = by_text();
  lookup.add = {"t"};
  expect(lookup, "there is a column \"t\" already");
  lookup.add = {"y"};
  expect(lookup, "no column \"y\"");
  lookup = by_text();
  lookup.keys = {"y"};
  EXPECT_THROW((void)make_lookup(table, SymmetricDistance{}, lookup), Error);
  const PersonTableDomain persons({{"size", RowKind::integer, false}}, table);
  EXPECT_THROW((void)make_lookup(persons, PersonDistance{}, by_text()), Error);
}

TEST(MakeLookup, is_told_from_look_ups_in_other_tables) {
  const auto identity = [&](const Lookup& lookup) {
    return make_lookup(table, SymmetricDistance{}, lookup).function().identity();
  };
  EXPECT_EQ(identity(by_text()), identity(by_text()));
  Lookup other = by_text();
  other.table[1].cells = Texts{"north", "south", "south"};
  EXPECT_FALSE(identity(other) == identity(by_text()));
  EXPECT_FALSE(identity(by_text(Unmatched::drop)) == identity(by_text()));
}

TEST(MakeLookup, obeys_the_law_of_functions_of_rows) {
  for (const Unmatched unmatched : {Unmatched::missing, Unmatched::drop}) {
    test::expect_laws_on_tables([&](const auto& domain, const auto& metric) {
      return make_lookup(domain, metric, by_text(unmatched));
    });
  }
}

}  // namespace
}  // namespace scrim::make_lookup_test
