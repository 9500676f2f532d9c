// Cuts the bytes of a CSV file into records and cells, whatever the bytes are.
//
// Proof: readers.proof.md
#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "scrim/readers/cell_column.hpp"
#include "scrim/readers/eight_bytes.hpp"

namespace scrim::readers {

/// RFC 4180, with the signs that are in use elsewhere. Said by whoever reads, never guessed.
struct CsvDialect {
  char delimiter = ',';
  std::optional<char> quote = '"';
};

/// What a tokenizer gives its cells to.
template <class S>
concept CellSink = requires(S& sink, std::size_t position, std::string_view cell) {
  /// Whether the cells at a position (0 is the first of a record) are to be given.
  { sink.wants(position) } -> std::same_as<bool>;
  /// A cell that is wanted, without its quotes. Empty if it was longer than largest_cell.
  { sink.take_cell(position, cell) };
  /// The end of a record. Whether to go on.
  { sink.end_record() } -> std::same_as<bool>;
};

/// A state machine over bytes that may arrive in any pieces. It takes every sequence of bytes:
///   - a record ends at a line feed, or at one with a carriage return before it; an empty line is
///     no record;
///   - a cell that begins with the quote goes on to the next quote that is not doubled, line breaks
///     included; what stands between that quote and the delimiter belongs to the cell as it is;
///   - a quote elsewhere is a byte like others, and so are NUL and a lone carriage return.
///
/// After a record the machine is in the state it began in, so records of a well-formed file do not
/// act on each other. Memory: one cell of at most largest_cell bytes.
template <CellSink Sink>
class CsvTokenizer {
 public:
  CsvTokenizer(CsvDialect dialect, Sink& sink) : dialect_(dialect), sink_(sink) { begin_record(); }

  /// Reads on. Returns how many bytes were read: all, unless the sink did not want to go on.
  std::size_t feed(std::string_view bytes) {
    const char* place = bytes.data();
    const char* const end = place + bytes.size();
    bool goes_on = true;
    while (place != end && goes_on) {
      switch (state_) {
        case State::cell_start:
          has_begun_ = true;
          if (is_quote(*place)) {
            has_quotes_ = true;
            state_ = State::quoted;
            ++place;
          } else {
            state_ = State::plain;
          }
          break;
        case State::plain:
          place = read_plain(place, end, goes_on);
          break;
        case State::quoted:
          place = read_quoted(place, end);
          break;
        case State::quote_in_quoted:
          if (is_quote(*place)) {  // a doubled one stands for itself
            keep({place, 1}, false);
            state_ = State::quoted;
            ++place;
          } else {
            state_ = State::plain;
          }
          break;
      }
    }
    return static_cast<std::size_t>(place - bytes.data());
  }

  /// The end of the file. The last record need not have had a line break.
  void finish() {
    if (has_begun_) (void)end_record({});
  }

 private:
  enum class State { cell_start, plain, quoted, quote_in_quoted };

  [[nodiscard]] bool is_quote(char c) const { return dialect_.quote && c == *dialect_.quote; }

  /// Reads a cell without quotes, and those behind it as long as none begins with a quote: the way
  /// that most bytes go.
  const char* read_plain(const char* place, const char* end, bool& goes_on) {
    while (true) {
      const char* const stop = find_either(place, end, dialect_.delimiter, '\n');
      const std::string_view piece(place, static_cast<std::size_t>(stop - place));
      if (stop == end) {
        keep(piece, true);
        return end;
      }
      if (*stop == '\n') {
        goes_on = end_record(piece);
      } else {
        end_cell(piece);
        ++position_;
        begin_cell();
      }
      place = stop + 1;
      if (!goes_on || place == end || is_quote(*place)) return place;
      has_begun_ = true;
      state_ = State::plain;
    }
  }

  const char* read_quoted(const char* place, const char* end) {
    const auto* stop = static_cast<const char*>(
        std::memchr(place, *dialect_.quote, static_cast<std::size_t>(end - place)));
    if (stop == nullptr) {
      keep({place, static_cast<std::size_t>(end - place)}, false);
      return end;
    }
    keep({place, static_cast<std::size_t>(stop - place)}, false);
    state_ = State::quote_in_quoted;
    return stop + 1;
  }

  /// Puts aside a part of a cell of which more is to come.
  void keep(std::string_view piece, bool is_plain) {
    if (piece.empty()) return;
    is_only_return_ = is_empty_ && piece == "\r";
    is_empty_ = false;
    ends_in_return_ = is_plain && piece.back() == '\r';
    if (!is_wanted_ || is_too_long_) return;
    if (cell_.size() + piece.size() > largest_cell + 1) {  // one more, for the carriage return
      is_too_long_ = true;
      cell_.clear();
    } else {
      cell_.append(piece);
    }
  }

  void end_cell(std::string_view rest) {
    if (!is_wanted_) return;
    if (!cell_.empty() || is_too_long_) {
      keep(rest, true);
      rest = cell_;
    }
    sink_.take_cell(position_, rest.size() > largest_cell ? std::string_view() : rest);
  }

  [[nodiscard]] bool end_record(std::string_view rest) {
    // The carriage return of a line break, unless it stood within quotes.
    if (!rest.empty() && rest.back() == '\r') {
      rest.remove_suffix(1);
    } else if (rest.empty() && ends_in_return_) {
      is_empty_ = is_only_return_;
      if (!cell_.empty()) cell_.pop_back();
    }
    const bool is_empty_line = position_ == 0 && !has_quotes_ && rest.empty() && is_empty_;
    bool goes_on = true;
    if (!is_empty_line) {
      end_cell(rest);
      goes_on = sink_.end_record();
    }
    begin_record();
    return goes_on;
  }

  void begin_record() {
    position_ = 0;
    has_quotes_ = false;
    begin_cell();
    has_begun_ = false;
  }

  void begin_cell() {
    state_ = State::cell_start;
    has_begun_ = true;  // what comes before it: a delimiter
    is_wanted_ = sink_.wants(position_);
    is_too_long_ = false;
    is_empty_ = true;
    is_only_return_ = false;
    ends_in_return_ = false;
    cell_.clear();
  }

  CsvDialect dialect_;
  Sink& sink_;
  State state_ = State::cell_start;
  std::size_t position_ = 0;
  bool has_begun_ = false;       ///< the record, by a byte of its own
  bool has_quotes_ = false;      ///< some cell of the record began with a quote
  bool is_wanted_ = false;       ///< the cell
  bool is_too_long_ = false;     ///< the cell
  bool is_empty_ = true;         ///< nothing was kept of the cell, wanted or not
  bool is_only_return_ = false;  ///< what was kept of it is a carriage return
  bool ends_in_return_ = false;  ///< what was kept of the cell, outside of quotes
  std::string cell_;             ///< what was kept of the cell
};

}  // namespace scrim::readers
