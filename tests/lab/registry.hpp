// The registry of laws: for every constructor, a function that checks its laws on many instances.
//
// A constructor gets its laws by one new file laws_of_<it>.cpp with one SCRIM_LAWS_OF per overload.
// laws_test.cpp runs them all, and fails for constructors in the sources that have none.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace scrim::test {

/// What a registered function reports to: how many instances it has checked.
class Laws {
 public:
  explicit Laws(std::string constructor) : constructor_(std::move(constructor)) {}

  [[nodiscard]] const std::string& constructor() const noexcept { return constructor_; }
  [[nodiscard]] std::size_t instances() const noexcept { return instances_; }

  void count_instance() noexcept { ++instances_; }

 private:
  std::string constructor_;
  std::size_t instances_ = 0;
};

/// The laws of one overload of a constructor.
struct Registration {
  std::string constructor;
  std::string overload;  ///< tells the overloads apart, in the words of whoever registers
  void (*check)(Laws&);

  /// How a failing test names it.
  friend std::ostream& operator<<(std::ostream& out, const Registration& registration) {
    return out << registration.constructor << " (" << registration.overload << ")";
  }
};

[[nodiscard]] inline std::vector<Registration>& registrations() {
  static std::vector<Registration> all;  // not a global: registering files are initialised in any
  return all;                            // order
}

inline bool add_registration(Registration registration) {
  registrations().push_back(std::move(registration));
  return true;
}

}  // namespace scrim::test

/// SCRIM_LAWS_OF(make_clamp, rows) { ... laws ... }
/// The using-declaration refuses names that are no function of the library.
#define SCRIM_LAWS_OF(constructor, overload)                                         \
  static void check_##constructor##_##overload(::scrim::test::Laws& laws);           \
  [[maybe_unused]] static const bool is_registered_##constructor##_##overload = [] { \
    using ::scrim::constructor;                                                      \
    return ::scrim::test::add_registration(                                          \
        {#constructor, #overload, &check_##constructor##_##overload});               \
  }();                                                                               \
  static void check_##constructor##_##overload([[maybe_unused]] ::scrim::test::Laws& laws)
