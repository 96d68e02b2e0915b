// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Lets a map detect changes of its parts.

#include <cstdint>

namespace ms::script {

/// Counts changes; every change has a unique number.
using Version = std::uint64_t;
[[nodiscard]] Version next_version() noexcept;

/// A part of a map with its block of the model; the blocks of its children belong to them. sync()
/// of the part copies its attributes to the block.
template <typename Block>
struct Node {
    Block block{};
    Version version = next_version(); ///< of the last change of the block or the list of children

    void touch() noexcept { version = next_version(); }
};

} // namespace ms::script
