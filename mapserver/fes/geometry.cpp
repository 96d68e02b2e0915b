// SPDX-License-Identifier: MIT
#include "fes/geometry.hpp"

#include "base/deadline.hpp"
#include "base/error.hpp"
#include "base/string.hpp"
#include "crs/box_image.hpp"
#include "crs/transformation.hpp"
#include "fes/refuse.hpp"
#include "geometry/column.hpp"
#include "geometry/wkt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <string_view>

namespace ms::fes {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

constexpr std::size_t max_points = 100'000;
constexpr std::size_t max_systems = 8;

struct Type {
    std::string_view name;
    Kind kind;
    bool is_box = false;
};

constexpr std::array types{
    Type{"Point", Kind::Point},          Type{"LineString", Kind::Line},
    Type{"Curve", Kind::Line},           Type{"Polygon", Kind::Polygon},
    Type{"Surface", Kind::Polygon},      Type{"MultiPoint", Kind::Point},
    Type{"MultiLineString", Kind::Line}, Type{"MultiCurve", Kind::Line},
    Type{"MultiPolygon", Kind::Polygon}, Type{"MultiSurface", Kind::Polygon},
    Type{"Box", Kind::Polygon, true},    Type{"Envelope", Kind::Polygon, true},
};

Type const* find_type(std::string_view name) noexcept
{
    auto const* const found = std::ranges::find(types, name, &Type::name);
    return found == types.end() ? nullptr : found;
}

double number(std::string_view text)
{
    auto const value = parse_double(text);
    if (!value) {
        refuse("\"" + std::string{text.substr(0, 40)} + "\" is not a coordinate");
    }
    return *value;
}

/// The first two of every `step` numbers.
void append_pairs(std::span<std::string_view const> words, int step, std::vector<Point>& out)
{
    if (step < 2 || step > 3 || words.size() % static_cast<std::size_t>(step) != 0) {
        refuse("a list of positions does not hold whole points");
    }
    for (std::size_t i = 0; i < words.size(); i += static_cast<std::size_t>(step)) {
        out.push_back({number(words[i]), number(words[i + 1])});
    }
}

/// OGC 03-105r1 (GML 3.1.1) 10.1.3.2: positions may have srsDimension themselves, or the geometry
/// that they are in.
int dimension_of(XmlNode const& node, int inherited)
{
    auto const* const dimension = node.attribute("srsDimension");
    return dimension == nullptr ? inherited : parse_int(*dimension).value_or(0);
}

/// "x y x y": pairs, or triples if srsDimension says so.
void append_positions(XmlNode const& node, int dimension, std::vector<Point>& out)
{
    auto const words_text = node.text();
    append_pairs(split_words(words_text), dimension_of(node, dimension), out);
}

/// GML 2's <coordinates decimal="." cs="," ts=" ">.
void append_coordinates(XmlNode const& node, std::vector<Point>& out)
{
    auto const separator = [&](char const* name, char otherwise) {
        auto const* const value = node.attribute(name);
        return value == nullptr || value->size() != 1 ? otherwise : value->front();
    };
    char const decimal = separator("decimal", '.');
    char const cs = separator("cs", ',');
    char const ts = separator("ts", ' ');
    auto text = node.text();
    if (ts != ' ') {
        std::ranges::replace(text, ts, ' ');
    }
    // Blanks after the comma are common: "1, 2 3, 4".
    std::string joined;
    for (char const c : text) {
        bool const is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!(is_blank && !joined.empty() && joined.back() == cs)) {
            joined.push_back(c);
        }
    }
    if (joined.find(cs) == std::string::npos && decimal == '.') {
        append_pairs(split_words(joined), 2, out); // "x y x y", which MapServer takes, too
        return;
    }
    for (auto const tuple : split_words(joined)) {
        auto const parts = split(tuple, cs);
        if (parts.size() < 2) {
            refuse("coordinates need two numbers");
        }
        auto const value = [&](std::string_view part) {
            return number(decimal == '.' ? std::string{part}
                                         : replace_all(part, std::string_view{&decimal, 1}, "."));
        };
        out.push_back({value(parts[0]), value(parts[1])});
    }
}

/// The points in an element, in any encoding.
std::vector<Point> points_in(XmlNode const& node, int dimension)
{
    dimension = dimension_of(node, dimension);
    std::vector<Point> points;
    for (auto const& child : node.children) {
        if (child.name == "coordinates") {
            append_coordinates(child, points);
        } else if (child.name == "pos" || child.name == "posList" || child.name == "lowerCorner" ||
                   child.name == "upperCorner") {
            append_positions(child, dimension, points);
        } else if (child.name == "coord") {
            points.push_back({number(child.text_of("X")), number(child.text_of("Y"))});
        } else if (child.name == "pointMember" || child.name == "Point") {
            auto const inner = points_in(child, dimension);
            points.insert(points.end(), inner.begin(), inner.end());
        }
        if (points.size() > max_points) {
            throw Error{ErrorKind::Limit, "Filter: a geometry has too many points"};
        }
    }
    return points;
}

void append_ring(std::vector<Point> points, GeometryColumn& out)
{
    if (points.size() < 3) {
        refuse("a polygon's ring needs three points at least");
    }
    if (points.front() != points.back()) {
        points.push_back(points.front());
    }
    out.points.insert(out.points.end(), points.begin(), points.end());
    out.end_ring();
}

void append_polygon(XmlNode const& node, int dimension, GeometryColumn& out)
{
    dimension = dimension_of(node, dimension);
    for (auto const& boundary : node.children) {
        auto const* const ring = boundary.child("LinearRing");
        if (ring != nullptr) {
            append_ring(points_in(*ring, dimension_of(boundary, dimension)), out);
        }
    }
    out.end_part();
}

