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

namespace {

/// The symbol of a style, which scripts have by number; the name goes with it.
struct SymbolOfStyle {
    mapfile::SymbolReference& model;
    Text& name;
};

void to_script(int& script, SymbolOfStyle symbol)
{
    script = symbol.model.index;
    symbol.name = text_or_null(symbol.model.name);
}

bool to_model(int script, SymbolOfStyle symbol)
{
    return script != symbol.model.index &&
           assign(symbol.model,
                  mapfile::SymbolReference{.index = script, .name = symbol.name.str()});
}

} // namespace

template <typename Way>
void exchange(Way& way, styleObj& s, mapfile::Style& block)
{
    way(s.color, block.color.value);
    way(s.outlinecolor, block.outline_color.value);
    way(s.opacity, block.opacity.value);
    way(s.size, block.size.value);
    way(s.minsize, block.min_size);
    way(s.maxsize, block.max_size);
    way(s.width, block.width.value);
    way(s.minwidth, block.min_width);
    way(s.maxwidth, block.max_width);
    way(s.outlinewidth, block.outline_width.value);
    way(s.angle, block.angle.value);
    way(s.offsetx, block.offset_x.value);
    way(s.offsety, block.offset_y.value);
    way(s.polaroffsetpixel, block.polar_offset_pixel.value);
    way(s.polaroffsetangle, block.polar_offset_angle.value);
    way(s.gap, block.gap);
    way(s.initialgap, block.initial_gap);
    way(s.linecap, block.line_cap);
    way(s.linejoin, block.line_join);
    way(s.linejoinmaxsize, block.line_join_max_size);
    way(s.antialiased, block.antialias);
    way(s.rangeitem, block.range_item);
    way(s.mincolor, block.range_min_color);
    way(s.maxcolor, block.range_max_color);
    way(s.minvalue, block.range_min);
    way(s.maxvalue, block.range_max);
    way(s.minscaledenom, block.min_scale_denominator);
    way(s.maxscaledenom, block.max_scale_denominator);
    way(s.pattern, block.pattern);
    way(s.symbol, SymbolOfStyle{block.symbol.value, s.symbolname});
    way(s.autoangle, Flag{block.angle_mode, mapfile::AngleMode::Auto, mapfile::AngleMode::Fixed});
}
template struct Exchange<styleObj>;

int styleObj::setSymbolByName(mapObj& map, Text const& requested)
{
    symbol = map.symbolset.index(requested);
    symbolname = symbol < 0 ? Text{} : requested;
    symbol = std::max(symbol, 0);
    node.block.symbol.value = {.index = symbol, .name = symbolname.str()};
    node.touch();
    return symbolname.is_null() ? MS_UNKNOWN : symbol;
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
    node.block.geom_transform = text;
    node.touch();
}

Text styleObj::getGeomTransform() const
{
    return text_or_null(node.block.geom_transform);
}

std::vector<Binding> styleObj::bindings()
{
    auto& style = node.block;
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

} // namespace ms::script
