// SPDX-License-Identifier: MIT
#include "style/feature_style.hpp"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    ms::mapfile::Map const map;
    static_cast<void>(
        ms::style::parse_feature_style(map, {reinterpret_cast<char const*>(data), size}));
    return 0;
}
