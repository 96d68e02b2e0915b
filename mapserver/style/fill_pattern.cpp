// SPDX-License-Identifier: MIT
#include "style/fill_pattern.hpp"

#include "paint/agg_canvas.hpp"
#include "paint/hatch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ms::style {

namespace {

constexpr double largest_tile_px = 2048;

using Tile = std::shared_ptr<image::Bitmap const>;

Tile finished(paint::Canvas& canvas)
{
    return std::make_shared<image::Bitmap const>(canvas.finish());
}

std::optional<FillPattern> hatched(mapfile::Style const& style, StyleValues const& values,
                                   Scaling const& scaling, PictureSize const& size)
{
    auto const color = with_opacity(values.color, values.opacity);
    if (!color || size.width < 1 || size.height < 1) {
        return std::nullopt;
    }
    double const asked = values.size > 0 ? values.size : 1;
    double const spacing =
        std::clamp(asked * scaling.factor, style.min_size * scaling.resolution_factor,
                   std::max(style.min_size, style.max_size) * scaling.resolution_factor);
    geometry::GeometryColumn lines;
    paint::hatch({0, 0, static_cast<double>(size.width), static_cast<double>(size.height)}, spacing,
                 values.angle * std::numbers::pi / 180, lines);
    std::vector<double> dashes;
    for (double const length : style.pattern) {
        dashes.push_back(length * spacing / asked);
    }
    auto const canvas = paint::make_agg_canvas({.width = size.width, .height = size.height});
    canvas->stroke(paint::path_of(lines, 0), {.color = *color,
                                              .width = line_width(values.width, style, scaling),
                                              .cap = paint::Cap::Butt,
                                              .dashes = dashes});
    return FillPattern{finished(*canvas)};
}

/// The box of the symbol after rotation, and GAP if that is larger.
geometry::Point tile_size(MarkerSymbol const& symbol, double gap, double angle_rad)
{
    double const cosine = std::abs(std::cos(angle_rad));
    double const sine = std::abs(std::sin(angle_rad));
    double const width = symbol.width_px * cosine + symbol.height_px * sine;
    double const height = symbol.width_px * sine + symbol.height_px * cosine;
    auto const side = [&](double length) {
        return std::clamp(std::round(std::max(length, gap)), 1.0, largest_tile_px);
    };
    return {side(width), side(height)};
}

/// Symbols that reach over the edge of the tile go on at the other side.
std::vector<paint::MarkerPlace> middle_and_neighbours(geometry::Point size)
{
    std::vector<paint::MarkerPlace> places;
    for (double const row : {-1.0, 0.0, 1.0}) {
        for (double const column : {-1.0, 0.0, 1.0}) {
            places.push_back({.at = {(column + 0.5) * size.x, (row + 0.5) * size.y}});
        }
    }
    return places;
}

} // namespace

std::optional<FillPattern> make_pattern(SymbolArt& art, mapfile::Style const& style,
                                        StyleValues const& values, Scaling const& scaling,
                                        PictureSize const& size)
{
    auto const* const symbol = find_symbol(art.map(), values.symbol);
    if (symbol != nullptr && symbol->type == mapfile::SymbolType::Hatch) {
        return hatched(style, values, scaling, size);
    }
    auto const marker = make_marker(art, style, values, scaling);
    if (!marker || marker->is_empty() || size.width < 1) {
        return std::nullopt;
    }
    double const gap = std::abs(style.gap) * marker->size_scale;
    bool const is_plain = marker->picture && marker->picture->bitmap &&
                          marker->picture->scale == 1 && marker->picture->angle_rad == 0;
    if (is_plain && gap <= 0) {
        return FillPattern{marker->picture->bitmap};
    }
    auto const tile = tile_size(*marker, gap, values.angle * std::numbers::pi / 180);
    auto const canvas = paint::make_agg_canvas(
        {.width = static_cast<int>(tile.x), .height = static_cast<int>(tile.y)});
    auto const places = middle_and_neighbours(tile);
    bool const is_seamless = gap <= 0 && !marker->picture;
    stamp(*canvas, *marker,
          is_seamless ? std::span{places} : std::span{places}.subspan(places.size() / 2, 1), false);
    return FillPattern{finished(*canvas)};
}

} // namespace ms::style
