// Which file systems a ledger in a file is kept off. Not installed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace scrim::ledger {

/// What people call a file system with this magic number (statfs(2)), if it is one whose files
/// other machines reach, or whose locks and syncs a program answers for: nothing for local ones.
[[nodiscard]] std::optional<std::string_view> shared_file_system(std::uint32_t magic) noexcept;

/// Throws ErrorKind::ledger if the folder lies on such a file system. Two machines that both hold a
/// lock there would both spend the last of a budget, and what was synced may be lost.
void check_local(const std::filesystem::path& folder);

}  // namespace scrim::ledger
