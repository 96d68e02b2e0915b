// SPDX-License-Identifier: MIT
#include "ows/cgi/web_scale.hpp"

#include <algorithm>

namespace ms::ows::cgi {

namespace {

struct Limit {
    double denominator;
    std::string const& template_path; ///< empty: the limit is kept
};

/// nullopt within the limits; 0 sets no limit.
std::optional<Limit> limit_beyond(mapfile::Web const& web, double denominator) noexcept
{
    if (denominator < web.min_scale_denominator) {
        return Limit{web.min_scale_denominator, web.min_template};
    }
    if (web.max_scale_denominator > 0 && denominator > web.max_scale_denominator) {
        return Limit{web.max_scale_denominator, web.max_template};
    }
    return std::nullopt;
}

} // namespace

geometry::Box box_of_scale(geometry::Point const& middle, double denominator,
                           render::Viewport const& view)
{
    double const cell = denominator / (view.resolution * view.inches_per_unit);
    double const half_x = cell * std::max(view.width - 1, 1) / 2;
    double const half_y = cell * std::max(view.height - 1, 1) / 2;
    return {middle.x - half_x, middle.y - half_y, middle.x + half_x, middle.y + half_y};
}

ScaledView view_within_scales(mapfile::Map const& map, render::ViewportRequest const& request)
{
    auto view = render::make_viewport(map, request);
    auto const limit = limit_beyond(map.web, view.scale_denominator);
    if (!limit || !limit->template_path.empty()) {
        return {view, std::nullopt};
    }
    geometry::Point const middle{(view.extent.min_x + view.extent.max_x) / 2,
                                 (view.extent.min_y + view.extent.max_y) / 2};
    auto limited = request;
    limited.extent = box_of_scale(middle, limit->denominator, view);
    return {render::make_viewport(map, limited), middle};
}

std::string const& template_beyond_scale(mapfile::Web const& web, double denominator) noexcept
{
    static std::string const none;
    auto const limit = limit_beyond(web, denominator);
    return limit ? limit->template_path : none;
}

std::string const& template_at_scale(mapfile::Web const& web, double denominator) noexcept
{
    auto const& beyond = template_beyond_scale(web, denominator);
    return beyond.empty() ? web.template_path : beyond;
}

} // namespace ms::ows::cgi
