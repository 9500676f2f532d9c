// The readers of files, for the package's own modules: bytes in, record batches out.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "binding.hpp"
#include "data_reader.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/readers/cell_batch.hpp"
#include "scrim/readers/csv_reader.hpp"
#include "scrim/readers/json_reader.hpp"
#include "scrim/readers/parse_cell.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim::python {

namespace {

using readers::CellBatch;
using readers::CellFormat;
using readers::CellType;
using readers::CsvDialect;

CellType to_cell_type(std::string_view name) {
  if (name == "number") return CellType::number;
  if (name == "integer") return CellType::integer;
  if (name == "text") return CellType::text;
  throw nb::value_error("cells are read as \"number\", \"integer\" or \"text\"");
}

char to_sign(std::string_view text) {
  if (text.size() != 1) throw nb::value_error("a sign is one ASCII character");
  return text.front();
}

CsvDialect to_dialect(std::string_view delimiter, std::string_view quote) {
  return {.delimiter = to_sign(delimiter),
          .quote = quote.empty() ? std::nullopt : std::optional(to_sign(quote))};
}

std::string_view view_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

/// Owns a struct until someone imports it, which marks it as released.
template <class Struct>
nb::object capsule_of(ArrowOwner<Struct> made, const char* name) {
  using Owner = ArrowOwner<Struct>;
  static_assert(std::is_standard_layout_v<Owner>, "it lies where its struct lies");
  auto held = std::make_unique<Owner>(std::move(made));
  PyObject* capsule = PyCapsule_New(&**held, name, [](PyObject* dropped) {
    delete static_cast<Owner*>(PyCapsule_GetPointer(dropped, PyCapsule_GetName(dropped)));
  });
  if (capsule == nullptr) throw nb::python_error();
  (void)held.release();
  return nb::steal(capsule);
}

template <class Parse>
auto parsed(const nb::bytes& cell, const Parse& parse) {
  const std::string_view text = view_of(cell);
  return parse(text.size() <= readers::largest_cell ? text : std::string_view(), '.');
}

/// The texts of an Arrow array, each read like a cell; those that are null, or too long, are
/// missing.
CellBatch parse_texts(nb::handle array, std::string_view type) {
  std::vector<readers::CellColumn> columns{
      readers::CellColumn(CellFormat{.type = to_cell_type(type)})};
  const DataOptions options{
      .domain = vector_domain<std::string_view>(), .takes_nulls = true, .progress = nb::none()};
  read_data(
      array, options, [] {},
      [&](const AnyBlock& rows) {
        ColumnBuffer<std::string_view> buffer;
        for_each_block(std::get<Column>(rows), [&](const Column& block) {
          const auto texts = read_column(block, buffer);
          for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto text = texts[i].value_or(std::string_view());
            columns.front().append(text.size() <= readers::largest_cell ? text
                                                                        : std::string_view());
          }
        });
      });
  return readers::cell_batch({"value"}, std::move(columns));
}

readers::JsonLayout to_layout(std::string_view name) {
  if (name == "lines") return readers::JsonLayout::lines;
  if (name == "values") return readers::JsonLayout::values;
  throw nb::value_error("a layout is \"lines\" or \"values\"");
}

/// Takes off what was read before the batch should be taken.
void read_some(readers::CsvReader& reader, std::string_view& left) {
  left.remove_prefix(reader.feed(left));
}
void read_some(readers::JsonReader& reader, std::string_view& left) {
  reader.feed(left);
  left = {};
}

/// A reader of pieces that gives record batches.
template <class Reader>
class BatchReader {
 public:
  template <class Form, class Field>
  BatchReader(const Form& form, std::vector<std::string> names, std::vector<Field> fields)
      : names_(std::move(names)), reader_(form, std::move(fields)) {}

  std::vector<CellBatch> feed(const nb::bytes& bytes) {
    std::string_view left = view_of(bytes);
    std::vector<CellBatch> batches;
    const nb::gil_scoped_release release;
    while (!left.empty()) {
      read_some(reader_, left);
      if (reader_.is_full()) batches.push_back(readers::cell_batch(names_, reader_.take()));
    }
    return batches;
  }

  CellBatch finish() {
    reader_.finish();
    return readers::cell_batch(names_, reader_.take());
  }

 private:
  std::vector<std::string> names_;
  Reader reader_;
};

