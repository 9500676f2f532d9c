// Which bytes are text.
#pragma once

#include <string_view>

namespace scrim::readers {

/// Whether the bytes are well-formed UTF-8: no stray or missing continuation, nothing longer than
/// it has to be, no surrogate, nothing beyond U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

}  // namespace scrim::readers
