// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The test database, queried through plain libpq, and our source reading from it.

#include "source/postgis/link/databases.hpp"
#include "source/postgis/source.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn;

namespace test {

using Rows = std::vector<std::vector<std::string>>;

/// MS_TEST_PG
[[nodiscard]] std::string conninfo();

/// A session that shares no code with the tested one.
class Session {
public:
    explicit Session(std::string const& conninfo = test::conninfo());
    ~Session();
    Session(Session const&) = delete;
    Session& operator=(Session const&) = delete;

    /// \throws std::runtime_error with the server's message. NULL reads "<null>".
    Rows rows(std::string const& sql);
    /// The single value of a query.
    std::string ask(std::string const& sql) { return rows(sql).at(0).at(0); }
    void run(std::string const& sql) { (void)rows(sql); }

private:
    pg_conn* m_connection;
};

/// A separate schema that is dropped at the end.
class Schema {
public:
    Schema();
    ~Schema();
    Schema(Schema const&) = delete;
    Schema& operator=(Schema const&) = delete;

    [[nodiscard]] std::string const& name() const { return m_name; }
    /// "schema.table"
    [[nodiscard]] std::string operator()(std::string_view table) const
    {
        return m_name + "." + std::string{table};
    }
    Session& session() { return m_session; }
    void run(std::string const& sql) { m_session.run(sql); }

private:
    Session m_session;
    std::string m_name;
};

/// Everything a source needs, for one request.
class Request {
public:
    explicit Request(ms::source::postgis::Databases& databases,
                     ms::Deadline::Clock::time_point end = ms::Deadline::Clock::time_point::max())
        : deadline(end), log(ms::LogLevel::All,
                             [this](ms::LogLine const& line) { lines.emplace_back(line.message); }),
          services{log, databases, deadline}
    {}

    ms::Deadline deadline;
    std::vector<std::string> lines; ///< logged
    ms::Log log;
    ms::source::Services services;

    /// A layer "test" with this DATA, from the tests' database.
    [[nodiscard]] std::unique_ptr<ms::source::FeatureSource>
    open(std::string const& data, std::string const& connection = conninfo());
    [[nodiscard]] std::unique_ptr<ms::source::FeatureSource>
    open(ms::source::postgis::LayerSettings settings);
};

/// Settings of a layer "test" in test.map:3:8.
[[nodiscard]] ms::source::postgis::LayerSettings
settings(std::string const& data, std::string const& connection = conninfo());

/// A query for all rows in full precision.
[[nodiscard]] ms::source::Query everything(ms::geometry::Kind kind,
                                           std::vector<std::string> fields = {});

/// All rows: the attributes, then the key if requested, then the geometry as WKT printed by
/// PostGIS.
[[nodiscard]] Rows read_all(ms::source::FeatureCursor& cursor, Session& session);
/// The values of "id" of the rows for which a filter is true by our own evaluation, sorted as
/// texts.
[[nodiscard]] std::vector<std::string> ids_evaluated(ms::source::FeatureSource& source,
                                                     ms::geometry::Kind kind,
                                                     ms::expr::Expression const& filter);
/// Number of rows, without looking at them.
[[nodiscard]] std::size_t count_all(ms::source::FeatureCursor& cursor);

} // namespace test
