// SPDX-License-Identifier: MIT
#include "style/marker_symbol.hpp"

#include "paint/marker_shape.hpp"
#include "text/shaper.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

namespace ms::style {

namespace {

using geometry::Point;

constexpr double largest_px = 10000; // beyond any image; bounds absurd input

/// MapServer takes the SIZE of glyphs as points at 96 dpi.
constexpr double font_scale = 96.0 / 72.0;

/// MapServer 8.0.0 draws letters of whole pixels, and rounds halves of a SIZE to even numbers.
double letter_em(double size_px)
{
    return std::max(std::round(std::nearbyint(size_px) * font_scale), 1.0);
}

double marker_size(double size, mapfile::Style const& style, Scaling const& scaling)
{
    double const scaled =
        std::max(size * scaling.factor, style.min_size * scaling.resolution_factor);
    return std::min({scaled, style.max_size * scaling.resolution_factor, largest_px});
}

std::vector<Point> points_of(mapfile::Symbol const& symbol)
{
    std::vector<Point> points;
    points.reserve(symbol.points.size());
    for (auto const& point : symbol.points) {
        points.push_back({point.x, point.y});
    }
    return points;
}

/// The box of a VECTOR or ELLIPSE; its height is its default SIZE.
Point natural_size(std::span<Point const> points, Point anchor)
{
    auto size = paint::symbol_size(points, anchor);
    if (size.x <= 0) {
        size.x = size.y > 0 ? size.y : 1;
    }
    if (size.y <= 0) {
        size.y = size.x;
    }
    return size;
}

/// What a letter covers in a UTFGrid of MapServer 8.0.0: its SIZE in pixels to the right of and
/// above the point that its outline begins at. \param side as a part of the em
geometry::GeometryColumn square_above_baseline(double side)
{
    geometry::GeometryColumn square;
    square.points = {{0, 0}, {side, 0}, {side, -side}, {0, -side}, {0, 0}};
    square.end_ring();
    return square;
}

struct Colors {
    mapfile::OptionalColor fill;
    mapfile::OptionalColor outline;
};

/// Makes a MarkerSymbol from one style's symbol.
class MarkerMaker {
public:
    MarkerMaker(SymbolArt& art, mapfile::Style const& style, StyleValues const& values,
                Scaling const& scaling, mapfile::Symbol const& symbol)
        : m_art(art), m_style(style), m_values(values), m_scaling(scaling), m_symbol(symbol),
          m_angle(values.angle * std::numbers::pi / 180), m_anchor{symbol.anchor_x,
                                                                   symbol.anchor_y},
          m_colors{with_opacity(values.color, values.opacity),
                   with_opacity(values.outline_color, values.opacity)}
    {}

    MarkerSymbol make()
    {
        using enum mapfile::SymbolType;
        switch (m_symbol.type) {
        case Simple:
        case Vector:
        case Ellipse:
            make_shape();
            break;
        case TrueType:
            make_glyph();
            break;
        case Pixmap: {
            auto const bitmap = m_art.pixmap(m_symbol);
            make_image(bitmap->width(), bitmap->height()).bitmap = bitmap;
            break;
        }
        case Svg: {
            auto const svg = m_art.svg(m_symbol);
            make_image(svg->width(), svg->height()).svg = svg;
            break;
        }
        case Hatch:
            break;
        }
        double const far_x = std::max(m_anchor.x, 1 - m_anchor.x) * m_out.width_px;
        double const far_y = std::max(m_anchor.y, 1 - m_anchor.y) * m_out.height_px;
        m_out.reach_px = std::hypot(far_x, far_y) + outline_width();
        m_out.middle =
            turned({(0.5 - m_anchor.x) * m_out.width_px, (0.5 - m_anchor.y) * m_out.height_px});
        m_out.point_shift = turned(anchor_shift());
        find_box();
        return std::move(m_out);
    }

private:
    /// What the middle of the symbol is off in MapServer 8.0.0, where it marks a point: an
    /// ANCHORPOINT is found with whole pixels of SIZE, and without SIZE regardless of limits.
    [[nodiscard]] Point anchor_shift() const
    {
        if (m_out.size_px <= 0) {
            return {};
        }
        double const whole = std::floor(m_out.size_px);
        double ratio = whole / m_out.size_px;
        if (m_symbol.type == mapfile::SymbolType::TrueType) {
            ratio = letter_em(whole) / letter_em(m_out.size_px);
        } else if (m_values.size <= 0 && m_symbol.type != mapfile::SymbolType::Pixmap) {
            ratio = m_natural_height / m_out.size_px;
        }
        return {(0.5 - m_anchor.x) * m_out.width_px * (ratio - 1),
                (0.5 - m_anchor.y) * m_out.height_px * (ratio - 1)};
    }

