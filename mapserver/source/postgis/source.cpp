// SPDX-License-Identifier: MIT
#include "source/postgis/source.hpp"

#include "source/postgis/data_version.hpp"
#include "source/postgis/rows/cursor.hpp"
#include "source/postgis/rows/detail.hpp"
#include "source/postgis/rows/versioned_cursor.hpp"
#include "source/postgis/sql/tokens.hpp"

namespace ms::source::postgis {

namespace {

class NoRows final : public FeatureCursor {
public:
    bool next(feature::FeatureBatch& /*batch*/) override { return false; }
};

} // namespace

PostgisSource::PostgisSource(SettingsAt settings_at, Services const& services)
    : m_settings_at(std::move(settings_at)), m_services(services)
{}

feature::Schema const& PostgisSource::schema()
{
    m_facts = Table{m_settings_at(0), m_services}.facts();
    return m_facts->schema;
}

std::optional<geometry::Box> PostgisSource::extent()
{
    return whole_table().extent();
}

std::optional<std::int64_t> PostgisSource::count()
{
    return whole_table().count();
}

std::optional<std::int64_t> PostgisSource::count(Query const& query)
{
    return Table{m_settings_at(query.scale_denominator), m_services}.count(query);
}

Table PostgisSource::whole_table() const
{
    auto settings = m_settings_at(0);
    if (uses_box(settings.data.source)) {
        if (auto table = table_in_subselect(settings.data.source); !table.empty()) {
            settings.data.source = std::move(table);
        }
    }
    return Table{std::move(settings), m_services};
}

/// DATA depends on the map and the request only; the scale may still select another one.
std::optional<std::string> PostgisSource::version(DataVersions& versions)
{
    return data_version(m_settings_at(0), m_services, versions);
}

std::unique_ptr<FeatureCursor> PostgisSource::start(Query const& query)
{
    auto table = table_for(m_settings_at(query.scale_denominator), query, m_services);
    if (auto const version = known_version(table.layer(), m_services);
        version && table.is_beyond(*version, query)) {
        return std::make_unique<NoRows>();
    }
    if (auto fetch = table.versioned_fetch(query)) {
        return std::make_unique<VersionedCursor>(std::move(table), query, std::move(*fetch));
    }
    return std::make_unique<Cursor>(std::move(table), query);
}

/// With the key, which queries need.
void PostgisSource::try_plan(Query const& query)
{
    auto with_key = query;
    with_key.with_ids = true;
    table_for(m_settings_at(query.scale_denominator), with_key, m_services).try_plan(with_key);
}

std::string PostgisSource::explain(Query const& query)
{
    return print(table_for(m_settings_at(query.scale_denominator), query, m_services).fetch(query));
}

} // namespace ms::source::postgis
