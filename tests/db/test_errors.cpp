// SPDX-License-Identifier: MIT
#include "base/descriptor.hpp"
#include "base/error.hpp"
#include "db/database.hpp"
#include "db/wire_tap.hpp"
#include "source/layer_error.hpp"

#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <thread>

using ms::geometry::Kind;
using namespace std::chrono_literals;

namespace {

struct ErrorsFixture {
    test::Schema schema;
    ms::source::postgis::Databases databases;
    test::Request request{databases};

    /// The error that a client sees when the layer is read.
    std::string failure(ms::source::postgis::LayerSettings const& settings,
                        std::vector<std::string> fields = {})
    {
        try {
            auto const source = request.open(settings);
            (void)test::count_all(*source->start(test::everything(Kind::Point, std::move(fields))));
        } catch (ms::Error const& error) {
            return error.what();
        }
        return "no error";
    }

    std::string failure(std::string const& data, std::vector<std::string> fields = {})
    {
        return failure(test::settings(data), std::move(fields));
    }

    /// The public text.
    std::string public_failure(ms::source::postgis::LayerSettings const& settings,
                               std::vector<std::string> fields = {})
    {
        try {
            auto const source = request.open(settings);
            (void)test::count_all(*source->start(test::everything(Kind::Point, std::move(fields))));
        } catch (ms::source::LayerError const& error) {
            return error.public_text();
        }
        return "no error";
    }

    bool log_contains(std::string_view text) const
    {
        for (auto const& line : request.lines) {
            if (line.find(text) != std::string::npos) {
                return true;
            }
        }
        return false;
    }
};

/// Accepts connections and never says a word, like a host behind a firewall.
class SilentHost {
public:
    SilentHost()
    {
        REQUIRE(bind(m_socket.number(), address(), sizeof m_address) == 0);
        REQUIRE(listen(m_socket.number(), 16) == 0);
        socklen_t length = sizeof m_address;
        REQUIRE(getsockname(m_socket.number(), address(), &length) == 0);
    }
    [[nodiscard]] std::string conninfo() const
    {
        return "host=127.0.0.1 port=" + std::to_string(ntohs(m_address.sin_port)) +
               " dbname=away sslmode=disable gssencmode=disable connect_timeout=2";
    }
    /// Since the last call.
    int connections()
    {
        int count = 0;
        for (;; ++count) {
            ms::Descriptor const link{accept4(m_socket.number(), nullptr, nullptr, 0)};
            if (!link.is_open()) {
                return count;
            }
        }
    }

private:
    sockaddr* address() { return reinterpret_cast<sockaddr*>(&m_address); }

    sockaddr_in m_address{
        .sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    ms::Descriptor m_socket{socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0)};
};

} // namespace

TEST_CASE_FIXTURE(ErrorsFixture,
                  "errors: hosts that do not answer are waited for together, and only once")
{
    std::array<SilentHost, 3> hosts;
    std::vector<std::string> away;
    for (auto& host : hosts) {
        away.push_back(host.conninfo());
    }
    auto const begin = std::chrono::steady_clock::now();
    databases.reach(away, request.deadline);
    CHECK(std::chrono::steady_clock::now() - begin < 2 * 2s); // connect_timeout of two of them
    for (auto& host : hosts) {
        CHECK(host.connections() == 1);
        auto const settings = test::settings("geom from t", host.conninfo());
        CHECK(failure(settings) == "layer \"test\": the database cannot be reached (test.map:3:8)");
        CHECK(public_failure(settings) ==
              "layer 'test': the database cannot be reached: connection timeout");
        CHECK(host.connections() == 0);
    }
}

TEST_CASE_FIXTURE(ErrorsFixture, "errors: a host that did not answer is asked again after a while")
{
    SilentHost host;
    ms::source::postgis::DatabasesOptions options;
    options.pool.silence = 0ms;
    ms::source::postgis::Databases forgetful{options};
    forgetful.reach({host.conninfo()}, request.deadline);
    forgetful.reach({host.conninfo()}, request.deadline);
    CHECK(host.connections() == 2);
}

