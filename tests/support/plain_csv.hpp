// The meaning of CSV: the records of a whole file, byte by byte and without any haste.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/readers/csv_tokenizer.hpp"

namespace scrim::support {

[[nodiscard]] inline std::vector<std::vector<std::string>> plain_csv_records(
    const readers::CsvDialect& dialect, std::string_view file) {
  std::vector<std::vector<std::string>> records;
  std::vector<std::string> record;
  std::string cell;
  bool has_quotes = false;    // some cell of the record
  bool is_in_quotes = false;  // this byte
  std::size_t outside = 0;    // how many bytes at the end of the cell stood outside of quotes
  bool is_at_start = true;    // of the cell
  const auto end_cell = [&] {
    record.push_back(cell);
    cell.clear();
    outside = 0;
    is_at_start = true;
  };
  const auto end_record = [&] {
    if (outside > 0 && cell.back() == '\r') cell.pop_back();
    const bool is_empty_line = record.empty() && cell.empty() && !has_quotes;
    end_cell();
    if (!is_empty_line) records.push_back(record);
    record.clear();
    has_quotes = false;
  };
  for (std::size_t i = 0; i < file.size(); ++i) {
    const char c = file[i];
    if (is_in_quotes) {
      if (c != *dialect.quote) {
        cell += c;
      } else if (i + 1 < file.size() && file[i + 1] == *dialect.quote) {
        cell += c;
        ++i;
      } else {
        is_in_quotes = false;
      }
    } else if (is_at_start && dialect.quote && c == *dialect.quote) {
      has_quotes = is_in_quotes = true;
      is_at_start = false;
    } else if (c == dialect.delimiter) {
      end_cell();
    } else if (c == '\n') {
      end_record();
    } else {
      cell += c;
      ++outside;
      is_at_start = false;
    }
  }
  if (!record.empty() || !is_at_start || has_quotes) end_record();
  return records;
}

}  // namespace scrim::support
