// SPDX-License-Identifier: MIT
#include "ows/cgi/image_answer.hpp"

#include "mapfile/substitute.hpp"
#include "ows/cgi/click.hpp"
#include "ows/cgi/form.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/common/substitutions.hpp"
#include "render/core/output.hpp"

namespace ms::ows::cgi {

namespace {

std::string_view image_type(http::Parameters const& parameters)
{
    for (auto const* const name : {"imagetype", "map_imagetype", "map.imagetype"}) {
        if (auto const* const type = parameters.last(name)) {
            return *type;
        }
    }
    return {};
}

mapfile::OutputFormat requested_format(mapfile::Map const& map, std::string_view name)
{
    try {
        return render::find_output_format(map, name);
    } catch (Error const& error) {
        if (error.kind() == ErrorKind::BadRequest && !name.empty()) {
            refuse_form("Invalid imagetype value.");
        }
        throw;
    }
}

} // namespace

mapfile::OutputFormat image_format(Call const& call)
{
    auto const& map = *call.map;
    auto const values = substitutions(call.parameters());
    return mapfile::substitute(map, requested_format(map, image_type(call.parameters())),
                               {.parameters = values});
}

render::Viewport image_view(Call const& call)
{
    auto click = parse_click(call.parameters(), *call.map);
    if (click.view.aspect == render::PixelAspect::Square) {
        click.view.aspect = render::view_of_mapfile(*call.map).aspect;
    }
    auto const& size = click.view.size;
    if (size && (size->width > call.map->max_size || size->height > call.map->max_size)) {
        refuse_form("Image size out of range.");
    }
    return clicked_view(click, *call.map, zoom_of(call.parameters())).view;
}

} // namespace ms::ows::cgi
