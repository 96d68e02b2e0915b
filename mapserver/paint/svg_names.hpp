// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Renames ids in SVG files, so that they do not depend on what the process has drawn before.

#include <cstdint>
#include <span>
#include <vector>

namespace ms::paint {

/// cairo numbers surfaces and images across all drawings of a process. This renumbers them from 0
/// in the order of appearance, so that the same map gives the same file.
[[nodiscard]] std::vector<std::uint8_t> with_own_names(std::span<std::uint8_t const> svg);

} // namespace ms::paint
