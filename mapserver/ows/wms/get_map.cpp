// SPDX-License-Identifier: MIT
#include "ows/wms/get_map.hpp"

#include "base/string.hpp"
#include "base/trace.hpp"
#include "ows/common/metadata.hpp"
#include "ows/images/image_response.hpp"
#include "ows/images/image_tag.hpp"
#include "ows/images/map_errors.hpp"
#include "ows/images/viewer.hpp"
#include "ows/wms/drawing.hpp"
#include "ows/wms/tiled_map.hpp"
#include "ows/wms/unknown_properties.hpp"
#include "render/core/lone_image.hpp"
#include "render/run.hpp"

#include <algorithm>
#include <optional>

namespace ms::ows::wms {

namespace {

using render::LayerChoice;

/// The shortest wms_http_max_age of the map and the layers drawn.
std::optional<int> max_age(mapfile::Map const& map, std::vector<LayerChoice> const& layers)
{
    std::optional<int> shortest = parse_int(wms_value(map.web.metadata, "http_max_age"));
    for (auto const& choice : layers) {
        auto const& metadata = map.layers[choice.layer].metadata;
        if (auto const age = parse_int(wms_value(metadata, "http_max_age"))) {
            shortest = std::min(shortest.value_or(*age), *age);
        }
    }
    return shortest;
}

/// FORMAT=application/openlayers: a page that requests the same map as an image.
http::Response viewer(Call const& call, GetMap const& request)
{
    auto const shown = resolve_view(request, *call.map, "GetMap", call.services.budget);
    bool const is_new = request.version == Version::V130;
    Viewer page{.title = call.map->name,
                .extent_separator = ",",
                .system = *shown.view.crs,
                .extent = *shown.view.extent};
    page.is_northing_first = is_new && page.system.is_axis_inverted();
    page.parameters = {{"SERVICE", "WMS"},
                       {"VERSION", std::string{to_text(request.version)}},
                       {"REQUEST", "GetMap"},
                       {"LAYERS", std::string{call.parameters().value("LAYERS")}},
                       {"STYLES", std::string{call.parameters().value("STYLES")}},
                       {is_new ? "CRS" : "SRS", request.system},
                       {"BBOX", "{extent}"},
                       {"WIDTH", "{width}"},
                       {"HEIGHT", "{height}"},
                       {"FORMAT", "image/png"}};
    return viewer_page(call, page);
}

http::Response draw(Call const& call)
{
    auto const& map = *call.map;
    std::optional<Timed> planning{std::in_place, call.services.trace, Stage::Plan};
    auto const request = parse_get_map(call.parameters(), map);
    if (equals_ignoring_case(request.format, "application/openlayers")) {
        return viewer(call, request);
    }
    auto drawing = resolve(request, call.parameters(), map, call.services.budget);
    check_filters(call, *drawing.overrides.layers);
    auto const view = render::make_viewport(map, drawing.view);
    drawing.overrides.nearest_rule = render::rule_of_wms_image(view);
    auto const [tiled, state] = plan_tiles(call, drawing, view);
    auto const plan =
        tiled ? std::nullopt
              : std::optional{render::make_plan(call.map, view, drawing.overrides, drawing.format)};
    planning.reset();
    auto const tag = tiled ? tiled->tag : state ? tag_of(call, *state) : image_tag(call, *plan);
    auto response = not_modified(call, tag, drawing.format.mime_type).value_or(http::Response{});
    bool is_incomplete = false;
    if (response.status == 200) {
        auto image = tiled ? draw_tiles(call, *tiled) : render::run(*plan, call.services);
        if (image.is_incomplete && tiled) {
            image =
                render::run(render::make_plan(call.map, view, drawing.overrides, drawing.format),
                            call.services);
        }
        is_incomplete = image.is_incomplete;
        response = map_response(call, image, drawing.format, view.resolution);
        set_validator(response, tag, is_incomplete);
    }
    for (auto const& warning : drawing.warnings) {
        response.headers.emplace_back("Warning", warning);
    }
    auto const age = is_incomplete ? std::nullopt : max_age(map, *drawing.overrides.layers);
    if (age) {
        response.headers.emplace_back("Cache-Control", "max-age=" + std::to_string(*age));
    }
    return response;
}

} // namespace

http::Response get_map(Call const& call)
{
    return with_map_errors([&] { return draw(call); });
}

} // namespace ms::ows::wms
