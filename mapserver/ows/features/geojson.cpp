// SPDX-License-Identifier: MIT
#include "ows/features/geojson.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

namespace ms::ows {

namespace {

using feature::FieldType;
using geometry::GeometryColumn;
using geometry::Kind;
using geometry::Point;

void append_number(std::string& out, double value, int digits)
{
    std::array<char, 400> text{};
    auto const [end, failure] = std::to_chars(text.data(), text.data() + text.size(), value,
                                              std::chars_format::fixed, digits);
    if (failure != std::errc{}) {
        return;
    }
    std::string_view number{text.data(), static_cast<std::size_t>(end - text.data())};
    if (number.find('.') != std::string_view::npos) {
        number = number.substr(0, number.find_last_not_of('0') + 1);
        number = number.ends_with('.') ? number.substr(0, number.size() - 1) : number;
    }
    out.append(number);
}

/// Numbers that have no more digits stay unchanged, without rounding errors.
double rounded_up(double value, int digits)
{
    constexpr double noise = 1e-12;
    auto const scaled = value * std::pow(10.0, digits);
    auto const nearest = std::round(scaled);
    bool const is_whole = std::abs(scaled - nearest) <= std::abs(scaled) * noise;
    return (is_whole ? nearest : std::ceil(scaled)) / std::pow(10.0, digits);
}

/// "[a,b,c]" of the texts that `write` appends for each index.
template <typename Write>
void append_list(std::string& out, std::size_t first, std::size_t last, Write write)
{
    out.push_back('[');
    for (auto i = first; i < last; ++i) {
        if (i != first) {
            out.push_back(',');
        }
        write(i);
    }
    out.push_back(']');
}

class GeometryWriter {
public:
    GeometryWriter(std::string& out, GeometryColumn const& column, std::size_t feature,
                   JsonCoordinates const& form)
        : m_out(out), m_column(column), m_feature(feature), m_form(form)
    {}

    void write()
    {
        auto const first = m_column.first_part(m_feature);
        auto const last = m_column.feature_ends[m_feature];
        switch (m_column.kinds[m_feature]) {
        case Kind::None:
            m_out.append("null");
            return;
        case Kind::Point: {
            auto const points = m_column.points_of(m_feature);
            auto const z = m_column.z_of(m_feature);
            write_pieces("Point", 0, points.size(),
                         [&](std::size_t i) { write_point(points, z, i); });
            return;
        }
        case Kind::Line:
            write_pieces("LineString", first, last,
                         [&](std::size_t part) { write_ring(m_column.first_ring(part)); });
            return;
        case Kind::Polygon:
            write_pieces("Polygon", first, last, [&](std::size_t part) {
                append_list(m_out, m_column.first_ring(part), m_column.part_ends[part],
                            [&](std::size_t ring) { write_ring(ring); });
            });
            return;
        }
    }

private:
    template <typename Write>
    void write_pieces(std::string_view type, std::size_t first, std::size_t last, Write piece)
    {
        bool const is_multi = last - first != 1;
        m_out.append("{\"type\":\"").append(is_multi ? "Multi" : "").append(type);
        m_out.append("\",\"coordinates\":");
        if (is_multi) {
            append_list(m_out, first, last, piece);
        } else {
            piece(first);
        }
        m_out.push_back('}');
    }

    void write_point(std::span<Point const> points, std::span<double const> z, std::size_t i)
    {
        auto const& point = points[i];
        m_out.push_back('[');
        write_number(m_form.is_north_east ? point.y : point.x);
        m_out.push_back(',');
        write_number(m_form.is_north_east ? point.x : point.y);
        if (m_form.has_z && !z.empty()) {
            m_out.push_back(',');
            write_number(z[i]);
        }
        m_out.push_back(']');
    }

    void write_number(double value)
    {
        auto const digits = m_form.digits;
        append_number(m_out, m_form.rounding == Rounding::Up ? rounded_up(value, digits) : value,
                      digits); // rounds to the nearest
    }

    void write_ring(std::size_t ring)
    {
        auto const points = m_column.ring(ring);
        auto const z = m_column.z_of_ring(ring);
        append_list(m_out, 0, points.size(), [&](std::size_t i) { write_point(points, z, i); });
    }

    std::string& m_out;
    GeometryColumn const& m_column;
    std::size_t m_feature;
    JsonCoordinates m_form;
};

} // namespace

double rounded(double value, JsonCoordinates const& form)
{
    if (form.rounding == Rounding::Up) {
        return rounded_up(value, form.digits);
    }
    auto const scale = std::pow(10.0, form.digits);
    return std::round(value * scale) / scale;
}

void append_json_geometry(std::string& out, GeometryColumn const& column, std::size_t feature,
                          JsonCoordinates const& form)
{
    GeometryWriter{out, column, feature, form}.write();
}

} // namespace ms::ows
