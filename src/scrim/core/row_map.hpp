// Dataset to dataset: a function that takes a block of rows and gives a block of rows.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <utility>

#include "scrim/columns/block.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// A row map at work, with the memory in which it leaves what it gives. Used by one thread.
template <Block In, Block Out>
class RowMapping {
 public:
  RowMapping() = default;
  RowMapping(const RowMapping&) = delete;
  RowMapping& operator=(const RowMapping&) = delete;
  virtual ~RowMapping() = default;

  /// The rows that the block becomes: where they lie, or in a buffer, where they stay until the
  /// next call.
  [[nodiscard]] virtual Out apply(const In& block) = 0;
};

namespace row_mappings {

/// Calls a function with a buffer.
template <Block In, Block Out, class Buffer, class Function>
class Calling final : public RowMapping<In, Out> {
 public:
  explicit Calling(std::shared_ptr<const Function> function) : function_(std::move(function)) {}

  [[nodiscard]] Out apply(const In& block) override { return (*function_)(block, buffer_); }

 private:
  std::shared_ptr<const Function> function_;
  Buffer buffer_;
};

template <Block In, Block Middle, Block Out>
class Chained final : public RowMapping<In, Out> {
 public:
  Chained(std::unique_ptr<RowMapping<In, Middle>> first,
          std::unique_ptr<RowMapping<Middle, Out>> second)
      : first_(std::move(first)), second_(std::move(second)) {}

  [[nodiscard]] Out apply(const In& block) override { return second_->apply(first_->apply(block)); }

 private:
  std::unique_ptr<RowMapping<In, Middle>> first_;
  std::unique_ptr<RowMapping<Middle, Out>> second_;
};

}  // namespace row_mappings

/// What becomes of the places of rows in a block.
enum class RowPlaces {
  change,  ///< rows may be left out, added or moved
  stay,    ///< row i becomes row i
};

/// A function on datasets that acts on each block by itself: f(x ++ y) = f(x) ++ f(y). It may give
/// fewer or more rows than it got. It never changes, so it and its copies serve any number of
/// threads; each starts a mapping of its own.
template <Block In, Block Out>
class RowMap {
 public:
  using Mapping = RowMapping<In, Out>;
  using Start = std::function<std::unique_ptr<Mapping>()>;

  /// `identity` tells the function from others where runs are saved or share what they gather:
  /// constructor and parameters. If it is unknown, neither can be done behind this function.
  RowMap(Start start, Identity identity, RowPlaces places = RowPlaces::change)
      : start_(std::make_shared<const Start>(std::move(start))),
        identity_(std::move(identity)),
        places_(places) {}

  [[nodiscard]] const Identity& identity() const noexcept { return identity_; }
  [[nodiscard]] RowPlaces places() const noexcept { return places_; }

  [[nodiscard]] std::unique_ptr<Mapping> start() const { return (*start_)(); }

  /// Calls use(block) for what the rows become, computed block by block.
  template <class Use>
  void for_each_result(const In& rows, Use&& use) const {
    const auto mapping = start();
    strictly([&] { for_each_block(rows, [&](const In& block) { use(mapping->apply(block)); }); });
  }

 private:
  std::shared_ptr<const Start> start_;
  Identity identity_;
  RowPlaces places_;
};

/// For a function that gives blocks where they lie.
struct NoBuffer {};

/// The row map that calls function(block, buffer), which gives a block that lies where `block` lies
/// or in the buffer. The function is shared by all threads, each has a buffer of its own.
template <Block In, Block Out, std::default_initializable Buffer, class Function>
  requires std::invocable<const Function&, const In&, Buffer&>
[[nodiscard]] RowMap<In, Out> make_row_map(Function function, Identity identity,
                                           RowPlaces places = RowPlaces::change) {
  auto shared = std::make_shared<const Function>(std::move(function));
  return RowMap<In, Out>(
      [shared] {
        return std::make_unique<row_mappings::Calling<In, Out, Buffer, Function>>(shared);
      },
      std::move(identity), places);
}

/// Second after first.
template <Block In, Block Middle, Block Out>
[[nodiscard]] RowMap<In, Out> chain_functions(const RowMap<In, Middle>& first,
                                              const RowMap<Middle, Out>& second) {
  const bool both_stay = first.places() == RowPlaces::stay && second.places() == RowPlaces::stay;
  return RowMap<In, Out>(
      [first, second] {
        return std::make_unique<row_mappings::Chained<In, Middle, Out>>(first.start(),
                                                                        second.start());
      },
      first.identity() + second.identity(), both_stay ? RowPlaces::stay : RowPlaces::change);
}

}  // namespace scrim
