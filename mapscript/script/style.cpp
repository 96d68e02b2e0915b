// SPDX-License-Identifier: MIT
#include "script/style.hpp"

#include "base/string.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/exchange.hpp"
#include "script/map.hpp"

#include <algorithm>
#include <array>

namespace ms::script {

template <typename Way>
void exchange(Way& way, styleObj& s, mapfile::Style& block)
{
    way(s.color, block.color.value);
    way(s.outlinecolor, block.outline_color.value);
    way(s.mincolor, block.range_min_color);
    way(s.maxcolor, block.range_max_color);
}
template struct Exchange<styleObj>;

int styleObj::setSymbolByName(mapObj& map, Text const& requested)
{
    auto const index = map.symbolset.index(requested);
    block.symbol.value = {.index = std::max(index, 0), .name = index < 0 ? "" : requested.str()};
    touch();
    return index < 0 ? MS_UNKNOWN : index;
}

void styleObj::setGeomTransform(Text const& transform)
{
    constexpr std::array<std::string_view, 8> known{"bbox",      "centroid", "end",   "labelpnt",
                                                    "labelpoly", "outer",    "start", "vertices"};
    auto const& text = transform.str();
    bool const is_known = text.empty() || text.starts_with('(') ||
                          std::ranges::find(known, to_lower(text)) != known.end();
    if (!is_known) {
        throw Failure{MS_MISCERR, "msStyleSetGeomTransform()", "unknown transform \"" + text + '"'};
    }
    block.geom_transform = text;
    touch();
}

Text styleObj::getGeomTransform() const
{
    return text_or_null(block.geom_transform);
}

std::vector<Binding> styleObj::bindings()
{
    auto& style = block;
    return {Binding{style.size, true},
            Binding{style.width},
            Binding{style.angle},
            Binding{style.color},
            Binding{style.outline_color},
            Binding{style.symbol},
            Binding{style.outline_width},
            Binding{style.opacity},
            Binding{style.offset_x},
            Binding{style.offset_y},
            Binding{style.polar_offset_pixel},
            Binding{style.polar_offset_angle}};
}

std::shared_ptr<styleObj> StyleHolder::getStyle(int i) const
{
    return styles.child(i, "getStyle()");
}

int StyleHolder::insertStyle(std::shared_ptr<styleObj> style, int index)
{
    return styles.add(std::move(style), index, "insertStyle()");
}

std::shared_ptr<styleObj> StyleHolder::removeStyle(int index)
{
    return styles.remove(index, "removeStyle()");
}

int StyleHolder::moveStyleUp(int index)
{
    return styles.move(index, -1, "moveStyleUp()");
}

int StyleHolder::moveStyleDown(int index)
{
    return styles.move(index, 1, "moveStyleDown()");
}

} // namespace ms::script
