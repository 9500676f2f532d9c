// The measured tables, as Markdown, for the page that shows them to users.
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace scrim::test {

/// The environment variable that names the file to which tables are appended; unset, none is kept.
inline constexpr const char* privacy_table_variable = "SCRIM_PRIVACY_TABLE";

/// With this many significant digits at most.
[[nodiscard]] inline std::string decimal(double x, int digits) {
  std::ostringstream out;
  out.precision(digits);
  out << x;
  return out.str();
}

/// With this many digits after the point.
[[nodiscard]] inline std::string fixed_decimal(double x, int digits) {
  std::ostringstream out;
  out.precision(digits);
  out << std::fixed << x;
  return out.str();
}

[[nodiscard]] inline std::string decimals(const std::vector<double>& numbers, int digits) {
  std::string text = "(";
  for (const double x : numbers) text += (text.size() > 1 ? ", " : "") + decimal(x, digits);
  return text + ")";
}

class MarkdownTable {
 public:
  MarkdownTable(std::string title, std::vector<std::string> columns)
      : title_(std::move(title)), columns_(std::move(columns)) {}

  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  [[nodiscard]] std::string text() const {
    std::string text = "### " + title_ + "\n\n" + line(columns_);
    text += line(std::vector<std::string>(columns_.size(), "---"));
    for (const auto& row : rows_) text += line(row);
    return text + "\n";
  }

  /// In one write, so that tables of programs that run side by side do not mix.
  void append_to_file_named_by(const char* variable) const {
    const char* const path = std::getenv(variable);
    if (path == nullptr || *path == '\0') return;
    std::ofstream(path, std::ios::app) << text() << std::flush;
  }

 private:
  static std::string line(const std::vector<std::string>& cells) {
    std::string text = "|";
    for (const auto& cell : cells) text += " " + cell + " |";
    return text + "\n";
  }

  std::string title_;
  std::vector<std::string> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace scrim::test
