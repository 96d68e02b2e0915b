// SPDX-License-Identifier: MIT
#include "geometry/wkt.hpp"

#include "base/string.hpp"
#include "geometry/feature_builder.hpp"

#include <array>
#include <charconv>

namespace ms::geometry {
namespace {

constexpr int max_depth = 32;

bool is_letter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_space(char c) noexcept
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

enum class Type {
    Point,
    LineString,
    Polygon,
    MultiPoint,
    MultiLineString,
    MultiPolygon,
    Collection,
    Unknown
};

/// \param word as written: "Point", "POINTZ" (PostGIS joins the dimensions to the type)
Type type_of(std::string_view word)
{
    constexpr std::array<std::string_view, 7> names{
        "POINT",           "LINESTRING",   "POLYGON",           "MULTIPOINT",
        "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!starts_with_ignoring_case(word, names[i])) {
            continue;
        }
        auto const rest = to_upper(word.substr(names[i].size()));
        if (rest.empty() || rest == "Z" || rest == "M" || rest == "ZM") {
            return static_cast<Type>(i);
        }
    }
    return Type::Unknown;
}

/// Recursive descent; every reader returns false at the first thing that is not as it should be.
class Reader {
public:
    Reader(std::string_view text, FeatureBuilder& builder) noexcept
        : m_rest(text), m_builder(builder)
    {}

    bool read_all()
    {
        skip_srid();
        if (!read_geometry(0)) {
            return false;
        }
        skip_spaces();
        return m_rest.empty();
    }

private:
    bool read_geometry(int depth)
    {
        auto const name = next_word();
        auto const type = type_of(name);
        auto const letters = to_upper(name); // no type's name ends with an M
        m_is_measured = letters.ends_with('M') && !letters.ends_with("ZM");
        if (type == Type::Unknown || depth > max_depth) {
            return false;
        }
        auto const word = peek_word();
        if (equals_ignoring_case(word, "Z") || equals_ignoring_case(word, "M") ||
            equals_ignoring_case(word, "ZM")) {
            m_is_measured = equals_ignoring_case(word, "M");
            next_word();
        }
        return accept_empty() || read_body(type, depth);
    }

    bool read_body(Type type, int depth)
    {
        switch (type) {
        case Type::Point:
            return read_loose_points() && m_points_read == 1;
        case Type::LineString:
            return read_line();
        case Type::Polygon:
            return read_polygon();
        case Type::MultiPoint:
            return read_loose_points();
        case Type::MultiLineString:
            return read_list([this] { return accept_empty() || read_line(); });
        case Type::MultiPolygon:
            return read_list([this] { return accept_empty() || read_polygon(); });
        case Type::Collection:
            return read_list([this, depth] { return read_geometry(depth + 1); });
        case Type::Unknown:
            break;
        }
        return false;
    }

    /// "( item , item ... )"
    template <typename Item>
    bool read_list(Item item)
    {
        if (!accept('(')) {
            return false;
        }
        do {
            if (!item()) {
                return false;
            }
        } while (accept(','));
        return accept(')');
    }

    /// Of a point or multipoint; each point may have its own parentheses.
    bool read_loose_points()
    {
        bool const is_read = read_list([this] {
            if (accept_empty()) {
                return true;
            }
            bool const is_wrapped = accept('(');
            return read_point() && (!is_wrapped || accept(')'));
        });
        m_points_read = m_builder.open_points();
        m_builder.end_points();
        return is_read;
    }

    bool read_line()
    {
        if (!read_list([this] { return read_point(); })) {
            return false;
        }
        m_builder.end_line();
        return true;
    }

    bool read_polygon()
    {
        bool const is_read = read_list([this] {
            if (!accept_empty() && !read_list([this] { return read_point(); })) {
                return false;
            }
            m_builder.end_ring();
            return true;
        });
        m_builder.end_polygon();
        return is_read;
    }

    /// Two to four numbers, the third is Z unless the type says M.
    bool read_point()
    {
        Point point;
        if (!read_number(point.x) || !read_number(point.y)) {
            return false;
        }
        double third = 0;
        double ignored = 0;
        if (read_number(third)) {
            (void)read_number(ignored);
        }
        m_builder.points().push_back(point);
        if (m_builder.has_z()) {
            m_builder.z().push_back(m_is_measured ? 0 : third);
        }
        return true;
    }

