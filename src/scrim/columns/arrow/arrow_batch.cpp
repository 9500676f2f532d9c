#include "scrim/columns/arrow/arrow_batch.hpp"

#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "scrim/columns/block.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

void require_form(bool is_right) {
  if (!is_right) {
    throw InvokeError(ErrorKind::input,
                      "an Arrow array does not have the form that its schema promises");
  }
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
                .stride = type.stride,
                .first_bit = first,
                .scale = type.scale};
  column.is_valid = validity_of(array, first);
  if (rows == 0) return column;  // its buffers may be missing
  const auto* values = static_cast<const std::byte*>(array.buffers[1]);
  require_form(values != nullptr);
  column.values = values + static_cast<std::ptrdiff_t>(first) * column.stride;
  if (type.type == ColumnType::text_view) {
    add_text_buffers(array, column);
  } else if (kind_of(type.type, false) == ColumnKind::text) {
    add_text(array, column);
  }
  return column;
}

/// The entries of a dictionary as views; a null one has data() == nullptr, an empty one has not.
std::vector<std::string_view> read_dictionary(const ArrowArray& array, const ArrowType& type) {
  require_places(array);
  const auto rows = static_cast<std::size_t>(array.length);
  const Column column = values_of(array, type, static_cast<std::size_t>(array.offset), rows);
  std::vector<std::string_view> entries;
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
  return entries;
}

/// A field of a struct begins where the struct does.
Column column_in(const ArrowArray& parent, const ArrowArray& values, const ArrowType& type) {
  require_places(values);
  require_form(values.length >= parent.offset + parent.length);
  Column column = values_of(values, type, static_cast<std::size_t>(parent.offset + values.offset),
                            static_cast<std::size_t>(parent.length));
  column.parent_is_valid = validity_of(parent, static_cast<std::size_t>(parent.offset));
  return column;
}

}  // namespace

ArrowBatch::ArrowBatch(ArrowOwner<ArrowArray> array, const ArrowFields& fields)
    : array_(std::move(array)), fields_(fields.fields), size_(0) {
  require_places(*array_);
  require_form(!fields.children || array_->n_children == *fields.children);
  for (const ArrowPlace& place : fields.places) {
    const ArrowArray& values = fields.children ? *array_->children[place.child] : *array_;
    columns_.push_back(fields.children
                           ? column_in(*array_, values, place.type)
                           : values_of(values, place.type, static_cast<std::size_t>(values.offset),
                                       static_cast<std::size_t>(values.length)));
    if (!place.dictionary_type) continue;
    require_form(values.dictionary != nullptr);
    dictionaries_.push_back(std::make_unique<const TextDictionary>(
        read_dictionary(*values.dictionary, *place.dictionary_type)));
    columns_.back().dictionary = dictionaries_.back().get();
  }
  size_ = static_cast<std::size_t>(array_->length);
}

}  // namespace scrim
