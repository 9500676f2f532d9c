// What aggregates gather side by side: products, and who shares a state with whom.
#include "scrim/core/accumulation.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/product.hpp"
#include "scrim/core/run.hpp"
#include "scrim/core/thread_limits.hpp"
#include "support/error_of.hpp"

namespace scrim::accumulation_test {
namespace {

using Rows = std::span<const int>;
using Wide = std::span<const std::int64_t>;
using Bytes = std::vector<std::byte>;

/// How often rows were read, by all states together, which threads may share out.
using Reads = std::shared_ptr<std::atomic<std::size_t>>;

Reads no_reads() { return std::make_shared<std::atomic<std::size_t>>(0); }

/// A sum of powers of rows; it saves as many numbers as the power says.
class PowerSum {
 public:
  PowerSum(unsigned power, Identity identity, Reads reads = no_reads())
      : power_(power), identity_(std::move(identity)), reads_(std::move(reads)) {}

  template <class T>
  void update(std::span<const T> rows) {
    EXPECT_GT(rows.size(), 0U) << "an empty block";
    EXPECT_LE(rows.size(), block_rows);
    *reads_ += rows.size();
    for (const T row : rows) {
      std::uint64_t term = 1;
      for (unsigned i = 0; i < power_; ++i) term *= static_cast<std::uint64_t>(row);
      sum_ += term;
    }
  }
  void merge(const PowerSum& other) { sum_ += other.sum_; }
  [[nodiscard]] Identity identity() const { return identity_; }
  void save(StateWriter& writer) const {
    for (unsigned i = 0; i < power_; ++i) writer.write(sum_);
  }
  void load(StateReader& reader) {
    for (unsigned i = 0; i < power_; ++i) sum_ = reader.read();
  }
  [[nodiscard]] std::uint64_t finish() const { return sum_; }

 private:
  unsigned power_;
  Identity identity_;
  Reads reads_;
  std::uint64_t sum_ = 0;
};

/// Gathers something else under whatever name it is given.
class Count {
 public:
  explicit Count(Identity identity) : identity_(std::move(identity)) {}

  void update(Rows rows) { count_ += rows.size(); }
  void merge(const Count& other) { count_ += other.count_; }
  [[nodiscard]] Identity identity() const { return identity_; }
  void save(StateWriter& writer) const { writer.write(count_); }
  void load(StateReader& reader) { count_ = reader.read(); }
  [[nodiscard]] std::uint64_t finish() const { return count_; }

 private:
  Identity identity_;
  std::uint64_t count_ = 0;
};

using NumberFold = Fold<Rows, std::uint64_t>;
using NumberRun = Run<Rows, std::uint64_t>;
using ListRun = Run<Rows, std::vector<std::uint64_t>>;

NumberFold powers(unsigned power, Reads reads = no_reads()) {
  return make_fold<Rows>(PowerSum(power, Identity("powers").add(power), std::move(reads)));
}

NumberFold unnamed(Reads reads = no_reads()) {
  return make_fold<Rows>(PowerSum(1, Identity::unknown(), std::move(reads)));
}

std::vector<int> rows_of(std::size_t size) {
  std::vector<int> rows(size);
  for (std::size_t i = 0; i < size; ++i) rows[i] = static_cast<int>(i * 7 % 1000) - 300;
  return rows;
}

template <class Out>
Out value_on(const Fold<Rows, Out>& fold, Rows rows, ReadOptions options = {}) {
  Run<Rows, Out> run(fold, {});
  run.update(rows, options);
  return std::move(run).finish();
}

template <class Out>
Bytes saved(const Fold<Rows, Out>& fold, Rows rows, Part part = {}) {
  Run<Rows, Out> run(fold, {}, part);
  run.update(rows);
  return std::move(run).save();
}

/// What a state keeps, without what is around it in a saved run.
Bytes payload(const AccumulationState<Rows>& state) {
  StateWriter writer;
  state.save(writer);
  return {writer.bytes().begin(), writer.bytes().end()};
}

/// The number of 64-bit numbers that a fresh state keeps.
std::size_t numbers_kept(const Accumulation<Rows>& accumulation) {
  return payload(*accumulation.start()).size() / 8;
}

TEST(Product, has_the_values_of_its_factors_in_their_order) {
  const std::vector folds = {powers(3), powers(1), powers(2), powers(1)};
  const auto joined = join_functions(folds);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{2}, block_rows - 1,
                                 block_rows, block_rows + 1, 2 * rows_per_thread + 17}) {
    const auto rows = rows_of(size);
    std::vector<std::uint64_t> expected;
    for (const auto& fold : folds) expected.push_back(value_on(fold, rows));
    for (const std::size_t threads : {1U, 2U, 3U}) {
      EXPECT_EQ(value_on(joined, rows, {.threads = threads}), expected)
          << size << " rows on " << threads;
    }
  }
}