TEST_CASE_FIXTURE(ErrorsFixture,
                  "errors: missing columns and tables are named, with layer and place")
{
    schema.run("CREATE TABLE " + schema("roads") + " (width int, geom geometry)");
    CHECK(failure("geom from " + schema("roads"), {"widht"}) ==
          "layer \"test\": column \"widht\" does not exist (test.map:3:8)");
    CHECK(failure("shape from " + schema("roads")) ==
          "layer \"test\": column \"shape\" does not exist (test.map:3:8)");
    CHECK(failure("width from " + schema("roads")) ==
          "layer \"test\": column \"width\" is neither geometry nor geography (test.map:3:8)");
    CHECK(failure("geom from " + schema("raods")) ==
          "layer \"test\": relation \"" + schema("raods") + "\" does not exist (test.map:3:8)");
    CHECK(failure("geom from (select * from nowhere) as t") ==
          "layer \"test\": relation \"nowhere\" does not exist (test.map:3:8)");
}

TEST_CASE_FIXTURE(ErrorsFixture,
                  "errors: a missing key is reported only if a feature is requested by it")
{
    schema.run("CREATE TABLE " + schema("nokey") + " AS SELECT ST_Point(1,2) AS geom");
    auto query = test::everything(Kind::Point);
    query.with_ids = true;
    CHECK_NOTHROW((void)request.open("geom from " + schema("nokey"))->start(query));
    query.id = "1";
    CHECK_THROWS_WITH_AS(
        (void)request.open("geom from " + schema("nokey"))->start(query),
        "layer \"test\": no primary key was found; add \"using unique\" to DATA (test.map:3:8)",
        ms::Error);
    CHECK(failure("geom from " + schema("nokey")) == "no error");
}

TEST_CASE_FIXTURE(ErrorsFixture, "errors: SQL and its values stay in the log")
{
    auto settings = test::settings("geom from (select ST_Point(1,2) as geom) as t");
    settings.native_filter = "'secret_token";
    auto const text = failure(settings);
    CHECK(text.starts_with("layer \"test\": the database rejected the query (SQLSTATE 42"));
    CHECK(text.find("secret_token") == std::string::npos);
    CHECK(log_contains("PostgreSQL 42"));
}

TEST_CASE_FIXTURE(ErrorsFixture,
                  "errors: a failed connection discloses neither host nor user nor password")
{
    auto const text = failure(
        test::settings("geom from t", "host=127.0.0.1 port=1 user=somebody password=hunter2"));
    CHECK(text == "layer \"test\": the database cannot be reached (test.map:3:8)");
    CHECK_FALSE(log_contains("hunter2"));
    CHECK(log_contains("127.0.0.1"));
}

TEST_CASE_FIXTURE(ErrorsFixture,
                  "errors: a malformed connection string is called so, without its words")
{
    // libpq: missing "=" after "nonsense" in connection info string
    for (std::string const& connection :
         {std::string{"password=hunter2 nonsense"}, std::string{"password=too hunter2 dbname=x"}}) {
        auto const settings = test::settings("geom from t", connection);
        auto const text = failure(settings);
        CHECK(text.starts_with("layer \"test\": CONNECTION is malformed: "));
        CHECK(text.ends_with(" needs quotes (test.map:3:8)"));
        CHECK(text.find("hunter2") == std::string::npos);
        CHECK(public_failure(settings) == "layer 'test': the database cannot be reached");
        CHECK_FALSE(log_contains("hunter2"));
        CHECK_FALSE(log_contains("nonsense"));
    }
}

