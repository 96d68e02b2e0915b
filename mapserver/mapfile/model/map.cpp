// SPDX-License-Identifier: MIT
#include "mapfile/model/map.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::mapfile {

std::string Provenance::where(Position const& at) const
{
    std::string text = at.file < files.size() ? files[at.file].filename().string() : "";
    if (text.empty()) {
        text = "map";
    }
    return text + ':' + std::to_string(at.line) + ':' + std::to_string(at.column);
}

Projection const& projection_of(Map const& map, Layer const& layer) noexcept
{
    auto const& own = layer.projection;
    return own.is_set() && !own.is_auto() ? own : map.projection;
}

Layer const* Map::find_layer(std::string_view layer_name) const noexcept
{
    auto const layer = std::ranges::find(layers, layer_name, &Layer::name);
    return layer == layers.end() ? nullptr : &*layer;
}

FontEntry const* Map::find_font(std::string_view font_name) const noexcept
{
    auto const found = std::ranges::find_if(
        fonts, [&](FontEntry const& font) { return equals_ignoring_case(font.name, font_name); });
    return found == fonts.end() ? nullptr : &*found;
}

std::string Map::proj_data() const
{
    auto const* folder = config.find("PROJ_DATA");
    if (folder == nullptr) {
        folder = config.find("PROJ_LIB");
    }
    return folder == nullptr || folder->empty()
               ? std::string{}
               : (origin.directory / *folder).lexically_normal().string();
}

int Map::find_symbol(std::string_view symbol_name) const noexcept
{
    if (auto const known = index.of(*this)) {
        auto const found = known->symbols_by_name.find(to_lower(symbol_name));
        return found == known->symbols_by_name.end() || symbol_name.empty() ? -1 : found->second;
    }
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        if (!symbols[i].name.empty() && equals_ignoring_case(symbols[i].name, symbol_name)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

void freeze(Map& map, Expressions const& known)
{
    map.expressions = Expressions{map, known};
    map.index = MapIndexOwner{map};
}

} // namespace ms::mapfile