TEST(Product, of_nothing_reads_rows_and_has_no_value) {
  const auto joined = join_functions(std::vector<NumberFold>{});
  EXPECT_TRUE(value_on(joined, rows_of(3)).empty());
  EXPECT_EQ(numbers_kept(joined.accumulation()), 0U);
  EXPECT_TRUE((ListRun::load(joined, {3}, saved(joined, rows_of(3))).finish().empty()));
}

TEST(Product, merges_factor_by_factor) {
  const auto joined = join_functions(std::vector{powers(1), powers(2), unnamed()});
  const auto rows = rows_of(2 * block_rows + 3);
  const Rows all(rows);
  for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, block_rows, rows.size()}) {
    ListRun first(joined, {}, {0, 2});
    ListRun second(joined, {}, {1, 2});
    first.update(all.first(cut));
    second.update(all.subspan(cut));
    first.merge(std::move(second));
    EXPECT_EQ(std::move(first).finish(), value_on(joined, rows)) << "cut at " << cut;
  }
}

TEST(Product, is_saved_as_its_factors_one_behind_the_other) {
  const auto rows = rows_of(block_rows + 1);
  const std::vector<Accumulation<Rows>> factors = {
      powers(2).accumulation(), powers(1).accumulation(), powers(3).accumulation()};
  const auto product = make_product(factors).start();
  Bytes expected;
  for (const auto& factor : factors) {
    const auto alone = factor.start();
    for_each_block(Rows(rows), [&](Rows block) { alone->update(block); });
    const Bytes bytes = payload(*alone);
    expected.insert(expected.end(), bytes.begin(), bytes.end());
  }
  for_each_block(Rows(rows), [&](Rows block) { product->update(block); });
  EXPECT_EQ(payload(*product), expected);
}

TEST(Product, is_loaded_as_it_was_saved) {
  const auto make = [] { return join_functions(std::vector{powers(2), powers(1), powers(3)}); };
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, block_rows + 1}) {
    const auto rows = rows_of(size);
    const Bytes bytes = saved(make(), rows);
    const auto again = make();  // built again, as another process would
    EXPECT_EQ(ListRun::load(again, {size}, bytes).save(), bytes);
    auto continued = ListRun::load(again, {}, saved(make(), rows, {0, 2}));
    continued.update(rows);
    continued.merge(ListRun::load(again, {}, saved(make(), rows, {1, 2})));
    auto thrice = rows;
    for (int i = 0; i < 2; ++i) thrice.insert(thrice.end(), rows.begin(), rows.end());
    EXPECT_EQ(std::move(continued).finish(), value_on(again, thrice));
  }
  // Each factor takes what is its own, and the last one finds its bytes.
  const auto product = make().accumulation().start();
  const Bytes whole = payload(*product);
  for (std::size_t length = 0; length < whole.size(); length += 8) {
    StateReader reader(std::span<const std::byte>(whole).first(length));
    SCRIM_EXPECT_ERROR(make().accumulation().start()->load(reader), ErrorKind::bad_state, "");
  }
  StateReader reader(whole);
  product->load(reader);
  EXPECT_TRUE(reader.is_at_end());
}