// As postgres_fdw does: ERROR 08001, and the session lives.
TEST_CASE_FIXTURE(ErrorsFixture,
                  "errors: a foreign server that is away is not waited for with new sessions")
{
    schema.run("CREATE FUNCTION " + schema("far") +
               "() RETURNS geometry LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
               " 'could not connect to server \"x\"' USING ERRCODE = '08001'; END $$");
    test::WireTap const tap;
    auto const settings = test::settings(
        "geom from (select " + schema("far") + "() as geom) as t using srid=4326", tap.conninfo());
    CHECK(public_failure(settings).find("cannot reach another server") != std::string::npos);
    CHECK(tap.connections() <= 2); // for what is learned, and for rows
}

TEST_CASE_FIXTURE(ErrorsFixture, "errors: a srid in DATA that is not the column's is logged")
{
    auto const data = "geom from " + schema("places") + " using srid=";
    schema.run("CREATE TABLE " + schema("places") +
               " (id int PRIMARY KEY, geom geometry(Point, 4326))");
    CHECK(failure(data + "4326") == "no error");
    CHECK_FALSE(log_contains("srid="));
    CHECK(failure(data + "3857") == "no error");
    CHECK(log_contains("DATA says srid=3857, but column \"geom\" has 4326"));
}

TEST_CASE("errors: a deadline stops a query, and the server stops too")
{
    ms::source::postgis::Databases databases;
    test::Session session;
    test::Request request{databases, ms::Deadline::Clock::now() + 60s}; // connects and learns
    auto const data = "geom from (select ST_Point(1,2) as geom, pg_sleep(20) as slept_too_long) as "
                      "t using srid=4326";
    auto const source = request.open(data);
    auto begin = std::chrono::steady_clock::now();
    {
        auto const cursor = source->start(test::everything(Kind::Point, {"slept_too_long"}));
        begin = std::chrono::steady_clock::now();
        request.deadline.extend(begin + 400ms - request.deadline.end());
        ms::feature::FeatureBatch batch;
        CHECK_THROWS_AS((void)cursor->next(batch), ms::Error);
    }
    CHECK(std::chrono::steady_clock::now() - begin < 3s);
    auto const is_sleeping =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'mapserver-pg' AND "
        "state = 'active' AND query LIKE '%slept_too_long%'";
    while (session.ask(is_sleeping) != "0" && std::chrono::steady_clock::now() - begin < 15s) {
        std::this_thread::sleep_for(10ms);
    }
    CHECK(session.ask(is_sleeping) == "0");
}

TEST_CASE("errors: the database is blamed for the time that it was waited for")
{
    ms::source::postgis::Databases databases;
    using Clock = ms::Deadline::Clock;
    auto const what_ended = [&](double own_work) { // as a part of the time that is left
        auto const begin = Clock::now();
        test::Request request{databases, begin + 60s};
        auto const source = request.open(
            "geom from (select ST_Point(1,2) as geom, pg_sleep(20) as s) as t using srid=4326");
        auto const cursor = source->start(test::everything(Kind::Point, {"s"}));
        // More than half of what is allowed, however long it took to come so far.
        auto const now = Clock::now();
        auto const left = 2 * (now - begin) + 1s;
        request.deadline.extend(now + left - request.deadline.end());
        std::this_thread::sleep_for(own_work * left);
        ms::feature::FeatureBatch batch;
        std::string words = "no error";
        try {
            (void)cursor->next(batch);
        } catch (ms::Error const& error) {
            words = error.what();
        }
        auto const& logged = request.lines.empty() ? words : request.lines.back();
        CHECK(logged.find("PostgreSQL") == std::string::npos);
        CHECK(logged.find("its statement was waited for") != std::string::npos);
        return words;
    };
    CHECK(what_ended(0) == "layer \"test\": the database took longer than allowed (test.map:3:8)");
    CHECK(what_ended(0.85) == "the request took longer than allowed");
    CHECK(what_ended(1.25) == "the request took longer than allowed");
}

TEST_CASE("errors: a client that goes away stops its query")
{
    ms::source::postgis::Databases databases;
    test::Request request{databases};
    auto const source = request.open(
        "geom from (select ST_Point(1,2) as geom, pg_sleep(20) as s) as t using srid=4326");
    auto const cursor = source->start(test::everything(Kind::Point, {"s"}));
    request.deadline.cancel();
    ms::feature::FeatureBatch batch;
    CHECK_THROWS_AS((void)cursor->next(batch), ms::Error);
}

