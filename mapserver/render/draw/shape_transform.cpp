// SPDX-License-Identifier: MIT
#include "render/draw/shape_transform.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "geometry/shape.hpp"
#include "source/layer_error.hpp"
#include "style/geom_transform.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::render {

namespace {

/// `centerline([shape])` of `(centerline([shape]))`.
std::string_view inside(std::string_view expression)
{
    expression = trim(expression);
    if (expression.starts_with('(') && expression.ends_with(')')) {
        expression = expression.substr(1, expression.size() - 2);
    }
    return expression;
}

} // namespace

expr::Environment environment_of(mapfile::Layer const& layer, Viewport const& view)
{
    return {.map_cell_size = style::cell_size_of(
                layer, std::max(view.cell_size_x, view.cell_size_y), view.inches_per_unit)};
}

ShapeTransform::ShapeTransform(mapfile::Map const& map, VectorStep const& step,
                               Viewport const& view, std::string_view geom_transform,
                               mapfile::Position const& at)
    : m_layer(step.layer.name), m_where(map.where(at)), m_expression(inside(geom_transform))
{
    try {
        m_bound.emplace(style::parse_transform(geom_transform, step.expressions), step.query.fields,
                        environment_of(step.layer, view));
    } catch (Error const& error) {
        throw Error{error.kind(), fmt::format("{}: layer \"{}\": GEOMTRANSFORM: {}", m_where,
                                              m_layer, error.what())};
    }
}

bool ShapeTransform::make(feature::FeatureBatch const& batch, std::size_t row,
                          geometry::GeometryColumn const& geometry, std::string_view caller)
{
    m_one.clear();
    try {
        return m_bound->append_shape(batch, row, geometry, m_one);
    } catch (PublicError const& error) {
        if (&geometry != &batch.geometry && geometry.kinds[row] == geometry::Kind::Point) {
            return false; // in MapServer styles leave points unchanged without an error
        }
        throw source::LayerError{
            error.kind(),
            fmt::format("{}: layer \"{}\": GEOMTRANSFORM: {}", m_where, m_layer, error.what()),
            source::not_drawn(m_layer,
                              fmt::format("{} Expression parser error. Failed to process shape "
                                          "expression: {}\n{}",
                                          caller, m_expression, error.public_text()))};
    }
}

void ShapeTransform::run(feature::FeatureBatch& batch, geometry::Kind requested, Budget& budget)
{
    m_all.clear();
    for (std::size_t row = 0; row < batch.size(); ++row) {
        budget.work();
        if (!make(batch, row, batch.geometry, "msGeomTransformShape():") ||
            !geometry::append_shape_as({&m_one, 0}, requested, m_all)) {
            m_all.end_feature(geometry::Kind::None);
        }
    }
    std::swap(batch.geometry, m_all);
}

geometry::GeometryColumn const* ShapeTransform::apply(feature::FeatureBatch const& batch,
                                                      std::size_t row,
                                                      geometry::GeometryColumn const& pixels)
{
    return make(batch, row, pixels, "msDrawTransformedShape:") ? &m_one : nullptr;
}

} // namespace ms::render
