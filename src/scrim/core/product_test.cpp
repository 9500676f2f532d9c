// Products whose factors are read for together, and products within products.
#include "scrim/core/product.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/run.hpp"
#include "scrim/core/thread_limits.hpp"

namespace scrim::product_test {
namespace {

using Rows = std::span<const int>;
using Bytes = std::vector<std::byte>;
using Reads = std::shared_ptr<std::atomic<std::size_t>>;

Reads no_reads() { return std::make_shared<std::atomic<std::size_t>>(0); }

class JointMultiple;

/// The sum of a multiple of each row, modulo 2^64. Several are joined where their factors differ
/// from 0, and there are three of them at most.
class Multiple {
 public:
  Multiple(std::uint64_t factor, Reads reads) : factor_(factor), reads_(std::move(reads)) {}

  void update(Rows rows) {
    *reads_ += rows.size();
    for (const int row : rows) sum_ += factor_ * static_cast<std::uint64_t>(row);
  }
  void merge(const Multiple& other) { sum_ += other.sum_; }
  [[nodiscard]] Identity identity() const { return Identity("multiple").add(factor_); }
  void save(StateWriter& writer) const { writer.write(sum_); }
  void load(StateReader& reader) { sum_ = reader.read(); }
  [[nodiscard]] std::uint64_t finish() const { return sum_; }

  using Joint = JointMultiple;
  [[nodiscard]] static std::optional<Joint> join(const std::vector<const Multiple*>& all);

 private:
  friend JointMultiple;

  std::uint64_t factor_;
  Reads reads_;
  std::uint64_t sum_ = 0;
};

class JointMultiple {
 public:
  explicit JointMultiple(Reads reads) : plain_(1, std::move(reads)) {}

  void update(Rows rows) { plain_.update(rows); }
  void hand_over(const std::vector<Multiple*>& all) {
    for (Multiple* one : all) one->sum_ += one->factor_ * plain_.sum_;
    plain_.sum_ = 0;
  }

