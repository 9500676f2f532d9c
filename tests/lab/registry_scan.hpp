// Which constructors the sources declare, found by reading the headers.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::test {

/// A function named make_... at namespace scope: the name is reserved for proven constructors.
/// Return types are not looked at, since an alias or a deduced one would hide a constructor.
struct DeclaredConstructor {
  std::string name;
  std::string signature;  ///< its text without white space: what tells overloads apart
  std::filesystem::path header;
};

/// The constructors that a header's text declares, each overload once.
[[nodiscard]] std::vector<DeclaredConstructor> constructors_in(std::string_view text,
                                                               const std::filesystem::path& header);

/// Those of all headers below a folder.
[[nodiscard]] std::vector<DeclaredConstructor> constructors_below(
    const std::filesystem::path& folder);

}  // namespace scrim::test
