// One run of a fold over data that arrives piece by piece.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "scrim/core/fold.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// Reads rows, merges with other runs of the same fold, and is consumed by finish().
///
/// It cannot be copied: a measurement's finish() draws the noise, and finishing the same
/// aggregate twice would be two releases charged as one.
template <class In, class Out>
class Run {
 public:
  Run(Fold<In, Out> fold, KnownSize declared_size)
      : fold_(std::move(fold)), declared_size_(declared_size), state_(fold_.start()) {}

  Run(Run&&) noexcept = default;
  Run& operator=(Run&&) noexcept = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;
  ~Run() = default;

  /// Takes any number of rows.
  void update(std::span<const In> rows) {
    require_open();
    for_each_block(rows, [this](std::span<const In> block) { state_->update(block); });
    rows_ = saturating_add(rows_, static_cast<std::uint64_t>(rows.size()));
  }

  /// Takes over what another run of the same fold has read.
  void merge(Run&& other) {
    require_open();
    other.require_open();
    if (this == &other || !fold_.is_same_as(other.fold_)) {
      throw InvokeError(ErrorKind::misuse,
                        "only two different runs started by the same transformation or measurement "
                        "(or a copy of it) can be merged");
    }
    state_->merge(*other.state_);
    rows_ = saturating_add(rows_, other.rows_);
    other.state_.reset();
  }

  /// The value; call as std::move(run).finish().
  [[nodiscard]] Out finish() && {
    require_open();
    const auto state = std::move(state_);
    if (declared_size_ && rows_ != *declared_size_) {
      throw InvokeError(ErrorKind::wrong_size,
                        "the data does not have the number of rows that the domain declares; "
                        "declare the true size, or leave the size unknown");
    }
    return state->finish();
  }

 private:
  void require_open() const {
    if (!state_) {
      throw InvokeError(
          ErrorKind::misuse,
          "this run was finished, merged into another, or moved from; start a new one");
    }
  }

  Fold<In, Out> fold_;
  KnownSize declared_size_;
  std::unique_ptr<FoldState<In, Out>> state_;
  std::uint64_t rows_ = 0;
};

}  // namespace scrim
