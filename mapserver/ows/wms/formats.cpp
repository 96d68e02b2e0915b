// SPDX-License-Identifier: MIT
#include "ows/wms/formats.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/wms/wms_exception.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/output.hpp"

#include <algorithm>

namespace ms::ows::wms {

namespace {

/// Keeps the formats that a list of MIME types and names allows; all if there is no list.
void keep_listed(std::vector<mapfile::OutputFormat>& formats, std::string const* list)
{
    if (list == nullptr) {
        return;
    }
    auto const allowed = split_list(*list);
    std::erase_if(formats, [&](mapfile::OutputFormat const& format) {
        return std::ranges::none_of(allowed, [&](std::string const& name) {
            return equals_ignoring_case(name, format.mime_type) ||
                   equals_ignoring_case(name, format.name);
        });
    });
}

std::vector<mapfile::OutputFormat> writable_formats(mapfile::Map const& map)
{
    auto formats = render::output_formats(map);
    std::erase_if(
        formats, [](mapfile::OutputFormat const& format) { return !render::is_supported(format); });
    return formats;
}

mapfile::OutputFormat find_format(std::vector<mapfile::OutputFormat> const& formats,
                                  std::string_view text, std::string_view routine)
{
    for (auto const member : {&mapfile::OutputFormat::mime_type, &mapfile::OutputFormat::name}) {
        auto const found = std::ranges::find_if(formats, [&](auto const& format) {
            return !text.empty() && equals_ignoring_case(format.*member, text);
        });
        if (found != formats.end()) {
            return *found;
        }
    }
    throw ServiceException{"InvalidFormat",
                           std::string{routine} +
                               ": Image handling error. Unsupported output format (" +
                               std::string{text.substr(0, 100)} + ")."};
}

} // namespace

std::vector<mapfile::OutputFormat> map_formats(mapfile::Map const& map)
{
    auto formats = writable_formats(map);
    keep_listed(formats, find_wms(map.web.metadata, "getmap_formatlist"));
    return formats;
}

mapfile::OutputFormat find_map_format(mapfile::Map const& map, std::string_view text)
{
    return find_format(map_formats(map), text, in_map_parameters);
}

std::vector<mapfile::OutputFormat> legend_formats(mapfile::Map const& map)
{
    auto formats = writable_formats(map);
    std::erase_if(formats, [](mapfile::OutputFormat const& format) {
        return !render::document_of(format).empty() || render::is_gdal_format(format) ||
               render::writes_features(format);
    });
    keep_listed(formats, find_wms(map.web.metadata, "getlegendgraphic_formatlist"));
    return formats;
}

mapfile::OutputFormat find_legend_format(mapfile::Map const& map, std::string_view text)
{
    // Documents (SVG, PDF) are answered as in MapServer, which does not offer them either.
    auto formats = writable_formats(map);
    std::erase_if(formats, [](mapfile::OutputFormat const& format) {
        return render::is_gdal_format(format) || render::writes_features(format);
    });
    keep_listed(formats, find_wms(map.web.metadata, "getlegendgraphic_formatlist"));
    return find_format(formats, text, "msWMSGetLegendGraphic()");
}

} // namespace ms::ows::wms
