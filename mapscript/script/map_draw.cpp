// SPDX-License-Identifier: MIT
// Images of a map and answers about it: the functions that map2img and the server use.
#include "script/map.hpp"

#include "base/string.hpp"
#include "base/xml.hpp"
#include "http/query_string.hpp"
#include "image/bitmap.hpp"
#include "ows/operation.hpp"
#include "render/core/lone_image.hpp"
#include "render/core/output.hpp"
#include "render/run.hpp"
#include "script/drawing.hpp"
#include "script/image.hpp"
#include "script/output_buffer.hpp"
#include "script/request.hpp"
#include "script/services.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::script {

namespace {

/// A SERVICE that MapServer does not know leaves the request to the script.
bool is_for_a_service(OWSRequest const& request)
{
    constexpr std::array<std::string_view, 4> known{"WMS", "WFS", "WCS", "SOS"};
    auto const service = request.getValueByName("SERVICE");
    return service.is_null() || std::ranges::any_of(known, [&](std::string_view name) {
               return equals_ignoring_case(service.str(), name);
           });
}

/// A body that is not a form is a document whose root may name the service.
http::Request with_service_of_body(http::Request request)
{
    if (request.method != http::Method::Post || http::is_form(request.content_type)) {
        return request;
    }
    constexpr char const* routine = "msOWSPreParseRequest()";
    fail_if(request.body.empty(), MS_OWSERR, routine, "POST request is empty.");
    auto const root = failing_as(MS_OWSERR, routine,
                                 "XML parsing error: ", [&] { return parse_xml(request.body); });
    auto const* const service = root.attribute("service");
    // No service has its own document here: WMS leaves it to the script.
    if (service != nullptr && !equals_ignoring_case(*service, "WMS")) {
        request.parameters.append("SERVICE", *service);
    }
    return request;
}

} // namespace

bool is_on(layerObj const& layer) noexcept
{
    auto const status = layer.block.status;
    return status == mapfile::Status::On || status == mapfile::Status::Default;
}

bool has_size(mapObj const& map) noexcept
{
    return map.block.size.width > 0 && map.block.size.height > 0;
}

std::optional<std::vector<render::LayerChoice>> choices_of(mapObj const& map)
{
    if (std::ranges::is_sorted(map.layerorder)) {
        return std::nullopt;
    }
    std::vector<render::LayerChoice> choices;
    for (auto const place : map.layerorder) {
        auto const index = static_cast<std::size_t>(place);
        if (is_on(*map.layers[index])) {
            choices.push_back({.layer = index});
        }
    }
    return choices;
}

render::ViewportRequest view_of_script(mapfile::Map const& map)
{
    constexpr int max_px = 32767; // the limit of cairo
    auto request = render::view_of_mapfile(map);
    request.max_size = max_px;
    return request;
}

render::Viewport viewport_of(mapObj& map)
{
    fail_if(!has_size(map), MS_MISCERR, "msPrepareImage()", "Image dimensions not specified.");
    auto const frozen = map.freeze();
    auto const view = render::make_viewport(*frozen, view_of_script(*frozen));
    map.cellsize = view.cell_size_x;
    map.scaledenom = view.scale_denominator;
    return view;
}

render::Viewport adjust_extent(mapObj& map)
{
    auto const view = viewport_of(map);
    auto const& box = view.extent;
    double const pixel = std::min(view.cell_size_x, view.cell_size_y);
    // Rounding errors are not a change: a map that is drawn again gives the same image.
    bool const has_grown = std::abs(box.min_x - map.extent.minx) > pixel * 1e-6 ||
                           std::abs(box.min_y - map.extent.miny) > pixel * 1e-6;
    if (has_grown) {
        map.extent = rectObj{box};
    }
    return view;
}

mapfile::OutputFormat format_of(mapObj const& map)
{
    return map.outputformat->current();
}

mapfile::OutputFormat format_of(imageObj const& image)
{
    return image.format->current();
}

std::shared_ptr<imageObj> draw_layers(mapObj& map, render::Overrides overrides)
{
    auto const frozen = map.freeze();
    auto const view = adjust_extent(map);
    auto const format = format_of(map);
    overrides.nearest_rule = render::rule_of_lone_image(view);
    auto image = with_services([&](render::Services const& services) {
        return render::run(render::make_plan(frozen, view, overrides, format), services);
    });
    map.labelcache.freeCache();
    map.labelcache.num_rendered_members = static_cast<int>(image.label_count);
    auto const chosen = render::chosen_format(*frozen, format, image);
    return std::make_shared<imageObj>(std::move(image), mapfile::Size{view.width, view.height},
                                      *frozen, chosen);
}

std::shared_ptr<imageObj> mapObj::draw()
{
    return draw_layers(*this, {.layers = choices_of(*this)});
}

std::shared_ptr<imageObj> mapObj::prepareImage()
{
    return draw_layers(*this, {.layers = std::vector<render::LayerChoice>{}});
}

void mapObj::prepareQuery()
{
    static_cast<void>(viewport_of(*this));
}

int mapObj::OWSDispatch(OWSRequest& req)
{
    if (!is_for_a_service(req)) {
        return MS_DONE;
    }
    auto const request = with_service_of_body(req.as_http());
    auto const frozen = freeze();
    auto const response = with_services([&](render::Services const& services) {
        return ows::dispatch({request, frozen, services, process().settings});
    });
    if (!response) {
        return MS_DONE;
    }
    write_response(*response);
    if (!response->failure.empty()) {
        throw wms_failure(response->failure, "msWMSDispatch()");
    }
    return MS_SUCCESS;
}

} // namespace ms::script
