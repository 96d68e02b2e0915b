// SPDX-License-Identifier: MIT
#include "source/listed_items.hpp"

#include "base/string.hpp"
#include "source/forwarding_source.hpp"

#include <algorithm>
#include <utility>

namespace ms::source {

namespace {

class ListedItems final : public ForwardingSource {
public:
    ListedItems(std::unique_ptr<FeatureSource> source, std::string_view items)
        : ForwardingSource(std::move(source))
    {
        for (auto const name : split(items, ',')) {
            m_items.emplace_back(trim(name));
        }
    }

    feature::Schema const& schema() override
    {
        if (!m_schema) {
            auto const& all = wrapped().schema();
            m_schema.emplace();
            for (auto const& item : m_items) {
                auto const field = all.find(item);
                if (field && !m_schema->find(item)) {
                    m_schema->fields.push_back(all.fields[*field]);
                }
            }
        }
        return *m_schema;
    }

private:
    std::vector<std::string> m_items;
    std::optional<feature::Schema> m_schema;
};

} // namespace

std::unique_ptr<FeatureSource> with_listed_items(std::unique_ptr<FeatureSource> source,
                                                 mapfile::Layer const& layer)
{
    auto const items = layer.processing_value("ITEMS");
    return items && !items->empty() ? std::make_unique<ListedItems>(std::move(source), *items)
                                    : std::move(source);
}

} // namespace ms::source
