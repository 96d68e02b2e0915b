// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "db/database.hpp"
#include "db/wire_tap.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <thread>
#include <unistd.h>

using ms::geometry::Kind;
using ms::source::FeatureCursor;
using ms::source::FeatureSource;
using ms::source::postgis::Databases;
using ms::source::postgis::DatabasesOptions;
using namespace std::chrono_literals;

namespace {

struct PoolFixture {
    test::Schema schema;
    test::WireTap tap;

    PoolFixture()
    {
        for (auto const* name : {"t1", "t2", "t3", "t4"}) {
            schema.run("CREATE TABLE " + schema(name) +
                       " (id int PRIMARY KEY, geom geometry(Point,4326))");
            schema.run("INSERT INTO " + schema(name) +
                       " SELECT i, ST_Point(i,i,4326) FROM generate_series(1,10) i");
        }
    }

    std::vector<std::string> layers(std::size_t count) const
    {
        std::vector<std::string> layers;
        for (std::size_t i = 0; i < count; ++i) {
            layers.push_back("geom from " + schema("t" + std::to_string(i % 4 + 1)));
        }
        return layers;
    }

    /// All layers of a map as a plan draws them: started together, then read in order.
    std::vector<std::size_t> draw(Databases& databases,
                                  std::vector<std::string> const& layers) const
    {
        test::Request request{databases};
        std::vector<std::unique_ptr<FeatureSource>> sources;
        std::vector<std::unique_ptr<FeatureCursor>> cursors;
        for (auto const& data : layers) {
            sources.push_back(request.open(data, tap.conninfo()));
            auto query = test::everything(Kind::Point, {"id"});
            query.box = ms::geometry::Box{0, 0, 5, 5};
            cursors.push_back(sources.back()->start(query));
        }
        std::vector<std::size_t> counts;
        for (auto const& cursor : cursors) {
            counts.push_back(test::count_all(*cursor));
        }
        return counts;
    }

