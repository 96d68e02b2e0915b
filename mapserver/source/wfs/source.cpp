// SPDX-License-Identifier: MIT
#include "source/wfs/source.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/trace.hpp"
#include "ogr/load.hpp"
#include "source/layer_error.hpp"
#include "source/ogr/cursor.hpp"
#include "source/remote/access.hpp"
#include "source/wfs/request.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace ms::source::wfs {

namespace {

using ms::ogr::FeatureFile;

/// Texts about the layer, for the log and for clients.
class Reporter {
public:
    Reporter(mapfile::Map const& map, mapfile::Layer const& layer, std::string const& url)
        : m_layer(layer.name), m_at(map.where(layer.connection_at)), m_url(url)
    {}

    [[noreturn]] void fail(ErrorKind kind, std::string const& why) const
    {
        throw LayerError{kind,
                         fmt::format("layer \"{}\": {}: {} ({})", m_layer, remote::place_of(m_url),
                                     remote::redacted(why, m_url), m_at),
                         m_layer,
                         kind == ErrorKind::Source
                             ? "its server cannot be reached, or answers with an error"
                             : general_cause(kind)};
    }

    [[nodiscard]] shapefile::ErrorContext subject() const
    {
        return shapefile::ErrorContext::layer(m_layer, m_at);
    }

private:
    std::string m_layer;
    std::string m_at;
    std::string m_url;
};

/// XML that declares a document type may grow without end when it is read (RFC 7303, 10: entities).
bool has_document_type(std::string_view body)
{
    return body.find("<!DOCTYPE") != std::string_view::npos ||
           body.find("<!ENTITY") != std::string_view::npos;
}

std::unique_ptr<FeatureFile> features_of(remote::Answer const& answer, Reporter const& reporter)
{
    auto const start = std::string_view{answer.body}.substr(0, 2048);
    bool const is_exception = start.find("ExceptionReport") != std::string_view::npos;
    if (answer.status != 200 || is_exception) {
        reporter.fail(ErrorKind::Source,
                      fmt::format("status {}: {}", answer.status, remote::excerpt_of(answer.body)));
    }
    if (has_document_type(answer.body)) {
        reporter.fail(ErrorKind::Source, "its answer declares a document type");
    }
    try {
        return ms::ogr::load_module().open_bytes(answer.body);
    } catch (Error const& error) {
        reporter.fail(error.kind(), error.what());
    }
}

std::vector<std::size_t> columns_of(feature::Schema const& schema,
                                    std::span<std::string const> names, Reporter const& reporter)
{
    std::vector<std::size_t> columns;
    for (auto const& name : names) {
        auto const column = schema.find(name);
        if (!column) {
            reporter.fail(ErrorKind::BadMapfile, "its features have no attribute \"" + name + "\"");
        }
        columns.push_back(*column);
    }
    return columns;
}

/// Rows of an answer that is on its way.
class Cursor final : public FeatureCursor {
public:
    Cursor(std::unique_ptr<remote::Pending> pending, Query query, Reporter reporter,
           Services const& services)
        : m_pending(std::move(pending)), m_query(std::move(query)), m_reporter(std::move(reporter)),
          m_services(services)
    {}

    bool next(feature::FeatureBatch& batch) override
    {
        if (m_pending) {
            open();
        }
        if (!m_rows) {
            batch.reset(m_query.fields.size());
            return false;
        }
        return m_rows->next(batch);
    }

private:
    void open()
    {
        std::shared_ptr<remote::Answer const> answer;
        try {
            answer = std::exchange(m_pending, nullptr)->get(m_services.deadline);
        } catch (Interrupted const&) {
            throw;
        } catch (Error const& error) {
            m_reporter.fail(error.kind(), error.what());
        }
        // GDAL reads GML and GeoJSON as a whole: its copy, and the features, are several times as
        // large.
        constexpr std::size_t growth = 8;
        if (answer->body.size() > m_services.max_kept_bytes / growth) {
            m_reporter.fail(ErrorKind::Limit,
                            "its answer is too large for the memory of a request");
        }
        auto file = features_of(*answer, m_reporter);
        if (file->schema().fields.empty() && file->count().value_or(0) == 0) {
            return; // no features: the attributes are unknown
        }
        auto columns = columns_of(file->schema(), m_query.fields, m_reporter);
        auto filter = columns_of(file->schema(), m_query.filter.attributes(), m_reporter);
        m_rows = std::make_unique<ogr::Cursor>(std::move(file), m_query, std::move(columns),
                                               std::move(filter), m_reporter.subject(),
                                               m_services.deadline);
    }

    std::unique_ptr<remote::Pending> m_pending;
    Query m_query;
    Reporter m_reporter;
    Services const& m_services;
    std::unique_ptr<FeatureCursor> m_rows;
};

class Source final : public FeatureSource {
public:
    Source(mapfile::Map const& map, mapfile::Layer const& layer, Services const& services)
        : m_map(map), m_layer(layer), m_services(services), m_server(server_of(map, layer)),
          m_reporter(map, layer, m_server.url)
    {}

    /// The schema of one feature.
    feature::Schema const& schema() override
    {
        if (!m_schema) {
            auto const pending = request(get_feature_url(m_server, std::nullopt, 1));
            try {
                auto const answer = pending->get(m_services.deadline);
                m_schema = features_of(*answer, m_reporter)->schema();
            } catch (LayerError const&) {
                throw;
            } catch (Interrupted const&) {
                throw;
            } catch (Error const& error) {
                m_reporter.fail(error.kind(), error.what());
            }
        }
        return *m_schema;
    }

    /// EXTENT only: the server is not queried.
    std::optional<geometry::Box> extent() override
    {
        auto const& e = m_layer.extent;
        return e.is_set() ? std::optional{geometry::Box{e.min_x, e.min_y, e.max_x, e.max_y}}
                          : std::nullopt;
    }

    std::unique_ptr<FeatureCursor> start(Query const& query) override
    {
        bool const is_limited = query.filter.is_always_true() && !query.id;
        auto const url = get_feature_url(m_server, query.box, is_limited ? query.max_features : -1);
        return std::make_unique<Cursor>(request(url), query, m_reporter, m_services);
    }

    std::string explain(Query const& query) override
    {
        return fmt::format("WFS of {}: {}{}", remote::place_of(m_server.url), m_server.type_name,
                           query.filter.is_always_true() ? "" : ", FILTER evaluated here");
    }

private:
    [[nodiscard]] std::unique_ptr<remote::Pending> request(std::string const& url) const
    {
        return remote::start(m_map, m_layer, remote::request_of(m_map, m_layer, "wfs_", url),
                             m_services);
    }

    mapfile::Map const& m_map;
    mapfile::Layer const& m_layer;
    Services const& m_services;
    Server m_server;
    Reporter m_reporter;
    std::optional<feature::Schema> m_schema;
};

} // namespace

bool is_cascaded(mapfile::Layer const& layer)
{
    return layer.connection_type == mapfile::ConnectionType::Wfs &&
           layer.type != mapfile::LayerType::Raster;
}

std::unique_ptr<FeatureSource> open(mapfile::Map const& map, mapfile::Layer const& layer,
                                    Services const& services)
{
    return std::make_unique<Source>(map, layer, services);
}

} // namespace ms::source::wfs
