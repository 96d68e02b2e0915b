// SPDX-License-Identifier: MIT
#include "render/plan/blends.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <string_view>

namespace ms::render {

namespace {

[[noreturn]] void refuse(mapfile::Map const& map, mapfile::Layer const& layer,
                         mapfile::Compositor const& compositor, std::string_view keyword,
                         std::string_view value)
{
    throw Error{ErrorKind::BadMapfile,
                fmt::format("{}: layer \"{}\": {} \"{}\" is unknown", map.where(compositor.at),
                            layer.name, keyword, value)};
}

paint::Blend blend_of(mapfile::Map const& map, mapfile::Layer const& layer,
                      mapfile::Compositor const& compositor)
{
    paint::Blend blend{.opacity = compositor.opacity / 100.0};
    if (!compositor.comp_op.empty()) {
        auto const op = image::find_operator(compositor.comp_op);
        if (!op) {
            refuse(map, layer, compositor, "COMPOP", compositor.comp_op);
        }
        blend.op = *op;
    }
    for (auto const& text : compositor.filters) {
        auto const filter = image::parse_filter(text);
        if (!filter) {
            refuse(map, layer, compositor, "COMPFILTER", text);
        }
        blend.filters.push_back(*filter);
    }
    return blend;
}

bool is_plain(paint::Blend const& blend) noexcept
{
    return blend.op == image::Operator::SrcOver && blend.opacity >= 1 && blend.filters.empty();
}

} // namespace

std::vector<paint::Blend> blends_of(mapfile::Map const& map, mapfile::Layer const& layer)
{
    std::vector<paint::Blend> blends;
    for (auto const& compositor : layer.compositors) {
        blends.push_back(blend_of(map, layer, compositor));
    }
    if (blends.size() == 1 && is_plain(blends.front())) {
        blends.clear();
    }
    return blends;
}

bool is_blended_away(mapfile::Layer const& layer) noexcept
{
    return layer.compositors.size() == 1 && layer.compositors.front().opacity <= 0;
}

} // namespace ms::render
