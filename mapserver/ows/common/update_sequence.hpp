// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Compares updateSequence: which of two states of a service's capabilities is later.

#include <string_view>

namespace ms::ows {

/// Below, at or above 0. Numbers compare by value, anything else as text.
[[nodiscard]] int compare_update_sequences(std::string_view a, std::string_view b);

} // namespace ms::ows
