// SPDX-License-Identifier: MIT
#include "geometry/nesting.hpp"
#include "geometry/shape.hpp"
#include "ows/features/feature_request.hpp"

#include <algorithm>
#include <cmath>

namespace ms::ows {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;

/// Makes polygons with holes of nested rings, whose roles files do not store.
void nest(GeometryColumn const& from, GeometryColumn& to)
{
    to.clear();
    to.has_z = from.has_z;
    for (std::size_t feature = 0; feature < from.size(); ++feature) {
        auto const rings = from.rings_of(feature);
        if (from.kinds[feature] != Kind::Polygon || rings.last - rings.first < 2) {
            geometry::append_shape({&from, feature}, to);
        } else {
            geometry::append_nested({&from, feature}, to);
        }
    }
}

/// Drops shapes that the CRS of the answer cannot represent.
void drop_lost(GeometryColumn& shapes)
{
    for (std::size_t feature = 0; feature < shapes.size(); ++feature) {
        bool const is_whole =
            std::ranges::all_of(shapes.points_of(feature), [](geometry::Point const& point) {
                return std::isfinite(point.x) && std::isfinite(point.y);
            });
        shapes.kinds[feature] = is_whole ? shapes.kinds[feature] : Kind::None;
    }
}

/// The limit of the layer: MAXFEATURES.
std::int64_t capped(FeatureRequest const& request, std::int64_t count)
{
    auto const most = request.definition.max_features;
    return most < 0 ? count : std::min<std::int64_t>(count, most);
}

} // namespace

std::int64_t count(Call const& call, FeatureRequest const& request)
{
    if (auto const known = request.source->count(request.query)) {
        return capped(request, *known);
    }
    auto query = request.query;
    query.fields.clear();
    query.order.clear();
    query.with_z = false;
    auto const cursor = request.source->start(query);
    feature::FeatureBatch batch;
    std::int64_t total = 0;
    while (cursor->next(batch)) {
        call.services.deadline.check();
        total += static_cast<std::int64_t>(batch.size());
    }
    return capped(request, total);
}

Read read(Call const& call, FeatureRequest& request, Page const& page, Receive const& receive)
{
    auto const most = request.definition.max_features;
    auto limit = page.limit;
    std::int64_t ahead = limit >= 0 && page.looks_ahead ? 1 : 0;
    if (most >= 0) {
        auto const left = std::max<std::int64_t>(most - page.offset, 0);
        ahead = left > limit ? ahead : 0;
        limit = limit < 0 ? left : std::min(limit, left);
    }
    auto query = request.query;
    bool const pages = request.source->skips(query);
    query.offset = pages ? page.offset : 0;
    query.is_page = page.has_others;
    query.max_features = limit < 0 ? limit : limit + ahead + (pages ? 0 : page.offset);
    Read result;
    if (limit == 0) {
        result.is_complete = false;
        return result;
    }
    auto to_skip = pages ? 0 : page.offset;
    bool const is_nested = request.definition.connection_type == mapfile::ConnectionType::PostGis;
    auto const cursor = request.source->start(query);
    feature::FeatureBatch batch;
    batch.geometry.has_z = query.with_z;
    GeometryColumn shapes;
    while ((limit < 0 || result.returned < limit || (ahead > 0 && !result.has_more)) &&
           cursor->next(batch)) {
        call.services.deadline.check();
        if (is_nested) {
            shapes = batch.geometry;
        } else {
            nest(batch.geometry, shapes);
        }
        if (request.to_answer.forward(shapes.points) > 0) {
            drop_lost(shapes);
        }
        for (std::size_t row = 0; row < batch.size(); ++row) {
            if (to_skip > 0) {
                --to_skip;
            } else if (limit < 0 || result.returned < limit) {
                receive(batch, shapes, row);
                ++result.returned;
            } else {
                result.has_more = true;
            }
        }
    }
    result.is_complete = limit < 0 || result.returned < limit;
    return result;
}

} // namespace ms::ows
