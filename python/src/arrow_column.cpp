#include "arrow_column.hpp"

#include <cstring>
#include <limits>
#include <string>

#include "binding.hpp"
#include "errors.hpp"
#include "scrim/columns/block.hpp"
#include "scrim/columns/read_column.hpp"

namespace scrim::python {

namespace {

void require_form(bool is_right) {
  if (!is_right) throw InputError("an Arrow array does not have the form that its schema promises");
}

/// Sums of two of them fit 64 bits, and so do the bytes before a row.
void require_places(const ArrowArray& array) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 128;
  require_form(array.length >= 0 && array.offset >= 0);
  require_form(array.length <= most && array.offset <= most);
}

Bitmap validity_of(const ArrowArray& array, std::size_t first) {
  if (array.null_count == 0 || array.n_buffers < 1) return {};
  return {static_cast<const std::uint8_t*>(array.buffers[0]), first};
}

/// The offset behind the last text of the column: what comes behind it is nobody's.
template <class Offset>
std::int64_t end_of_texts(const Column& column) {
  Offset end;
  std::memcpy(&end, column.values + static_cast<std::ptrdiff_t>(column.rows) * column.stride,
              sizeof end);
  return end;
}

void add_text(const ArrowArray& array, Column& column) {
  require_form(array.n_buffers >= 3);
  const auto* text = static_cast<const char*>(array.buffers[2]);
  if (text == nullptr) {  // where all texts are empty
    column.text = "";
    return;
  }
  column.text = text;
  column.text_size = column.type == ColumnType::text32 ? end_of_texts<std::int32_t>(column)
                                                       : end_of_texts<std::int64_t>(column);
}

/// Behind the views come any number of buffers, and last their sizes.
void add_text_buffers(const ArrowArray& array, Column& column) {
  if (array.n_buffers <= 3) return;
  column.text_buffers = {reinterpret_cast<const char* const*>(array.buffers) + 2,
                         static_cast<std::size_t>(array.n_buffers) - 3};
  column.text_buffer_sizes = static_cast<const std::byte*>(array.buffers[array.n_buffers - 1]);
  require_form(column.text_buffer_sizes != nullptr);
}

Column values_of(const ArrowArray& array, const ArrowType& type, std::size_t first,
                 std::size_t rows) {
  require_form(array.n_buffers >= 2);
  Column column{.type = type.type,
                .rows = rows,
                .stride = stride_of(type.type),
                .first_bit = first,
                .scale = type.scale};
  column.is_valid = validity_of(array, first);
  if (rows == 0) return column;  // its buffers may be missing
  const auto* values = static_cast<const std::byte*>(array.buffers[1]);
  require_form(values != nullptr);
  column.values = values + static_cast<std::ptrdiff_t>(first) * column.stride;
  if (type.type == ColumnType::text_view) {
    add_text_buffers(array, column);
  } else if (is_text(type.type)) {
    add_text(array, column);
  }
  return column;
}

/// The entries of a dictionary as views; a null one has data() == nullptr, an empty one has not.
void read_dictionary(const ArrowArray& array, const ArrowType& type,
                     std::vector<std::string_view>& entries) {
  require_places(array);
  const auto rows = static_cast<std::size_t>(array.length);
  const Column column = values_of(array, type, static_cast<std::size_t>(array.offset), rows);
  entries.clear();
  entries.reserve(rows);
  ColumnBuffer<std::string_view> buffer;
  for_each_block(column, [&](const Column& block) {
    const auto texts = read_column(block, buffer);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto entry = texts[i];
      entries.push_back(!entry           ? std::string_view()
                        : entry->empty() ? std::string_view("")
                                         : *entry);
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
  // A struct that is null makes its field null, whatever the field says of itself.
  const std::int64_t flags = field.flags | schema.flags;
  ArrowField result{.type = type_of(field),
                    .dictionary_type = std::nullopt,
                    .is_in_struct = is_in_struct,
                    .is_nullable = (flags & arrow_flag_nullable) != 0};
  if (field.dictionary != nullptr) {
    result.dictionary_type = type_of(*field.dictionary);
    if (!is_text(result.dictionary_type->type)) {
      throw nb::type_error(
          "dictionaries of texts can be read, those of numbers cannot; cast the column to numbers");
    }
  }
  return result;
}

Column column_of(const ArrowArray& array, const ArrowField& field,
                 std::vector<std::string_view>& dictionary) {
  require_places(array);
  require_form(!field.is_in_struct || array.n_children == 1);
  const ArrowArray& values = field.is_in_struct ? *array.children[0] : array;
  const auto parent_offset = static_cast<std::size_t>(array.offset);
  auto first = parent_offset;
  if (field.is_in_struct) {
    require_places(values);
    require_form(values.length >= array.offset + array.length);
    first += static_cast<std::size_t>(values.offset);
  }
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
