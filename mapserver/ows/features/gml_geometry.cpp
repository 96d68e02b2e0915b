// SPDX-License-Identifier: MIT
#include "ows/features/gml_geometry.hpp"

#include "base/string.hpp"
#include "base/xml_writer.hpp"
#include "ows/features/properties.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ms::ows {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

constexpr int box_digits = 6;

void append_number(std::string& out, double value, int digits)
{
    std::array<char, 400> text{}; // 1.8e308 and its decimal places
    auto const [end, failure] = std::to_chars(text.data(), text.data() + text.size(), value,
                                              std::chars_format::fixed, digits);
    if (failure == std::errc{}) {
        out.append(text.data(), end);
    }
}

void append_point(std::string& out, GmlForm const& form, Point const& point, int digits)
{
    append_number(out, form.is_north_east ? point.y : point.x, digits);
    out.push_back(form.version == Gml::V212 ? ',' : ' ');
    append_number(out, form.is_north_east ? point.x : point.y, digits);
}

void append_srs(std::string& out, GmlForm const& form)
{
    if (!form.srs_name.empty()) {
        out.append(" srsName=\"").append(escape_xml(form.srs_name)).append("\"");
    }
}

/// The element names of the versions.
struct Names {
    std::string_view line_multi, line_member, area_multi, area_member, outer, inner;
};

Names names_of(Gml version) noexcept
{
    return version == Gml::V212 ? Names{"MultiLineString", "lineStringMember", "MultiPolygon",
                                        "polygonMember",   "outerBoundaryIs",  "innerBoundaryIs"}
                                : Names{"MultiCurve",    "curveMember", "MultiSurface",
                                        "surfaceMember", "exterior",    "interior"};
}

/// Writes the geometries of one feature.
class Writer {
public:
    Writer(std::string& out, GmlForm const& form, GeometryColumn const& column, std::size_t feature,
           std::string_view id)
        : m_out(out), m_form(form), m_column(column), m_feature(feature), m_id(id),
          m_names(names_of(form.version))
    {}

    [[nodiscard]] std::size_t piece_count() const
    {
        return m_column.kinds[m_feature] == Kind::Point
                   ? m_column.points_of(m_feature).size()
                   : m_column.feature_ends[m_feature] - m_column.first_part(m_feature);
    }

    /// All pieces in one element of the multi type.
    void write_multi()
    {
        auto const [multi, member] = multi_names();
        open(multi, true);
        for (std::size_t piece = 0; piece < piece_count(); ++piece) {
            m_out.append("<gml:").append(member).append(">\n");
            write_piece(piece, false);
            m_out.append("</gml:").append(member).append(">\n");
        }
        close(multi);
    }

    void write_piece(std::size_t piece, bool has_srs)
    {
        switch (m_column.kinds[m_feature]) {
        case Kind::Point:
            open("Point", has_srs);
            write_position(piece);
            close("Point");
            break;
        case Kind::Line:
            open("LineString", has_srs);
            write_positions(m_column.first_ring(m_column.first_part(m_feature) + piece));
            close("LineString");
            break;
        case Kind::Polygon:
            open("Polygon", has_srs);
            write_rings(m_column.first_part(m_feature) + piece);
            close("Polygon");
            break;
        case Kind::None:
            break;
        }
    }

private:
    struct MultiNames {
        std::string_view multi, member;
    };

    [[nodiscard]] MultiNames multi_names() const noexcept
    {
        switch (m_column.kinds[m_feature]) {
        case Kind::Line:
            return {m_names.line_multi, m_names.line_member};
        case Kind::Polygon:
            return {m_names.area_multi, m_names.area_member};
        default:
            return {"MultiPoint", "pointMember"};
        }
    }

    void open(std::string_view element, bool has_srs)
    {
        m_out.append("<gml:").append(element);
        if (m_form.version == Gml::V321) {
            m_out.append(" gml:id=\"").append(escape_xml(m_id)).append(".");
            m_out.append(std::to_string(++m_number)).append("\"");
        }
        if (has_srs) {
            append_srs(m_out, m_form);
        }
        m_out.append(">\n");
    }

    void close(std::string_view element) { m_out.append("</gml:").append(element).append(">\n"); }

    [[nodiscard]] bool has_z() const noexcept { return m_form.has_z && m_column.has_z; }

    void append_z(double z)
    {
        m_out.push_back(m_form.version == Gml::V212 ? ',' : ' ');
        append_number(m_out, z, m_form.digits);
    }

    void write_position(std::size_t piece)
    {
        bool const is_old = m_form.version == Gml::V212;
        std::string_view const start = has_z() ? "<gml:pos srsDimension=\"3\">" : "<gml:pos>";
        m_out.append(is_old ? "<gml:coordinates>" : start);
        append_point(m_out, m_form, m_column.points_of(m_feature)[piece], m_form.digits);
        if (has_z()) {
            append_z(m_column.z_of(m_feature)[piece]);
        }
        m_out.append(is_old ? "</gml:coordinates>\n" : "</gml:pos>\n");
    }

