// SPDX-License-Identifier: MIT
#include "render/plan/query_map.hpp"

#include "render/core/viewport.hpp"

#include <algorithm>

namespace ms::render {

namespace {

void highlight(mapfile::Style& style, image::Color color)
{
    bool const has_color = style.color.value || !style.color.is_constant();
    bool const has_outline = style.outline_color.value || !style.outline_color.is_constant();
    if (has_color || !has_outline) {
        style.color = {.value = color};
    } else {
        style.outline_color = {.value = color};
    }
    style.range_item.clear();
    style.range_min_color.reset();
    style.range_max_color.reset();
}

/// All rows are in memory already: they come as one batch.
class PickedCursor : public source::FeatureCursor {
public:
    PickedCursor(PickedLayer const& picked, source::Query const& query)
        : m_picked(picked), m_fields(query.fields), m_with_ids(query.with_ids)
    {}

    bool next(feature::FeatureBatch& batch) override
    {
        auto const& features = m_picked.features;
        batch.reset(m_fields.size());
        if (m_is_read) {
            return false;
        }
        m_is_read = true;
        batch.geometry = features.geometry;
        batch.texts = features.texts;
        if (m_with_ids) {
            batch.ids = features.ids;
        }
        for (std::size_t i = 0; i < m_fields.size(); ++i) {
            auto const found =
                std::ranges::find(m_picked.fields, m_fields[i], &feature::Field::name);
            if (found != m_picked.fields.end()) {
                batch.attributes[i] =
                    features.attributes[static_cast<std::size_t>(found - m_picked.fields.begin())];
            } else {
                for (std::size_t row = 0; row < features.size(); ++row) {
                    batch.attributes[i].append_null();
                }
            }
        }
        return features.size() > 0;
    }

private:
    PickedLayer const& m_picked;
    std::vector<std::string> m_fields;
    bool m_with_ids;
    bool m_is_read = false;
};

} // namespace

void highlight(mapfile::Layer& layer, image::Color color)
{
    for (auto& drawn_class : layer.classes) {
        drawn_class.labels.clear();
        if (!drawn_class.styles.empty()) {
            highlight(layer.type == mapfile::LayerType::Polygon ? drawn_class.styles.front()
                                                                : drawn_class.styles.back(),
                      color);
        }
    }
}

std::unique_ptr<source::FeatureCursor> cursor_over(PickedLayer const& picked,
                                                   source::Query const& query)
{
    return std::make_unique<PickedCursor>(picked, query);
}

ViewportRequest view_of_query_map(mapfile::Map const& map, ViewportRequest request)
{
    auto const& size = map.query_map.size;
    if (size.width > 0 && size.height > 0) {
        request.size = size;
        // An aspect ratio that was adapted to the requested size fits this one without a change.
        request.aspect = view_of_mapfile(map).aspect;
    }
    return request;
}

} // namespace ms::render
