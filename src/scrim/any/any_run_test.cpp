// Columns of every kind, read by runs on any number of threads.
#include <gtest/gtest.h>

#include <bit>
#include <chrono>
#include <latch>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "scrim/any/any_objects.hpp"
#include "scrim/any/check_column.hpp"
#include "scrim/any/collecting_run.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/impute/make_impute.hpp"
#include "support/column_samples.hpp"
#include "support/error_of.hpp"

namespace scrim::any_run_test {
namespace {

using namespace test;  // the samples of columns

/// What the accumulators of one test have in common.
struct Shared {
  std::latch* first_blocks = nullptr;
  std::uint64_t failing_row = 0;  ///< a row with this hash throws

  void on_first_block() const {
    if (first_blocks == nullptr) return;
    first_blocks->count_down();
    for (int milliseconds = 0; !first_blocks->try_wait(); ++milliseconds) {
      if (milliseconds == 30'000) throw std::runtime_error("there are not as many threads");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
};

/// A sum of hashes: two multisets of rows that differ have the same by chance only.
template <class Row>
class Hashes {
 public:
  explicit Hashes(const Shared& shared = none) : shared_(&shared) {}

  static std::uint64_t of(const Row& row) {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325U;
    const auto add = [&hash](std::uint64_t word) {
      hash = std::rotl((hash ^ word) * 0x9E37'79B9'7F4A'7C15U, 29);
    };
    if constexpr (Number<Row>) {
      add(std::bit_cast<std::uint64_t>(row));
    } else {
      for (const char c : row) add(static_cast<std::uint8_t>(c));
    }
    add(1);
    return hash;
  }

  void update(AtomRows<Row> block) {
    EXPECT_LE(block.size(), block_rows);
    if (!std::exchange(has_read_, true)) shared_->on_first_block();
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint64_t hash = of(block[i]);
      if (hash == shared_->failing_row) throw std::runtime_error("the row that fails");
      sum_ += hash;
    }
  }
  void merge(const Hashes& other) { sum_ += other.sum_; }
  [[nodiscard]] std::vector<std::uint64_t> finish() const { return {sum_}; }
  [[nodiscard]] static Identity identity() { return Identity("hashes"); }
  void save(StateWriter& writer) const { writer.write(sum_); }
  void load(StateReader& reader) { sum_ = reader.read(); }

 private:
  static constexpr Shared none{};
  const Shared* shared_;
  std::uint64_t sum_ = 0;
  bool has_read_ = false;
};

using AnyFold = Fold<AnyBlock, AnyValue>;

template <class Row>
AnyFunction<AnyValue> hashes_of_rows(const Shared& shared) {
  return any::hide_function(vector_domain<Row>(), make_fold<AtomRows<Row>>(Hashes<Row>(shared)));
}

template <class Row>
AnyTransformation without_nulls(const NullPolicy& nulls) {
  const auto domain = vector_domain(option_domain(atom_domain<Row>()));
  if (!nulls) return hide(make_drop_null(domain, SymmetricDistance{}));
  return hide(make_impute(domain, SymmetricDistance{}, std::get<Kept<Row>>(*nulls)));
}

/// The hashes of rows that may be null: behind make_drop_null, or make_impute.
template <class Row>
AnyFold hashes(const Shared& shared, const NullPolicy& nulls) {
  const auto rows = without_nulls<Row>(nulls);
  return fold_of(chain_functions(rows.function(), hashes_of_rows<Row>(shared)));
}

template <class Row>
AnyValue hash_of(const std::vector<Kept<Row>>& rows) {
  std::uint64_t sum = 0;
  for (const auto& row : rows) sum += Hashes<Row>::of(row);
  return std::vector<std::uint64_t>{sum};
}

constexpr std::size_t enough_for_eight = 8 * rows_per_thread + 17;

template <class Row>
void expect_the_same_on_any_number_of_threads(std::size_t size) {
  const Shared shared;
  for (const auto& sample : samples<Row>(size)) {
    SCOPED_TRACE(sample.kind + ", " + std::to_string(size) + " rows");
    check_column({.type = sample.column.type, .is_dictionary = sample.column.dictionary != nullptr},
                 vector_domain<Row>());
    const AnyFold fold = hashes<Row>(shared, sample.nulls);
    const AnyValue expected = hash_of<Row>(sample.rows);
    std::vector<std::byte> saved_by_one;
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
      AnyRun run(fold, {size});
      run.update(sample.column, {.threads = threads});
      const auto saved = std::move(run).save();
      if (threads == 1) saved_by_one = saved;
      EXPECT_EQ(saved, saved_by_one) << threads << " threads";
      EXPECT_EQ(AnyRun::load(fold, {size}, saved).finish(), expected) << threads << " threads";
    }
  }
}

TEST(AnyRun, reads_columns_of_every_kind_alike_on_any_number_of_threads) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{2}, block_rows - 1,
                                 block_rows, block_rows + 1, enough_for_eight}) {
    expect_the_same_on_any_number_of_threads<double>(size);
    expect_the_same_on_any_number_of_threads<std::int64_t>(size);
    expect_the_same_on_any_number_of_threads<std::uint64_t>(size);
    expect_the_same_on_any_number_of_threads<std::string_view>(size);
  }
}

template <class Row>
void expect_two_threads() {
  for (const auto& sample : samples<Row>(2 * rows_per_thread)) {
    std::latch two_threads(2);
    const Shared shared{.first_blocks = &two_threads};
    AnyRun run(hashes<Row>(shared, sample.nulls), {});
    run.update(sample.column, {.threads = 2});
    EXPECT_EQ(std::move(run).finish(), hash_of<Row>(sample.rows)) << sample.kind;
  }
}

TEST(AnyRun, reads_columns_of_every_kind_on_two_threads) {
  expect_two_threads<double>();
  expect_two_threads<std::int64_t>();
  expect_two_threads<std::uint64_t>();
  expect_two_threads<std::string_view>();
}

/// A domain without nulls has no say in how many of its rows are null, and no row tells.
template <class Row>
void expect_nulls_as_rows(Sample<Row> sample, const VectorDomain<AtomDomain<Row>>& domain,
                          const AnyAtom& fixed) {
  const Shared shared;
  const auto fold = make_fold<AtomRows<Row>>(Hashes<Row>(shared));
  const auto nulls = with_nulls(std::move(sample), fixed);
  for (const std::size_t threads : {1U, 2U, 8U}) {
    AnyRun run(fold_of(any::hide_function(domain, fold)), {nulls.column.rows});
    run.update(nulls.column, {.threads = threads});
    EXPECT_EQ(std::move(run).finish(), hash_of<Row>(nulls.rows)) << nulls.kind;
  }
}

TEST(AnyRun, reads_nulls_that_the_domain_does_not_have_as_one_fixed_row) {
  for (const std::size_t size : {std::size_t{1}, block_rows + 1, enough_for_eight}) {
    const auto doubles = numbers<double, double>(ColumnType::float64, size);
    const auto integers = numbers<std::int64_t, std::int16_t>(ColumnType::int16, size);
    expect_nulls_as_rows(doubles, vector_domain<double>(), 0.0);
    expect_nulls_as_rows(doubles, vector_domain(Bounds{-0.1, 7.0}), -0.1);
    expect_nulls_as_rows(integers, vector_domain<std::int64_t>(), std::int64_t{0});
    expect_nulls_as_rows(integers, vector_domain(Bounds<std::int64_t>{3, 5}), std::int64_t{3});
    expect_nulls_as_rows(bits(size), vector_domain<std::uint64_t>(), std::uint64_t{0});
    expect_nulls_as_rows(texts<std::int64_t>(ColumnType::text64, size),
                         vector_domain<std::string_view>(), std::string("\xff"));
    expect_nulls_as_rows(dictionary<std::int16_t>(ColumnType::int16, size, std::string("\xff")),
                         vector_domain<std::string_view>(), std::string("\xff"));
  }
}

TEST(AnyRun, compares_the_declared_size_with_the_rows_that_are_given) {
  const Shared shared;
  for (const std::size_t size : {std::size_t{100}, enough_for_eight}) {
    const auto sample =
        with_nulls(numbers<double, double>(ColumnType::float64, size), std::nullopt);
    ASSERT_LT(sample.rows.size(), size);
    const AnyFold fold = hashes<double>(shared, sample.nulls);
    for (const std::size_t threads : {1U, 2U, 8U}) {
      for (const std::size_t wrong : {sample.rows.size(), size - 1, size + 1, std::size_t{0}}) {
        AnyRun run(fold, {wrong});
        run.update(sample.column, {.threads = threads});
        SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::wrong_size, "number of rows");
      }
      AnyRun run(fold, {size});
      run.update(sample.column, {.threads = threads});
      EXPECT_EQ(std::move(run).finish(), hash_of<double>(sample.rows));
    }
  }
}

