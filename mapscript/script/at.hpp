// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Elements of lists by the indices that scripts give.

#include <cstddef>
#include <vector>

namespace ms::script {

template <typename List>
[[nodiscard]] bool has_index(List const& list, int index) noexcept
{
    return index >= 0 && static_cast<std::size_t>(index) < list.size();
}

/// NULL beyond the ends.
template <typename T>
[[nodiscard]] T at_or_null(std::vector<T> const& list, int index)
{
    return has_index(list, index) ? list[static_cast<std::size_t>(index)] : T{};
}

} // namespace ms::script
