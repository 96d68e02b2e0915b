// SPDX-License-Identifier: MIT
#include "style/fill_pattern.hpp"

#include "paint/agg_canvas.hpp"
#include "paint/dash.hpp"
#include "paint/hatch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

namespace ms::style {

namespace {

constexpr double largest_tile_px = 2048;

FillPattern drawn(int width, int height, paint::DrawTile shapes, Budget* budget)
{
    auto const canvas =
        paint::make_agg_canvas({.width = width, .height = height, .budget = budget});
    shapes(*canvas);
    return {.tile = std::make_shared<image::Bitmap const>(canvas->finish()),
            .shapes = std::move(shapes)};
}

/// A straight line as a rectangle, so that it is filled like an area: MapServer clips hatches to
/// polygons and fills the rest.
void append_bar(geometry::Point from, geometry::Point to, double width,
                geometry::GeometryColumn& out)
{
    double const length = std::hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0)) {
        return;
    }
    double const x = (to.y - from.y) / length * width / 2;
    double const y = (from.x - to.x) / length * width / 2;
    out.points.insert(out.points.end(), {{from.x + x, from.y + y},
                                         {to.x + x, to.y + y},
                                         {to.x - x, to.y - y},
                                         {from.x - x, from.y - y},
                                         {from.x + x, from.y + y}});
    out.end_ring();
}

/// The offset of a line's dashes at which a dash begins where the line passes the hatch's origin:
/// so that dashes, too, continue in the adjacent image.
double dash_offset(geometry::Point start, geometry::Point origin, double angle_rad,
                   std::span<double const> dashes)
{
    double period = 0;
    for (std::size_t i = 0; i + 1 < dashes.size(); i += 2) { // an odd one at the end is ignored
        period += dashes[i] + dashes[i + 1];
    }
    double const along =
        (start.x - origin.x) * std::cos(angle_rad) - (start.y - origin.y) * std::sin(angle_rad);
    return period > 0 ? along - std::floor(along / period) * period : 0;
}

/// The pieces of all lines beyond which dashes become longer: their number grows with the square of
/// the image, and SIZEUNITS makes them as short as a client likes.
constexpr double most_pieces = 5e5;

/// PATTERN in pixels, with the lines of a hatch.
std::vector<double> dashes_of(mapfile::Style const& style, double scale, double spacing,
                              ImageSize const& size)
{
    std::vector<double> dashes;
    double period = 0;
    for (double const length : style.pattern) {
        dashes.push_back(length * scale);
        period += length * scale;
    }
    double const lines_px = static_cast<double>(size.width) * size.height / std::max(spacing, 0.5);
    double const pieces = lines_px / period * static_cast<double>(dashes.size() / 2);
    if (pieces > most_pieces && std::isfinite(pieces)) {
        for (double& length : dashes) {
            length *= pieces / most_pieces;
        }
    }
    return dashes;
}

/// A shape of which the budget counts the memory.
std::shared_ptr<geometry::GeometryColumn const> counted(geometry::GeometryColumn shape,
                                                        Budget* budget)
{
    auto const bytes = shape.points.capacity() * sizeof(geometry::Point) +
                       shape.ring_ends.capacity() * sizeof(std::uint32_t);
    if (budget == nullptr) {
        return std::make_shared<geometry::GeometryColumn const>(std::move(shape));
    }
    budget->keep(bytes);
    return {new geometry::GeometryColumn{std::move(shape)},
            [budget, bytes](geometry::GeometryColumn const* done) {
                budget->release(bytes);
                delete done;
            }};
}

std::optional<FillPattern> hatched(mapfile::Style const& style, StyleValues const& values,
                                   Scaling const& scaling, ImageSize const& size, Budget* budget)
{
    auto const color = with_opacity(values.color, values.opacity);
    if (!color || size.width < 1 || size.height < 1) {
        return std::nullopt;
    }
    double const requested = values.size > 0 ? values.size : 1;
    double const spacing =
        std::clamp(requested * scaling.factor, style.min_size * scaling.resolution_factor,
                   std::max(style.min_size, style.max_size) * scaling.resolution_factor);
    geometry::Box const image{0, 0, static_cast<double>(size.width),
                              static_cast<double>(size.height)};
    double const angle = values.angle * std::numbers::pi / 180;
    geometry::GeometryColumn lines;
    paint::hatch(image, size.origin, spacing, angle, lines);
    double const width = line_width(values.width, style, scaling);
    double const pattern_scale = values.width > 0 ? width / values.width : 1;
    auto const dashes = dashes_of(style, pattern_scale, spacing, size);
    geometry::GeometryColumn pieces;
    for (std::size_t i = 0; i < lines.ring_ends.size(); ++i) {
        if (budget != nullptr) {
            budget->work();
        }
        auto const line = lines.ring(i);
        paint::dash(line, dashes, dash_offset(line.front(), size.origin, angle, dashes),
                    image.grown(width), pieces);
    }
    geometry::GeometryColumn bars;
    for (std::size_t i = 0; i < pieces.ring_ends.size(); ++i) {
        auto const piece = pieces.ring(i);
        append_bar(piece.front(), piece.back(), width, bars);
    }
    auto const count = static_cast<std::uint32_t>(bars.ring_ends.size());
    return drawn(
        size.width, size.height,
        [shape = counted(std::move(bars), budget), count, color = *color](paint::Canvas& canvas) {
            canvas.fill({*shape, {0, count}}, {.color = color, .rule = paint::FillRule::NonZero});
        },
        budget);
}

