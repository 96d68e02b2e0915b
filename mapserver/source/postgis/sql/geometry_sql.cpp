// SPDX-License-Identifier: MIT
#include "source/postgis/sql/geometry_sql.hpp"

#include "base/string.hpp"

#include <fmt/format.h>

namespace ms::source::postgis {

namespace {

// The TWKB writer of PostGIS knows these and raises an error on any other (curves, TIN ...).
constexpr std::string_view twkb_types =
    "('POINT','MULTIPOINT','LINESTRING','MULTILINESTRING','POLYGON','MULTIPOLYGON')";
// ST_RemoveRepeatedPoints ends the server at a MULTIPOINT with an empty part (PostGIS 3.3.2).
constexpr std::string_view reducible_types =
    "('POINT','LINESTRING','MULTILINESTRING','POLYGON','MULTIPOLYGON')";
constexpr int last_simple_shape = 6;

std::string bind(double value, Statement& statement)
{
    return statement.bind(format_double(value)) + "::float8";
}

} // namespace

GeometrySql::GeometrySql(TableFacts const& facts, Transfer const& transfer, double pixel_size,
                         bool force_2d)
    : m_facts(facts), m_transfer(transfer), m_pixel_size(pixel_size), m_force_2d(force_2d),
      m_column(quote_identifier(facts.geometry) + (facts.is_geography ? "::geometry" : ""))
{}

std::string GeometrySql::encoded(std::string_view box, Statement& statement) const
{
    switch (m_transfer.encoding) {
    case Encoding::Hex:
        return "encode(" + wkb() + ",'hex')";
    case Encoding::Twkb:
        return twkb(box, statement);
    case Encoding::Wkb:
    case Encoding::Snapped:
        break;
    }
    return wkb();
}

std::string GeometrySql::wkb() const
{
    bool const is_flattened = m_force_2d && !m_facts.flat;
    return "ST_AsBinary(" + (is_flattened ? "ST_Force2D(" + m_column + ")" : m_column) + ",'NDR')";
}

std::string GeometrySql::twkb(std::string_view box, Statement& statement) const
{
    auto const coded = on_grid(visible(box, statement), statement);
    if (m_facts.shape >= 1 && m_facts.shape <= last_simple_shape) {
        return coded;
    }
    // Big-endian WKB begins with 0, which no TWKB does: the reader can distinguish them.
    return fmt::format(
        "CASE WHEN GeometryType({0}) IN {1} THEN {2} ELSE ST_AsBinary({0},'XDR') END", m_column,
        m_transfer.reduce || m_transfer.clip_large ? reducible_types : twkb_types, coded);
}

/// The geometry without its invisible parts.
std::string GeometrySql::visible(std::string_view box, Statement& statement) const
{
    bool const is_reduced = m_transfer.reduce || m_transfer.clip_large;
    auto const spacing = is_reduced ? bind(m_transfer.spacing, statement) : "";
    auto const tolerance = is_reduced ? bind(m_transfer.tolerance, statement) : "";
    auto const reduced = [&](std::string const& shape) {
        return fmt::format("ST_Simplify(ST_RemoveRepeatedPoints({},{}),{},true)", shape, spacing,
                           tolerance);
    };
    auto const whole = m_transfer.reduce ? reduced(m_column) : m_column;
    if (!m_transfer.clip_large) {
        return whole;
    }
    return fmt::format("CASE WHEN {} THEN {} ELSE {} END", is_cut(box),
                       reduced(cut(box, statement)), whole);
}

/// The stored size is known without reading the geometry. A geometry that is thinned anyway, and
/// completely visible, is not cut, so that it can be cached.
std::string GeometrySql::is_cut(std::string_view box) const
{
    if (!m_transfer.clip_large) {
        return "false";
    }
    auto const is_large = fmt::format("pg_column_size({}) > {}", quote_identifier(m_facts.geometry),
                                      large_geometry_bytes);
    return m_transfer.level > 0 ? fmt::format("{} AND NOT {} @ {}", is_large, m_column, box)
                                : is_large;
}

/// Cuts the invisible parts: the box includes the reach of symbols already, and the cut edge stays
/// further out. Done before thinning, as PostGIS cuts valid polygons best.
std::string GeometrySql::cut(std::string_view box, Statement& statement) const
{
    constexpr double pixels = 16;
    return fmt::format("ST_ClipByBox2D({},ST_Expand({}::box2d,{}))", m_column, box,
                       bind(pixels * m_pixel_size, statement));
}

std::string GeometrySql::on_grid(std::string const& shape, Statement& statement) const
{
    auto const scale = bind(1 / m_transfer.grid, statement);
    auto const dx = bind(0 - m_transfer.origin.x, statement);
    auto const dy = bind(0 - m_transfer.origin.y, statement);
    auto const flat = m_facts.flat ? shape : "ST_Force2D(" + shape + ")";
    // For a geometry with a srid, ST_AsTWKB looks up the precision that fits its units, even if it
    // is given one: 3 us per row, as long as a hundred vertices take.
    return fmt::format("ST_AsTWKB(ST_SetSRID(ST_TransScale({0},{1},{2},{3},{3}),0),0)", flat, dx,
                       dy, scale);
}

} // namespace ms::source::postgis
