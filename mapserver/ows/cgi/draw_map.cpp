// SPDX-License-Identifier: MIT
#include "ows/cgi/draw_map.hpp"

#include "base/trace.hpp"
#include "ows/cgi/image_answer.hpp"
#include "ows/cgi/request_view.hpp"
#include "ows/cgi/scale_redirect.hpp"
#include "ows/common/attachment.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/images/image_response.hpp"
#include "ows/images/image_tag.hpp"
#include "ows/images/map_errors.hpp"
#include "render/core/lone_image.hpp"
#include "render/run.hpp"

#include <optional>
#include <utility>

namespace ms::ows::cgi {

namespace {

http::Response draw(Call const& call)
{
    std::optional<Timed> planning{std::in_place, call.services.trace, Stage::Plan};
    auto const format = image_format(call);
    render::Overrides overrides;
    overrides.layers = layers_of(call.parameters(), *call.map);
    overrides.substitutions = substitutions(call.parameters());
    auto const view = image_view(call);
    if (auto elsewhere = redirect_beyond_scale(call, view)) {
        return std::move(*elsewhere);
    }
    overrides.nearest_rule = render::rule_of_lone_image(view);
    auto const plan = render::make_plan(call.map, view, overrides, format);
    planning.reset();
    auto const tag = image_tag(call, plan);
    if (auto unchanged = not_modified(call, tag, format.mime_type)) {
        return std::move(*unchanged);
    }
    auto const image = render::run(plan, call.services);
    auto response = map_response(call, image, format, view.resolution);
    append_attachment(response, format);
    set_validator(response, tag, image.is_incomplete);
    return response;
}

} // namespace

http::Response draw_map(Call const& call)
{
    return with_map_errors([&] { return draw(call); });
}

} // namespace ms::ows::cgi
