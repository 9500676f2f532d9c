// What an attack reports: whether its victim fell, and the numbers that show it.
#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

namespace scrim::test {

struct Outcome {
  bool fell;
  std::string evidence;  ///< one short line
};

/// One attack, carried out on a naive implementation and on the library. The naive one must fall,
/// or the attack shows nothing about the library.
struct Attack {
  std::string_view name;
  Outcome (*on_control)();
  Outcome (*on_scrim)();
};

/// How GoogleTest names the attack.
inline std::ostream& operator<<(std::ostream& out, const Attack& attack) {
  return out << attack.name;
}

/// The parts, written one after the other.
template <class... Parts>
[[nodiscard]] std::string text(const Parts&... parts) {
  std::ostringstream out;
  out.precision(4);
  (out << ... << parts);
  return out.str();
}

}  // namespace scrim::test
