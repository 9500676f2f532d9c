#include "scrim/readers/cell_column.hpp"

#include <limits>
#include <optional>

#include "scrim/readers/parse_cell.hpp"
#include "scrim/readers/utf8.hpp"

namespace scrim::readers {

void CellColumn::append(std::string_view cell) {
  switch (format_.type) {
    case CellType::number: {
      const auto number = parse_number(cell, format_.decimal);
      numbers_.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
      return append_validity(number.has_value());
    }
    case CellType::integer: {
      const auto integer = parse_integer(cell, format_.decimal);
      integers_.push_back(integer.value_or(0));
      return append_validity(integer.has_value());
    }
    case CellType::text: {
      const bool is_text = !cell.empty() && is_utf8(cell);
      if (is_text) text_.append(cell);
      offsets_.push_back(static_cast<std::int64_t>(text_.size()));
      return append_validity(is_text);
    }
  }
}

void CellColumn::append_missing() { append({}); }

void CellColumn::append_validity(bool is_valid) {
  if (rows_ % 8 == 0) is_valid_.push_back(0);
  if (is_valid) {
    is_valid_.back() = static_cast<std::uint8_t>(is_valid_.back() | (1U << (rows_ % 8)));
  } else {
    ++missing_;
  }
  ++rows_;
}

}  // namespace scrim::readers
