// SPDX-License-Identifier: MIT
#include "render/shape_transform.hpp"

#include "base/error.hpp"
#include "geometry/shape.hpp"
#include "style/geom_transform.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::render {

expr::Environment environment_of(mapfile::Layer const& layer, Viewport const& view)
{
    return {.map_cell_size = style::cell_size_of(
                layer, std::max(view.cell_size_x, view.cell_size_y), view.inches_per_unit)};
}

ShapeTransform::ShapeTransform(mapfile::Map const& map, VectorStep const& step,
                               Viewport const& view, std::string_view geom_transform,
                               mapfile::Position const& at)
{
    try {
        m_bound.emplace(style::parse_transform(geom_transform), step.query.fields,
                        environment_of(step.layer, view));
    } catch (Error const& error) {
        throw Error{error.kind(), fmt::format("{}: layer \"{}\": GEOMTRANSFORM: {}", map.where(at),
                                              step.layer.name, error.what())};
    }
}

void ShapeTransform::run(feature::FeatureBatch& batch, geometry::Kind wanted)
{
    m_all.clear();
    for (std::size_t row = 0; row < batch.size(); ++row) {
        m_one.clear();
        if (!m_bound->append_shape(batch, row, batch.geometry, m_one) ||
            !geometry::append_shape_as({&m_one, 0}, wanted, m_all)) {
            m_all.end_feature(geometry::Kind::None);
        }
    }
    std::swap(batch.geometry, m_all);
}

geometry::GeometryColumn const* ShapeTransform::apply(feature::FeatureBatch const& batch,
                                                      std::size_t row,
                                                      geometry::GeometryColumn const& pixels)
{
    m_one.clear();
    return m_bound->append_shape(batch, row, pixels, m_one) ? &m_one : nullptr;
}

} // namespace ms::render
