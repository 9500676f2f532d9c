// Batches whose columns are known at run time, as blocks of typed records.
//
// Proof: read_column.proof.md
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/block.hpp"
#include "scrim/columns/columns.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/columns/imputed_rows.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// What rows of columns are read as.
template <class T>
concept ColumnRow = std::same_as<T, double> || std::same_as<T, std::int64_t> ||
                    std::same_as<T, std::uint64_t> || std::same_as<T, std::string_view>;

namespace record_reader {

/// Reads a column as rows of T.
template <class T>
struct Reading;

template <ColumnRow T>
struct Reading<T> {
  using Row = T;
  static constexpr bool takes_nulls = false;

  [[nodiscard]] RowsOf<T> read(const Column& column) {
    return imputed_rows(read_column(column, buffer), row_of_unforeseen_null<T>(), rows);
  }

  ColumnBuffer<T> buffer = {};
  std::vector<T> rows = {};
};

template <ColumnRow T>
struct Reading<std::optional<T>> {
  using Row = T;
  static constexpr bool takes_nulls = true;

  [[nodiscard]] RowsOf<std::optional<T>> read(const Column& column) {
    return read_column(column, buffer);
  }

  ColumnBuffer<T> buffer = {};
};

void check_count(std::size_t fields, std::size_t types);
void check_type(const Field& field, bool reads, std::string_view row);
void check_nulls(const Field& field, bool takes_nulls, std::string_view row);

}  // namespace record_reader

/// Brings batches into records of Ts, field i into the i-th: double, std::int64_t, std::uint64_t or
/// std::string_view, or a std::optional of one, which is what a column that may hold nulls needs.
///
///   RecordReader<std::optional<double>, std::string_view> reader(fields);
///   reader.read(batch, [&](const auto& rows) { run.update(rows); });
///
/// Used by one thread; others have readers of their own, and read other parts of a batch.
template <class... Ts>
class RecordReader {
 public:
  /// Everything that is refused is refused here, by the fields alone.
  /// Postcondition: throws mismatch if there is not one field for each type, or a field may hold
  ///   nulls that its type does not have; wrong_type if its column cannot be read as the type.
  explicit RecordReader(std::span<const Field> fields) : fields_(fields.begin(), fields.end()) {
    record_reader::check_count(fields.size(), sizeof...(Ts));
    const Field* field = fields.data();
    (check<record_reader::Reading<Ts>>(*field++), ...);
  }

  /// Calls use(Columns<Ts...>) for consecutive blocks, whose columns lie where those of the batch
  /// lie, or in a buffer until the next call.
  /// Precondition (checked): the batch has the fields of this reader.
  template <class Use>
  void read(const Batch& batch, Use&& use) {
    if (!std::ranges::equal(batch.fields(), fields_)) {
      fail(ErrorKind::mismatch, "the batch has other columns than this reader was made for");
    }
    for_each_block(batch, [&](const Batch& block) {
      use(strictly([&] { return typed(block, std::index_sequence_for<Ts...>()); }));
    });
  }

 private:
  template <class Reading>
  static void check(const Field& field) {
    using Row = typename Reading::Row;
    record_reader::check_type(field, reads_into<Row>(field.type, field.is_dictionary),
                              type_name<Row>());
    record_reader::check_nulls(field, Reading::takes_nulls, type_name<Row>());
  }

  template <std::size_t... I>
  [[nodiscard]] Columns<Ts...> typed(const Batch& block, std::index_sequence<I...>) {
    return Columns<Ts...>(std::get<I>(readings_).read(block.column(I))...);
  }

  std::vector<Field> fields_;
  std::tuple<record_reader::Reading<Ts>...> readings_;
};

}  // namespace scrim
