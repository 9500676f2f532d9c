#include "scrim/columns/arrow/arrow_fields.hpp"

#include <string_view>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

std::string_view name_of(const ArrowSchema& schema) {
  return schema.name != nullptr ? schema.name : "";
}

bool is_nullable(const ArrowSchema& schema) { return (schema.flags & ARROW_FLAG_NULLABLE) != 0; }

bool is_integer(const ArrowType& type) {
  const ColumnKind kind = kind_of(type.type, false);
  return kind == ColumnKind::signed_integer || kind == ColumnKind::unsigned_integer;
}

ArrowType type_of_entries(const ArrowSchema& dictionary, const ArrowType& indices) {
  const ArrowType type = type_of(dictionary);
  if (kind_of(type.type, false) != ColumnKind::text) {
    fail(ErrorKind::wrong_type,
         "dictionaries of texts can be read, those of numbers or dates cannot; cast the column to "
         "its values");
  }
  if (!is_integer(indices)) {
    fail(ErrorKind::wrong_type, "the indices of a dictionary must be integers");
  }
  return type;
}

void add_field(const ArrowSchema& field, const ArrowSchema& parent, std::size_t child,
               ArrowFields& result) {
  ArrowPlace place{.type = type_of(field), .child = child};
  if (field.dictionary != nullptr) {
    place.dictionary_type = type_of_entries(*field.dictionary, place.type);
  }
  // A struct that is null makes its field null, whatever the field says of itself.
  result.fields.push_back({.name = std::string(name_of(field)),
                           .type = place.type.type,
                           .is_dictionary = place.dictionary_type.has_value(),
                           .is_nullable = is_nullable(field) || is_nullable(parent)});
  result.places.push_back(place);
}

std::size_t place_of(const std::string& name, const ArrowSchema& schema) {
  std::optional<std::size_t> found;
  std::string all;
  for (std::size_t i = 0; i < static_cast<std::size_t>(schema.n_children); ++i) {
    const std::string_view other = name_of(*schema.children[i]);
    all += (i == 0 ? "" : ", ") + describe_value(other);
    if (other != name) continue;
    if (found) {
      fail(ErrorKind::mismatch, "the batch has several columns " + describe_value(name) +
                                    "; give each column a name of its own");
    }
    found = i;
  }
  if (found) return *found;
  fail(ErrorKind::mismatch,
       "the batch has no column " + describe_value(name) + "; its columns are: " + all);
}

}  // namespace

bool is_batch(const ArrowSchema& schema) { return std::string_view(schema.format) == "+s"; }

ArrowFields fields_of(const ArrowSchema& schema) {
  ArrowFields result;
  if (!is_batch(schema)) {
    add_field(schema, schema, 0, result);
    return result;
  }
  result.children = schema.n_children;
  for (std::size_t i = 0; i < static_cast<std::size_t>(schema.n_children); ++i) {
    add_field(*schema.children[i], schema, i, result);
  }
  return result;
}

ArrowFields fields_of(const ArrowSchema& schema, const std::vector<std::string>& names) {
  if (!is_batch(schema)) {
    fail(ErrorKind::mismatch,
         "an array that is one column has no columns to choose from; give the schema of a batch");
  }
  ArrowFields result;
  result.children = schema.n_children;
  for (const std::string& name : names) {
    const std::size_t child = place_of(name, schema);
    add_field(*schema.children[child], schema, child, result);
  }
  return result;
}

}  // namespace scrim
