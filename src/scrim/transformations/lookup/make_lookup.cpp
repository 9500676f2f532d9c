#include "scrim/transformations/lookup/make_lookup.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <memory>
#include <ranges>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "scrim/columns/batch_buffer.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/columns/gather_rows.hpp"
#include "scrim/columns/text_dictionary.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/transformations/lookup/key_rows.hpp"

namespace scrim::lookup {

namespace {

[[noreturn]] void refuse(const std::string& why) {
  fail(ErrorKind::invalid_argument, "make_lookup: " + why);
}

std::size_t rows_of(const PublicColumn& column) {
  return std::visit([](const auto& cells) { return cells.size(); }, column.cells);
}

RowKind kind_of(const PublicColumn& column) {
  constexpr RowKind kinds[] = {RowKind::integer, RowKind::real, RowKind::text, RowKind::truth};
  return kinds[column.cells.index()];
}

const PublicColumn& column_named(const PublicTable& table, const std::string& name) {
  const auto found = std::ranges::find(table, name, &PublicColumn::name);
  if (found != table.end()) return *found;
  std::string names;
  for (const PublicColumn& column : table) {
    names += (names.empty() ? "" : ", ") + describe_value(column.name);
  }
  refuse("the public table has no column " + describe_value(name) + "; its columns are: " + names);
}

void check_table(const PublicTable& table) {
  for (const PublicColumn& column : table) {
    if (&column_named(table, column.name) != &column) {
      refuse("the public table has two columns " + describe_value(column.name));
    }
    if (rows_of(column) != rows_of(table.front())) {
      refuse("the columns of the public table differ in length");
    }
    if (rows_of(column) >= std::uint32_t{0} - std::uint32_t{2}) {
      refuse("the public table has too many rows");
    }
    if (const auto* reals = std::get_if<std::vector<double>>(&column.cells)) {
      if (std::ranges::any_of(*reals, [](double cell) { return std::isnan(cell); })) {
        refuse("the public column " + describe_value(column.name) +
               " has NaN; leave out rows without a value");
      }
    }
  }
}

void check_keys(const TableDomain& seen, const Lookup& lookup) {
  if (lookup.keys.empty()) refuse("there is no key; name a column that both tables have");
  for (const std::string& name : lookup.keys) {
    const RowKind kind = seen.columns()[seen.place_of(name, "make_lookup")].kind;
    const RowKind other = kind_of(column_named(lookup.table, name));
    if (kind != other || (kind != RowKind::integer && kind != RowKind::text)) {
      refuse("the key " + describe_value(name) + " is of " + std::string(scrim::name(kind)) +
             ", and in the public table of " + std::string(scrim::name(other)) +
             "; keys are integers or texts, in both");
    }
  }
}

/// What is added in one column, by the row of the public table. One entry more, behind all others,
/// is for rows without a match.
class AddedColumn {
 public:
  struct Buffer {
    std::vector<std::int64_t> integers = {};
    std::vector<double> reals = {};
    std::vector<std::uint32_t> codes = {};
    std::vector<std::uint8_t> truths = {};
  };

  AddedColumn(const PublicColumn& column, bool is_nullable)
      : field_{.name = column.name, .is_nullable = is_nullable}, cells_(column.cells) {
    if (auto* integers = std::get_if<std::vector<std::int64_t>>(&cells_)) {
      field_.type = ColumnType::int64;
      std::int64_t number = 0;
      counts_rows_ = std::ranges::all_of(*integers, [&](auto cell) { return cell == number++; });
      integers->push_back(0);
    } else if (auto* reals = std::get_if<std::vector<double>>(&cells_)) {
      field_.type = ColumnType::float64;
      reals->push_back(0);
    } else if (auto* truths = std::get_if<std::vector<bool>>(&cells_)) {
      field_.type = ColumnType::boolean;
      truths->push_back(false);
    } else {
      field_.type = ColumnType::uint32;
      field_.is_dictionary = true;
      make_dictionary();
    }
  }

  /// The cells of these rows of the table; `bits` are of rows that have a match.
  void add(std::span<const std::uint32_t> rows, Bitmap bits, Buffer& buffer,
           BatchBuffer& batch) const {
    const auto add_cells = [&](const auto& cells, auto& memory) {
      memory.resize(rows.size());
      std::ranges::transform(rows, memory.begin(), [&](std::uint32_t row) { return cells[row]; });
      batch.add(field_, Column{.type = field_.type,
                               .rows = rows.size(),
                               .values = reinterpret_cast<const std::byte*>(memory.data()),
                               .stride = sizeof memory[0],
                               .is_valid = bits,
                               .dictionary = dictionary_.get()});
    };
    if (counts_rows_) {
      add_cells(std::views::iota(std::int64_t{0}), buffer.integers);
    } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&cells_)) {
      add_cells(*integers, buffer.integers);
    } else if (const auto* reals = std::get_if<std::vector<double>>(&cells_)) {
      add_cells(*reals, buffer.reals);
    } else if (const auto* truths = std::get_if<std::vector<bool>>(&cells_)) {
      add_cells(*truths, buffer.truths);
    } else {
      add_cells(codes_, buffer.codes);
    }
  }

 private:
  void make_dictionary() {
    const auto& texts = std::get<std::vector<std::string>>(cells_);
    std::unordered_map<std::string_view, std::uint32_t> found_at;
    std::vector<std::string_view> entries;
    for (const std::string& text : texts) {
      const auto [found, is_new] =
          found_at.try_emplace(text, static_cast<std::uint32_t>(entries.size()));
      if (is_new) entries.emplace_back(text);
      codes_.push_back(found->second);
    }
    dictionary_ = std::make_unique<const TextDictionary>(std::move(entries));
    codes_.push_back(dictionary_->outside());
  }