/// The box of the symbol before rotation, of glyphs their em's nominal size, and GAP if that is
/// larger: as MapServer, where rotated symbols are cut at or continue over the edges of that tile.
geometry::Point tile_size(MarkerSymbol const& marker, mapfile::SymbolType type, double gap)
{
    bool const is_glyph = type == mapfile::SymbolType::TrueType;
    auto const side = [&](double length) {
        // Halves to the even number, as MapServer.
        return std::clamp(std::nearbyint(std::max(is_glyph ? marker.size_px : length, gap)), 1.0,
                          largest_tile_px);
    };
    // One without width repeats every pixel, so that it fills the area.
    return {side(marker.below_pixel.x < 1 ? marker.width_px : 0), side(marker.height_px)};
}

/// Vectors that cross the upper or left edge of the tile continue at the other side; MapServer
/// 8.0.0 cuts them at the lower and right edge, and ellipses at all edges.
std::vector<paint::MarkerPlace> middle_and_neighbours(geometry::Point size, geometry::Point middle)
{
    std::vector<paint::MarkerPlace> places;
    for (double const row : {0.0, 1.0}) {
        for (double const column : {0.0, 1.0}) {
            places.push_back(
                {.at = {(column + 0.5) * size.x - middle.x, (row + 0.5) * size.y - middle.y}});
        }
    }
    return places;
}

/// One symbol in the middle of its tile, regardless of its ANCHORPOINT.
/// \param is_seamless parts beyond the edge of the tile continue at its other side
FillPattern tiled(MarkerSymbol const& marker, mapfile::SymbolType type, double gap,
                  bool is_seamless, Budget* budget)
{
    bool const is_plain = marker.image && marker.image->bitmap && marker.image->scale == 1 &&
                          marker.image->angle_rad == 0;
    if (is_plain && gap <= 0) {
        return FillPattern{marker.image->bitmap};
    }
    auto const tile = tile_size(marker, type, gap);
    return drawn(
        static_cast<int>(tile.x), static_cast<int>(tile.y),
        [marker, tile, is_seamless](paint::Canvas& canvas) {
            auto const places = middle_and_neighbours(tile, marker.middle);
            if (!is_seamless) {
                stamp(canvas, marker, std::span{places}.first(1), false);
                return;
            }
            for (auto const& shape : marker.shapes) { // no halo hides a letter beside it
                for (auto const& place : places) {
                    canvas.mark({&place.at, 1}, shape);
                }
            }
        },
        budget);
}

} // namespace

std::optional<FillPattern> make_pattern(SymbolArt& art, mapfile::Style const& style,
                                        StyleValues const& values, Scaling const& scaling,
                                        ImageSize const& size)
{
    auto const* const symbol = find_symbol(art.map(), values.symbol);
    if (symbol != nullptr && symbol->type == mapfile::SymbolType::Hatch) {
        return hatched(style, values, scaling, size, art.budget());
    }
    auto const marker = make_marker(art, style, values, scaling);
    if (!marker || marker->is_empty() || size.width < 1) {
        return std::nullopt;
    }
    double const gap = std::max(style.gap, 0.0) * marker->size_scale;
    bool const is_seamless =
        gap <= 0 && !marker->image && symbol->type != mapfile::SymbolType::Ellipse;
    return tiled(*marker, symbol->type, gap, is_seamless, art.budget());
}

std::optional<FillPattern> make_line_brush(SymbolArt& art, mapfile::Style const& style,
                                           StyleValues const& values, Scaling const& scaling)
{
    auto const marker = make_marker(art, style, values, scaling);
    if (!marker || marker->is_empty()) {
        return std::nullopt;
    }
    return tiled(*marker, find_symbol(art.map(), values.symbol)->type, 0, false, art.budget());
}

} // namespace ms::style
