// Rows of any kind with the memory in which a block shows them: nulls and records, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/columns/columns.hpp"
#include "scrim/columns/nullable_rows.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::test {

/// What lies in the place of a null: something else in every place and in every block, so that who
/// looks at it does not get away with it.
template <class T>
[[nodiscard]] T garbage(std::size_t seed) {
  if constexpr (Number<T>) {
    return seed % 2 == 0 ? std::numeric_limits<T>::max() : static_cast<T>(seed % 5);
  } else {
    constexpr std::string_view text = "garbage in the place of a null";
    return T(text.substr(0, seed % text.size()));
  }
}

/// Owns a copy of the rows, as a block of them lies in memory. It must outlive the block.
template <class T>
class BlockMemory {
 public:
  explicit BlockMemory(std::vector<T> rows) : rows_(std::move(rows)) {}

  [[nodiscard]] AtomRows<T> block() const { return rows_; }

 private:
  std::vector<T> rows_;
};

/// The bits begin within a byte. Without a null there is no bitmap, unless one is asked for.
template <class T>
class BlockMemory<std::optional<T>> {
 public:
  explicit BlockMemory(const std::vector<std::optional<T>>& rows, bool always_has_bits = false)
      : has_bits_(always_has_bits), bits_((first_bit + rows.size()) / 8 + 1) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      has_bits_ = has_bits_ || !rows[i];
      values_.push_back(rows[i] ? *rows[i] : garbage<T>(i + rows.size()));
      const std::size_t place = first_bit + i;
      if (rows[i]) bits_[place / 8] |= static_cast<std::uint8_t>(1U << (place % 8));
    }
  }

  [[nodiscard]] NullableRows<T> block() const {
    return {values_, has_bits_ ? Bitmap{bits_.data(), first_bit} : Bitmap{}};
  }

  /// The same rows, with the nulls in the struct that they are a field of.
  [[nodiscard]] NullableRows<T> block_in_parent() const { return {values_, {}, block().is_valid}; }

 private:
  static constexpr std::size_t first_bit = 3;

  bool has_bits_;
  std::vector<T> values_;
  std::vector<std::uint8_t> bits_;
};

template <class... Ts>
class BlockMemory<std::tuple<Ts...>> {
 public:
  explicit BlockMemory(const std::vector<std::tuple<Ts...>>& records)
      : columns_(columns_of(records, std::index_sequence_for<Ts...>())) {}

  [[nodiscard]] Columns<Ts...> block() const {
    return std::apply([](const auto&... column) { return Columns<Ts...>(column.block()...); },
                      columns_);
  }

 private:
  template <std::size_t... I>
  [[nodiscard]] static std::tuple<BlockMemory<Ts>...> columns_of(
      const std::vector<std::tuple<Ts...>>& records, std::index_sequence<I...>) {
    const auto column = [&]<std::size_t Field>(std::integral_constant<std::size_t, Field>) {
      using T = std::tuple_element_t<Field, std::tuple<Ts...>>;
      std::vector<T> fields;
      for (const auto& record : records) fields.push_back(std::get<Field>(record));
      return BlockMemory<T>(std::move(fields));
    };
    return {column(std::integral_constant<std::size_t, I>())...};
  }

  std::tuple<BlockMemory<Ts>...> columns_;
};

/// What callable.invoke gives on the rows: on the vector, where a function takes one, else on a
/// block of them.
template <class Callable, class T, class... More>
[[nodiscard]] auto invoke_on_rows(const Callable& callable, const std::vector<T>& rows,
                                  const More&... more) {
  if constexpr (requires { callable.invoke(rows, more...); }) {
    return callable.invoke(rows, more...);
  } else {
    const BlockMemory<T> memory(rows);
    return callable.invoke(memory.block(), more...);
  }
}

}  // namespace scrim::test