  Field field_;
  PublicCells cells_;
  bool counts_rows_ = false;  // each cell is the number of its row, as where keys are numbered
  std::vector<std::uint32_t> codes_;                  // of texts
  std::unique_ptr<const TextDictionary> dictionary_;  // looks at cells_, which stay where they are
};

/// All that the function needs, made once and shared.
struct Parts {
  KeyRows keys;
  std::vector<std::size_t> places;  // of the keys
  std::vector<AddedColumn> added;
  Unmatched unmatched;
};

struct Buffer {
  KeyRows::Buffer keys = {};
  std::vector<std::uint8_t> is_matched = {};
  std::vector<std::uint8_t> bits = {};
  std::vector<std::uint32_t> places = {};
  std::vector<std::uint32_t> rows = {};
  std::vector<AddedColumn::Buffer> added = {};
  GatheredRows gathered = {};
  BatchBuffer batch = {};
};

Bitmap bits_of(std::span<const std::uint8_t> truths, std::vector<std::uint8_t>& bits) {
  bits.assign(truths.size() / 8 + 1, 0);
  for (std::size_t i = 0; i < truths.size(); ++i) {
    bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | unsigned{truths[i]} << (i % 8));
  }
  return Bitmap{bits.data()};
}

Batch looked_up(const Parts& parts, const Batch& block, Buffer& buffer) {
  std::span<const std::uint32_t> rows = parts.keys.of_rows(block, parts.places, buffer.keys);
  // As a rule they all are: asked first, without writing anything and without a jump for each.
  std::uint32_t unmatched = 0;
  for (const std::uint32_t row : rows) unmatched |= row == parts.keys.none() ? 1U : 0U;
  const bool all_are_matched = unmatched == 0;
  if (!all_are_matched) {
    buffer.is_matched.resize(block.size());
    std::ranges::transform(rows, buffer.is_matched.begin(), [&](std::uint32_t row) {
      return static_cast<std::uint8_t>(row != parts.keys.none());
    });
  }
  const bool drops = parts.unmatched == Unmatched::drop && !all_are_matched;
  const auto matched =
      drops ? places_of(buffer.is_matched, buffer.places) : std::span<const std::uint32_t>();
  buffer.batch.clear();
  for (std::size_t i = 0; i < block.fields().size(); ++i) {
    if (drops) {
      buffer.gathered.add_gathered(i, block.fields()[i], block.column(i), matched, buffer.batch);
    } else {
      buffer.batch.add(block.fields()[i], block.column(i));
    }
  }
  if (drops) {
    buffer.rows.resize(matched.size());
    std::ranges::transform(matched, buffer.rows.begin(),
                           [&](std::uint32_t place) { return rows[place]; });
    rows = buffer.rows;
  }
  const Bitmap bits = drops || all_are_matched ? Bitmap{} : bits_of(buffer.is_matched, buffer.bits);
  buffer.added.resize(parts.added.size());
  for (std::size_t i = 0; i < parts.added.size(); ++i) {
    parts.added[i].add(rows, bits, buffer.added[i], buffer.batch);
  }
  return buffer.batch.batch(rows.size());
}

Identity identity_of_lookup(const Lookup& lookup, const Identity& domain) {
  Identity identity = Identity("lookup").add(domain);
  const auto add_names = [&](const std::vector<std::string>& names) {
    identity.add(std::uint64_t{names.size()});
    for (const std::string& name : names) identity.add(name);
  };
  add_names(lookup.keys);
  add_names(lookup.add);
  identity.add(std::uint64_t{lookup.unmatched == Unmatched::drop});
  identity.add(std::uint64_t{lookup.table.size()});
  for (const PublicColumn& column : lookup.table) {
    identity.add(column.name).add(std::uint64_t{rows_of(column)});
    std::visit(
        [&]<class T>(const std::vector<T>& cells) {
          if constexpr (std::same_as<T, bool>) {  // of a type that no other cells have
            for (const bool cell : cells) identity.add(std::uint64_t{cell});
          } else {
            for (const auto& cell : cells) identity.add(cell);
          }
        },
        column.cells);
  }
  return identity;
}

}  // namespace

TableDomain with_columns(const TableDomain& seen, const Lookup& lookup) {
  check_table(lookup.table);
  check_keys(seen, lookup);
  std::vector<TableColumn> columns(seen.columns().begin(), seen.columns().end());
  for (const std::string& name : lookup.add) {
    const PublicColumn& added = column_named(lookup.table, name);
    if (seen.find(name)) {
      refuse("there is a column " + describe_value(name) +
             " already; name the public one otherwise");
    }
    columns.push_back({.name = name,
                       .kind = kind_of(added),
                       .is_nullable = lookup.unmatched == Unmatched::missing});
  }
  return TableDomain(std::move(columns));
}

RowMap<Batch, Batch> rows_with(const TableDomain& seen, const Lookup& lookup, std::size_t ids,
                               const Identity& domain) {
  std::vector<const PublicCells*> keys;
  std::vector<std::size_t> places;
  for (const std::string& name : lookup.keys) {
    keys.push_back(&column_named(lookup.table, name).cells);
    places.push_back(ids + seen.place_of(name, "make_lookup"));
  }
  std::vector<AddedColumn> added;
  for (const std::string& name : lookup.add) {
    added.emplace_back(column_named(lookup.table, name), lookup.unmatched == Unmatched::missing);
  }
  const auto parts = std::make_shared<const Parts>(KeyRows(keys), std::move(places),
                                                   std::move(added), lookup.unmatched);
  return make_row_map<Batch, Batch, Buffer>(
      [parts](const Batch& block, Buffer& buffer) { return looked_up(*parts, block, buffer); },
      identity_of_lookup(lookup, domain));
}

}  // namespace scrim::lookup
