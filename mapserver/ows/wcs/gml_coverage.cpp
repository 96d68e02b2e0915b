// SPDX-License-Identifier: MIT
#include "ows/wcs/gml_coverage.hpp"

#include "base/string.hpp"
#include "ows/wcs/documents.hpp"

#include <fmt/format.h>

#include <array>

namespace ms::ows::wcs {

namespace {

/// How a document writes the axes of a CRS.
struct Axes {
    bool is_north_first; ///< in tuples of coordinates
    std::string_view x;  ///< "long" or "x"
    std::string_view y;
    std::string_view unit;
};

Axes axes_of(GmlGrid const& grid)
{
    bool const has_north_first =
        grid.system.is_defined() && is_north_first(grid.system_name, grid.system);
    bool const is_geographic = grid.system.is_defined() && grid.system.is_geographic();
    return is_geographic ? Axes{has_north_first, "long", "lat", "deg"}
                         : Axes{has_north_first, "x", "y", "m"};
}

std::string ordered(Axes const& axes, std::string const& x, std::string const& y)
{
    return axes.is_north_first ? y + ' ' + x : x + ' ' + y;
}

std::string fixed(double number)
{
    return fmt::format("{:.6f}", number);
}

/// METADATA "<band>_<key>", else "<key of all bands>", else the default.
std::string_view band_value(Coverage const& coverage, std::string const& band, std::string_view key,
                            std::string_view of_all)
{
    if (auto const* const own = coverage.layer->metadata.find(band + "_" + std::string{key})) {
        return *own;
    }
    auto const text = value_of(coverage, band + "_" + std::string{key});
    return text.empty() ? value_of(coverage, of_all) : text;
}

struct TypeLimits {
    std::string_view interval;
    std::string_view figures; ///< significant ones
};

TypeLimits limits_of(raster::SampleType type)
{
    switch (type) {
    case raster::SampleType::Byte:
        return {"0 255", "3"};
    case raster::SampleType::Int16:
        return {"-32768 32767", "5"};
    default:
        return {"-3.4028e+38 3.4028e+38", "12"};
    }
}

void write_nil_values(XmlWriter& xml, Coverage const& coverage, std::string const& band)
{
    xml.open("swe:nilValues");
    auto text = band_value(coverage, band, "nilvalues", "nilvalues");
    text = text.empty() ? value_of(coverage, "rangeset_nullvalue") : text;
    auto const values = split_words(text);
    auto const reasons = split_words(band_value(coverage, band, "nilvalues_reasons", ""));
    if (!values.empty()) {
        xml.open("swe:NilValues");
        for (std::size_t i = 0; i < values.size(); ++i) {
            xml.open("swe:nilValue")
                .attribute("reason", i < reasons.size() ? reasons[i] : std::string_view{})
                .text(values[i])
                .close();
        }
        xml.close();
    }
    xml.close();
}

void write_band(XmlWriter& xml, Coverage const& coverage, std::string const& band)
{
    xml.open("swe:field").attribute("name", band).open("swe:Quantity");
    if (auto const text = band_value(coverage, band, "band_definition", "band_definition");
        !text.empty()) {
        xml.attribute("definition", text);
    }
    auto const optional = [&](std::string_view element, std::string_view key,
                              std::string_view of_all) {
        if (auto const text = band_value(coverage, band, key, of_all); !text.empty()) {
            xml.element(element, text);
        }
    };
    optional("swe:description", "band_description",
             value_of(coverage, "rangeset_axes").empty() ? "band_description" : "description");
    write_nil_values(xml, coverage, band);
    auto const limits = limits_of(coverage.type);
    auto const uom = band_value(coverage, band, "band_uom", "band_uom");
    auto const interval = band_value(coverage, band, "interval", "");
    auto const figures = band_value(coverage, band, "significant_figures", "significant_figures");
    xml.open("swe:uom").attribute("code", uom.empty() ? "W.m-2.Sr-1" : uom).close();
    xml.open("swe:constraint")
        .open("swe:AllowedValues")
        .element("swe:interval", interval.empty() ? limits.interval : interval)
        .element("swe:significantFigures", figures.empty() ? limits.figures : figures)
        .close()
        .close();
    xml.close().close();
}

} // namespace

void write_namespaces_20(XmlWriter& xml)
{
    xml.attribute("xmlns:wcs", "http://www.opengis.net/wcs/2.0")
        .attribute("xmlns:ows", "http://www.opengis.net/ows/2.0")
        .attribute("xmlns:ogc", "http://www.opengis.net/ogc")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
        .attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:gml", "http://www.opengis.net/gml/3.2")
        .attribute("xmlns:gmlcov", "http://www.opengis.net/gmlcov/1.0")
        .attribute("xmlns:swe", "http://www.opengis.net/swe/2.0");
}

GmlGrid grid_of(Coverage const& coverage)
{
    return {coverage.layer->name, coverage.system_name, coverage.system, coverage.extent,
            coverage.size};
}

std::string uri_of(std::string_view system)
{
    auto const colon = system.find(':');
    return colon == std::string_view::npos || system.starts_with("http:")
               ? std::string{system}
               : fmt::format("http://www.opengis.net/def/crs/{}/0/{}", system.substr(0, colon),
                             system.substr(colon + 1));
}

void write_bounds(XmlWriter& xml, GmlGrid const& grid)
{
    auto const axes = axes_of(grid);
    auto const corner = [&](double x, double y) {
        return ordered(axes, number_text(x), number_text(y));
    };
    xml.open("gml:boundedBy")
        .open("gml:Envelope")
        .attribute("srsName", uri_of(grid.system_name))
        .attribute("axisLabels", ordered(axes, std::string{axes.x}, std::string{axes.y}))
        .attribute("uomLabels", std::string{axes.unit} + ' ' + std::string{axes.unit})
        .attribute("srsDimension", "2")
        .element("gml:lowerCorner", corner(grid.extent.min_x, grid.extent.min_y))
        .element("gml:upperCorner", corner(grid.extent.max_x, grid.extent.max_y))
        .close()
        .close();
}

void write_domain(XmlWriter& xml, GmlGrid const& grid)
{
    auto const axes = axes_of(grid);
    auto const uri = uri_of(grid.system_name);
    double const cell_x = (grid.extent.max_x - grid.extent.min_x) / grid.size.width;
    double const cell_y = (grid.extent.max_y - grid.extent.min_y) / grid.size.height;
    xml.open("gml:domainSet")
        .open("gml:RectifiedGrid")
        .attribute("dimension", "2")
        .attribute("gml:id", "grid_" + grid.id);
    xml.open("gml:limits")
        .open("gml:GridEnvelope")
        .element("gml:low", "0 0")
        .element("gml:high", fmt::format("{} {}", grid.size.width - 1, grid.size.height - 1))
        .close()
        .close();
    xml.element("gml:axisLabels", fmt::format("{} {}", axes.x, axes.y));
    xml.open("gml:origin")
        .open("gml:Point")
        .attribute("gml:id", "grid_origin_" + grid.id)
        .attribute("srsName", uri)
        .element("gml:pos", ordered(axes, fixed(grid.extent.min_x + cell_x / 2),
                                    fixed(grid.extent.max_y - cell_y / 2)))
        .close()
        .close();
    for (auto const& [x, y] : {std::array{fixed(cell_x), std::string{"0"}},
                               std::array{std::string{"0"}, fixed(-cell_y)}}) {
        xml.open("gml:offsetVector").attribute("srsName", uri).text(ordered(axes, x, y)).close();
    }
    xml.close().close();
}

void write_range(XmlWriter& xml, Coverage const& coverage, std::vector<std::size_t> const& bands)
{
    auto const names = band_names(coverage);
    xml.open("gmlcov:rangeType").open("swe:DataRecord");
    for (auto const band : bands) {
        write_band(xml, coverage, names[band - 1]);
    }
    xml.close().close();
}

} // namespace ms::ows::wcs
