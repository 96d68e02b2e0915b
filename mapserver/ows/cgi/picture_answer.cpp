// SPDX-License-Identifier: MIT
#include "ows/cgi/picture_answer.hpp"

#include "ows/cgi/click.hpp"
#include "ows/service_exception.hpp"
#include "render/output.hpp"

namespace ms::ows::cgi {

mapfile::OutputFormat picture_format(Call const& call)
{
    for (auto const* const name : {"imagetype", "map_imagetype", "map.imagetype"}) {
        if (auto const* const type = call.parameters().last(name)) {
            return render::find_output_format(*call.map, *type);
        }
    }
    return render::find_output_format(*call.map, "");
}

render::Viewport picture_view(Call const& call)
{
    auto const click = parse_click(call.parameters(), *call.map);
    auto const& size = click.view.size;
    if (size && (size->width > call.map->max_size || size->height > call.map->max_size)) {
        throw ServiceException{"", "Image size out of range."};
    }
    return clicked_view(click, *call.map, zoom_of(call.parameters()).value_or(1));
}

} // namespace ms::ows::cgi
