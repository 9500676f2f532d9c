#include "arrow_column.hpp"

#include <string>

#include "binding.hpp"
#include "errors.hpp"
#include "scrim/any/column_rows.hpp"
#include "scrim/core/row_source.hpp"

namespace scrim::python {

namespace {

std::optional<ColumnType> type_of(std::string_view format) {
  if (format == "b") return ColumnType::bits;
  if (format == "c") return ColumnType::int8;
  if (format == "s") return ColumnType::int16;
  if (format == "i") return ColumnType::int32;
  if (format == "l") return ColumnType::int64;
  if (format == "C") return ColumnType::uint8;
  if (format == "S") return ColumnType::uint16;
  if (format == "I") return ColumnType::uint32;
  if (format == "L") return ColumnType::uint64;
  if (format == "f") return ColumnType::float32;
  if (format == "g") return ColumnType::float64;
  if (format == "u") return ColumnType::text32;
  if (format == "U") return ColumnType::text64;
  if (format == "vu") return ColumnType::text_view;
  return std::nullopt;
}

std::ptrdiff_t stride_of(ColumnType type) {
  switch (type) {
    case ColumnType::int8:
    case ColumnType::uint8:
      return 1;
    case ColumnType::int16:
    case ColumnType::uint16:
      return 2;
    case ColumnType::int32:
    case ColumnType::uint32:
    case ColumnType::float32:
    case ColumnType::text32:
      return 4;
    case ColumnType::int64:
    case ColumnType::uint64:
    case ColumnType::float64:
    case ColumnType::text64:
      return 8;
    case ColumnType::text_view:
      return 16;
    default:
      return 0;
  }
}

ColumnType type_of(const ArrowSchema& schema) {
  if (const auto type = type_of(std::string_view(schema.format))) return *type;
  const std::string text = "columns of the Arrow type \"" + std::string(schema.format) +
                           "\" cannot be read; cast the column to a number, a boolean or a text";
  throw nb::type_error(text.c_str());
}

bool is_text(ColumnType type) {
  return type == ColumnType::text32 || type == ColumnType::text64 || type == ColumnType::text_view;
}

void require_form(bool is_right) {
  if (!is_right) throw InputError("an Arrow array does not have the form that its schema promises");
}

Bitmap validity_of(const ArrowArray& array, std::size_t first) {
  if (array.null_count == 0 || array.n_buffers < 1) return {};
  return {static_cast<const std::uint8_t*>(array.buffers[0]), first};
}

Column values_of(const ArrowArray& array, ColumnType type, std::size_t first, std::size_t rows) {
  require_form(array.n_buffers >=
               (type == ColumnType::text32 || type == ColumnType::text64 ? 3 : 2));
  Column column{.type = type, .rows = rows, .stride = stride_of(type), .first_bit = first};
  column.is_valid = validity_of(array, first);
  if (rows == 0) return column;  // its buffers may be missing
  const auto* values = static_cast<const std::byte*>(array.buffers[1]);
  require_form(values != nullptr);
  column.values = values + static_cast<std::ptrdiff_t>(first) * column.stride;
  if (type == ColumnType::text32 || type == ColumnType::text64) {
    // Missing where all texts are empty.
    column.text = array.buffers[2] != nullptr ? static_cast<const char*>(array.buffers[2]) : "";
  } else if (type == ColumnType::text_view) {
    // Behind the views come any number of buffers, and last their sizes.
    column.text_buffers = {
        reinterpret_cast<const char* const*>(array.buffers) + 2,
        static_cast<std::size_t>(array.n_buffers) - (array.n_buffers > 2 ? 3 : 2)};
  }
  return column;
}

/// The entries of a dictionary as views; a null one has data() == nullptr, an empty one has not.
void read_dictionary(const ArrowArray& array, ColumnType type,
                     std::vector<std::string_view>& entries) {
  const auto rows = static_cast<std::size_t>(array.length);
  Column column = values_of(array, type, static_cast<std::size_t>(array.offset), rows);
  const Bitmap is_valid = std::exchange(column.is_valid, Bitmap{});
  entries.clear();
  entries.reserve(rows);
  const ColumnRows<std::string_view> texts(column, std::nullopt);
  for_each_block(texts, [&](std::span<const std::string_view> block) {
    for (const std::string_view entry : block) {
      const bool is_null = !is_valid[entries.size()];
      entries.push_back(is_null         ? std::string_view()
                        : entry.empty() ? std::string_view("")
                                        : entry);
    }
  });
}

}  // namespace

ArrowField field_of(const ArrowSchema& schema) {
  const bool is_in_struct = std::string_view(schema.format) == "+s";
  if (is_in_struct && schema.n_children != 1) {
    const std::string text =
        "the table has " + std::to_string(schema.n_children) + " columns; select the one to read";
    throw nb::type_error(text.c_str());
  }
  const ArrowSchema& field = is_in_struct ? *schema.children[0] : schema;
  ArrowField result{.type = type_of(field),
                    .dictionary_type = std::nullopt,
                    .is_in_struct = is_in_struct,
                    .is_nullable = (field.flags & arrow_flag_nullable) != 0};
  if (field.dictionary != nullptr) {
    result.dictionary_type = type_of(*field.dictionary);
    if (!is_text(*result.dictionary_type)) {
      throw nb::type_error(
          "dictionaries of texts can be read, those of numbers cannot; cast the column to numbers");
    }
  }
  return result;
}

Column column_of(const ArrowArray& array, const ArrowField& field,
                 std::vector<std::string_view>& dictionary) {
  require_form(array.length >= 0 && array.offset >= 0);
  require_form(!field.is_in_struct || array.n_children == 1);
  const ArrowArray& values = field.is_in_struct ? *array.children[0] : array;
  const auto parent_offset = static_cast<std::size_t>(array.offset);
  const auto first =
      field.is_in_struct ? parent_offset + static_cast<std::size_t>(values.offset) : parent_offset;
  Column column = values_of(values, field.type, first, static_cast<std::size_t>(array.length));
  if (field.is_in_struct) column.parent_is_valid = validity_of(array, parent_offset);
  if (field.dictionary_type) {
    require_form(values.dictionary != nullptr);
    read_dictionary(*values.dictionary, *field.dictionary_type, dictionary);
    column.dictionary = dictionary;
  }
  return column;
}

}  // namespace scrim::python