    bool read_number(double& value)
    {
        skip_spaces();
        auto text = m_rest;
        if (text.starts_with('+')) {
            text.remove_prefix(1);
        }
        auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{}) {
            return false;
        }
        m_rest = {end, static_cast<std::size_t>(text.data() + text.size() - end)};
        return true;
    }

    void skip_srid()
    {
        skip_spaces();
        auto const end = m_rest.find(';');
        if (starts_with_ignoring_case(m_rest, "SRID=") && end != std::string_view::npos &&
            parse_int(m_rest.substr(5, end - 5))) {
            m_rest.remove_prefix(end + 1);
        }
    }

    void skip_spaces() noexcept
    {
        while (!m_rest.empty() && is_space(m_rest.front())) {
            m_rest.remove_prefix(1);
        }
    }

    std::string_view peek_word() noexcept
    {
        skip_spaces();
        std::size_t size = 0;
        while (size < m_rest.size() && is_letter(m_rest[size])) {
            ++size;
        }
        return m_rest.substr(0, size);
    }

    std::string_view next_word() noexcept
    {
        auto const word = peek_word();
        m_rest.remove_prefix(word.size());
        return word;
    }

    bool accept_empty() noexcept
    {
        if (!equals_ignoring_case(peek_word(), "EMPTY")) {
            return false;
        }
        next_word();
        return true;
    }

    bool accept(char c) noexcept
    {
        skip_spaces();
        if (!m_rest.starts_with(c)) {
            return false;
        }
        m_rest.remove_prefix(1);
        return true;
    }

    std::string_view m_rest;
    FeatureBuilder& m_builder;
    bool m_is_measured = false;    ///< the third number is M
    std::size_t m_points_read = 0; ///< by the last read_loose_points()
};

class Writer {
public:
    Writer(GeometryColumn const& column, WktStyle style) : m_column(column), m_style(style) {}

    void type(std::string_view name)
    {
        m_out += name;
        m_out += m_style == WktStyle::OfGeos ? " " : "";
    }

    /// A list in brackets of what `write` writes of each place.
    template <typename Write>
    void list(std::size_t first, std::size_t last, Write write)
    {
        m_out += '(';
        for (auto place = first; place < last; ++place) {
            m_out += place == first ? "" : m_style == WktStyle::OfGeos ? ", " : ",";
            write(place);
        }
        m_out += ')';
    }

    void points(std::span<Point const> points)
    {
        list(0, points.size(),
             [&](std::size_t i) { m_out += number(points[i].x) + ' ' + number(points[i].y); });
    }

    void part(std::size_t part, bool is_polygon)
    {
        auto const first = m_column.first_ring(part);
        auto const write_ring = [this](std::size_t ring) { points(m_column.ring(ring)); };
        if (is_polygon) {
            list(first, m_column.part_ends[part], write_ring);
        } else if (first < m_column.part_ends[part]) {
            write_ring(first);
        }
    }

    [[nodiscard]] std::string take() { return std::move(m_out); }

private:
    [[nodiscard]] std::string number(double value) const
    {
        if (m_style == WktStyle::Compact) {
            return format_double(value);
        }
        std::array<char, 400> text{}; // 309 digits before the point
        auto const written =
            std::to_chars(text.begin(), text.end(), value, std::chars_format::fixed, 16);
        return {text.begin(), written.ptr};
    }

    GeometryColumn const& m_column;
    WktStyle m_style;
    std::string m_out;
};

} // namespace

bool append_wkt(std::string_view text, Kind requested, GeometryColumn& out)
{
    FeatureBuilder builder{requested, out};
    return Reader{text, builder}.read_all() && builder.finish();
}

std::string encode_wkt(GeometryColumn const& column, std::size_t index, WktStyle style)
{
    auto const kind = column.kinds[index];
    if (kind == Kind::None) {
        return "GEOMETRYCOLLECTION EMPTY";
    }
    Writer out{column, style};
    if (kind == Kind::Point) {
        auto const points = column.points_of(index);
        out.type(points.size() == 1 ? "POINT" : "MULTIPOINT");
        out.points(points);
        return out.take();
    }
    auto const first = column.first_part(index);
    auto const last = column.feature_ends[index];
    bool const is_polygon = kind == Kind::Polygon;
    auto const write_part = [&](std::size_t part) { out.part(part, is_polygon); };
    std::string const name = is_polygon ? "POLYGON" : "LINESTRING";
    bool const is_multi = last - first != 1;
    out.type(is_multi ? "MULTI" + name : name);
    is_multi ? out.list(first, last, write_part) : write_part(first);
    return out.take();
}

} // namespace ms::geometry
