#include "scrim/any/collecting_run.hpp"

#include <utility>

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

/// Rows in the order in which they came.
class CollectedRows {
 public:
  static constexpr bool keeps_order = true;

  CollectedRows(AnyRowMap rows, AnyValue none)
      : rows_(std::move(rows)), collected_(std::move(none)) {}

  void update(const AnyBlock& block) {
    rows_.for_each_result(block, [&](const AnyBlock& rows) { append_rows(collected_, rows); });
  }
  [[nodiscard]] const AnyValue& rows() const noexcept { return collected_; }

  // Its identity is unknown, so that it is neither saved nor loaded; and who has it merges nothing.
  void merge(const CollectedRows&) { refuse(); }
  [[nodiscard]] static Identity identity() { return Identity::unknown(); }
  static void save(StateWriter&) { refuse(); }
  static void load(StateReader&) { refuse(); }

 private:
  [[noreturn]] static void refuse() {
    throw InvokeError(ErrorKind::misuse,
                      "only runs of an aggregate over rows can be merged and saved");
  }

  AnyRowMap rows_;
  AnyValue collected_;
};

/// The rows of the domain as they are.
AnyRowMap plain_rows(const AnyDomain& domain) {
  return std::visit(
      []<class D>(const D& typed) -> AnyRowMap {
        if constexpr (requires { any::typed_rows(typed); }) {
          return chain_functions(any::typed_rows(typed), any::hidden_rows<BlockOf<D>>());
        } else {
          fail(ErrorKind::mismatch, typed.describe() + " is no domain of vectors");
        }
      },
      domain);
}

/// A vector of the domain's type, without an entry.
AnyValue no_rows(const AnyDomain& domain) {
  return std::visit(
      []<class D>(const D&) -> AnyValue {
        if constexpr (any::OfAtoms<D>) {
          using T = typename any::AtomOf<D>::Type;
          if constexpr (Number<T>) return std::vector<T>();
        }
        fail(ErrorKind::mismatch,
             "this function gives rows of text or of tables, which are not shown: chain it into an "
             "aggregate");
      },
      domain);
}

}  // namespace

AnyRun collecting_run(const AnyDomain& domain, const AnyFunction<AnyValue>& function,
                      const AnyDomain& gathered) {
  const auto* row_map = function.row_map();
  CollectedRows collected(row_map != nullptr ? *row_map : plain_rows(domain), no_rows(gathered));
  const auto finish = [function](const CollectedRows& rows) {
    const auto* value_map = function.value_map();
    return value_map == nullptr ? rows.rows() : value_map->apply(rows.rows());
  };
  return AnyRun(make_fold<AnyBlock>(std::move(collected), finish), {declared_size(domain)});
}

}  // namespace scrim