TEST(Product, is_told_from_products_of_others) {
  const auto joined = [](std::vector<NumberFold> folds) { return join_functions(folds); };
  const Bytes bytes = saved(joined({powers(1), powers(2)}), rows_of(2));
  EXPECT_NO_THROW((void)ListRun::load(joined({powers(1), powers(2)}), {}, bytes));
  // Who shares a factor saves the same state.
  EXPECT_NO_THROW((void)ListRun::load(joined({powers(1), powers(2), powers(1)}), {}, bytes));
  for (const auto& other :
       {joined({powers(2), powers(1)}), joined({powers(1)}), joined({powers(3)}), joined({}),
        joined({powers(1), powers(3)}), joined({powers(1), powers(2), powers(3)})}) {
    SCRIM_EXPECT_ERROR(ListRun::load(other, {}, bytes), ErrorKind::bad_state, "other functions");
  }
  SCRIM_EXPECT_ERROR(NumberRun::load(powers(1), {}, bytes), ErrorKind::bad_state,
                     "other functions");
}

/// A product within a product is one part: brackets tell.
TEST(Product, is_told_from_products_with_other_brackets) {
  const auto a = powers(1).accumulation();
  const auto b = powers(2).accumulation();
  const auto product = [](std::vector<Accumulation<Rows>> factors) {
    return make_product(factors);
  };
  const std::vector all = {product({a, b}),
                           product({product({a}), b}),
                           product({product({a, b})}),
                           product({a, product({b})}),
                           product({a, b, product({})}),
                           a,
                           product({a}),
                           product({product({a})})};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size(); ++j) {
      EXPECT_EQ(all[i].gathers_as(all[j]), i == j) << i << " and " << j;
    }
  }
  EXPECT_TRUE(product({a, product({b})}).gathers_as(product({a, product({b})})));
}

TEST(Sharing, one_state_serves_all_that_gather_alike) {
  const Reads reads = no_reads();
  // Each has another end; what is gathered is the same.
  const auto twice = make_fold<Rows>(PowerSum(1, Identity("powers").add(1U), reads),
                                     [](const PowerSum& sum) { return 2 * sum.finish(); });
  const auto joined = join_functions(std::vector{powers(1, reads), twice, powers(1, reads)});
  EXPECT_EQ(numbers_kept(joined.accumulation()), 1U);
  EXPECT_EQ(value_on(joined, std::vector{1, 2, 3}), (std::vector<std::uint64_t>{6, 12, 6}));
  EXPECT_EQ(*reads, 3U) << "rows were read more than once";
}

TEST(Sharing, other_parameters_are_another_state) {
  const auto joined = join_functions(std::vector{powers(1), powers(2), powers(1)});
  EXPECT_EQ(numbers_kept(joined.accumulation()), 3U);
  EXPECT_EQ(value_on(joined, std::vector{1, 2, 3}), (std::vector<std::uint64_t>{6, 14, 6}));
}

/// Nobody knows whether two functions without a name are the same.
TEST(Sharing, what_has_no_name_shares_with_its_copies_only) {
  const Reads reads = no_reads();
  const auto fold = unnamed(reads);
  EXPECT_TRUE(fold.accumulation().gathers_as(fold.accumulation()));
  EXPECT_FALSE(fold.accumulation().gathers_as(unnamed().accumulation()));
  const auto joined = join_functions(std::vector{fold, unnamed(reads), NumberFold(fold)});
  EXPECT_EQ(numbers_kept(joined.accumulation()), 2U);
  EXPECT_EQ(value_on(joined, std::vector{1, 2, 3}), (std::vector<std::uint64_t>{6, 6, 6}));
  EXPECT_EQ(*reads, 6U);
  SCRIM_EXPECT_ERROR(ListRun(joined, {}).save(), ErrorKind::misuse, "without a name");
  SCRIM_EXPECT_ERROR(ListRun(join_functions(std::vector{powers(1), fold}), {}).save(),
                     ErrorKind::misuse, "without a name");
}

