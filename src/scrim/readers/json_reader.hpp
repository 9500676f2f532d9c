// Columns read from a file of JSON.
//
// Proof: readers.proof.md
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/readers/cell_column.hpp"
#include "scrim/readers/json_members.hpp"
#include "scrim/readers/json_rows.hpp"

namespace scrim::readers {

/// A column: the values of one key, and how they are read.
struct JsonField {
  std::string key;
  CellFormat format = {};
};

/// Reads a file that comes in pieces: one row of each column for each row of the file. Where the
/// pieces end makes no difference, and no row makes a difference to another.
///
///   JsonReader reader(JsonLayout::lines, {{.key = "age"}});
///   reader.feed(piece);  // as often as there are pieces; between them, rows may be taken
///   use(reader.take());
///   reader.finish();
///
/// Total: never fails but for want of memory.
class JsonReader {
 public:
  JsonReader(JsonLayout layout, const std::vector<JsonField>& fields);

  /// Appends the rows that end in this piece. Each is of at least one byte, so the piece bounds
  /// them.
  void feed(std::string_view piece);

  /// Appends the row that ends with the file.
  void finish();

  /// One column for each field, in their order.
  [[nodiscard]] const std::vector<CellColumn>& columns() const noexcept { return columns_; }

  /// How many rows the columns hold; known even if there are no columns.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

  /// How many bytes the columns hold: what a caller looks at to take them before they are too many.
  [[nodiscard]] std::size_t bytes() const;

  /// Whether the rows should be taken before more is fed.
  [[nodiscard]] bool is_full() const { return rows_ >= batch_rows || bytes() >= batch_text; }

  /// The rows so far; new ones begin. A row that has begun goes on.
  [[nodiscard]] std::vector<CellColumn> take();

 private:
  void append(std::string_view row);
  void append_cell(std::size_t field);

  JsonRows rows_of_file_;
  JsonMembers members_;
  std::vector<CellFormat> formats_;
  std::vector<CellColumn> empty_;  // what columns begin with
  std::vector<CellColumn> columns_;
  std::size_t rows_ = 0;
  std::string number_;  // one that is written anew
};

}  // namespace scrim::readers
