// SPDX-License-Identifier: MIT
#include "crs/facts.hpp"

#include <proj.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <string>

namespace ms::crs {
namespace {

constexpr double equator_radius = 6378137;

struct Axis {
    std::string name;
    double meters = 1; ///< radians for degrees
};

std::optional<Axis> first_axis(pj_ctx* context, PJ const* crs)
{
    Projection const system{proj_crs_get_coordinate_system(context, crs)};
    char const* name = nullptr;
    double unit = 1;
    if (!system || proj_cs_get_axis_info(context, system.get(), 0, &name, nullptr, nullptr, &unit,
                                         nullptr, nullptr, nullptr) == 0) {
        return std::nullopt;
    }
    return Axis{name != nullptr ? name : "", unit};
}

bool is_geographic_type(PJ_TYPE type) noexcept
{
    return type == PJ_TYPE_GEOGRAPHIC_2D_CRS || type == PJ_TYPE_GEOGRAPHIC_3D_CRS;
}

/// Units may be grads.
WorldEdge geographic_edge(std::optional<Axis> const& axis) noexcept
{
    double const unit = axis ? axis->meters : 0;
    double const half_circle = unit > 0 ? std::numbers::pi / unit : 180;
    return {true, std::abs(half_circle - 180) < 1e-6 ? 180 : half_circle};
}

bool is_used_worldwide(pj_ctx* context, PJ const* crs)
{
    constexpr double unknown = -1000;
    constexpr double all = 359.9; // some end slightly before the antimeridian
    double west = unknown;
    double east = unknown;
    return proj_get_area_of_use(context, crs, &west, nullptr, &east, nullptr, nullptr) != 0 &&
           west != unknown && east - west >= all;
}

/// Straight where the antimeridian of Greenwich has one x at all latitudes.
WorldEdge projected_edge(pj_ctx* context, PJ const* crs)
{
    if (!is_used_worldwide(context, crs)) {
        return {};
    }
    Projection const east_north{proj_normalize_for_visualization(context, crs)};
    Projection const base{proj_crs_get_geodetic_crs(context, crs)};
    Projection const lon_lat{base ? proj_normalize_for_visualization(context, base.get())
                                  : nullptr};
    Projection const pipeline{
        lon_lat ? proj_create_crs_to_crs_from_pj(
                      context, lon_lat.get(), east_north ? east_north.get() : crs, nullptr, nullptr)
                : nullptr};
    if (!pipeline) {
        return {.is_worldwide = true};
    }
    auto const x_of = [&](double lon, double lat) {
        return proj_trans(pipeline.get(), PJ_FWD, proj_coord(lon, lat, 0, 0)).xy.x;
    };
    double const x = x_of(180, 0);
    auto const is_same = [&](double other) { return std::abs(other - x) <= 1e-9 * std::abs(x); };
    bool const is_straight =
        x > 0 && is_same(x_of(180, 60)) && is_same(x_of(180, -60)) && is_same(-x_of(-180, 0));
    return {true, is_straight ? x : 0};
}

} // namespace

Projection horizontal(pj_ctx* context, Projection crs)
{
    for (;;) {
        switch (proj_get_type(crs.get())) {
        case PJ_TYPE_BOUND_CRS:
            crs.reset(proj_get_source_crs(context, crs.get()));
            break;
        case PJ_TYPE_COMPOUND_CRS:
            crs.reset(proj_crs_get_sub_crs(context, crs.get(), 0));
            break;
        default:
            return crs;
        }
    }
}

bool is_axis_inverted(pj_ctx* context, PJ const* crs)
{
    Projection const east_north{proj_normalize_for_visualization(context, crs)};
    auto const first = first_axis(context, crs);
    auto const east = east_north ? first_axis(context, east_north.get()) : std::nullopt;
    return first && east && first->name != east->name;
}

Facts facts_of(pj_ctx* context, PJ const* crs)
{
    auto const axis = first_axis(context, crs);
    bool const is_geographic = is_geographic_type(proj_get_type(crs));
    // WMS 1.3.0 (OGC 06-042) 7.2.4.6.9 measures degrees along the equator as well.
    double const meters_per_unit = is_geographic ? equator_radius * std::numbers::pi / 180
                                   : axis        ? axis->meters
                                                 : 1;
    return {.is_geographic = is_geographic,
            .is_axis_inverted = is_axis_inverted(context, crs),
            .meters_per_unit = meters_per_unit,
            .world_edge = is_geographic ? geographic_edge(axis) : projected_edge(context, crs)};
}

} // namespace ms::crs