TEST(AnyRun, is_spent_when_a_column_fails_midway) {
  const auto sample = dictionary<std::uint8_t>(ColumnType::uint8, enough_for_eight, std::nullopt);
  const Shared shared{.failing_row =
                          Hashes<std::string_view>::of(sample.rows[sample.rows.size() / 2])};
  for (const std::size_t threads : {1U, 2U, 8U}) {
    AnyRun run(hashes<std::string_view>(shared, sample.nulls), {});
    EXPECT_THROW(run.update(sample.column, {.threads = threads}), std::runtime_error);
    SCRIM_EXPECT_ERROR(run.update(sample.column), ErrorKind::misuse, "cut short by an error");
    SCRIM_EXPECT_ERROR(std::move(run).save(), ErrorKind::misuse, "cut short by an error");
    SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, "cut short by an error");
  }
}

TEST(AnyRun, takes_columns_and_rows_in_turn) {
  const Shared shared;
  const NullPolicy nulls = 2.5;
  const auto first = with_nulls(numbers<double, float>(ColumnType::float32, 3000), nulls);
  const auto second = numbers<double, double>(ColumnType::float64, enough_for_eight);
  std::vector<double> all = {1.0, 2.0};
  for (const auto* sample : {&first, &second}) {
    all.insert(all.end(), sample->rows.begin(), sample->rows.end());
  }
  const std::vector<double> more = {4.0, 5.0, 6.0};
  const std::uint8_t bits = 0b101;
  all.insert(all.end(), {4.0, 2.5, 6.0});
  AnyRun run(hashes<double>(shared, nulls), {all.size()});
  run.update(second.column, {.threads = 3});
  run.update(std::span<const double>(all).first(2), {.threads = 2});
  run.update(first.column, {.threads = 2});
  run.update(NullableRows<double>{more, Bitmap{&bits}});
  EXPECT_EQ(std::move(run).finish(), hash_of<double>(all));
}

