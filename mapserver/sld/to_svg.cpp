// SPDX-License-Identifier: MIT
#include "sld/se_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::sld {

namespace {

constexpr double pen_up = -99;

/// The size of a symbol from its origin; SIZE scales its height.
mapfile::SymbolPoint reach_of(mapfile::Symbol const& symbol)
{
    mapfile::SymbolPoint reach;
    for (auto const& point : symbol.points) {
        reach.x = std::max(reach.x, point.x);
        reach.y = std::max(reach.y, point.y);
    }
    return reach;
}

std::string paint(std::string_view name, mapfile::OptionalColor const& color,
                  mapfile::Style const& style)
{
    if (!color) {
        return fmt::format("{}=\"none\"", name);
    }
    auto const opacity = opacity_of(style, color);
    auto text = fmt::format("{}=\"{}\"", name, hex_color(*color));
    return opacity < 1 ? text + fmt::format(" {}-opacity=\"{}\"", name, two_decimals(opacity))
                       : text;
}

std::string path_of(mapfile::Symbol const& symbol, double scale, double margin)
{
    std::string path;
    bool is_down = false;
    for (auto const& point : symbol.points) {
        if (point.x == pen_up && point.y == pen_up) {
            is_down = false;
            continue;
        }
        path += fmt::format("{} {:.6g},{:.6g} ", is_down ? 'L' : 'M', point.x * scale + margin,
                            point.y * scale + margin);
        is_down = true;
    }
    return symbol.filled ? path + 'Z' : path;
}

} // namespace

std::string to_svg(mapfile::Symbol const& symbol, mapfile::Style const& style,
                   mapfile::OptionalColor const& color, mapfile::OptionalColor const& outline)
{
    auto const fill = symbol.filled ? color : mapfile::OptionalColor{};
    auto const stroke = symbol.filled ? outline : color;
    auto const reach = reach_of(symbol);
    double const scale = reach.y > 0 ? style.size.value / reach.y : 1;
    double const margin = stroke ? style.width.value / 2 : 0;
    double const width = reach.x * scale + 2 * margin;
    double const height = reach.y * scale + 2 * margin;
    auto const colors = fmt::format("{} {} stroke-width=\"{:.6g}\"", paint("fill", fill, style),
                                    paint("stroke", stroke, style), style.width.value);
    auto const shape =
        symbol.type == mapfile::SymbolType::Ellipse
            ? fmt::format(R"(<ellipse cx="{:.6g}" cy="{:.6g}" rx="{:.6g}" ry="{:.6g}" {}/>)",
                          width / 2, height / 2, width / 2 - margin, height / 2 - margin, colors)
            : fmt::format(R"(<path d="{}" {}/>)", path_of(symbol, scale, margin), colors);
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.6g}\" "
                       "height=\"{1:.6g}\" viewBox=\"0 0 {0:.6g} {1:.6g}\">\n{2}\n</svg>\n",
                       width, height, shape);
}

} // namespace ms::sld
