// SPDX-License-Identifier: MIT
#include "render/query/pick_target.hpp"

#include "geometry/predicates.hpp"
#include "style/scaling.hpp"

#include <algorithm>
#include <cmath>

namespace ms::render {

namespace {

using geometry::Box;
using geometry::FeatureRef;

template <typename... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

/// TOLERANCE in map units, of IDENTIFY or of the layer. Points and lines are hard to hit, and the
/// centres of a raster's pixels are points: the default is three pixels, except for queries by box,
/// and by shape over a raster.
double tolerance_of(mapfile::Layer const& layer, Viewport const& view, bool is_about_box)
{
    bool const is_thin = layer.type == mapfile::LayerType::Point ||
                         layer.type == mapfile::LayerType::Line ||
                         layer.type == mapfile::LayerType::Raster;
    double const fallback = !is_about_box && is_thin ? 3 : 0;
    bool const is_identified = layer.identify && layer.identify->tolerance >= 0;
    double const own = is_identified ? layer.identify->tolerance : layer.tolerance;
    auto const units = is_identified ? layer.identify->tolerance_units : layer.tolerance_units;
    double const tolerance = own < 0 ? fallback : own;
    if (units == mapfile::Units::Pixels) {
        return tolerance * std::max(view.cell_size_x, view.cell_size_y);
    }
    return tolerance * style::inches_per(units) / view.inches_per_unit;
}

} // namespace

PickTarget::PickTarget(PickRequest const& request, mapfile::Layer const& layer,
                       Viewport const& view)
    : m_requested(request)
{
    std::visit(Overloaded{[&](AtPoint const& at) {
                              m_tolerance = at.buffer.value_or(tolerance_of(layer, view, false));
                              m_box = Box{at.point.x, at.point.y, at.point.x, at.point.y};
                          },
                          [&](InBox const& in) {
                              m_tolerance = tolerance_of(layer, view, true);
                              m_box = in.box;
                              m_shapes = geometry::polygon_of(in.box.grown(m_tolerance));
                          },
                          [&](AtShapes const& at) {
                              bool const is_raster = layer.type == mapfile::LayerType::Raster;
                              m_tolerance = tolerance_of(layer, view, is_raster);
                              for (std::size_t i = 0; i < at.shapes.size(); ++i) {
                                  grow(at.shapes.box_of(i));
                              }
                              m_shapes = at.shapes;
                          },
                          [&](ByFilter const& by) { m_box = by.box; }, [&](ById const&) {}},
               request.where);
}

std::optional<geometry::Point> PickTarget::point() const
{
    auto const* const at = std::get_if<AtPoint>(&m_requested.where);
    return at == nullptr ? std::nullopt : std::optional{at->point};
}

std::optional<Box> PickTarget::box() const
{
    return m_box ? std::optional{m_box->grown(m_tolerance)} : std::nullopt;
}

bool PickTarget::is_nearest() const
{
    auto const* const at = std::get_if<AtPoint>(&m_requested.where);
    return at != nullptr && at->only_nearest;
}

std::optional<PickHit> PickTarget::hit(FeatureRef shape) const
{
    if (auto const* const at = std::get_if<AtPoint>(&m_requested.where)) {
        auto const distance = geometry::distance(shape.column, shape.feature, at->point);
        return distance <= m_tolerance ? std::optional{PickHit{.distance = distance}}
                                       : std::nullopt;
    }
    if (std::holds_alternative<InBox>(m_requested.where)) {
        return touching(shape, 0);
    }
    if (std::holds_alternative<AtShapes>(m_requested.where)) {
        // As in MapServer, what is exactly as far away as TOLERANCE is not found by shapes.
        return touching(shape, m_tolerance > 0 ? std::nextafter(m_tolerance, 0) : 0);
    }
    return PickHit{};
}

void PickTarget::grow(Box const& box)
{
    if (!m_box) {
        m_box = box;
    } else {
        m_box->extend({box.min_x, box.min_y});
        m_box->extend({box.max_x, box.max_y});
    }
}

std::optional<PickHit> PickTarget::touching(FeatureRef shape, double within) const
{
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
        FeatureRef const other{m_shapes, i};
        if (within > 0 ? geometry::are_within(shape, other, within)
                       : geometry::intersect(shape, other)) {
            return PickHit{.shape = i};
        }
    }
    return std::nullopt;
}

} // namespace ms::render
