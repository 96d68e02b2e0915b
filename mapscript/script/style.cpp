// SPDX-License-Identifier: MIT
#include "script/style.hpp"

#include "base/string.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/exchange.hpp"
#include "script/map.hpp"
#include "script/snippet.hpp"

#include <algorithm>
#include <array>

namespace ms::script {

namespace {

/// Every attribute with its place in the block.
template <typename Way>
void exchange(Way& way, styleObj& s)
{
    auto& block = s.node.block;
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
}

} // namespace

styleObj::styleObj() : styleObj(mapfile::Style{}) {}

styleObj::styleObj(mapfile::Style block)
{
    lift(*this, std::move(block));
}

void lift(styleObj& style, mapfile::Style block)
{
    style.node.block = std::move(block);
    style.node.touch();
    Lift way;
    exchange(way, style);
    auto const& lifted = style.node.block;
    style.symbol = lifted.symbol.value.index;
    style.symbolname = text_or_null(lifted.symbol.value.name);
    style.autoangle = lifted.angle_mode == mapfile::AngleMode::Auto ? MS_TRUE : MS_FALSE;
    style.pattern = lifted.pattern;
}

Version sync(styleObj& style)
{
    auto& block = style.node.block;
    Lower way;
    exchange(way, style);
    way.has_changed |= assign(block.pattern, style.pattern);
    if (block.symbol.value.index != style.symbol) {
        block.symbol.value = {.index = style.symbol, .name = style.symbolname.str()};
        way.has_changed = true;
    }
    if ((block.angle_mode == mapfile::AngleMode::Auto) != (style.autoangle != MS_FALSE)) {
        block.angle_mode =
            style.autoangle != MS_FALSE ? mapfile::AngleMode::Auto : mapfile::AngleMode::Fixed;
        way.has_changed = true;
    }
    if (way.has_changed) {
        style.node.touch();
    }
    return style.node.version;
}

mapfile::Style compose(styleObj const& style)
{
    return style.node.block;
}

std::shared_ptr<styleObj> styleObj::clone() const
{
    auto copy = std::make_shared<styleObj>(*this);
    copy->node.touch();
    return copy;
}

int styleObj::updateFromString(Text const& snippet)
{
    sync(*this);
    auto block = compose(*this);
    read_snippet(snippet, block, "msUpdateStyleFromString()");
    lift(*this, std::move(block));
    return MS_SUCCESS;
}

Text styleObj::convertToString()
{
    sync(*this);
    return text_of(compose(*this));
}

int styleObj::setSymbolByName(mapObj& map, Text const& wanted)
{
    symbol = map.symbolset.index(wanted);
    symbolname = symbol < 0 ? Text{} : wanted;
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

int styleObj::get_patternlength() const
{
    return static_cast<int>(pattern.size());
}

int styleObj::get_refcount() const
{
    return static_cast<int>(weak_from_this().use_count());
}

BindingTexts styleObj::texts_of(int binding)
{
    auto& style = node.block;
    switch (binding) {
    case MS_STYLE_BINDING_SIZE:
        return binding_of(style.size);
    case MS_STYLE_BINDING_WIDTH:
        return binding_of(style.width);
    case MS_STYLE_BINDING_ANGLE:
        return binding_of(style.angle);
    case MS_STYLE_BINDING_COLOR:
        return binding_of(style.color);
    case MS_STYLE_BINDING_OUTLINECOLOR:
        return binding_of(style.outline_color);
    case MS_STYLE_BINDING_SYMBOL:
        return binding_of(style.symbol);
    case MS_STYLE_BINDING_OUTLINEWIDTH:
        return binding_of(style.outline_width);
    case MS_STYLE_BINDING_OPACITY:
        return binding_of(style.opacity);
    case MS_STYLE_BINDING_OFFSET_X:
        return binding_of(style.offset_x);
    case MS_STYLE_BINDING_OFFSET_Y:
        return binding_of(style.offset_y);
    case MS_STYLE_BINDING_POLAROFFSET_PIXEL:
        return binding_of(style.polar_offset_pixel);
    case MS_STYLE_BINDING_POLAROFFSET_ANGLE:
        return binding_of(style.polar_offset_angle);
    default:
        refuse_binding();
    }
}

BindingTexts styleObj::computed(int binding)
{
    if (binding != MS_STYLE_BINDING_SIZE) {
        refuse_binding();
    }
    return binding_of(node.block.size);
}

} // namespace ms::script
