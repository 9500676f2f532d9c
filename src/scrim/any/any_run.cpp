#include "scrim/any/any_run.hpp"

#include <concepts>
#include <utility>

#include "scrim/columns/column_rows.hpp"
#include "scrim/core/run.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

template <class Row>
class FoldRun final : public AnyRun {
 public:
  explicit FoldRun(Run<Row, AnyValue> run) : run_(std::move(run)) {}

  void update(const AnyRows& rows, ReadOptions options) override {
    run_.update(std::get<std::span<const Row>>(rows), options);
  }

  void update(const Column& column, const NullPolicy& nulls, ReadOptions options) override {
    run_.update(ColumnRows<Row>(column, nulls), options);
  }

  void merge(AnyRun& other) override {
    auto* like = dynamic_cast<FoldRun*>(&other);
    if (like == nullptr) {
      throw InvokeError(ErrorKind::misuse,
                        "only two different runs started by the same transformation or measurement "
                        "(or a copy of it) can be merged");
    }
    run_.merge(std::move(like->run_));
  }

  std::vector<std::byte> save() override { return std::move(run_).save(); }
  AnyValue finish() override { return std::move(run_).finish(); }

 private:
  Run<Row, AnyValue> run_;
};

/// Gathers rows, passed through a row map if there is one, for what needs all of them at once.
template <class Row, class Collected>
class CollectingRun final : public AnyRun {
 public:
  CollectingRun(AnyFunction function, KnownSize size)
      : function_(std::move(function)), size_(size) {}

  void update(const AnyRows& rows, ReadOptions) override {
    collect(RowsInMemory<Row>(std::get<std::span<const Row>>(rows)));
  }

  void update(const Column& column, const NullPolicy& nulls, ReadOptions) override {
    collect(ColumnRows<Row>(column, nulls));
  }

  void merge(AnyRun&) override { refuse(); }
  std::vector<std::byte> save() override { refuse(); }

  AnyValue finish() override {
    require_open();
    is_spent_ = true;
    if (size_ && rows_ != *size_) {
      throw InvokeError(ErrorKind::wrong_size,
                        "the data does not have the number of rows that the domain declares; "
                        "declare the true size, or leave the size unknown");
    }
    AnyValue value(std::move(collected_));
    if (const auto* value_map = std::get_if<AnyValueMap>(&function_)) {
      return value_map->apply(value);
    }
    return value;
  }

 private:
  void require_open() const {
    if (is_spent_) {
      throw InvokeError(ErrorKind::misuse,
                        "this run was finished, or cut short by an error; start a new one");
    }
  }

  /// On one thread, as rows stay in order.
  template <RowSource<Row> Source>
  void collect(const Source& source) {
    require_open();
    is_spent_ = true;  // and stays so if anything throws: part of the data is not the data
    const auto* row_map = std::get_if<RowMap<Row, Collected>>(&function_);
    const auto take = [&](std::span<const Row> block) {
      rows_ += block.size();
      if (row_map != nullptr) {
        row_map->apply(block, buffer_);
        collected_.insert(collected_.end(), buffer_.begin(), buffer_.end());
      } else if constexpr (std::same_as<Row, Collected>) {
        collected_.insert(collected_.end(), block.begin(), block.end());
      }
    };
    strictly([&] { for_each_block(source, take); });
    is_spent_ = false;
  }

  [[noreturn]] static void refuse() {
    throw InvokeError(ErrorKind::misuse,
                      "only runs of an aggregate over rows can be merged and saved");
  }

  AnyFunction function_;
  KnownSize size_;
  bool is_spent_ = false;
  std::size_t rows_ = 0;
  std::vector<Collected> collected_;
  std::vector<Collected> buffer_;
};

}  // namespace

std::unique_ptr<AnyRun> start_run(const AnyFunction& function, KnownSize size,
                                  const AnyRows& element_type) {
  return std::visit(
      [&]<class Row>(std::span<const Row>) -> std::unique_ptr<AnyRun> {
        if (const auto* fold = std::get_if<AnyFold<Row>>(&function)) {
          return std::make_unique<FoldRun<Row>>(Run<Row, AnyValue>(*fold, size));
        }
        if (std::holds_alternative<RowMap<Row, double>>(function)) {
          return std::make_unique<CollectingRun<Row, double>>(function, size);
        }
        if (std::holds_alternative<RowMap<Row, std::int64_t>>(function)) {
          return std::make_unique<CollectingRun<Row, std::int64_t>>(function, size);
        }
        if constexpr (Number<Row>) {
          return std::make_unique<CollectingRun<Row, Row>>(function, size);
        } else {
          fail(ErrorKind::mismatch, "this function does not take rows of text");
        }
      },
      element_type);
}

std::unique_ptr<AnyRun> load_run(const AnyFunction& function, KnownSize size,
                                 std::span<const std::byte> saved_run) {
  return std::visit(
      [&]<class F>(const F& typed) -> std::unique_ptr<AnyRun> {
        if constexpr (requires { typed.start(); }) {
          return [&]<class Row>(const Fold<Row, AnyValue>& fold) {
            return std::make_unique<FoldRun<Row>>(Run<Row, AnyValue>::load(fold, size, saved_run));
          }(typed);
        } else {
          fail(ErrorKind::misuse, "only runs of an aggregate over rows can be saved and loaded");
        }
      },
      function);
}

bool is_fold(const AnyFunction& function) {
  return std::visit([]<class F>(const F&) { return requires(const F& f) { f.start(); }; },
                    function);
}

}  // namespace scrim
