#include "scrim/numbers/refinable.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace scrim::refinable_test {
namespace {

/// A rational number that records how often, and how precisely, it was asked for.
class RecordedReal {
 public:
  explicit RecordedReal(Rational value, Interval filter = Interval::whole())
      : value_(std::move(value)), filter_(filter) {}

  Interval enclose() {
    ++filtered_;
    return filter_;
  }

  BigInterval enclose(Precision precision) {
    refined_.push_back(precision);
    return BigInterval::point(precision, value_);
  }

  [[nodiscard]] int filtered() const { return filtered_; }
  [[nodiscard]] const std::vector<Precision>& refined() const { return refined_; }

 private:
  Rational value_;
  Interval filter_;
  int filtered_ = 0;
  std::vector<Precision> refined_;
};

struct OnlyFiltered {
  Interval enclose();
};

static_assert(RefinableReal<RecordedReal>);
static_assert(!RefinableReal<OnlyFiltered>);
static_assert(!RefinableReal<double>);

TEST(IsLess, is_decided_by_the_filter_when_it_can) {
  RecordedReal a(Rational(1, 3), {0.25, 0.375});
  RecordedReal b(Rational(1, 2), {0.5, 0.5});
  EXPECT_TRUE(is_less(a, b));
  EXPECT_FALSE(is_less(b, a));
  EXPECT_EQ(a.filtered(), 2);
  EXPECT_TRUE(a.refined().empty());
  EXPECT_TRUE(b.refined().empty());
}

TEST(IsLess, is_decided_at_the_first_refinement_when_the_filter_cannot) {
  RecordedReal a(Rational(1, 3), {0.25, 0.5});
  RecordedReal b(Rational(1, 2), {0.5, 0.5});
  EXPECT_TRUE(is_less(a, b));
  EXPECT_EQ(a.refined(), (std::vector<Precision>{128}));
  EXPECT_EQ(b.refined(), (std::vector<Precision>{128}));
}

TEST(IsLess, doubles_the_precision_until_the_enclosures_part) {
  const Rational third(1, 3);
  const Rational above = third + (Rational(1) >> 300);
  RecordedReal a(third);
  RecordedReal b(above);
  EXPECT_TRUE(is_less(a, b));
  EXPECT_EQ(a.refined(), (std::vector<Precision>{128, 256, 512}));
  RecordedReal c(third);
  RecordedReal d(above);
  EXPECT_FALSE(is_less(d, c));
}

TEST(IsLess, refuses_equal_numbers_instead_of_running_forever) {
  RecordedReal a(Rational(1, 3));
  RecordedReal b(Rational(1, 3));
  EXPECT_THROW(static_cast<void>(is_less(a, b)), InvokeError);
  EXPECT_EQ(a.refined().back(), last_refinement);
}

}  // namespace
}  // namespace scrim::refinable_test
