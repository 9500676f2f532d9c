#include "data_reader.hpp"

#include <string>

#include "python_values.hpp"
#include "row_feed.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

/// Rows between two turns for signals and progress: some ten milliseconds of reading.
constexpr std::size_t step_rows = std::size_t{1} << 22;

void read_adapted(nb::handle data, RowFeed& feed) {
  if (nb::hasattr(data, "__arrow_c_array__")) return read_arrow_array(data, feed);
  if (nb::hasattr(data, "__arrow_c_stream__")) return read_arrow_stream(data, feed);
  if (PyObject_CheckBuffer(data.ptr()) != 0) return read_buffer(data, feed);
  const std::string text =
      "data of type " + type_name_of(data) +
      " cannot be read; give a NumPy array, a list, an Arrow array or stream, a pandas or Polars "
      "column, or a DuckDB relation of one column";
  throw nb::type_error(text.c_str());
}

}  // namespace

void RowFeed::begin_column(ColumnType type, bool is_dictionary, bool is_nullable) const {
  if (const auto refusal = refusal_of_column(type, is_dictionary, options_.domain)) {
    throw nb::type_error(refusal->c_str());
  }
  if (is_nullable && options_.must_keep_rows && !options_.nulls) {
    fail(ErrorKind::mismatch,
         "a column of this kind may hold nulls, and rows of " + describe(options_.domain) +
             " may not be dropped; say what replaces nulls, if it is a dataset, by "
             "vector_domain(..., impute=...), or give a NumPy array, which has none");
  }
  begin_();
}

void RowFeed::read(Column column) {
  NullPolicy nulls = options_.nulls;
  if (options_.must_keep_rows && !nulls) {
    // The schema says that there are no nulls. Were it wrong, dropping rows would tell: each counts
    // with what lies in its place, or, in a dictionary, as a text that no category equals.
    column.is_valid = {};
    column.parent_is_valid = {};
    if (column.dictionary) nulls = Imputed(std::string("\xff"));
  }
  for (std::size_t done = 0; done < column.rows;) {
    const std::size_t count = std::min(step_rows, column.rows - done);
    sink_.take_column(part_of(column, done, count), nulls);
    done += count;
    rows_read_ += count;
    if (rows_read_ - rows_reported_ >= step_rows || !options_.progress.is_none()) {
      const nb::gil_scoped_acquire acquire;
      report(rows_read_);
    }
  }
}

void RowFeed::take_block(const AnyRows& rows, std::size_t rows_read) {
  sink_.take_rows(rows);
  rows_read_ += rows_read;
  if (rows_read_ - rows_reported_ >= step_rows) report(rows_read_);
}

void RowFeed::report(std::size_t rows_read) {
  rows_reported_ = rows_read;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (!options_.progress.is_none()) options_.progress(rows_read);
}

void read_data(nb::handle data, const DataOptions& options, const std::function<void()>& begin,
               const RowSink& sink) {
  RowFeed feed(options, begin, sink);
  if (PyList_CheckExact(data.ptr()) || PyTuple_CheckExact(data.ptr())) {
    return read_sequence(data, feed);
  }
  const nb::object adapted = nb::module_::import_("scrim._data").attr("adapt")(data);
  if (PyList_CheckExact(adapted.ptr())) return read_sequence(adapted, feed);
  read_adapted(adapted, feed);
}

}  // namespace scrim::python
