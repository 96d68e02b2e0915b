// SPDX-License-Identifier: MIT
#include "mapfile/declared_z.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>

namespace ms::mapfile {

namespace {

bool names_z(std::string_view type)
{
    return to_upper(type).find("25D") != std::string::npos;
}

} // namespace

bool declares_z(Layer const& layer, std::span<std::string_view const> keys)
{
    for (auto const key : keys) {
        if (auto const* const type = layer.metadata.find(key)) {
            return names_z(*type);
        }
    }
    return false;
}

bool declares_z(Layer const& layer)
{
    constexpr std::array<std::string_view, 4> keys{"oga_geomtype", "ows_geomtype", "wfs_geomtype",
                                                   "gml_geomtype"};
    return std::ranges::any_of(keys, [&](std::string_view const& key) {
        return declares_z(layer, std::span{&key, 1});
    });
}

} // namespace ms::mapfile
