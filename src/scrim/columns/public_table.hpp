// A table that everybody may know, as constants.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace scrim {

using PublicCells = std::variant<std::vector<std::int64_t>, std::vector<double>,
                                 std::vector<std::string>, std::vector<bool>>;

struct PublicColumn {
  std::string name = {};
  PublicCells cells = {};

  friend bool operator==(const PublicColumn&, const PublicColumn&) = default;
};

using PublicTable = std::vector<PublicColumn>;

}  // namespace scrim