    void write_positions(std::size_t ring)
    {
        bool const is_old = m_form.version == Gml::V212;
        std::string_view const start =
            has_z() ? "<gml:posList srsDimension=\"3\">" : "<gml:posList srsDimension=\"2\">";
        m_out.append(is_old ? "<gml:coordinates>" : start);
        auto const points = m_column.ring(ring);
        auto const z = has_z() ? m_column.z_of_ring(ring) : std::span<double const>{};
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (i > 0) {
                m_out.push_back(' ');
            }
            append_point(m_out, m_form, points[i], m_form.digits);
            if (!z.empty()) {
                append_z(z[i]);
            }
        }
        m_out.append(is_old ? "</gml:coordinates>\n" : "</gml:posList>\n");
    }

    void write_rings(std::size_t part)
    {
        auto const first = m_column.first_ring(part);
        for (auto ring = first; ring < m_column.part_ends[part]; ++ring) {
            auto const side = ring == first ? m_names.outer : m_names.inner;
            m_out.append("<gml:").append(side).append("><gml:LinearRing>\n");
            write_positions(ring);
            m_out.append("</gml:LinearRing></gml:").append(side).append(">\n");
        }
    }

    std::string& m_out;
    GmlForm const& m_form;
    GeometryColumn const& m_column;
    std::size_t m_feature;
    std::string_view m_id;
    Names m_names;
    std::size_t m_number = 0;
};

struct TypeNames {
    std::string_view single, multi;
};

TypeNames type_names(Kind kind) noexcept
{
    switch (kind) {
    case Kind::Point:
        return {"point", "multipoint"};
    case Kind::Line:
        return {"line", "multiline"};
    case Kind::Polygon:
        return {"polygon", "multipolygon"};
    case Kind::None:
        break;
    }
    return {};
}

/// As in MapServer: without gml_geometries a polygon with holes is written as a multi of one.
bool has_several_pieces(GeometryColumn const& column, std::size_t feature, std::size_t pieces,
                        std::span<GeometryProperty const> properties)
{
    auto const rings = column.rings_of(feature);
    bool const has_holes = column.kinds[feature] == Kind::Polygon && rings.last - rings.first > 1;
    return pieces > 1 || (has_holes && !properties.empty() && properties.front().is_implied);
}

struct Place {
    GeometryProperty const* property = nullptr; ///< nullptr: no property for this kind
    bool is_multi = false;
};

Place place_of(std::span<GeometryProperty const> properties, Kind kind, bool has_several)
{
    auto const names = type_names(kind);
    auto const find = [&](std::string_view type) -> GeometryProperty const* {
        auto const found = std::ranges::find_if(properties, [&](GeometryProperty const& property) {
            return equals_ignoring_case(property.type, type);
        });
        return found == properties.end() ? nullptr : &*found;
    };
    // As in MapServer, one of several needs a type.
    auto const* const any = properties.size() == 1 ? find("") : nullptr;
    auto const* const single = find(names.single);
    auto const* const multi = find(names.multi);
    if (multi != nullptr && (has_several || single == nullptr)) {
        return {multi, true};
    }
    if (single != nullptr) {
        return {single, false};
    }
    return {any, has_several};
}

} // namespace

void append_bounds(std::string& out, GmlForm const& form, std::string_view element,
                   geometry::Box const& box)
{
    if (box.is_empty()) {
        return;
    }
    Point const low{box.min_x, box.min_y};
    Point const high{box.max_x, box.max_y};
    bool const is_old = form.version == Gml::V212;
    out.append("<").append(element).append(is_old ? "><gml:Box" : "><gml:Envelope");
    append_srs(out, form);
    out.append(is_old ? "><gml:coordinates>" : "><gml:lowerCorner>");
    append_point(out, form, low, box_digits);
    out.append(is_old ? " " : "</gml:lowerCorner><gml:upperCorner>");
    append_point(out, form, high, box_digits);
    out.append(is_old ? "</gml:coordinates></gml:Box></" : "</gml:upperCorner></gml:Envelope></");
    out.append(element).append(">\n");
}

void append_geometry(std::string& out, GmlForm const& form, GeometryColumn const& column,
                     std::size_t feature, std::span<GeometryProperty const> properties,
                     std::string_view prefix, std::string_view id)
{
    Writer writer{out, form, column, feature, id};
    auto const pieces = writer.piece_count();
    auto const place = place_of(properties, column.kinds[feature],
                                has_several_pieces(column, feature, pieces, properties));
    if (place.property == nullptr || pieces == 0) {
        return;
    }
    auto const within = [&](auto write) {
        out.append("<").append(prefix).append(place.property->name).append(">\n");
        write();
        out.append("</").append(prefix).append(place.property->name).append(">\n");
    };
    if (place.is_multi) {
        within([&] { writer.write_multi(); });
        return;
    }
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        within([&] { writer.write_piece(piece, true); });
    }
}

} // namespace ms::ows