using PythonCsvReader = BatchReader<readers::CsvReader>;
using PythonJsonReader = BatchReader<readers::JsonReader>;

template <class Reader>
void bind_feeding(nb::class_<Reader>& bound) {
  using namespace nb::literals;
  bound.def("feed", &Reader::feed, "data"_a, "Reads on; the batches that are full.")
      .def("finish", &Reader::finish, "The end of the file; the last batch.");
}

}  // namespace

void bind_readers(nb::module_& module) {
  using namespace nb::literals;
  nb::module_ bound =
      module.def_submodule("_readers", "For scrim.readers: the C++ readers of files.");
  nb::class_<CellBatch>(bound, "CellBatch", nb::is_final(), "Rows that were read, as Arrow data.")
      .def("__len__", &CellBatch::rows)
      .def(
          "__arrow_c_array__",
          [](const CellBatch& self, nb::handle) {
            return nb::make_tuple(capsule_of(schema_of(self), "arrow_schema"),
                                  capsule_of(array_of(self), "arrow_array"));
          },
          "requested_schema"_a.none() = nb::none(),
          nb::sig("def __arrow_c_array__(self, requested_schema: object | None = None) -> "
                  "tuple[object, object]"));
  bound.def(
      "csv_header",
      [](const nb::bytes& beginning, bool is_whole, std::string_view delimiter,
         std::string_view quote) -> std::optional<std::tuple<std::vector<nb::bytes>, std::size_t>> {
        const auto header =
            readers::read_csv_header(view_of(beginning), is_whole, to_dialect(delimiter, quote));
        if (!header) return std::nullopt;
        std::vector<nb::bytes> names;
        names.reserve(header->names.size());
        for (const std::string& name : header->names) names.emplace_back(name.data(), name.size());
        return std::tuple(std::move(names), header->size);
      },
      "beginning"_a, "is_whole"_a, nb::kw_only(), "delimiter"_a, "quote"_a,
      "The names in the first record and its size in bytes; None if more bytes are needed.");
  bound.def(
      "parse_number", [](const nb::bytes& cell) { return parsed(cell, readers::parse_number); },
      "cell"_a, "What a cell says as a number; None if it is none.");
  bound.def(
      "parse_integer", [](const nb::bytes& cell) { return parsed(cell, readers::parse_integer); },
      "cell"_a, "What a cell says as an integer; None if it is no number.");
  bound.def("nearest_integer", &readers::nearest_integer, "number"_a,
            "The integer nearest to a number; None for NaN.");
  bound.def("parse_texts", &parse_texts, "texts"_a, "type"_a,
            "A column of texts, each read like a cell.");
  nb::class_<PythonCsvReader> csv(bound, "CsvReader", nb::is_final(),
                                  "Some columns of a CSV file that arrives in pieces.");
  csv.def(
      "__init__",
      [](PythonCsvReader* self, std::string_view delimiter, std::string_view quote,
         std::string_view decimal,
         const std::vector<std::tuple<std::string, std::size_t, std::string>>& columns) {
        std::vector<std::string> names;
        std::vector<readers::CsvField> fields;
        for (const auto& [name, position, type] : columns) {
          names.push_back(name);
          fields.push_back({position, CellFormat{to_cell_type(type), to_sign(decimal)}});
        }
        new (self) PythonCsvReader(to_dialect(delimiter, quote), std::move(names), fields);
      },
      nb::kw_only(), "delimiter"_a, "quote"_a, "decimal"_a, "columns"_a);
  bind_feeding(csv);
  nb::class_<PythonJsonReader> json(bound, "JsonReader", nb::is_final(),
                                    "Some keys of a JSON file that arrives in pieces.");
  json.def(
      "__init__",
      [](PythonJsonReader* self, std::string_view layout, std::string_view decimal,
         const std::vector<std::tuple<std::string, std::string>>& keys) {
        std::vector<std::string> names;
        std::vector<readers::JsonField> fields;
        for (const auto& [key, type] : keys) {
          names.push_back(key);
          fields.push_back({key, CellFormat{to_cell_type(type), to_sign(decimal)}});
        }
        new (self) PythonJsonReader(to_layout(layout), std::move(names), fields);
      },
      nb::kw_only(), "layout"_a, "decimal"_a, "keys"_a);
  bind_feeding(json);
}

}  // namespace scrim::python
