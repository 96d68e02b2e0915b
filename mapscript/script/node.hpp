// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// What tells a map that something in it was changed.

#include <cstdint>

namespace ms::script {

/// Counts changes; every change of anything has a number of its own.
using Version = std::uint64_t;
[[nodiscard]] Version next_version() noexcept;

/// A part of a map with the block of the model that it stands for; the blocks of its children are
/// theirs. Attributes reach the block when sync() of the part is called.
template <typename Block>
struct Node {
    Block block{};
    Version version = next_version(); ///< of the last change of the block or the list of children

    void touch() noexcept { version = next_version(); }
};

} // namespace ms::script
