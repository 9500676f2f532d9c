// One way to write an object of texts and numbers as JSON, and to read nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scrim::ledger {

/// An object without objects in it: its members in their order.
///
/// Its text is {"name":"text","name":12}: no spaces; in texts " and \ are escaped by \, and bytes
/// below 32 as u00xx behind a backslash in lower case; everything else is UTF-8 as it is. So there
/// is one text for each object, and what has one hash is one object.
class FlatJson {
 public:
  using Value = std::variant<std::string, std::uint64_t>;
  using Member = std::pair<std::string, Value>;

  FlatJson& add(std::string name, std::string text);
  FlatJson& add(std::string name, std::uint64_t number);

  [[nodiscard]] const std::vector<Member>& members() const noexcept { return members_; }

  [[nodiscard]] std::string text() const;

  /// The object of exactly this text, or nothing: where text() would not give it back to the byte.
  [[nodiscard]] static std::optional<FlatJson> from_text(std::string_view text);

 private:
  std::vector<Member> members_;
};

}  // namespace scrim::ledger
