#include "data_reader.hpp"

#include <string>

#include "ask_data.hpp"
#include "python_values.hpp"
#include "row_feed.hpp"
#include "scrim/any/check_column.hpp"
#include "scrim/any/check_table.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

/// Rows between two turns for signals and progress: some ten milliseconds of reading.
constexpr std::size_t step_rows = std::size_t{1} << 22;

/// False, and nothing is read, if the data has no interface of Arrow's.
bool read_by_arrow(nb::handle data, RowFeed& feed) {
  if (const auto export_array = attribute_of(data, "__arrow_c_array__"); export_array.is_valid()) {
    read_arrow_array(export_array, feed);
    return true;
  }
  if (const auto export_stream = attribute_of(data, "__arrow_c_stream__");
      export_stream.is_valid()) {
    read_arrow_stream(export_stream, feed);
    return true;
  }
  return false;
}

void read_adapted(nb::handle data, RowFeed& feed) {
  if (read_by_arrow(data, feed)) return;
  if (PyObject_CheckBuffer(data.ptr()) != 0) return read_buffer(data, feed);
  fail(ErrorKind::wrong_type, "data of type " + ask_data([&] { return type_name_of(data); }) +
                                  " cannot be read; give a NumPy array, a list, an Arrow array or "
                                  "stream, a pandas or Polars "
                                  "column, or a DuckDB relation of one column");
}

/// As scrim._data does it. It gives its own refusals back, by which they are told from errors of
/// the data.
nb::object adapt(nb::handle data) {
  const nb::object module = nb::module_::import_("scrim._data");
  nb::object adapted = ask_data([&] { return module.attr("adapt")(data); });
  if (nb::isinstance(adapted, module.attr("Refusal"))) {
    fail(ErrorKind::wrong_type, nb::str(adapted.attr("text")).c_str());
  }
  return adapted;
}

/// Tables come by Arrow's interface alone: what has none is brought into it by whoever knows what
/// its columns are declared to be.
void read_table(nb::handle data, RowFeed& feed) {
  if (read_by_arrow(data, feed)) return;
  fail(ErrorKind::wrong_type, "data of type " + ask_data([&] { return type_name_of(data); }) +
                                  " is no table; give an Arrow table, batch or stream, a Polars "
                                  "frame, or a DuckDB relation");
}

}  // namespace

void RowFeed::begin_column(const Field& field) const {
  check_column(field, options_.domain);
  if (field.is_nullable && !options_.takes_nulls) {
    fail(
        ErrorKind::mismatch,
        "a column of this kind may hold nulls, and rows of " + options_.domain.describe() +
            " may not be dropped; take rows that may be null, by vector_domain(option_domain(...), "
            "size), and replace nulls by then_impute(value), or give a NumPy array, which has "
            "none");
  }
  begin_();
}

void RowFeed::begin_table(std::span<const Field> fields) const {
  check_table(fields, options_.domain);
  begin_();
}

void RowFeed::read(const Column& column) { read_in_steps(column); }
void RowFeed::read(const Batch& batch) { read_in_steps(batch); }

template <class Rows>
void RowFeed::read_in_steps(const Rows& rows) {
  for (std::size_t done = 0; done < rows.size();) {
    const std::size_t count = std::min(step_rows, rows.size() - done);
    take_(rows.subspan(done, count));
    done += count;
    rows_read_ += count;
    if (rows_read_ - rows_reported_ >= step_rows || !options_.progress.is_none()) {
      const nb::gil_scoped_acquire acquire;
      report(rows_read_);
    }
  }
}

bool RowFeed::take_block(const AnyBlock& rows) {
  take_(rows);
  rows_read_ += rows.size();
  return rows_read_ - rows_reported_ >= step_rows;
}

void RowFeed::report(std::size_t rows_read) {
  rows_reported_ = rows_read;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (!options_.progress.is_none()) options_.progress(rows_read);
}

void read_data(nb::handle data, const DataOptions& options, const std::function<void()>& begin,
               const TakeRows& take) {
  RowFeed feed(options, begin, take);
  if (is_table_domain(options.domain)) return read_table(data, feed);
  if (PyList_CheckExact(data.ptr()) || PyTuple_CheckExact(data.ptr())) {
    return read_sequence(data, feed);
  }
  const nb::object adapted = adapt(data);
  if (PyList_CheckExact(adapted.ptr())) return read_sequence(adapted, feed);
  read_adapted(adapted, feed);
}

}  // namespace scrim::python