TEST(AnyRun, keeps_the_order_of_rows_that_it_collects) {
  const auto sample =
      with_nulls(numbers<double, std::int32_t>(ColumnType::int32, enough_for_eight), std::nullopt);
  const auto clamp =
      without_nulls<double>(std::nullopt) >>
      hide(make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{-1e12, 1e12}));
  for (const std::size_t threads : {1U, 8U}) {
    AnyRun run = start_run(clamp);
    run.update(sample.column, {.threads = threads});
    EXPECT_EQ(std::move(run).finish(), AnyValue(sample.rows)) << threads << " threads";
  }
}

TEST(AnyRun, is_spent_when_collecting_fails_midway) {
  const auto sample = numbers<double, float>(ColumnType::float32, 3 * block_rows);
  using Rows = std::span<const double>;
  int blocks = 0;
  const auto third_block_fails = make_row_map<Rows, Rows, NoBuffer>(
      [&](const Rows& block, NoBuffer&) {
        if (++blocks == 3) throw std::runtime_error("third block");
        return block;
      },
      Identity::unknown());
  const AnyDomain domain = vector_domain<double>();
  for (const bool as_column : {true, false}) {
    blocks = 0;
    AnyRun run = collecting_run(
        domain, any::hide_function(vector_domain<double>(), third_block_fails), domain);
    EXPECT_THROW(as_column ? run.update(sample.column) : run.update(Rows(sample.rows)),
                 std::runtime_error);
    SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, "cut short by an error");
  }
}

}  // namespace
}  // namespace scrim::any_run_test
