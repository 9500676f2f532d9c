// Columns in steps, with a turn for signals and progress between them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "data_reader.hpp"
#include "scrim/columns/batch.hpp"

namespace scrim::python {

class RowFeed {
 public:
  RowFeed(const DataOptions& options, const std::function<void()>& begin, const TakeRows& take)
      : options_(options), begin_(begin), take_(take) {}

  [[nodiscard]] const DataOptions& options() const noexcept { return options_; }

  /// Throws wrong_type unless a column of this type can be read, and mismatch if it may hold nulls
  /// that would have to be dropped; else reading has begun.
  void begin_column(const Field& field) const;

  /// The same for a table: throws unless a batch of these fields is one of the domain.
  /// Precondition (caller): the domain is one of tables.
  void begin_table(std::span<const Field> fields) const;

  /// Python objects have no type in common that could be refused.
  void begin_objects() const { begin_(); }

  /// Reads the column, or the rows of several. The GIL is not held.
  void read(const Column& column);
  void read(const Batch& batch);

  /// Takes rows that are already of the element type, or null. Gives whether it is time for a turn
  /// of signals and progress. The GIL is held, and stays so.
  [[nodiscard]] bool take_block(const AnyBlock& rows);
  void give_turn() { report(rows_read_); }

 private:
  template <class Rows>
  void read_in_steps(const Rows& rows);
  /// The GIL is held.
  void report(std::size_t rows_read);

  const DataOptions& options_;
  const std::function<void()>& begin_;
  const TakeRows& take_;
  std::size_t rows_read_ = 0;
  std::size_t rows_reported_ = 0;
};

/// An element as a row: nothing if it cannot be one. A number outside the range of its type is
/// moved to the end of the range: which rows are in range is not for an error to tell.
template <class Row>
[[nodiscard]] std::optional<Row> to_row(nb::handle element);

/// The elements of a list or tuple, or of an array of Python objects.
void read_sequence(nb::handle sequence, RowFeed& feed);
struct ObjectArray {
  const std::byte* first;  ///< of pointers to objects, which the array keeps alive
  std::ptrdiff_t stride;
  std::size_t rows;
};
void read_object_array(const ObjectArray& array, RowFeed& feed);

/// Anything with the buffer protocol.
void read_buffer(nb::handle exporter, RowFeed& feed);

/// What the methods __arrow_c_array__ and __arrow_c_stream__ of anything give.
void read_arrow_array(nb::handle export_array, RowFeed& feed);
void read_arrow_stream(nb::handle export_stream, RowFeed& feed);

}  // namespace scrim::python
