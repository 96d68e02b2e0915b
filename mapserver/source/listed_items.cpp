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
            m_schema = wrapped().schema();
            std::erase_if(m_schema->fields, [this](feature::Field const& field) {
                return std::ranges::none_of(m_items, [&](std::string const& item) {
                    return equals_ignoring_case(item, field.name);
                });
            });
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
