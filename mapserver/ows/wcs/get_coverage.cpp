// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/common/attachment.hpp"
#include "ows/images/image_response.hpp"
#include "ows/wcs/coverage_layer.hpp"
#include "ows/wcs/formats.hpp"
#include "ows/wcs/gml_coverage.hpp"
#include "ows/wcs/grid.hpp"
#include "ows/wcs/multipart.hpp"
#include "ows/wcs/operations.hpp"
#include "ows/wcs/read_values.hpp"
#include "ows/wcs/version.hpp"
#include "ows/wcs/wcs_exception.hpp"
#include "render/core/gdal_output.hpp"
#include "render/core/output.hpp"
#include "render/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace ms::ows::wcs {

namespace {

/// All that a GetCoverage is resolved to.
struct Answer {
    Coverage coverage;
    Grid grid;
    Sampling sampling;
    mapfile::OutputFormat format;
    expr::Expression filter; ///< of the rows of an index
};

void check_parameters(Request const& request)
{
    auto const missing = [](std::string_view locator, std::string_view routine,
                            std::string_view text) {
        throw WcsException{missing_value, std::string{locator}, routine, text};
    };
    if (family_of(request.version) == Family::V20) {
        if (request.coverages.empty()) {
            missing("coverage", in_get_coverage_20,
                    "Required parameter CoverageID was not supplied.");
        }
        if (request.coverages.size() > 1) {
            throw WcsException{"TooManyParameterValues", "coverage", in_get_coverage_20,
                               "GetCoverage operation supports only one coverage."};
        }
        return;
    }
    if (request.crs.empty()) {
        missing("crs", in_get_coverage, "Required parameter CRS was not supplied.");
    }
    if (!request.box && request.time.empty()) {
        missing("bbox/time", in_get_coverage, "One of BBOX or TIME is required");
    }
    if (!request.box) {
        missing("bbox", in_get_coverage, "Required parameter BBOX was not supplied.");
    }
    if (!request.has_coverages) {
        missing("coverage", in_get_coverage, "Required parameter COVERAGE was not supplied.");
    }
}

Coverage requested_coverage(Call const& call, Request const& request)
{
    bool const is_20 = family_of(request.version) == Family::V20;
    auto const name = fmt::format("{}", fmt::join(request.coverages, ","));
    auto const layer = find_coverage(*call.map, name, "GetCoverage");
    if (!layer) {
        throw WcsException{is_20 ? "NoSuchCoverage" : invalid_value,
                           is_20 ? "coverageid" : "coverage",
                           is_20 ? in_get_coverage_20 : in_get_coverage,
                           fmt::format("{}={} not found, not in supported layer list. A layer "
                                       "might be disabled for this request. Check "
                                       "wcs/ows_enable_request settings.",
                                       is_20 ? "COVERAGEID" : "COVERAGE", name.substr(0, 100)),
                           is_20 ? ErrorKind::NotFound : ErrorKind::BadRequest};
    }
    return coverage_of(call, *layer);
}

mapfile::OutputFormat requested_format(Call const& call, Request const& request,
                                       Coverage const& coverage)
{
    bool const is_20 = family_of(request.version) == Family::V20;
    std::string name = request.format.value_or("");
    if (name.empty() && is_20) {
        name = native_format(*call.map, coverage);
        if (name.empty()) {
            throw WcsException{missing_value, "format", in_get_coverage_20,
                               "Output format could not be automatically determined. Use the "
                               "FORMAT parameter to specify a format."};
        }
    }
    if (name.empty()) {
        throw WcsException{missing_value, "format", in_get_coverage,
                           "Missing required FORMAT parameter."};
    }
    auto const format = find_format(*call.map, name);
    if (!format) {
        throw WcsException{invalid_value, "format", is_20 ? in_get_coverage_20 : in_get_coverage,
                           is_20 ? fmt::format("Unrecognized value '{}' for the FORMAT parameter.",
                                               name.substr(0, 100))
                                 : std::string{"Unrecognized value for the FORMAT parameter."}};
    }
    return *format;
}

/// TIME: positions that wcs_timeposition lists, of the column wcs_timeitem of the index.
expr::Expression time_filter(Request const& request, Coverage const& coverage)
{
    if (request.time.empty()) {
        return {};
    }
    auto const item = value_of(coverage, "timeitem");
    if (item.empty() || coverage.layer->tile_index.empty()) {
        throw WcsException{invalid_value, "time", in_get_coverage,
                           "The coverage does not support temporal subsetting."};
    }
    auto const positions = split_list(value_of(coverage, "timeposition"));
    auto const column = replace_all(item, "]", "]]");
    std::string text;
    for (auto const& time : list_of(request.time, "time")) {
        if (std::ranges::find(positions, time) == positions.end()) {
            throw WcsException{invalid_value, "time", in_get_coverage,
                               fmt::format("The coverage does not have a time position of {}.",
                                           time.substr(0, 100))};
        }
        text += fmt::format("{}(\"[{}]\" = \"{}\")", text.empty() ? "" : " OR ", column, time);
    }
    return expr::parse('(' + text + ')');
}

Grid requested_grid(Request const& request, Coverage const& coverage)
{
    switch (family_of(request.version)) {
    case Family::V10:
        return grid_10(request, coverage);
    case Family::V11:
        return grid_11(request, coverage);
    default:
        return grid_20(request, coverage);
    }
}

Answer resolve(Call const& call, Request const& request)
{
    check_parameters(request);
    Answer answer{.coverage = requested_coverage(call, request),
                  .grid = {},
                  .sampling = {},
                  .format = {},
                  .filter = {}};
    answer.filter = time_filter(request, answer.coverage);
    answer.format = requested_format(call, request, answer.coverage);
    answer.grid = requested_grid(request, answer.coverage);
    check_size(answer.grid, *call.map, family_of(request.version));
    answer.sampling = sampling_of(request, answer.coverage);
    answer.format =
        coverage_format(std::move(answer.format), request, answer.coverage, answer.sampling);
    return answer;
}

/// The coverage as files; the first is the one that the format names.
ogr::Files draw(Call const& call, Answer const& answer)
{
    bool const is_gdal = render::is_gdal_format(answer.format);
    bool const is_raw = is_gdal && render::parse_gdal_format(answer.format).is_raw;
    render::Overrides overrides;
    overrides.layers.emplace(1);
    auto& choice = overrides.layers->front();
    choice.layer = answer.coverage.index;
    choice.changed = std::make_shared<mapfile::Layer const>(
        coverage_layer(answer.coverage, answer.sampling, is_raw));
    choice.filter = answer.filter;
    overrides.embeds_furniture = false;
    // MapServer resamples where the pixels of a request are not square.
    overrides.nearest_rule = answer.grid.is_oblong || answer.grid.is_resampled
                                 ? render::NearestRule::Reduced
                                 : render::NearestRule::Stretched;
    auto view = view_of(answer.grid);
    if (answer.grid.is_oblong && !answer.coverage.layer->mask.empty()) {
        view.aspect = render::PixelAspect::Oblong; // masks begin at the edges of pixels, as there
    }
    auto const plan = render::make_plan(call.map, render::make_viewport(*call.map, view), overrides,
                                        answer.format);
    auto image = render::run(plan, call.services);
    if (is_gdal) {
        auto const* const name = answer.format.options.find("FILENAME");
        image.companions.insert(image.companions.begin(), {*name, std::move(image.document)});
        return std::move(image.companions);
    }
    auto response = map_response(call, image, answer.format, call.map->resolution);
    return {{"wcs." + answer.format.extension, std::move(response.body)}};
}

Part part_of(ogr::File file, std::string const& mime_type, bool names_file)
{
    return {{{"Content-Type", mime_type},
             {"Content-Description", "coverage data"},
             {"Content-Transfer-Encoding", "binary"},
             {"Content-ID", "coverage/" + file.name},
             {"Content-Disposition",
              names_file ? disposition(file.name, "INLINE") : std::string{"INLINE"}}},
            std::move(file.bytes)};
}

std::vector<Part> parts_of(ogr::Files files, Answer const& answer, bool names_files)
{
    std::vector<Part> parts;
    for (auto& file : files) {
        parts.push_back(part_of(std::move(file),
                                parts.empty() ? answer.format.mime_type
                                              : std::string{"application/octet-stream"},
                                names_files));
    }
    return parts;
}

Part text_part(std::string type, std::string_view text)
{
    return {{{"Content-Type", std::move(type)}}, {text.begin(), text.end()}};
}

http::Response response_10(ogr::Files files, Answer const& answer)
{
    http::Response response;
    response.content_type = answer.format.mime_type;
    if (render::is_gdal_format(answer.format) &&
        files.front().name != "out." + answer.format.extension) {
        response.headers.emplace_back("Content-Disposition", disposition(files.front().name));
    }
    response.body = std::move(files.front().bytes);
    return response;
}

/// The only element that differs is the name of the file.
constexpr std::string_view coverages_document = R"(<?xml version="1.0" encoding="UTF-8"?>
<Coverages
     xmlns="http://www.opengis.net/wcs/1.1"
     xmlns:ows="http://www.opengis.net/ows/1.1"
     xmlns:xlink="http://www.w3.org/1999/xlink"
     xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
     xsi:schemaLocation="http://www.opengis.net/ows/1.1 ../owsCoverages.xsd">
  <Coverage>
    <ows:Reference xlink:href="cid:coverage/{}"/>
  </Coverage>
</Coverages>
)";

