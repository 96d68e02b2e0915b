// SPDX-License-Identifier: MIT
#include "db/database.hpp"

#include "expr/bind.hpp"
#include "geometry/wkb.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <libpq-fe.h>
#include <stdexcept>
#include <unistd.h>

namespace test {

namespace {

using ms::source::postgis::LayerSettings;

std::string wkt_of(ms::geometry::GeometryColumn const& column, std::size_t index, Session& session)
{
    std::vector<std::byte> bytes;
    ms::geometry::encode_wkb(column, index, bytes);
    std::string hex;
    for (auto const byte : bytes) {
        hex += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    }
    return session.ask("SELECT ST_AsText('" + hex + "'::geometry)");
}

} // namespace

std::string conninfo()
{
    return std::getenv("MS_TEST_PG");
}

Session::Session(std::string const& conninfo) : m_connection(PQconnectdb(conninfo.c_str()))
{
    if (PQstatus(m_connection) != CONNECTION_OK) {
        throw std::runtime_error{PQerrorMessage(m_connection)};
    }
    PQsetNoticeProcessor(
        m_connection, [](void*, char const*) {}, nullptr);
}

Session::~Session()
{
    PQfinish(m_connection);
}

Rows Session::rows(std::string const& sql)
{
    std::unique_ptr<PGresult, decltype(&PQclear)> const result{PQexec(m_connection, sql.c_str()),
                                                               PQclear};
    auto const status = PQresultStatus(result.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        throw std::runtime_error{PQerrorMessage(m_connection)};
    }
    Rows rows(static_cast<std::size_t>(PQntuples(result.get())));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (int column = 0; column < PQnfields(result.get()); ++column) {
            auto const number = static_cast<int>(row);
            rows[row].emplace_back(PQgetisnull(result.get(), number, column) != 0
                                       ? "<null>"
                                       : PQgetvalue(result.get(), number, column));
        }
    }
    return rows;
}

Schema::Schema()
{
    static int counter = 0;
    m_name = fmt::format("ms_test_{}_{}", getpid(), ++counter);
    run("CREATE SCHEMA " + m_name);
}

Schema::~Schema()
{
    m_session.run("DROP SCHEMA " + m_name + " CASCADE");
}

std::unique_ptr<ms::source::FeatureSource> Request::open(std::string const& data,
                                                         std::string const& connection)
{
    return open(settings(data, connection));
}

std::unique_ptr<ms::source::FeatureSource> Request::open(LayerSettings layer)
{
    return std::make_unique<ms::source::postgis::PostgisSource>(
        [layer = std::move(layer)](double) { return layer; }, services);
}

LayerSettings settings(std::string const& data, std::string const& connection)
{
    LayerSettings layer;
    layer.ref = {"test", "test.map:3:8"};
    layer.connection = connection;
    layer.data = ms::source::postgis::parse_data_clause(data, layer.ref);
    return layer;
}

ms::source::Query everything(ms::geometry::Kind kind, std::vector<std::string> fields)
{
    ms::source::Query query;
    query.kind = kind;
    query.fields = std::move(fields);
    return query;
}

Rows read_all(ms::source::FeatureCursor& cursor, Session& session)
{
    Rows rows;
    ms::feature::FeatureBatch batch;
    while (cursor.next(batch)) {
        for (std::size_t row = 0; row < batch.size(); ++row) {
            auto& values = rows.emplace_back();
            for (auto const& column : batch.attributes) {
                values.emplace_back(column.is_null(row) ? "<null>" : column[row]);
            }
            if (batch.ids.size() > 0) {
                values.emplace_back(batch.ids[row]);
            }
            values.push_back(wkt_of(batch.geometry, row, session));
        }
    }
    return rows;
}

std::vector<std::string> ids_evaluated(ms::source::FeatureSource& source, ms::geometry::Kind kind,
                                       ms::expr::Expression const& filter)
{
    std::vector<std::string> fields{"id"};
    std::ranges::copy_if(filter.attributes(), std::back_inserter(fields),
                         [](std::string const& name) { return name != "id"; });
    auto const cursor = source.start(everything(kind, fields));
    ms::expr::Bound bound{filter, fields};
    std::vector<std::string> ids;
    ms::feature::FeatureBatch batch;
    while (cursor->next(batch)) {
        for (std::size_t row = 0; row < batch.size(); ++row) {
            if (bound.is_true(batch, row)) {
                ids.emplace_back(batch.attributes[0][row]);
            }
        }
    }
    std::ranges::sort(ids);
    return ids;
}

std::size_t count_all(ms::source::FeatureCursor& cursor)
{
    std::size_t count = 0;
    ms::feature::FeatureBatch batch;
    while (cursor.next(batch)) {
        count += batch.size();
    }
    return count;
}

} // namespace test
