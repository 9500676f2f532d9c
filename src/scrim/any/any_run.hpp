// One pass over rows whose type is known only at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "scrim/any/any_function.hpp"
#include "scrim/any/any_value.hpp"
#include "scrim/columns/column.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// Rows as a run takes them.
using AnyRows = std::variant<std::span<const double>, std::span<const std::int64_t>,
                             std::span<const std::uint64_t>, std::span<const std::string_view>>;

/// Takes rows, then gives a value once. As a Run, it cannot be copied and is consumed by finish()
/// and save(); every call afterwards throws InvokeError{misuse}.
class AnyRun {
 public:
  AnyRun() = default;
  AnyRun(const AnyRun&) = delete;
  AnyRun& operator=(const AnyRun&) = delete;
  virtual ~AnyRun() = default;

  /// Precondition (caller): the rows have the element type of the input domain.
  virtual void update(const AnyRows& rows, ReadOptions options) = 0;
  /// Reads a column, block by block on each thread.
  /// Precondition (caller): refusal_of_column has nothing against it and the input domain; a value
  /// that replaces nulls is of the element type.
  virtual void update(const Column& column, const NullPolicy& nulls, ReadOptions options) = 0;
  virtual void merge(AnyRun& other) = 0;
  [[nodiscard]] virtual std::vector<std::byte> save() = 0;
  [[nodiscard]] virtual AnyValue finish() = 0;
};

/// A run of `function` over rows. A fold streams; a row map and a function of a vector collect:
/// they can be neither merged nor saved.
///
/// Precondition (caller): the input is a vector, so the function is no map of a single number.
/// Only the type of `element_type` counts.
[[nodiscard]] std::unique_ptr<AnyRun> start_run(const AnyFunction& function, KnownSize size,
                                                const AnyRows& element_type);

/// A run of a fold, as it was saved. Throws misuse if the function is no fold.
[[nodiscard]] std::unique_ptr<AnyRun> load_run(const AnyFunction& function, KnownSize size,
                                               std::span<const std::byte> saved_run);

/// True if runs of the function stream, merge and can be saved.
[[nodiscard]] bool is_fold(const AnyFunction& function);

}  // namespace scrim