http::Response response_11(Call const& call, ogr::Files files, Answer const& answer)
{
    auto const text = fmt::format(coverages_document, escape_xml(files.front().name));
    auto parts = parts_of(std::move(files), answer, false);
    auto first = text_part("text/xml; charset=UTF-8", text);
    first.headers.emplace_back("Content-ID", "wcs.xml");
    parts.insert(parts.begin(), std::move(first));
    return multipart_response(call, "multipart/mixed", std::move(parts));
}

/// OGC 12-100r1: what GeoTIFFs are in a coverage.
constexpr std::string_view geotiff_profile =
    "http://www.opengis.net/spec/GMLCOV_geotiff-coverages/1.0/conf/geotiff-coverage";

std::string gml_of(Call const& call, Answer const& answer, std::string const& file)
{
    GmlGrid const grid{.id = answer.coverage.layer->name,
                       .system_name = answer.grid.system.authority_code().empty()
                                          ? answer.grid.system_name
                                          : answer.grid.system.authority_code(),
                       .system = answer.grid.system,
                       .extent = answer.grid.edges,
                       .size = answer.grid.size};
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    xml.open("gmlcov:RectifiedGridCoverage");
    write_namespaces_20(xml);
    xml.attribute("xsi:schemaLocation", "http://www.opengis.net/wcs/2.0 " +
                                            schemas_location(*call.map, Service::Wcs) +
                                            "/wcs/2.0/wcsAll.xsd ")
        .attribute("gml:id", grid.id);
    write_bounds(xml, grid);
    write_domain(xml, grid);
    auto const reference = "cid:coverage/" + file;
    xml.open("gml:rangeSet").open("gml:File").open("gml:rangeParameters");
    xml.attribute("xlink:href", reference)
        .attribute("xlink:role", answer.format.mime_type == "image/tiff"
                                     ? geotiff_profile
                                     : std::string_view{answer.format.mime_type})
        .attribute("xlink:arcrole", "fileReference")
        .close();
    xml.element("gml:fileReference", reference)
        .open("gml:fileStructure")
        .close()
        .element("gml:mimeType", answer.format.mime_type)
        .close()
        .close();
    write_range(xml, answer.coverage, answer.sampling.bands);
    xml.close();
    return xml.take();
}

http::Response response_20(Call const& call, Request const& request, ogr::Files files,
                           Answer const& answer)
{
    bool const names_files = render::is_gdal_format(answer.format);
    auto const name = files.front().name;
    auto parts = parts_of(std::move(files), answer, names_files);
    if (request.is_multipart) {
        parts.insert(parts.begin(),
                     text_part("application/gml+xml; charset=UTF-8", gml_of(call, answer, name)));
    }
    if (parts.size() > 1) {
        return multipart_response(call, "multipart/related", std::move(parts));
    }
    http::Response response;
    response.content_type = answer.format.mime_type;
    auto& headers = parts.front().headers;
    response.headers.assign(headers.begin() + 1, headers.end());
    response.body = std::move(parts.front().body);
    return response;
}

} // namespace

http::Response get_coverage(Call const& call, Request const& request)
{
    auto const answer = resolve(call, request);
    auto files = draw(call, answer);
    switch (family_of(request.version)) {
    case Family::V10:
        return response_10(std::move(files), answer);
    case Family::V11:
        return response_11(call, std::move(files), answer);
    default:
        return response_20(call, request, std::move(files), answer);
    }
}

} // namespace ms::ows::wcs