    void kill_backends()
    {
        schema.run("SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE "
                   "application_name = '" +
                   test::WireTap::application_name() + "'");
        while (tap.links() > 0) {
            std::this_thread::sleep_for(1ms);
        }
    }
};

DatabasesOptions with_connections(std::size_t count, std::size_t per_request = 4)
{
    DatabasesOptions options;
    options.pool.max_connections = count;
    options.pool.max_connections_per_request = per_request;
    return options;
}

/// DATA for which a cursor's first batch is a small part of the result.
constexpr auto million_points =
    "geom from (select ST_Point(i,i) as geom from generate_series(1,1000000) i) as t";

} // namespace

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: a warm map of k layers sends k statements and parses none of them")
{
    Databases databases;
    for (int i = 0; i < 8; ++i) {
        (void)draw(databases, layers(4)); // until each connection has seen each layer twice
    }
    tap.reset();
    CHECK(draw(databases, layers(4)) == std::vector<std::size_t>(4, 5));
    CHECK(tap.statements() == 4);
    CHECK(tap.connections() == 0);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: a table is learned in one statement")
{
    Databases databases;
    (void)draw(databases, layers(1));
    CHECK(tap.statements() == 2); // the facts, the rows
    CHECK(tap.connections() == 1);
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: without prepared statements each is parsed, and still sent once")
{
    DatabasesOptions options;
    options.pool.session.prepare = false;
    Databases databases{options};
    (void)draw(databases, layers(2));
    (void)draw(databases, layers(2));
    tap.reset();
    (void)draw(databases, layers(2));
    CHECK(tap.statements() == 2);
    CHECK(tap.parses() == 2);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: prepared statements are bounded in number")
{
    DatabasesOptions options;
    options.pool.session.max_statements = 2;
    Databases databases{options};
    for (int i = 0; i < 3; ++i) {
        for (auto const& layer : layers(4)) {
            CHECK(draw(databases, {layer, layer}) == std::vector<std::size_t>{5, 5});
        }
    }
}

TEST_CASE_FIXTURE(PoolFixture, "pool: prepared statements are bounded in bytes")
{
    DatabasesOptions options = with_connections(1);
    options.pool.session.max_statement_bytes = 400; // two or three of them
    Databases databases{options};
    for (int i = 0; i < 3; ++i) {
        for (auto const& layer : layers(4)) {
            CHECK(draw(databases, {layer, layer}) == std::vector<std::size_t>{5, 5});
        }
    }
    tap.reset();
    (void)draw(databases, layers(4));
    CHECK(tap.parses() > 0); // some had been forgotten
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: long statements, as clients' filters make them, are not prepared")
{
    Databases databases{with_connections(1)};
    auto const layer = "geom from (select * from " + schema("t1") + " where id > 0 /* " +
                       std::string(20'000, 'x') + " */) as t using unique id using srid=4326";
    for (int i = 0; i < 3; ++i) {
        (void)draw(databases, {layer});
    }
    tap.reset();
    for (int i = 0; i < 3; ++i) {
        CHECK(draw(databases, {layer}) == std::vector<std::size_t>{5});
    }
    CHECK(tap.statements() == 3);
    CHECK(tap.parses() == 3);
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: a map with more layers than connections is drawn all the same")
{
    for (auto const& options :
         {with_connections(1), with_connections(2), with_connections(16, 3)}) {
        Databases databases{options};
        CHECK(draw(databases, layers(10)) == std::vector<std::size_t>(10, 5));
        // One more connection learns about tables while the others wait.
        CHECK(databases.pool(tap.conninfo())->usage().open <=
              std::min(options.pool.max_connections, options.pool.max_connections_per_request + 1));
    }
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: a request that reads its layers out of order does not wait for itself")
{
    Databases databases{with_connections(1)};
    test::Request request{databases};
    auto const first = request.open("geom from " + schema("t1"), tap.conninfo());
    auto const second = request.open("geom from " + schema("t2"), tap.conninfo());
    auto const held = first->start(test::everything(Kind::Point));
    auto const waiting = second->start(test::everything(Kind::Point));
    CHECK(test::count_all(*waiting) == 10);
    CHECK(test::count_all(*held) == 10);
    CHECK(databases.pool(tap.conninfo())->usage().open == 1);
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: a cursor that is dropped half read gives its connection back clean")
{
    Databases databases{with_connections(1)};
    {
        test::Request request{databases};
        auto const source = request.open(million_points, tap.conninfo());
        auto const cursor = source->start(test::everything(Kind::Point));
        ms::feature::FeatureBatch batch;
        CHECK(cursor->next(batch));
    }
    CHECK(draw(databases, layers(1)) == std::vector<std::size_t>{5});
    CHECK(databases.pool(tap.conninfo())->usage().open == 1);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: killed back ends are not noticed by the next map")
{
    Databases databases;
    (void)draw(databases, layers(4));
    kill_backends();
    CHECK(draw(databases, layers(4)) == std::vector<std::size_t>(4, 5));
    tap.cut();
    CHECK(draw(databases, layers(4)) == std::vector<std::size_t>(4, 5));
}

TEST_CASE_FIXTURE(
    PoolFixture,
    "pool: a back end killed after the query was sent is replaced before the first row")
{
    Databases databases;
    test::Request request{databases};
    auto const source = request.open(
        "geom from (select ST_Point(1,2,4326) as geom, pg_sleep(1) as s) as t", tap.conninfo());
    auto const cursor = source->start(test::everything(Kind::Point, {"s"}));
    auto const is_sleeping = "SELECT count(*) FROM pg_stat_activity WHERE application_name = '" +
                             test::WireTap::application_name() +
                             "' AND state = 'active' AND query LIKE '%pg_sleep%'";
    for (int i = 0; i < 100 && schema.session().ask(is_sleeping) == "0"; ++i) {
        std::this_thread::sleep_for(10ms);
    }
    kill_backends();
    CHECK(test::count_all(*cursor) == 1);
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: a connection that is lost between rows fails its layer by name")
{
    Databases databases;
    test::Request request{databases};
    auto const source = request.open(million_points, tap.conninfo());
    auto const cursor = source->start(test::everything(Kind::Point));
    ms::feature::FeatureBatch batch;
    CHECK(cursor->next(batch));
    tap.cut();
    CHECK_THROWS_WITH_AS((void)test::count_all(*cursor),
                         "layer \"test\": the database cannot be reached (test.map:3:8)",
                         ms::Error);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: a server that falls silent holds no request and no place")
{
    Databases databases;
    auto const pool = databases.pool(tap.conninfo());
    auto begin = std::chrono::steady_clock::now();
    {
        test::Request request{databases, begin + 60s}; // connects and learns
        auto const source = request.open(million_points, tap.conninfo());
        auto const cursor = source->start(test::everything(Kind::Point));
        ms::feature::FeatureBatch batch;
        REQUIRE(cursor->next(batch));
        tap.fall_silent(); // also for the message that would cancel the statement
        begin = std::chrono::steady_clock::now();
        request.deadline.extend(begin + 500ms - request.deadline.end());
        CHECK_THROWS_AS((void)test::count_all(*cursor), ms::Error);
    }
    CHECK(pool->usage().open == 0);
    test::Request request{databases, std::chrono::steady_clock::now() + 200ms};
    auto const draw_one = [&] {
        (void)test::count_all(*request.open("geom from " + schema("t1"), tap.conninfo())
                                   ->start(test::everything(Kind::Point)));
    };
    CHECK_THROWS_AS(draw_one(), ms::Interrupted);
    CHECK(pool->usage().open == 0);
    CHECK(std::chrono::steady_clock::now() - begin < 9s); // libpq's own waiting: no end, and 10 s
}

TEST_CASE_FIXTURE(PoolFixture, "pool: a statement that the server does not read ends in time")
{
    Databases databases;
    auto lease = databases.pool(tap.conninfo())->acquire(ms::Deadline{});
    ms::Deadline const deadline{std::chrono::steady_clock::now() + 200ms};
    tap.fall_silent();
    // Twice what a socket's buffers hold.
    ms::source::postgis::Statement const statement{"SELECT $1", {std::string(64U << 20U, 'x')}};
    CHECK_THROWS_AS(lease->send(statement, deadline), ms::Interrupted);
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: a request whose client does not read gives way to those that wait")
{
    auto options = with_connections(1);
    options.pool.wait = 60s;
    options.pool.relief = 100ms;
    options.pool.slow_client = 100ms;
    Databases databases{options};
    auto const pool = databases.pool(tap.conninfo());
    ms::Deadline reader;
    std::jthread const slow{[&] {
        auto const lease = pool->acquire(reader);
        reader.begin_pause();
        while (true) {
            try {
                reader.check();
            } catch (ms::Interrupted const& error) {
                CHECK(std::string{error.what()} ==
                      "others needed what the request held while its client did not read");
                return;
            }
            std::this_thread::sleep_for(5ms);
        }
    }};
    while (reader.paused() == ms::Deadline::Clock::duration{}) {
        std::this_thread::yield();
    }
    ms::Deadline const other;
    CHECK(pool->acquire(other));
}

// Requests beyond the maximum may all wait for what a short question learns.
TEST_CASE_FIXTURE(PoolFixture, "pool: short questions do not wait, however many are in use")
{
    auto options = with_connections(1);
    options.pool.wait = 100ms;
    Databases databases{options};
    auto const pool = databases.pool(tap.conninfo());
    std::array<ms::Deadline, 2> const requests{};
    std::vector<ms::source::postgis::Lease> held;
    for (int i = 0; i < 4; ++i) {
        held.push_back(pool->acquire(requests[0]));
    }
    CHECK(pool->acquire_extra(requests[1]));
}

TEST_CASE_FIXTURE(PoolFixture, "pool: a connection for a short question is not one for rows")
{
    struct Rows final : ms::source::postgis::Waiter {
        void take_turn(ms::source::postgis::Lease /*lease*/) noexcept override { ++turns; }
        int turns = 0;
    };
    Databases databases{with_connections(1)};
    auto const pool = databases.pool(tap.conninfo());
    std::array<ms::Deadline, 2> const requests{};
    Rows rows;
    auto question = pool->acquire_extra(requests[1]);
    pool->enqueue(requests[1], rows);
    question.give_back(); // it is the only one
    CHECK(rows.turns == 1);
    auto const usual = pool->acquire(requests[0]);
    question = pool->acquire_extra(requests[1]);
    pool->enqueue(requests[1], rows);
    question.give_back();
    CHECK(rows.turns == 1);
    pool->remove(requests[1], rows);
    CHECK(pool->usage().open == 1);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: there are at most two more connections for short questions")
{
    auto options = with_connections(1);
    options.pool.wait = 100ms;
    Databases databases{options};
    auto const pool = databases.pool(tap.conninfo());
    std::array<ms::Deadline, 4> const requests{};
    auto const usual = pool->acquire(requests[0]);
    auto const one = pool->acquire_extra(requests[1]);
    {
        auto const another = pool->acquire_extra(requests[2]);
        CHECK(pool->usage().open == 3);
        CHECK_THROWS_AS((void)pool->acquire_extra(requests[3]),
                        ms::source::postgis::DatabaseFailure);
    }
    CHECK(pool->acquire_extra(requests[3]));
    CHECK(pool->usage().open == 2);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: without a free connection in time the error says so")
{
    auto options = with_connections(1);
    options.pool.wait = 100ms;
    Databases databases{options};
    test::Request first{databases};
    auto const busy_source = first.open("geom from " + schema("t1"), tap.conninfo());
    auto const busy = busy_source->start(test::everything(Kind::Point));

    test::Request second{databases};
    auto const source = second.open("geom from " + schema("t1"), tap.conninfo());
    auto const cursor = source->start(test::everything(Kind::Point));
    ms::feature::FeatureBatch batch;
    CHECK_THROWS_WITH_AS(
        (void)cursor->next(batch),
        "layer \"test\": no database connection became free in time (test.map:3:8)", ms::Error);
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: CLOSE_CONNECTION=ALWAYS closes connections, the default keeps them open")
{
    Databases databases;
    test::Request request{databases};
    auto settings = test::settings("geom from " + schema("t1"), tap.conninfo());
    auto const idle = [&] { return databases.pool(tap.conninfo())->usage().idle; };

    settings.close_connection = true;
    (void)test::count_all(*request.open(settings)->start(test::everything(Kind::Point)));
    CHECK(idle() == 0);
    settings.close_connection = false;
    (void)test::count_all(*request.open(settings)->start(test::everything(Kind::Point)));
    CHECK(idle() == 1);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: idle connections are closed when their time is over")
{
    DatabasesOptions options;
    options.pool.idle_time = 0s;
    Databases databases{options};
    (void)draw(databases, layers(1));
    std::this_thread::sleep_for(10ms);
    tap.reset();
    (void)draw(databases, layers(1));
    CHECK(tap.connections() == 1);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: the layers of a map are worked on at the same time")
{
    Databases databases;
    std::vector<std::string> const slow(4, "geom from (select ST_Point(1,1,4326) as geom, 1 as id "
                                           "from pg_sleep(1)) as t using srid=4326");
    (void)draw(databases, slow);
    auto const begin = std::chrono::steady_clock::now();
    CHECK(draw(databases, slow) == std::vector<std::size_t>(4, 1));
    CHECK(std::chrono::steady_clock::now() - begin < 3s); // one after another: 4
}

TEST_CASE_FIXTURE(PoolFixture, "pool: a server without free connections makes us wait for our own")
{
    auto const role = schema.name() + "_role";
    schema.run("CREATE ROLE " + role + " LOGIN CONNECTION LIMIT 1");
    schema.run("GRANT USAGE ON SCHEMA " + schema.name() + " TO " + role);
    schema.run("GRANT SELECT ON ALL TABLES IN SCHEMA " + schema.name() + " TO " + role);
    {
        Databases databases;
        test::Request request{databases};
        std::vector<std::unique_ptr<FeatureSource>> sources;
        std::vector<std::unique_ptr<FeatureCursor>> cursors;
        for (auto const& data : layers(3)) {
            sources.push_back(request.open(data, test::conninfo() + " user=" + role));
        }
        for (auto const& source : sources) {
            (void)source->schema();
        }
        for (auto const& source : sources) {
            cursors.push_back(source->start(test::everything(Kind::Point)));
        }
        for (auto const& cursor : cursors) {
            CHECK(test::count_all(*cursor) == 10);
        }
    }
    schema.run("DROP OWNED BY " + role + "; DROP ROLE " + role);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: eight threads that need a table learn it once")
{
    Databases databases;
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back(
            [&] { right += draw(databases, layers(1)) == std::vector<std::size_t>{5} ? 1 : 0; });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(right == 8);
    CHECK(tap.statements() == 9); // the facts once, the rows eight times
}

TEST_CASE_FIXTURE(PoolFixture, "pool: many threads share few connections and all get their rows")
{
    Databases databases{with_connections(3, 2)};
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int round = 0; round < 10; ++round) {
                right += draw(databases, layers(4)) == std::vector<std::size_t>(4, 5) ? 1 : 0;
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(right == 80);
    CHECK(databases.pool(tap.conninfo())->usage().open <= 3);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: warming up opens connections before they are needed")
{
    Databases databases;
    ms::Deadline const deadline;
    databases.pool(tap.conninfo())->warm_up(2, deadline);
    CHECK(databases.pool(tap.conninfo())->usage().idle == 2);
    tap.reset();
    (void)draw(databases, layers(2));
    CHECK(tap.connections() == 0);
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: the fewest connections there shall be are opened by themselves")
{
    DatabasesOptions options;
    options.pool.min_connections = 3;
    options.pool.idle_time = 0s;
    Databases databases{options};
    auto const pool = databases.pool(tap.conninfo());
    for (int i = 0; i < 200 && pool->usage().idle < 3; ++i) {
        std::this_thread::sleep_for(50ms);
    }
    CHECK(pool->usage().idle == 3);
    tap.reset();
    (void)draw(databases, layers(3));
    CHECK(tap.connections() == 0);
    pool->close_idle();
    CHECK(pool->usage().idle == 3); // not closed for idleness
}

TEST_CASE_FIXTURE(
    PoolFixture,
    "pool: the first of several hosts that takes us is used, and one found by a service file")
{
    Databases databases;
    test::Request request{databases};
    auto const data = "geom from " + schema("t1");
    auto const count = [&](std::string const& connection) {
        auto const source = request.open(data, connection);
        return test::count_all(*source->start(test::everything(Kind::Point)));
    };
    auto const port = tap.conninfo().substr(tap.conninfo().rfind(" port=") + 6);
    auto const number = port.substr(0, port.find(' '));
    CHECK(count(tap.conninfo() + " host=127.0.0.1,127.0.0.1 port=1," + number +
                " target_session_attrs=read-write") == 10);
    CHECK_THROWS_AS((void)count(tap.conninfo() + " host=127.0.0.1 port=" + number +
                                " target_session_attrs=standby"),
                    ms::Error);

    auto const file =
        std::filesystem::temp_directory_path() / ("ms_test_service_" + std::to_string(getpid()));
    std::ofstream{file} << "[maps]\nhost=127.0.0.1\nport=" << number
                        << "\napplication_name=by_service\n";
    setenv("PGSERVICEFILE", file.c_str(), 1);
    auto const named = "service=maps user=" + schema.session().ask("SELECT current_user") +
                       " dbname=" + schema.session().ask("SELECT current_database()");
    CHECK(count(named) == 10);
    CHECK(schema.session().ask(
              "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'by_service'") ==
          "1");
    unsetenv("PGSERVICEFILE");
    std::filesystem::remove(file);
}

TEST_CASE_FIXTURE(PoolFixture, "pool: one CONNECTION has one pool, however many maps write it")
{
    Databases databases{with_connections(2, 2)};
    (void)draw(databases, layers(4)); // learned: learning about a table may use one more connection
    std::atomic<std::size_t> most{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 6; ++i) {
        threads.emplace_back([&] {
            (void)draw(databases, layers(4));
            auto const open = databases.pool(tap.conninfo())->usage().open;
            auto seen = most.load();
            while (seen < open && !most.compare_exchange_weak(seen, open)) {
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(most <= 2);
}

TEST_CASE_FIXTURE(PoolFixture,
                  "pool: the process's counts are those of its pools, also after they end")
{
    auto const counts = std::make_shared<ms::source::postgis::ConnectionCounts>();
    {
        auto options = with_connections(3, 2);
        options.pool.counts = counts;
        Databases databases{options};
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] { (void)draw(databases, layers(4)); });
        }
        for (auto& thread : threads) {
            thread.join();
        }
        auto const usage = databases.pool(tap.conninfo())->usage();
        CHECK(usage.open > 0);
        CHECK(counts->open == usage.open);
        CHECK(counts->idle == usage.idle);
        ms::Deadline const deadline;
        auto const lease = databases.pool(tap.conninfo())->acquire(deadline);
        CHECK(counts->open - counts->idle == 1);
    }
    CHECK(counts->open == 0);
    CHECK(counts->idle == 0);
}
