// Columns of a CSV file.
//
// Proof: readers.proof.md
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/readers/cell_column.hpp"
#include "scrim/readers/csv_tokenizer.hpp"

namespace scrim::readers {

/// Throws unless delimiter and quote are two signs, and neither is a line break.
void check_dialect(const CsvDialect& dialect);

/// The first record of a file, which names the columns.
struct CsvHeader {
  std::vector<std::string> names;
  std::size_t size = 0;  ///< of the record with its line break, in bytes; rows begin behind it
};

/// The header of a file that begins like this; nothing if more of the file is needed to tell.
/// `is_whole` says that there is no more; a file without any record then has no names.
/// Precondition (checked): see check_dialect.
[[nodiscard]] std::optional<CsvHeader> read_csv_header(std::string_view beginning, bool is_whole,
                                                       const CsvDialect& dialect);

/// A column that is asked for: where its cells stand in a record, and what they are read as.
struct CsvField {
  std::size_t position = 0;
  CellFormat format = {};
};

/// Reads some columns of a file whose bytes arrive in any pieces, a batch of rows at a time:
///
///   CsvReader reader({}, {{.position = 0, .format = {CellType::number}}});
///   while (!bytes.empty()) {
///     bytes.remove_prefix(reader.feed(bytes));
///     if (reader.is_full()) use(reader.take());
///   }
///   reader.finish();
///   use(reader.take());
///
/// Each record is one row of every column: the cell, parsed; missing if the record is too short.
/// Total: no bytes make it fail, but for want of memory.
class CsvReader {
 public:
  /// Precondition (checked): see check_dialect; no two fields have the same position.
  CsvReader(CsvDialect dialect, const std::vector<CsvField>& fields);

  /// Reads on, up to the end of the bytes or of the row with which the batch is full. Returns how
  /// many bytes were read. The header must have been left out.
  [[nodiscard]] std::size_t feed(std::string_view bytes) { return tokenizer_.feed(bytes); }

  /// The end of the file.
  void finish() { tokenizer_.finish(); }

  /// Whether the batch should be taken before more is fed.
  [[nodiscard]] bool is_full() const noexcept { return rows_.is_full(); }

  /// The batch, in the order of the fields; a new one begins.
  /// Precondition (caller): it is full, or the file has ended, so that no row is half read.
  [[nodiscard]] std::vector<CellColumn> take();

  CsvReader(const CsvReader&) = delete;  // the tokenizer refers to the rows
  CsvReader& operator=(const CsvReader&) = delete;

 private:
  /// Where the tokenizer puts what it finds.
  struct Rows {
    std::vector<CellColumn> columns;
    std::vector<std::size_t> column_at;  ///< by position; columns.size() where none is wanted
    std::size_t rows = 0;                ///< whole ones
    std::size_t text = 0;                ///< bytes of cells

    [[nodiscard]] bool is_full() const noexcept { return rows >= batch_rows || text >= batch_text; }
    [[nodiscard]] bool wants(std::size_t position) const {
      return position < column_at.size() && column_at[position] < columns.size();
    }
    void take_cell(std::size_t position, std::string_view cell) {
      columns[column_at[position]].append(cell);
      text += cell.size();
    }
    [[nodiscard]] bool end_record();
  };

  std::vector<CellColumn> empty_;  ///< what a batch begins with
  Rows rows_;
  CsvTokenizer<Rows> tokenizer_;
};

}  // namespace scrim::readers
