// Rows that are one value each, for expressions of `row`.
//
// Proof: evaluate_rows.proof.md
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/expressions/block_values.hpp"
#include "scrim/expressions/typed_expression.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::block {

template <class In>
class PlainRows {
 public:
  explicit PlainRows(std::span<const In> rows) : rows_(rows) {}

  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }

  [[nodiscard]] Reals reals(const TypedExpression&) const {
    Reals values(rows_.size(), no_value);
    if constexpr (std::same_as<In, double>) {
      // -0.0 and 0.0 are one value to the metrics, and 1 / row would tell them apart.
      std::ranges::transform(rows_, values.begin(), [](double row) { return row + 0.0; });
    }
    return values;
  }

  [[nodiscard]] Integers integers(const TypedExpression&) const {
    std::vector<std::int64_t> values(rows_.size());
    if constexpr (Integer<In>) {
      constexpr auto most = std::numeric_limits<std::int64_t>::max();
      std::ranges::transform(rows_, values.begin(), [](In row) {
        return std::in_range<std::int64_t>(row) ? static_cast<std::int64_t>(row) : most;
      });
    }
    return {.values = std::move(values), .lack_value = {}};
  }

  [[nodiscard]] Texts texts(const TypedExpression&) const {
    if constexpr (std::same_as<In, std::string_view>) {
      return {.rows = rows_};
    } else {
      return {};  // not reached: these rows are no texts
    }
  }

 private:
  std::span<const In> rows_;
};

}  // namespace scrim::block
