// Rows that lie in none of the bins that were asked for.
#pragma once

namespace scrim {

/// What becomes of them.
enum class OtherRows {
  left_out,  ///< they are not counted
  counted,   ///< they are counted in bins of their own
};

}  // namespace scrim
