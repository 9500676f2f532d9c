#include "scrim/ledger/file_systems.hpp"

#include <fmt/format.h>
#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "scrim/errors/error.hpp"

namespace scrim::ledger {

namespace {

// As statfs(2) and linux/magic.h list them; several are in no header.
constexpr std::array<std::pair<std::uint32_t, std::string_view>, 19> shared_file_systems{{
    {0x6969, "NFS"},
    {0x517B, "SMB"},
    {0xFF534D42, "CIFS"},
    {0xFE534D42, "SMB2"},
    {0x65735546, "FUSE (such as sshfs)"},
    {0x01021997, "9P"},
    {0x00C36400, "Ceph"},
    {0x5346414F, "AFS"},
    {0x6B414653, "AFS"},
    {0x73757245, "Coda"},
    {0x564C, "NCP"},
    {0x0BD00BD0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x01161970, "GFS2"},
    {0x7461636F, "OCFS2"},
    {0x19830326, "BeeGFS"},
    {0x20030528, "OrangeFS"},
    {0xAAD7AAEA, "PanFS"},
    {0x786F4256, "a folder shared by VirtualBox"},
}};

}  // namespace

std::optional<std::string_view> shared_file_system(std::uint32_t magic) noexcept {
  for (const auto& [known, name] : shared_file_systems) {
    if (known == magic) return name;
  }
  return std::nullopt;
}

void check_local(const std::filesystem::path& folder) {
  struct statfs status = {};
  if (::statfs(folder.c_str(), &status) != 0) {
    fail(ErrorKind::ledger, fmt::format("the folder {} cannot be looked at: {}", folder.string(),
                                        std::strerror(errno)));
  }
  if (const auto name = shared_file_system(static_cast<std::uint32_t>(status.f_type))) {
    fail(ErrorKind::ledger,
         fmt::format("{} lies on {}, where locks and syncs are not to be relied on: two machines "
                     "could both spend the last of a budget, or a debit could be lost. Put the "
                     "ledger on a local disk, or use a server: postgresql://host/database#name",
                     folder.string(), *name));
  }
}

}  // namespace scrim::ledger
