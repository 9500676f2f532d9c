#include "lab/tightness.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "lab/registry_scan.hpp"

namespace scrim::test {

namespace {

std::map<std::string, std::vector<TightnessRow>>& rows_by_constructor() {
  static std::map<std::string, std::vector<TightnessRow>> all;
  return all;
}

/// One space for every run of white space.
std::string on_one_line(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

std::string caveats_of(const std::filesystem::path& proof) {
  std::ifstream file(proof);
  std::string caveats;
  bool is_within = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) is_within = line == "## Caveats";
    if (is_within) caveats += line + "\n";
  }
  return on_one_line(caveats);
}

bool proof_of_constructor_names(const std::string& constructor, std::string_view caveat) {
  const auto declared = constructors_below("src/scrim");
  return std::any_of(declared.begin(), declared.end(), [&](const auto& candidate) {
    return candidate.name == constructor && proof_names(candidate.header.parent_path(), caveat);
  });
}

std::string rounded(double ratio) {
  std::ostringstream text;
  text.precision(4);
  text << ratio;
  return text.str();
}

}  // namespace

bool proof_names(const std::filesystem::path& folder, std::string_view caveat) {
  const std::string wanted = on_one_line(caveat);
  const std::filesystem::directory_iterator files(folder);
  return !wanted.empty() && std::any_of(begin(files), end(files), [&](const auto& entry) {
    return entry.path().string().ends_with(".proof.md") &&
           caveats_of(entry.path()).find(wanted) != std::string::npos;
  });
}

void expect_tight(TightnessRow row, const std::optional<Slack>& slack) {
  if (slack) {
    row.caveat = slack->caveat;
    EXPECT_FALSE(row.is_attained) << "at d_in = " << row.d_in << " the map is attained: "
                                  << "the named slack is out of date";
    EXPECT_NEAR(row.ratio, slack->ratio, 1e-12) << "at d_in = " << row.d_in;
    EXPECT_TRUE(proof_of_constructor_names(row.constructor, slack->caveat))
        << "no proof beside " << row.constructor << " has the caveat: " << slack->caveat;
  } else {
    EXPECT_TRUE(row.is_attained) << "at d_in = " << row.d_in << " the map claims " << row.claimed
                                 << ", the worst pair is " << row.worst
                                 << " apart: tighten the map, or name the slack in the proof";
  }
  rows_by_constructor()[row.constructor].push_back(row);
}

std::string tightness_table() {
  std::ostringstream text;
  text << "| constructor | claims measured | lowest ratio | slack named by the proof |\n"
       << "|---|---|---|---|\n";
  for (const auto& [constructor, rows] : rows_by_constructor()) {
    const auto lowest = std::min_element(
        rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.ratio < b.ratio; });
    text << "| `" << constructor << "` | " << rows.size() << " | " << rounded(lowest->ratio)
         << " | " << lowest->caveat << " |\n";
  }
  text << "\n| constructor | instance | d_in | worst | claimed | ratio "
          "|\n|---|---|---|---|---|---|\n";
  for (const auto& [constructor, rows] : rows_by_constructor()) {
    for (const auto& row : rows) {
      text << "| `" << constructor << "` | " << row.instance << " | " << row.d_in << " | "
           << row.worst << " | " << row.claimed << " | " << rounded(row.ratio) << " |\n";
    }
  }
  return text.str();
}

}  // namespace scrim::test