/// The state of one class is never given to the end of another, whatever they are called.
TEST(Sharing, names_that_collide_do_not_mix_classes) {
  const Identity name("the same");
  const NumberFold sum = make_fold<Rows>(PowerSum(1, name));
  const NumberFold count = make_fold<Rows>(Count(name));
  EXPECT_FALSE(sum.accumulation().gathers_as(count.accumulation()));
  EXPECT_EQ(value_on(join_functions(std::vector{sum, count}), std::vector{5, 6}),
            (std::vector<std::uint64_t>{11, 2}));
}

template <Block Out>
RowMap<Rows, Out> changed(Identity identity, int offset = 0) {
  using T = typename Out::value_type;
  return make_row_map<Rows, Out, std::vector<T>>(
      [offset](const Rows& rows, std::vector<T>& buffer) -> Out {
        buffer.clear();
        for (const int row : rows) {
          if (row >= 0) buffer.push_back(T{row} + T{offset});
        }
        return buffer;
      },
      std::move(identity));
}

NumberFold behind(const Identity& identity, int offset = 0) {
  return chain_functions(changed<Rows>(identity, offset), powers(1));
}

TEST(Sharing, goes_by_the_row_functions_in_front) {
  const auto gathers_as = [](const NumberFold& a, const NumberFold& b) {
    return a.accumulation().gathers_as(b.accumulation());
  };
  const Identity name("some rows");
  EXPECT_TRUE(gathers_as(behind(name), behind(name)));
  EXPECT_FALSE(gathers_as(behind(name), powers(1)));
  EXPECT_FALSE(gathers_as(behind(name), behind(Identity("other rows"))));
  EXPECT_FALSE(gathers_as(behind(Identity::unknown()), behind(Identity::unknown())));
  EXPECT_FALSE(gathers_as(behind(name), chain_functions(changed<Rows>(name), behind(name))));
  const NumberFold wide = chain_functions(changed<Wide>(name),
                                          make_fold<Wide>(PowerSum(1, Identity("powers").add(1U))));
  EXPECT_FALSE(gathers_as(behind(name), wide)) << "the states are of other classes";

  const auto joined = join_functions(
      std::vector{behind(name), behind(Identity("ten more"), 10), wide, behind(name), powers(1)});
  EXPECT_EQ(numbers_kept(joined.accumulation()), 4U);
  EXPECT_EQ(value_on(joined, std::vector{1, -1, 2}), (std::vector<std::uint64_t>{3, 23, 3, 3, 2}));
}

TEST(BehindRowMap, blocks_without_a_row_are_left_out) {
  const Reads reads = no_reads();
  const auto fold = chain_functions(changed<Rows>(Identity("some rows")), powers(1, reads));
  std::vector<int> rows(3 * block_rows, -1);
  EXPECT_EQ(value_on(fold, rows), 0U);
  EXPECT_EQ(*reads, 0U);
  for (std::size_t i = block_rows; i < 2 * block_rows; ++i) rows[i] = 2;
  EXPECT_EQ(value_on(fold, rows),
            2 * block_rows);  // an empty block fails the test where it is read
  EXPECT_EQ(*reads, block_rows);
}

TEST(Accumulation, of_a_chain_is_the_list_of_its_links_however_bracketed) {
  const auto rows = changed<Rows>(Identity("a"));
  const auto more = changed<Rows>(Identity("b"));
  const auto left = chain_functions(chain_functions(rows, more), powers(1));
  const auto right = chain_functions(rows, chain_functions(more, powers(1)));
  EXPECT_EQ(left.accumulation().identity(), right.accumulation().identity());
  EXPECT_EQ(saved(left, rows_of(5)), saved(right, rows_of(5)));
  EXPECT_EQ(join_functions(std::vector{left, right}).accumulation().types().front(),
            typeid(accumulations::Product<Rows>));
}

}  // namespace
}  // namespace scrim::accumulation_test