 private:
  Multiple plain_;
};

std::optional<JointMultiple> Multiple::join(const std::vector<const Multiple*>& all) {
  EXPECT_GE(all.size(), 2U) << "one accumulator is joined with none";
  for (const Multiple* one : all) {
    if (one->factor_ == 0) return std::nullopt;
  }
  if (all.size() > 3) return std::nullopt;
  return JointMultiple(all.front()->reads_);
}

using NumberFold = Fold<Rows, std::uint64_t>;
using ListRun = Run<Rows, std::vector<std::uint64_t>>;

NumberFold multiples(std::uint64_t factor, Reads reads = no_reads()) {
  return make_fold<Rows>(Multiple(factor, std::move(reads)));
}

std::vector<int> rows_of(std::size_t size) {
  std::vector<int> rows(size);
  for (std::size_t i = 0; i < size; ++i) rows[i] = static_cast<int>(i * 7 % 1000) - 300;
  return rows;
}

std::vector<std::size_t> sizes() {
  return {0, 1, 2, block_rows - 1, block_rows, block_rows + 1, 2 * rows_per_thread + 17};
}

template <class Out>
Out value_on(const Fold<Rows, Out>& fold, Rows rows, ReadOptions options = {}) {
  Run<Rows, Out> run(fold, {});
  run.update(rows, options);
  return std::move(run).finish();
}

std::vector<std::uint64_t> values_alone(const std::vector<NumberFold>& folds, Rows rows) {
  std::vector<std::uint64_t> values;
  for (const auto& fold : folds) values.push_back(value_on(fold, rows));
  return values;
}

Bytes payload(AccumulationState<Rows>& state) {
  state.settle();
  StateWriter writer;
  state.save(writer);
  return {writer.bytes().begin(), writer.bytes().end()};
}

TEST(ReadTogether, has_the_values_of_each_alone_and_reads_once) {
  for (const std::size_t size : sizes()) {
    const auto rows = rows_of(size);
    const auto expected = values_alone({multiples(1), multiples(7), multiples(10)}, rows);
    for (const std::size_t threads : {1U, 2U, 3U}) {
      const Reads reads = no_reads();
      const auto joined = join_functions(
          std::vector{multiples(1, reads), multiples(7, reads), multiples(10, reads)});
      EXPECT_EQ(value_on(joined, rows, {.threads = threads}), expected) << size << " rows";
      EXPECT_EQ(*reads, size) << "on " << threads << " threads";
    }
  }
}

TEST(ReadTogether, is_left_where_it_is_no_gain) {
  const auto rows = rows_of(block_rows + 3);
  for (const auto& factors :
       {std::vector<std::uint64_t>{3, 0}, std::vector<std::uint64_t>{1, 2, 3, 4}}) {
    const Reads reads = no_reads();
    std::vector<NumberFold> folds;
    for (const std::uint64_t factor : factors) folds.push_back(multiples(factor, reads));
    const auto joined = join_functions(folds);
    EXPECT_EQ(value_on(joined, rows)[0], value_on(multiples(factors[0]), rows));
    EXPECT_EQ(*reads, factors.size() * rows.size());
  }
}

/// To the byte: a saved state does not tell who read for whom.
TEST(ReadTogether, is_saved_as_if_each_had_read_alone) {
  for (const std::size_t size : sizes()) {
    const auto rows = rows_of(size);
    const std::vector<Accumulation<Rows>> factors = {multiples(7).accumulation(),
                                                     multiples(10).accumulation()};
    const auto product = make_product(factors).start();
    for_each_block(Rows(rows), [&](Rows block) { product->update(block); });
    Bytes expected;
    for (const auto& factor : factors) {
      const auto alone = factor.start();
      for_each_block(Rows(rows), [&](Rows block) { alone->update(block); });
      const Bytes bytes = payload(*alone);
      expected.insert(expected.end(), bytes.begin(), bytes.end());
    }
    EXPECT_EQ(payload(*product), expected) << size << " rows";
    EXPECT_EQ(payload(*product), expected) << "what was handed over is handed over again";
  }
}

TEST(ReadTogether, goes_on_after_loading_merging_and_looking) {
  const std::vector folds{multiples(3), multiples(5)};
  const auto joined = join_functions(folds);
  const auto rows = rows_of(block_rows + 1);
  std::vector<int> four_times;
  for (int i = 0; i < 4; ++i) four_times.insert(four_times.end(), rows.begin(), rows.end());
  ListRun first(joined, {}, {0, 3});
  first.update(rows);
  auto loaded = ListRun::load(joined, {}, std::move(first).save());
  loaded.update(rows);
  ListRun second(joined, {}, {1, 3});
  second.update(rows);
  ListRun third(joined, {}, {2, 3});
  third.update(rows);
  second.merge(std::move(third));
  loaded.merge(std::move(second));
  EXPECT_EQ(std::move(loaded).finish(), values_alone(folds, four_times));
}

/// States are measured on the way to tell whether another thread is worth its own.
TEST(ReadTogether, counts_no_row_twice_over_many_pieces_on_threads) {
  const std::vector folds{multiples(3), multiples(5)};
  const auto piece = rows_of(2 * rows_per_thread + 5);
  std::vector<int> all;
  ListRun run(join_functions(folds), {});
  for (int i = 0; i < 5; ++i) {
    run.update(Rows(piece), {.threads = 2});
    all.insert(all.end(), piece.begin(), piece.end());
  }
  EXPECT_EQ(std::move(run).finish(), values_alone(folds, all));
}

RowMap<Rows, Rows> shifted(Identity identity, int by, Reads calls = no_reads()) {
  return make_row_map<Rows, Rows, std::vector<int>>(
      [by, calls](const Rows& rows, std::vector<int>& buffer) -> Rows {
        ++*calls;
        buffer.clear();
        for (const int row : rows) {
          if (row >= 0) buffer.push_back(row + by);
        }
        return buffer;
      },
      std::move(identity));
}

TEST(ReadTogether, goes_through_the_same_row_functions_once) {
  const auto rows = rows_of(3 * block_rows);
  const Reads calls = no_reads();
  const Reads reads = no_reads();
  const auto behind = [&](std::uint64_t factor, int by) {
    return chain_functions(shifted(Identity("shifted").add(by), by, calls),
                           multiples(factor, reads));
  };
  const std::vector folds{behind(2, 1), behind(3, 1)};
  const auto expected = values_alone(folds, rows);
  *calls = 0;
  *reads = 0;
  EXPECT_EQ(value_on(join_functions(folds), rows), expected);
  EXPECT_EQ(*calls, 3U) << "blocks";
  EXPECT_LT(*reads, rows.size()) << "rows that were kept";
}

TEST(ReadTogether, goes_by_the_row_functions_in_front) {
  const auto rows = rows_of(100);
  const auto behind = [](std::uint64_t factor, Identity identity, int by) {
    return chain_functions(shifted(std::move(identity), by), multiples(factor));
  };
  const std::vector others{behind(2, Identity("a"), 1), behind(3, Identity("b"), 2), multiples(4),
                           behind(5, Identity::unknown(), 3), behind(6, Identity::unknown(), 4)};
  EXPECT_EQ(value_on(join_functions(others), rows), values_alone(others, rows));
  for (std::size_t i = 0; i < others.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(others[i].accumulation().may_be_read_with(others[j].accumulation()))
          << i << " and " << j;
    }
  }
}

TEST(ReadTogether, is_not_for_what_keeps_an_order_or_is_random) {
  using Held = accumulations::Holding<Multiple, Rows>;
  const Multiple initial(3, no_reads());
  const auto gathering = [&](Gathering how) {
    return Accumulation<Rows>(
        [initial] { return std::make_unique<Held>(initial); }, Identity("three"), {typeid(Held)},
        how, std::make_shared<accumulations::JointlyHeld<Multiple, Rows>>(initial));
  };
  const auto plain = multiples(2).accumulation();
  EXPECT_TRUE(plain.may_be_read_with(gathering({})));
  for (const Gathering how : {Gathering{.keeps_order = true}, Gathering{.is_random = true}}) {
    EXPECT_FALSE(gathering(how).may_be_read_with(plain));
    EXPECT_FALSE(plain.may_be_read_with(gathering(how)));
    const auto behind = gather_behind(shifted(Identity("a"), 1), gathering(how));
    EXPECT_FALSE(behind.may_be_read_with(behind));
  }
}

using ListFold = Fold<Rows, std::vector<std::uint64_t>>;

ListFold pair(NumberFold first, NumberFold second) {
  return join_functions(std::vector{std::move(first), std::move(second)});
}

/// As a mean has a sum, and is released beside it.
TEST(ProductWithinAProduct, shares_its_factors) {
  const Reads reads = no_reads();
  const auto of = [&](std::uint64_t factor) {
    return chain_functions(shifted(Identity("by").add(factor), static_cast<int>(factor)),
                           multiples(factor, reads));
  };
  const auto list_of = [](const NumberFold& fold) { return join_functions(std::vector{fold}); };
  const auto rows = rows_of(block_rows + 1);
  const std::vector<ListFold> folds{list_of(of(2)), pair(of(3), of(2)), pair(of(2), of(4)),
                                    pair(of(4), of(4))};
  const auto joined = join_functions(folds);
  EXPECT_EQ(joined.accumulation().factors().size(), 3U);
  std::vector<std::vector<std::uint64_t>> expected;
  for (const auto& fold : folds) expected.push_back(value_on(fold, rows));
  EXPECT_EQ(value_on(joined, rows), expected);
  EXPECT_EQ(value_on(join_functions(std::vector{joined, joined}), rows),
            (std::vector{expected, expected}));
}

/// Two samples are two, however they are bracketed.
TEST(ProductWithinAProduct, does_not_share_what_is_random) {
  using Held = accumulations::Holding<Multiple, Rows>;
  const Multiple initial(3, no_reads());
  const NumberFold random(
      Accumulation<Rows>([initial] { return std::make_unique<Held>(initial); }, Identity("random"),
                         {typeid(Held)}, Gathering{.is_random = true}),
      [](const AccumulationState<Rows>& state) {
        return static_cast<const Held&>(state).held().finish();
      });
  const auto one = pair(random, multiples(2));
  const auto joined = join_functions(std::vector{one, one, pair(random, random)});
  EXPECT_EQ(joined.accumulation().factors().size(), 5U) << "four samples and a sum";
  EXPECT_TRUE(joined.accumulation().is_random());
  const auto rows = rows_of(5);
  const std::uint64_t thrice = value_on(multiples(3), rows);
  const std::uint64_t twice = value_on(multiples(2), rows);
  EXPECT_EQ(value_on(joined, rows), (std::vector<std::vector<std::uint64_t>>{
                                        {thrice, twice}, {thrice, twice}, {thrice, thrice}}));
}

}  // namespace
}  // namespace scrim::product_test
