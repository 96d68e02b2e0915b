// SPDX-License-Identifier: MIT
#include "script/open_layer.hpp"

#include "base/string.hpp"
#include "mapfile/layer_kind.hpp"
#include "mapfile/model/map.hpp"
#include "render/plan/layer_plan.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/services.hpp"
#include "source/registry.hpp"

namespace ms::script {

void OpenLayer::require_idle() const
{
    fail_if(m_is_busy, MS_MISCERR, "msLayerNextShape()", "Another thread reads the layer.");
    fail_if(m_fork_depth != fork_depth(), MS_MISCERR, "msLayerNextShape()",
            "The layer was opened by the parent process: open it again.");
}

template <typename Read>
auto OpenLayer::read(Read read)
{
    require_idle();
    Busy const busy{m_is_busy};
    Unlocked const unlocked;
    return read();
}

OpenLayer::OpenLayer(std::shared_ptr<mapfile::Map const> map, std::size_t layer)
    : m_map(std::move(map)), m_layer(m_map->layers[layer]),
      m_services(services_of(process(), m_deadline)),
      m_source(read([this] { return source::open_source(*m_map, m_layer, m_services); }))
{}

feature::Schema const& OpenLayer::schema()
{
    if (!m_has_schema) {
        read([this] { static_cast<void>(m_source->schema()); });
        m_has_schema = true;
    }
    return m_source->schema();
}

std::span<feature::Field const> OpenLayer::fields()
{
    require_idle();
    auto const items = m_layer.processing_value("ITEMS");
    bool const is_inline = !m_layer.features.empty(); // its values are named by them
    if (!m_chosen && items && !is_inline) {
        std::vector<std::string> names;
        for (auto const name : split(*items, ',')) {
            names.emplace_back(trim(name));
        }
        choose(names);
    }
    return m_chosen ? *m_chosen : schema().fields;
}

void OpenLayer::choose(std::span<std::string const> names)
{
    require_idle();
    auto const& all = schema();
    std::vector<feature::Field> chosen;
    for (auto const& name : names) {
        auto const found = all.find(name);
        fail_if(!found, MS_MISCERR, "msLayerSetItems()", "There is no item \"" + name + "\".");
        chosen.push_back(all.fields[*found]);
    }
    m_chosen = std::move(chosen);
}

std::optional<geometry::Box> OpenLayer::extent()
{
    return read([this] { return m_source->extent(); });
}

long OpenLayer::count()
{
    if (auto const counted = read([this] { return m_source->count(); })) {
        return static_cast<long>(*counted);
    }
    start();
    long count = 0;
    while (next() != nullptr) {
        ++count;
    }
    return count;
}

source::Query OpenLayer::query()
{
    source::Query query{.kind = kind_of(m_layer.type), .with_ids = true, .whole = true};
    for (auto const& field : fields()) {
        query.fields.push_back(field.name);
    }
    return query;
}

void OpenLayer::start(geometry::Box const& box)
{
    auto requested = query();
    requested.box = box;
    requested.filter = render::layer_filter(*m_map, m_layer);
    requested.max_features = render::feature_limits(m_layer).fetched;
    start(requested);
}

void OpenLayer::start()
{
    start(query());
}

void OpenLayer::start(source::Query const& requested)
{
    read([&] { m_cursor = m_source->start(requested); });
    m_batch.reset(0);
    m_row = 0;
    m_count = 0;
}

std::shared_ptr<shapeObj> OpenLayer::shape_at(feature::FeatureBatch const& batch,
                                              std::size_t row) const
{
    auto shape = shapeObj::from(batch, row);
    auto const key = row < batch.ids.size() ? parse_int(batch.ids[row]) : std::nullopt;
    shape->index = key ? *key : m_count;
    return shape;
}

std::shared_ptr<shapeObj> OpenLayer::next()
{
    require_idle();
    while (m_row >= m_batch.size()) {
        if (!read([this] { return m_cursor->next(m_batch); })) {
            return nullptr;
        }
        m_row = 0;
    }
    auto shape = shape_at(m_batch, m_row);
    ++m_row;
    ++m_count;
    return shape;
}

std::shared_ptr<shapeObj> OpenLayer::find(long key)
{
    auto requested = query();
    requested.id = std::to_string(key);
    feature::FeatureBatch batch;
    bool const is_found = read([&] {
        auto const cursor = m_source->start(requested);
        while (cursor->next(batch)) {
            if (batch.size() > 0) {
                return true;
            }
        }
        return false;
    });
    return is_found ? shape_at(batch, 0) : nullptr;
}

} // namespace ms::script
