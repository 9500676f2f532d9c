// The bytes in which a run over data is saved, to be merged in another process.
//
// docs/formats/run-state.md describes the format; its version changes whenever it does.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"

namespace scrim {

/// A secret that whoever saves and whoever loads have in common. It is looked at for the length of
/// a call, and never copied.
using StateKey = std::span<const std::byte>;

/// Throws invalid_argument unless the key, if there is one, has 16 to 4096 bytes.
void check_state_key(const std::optional<StateKey>& key);

/// The body of a run, sealed: with a key, by a code that only its holders can compute; without
/// one, by a checksum.
/// Precondition (caller): check_state_key(key).
[[nodiscard]] std::vector<std::byte> pack_run(const Identity::Digest& identity,
                                              std::span<const std::byte> body,
                                              const std::optional<StateKey>& key = std::nullopt);

/// The body, where it lies in `bytes`. None of it is looked at before the seal is verified.
///
/// Postcondition: throws InvokeError{bad_state}, with a text that depends on the form of the bytes
///   only, unless they were packed by this version, for this identity, with this key or without
///   one if there is none, and are whole.
[[nodiscard]] std::span<const std::byte> unpack_run(
    const Identity::Digest& identity, std::span<const std::byte> bytes,
    const std::optional<StateKey>& key = std::nullopt);

}  // namespace scrim
