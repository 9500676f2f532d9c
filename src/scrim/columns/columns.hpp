// Several columns of one length, as a block of typed records.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>

#include "scrim/columns/nullable_rows.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

template <class... Ts>
  requires(sizeof...(Ts) > 0)
class Columns;

namespace columns {

template <class T>
struct RowsOf {
  using Type = AtomRows<T>;
};
template <class T>
struct RowsOf<std::optional<T>> {
  using Type = NullableRows<T>;
};

template <class... Ts>
struct RowsOf<std::tuple<Ts...>> {
  using Type = Columns<Ts...>;
};

}  // namespace columns

/// The block in which values of T are read: a span; for a std::string_view, texts that may lie
/// behind a dictionary; for a std::optional, rows with nulls; for a tuple, columns.
template <class T>
using RowsOf = typename columns::RowsOf<T>::Type;

/// A block whose row i is made of row i of each column.
template <class... Ts>
  requires(sizeof...(Ts) > 0)
class Columns {
 public:
  /// Precondition (checked): the columns have one length.
  explicit Columns(RowsOf<Ts>... columns) : columns_(std::move(columns)...) {
    const bool have_one_length = std::apply(
        [this](const auto&... column) { return ((column.size() == size()) && ...); }, columns_);
    if (!have_one_length) {
      throw InvokeError(ErrorKind::wrong_size, "the columns of a table differ in length");
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return std::get<0>(columns_).size(); }

  [[nodiscard]] Columns subspan(std::size_t first, std::size_t count) const {
    return std::apply(
        [&](const auto&... column) { return Columns(column.subspan(first, count)...); }, columns_);
  }

  /// Column number I, where it lies.
  template <std::size_t I>
  [[nodiscard]] const auto& column() const noexcept {
    return std::get<I>(columns_);
  }

  /// One record.
  [[nodiscard]] std::tuple<Ts...> operator[](std::size_t row) const {
    return std::apply([&](const auto&... column) { return std::tuple<Ts...>(column[row]...); },
                      columns_);
  }

 private:
  std::tuple<RowsOf<Ts>...> columns_;
};

}  // namespace scrim
