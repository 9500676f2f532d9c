// How a row of a person lies in 64-bit words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scrim/columns/table_column.hpp"

namespace scrim::bounding {

/// What the words of a cell are. Cells that are the same have the same words, and others have
/// others: -0.0 is 0.0, NaN is missing, and what is missing is one value. Words rise with what they
/// stand for, but those of texts.
enum class CellForm {
  integer,        ///< one word
  maybe_integer,  ///< whether it is there, and the number or 0
  real,           ///< one word; 0, which no number has, if it is missing
  text,           ///< its code, TextCodes::missing if it is missing
  total,          ///< an integer that is read, and a sum of such: two words, the upper one first
};

struct PackedCell {
  std::size_t column;  ///< where it stands in a batch that is read
  CellForm form;
  bool may_be_missing;  ///< where not, what is missing is read as row_of_unforeseen_null
  std::size_t place;    ///< its first word in a row
};

/// The ids of a person, the group if there is one, then the values.
struct RowLayout {
  std::vector<PackedCell> ids;
  std::optional<PackedCell> group;
  std::vector<PackedCell> values;

  std::size_t words = 0;                ///< of a row
  std::size_t id_words = 0;             ///< of its ids
  std::vector<std::uint8_t> is_text{};  ///< of each word, whether it is a code

  /// What is fed on: the group, if there is one, and the values.
  std::vector<TableColumn> output{};

  /// Puts a cell behind the others, and gives it.
  PackedCell add(std::size_t column, const TableColumn& about, bool may_be_missing);
  /// The same for an integer that is to be added up.
  PackedCell add_total(std::size_t column);

  [[nodiscard]] bool has_group() const noexcept { return group.has_value(); }
  /// Where the used fields begin: group and values.
  [[nodiscard]] std::size_t used() const noexcept { return id_words; }
  [[nodiscard]] std::size_t first_value() const noexcept {
    return id_words + (has_group() ? 1 : 0);
  }
};

/// The ids of a table of persons, and nothing else.
[[nodiscard]] RowLayout layout_of_persons(std::span<const TableColumn> persons);

}  // namespace scrim::bounding
