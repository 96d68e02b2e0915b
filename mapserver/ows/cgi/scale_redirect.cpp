// SPDX-License-Identifier: MIT
#include "ows/cgi/scale_redirect.hpp"

#include "mapfile/substitute.hpp"
#include "ows/cgi/click.hpp"
#include "ows/cgi/web_scale.hpp"
#include "ows/common/message_page.hpp"
#include "ows/common/substitutions.hpp"
#include "ows/template/query_page.hpp"

namespace ms::ows::cgi {

bool is_address(std::string_view path) noexcept
{
    return path.starts_with("http://") || path.starts_with("https://");
}

std::optional<http::Response> redirect_beyond_scale(Call const& call, render::Viewport const& view,
                                                    std::optional<geometry::Point> point)
{
    auto const& map = *call.map;
    if (!is_address(template_beyond_scale(map.web, view.scale_denominator))) {
        return std::nullopt;
    }
    auto const values = substitutions(call.parameters());
    auto const web = mapfile::substitute(map, map.web, {.parameters = values});
    render::Selection const nothing;
    tmpl::Page const page{.call = call,
                          .view = view,
                          .selection = nothing,
                          .point = point ? point : parse_click(call.parameters(), map).point};
    auto const& address = template_beyond_scale(web, view.scale_denominator);
    return redirect(tmpl::expand(tmpl::parse(address), page));
}

} // namespace ms::ows::cgi
