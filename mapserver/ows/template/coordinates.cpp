// SPDX-License-Identifier: MIT
#include "ows/template/values.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "geometry/geos_operations.hpp"
#include "geometry/nesting.hpp"
#include "geometry/pixel_projector.hpp"
#include "geometry/relate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace ms::ows::tmpl {

namespace {

using geometry::GeometryColumn;
using geometry::Point;

/// The separators between and around coordinates: attributes of [shpxy].
class CoordinateWriter {
public:
    CoordinateWriter(GeometryColumn const& shape, Tag const& tag)
        : m_shape(shape), m_tag(tag),
          m_has_ring_texts(
              std::ranges::all_of(std::array{"orh", "orf", "irh", "irf"},
                                  [&](char const* name) { return tag.find(name) != nullptr; })),
          m_precision(precision_of(tag).value_or(0)), m_x_header(tag.value("xh", "")),
          m_x_footer(tag.value("xf", ",")), m_y_header(tag.value("yh", "")),
          m_y_footer(tag.value("yf", "")), m_separator(tag.value("cs", " "))
    {}

    std::string write()
    {
        m_out = m_tag.value("sh", "");
        auto const rings = m_shape.rings_of(0);
        auto const holes = holes_of();
        for (auto ring = rings.first; ring < rings.last; ++ring) {
            if (ring > rings.first) {
                m_out += m_tag.value("ps", " ");
            }
            write_ring(ring, std::ranges::find(holes, ring) == holes.end());
        }
        return std::move(m_out += m_tag.value("sf", ""));
    }

    std::string write(Point const& point)
    {
        put(point);
        return std::move(m_out);
    }

private:
    /// Rings that are holes of others.
    [[nodiscard]] std::vector<std::uint32_t> holes_of() const
    {
        std::vector<std::uint32_t> holes;
        if (m_has_ring_texts && m_shape.kinds[0] == geometry::Kind::Polygon) {
            for (auto const& polygon : geometry::nested_rings({&m_shape, 0})) {
                holes.insert(holes.end(), polygon.holes.begin(), polygon.holes.end());
            }
        }
        return holes;
    }

    void write_ring(std::uint32_t ring, bool is_outer)
    {
        bool const is_area = m_has_ring_texts && m_shape.kinds[0] == geometry::Kind::Polygon;
        auto const header = is_area ? m_tag.value(is_outer ? "orh" : "irh", "") : std::string{};
        auto const footer = is_area ? m_tag.value(is_outer ? "orf" : "irf", "") : std::string{};
        m_out += m_tag.value("ph", "") + header;
        bool is_first = true;
        for (auto const& point : m_shape.ring(ring)) {
            if (!is_first) {
                m_out += m_separator;
            }
            is_first = false;
            put(point);
        }
        m_out += footer + m_tag.value("pf", "");
    }

    void put(Point const& point)
    {
        fmt::format_to(std::back_inserter(m_out), "{}{:.{}f}{}{}{:.{}f}{}", m_x_header, point.x,
                       m_precision, m_x_footer, m_y_header, point.y, m_precision, m_y_footer);
    }

    GeometryColumn const& m_shape;
    Tag const& m_tag;
    /// As in MapServer, orh, orf, irh and irf count together.
    bool m_has_ring_texts;
    int m_precision;
    std::string m_x_header, m_x_footer, m_y_header, m_y_footer, m_separator;
    std::string m_out;
};

/// What the image shows of a line or an area, as in MapServer; nothing may be left.
void clip_to_view(GeometryColumn& shape, render::Viewport const& view)
{
    if (shape.kinds[0] == geometry::Kind::Point) {
        return;
    }
    GeometryColumn shown;
    geometry::PixelProjector{{}, view.extent, geometry::Thinning::None}.run(shape, shown);
    shape = std::move(shown);
}

/// proj=image gives pixels, proj=epsg:4326 coordinates of that CRS; else those of the layer.
void project(GeometryColumn& shape, Page const& page, Place const& place,
             std::string const& requested)
{
    if (equals_ignoring_case(requested, "image")) {
        crs::Transformation{place.layer->crs, page.view.crs}.forward(shape.points);
        clip_to_view(shape, page.view);
        to_whole_pixels(shape, page.view);
    } else if (!requested.empty()) {
        crs::Transformation{place.layer->crs, crs::parse(requested, {page.view.crs.proj_data()})}
            .forward(shape.points);
    }
}

/// buffer= in units of the coordinates.
void grow(GeometryColumn& shape, Tag const& tag)
{
    auto const distance = parse_double(tag.value("buffer", "")).value_or(0);
    GeometryColumn grown;
    if (distance != 0 && geometry::ShapeOperations{}.append_buffer({&shape, 0}, distance, grown)) {
        shape = std::move(grown);
    }
}

/// Points of PostGIS are parts of their own in MapServer.
void split_points(GeometryColumn& shape, mapfile::Layer const& layer)
{
    bool const is_split = layer.connection_type == mapfile::ConnectionType::PostGis &&
                          shape.kinds[0] == geometry::Kind::Point;
    if (!is_split || shape.points.size() < 2) {
        return;
    }
    GeometryColumn parts;
    for (auto const& point : shape.points) {
        parts.points.push_back(point);
        parts.end_ring();
    }
    parts.end_part();
    parts.end_feature(geometry::Kind::Point);
    shape = std::move(parts);
}

void scale(GeometryColumn& shape, Tag const& tag)
{
    auto const both = parse_double(tag.value("scale", "1")).value_or(1);
    auto const x = parse_double(tag.value("scale_x", "")).value_or(both);
    auto const y = parse_double(tag.value("scale_y", "")).value_or(both);
    for (auto& point : shape.points) {
        point = {point.x * x, point.y * y};
    }
}

} // namespace

void to_whole_pixels(GeometryColumn& shape, render::Viewport const& view)
{
    double const per_x = 1 / view.cell_size_x; // halves fall as in MapServer
    double const per_y = 1 / view.cell_size_y;
    for (auto& point : shape.points) {
        point = {std::round((point.x - view.extent.min_x) * per_x),
                 std::round((view.extent.max_y - point.y) * per_y)};
    }
}

std::string coordinates_text(Page const& page, Place const& place, Tag const& tag)
{
    GeometryColumn shape;
    geometry::append_feature({place.found->features.geometry, place.row}, shape);
    project(shape, page, place, tag.value("proj", ""));
    grow(shape, tag);
    scale(shape, tag);
    split_points(shape, place.layer->definition);
    if (tag.is_set("centroid")) {
        // As in MapServer, the middle of the box.
        auto const box = shape.box_of(0);
        return CoordinateWriter{shape, tag}.write(
            {(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2});
    }
    return CoordinateWriter{shape, tag}.write();
}

} // namespace ms::ows::tmpl
