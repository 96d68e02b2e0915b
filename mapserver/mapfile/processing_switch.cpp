// SPDX-License-Identifier: MIT
#include "mapfile/processing_switch.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>

namespace ms::mapfile {

bool is_processing_on(Layer const& layer, std::string_view key, bool otherwise)
{
    constexpr std::array<std::string_view, 4> off{"NO", "FALSE", "OFF", "0"};
    auto const value = layer.processing_value(key);
    if (!value) {
        return otherwise;
    }
    return std::ranges::none_of(
        off, [&](std::string_view word) { return equals_ignoring_case(trim(*value), word); });
}

} // namespace ms::mapfile