void append_line(XmlNode const& node, int dimension, GeometryColumn& out)
{
    auto const points = points_in(node, dimension);
    if (points.size() < 2) {
        refuse("a line needs two points at least");
    }
    out.points.insert(out.points.end(), points.begin(), points.end());
    out.end_ring();
    out.end_part();
}

void append_points(XmlNode const& node, int dimension, GeometryColumn& out)
{
    auto const points = points_in(node, dimension);
    if (points.empty()) {
        refuse("a point has no coordinates");
    }
    out.points.insert(out.points.end(), points.begin(), points.end());
}

/// The single geometries in an element: itself, or the members of a collection.
void append_parts(XmlNode const& node, Kind kind, int dimension, GeometryColumn& out)
{
    if (kind == Kind::Polygon && (node.name == "Polygon" || node.name == "PolygonPatch")) {
        append_polygon(node, dimension, out);
    } else if (kind == Kind::Line &&
               (node.name == "LineString" || node.name == "LineStringSegment")) {
        append_line(node, dimension, out);
    } else if (kind == Kind::Point && node.name == "Point") {
        append_points(node, dimension, out);
    } else {
        for (auto const& child : node.children) {
            if (!child.is_text()) {
                append_parts(child, kind, dimension_of(node, dimension), out);
            }
        }
    }
}

void append_box(XmlNode const& node, int dimension, GeometryColumn& out)
{
    auto const corners = points_in(node, dimension);
    if (corners.size() != 2) {
        refuse("a box needs two corners");
    }
    auto const [low, high] = std::pair{corners[0], corners[1]};
    append_ring({low, {low.x, high.y}, high, {high.x, low.y}}, out);
    out.end_part();
}

/// Like the BBOX of a request: the bounds of the transformed box, a part of which may lie where the
/// layer's CRS is not defined.
void project_box(crs::Definition const& system, crs::Definition const& layer_crs,
                 GeometryColumn& column)
{
    geometry::Box box;
    for (auto const point : column.points) {
        box.extend(point);
    }
    box = crs::image_of(box, system, layer_crs);
    if (box.is_empty()) {
        refuse("a box lies outside the CRS of the layer");
    }
    column.clear();
    append_ring({{box.min_x, box.min_y},
                 {box.min_x, box.max_y},
                 {box.max_x, box.max_y},
                 {box.max_x, box.min_y}},
                column);
    column.end_part();
    column.end_feature(Kind::Polygon);
}

GeometryColumn read(XmlNode const& node)
{
    auto const* const type = find_type(node.name);
    if (type == nullptr) {
        refuse("<" + node.name + "> is not a geometry");
    }
    GeometryColumn column;
    if (type->is_box) {
        append_box(node, 2, column);
    } else {
        append_parts(node, type->kind, 2, column);
    }
    if (type->kind == Kind::Point && !column.points.empty()) {
        column.end_ring();
        column.end_part();
    }
    if (column.points.empty()) {
        refuse("<" + node.name + "> has no coordinates");
    }
    column.end_feature(type->kind);
    return column;
}

/// The first srsName of the element or of its members (GML 3 allows it there).
std::string const* srs_name(XmlNode const& node)
{
    if (auto const* const name = node.attribute("srsName")) {
        return name;
    }
    for (auto const& child : node.children) {
        if (auto const* const name = srs_name(child)) {
            return name;
        }
    }
    return nullptr;
}

/// OGC 09-048r3: URNs and URLs name the definition with its axis order.
bool has_authority_order(std::string_view name) noexcept
{
    return starts_with_ignoring_case(name, "urn:") ||
           starts_with_ignoring_case(name, "http://www.opengis.net/def/") ||
           starts_with_ignoring_case(name, "https://www.opengis.net/def/");
}

void collect_systems(XmlNode const& node, std::set<std::string_view>& names)
{
    if (auto const* const name = node.attribute("srsName")) {
        names.insert(*name);
    }
    for (auto const& child : node.children) {
        collect_systems(child, names);
    }
}

} // namespace

void check_reference_systems(XmlNode const& root)
{
    std::set<std::string_view> names;
    collect_systems(root, names);
    if (names.size() > max_systems) {
        throw Error{ErrorKind::Limit, "Filter: more than 8 CRSs are named"};
    }
}

bool is_geometry(XmlNode const& node) noexcept
{
    return find_type(node.name) != nullptr;
}

crs::Definition const* NamedSystems::find(std::string const& name)
{
    auto const parsed = [&]() -> std::optional<crs::Definition> {
        try {
            return crs::parse_request(name, {m_layer_crs.proj_data()});
        } catch (Interrupted const&) {
            throw;
        } catch (Error const&) {
            return std::nullopt;
        }
    };
    auto found = m_found.find(name);
    if (found == m_found.end()) {
        found = m_found.emplace(name, parsed()).first;
    }
    return found->second ? &*found->second : nullptr;
}

std::string to_wkt(XmlNode const& node, NamedSystems& systems)
{
    auto const& layer_crs = systems.of_layer();
    auto column = read(node);
    auto const* const name = srs_name(node);
    if (auto const* const system =
            name == nullptr || name->empty() ? nullptr : systems.find(*name)) {
        if (has_authority_order(*name) && system->is_axis_inverted()) {
            for (auto& point : column.points) {
                std::swap(point.x, point.y);
            }
        }
        crs::Transformation const transformation{*system, layer_crs};
        if (find_type(node.name)->is_box && !transformation.is_identity()) {
            project_box(*system, layer_crs, column);
        } else if (transformation.forward(column.points) > 0) {
            refuse("a geometry lies outside the CRS of the layer");
        }
    }
    return geometry::encode_wkt(column, 0);
}

} // namespace ms::fes
