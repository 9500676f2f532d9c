// How far apart two tables are, by the definitions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <variant>

#include "scrim/spaces/table_metrics.hpp"
#include "support/table_values.hpp"

namespace scrim {

namespace distances {

using Histogram = std::map<test::TableRow, std::uint64_t>;

[[nodiscard]] inline Histogram histogram_of(const test::TableValues& rows) {
  Histogram histogram;
  for (const test::TableRow& row : rows) ++histogram[test::canonical(row)];
  return histogram;
}

/// Rows by their first `columns` cells: what the others are, and how often.
[[nodiscard]] inline std::map<test::TableRow, Histogram> parted(const test::TableValues& rows,
                                                                std::size_t columns) {
  std::map<test::TableRow, Histogram> parts;
  for (const test::TableRow& row : rows) {
    const auto cut = row.begin() + static_cast<std::ptrdiff_t>(columns);
    ++parts[test::canonical({row.begin(), cut})][test::canonical({cut, row.end()})];
  }
  return parts;
}

[[nodiscard]] inline std::uint64_t symmetric(const Histogram& x, const Histogram& y) {
  std::uint64_t sum = 0;
  for (const auto& [row, count] : x) {
    const auto found = y.find(row);
    const std::uint64_t other = found == y.end() ? 0 : found->second;
    sum += std::max(count, other) - std::min(count, other);
  }
  for (const auto& [row, count] : y) sum += x.contains(row) ? 0 : count;
  return sum;
}

}  // namespace distances

[[nodiscard]] inline std::uint32_t distance(SymmetricDistance, const test::TableValues& x,
                                            const test::TableValues& y) {
  return static_cast<std::uint32_t>(
      distances::symmetric(distances::histogram_of(x), distances::histogram_of(y)));
}

/// The first `ids` columns say whose a row is.
[[nodiscard]] inline std::uint32_t distance(PersonDistance, std::size_t ids,
                                            const test::TableValues& x,
                                            const test::TableValues& y) {
  auto in_x = distances::parted(x, ids);
  auto in_y = distances::parted(y, ids);
  for (const auto& [person, rows] : in_x) in_y.try_emplace(person);
  std::uint32_t persons = 0;
  for (const auto& [person, rows] : in_y) {
    const bool is_nobody = std::any_of(person.begin(), person.end(), [](const auto& id) {
      return std::holds_alternative<std::monostate>(id);
    });
    const auto& others = in_x[person];
    if (is_nobody || others == rows) continue;
    persons += others.empty() || rows.empty() ? 1 : 2;
  }
  return persons;
}

/// The first column says of which group a row is.
[[nodiscard]] inline KeyedChange distance(GroupedDistance, const test::TableValues& x,
                                          const test::TableValues& y) {
  auto in_x = distances::parted(x, 1);
  auto in_y = distances::parted(y, 1);
  for (const auto& [group, rows] : in_x) in_y.try_emplace(group);
  std::uint64_t groups = 0;
  std::uint64_t total = 0;
  std::uint64_t in_each = 0;
  for (const auto& [group, rows] : in_y) {
    const std::uint64_t moved = distances::symmetric(in_x[group], rows);
    groups += moved == 0 ? 0 : 1;
    total += moved;
    in_each = std::max(in_each, moved);
  }
  return {groups, total, in_each};
}

}  // namespace scrim
