// SPDX-License-Identifier: MIT
#include "render/surround/reference_map.hpp"

#include "base/error.hpp"
#include "geometry/feature_of.hpp"
#include "image/decode.hpp"
#include "render/core/symbol_painter.hpp"
#include "style/marker_symbol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Box;
using geometry::feature_of;
using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

void draw_box(paint::Canvas& canvas, mapfile::Reference const& reference, Box const& box)
{
    auto const shape = feature_of(box);
    if (reference.color) {
        canvas.fill(paint::path_of(shape, 0), {.color = *reference.color});
    }
    if (reference.outline_color) {
        canvas.stroke(paint::path_of(shape, 0),
                      {.color = *reference.outline_color, .closing = paint::Closing::Joined});
    }
}

/// Four strokes that leave the middle, a whole pixel, free.
void draw_cross(paint::Canvas& canvas, mapfile::Reference const& reference, Point middle)
{
    middle = {std::floor(middle.x), std::floor(middle.y)};
    constexpr double from = 3; // pixels
    constexpr double to = 8;
    if (!reference.color) {
        return;
    }
    paint::Pen const pen{.color = *reference.color, .cap = paint::Cap::Butt};
    for (auto const& direction : {Point{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        auto const stroke =
            feature_of({{middle.x + from * direction.x, middle.y + from * direction.y},
                        {middle.x + to * direction.x, middle.y + to * direction.y}},
                       Kind::Line);
        canvas.stroke(paint::path_of(stroke, 0), pen);
    }
}

void draw_point(paint::Canvas& canvas, mapfile::Map const& map, style::ImageSize const& size,
                Point middle, text::FontCache& fonts)
{
    auto const& reference = map.reference;
    if (style::find_symbol(map, reference.marker) == nullptr) {
        draw_cross(canvas, reference, middle);
        return;
    }
    mapfile::Style style;
    style.color.value = reference.color;
    style.outline_color.value = reference.outline_color;
    style.symbol.value = reference.marker;
    style.size.value = reference.marker_size;
    style.at = reference.at;
    style::SymbolArt art{map, &fonts};
    SymbolPainter painter{canvas, size};
    painter.paint(
        feature_of({middle}, Kind::Point), 0,
        style::make_symbolizers(art, style, style::constant_values(style), Kind::Point, {}, size),
        Pass::All);
}

image::Bitmap read_image(mapfile::Map const& map)
{
    auto const& reference = map.reference;
    if (reference.image.empty() || !reference.extent.is_set()) {
        throw Error{ErrorKind::BadMapfile, "REFERENCE: IMAGE and EXTENT are needed"};
    }
    try {
        return image::decode_file(map.origin.directory / reference.image);
    } catch (Error const& error) {
        throw Error{ErrorKind::BadMapfile,
                    fmt::format("{}: REFERENCE: IMAGE \"{}\": {}", map.where(reference.at),
                                reference.image, error.what())};
    }
}

} // namespace

ExtentMark extent_mark(mapfile::Reference const& reference, Box const& box) noexcept
{
    double const larger = std::max(box.width(), box.height());
    if (reference.max_box_size > 0 && larger >= reference.max_box_size) {
        return ExtentMark::None;
    }
    return larger > reference.min_box_size ? ExtentMark::Box : ExtentMark::Point;
}

Box reference_box(mapfile::Reference const& reference, style::ImageSize const& image,
                  Box const& extent)
{
    // The image's extent goes from pixel centre to pixel centre and grows to square pixels, as
    // that of a map.
    auto const& whole = reference.extent;
    double const columns = std::max(image.width - 1, 1);
    double const rows = std::max(image.height - 1, 1);
    double const cell =
        std::max((whole.max_x - whole.min_x) / columns, (whole.max_y - whole.min_y) / rows);
    double const left = (whole.min_x + whole.max_x - columns * cell) / 2;
    double const top = (whole.min_y + whole.max_y + rows * cell) / 2;
    return {
        std::nearbyint((extent.min_x - left) / cell), std::nearbyint((top - extent.max_y) / cell),
        std::nearbyint((extent.max_x - left) / cell), std::nearbyint((top - extent.min_y) / cell)};
}

image::Bitmap draw_reference_map(mapfile::Map const& map, Viewport const& view,
                                 FurnitureSetting const& setting, Services const& services)
{
    auto const image = read_image(map);
    style::ImageSize const size{image.width(), image.height()};
    paint::CanvasOptions options{.width = size.width, .height = size.height};
    if (!setting.is_transparent) {
        options.background = {255, 255, 255, 255};
    }
    auto const canvas = setting.canvas->make(options);
    canvas->draw_image(image.view(), {0, 0}, 1);
    auto const box = reference_box(map.reference, size, view.extent);
    switch (extent_mark(map.reference, box)) {
    case ExtentMark::Box:
        draw_box(*canvas, map.reference, box);
        break;
    case ExtentMark::Point:
        draw_point(
            *canvas, map, size,
            {std::floor((box.min_x + box.max_x) / 2), std::floor((box.min_y + box.max_y) / 2)},
            services.fonts);
        break;
    case ExtentMark::None:
        break;
    }
    return canvas->finish();
}

} // namespace ms::render