    /// By ANGLE, about the anchor.
    [[nodiscard]] Point turned(Point p) const
    {
        return {p.x * std::cos(m_angle) + p.y * std::sin(m_angle),
                p.y * std::cos(m_angle) - p.x * std::sin(m_angle)};
    }

    void find_box()
    {
        for (auto const& marker : m_out.shapes) {
            auto const box = marker.shape.box_of(0);
            m_out.box.extend({box.min_x, box.min_y});
            m_out.box.extend({box.max_x, box.max_y});
        }
        for (double const column : {-m_anchor.x, 1 - m_anchor.x}) {
            for (double const row : {-m_anchor.y, 1 - m_anchor.y}) {
                if (m_out.image) {
                    m_out.box.extend(turned({column * m_out.width_px, row * m_out.height_px}));
                }
            }
        }
    }

    void set_size(double natural_height)
    {
        m_natural_height = natural_height;
        m_out.natural_height = natural_height;
        double const size = m_values.size > 0 ? m_values.size : natural_height;
        m_out.size_px = marker_size(size, m_style, m_scaling);
        m_out.size_scale = m_out.size_px / size;
    }

    [[nodiscard]] double outline_width() const
    {
        return line_width(m_values.width, m_style, m_scaling);
    }

    /// MapServer always strokes symbols with butt caps and miters.
    [[nodiscard]] paint::Pen pen(image::Color color) const
    {
        return {.color = color,
                .width = outline_width(),
                .cap = paint::Cap::Butt,
                .join = paint::Join::Miter,
                .closing = m_symbol.type == mapfile::SymbolType::Ellipse ? paint::Closing::Joined
                                                                         : paint::Closing::Capped};
    }

    void make_shape()
    {
        auto const points = points_of(m_symbol);
        auto const natural = natural_size(points, m_anchor);
        set_size(natural.y);
        double const scale = m_out.size_px / natural.y;
        m_out.width_px = natural.x * scale;
        m_out.height_px = m_out.size_px;
        if (m_symbol.type == mapfile::SymbolType::Vector) {
            auto const size = paint::symbol_size(points, m_anchor);
            m_out.below_pixel = {std::max(0.0, 1 - size.x * scale),
                                 std::max(0.0, 1 - size.y * scale)};
        }
        if (!m_symbol.filled && m_colors.fill) {
            m_colors.outline = m_colors.fill; // COLOR draws the lines of an unfilled symbol
        }
        paint::Placement const placement{.scale = scale, .angle_rad = m_angle, .anchor = m_anchor};
        paint::Marker marker;
        marker.is_ellipse = m_symbol.type == mapfile::SymbolType::Ellipse;
        marker.shape = marker.is_ellipse ? paint::ellipse_shape(natural, placement)
                                         : paint::vector_shape(points, m_symbol.filled, placement);
        if (m_symbol.filled && m_colors.fill) {
            marker.fill = paint::Brush{.color = *m_colors.fill};
        }
        if (m_colors.outline && outline_width() > 0) {
            marker.outline = pen(*m_colors.outline);
        }
        if (marker.fill || marker.outline) {
            m_out.shapes.push_back(std::move(marker));
        }
    }

    void make_glyph()
    {
        set_size(1);
        double const em = letter_em(m_out.size_px);
        m_out.width_px = m_out.height_px = em; // as good as it gets without the font
        if (auto const font = m_art.font(m_symbol)) {
            add_glyph(font->outline(glyph_of(font), text::Detail::Large), em);
        }
    }

    /// CHARACTER: a letter in UTF-8, "&#65;" or "&#x41;".
    [[nodiscard]] std::uint32_t glyph_of(std::shared_ptr<text::Font const> const& font) const
    {
        std::string_view text{m_symbol.character};
        if (text.starts_with("&#") && text.size() > 3) {
            text.remove_prefix(2);
            bool const is_hex = text.front() == 'x' || text.front() == 'X';
            text.remove_prefix(is_hex ? 1 : 0);
            std::uint32_t code = 0;
            std::from_chars(text.data(), text.data() + text.size(), code, is_hex ? 16 : 10);
            return font->glyph_of(code);
        }
        if (text.size() == 1) {
            return font->glyph_of(static_cast<unsigned char>(text.front()));
        }
        auto const line = text::shape(text, {&font, 1}, 1);
        return line.glyphs.empty() ? 0 : line.glyphs.front().id;
    }

    /// As in MapServer the halo of a letter is its area, made wider, which shows where COLOR does
    /// not hide it. One that is transparent itself would be twice as dark under its edge: it stays
    /// hollow.
    [[nodiscard]] std::optional<paint::Brush> halo_fill() const
    {
        constexpr std::uint8_t opaque = 255;
        bool const is_hidden = m_colors.fill && m_colors.fill->alpha == opaque;
        if (is_hidden || m_colors.outline->alpha != opaque) {
            return std::nullopt;
        }
        return paint::Brush{.color = *m_colors.outline, .rule = paint::FillRule::NonZero};
    }

