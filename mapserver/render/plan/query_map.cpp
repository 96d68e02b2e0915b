// SPDX-License-Identifier: MIT
#include "render/plan/query_map.hpp"

#include "render/core/viewport.hpp"

#include <algorithm>
#include <optional>
#include <vector>

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

/// Gives the picked features a piece at a time.
class PickedCursor : public source::FeatureCursor {
public:
    PickedCursor(PickedLayer const& picked, source::Query const& query)
        : m_reader(picked), m_with_ids(query.with_ids)
    {
        for (auto const& name : query.fields) {
            auto const found = std::ranges::find(picked.fields, name, &feature::Field::name);
            m_columns.push_back(
                found == picked.fields.end()
                    ? std::nullopt
                    : std::optional{static_cast<std::size_t>(found - picked.fields.begin())});
        }
    }

    bool next(feature::FeatureBatch& batch) override
    {
        batch.reset(m_columns.size());
        auto const* const found = m_reader.next();
        if (found == nullptr) {
            return false;
        }
        auto const& features = found->features;
        batch.geometry = features.geometry;
        batch.texts = features.texts;
        if (m_with_ids) {
            batch.ids = features.ids;
        }
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (auto const column = m_columns[i]) {
                batch.attributes[i] = features.attributes[*column];
                continue;
            }
            for (std::size_t row = 0; row < features.size(); ++row) {
                batch.attributes[i].append_null();
            }
        }
        return true;
    }

private:
    PickedReader m_reader;
    std::vector<std::optional<std::size_t>> m_columns; ///< of the picked features; nullopt: none
    bool m_with_ids;
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
