// Dataset to dataset where the fate of a row depends on others: rows are gathered, and what is kept
// of them is read on.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "scrim/columns/block.hpp"
#include "scrim/core/accumulation.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/row_map.hpp"

namespace scrim {

/// A function on datasets that looks at some rows together, such as those of one person. It is no
/// row map: f(x ++ y) is not f(x) ++ f(y). So it is told what is to become of the rows that it
/// keeps, and gathers in front of that.
///
/// Law: with a = in_front_of(b), a state of a that read rows x, and the one that behind() gives of
/// it, is the state of b that read f(x). What it gathers is a function of the multiset of rows, as
/// of every accumulation, unless it says that it keeps their order.
template <Block In, Block Out>
class RowBounding {
 public:
  using InFrontOf = std::function<Accumulation<In>(const Accumulation<Out>&)>;
  using Behind = std::function<std::shared_ptr<const AccumulationState<Out>>(
      const AccumulationState<In>&, const Accumulation<Out>&)>;

  /// Precondition (caller): `behind` takes settled states that in_front_of(inner) started, and that
  ///   `inner`; what it gives may lie in the state.
  RowBounding(InFrontOf in_front_of, Behind behind)
      : functions_(std::make_shared<const Functions>(
            Functions{std::move(in_front_of), std::move(behind)})) {}

  /// What gathers rows for `inner`.
  [[nodiscard]] Accumulation<In> in_front_of(const Accumulation<Out>& inner) const {
    return functions_->in_front_of(inner);
  }

  /// The settled state of `inner` that has read what is kept.
  [[nodiscard]] std::shared_ptr<const AccumulationState<Out>> behind(
      const AccumulationState<In>& state, const Accumulation<Out>& inner) const {
    return functions_->behind(state, inner);
  }

  /// Calls use(block) for what is kept of the rows.
  template <class Use>
  void for_each_result(const In& rows, Use&& use) const;

 private:
  struct Functions {
    InFrontOf in_front_of;
    Behind behind;
  };

  std::shared_ptr<const Functions> functions_;
};

template <Block In, Block Middle, Block Out>
[[nodiscard]] RowBounding<In, Out> chain_functions(const RowMap<In, Middle>& first,
                                                   const RowBounding<Middle, Out>& second) {
  using Front = accumulations::BehindRowMap<In, Middle>;
  return RowBounding<In, Out>(
      [first, second](const Accumulation<Out>& inner) {
        return gather_behind(first, second.in_front_of(inner));
      },
      [second](const AccumulationState<In>& state, const Accumulation<Out>& inner) {
        return second.behind(static_cast<const Front&>(state).inner(), inner);
      });
}

template <Block In, Block Middle, Block Out>
[[nodiscard]] RowBounding<In, Out> chain_functions(const RowBounding<In, Middle>& first,
                                                   const RowMap<Middle, Out>& second) {
  using Mapped = accumulations::BehindRowMap<Middle, Out>;
  return RowBounding<In, Out>(
      [first, second](const Accumulation<Out>& inner) {
        return first.in_front_of(gather_behind(second, inner));
      },
      [first, second](const AccumulationState<In>& state, const Accumulation<Out>& inner) {
        const auto mapped = first.behind(state, gather_behind(second, inner));
        return std::shared_ptr<const AccumulationState<Out>>(
            mapped, &static_cast<const Mapped&>(*mapped).inner());
      });
}

template <Block In, Block Middle, class Out>
[[nodiscard]] Fold<In, Out> chain_functions(const RowBounding<In, Middle>& first,
                                            const Fold<Middle, Out>& second) {
  return Fold<In, Out>(first.in_front_of(second.accumulation()),
                       [first, second](const AccumulationState<In>& state) {
                         return second.finish(*first.behind(state, second.accumulation()));
                       });
}

namespace accumulations {

/// Hands each block on.
template <Block In>
class Passing final : public AccumulationState<In> {
 public:
  using Use = std::function<void(const In&)>;

  explicit Passing(Use use) : use_(std::move(use)) {}

  void update(const In& block) override { use_(block); }
  void settle() override {}
  void merge(const AccumulationState<In>&) override {}
  void save(StateWriter&) const override {}
  void load(StateReader&) override {}

 private:
  Use use_;
};

}  // namespace accumulations

template <Block In, Block Out>
template <class Use>
void RowBounding<In, Out>::for_each_result(const In& rows, Use&& use) const {
  using Passing = accumulations::Passing<Out>;
  const Accumulation<Out> inner(
      [&use] { return std::make_unique<Passing>([&use](const Out& block) { use(block); }); },
      Identity::unknown(), {typeid(Passing)}, Gathering{.keeps_order = true});
  const auto gathering = in_front_of(inner);
  strictly([&] {
    const auto state = gathering.start();
    for_each_block(rows, [&](const In& block) { state->update(block); });
    state->settle();
    static_cast<void>(behind(*state, inner));
  });
}

}  // namespace scrim
