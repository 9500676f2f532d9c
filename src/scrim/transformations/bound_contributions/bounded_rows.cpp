#include "scrim/transformations/bound_contributions/bounded_rows.hpp"

#include <typeinfo>
#include <utility>

#include "scrim/core/accumulation.hpp"
#include "scrim/transformations/bound_contributions/person_rows.hpp"
#include "scrim/transformations/bound_contributions/persons_in_order.hpp"

namespace scrim::bounding {

namespace {

using Inner = Accumulation<Batch>;
using State = AccumulationState<Batch>;
using Plan = std::shared_ptr<const BoundingPlan>;

RowBounding<Batch, Batch> in_any_order(const Plan& plan) {
  // What is gathered does not depend on what is to become of it: one state serves several.
  auto gathering = make_accumulation<Batch>(PersonRows(plan));
  return RowBounding<Batch, Batch>(
      [gathering = std::move(gathering)](const Inner&) { return gathering; },
      [](const State& state, const Inner& inner) -> std::shared_ptr<const State> {
        using Holding = accumulations::Holding<PersonRows, Batch>;
        return static_cast<const Holding&>(state).held().feed(inner);
      });
}

RowBounding<Batch, Batch> in_order(const Plan& plan) {
  return RowBounding<Batch, Batch>(
      [plan](const Inner& inner) {
        auto types = inner.types();
        types.insert(types.begin(), typeid(PersonsInOrder));
        return Accumulation<Batch>(
            [plan, inner] {
              return std::make_unique<PersonsInOrder>(plan, inner.start(), inner.keeps_order());
            },
            Identity("in the order of ids") + plan->identity + inner.identity(), std::move(types),
            inner.gathering() | Gathering{.keeps_order = true});
      },
      [](const State& state, const Inner&) {
        // It lies in the state.
        return std::shared_ptr<const State>(std::shared_ptr<const State>(),
                                            &static_cast<const PersonsInOrder&>(state).inner());
      });
}

}  // namespace

RowBounding<Batch, Batch> bounded_rows(BoundingPlan plan, bool in_order_of_ids) {
  const auto shared = std::make_shared<const BoundingPlan>(std::move(plan));
  return in_order_of_ids ? in_order(shared) : in_any_order(shared);
}

}  // namespace scrim::bounding
