#include "scrim/core/row_map.hpp"

#include <gtest/gtest.h>

#include <span>
#include <utility>
#include <vector>

namespace scrim::row_map_test {
namespace {

using Rows = std::span<const int>;
using Buffer = std::vector<int>;

/// Adds to each row what it holds, and counts how often that was copied.
class CountsCopies {
 public:
  CountsCopies(std::vector<int> added, int& copies) : added_(std::move(added)), copies_(&copies) {}
  CountsCopies(const CountsCopies& other) : added_(other.added_), copies_(other.copies_) {
    ++*copies_;
  }
  CountsCopies(CountsCopies&&) noexcept = default;
  CountsCopies& operator=(const CountsCopies&) = delete;
  CountsCopies& operator=(CountsCopies&&) = delete;
  ~CountsCopies() = default;

  [[nodiscard]] Rows operator()(Rows rows, Buffer& buffer) const {
    buffer.assign(rows.begin(), rows.end());
    for (int& row : buffer) row += added_.front();
    return buffer;
  }

 private:
  std::vector<int> added_;
  int* copies_;
};

// What a function holds may be large: candidates, edges, a table to look up in. It never changes,
// so every thread and every copy of the map reads the one that there is.
TEST(RowMap, starts_without_copying_the_function) {
  int copies = 0;
  const auto map = make_row_map<Rows, Rows, Buffer>(CountsCopies({10}, copies), Identity("ten"));
  const auto other = make_row_map<Rows, Rows, Buffer>(CountsCopies({5}, copies), Identity("five"));
  const auto copy = map;
  const auto chained = chain_functions(map, other);

  const std::vector<int> rows{1, 2, 3};
  const auto first = map.start();
  const auto second = map.start();
  const auto of_copy = copy.start();
  const auto of_chain = chained.start();
  const auto applied = [&](const auto& mapping) {
    const Rows result = mapping->apply(Rows(rows));
    return std::vector<int>(result.begin(), result.end());
  };
  EXPECT_EQ(applied(first), (std::vector<int>{11, 12, 13}));
  EXPECT_EQ(applied(second), (std::vector<int>{11, 12, 13}));
  EXPECT_EQ(applied(of_copy), (std::vector<int>{11, 12, 13}));
  EXPECT_EQ(applied(of_chain), (std::vector<int>{16, 17, 18}));
  EXPECT_EQ(copies, 0);
}

// Two threads that wrote into one buffer would read each other's rows.
TEST(RowMap, gives_each_start_a_buffer_of_its_own) {
  int copies = 0;
  const auto map = make_row_map<Rows, Rows, Buffer>(CountsCopies({10}, copies), Identity("ten"));
  const auto first = map.start();
  const auto second = map.start();
  const std::vector<int> rows{1};
  const std::vector<int> others{2};
  const Rows result = first->apply(Rows(rows));
  const Rows other_result = second->apply(Rows(others));
  EXPECT_EQ(result.front(), 11);
  EXPECT_EQ(other_result.front(), 12);
}

}  // namespace
}  // namespace scrim::row_map_test