    void add_glyph(geometry::GeometryColumn const& outline, double em)
    {
        auto const box = outline.box_of(0);
        if (box.is_empty()) {
            return; // a space
        }
        m_out.width_px = box.width() * em;
        m_out.height_px = box.height() * em;
        double const cosine = std::cos(m_angle) * em;
        double const sine = std::sin(m_angle) * em;
        Point const pivot{box.min_x + box.width() * m_anchor.x,
                          box.min_y + box.height() * m_anchor.y};
        auto const place = [&](geometry::GeometryColumn column) {
            for (auto& p : column.points) {
                double const x = p.x - pivot.x;
                double const y = p.y - pivot.y;
                p = {x * cosine + y * sine, y * cosine - x * sine};
            }
            return column;
        };
        auto shape = place(outline);
        auto const area = place(square_above_baseline(std::floor(m_out.size_px) / em));
        if (m_colors.outline) { // a halo below the letter
            auto halo = pen(*m_colors.outline);
            halo.width = std::floor(halo.width) + 1; // as MapServer 8.0.0, half of it shows
            halo.closing = paint::Closing::Joined;
            m_out.shapes.push_back({.shape = shape,
                                    .fill = halo_fill(),
                                    .outline = halo,
                                    .area = area,
                                    .is_halo = true});
        }
        if (m_colors.fill) {
            m_out.shapes.push_back(
                {.shape = std::move(shape),
                 .fill = paint::Brush{.color = *m_colors.fill, .rule = paint::FillRule::NonZero},
                 .outline = {},
                 .area = area});
        }
    }

    ImageMarker& make_image(double width, double height)
    {
        set_size(height);
        double const scale = m_out.size_px / height;
        m_out.width_px = width * scale;
        m_out.height_px = m_out.size_px;
        m_out.image = ImageMarker{.scale = scale,
                                  .angle_rad = m_angle,
                                  .pivot = {width * m_anchor.x, height * m_anchor.y}};
        return *m_out.image;
    }

    SymbolArt& m_art;
    mapfile::Style const& m_style;
    StyleValues const& m_values;
    Scaling const& m_scaling;
    mapfile::Symbol const& m_symbol;
    double m_angle;
    Point m_anchor;
    double m_natural_height = 0; ///< the SIZE of a style without one
    Colors m_colors;
    MarkerSymbol m_out;
};

void stamp_image(paint::Canvas& canvas, ImageMarker const& image, Point at, double angle_rad)
{
    double const angle = image.angle_rad + angle_rad;
    image::Turn const turn{.scale = image.scale,
                           .angle_rad = angle,
                           .pivot_x = image.pivot.x,
                           .pivot_y = image.pivot.y,
                           .to_x = at.x,
                           .to_y = at.y};
    if (image.bitmap) {
        canvas.mark_image(image.bitmap->view(), turn);
    } else {
        canvas.draw_svg(*image.svg, turn);
    }
}

} // namespace

double line_width(double width, mapfile::Style const& style, Scaling const& scaling)
{
    // Like MapServer: the lower limit wins over the upper one for lines, the other way round for
    // sizes.
    double const scaled =
        std::min(width * scaling.factor, style.max_width * scaling.resolution_factor);
    return std::min(std::max(scaled, style.min_width * scaling.resolution_factor), largest_px);
}

std::optional<MarkerSymbol> make_marker(SymbolArt& art, mapfile::Style const& style,
                                        StyleValues const& values, Scaling const& scaling)
{
    auto const* const symbol = find_symbol(art.map(), values.symbol);
    bool const is_without_size = values.size == 0; // an attribute's value; SIZE 0 is an error
    if (symbol == nullptr || symbol->type == mapfile::SymbolType::Hatch || is_without_size) {
        return std::nullopt;
    }
    return MarkerMaker{art, style, values, scaling, *symbol}.make();
}

Point marker_room(SymbolArt& art, mapfile::Style const& style, StyleValues const& values,
                  Scaling const& scaling)
{
    auto const marker = make_marker(art, style, values, scaling);
    if (!marker) {
        return {1, 1};
    }
    // As MapServer: a symbol without width needs none.
    bool const has_width = marker->below_pixel.x < 1;
    return {has_width ? marker->width_px : 0, marker->height_px};
}

void stamp(paint::Canvas& canvas, MarkerSymbol const& symbol,
           std::span<paint::MarkerPlace const> places, bool is_turned)
{
    for (auto const& place : places) {
        double const angle = is_turned ? place.angle_rad : 0;
        for (auto const& shape : symbol.shapes) {
            if (angle == 0) { // not in one expression, which would copy the shape
                canvas.mark({&place.at, 1}, shape);
            } else {
                canvas.mark({&place.at, 1}, paint::turned(shape, angle));
            }
        }
        if (symbol.image) {
            stamp_image(canvas, *symbol.image, place.at, angle);
        }
    }
}

} // namespace ms::style