TEST_CASE("errors: statement_timeout is the session's, and is reported as a limit to clients, too")
{
    ms::source::postgis::DatabasesOptions options;
    options.pool.session.statement_timeout = 5s; // learning the layer must not take as long
    ms::source::postgis::Databases databases{options};
    test::Request request{databases};
    auto const source = request.open(
        "geom from (select ST_Point(1,2) as geom, pg_sleep(20) as s) as t using srid=4326");
    auto const cursor = source->start(test::everything(Kind::Point, {"s"}));
    ms::feature::FeatureBatch batch;
    try {
        (void)cursor->next(batch);
        FAIL("no error");
    } catch (ms::source::LayerError const& error) {
        CHECK(std::string{error.what()} ==
              "layer \"test\": the database took longer than allowed (test.map:3:8)");
        CHECK(error.public_text() ==
              "layer 'test': the database refused the query: statement timeout");
        CHECK(error.kind() == ms::ErrorKind::Limit);
    }
}

TEST_CASE_FIXTURE(ErrorsFixture, "errors: sessions are read-only")
{
    schema.run("CREATE TABLE " + schema("log") + " (i int)");
    schema.run("CREATE FUNCTION " + schema("f") +
               "() RETURNS TABLE (geom geometry) LANGUAGE sql VOLATILE AS 'INSERT INTO " +
               schema("log") + " VALUES (1) RETURNING ST_Point(1,2)'");
    for (auto const* more : {"", " target_session_attrs=read-write"}) {
        CHECK(failure(test::settings("geom from " + schema("f") + "() as t",
                                     test::conninfo() + more)) ==
              "layer \"test\": the database rejected the query (SQLSTATE 25006) (test.map:3:8)");
    }
    CHECK(schema.session().ask("SELECT count(*) FROM " + schema("log")) == "0");
}

TEST_CASE_FIXTURE(ErrorsFixture,
                  "errors: clients read the layer and the cause, and no name of the database")
{
    schema.run("CREATE TABLE " + schema("roads") + " (width int, geom geometry)");
    auto const cause = [&](std::string const& data, std::vector<std::string> fields = {}) {
        return public_failure(test::settings(data), std::move(fields));
    };
    CHECK(cause("geom from " + schema("raods")) ==
          "layer 'test': the database refused the query: a table is missing");
    CHECK(cause("geom from " + schema("roads"), {"widht"}) ==
          "layer 'test': the database refused the query: a column is missing");
    CHECK(cause("geom from (select secret_function() as geom) as t") ==
          "layer 'test': the database refused the query: a function is missing");
    CHECK(cause("geom from (select 1/0 as x, ST_Point(1,2) as geom) as t using srid=4326", {"x"}) ==
          "layer 'test': the database refused the query: a value is not valid");
    CHECK(cause("geom from (selct 1) as t") ==
          "layer 'test': the database refused the query: it is not valid");
}

TEST_CASE_FIXTURE(ErrorsFixture,
                  "errors: clients read why a database cannot be reached, and not which")
{
    auto const cause = [&](std::string const& connection) {
        return public_failure(test::settings("geom from t", connection));
    };
    CHECK(cause("host=127.0.0.1 port=1 password=hunter2") ==
          "layer 'test': the database cannot be reached: connection refused");
    CHECK(cause("host=/nonexistent/secret password=hunter2") ==
          "layer 'test': the database cannot be reached: connection refused");
    CHECK(cause("host=no-such-host.invalid password=hunter2") ==
          "layer 'test': the database cannot be reached: unknown host");
    CHECK(cause(test::conninfo() + " dbname=nowhere_at_all") ==
          "layer 'test': the database refused the connection: there is no such database");
    CHECK(cause(test::conninfo() + " user=nobody_at_all") ==
          "layer 'test': the database refused the connection: not authorised");
}
