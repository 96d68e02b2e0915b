// SPDX-License-Identifier: MIT
#include "geometry/nesting.hpp"
#include "geometry/shape.hpp"
#include "ows/features/feature_request.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ms::ows {

namespace {

using geometry::GeometryColumn;
using geometry::Kind;

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

PageReader::PageReader(Call const& call, FeatureRequest const& request, Page const& page)
    : m_deadline(call.services.deadline), m_request(request), m_limit(page.limit)
{
    auto const most = request.definition.max_features;
    m_looks_ahead = m_limit >= 0 && page.looks_ahead;
    if (most >= 0) {
        auto const left = std::max<std::int64_t>(most - page.offset, 0);
        m_looks_ahead = m_looks_ahead && left > m_limit;
        m_limit = m_limit < 0 ? left : std::min(m_limit, left);
    }
    if (m_limit == 0) {
        return;
    }
    auto query = request.query;
    bool const pages = request.source->skips(query);
    m_to_skip = pages ? 0 : page.offset;
    query.offset = pages ? page.offset : 0;
    query.is_page = page.has_others;
    query.max_features = m_limit < 0 ? m_limit : m_limit + (m_looks_ahead ? 1 : 0) + m_to_skip;
    m_cursor = request.source->start(query);
}

bool PageReader::looks_on() const noexcept
{
    return m_limit < 0 || m_result.returned < m_limit || (m_looks_ahead && !m_result.has_more);
}

/// The rows of the batch that are on the page.
void PageReader::take_rows()
{
    auto const size = static_cast<std::int64_t>(m_batch.size());
    auto const skipped = std::min(m_to_skip, size);
    auto const left = size - skipped;
    auto const taken = m_limit < 0 ? left : std::min(left, m_limit - m_result.returned);
    m_to_skip -= skipped;
    m_result.returned += taken;
    m_result.has_more = m_result.has_more || taken < left;
    m_first = static_cast<std::size_t>(skipped);
    m_last = static_cast<std::size_t>(skipped + taken);
}

bool PageReader::next()
{
    bool const has_loose_rings =
        m_request.definition.connection_type != mapfile::ConnectionType::PostGis;
    while (m_cursor && looks_on()) {
        m_batch.geometry.has_z = m_request.query.with_z;
        if (!m_cursor->next(m_batch)) {
            m_cursor.reset();
            break;
        }
        m_deadline.check();
        auto& shapes = m_batch.geometry;
        if (has_loose_rings) {
            geometry::nest(shapes, m_shapes);
            std::swap(shapes, m_shapes);
        }
        if (m_request.to_answer.forward(shapes.points) > 0) {
            drop_lost(shapes);
        }
        take_rows();
        if (m_first < m_last) {
            return true;
        }
    }
    m_result.is_complete = m_limit < 0 || m_result.returned < m_limit;
    return false;
}

Read read(Call const& call, FeatureRequest const& request, Page const& page, Receive const& receive)
{
    PageReader reader{call, request, page};
    while (reader.next()) {
        for (auto row = reader.first(); row < reader.last(); ++row) {
            receive(reader.batch(), reader.batch().geometry, row);
        }
    }
    return reader.result();
}

} // namespace ms::ows
