// Batches that arrive through the Arrow C stream interface.
#pragma once

#include <optional>

#include "scrim/columns/arrow/arrow_abi.hpp"

namespace scrim {

/// What the batches of a stream are like.
/// Postcondition: throws InvokeError{input} if the stream fails. Its own words are withheld here
/// and
///   below, as they may quote data.
[[nodiscard]] ArrowOwner<ArrowSchema> schema_of(ArrowArrayStream& stream);

/// The next batch; nothing at the end.
/// Postcondition: as above.
[[nodiscard]] std::optional<ArrowOwner<ArrowArray>> next_of(ArrowArrayStream& stream);

}  // namespace scrim
