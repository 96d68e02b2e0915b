// SPDX-License-Identifier: MIT
#include "ows/cgi/browse.hpp"

#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "mapfile/substitute.hpp"
#include "ows/cgi/click.hpp"
#include "ows/cgi/form.hpp"
#include "ows/cgi/furniture_modes.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/cgi/scale_redirect.hpp"
#include "ows/cgi/web_scale.hpp"
#include "ows/common/message_page.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/images/viewer.hpp"
#include "ows/template/file.hpp"
#include "ows/template/query_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::ows::cgi {

namespace {

/// template=openlayers: a viewer of the map that the other parameters show.
http::Response viewer(Call const& call, double zoom)
{
    auto const& map = *call.map;
    auto const view = clicked_view(parse_click(call.parameters(), map), map, zoom).view;
    auto const layers = call.parameters().value("layers");
    Viewer const shown{.title = map.name,
                       .parameters = {{"mode", "map"},
                                      {"layers", std::string{layers.empty() ? "all" : layers}},
                                      {"mapext", "{extent}"},
                                      {"mapsize", "{width} {height}"}},
                       .system = view.crs,
                       .extent = view.extent};
    return viewer_page(call, shown);
}

http::Response browse_at(Call const& call, double zoom)
{
    auto const& map = *call.map;
    if (equals_ignoring_case(call.parameters().value("template"), "openlayers")) {
        return viewer(call, zoom);
    }
    auto const values = substitutions(call.parameters());
    auto const web = mapfile::substitute(map, map.web, {.parameters = values});
    if (web.template_path.empty()) {
        refuse("mapserv", "Traditional BROWSE mode requires a TEMPLATE in the WEB section, but "
                          "none was provided.");
    }
    auto const shown = clicked_view(parse_click(call.parameters(), map), map, zoom);
    render::Selection const nothing;
    tmpl::Page page{.call = call,
                    .view = shown.view,
                    .selection = nothing,
                    .point = shown.point,
                    .requested_extent = shown.requested};
    auto const of_legend = page; // the legend template may not nest a legend
    if (!map.legend.template_path.empty()) {
        page.legend = [&] { return legend_page(call, of_legend); };
    }
    auto const& path = template_at_scale(web, shown.view.scale_denominator);
    if (is_address(path)) {
        return redirect(tmpl::expand(tmpl::parse(path), page));
    }
    return http::text_response(200, web.browse_format,
                               tmpl::expand(tmpl::parse(tmpl::load(map, path)), page));
}

} // namespace

http::Response browse(Call const& call)
{
    return browse_at(call, zoom_of(call.parameters()));
}

http::Response zoom_in(Call const& call)
{
    return browse_at(call, zoom_of(call.parameters(), 1));
}

http::Response zoom_out(Call const& call)
{
    return browse_at(call, zoom_of(call.parameters(), -1));
}

http::Response coordinate(Call const& call)
{
    auto const click = parse_click(call.parameters(), *call.map);
    if (!click.point) {
        refuse("mapserv", "Coordinate mode needs a point, imgxy and mapxy are not set.");
    }
    auto const view = render::make_viewport(*call.map, click.view);
    auto degrees = *click.point;
    auto text = fmt::format("Your \"<i>click</i>\" corresponds to (approximately): ({:g}, {:g}).\n",
                            degrees.x, degrees.y);
    if (view.crs.is_defined()) {
        (void)crs::Transformation{view.crs, crs::parse("CRS:84")}.forward({&degrees, 1});
        text += fmt::format("Computed lat/lon value is ({:g}, {:g}).\n", degrees.x, degrees.y);
    }
    return http::text_response(200, "text/html", text);
}

} // namespace ms::ows::cgi
