// How tight maps are: what was measured against what is claimed, as a table.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "scrim/columns/describe.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::test {

/// A map that is known not to be attained at d_in, and by how much. `caveat` must stand in the
/// Caveats of a proof beside the constructor.
struct Slack {
  double d_in;
  double ratio;  ///< measured / claimed, to within 1e-12
  std::string caveat;
};

/// The worst output distance over all pairs of inputs at distance d_in, and the map's value there.
struct TightnessRow {
  std::string constructor;
  std::string instance;
  std::string d_in;
  std::string worst;
  std::string claimed;
  double ratio;
  bool is_attained;
  std::string caveat;  ///< empty unless a slack was named
};

template <Number QI, Number QO>
[[nodiscard]] TightnessRow tightness_row(std::string constructor, std::string instance, QI d_in,
                                         QO worst, QO claimed) {
  const bool is_attained = worst == claimed;
  return {std::move(constructor),
          std::move(instance),
          describe_value(d_in),
          describe_value(worst),
          describe_value(claimed),
          is_attained ? 1.0 : static_cast<double>(worst) / static_cast<double>(claimed),
          is_attained,
          ""};
}

/// Fails the running test unless the map is attained, or misses by just the slack that is named for
/// this d_in and by a proof. Then adds the row to the table.
void expect_tight(TightnessRow row, const std::optional<Slack>& slack);

/// Whether the Caveats of a proof in this folder contain the text, however lines are broken.
[[nodiscard]] bool proof_names(const std::filesystem::path& folder, std::string_view caveat);

/// All rows so far, by constructor and by instance, as Markdown.
[[nodiscard]] std::string tightness_table();

}  // namespace scrim::test
