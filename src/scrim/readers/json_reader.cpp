#include "scrim/readers/json_reader.hpp"

#include <algorithm>
#include <utility>

namespace scrim::readers {

namespace {

[[nodiscard]] std::vector<std::string> keys_of(const std::vector<JsonField>& fields) {
  std::vector<std::string> keys;
  for (const auto& field : fields) keys.push_back(field.key);
  return keys;
}

}  // namespace

JsonReader::JsonReader(JsonLayout layout, const std::vector<JsonField>& fields)
    : rows_of_file_(layout), members_(keys_of(fields)) {
  for (const auto& field : fields) {
    formats_.push_back(field.format);
    empty_.emplace_back(field.format);
  }
  columns_ = empty_;
}

void JsonReader::feed(std::string_view piece) {
  while (const auto row = rows_of_file_.next(piece)) append(*row);
}

void JsonReader::finish() {
  if (const auto row = rows_of_file_.finish()) append(*row);
}

std::size_t JsonReader::bytes() const {
  std::size_t sum = 0;
  for (const auto& column : columns_) {
    sum += column.text().size() + column.validity().size();
    // Each row has an entry of eight bytes: a number, an integer, or where a text ends.
    sum += 8 * column.rows();
  }
  return sum;
}

std::vector<CellColumn> JsonReader::take() {
  rows_ = 0;
  return std::exchange(columns_, empty_);
}

void JsonReader::append(std::string_view row) {
  members_.read(row);
  for (std::size_t field = 0; field < columns_.size(); ++field) append_cell(field);
  ++rows_;
}

void JsonReader::append_cell(std::size_t field) {
  const auto& cell = members_.cell(field);
  if (!cell) return columns_[field].append_missing();
  const auto [type, decimal] = formats_[field];
  if (cell->is_number && type != CellType::text && decimal != '.') {
    // Numbers of JSON have a point; only strings are written as the caller says.
    number_ = cell->text;
    std::ranges::replace(number_, '.', decimal);
    return columns_[field].append(number_);
  }
  columns_[field].append(cell->text);
}

}  // namespace scrim::readers
